"""In a hand nothing moves that need not, by the browser's measure; the hand keeps its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.conftest import SIZES
from browser.hands import AT_NIGHT, asked, sit_down, table

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
GOOD = 0.1
"""The limit that browsers call good; it was 0.22 before the parts of the table had heights of their own."""
CHOICES = 6
WATCH = """
window.moved = [];
new PerformanceObserver((list) => {
  const said = ({ node, previousRect, currentRect }) => `${node?.className}: ${previousRect.y} ${currentRect.y}`;
  for (const { value, sources } of list.getEntries()) window.moved.push([value, sources.map(said)]);
}).observe({ type: "layout-shift" });
"""
CHOOSE = """
() => {
  const { chooser } = document.querySelector("card-table");
  const choices = chooser.menu.choices.filter((one) => one.kind !== "resign");
  const choice = choices.find((one) => one.kind === "card") ?? choices.at(-1);
  chooser.choose(choice.kind === "run" ? choice.names.join(String(choice.low)) : choice.name, 0);
}
"""
LOWEST = """
() => {
  const table = document.querySelector("card-table");
  const { draw } = table.queue;
  window.lowest = [];
  table.queue.draw = (message, animate) => {
    const time = draw(message, animate);
    window.lowest.push(table.board.element.querySelector(".hands").getBoundingClientRect().bottom);
    return time;
  };
}
"""
CENTRE = """
() => {
  const { board } = document.querySelector("card-table");
  const pads = [...board.boxes.values()].filter(({ pad }) => pad.owner < 0 && pad.look === "row" && !pad.aside);
  return pads.map(({ pad, element }) => {
    const cards = [...element.querySelectorAll(".card")];
    const tops = new Set(cards.map((card) => Math.round(card.getBoundingClientRect().top)));
    return [pad.key, cards.length, tops.size, board.cardWidth(pad), board.room(pad).width];
  });
}
"""
"""The rows of the centre: how many cards lie there, in how many lines, how wide a card is and how much width there is."""
SCROLLS = """
() => [".side.top", ".centre"].map((part) => getComputedStyle(document.querySelector(`.board ${part}`)).visibility)
"""
FOOT = "board.element.querySelector('.hands').getBoundingClientRect().bottom"


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("schnapsen", "phone"),
        ("khanhoo", "landscape"),  # 16 cards in hand, and up to seven long calls
        ("cassino", "phone"),  # three rows in the centre, which fill and empty at every turn
        pytest.param("spades", "phone", marks=AT_NIGHT),
        pytest.param("cassino", "landscape", marks=AT_NIGHT),
        pytest.param("khanhoo", "desktop", marks=AT_NIGHT),
        pytest.param("toepen", "phone", marks=AT_NIGHT),
        pytest.param("brag", "landscape", marks=AT_NIGHT),
    ],
)
def test_in_a_hand_the_table_stays_where_it_is(visit: Callable[..., Page], game: str, size: str) -> None:
    page = visit(size)
    sit_down(page, game)
    assert asked(page)
    page.evaluate(WATCH)
    hand, feet = table(page, "cloth.message.view.hand_number"), []
    for _ in range(CHOICES):
        if not asked(page) or table(page, "cloth.message.view.hand_number") != hand:
            break
        feet.append(table(page, FOOT))
        page.evaluate(CHOOSE)
    assert len(feet) > 1, "a hand may end early"
    assert len(set(feet)) == 1
    moved = page.evaluate("window.moved")
    assert sum(value for value, _ in moved) < GOOD, "\n".join(str(one) for one in moved if one[0] > 0.01)


def test_the_hand_stays_in_sight_while_others_get_cards(visit: Callable[..., Page]) -> None:
    """At Cassino the table takes a second row: sideways it pushed the hand below the edge while nobody was asked."""
    page = visit("landscape")
    sit_down(page, "cassino")
    assert asked(page)
    page.evaluate(LOWEST)
    for _ in range(2 * CHOICES):
        if not asked(page):
            break
        page.evaluate(CHOOSE)
    lowest = page.evaluate("window.lowest")
    assert lowest, "nothing was drawn"
    assert max(lowest) <= table(page, "board.element.getBoundingClientRect().bottom")


def test_seats_at_the_sides_leave_the_centre_its_width(visit: Callable[..., Page]) -> None:
    """Sideways the rows of the centre lie beside each other: all room of the seats was once taken from one of them alone."""
    page = visit("landscape")
    sit_down(page, "scopa", seats=4)
    assert asked(page)
    most = 0
    for _ in range(CHOICES):
        if not asked(page):
            break
        for key, cards, lines, card, width in page.evaluate(CENTRE):
            assert width >= 3 * card, (key, card, width)
            assert lines <= 1 or cards > width // card, (key, cards, lines, card, width)
            most = max(most, cards)
        page.evaluate(CHOOSE)
    assert most > 1, "there was room to fill"


def test_a_part_that_scrolls_does_so_between_its_cards(visit: Callable[..., Page]) -> None:
    """A box that is not seen is not scrolled by a wheel above it."""
    page = visit("landscape")
    sit_down(page, "scopa", seats=4)
    assert asked(page)
    page.evaluate("document.querySelector('.board').classList.add('full')")
    assert page.evaluate(SCROLLS) == ["visible", "visible"]


def test_groups_of_cards_beside_the_stock_leave_the_plates_whole(visit: Callable[..., Page]) -> None:
    """Sideways both rows of Porrazo lay above each other, and the plate at the upper edge was cut."""
    page = visit("landscape")
    sit_down(page, "porrazo")
    assert asked(page)
    page.evaluate(CHOOSE)
    assert asked(page)
    assert not page.locator(".board.full").count(), "parts of the table scroll"


APART = """
() => {
  const { left, right, top } = document.querySelector(".board").getBoundingClientRect();
  const box = (one) => one.getBoundingClientRect();
  const above = [...document.querySelectorAll(".side.top .seat")];
  const seats = above.map((seat) => [...seat.querySelectorAll(".plate, .card")].map(box));
  const out = seats.flat().filter((one) => one.width && (one.left < left || one.right > right + 1 || one.top < top));
  const within = (a) => (b) => a.right > b.left + 1 && b.right > a.left + 1;
  const over = seats.flatMap((some, k) => some.filter((one) => seats.slice(k + 1).flat().some(within(one))));
  return [...out, ...over].map((one) => `${one.left} ${one.top} ${one.right}`);
}
"""
"""The parts of the seats above that lie outside of the table, or in the room of another seat."""


@pytest.mark.parametrize("seats", [3, pytest.param(6, marks=AT_NIGHT)])
def test_seats_above_keep_to_their_room_on_a_page_that_is_zoomed(visit: Callable[..., Page], seats: int) -> None:
    """At I Doubt It a seat gets ever more cards: at 200 % they lay over the plate beside them, and plates above the edge."""
    page = visit("desktop")
    page.set_viewport_size({"width": 640, "height": 400})
    sit_down(page, "i_doubt_it", seats=seats)
    for _ in range(CHOICES):
        assert asked(page)
        assert page.evaluate(APART) == []
        page.evaluate(CHOOSE)


FIT = """
(hand_number) => {
  const { board, cloth } = document.querySelector("card-table");
  board.cw = 50;
  board.fit({ ...cloth.message.view, hand_number }, () => {}, "all");
  return board.cw;
}
"""
"""The size of the cards that is found with a hand of this number, if they were small."""


def test_no_size_is_looked_for_before_anything_is_dealt(visit: Callable[..., Page]) -> None:
    """A line about bots that load made the table lower before the deal: a slow phone looked for sizes a quarter of a second."""
    page = visit("phone")
    sit_down(page, "schnapsen")
    assert asked(page)
    assert page.evaluate(FIT, 1) > 50
    assert page.evaluate(FIT, 0) == 50


RECOVERS = """
() => {
  const { board, cloth } = document.querySelector("card-table");
  const { view } = cloth.message;
  const fit = (hand_number) => {
    board.fit({ ...view, hand_number }, () => cloth.redraw(), "");
    return board.cw;
  };
  const above = board.element.querySelector(".side.top .pads");
  const sizes = [fit(view.hand_number + 1)];
  for (let height = 0; sizes.length < 2 && height < 400; height += 4) {
    above.style.paddingTop = `${height}px`;
    const cw = fit(view.hand_number + 1);
    if (cw < sizes[0]) sizes.push(cw);
  }
  above.style.paddingTop = "";
  return [...sizes, fit(view.hand_number + 1), fit(view.hand_number + 2), fit(view.hand_number + 3)];
}
"""
"""The sizes of the cards at a deal, when a seat has got more, when it has no more, and at the next two deals."""


@pytest.mark.parametrize(("game", "size", "height"), [("spades", "desktop", 660), ("cassino", "phone", 760)])
def test_cards_that_shrank_in_a_hand_recover_at_the_next_deal(
    visit: Callable[..., Page], game: str, size: str, height: int
) -> None:
    """If they were only a little smaller, larger ones were looked for so much larger that these did not fit, hand after hand."""
    page = visit(size)
    page.set_viewport_size({"width": SIZES[size][0], "height": height})
    sit_down(page, game)
    assert asked(page)
    dealt, shrunk, later, *next_deals = page.evaluate(RECOVERS)
    assert dealt / 1.2 < shrunk < dealt
    assert later == shrunk, "in a hand cards do not grow"
    assert next_deals == [dealt, dealt]
