"""Coins, cups, swords and batons; the score as pegs; melds on the workbench."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import COMPILING, SMALL, asked, play_any, press, sideways, sit_down, table, wait_for_view

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]
FRENCH = re.compile("clubs|diamonds|hearts|spades|queen|[♣♦♥♠]", re.IGNORECASE)
MOST = 60


def names(page: Page) -> str:
    """Return the names of the cards in sight, and the text of the log."""
    cards = page.locator(".board .card").evaluate_all("all => all.map(card => card.ariaLabel)")
    return " ".join([*map(str, cards), page.locator(".log").inner_text()])


def choose(page: Page, what: str, name: str) -> None:
    """Open the panel if it is closed, and choose a deck, its indices, language or back."""
    opened = page.locator("side-panel:visible").count()
    if not opened:
        page.get_by_role("button", name="Log & rules").click()
    if not page.get_by_label(what, exact=True).is_visible():
        page.locator(".settings summary", has_text="Cards").click()
    if what == "Deck":  # the usual one may have been kept since the page came
        page.get_by_label(what, exact=True).select_option(name)
        page.wait_for_function("name => document.querySelector('.deck-sprite').dataset.deck === name", arg=name)
    else:
        with page.expect_response(lambda answer: "/deck.svg" in answer.url):
            page.get_by_label(what, exact=True).select_option(name)
    if not opened:
        page.get_by_role("button", name="Close").click()


@SMALL
def test_scopa_with_latin_suits(visit: Callable[..., Page], size: str) -> None:
    page = visit(size)
    sit_down(page, "scopa")
    assert asked(page)
    play_any(page)
    asked(page)
    assert FRENCH.search(names(page))
    assert page.locator(".deck-sprite").get_attribute("data-deck") == "french", "if nobody asks for another"
    choose(page, "Deck", "italian")
    assert page.locator(".deck-sprite").count() == 1
    assert not FRENCH.search(names(page)), "cards and log speak of coins and cups, also what was told before"
    assert re.search("of (coins|cups|swords|batons)", names(page))
    assert not sideways(page)
    page.reload()
    page.wait_for_selector(".deck-sprite[data-deck=italian]", state="attached", timeout=COMPILING)
    assert asked(page), "the browser remembers it"
    play_any(page)
    asked(page)
    assert not FRENCH.search(names(page))
    choose(page, "Deck", "french")
    assert FRENCH.search(names(page))


def test_a_room_that_does_not_offer_them_keeps_its_pack(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    page.goto("/")
    page.evaluate("localStorage.setItem('parlour.latin-suits', 'yes')")
    sit_down(page, "porrazo")
    assert asked(page)
    assert page.locator(".deck-sprite").count() == 1
    assert page.locator(".deck-sprite").get_attribute("data-deck") == "french"
    assert page.get_by_label("Deck", exact=True).locator("option[value=italian]").count() == 0


def pegs(page: Page) -> dict[str, tuple[int, int]]:
    """By player: where the front peg and the back peg stand, as it is spoken (-1: no back peg yet)."""
    found = {}
    for label in page.locator(".lane").evaluate_all("all => all.map(lane => lane.ariaLabel)"):
        match = re.fullmatch(r"(.+): (\d+) of 61(?:, before that (\d+))?", label)
        assert match, label
        found[match[1]] = int(match[2]), int(match[3] or -1)
    return found


@SMALL
def test_porrazo_is_pegged(visit: Callable[..., Page], size: str) -> None:
    page = visit(size)
    sit_down(page, "porrazo", seats=3)
    assert asked(page)
    assert len(pegs(page)) == 3
    for _ in range(MOST):
        if not asked(page) or any(back >= 0 for _, back in pegs(page).values()):
            break
        play_any(page)
    standing = pegs(page)
    moved = [name for name, (front, back) in standing.items() if back >= 0 and back != front]
    assert moved, "somebody has scored: a peg stands where the score is, and one where it was"
    assert [front for front, _ in standing.values()] == table(page, "cloth.message.view.figures.score")
    for name in moved:
        lane = page.locator(f".lane[aria-label^='{name}:']")
        spots = lane.locator(".peg").evaluate_all("all => all.map(peg => peg.getBoundingClientRect().toJSON())")
        assert len(spots) == 2
        assert spots[0]["left"] != spots[1]["left"] or spots[0]["top"] != spots[1]["top"]
    size_of = "all => all.slice(0, 2).map(hole => hole.getBoundingClientRect().left)"
    first, second = page.locator(".lane").first.locator(".hole").evaluate_all(size_of)
    assert second - first >= 7, "holes can be distinguished"
    edges = page.evaluate("['.score-track', '.board'].map(one => document.querySelector(one).getBoundingClientRect())")
    assert edges[0]["bottom"] <= edges[1]["top"] + 1
    assert page.evaluate("(() => { const b = document.querySelector('.board'); return b.scrollHeight <= b.clientHeight + 1; })()")
    assert not sideways(page)
    page.reload()
    assert asked(page)
    assert pegs(page) == standing, "after a reload the pegs stand where they stood"


# the workbench


GROUPS = "all => all.map(group => [...group.querySelectorAll('card-face')].map(face => Number(face.getAttribute('card'))))"


def groups(page: Page) -> list[list[int]]:
    """The cards of each group on the bench."""
    found = page.locator(".bench-group:not(.fresh)").evaluate_all(GROUPS)
    return [list(map(int, group)) for group in found]


def light(page: Page) -> str:
    return page.locator(".bench-head .light").inner_text()


def lay_open(page: Page) -> None:
    """Draw until two melds lie on the table and a card of one's own can go down."""
    for _ in range(MOST):
        assert asked(page)
        page.wait_for_selector(".workbench:not([hidden])")
        if len(groups(page)) >= 2 and page.locator(".bench-hand .bench-card:not(.barred)").count():
            return
        n = table(page, "queue.n")
        page.locator(".bench-calls .call", has_text=re.compile("Draw|Pass")).first.click()
        wait_for_view(page, n)
    raise AssertionError("no melds in so many turns")


def drag(page: Page, card: str, to: str) -> None:
    """Carry a card (a selector on the bench) over a group and let it go."""
    page.locator(card).scroll_into_view_if_needed()
    start, end = page.locator(card).bounding_box(), page.locator(to).bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 8, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(start["x"] + 30, start["y"] + 30, steps=3)
    page.mouse.move(end["x"] + end["width"] - 6, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def hand_size(page: Page) -> int:
    return len(table(page, "cloth.message.view.places")["hand.0"]["cards"])


def ready(page: Page) -> None:
    page.wait_for_function("() => { const c = document.querySelector('card-table').chooser; return c.menu && !c.waiting; }")


def pick_until_done(page: Page, choose: Callable[[], None]) -> None:
    """Put down cards until they can be laid down."""
    for _ in range(MOST):
        if page.locator(".bench-calls .call", has_text="Lay them down").count():
            return
        picks = table(page, "chooser.picks.length")
        choose()
        page.wait_for_function(
            "n => { const c = document.querySelector('card-table').chooser; return !c.waiting && (!c.menu || c.picks[n]); }",
            arg=picks,
        )
    raise AssertionError("the cards never made melds")


NOTICED = """() => {
  window.noticed = [];
  const note = (line) => window.noticed.push(line.textContent);
  const watch = new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(note)));
  watch.observe(document.querySelector("card-table").talk.notices, { childList: true });
}"""
"""Notices are kept for the test: they do not stand for long."""
OWN = ".bench-hand .bench-card:not(.barred) >> nth=0"
FRESH = ".bench-group.fresh"


def test_melds_are_regrouped_with_the_mouse(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_down(page, "machiavelli", seats=2)
    lay_open(page)
    assert page.locator(".bench-group.wrong").count() == 0
    assert "Every group is a meld" in light(page)
    before, held = groups(page), hand_size(page)
    # split: a card by itself is not a meld
    drag(page, ".bench-group >> nth=0 >> .bench-card >> nth=0", FRESH)
    assert len(groups(page)) == len(before) + 1
    assert [before[0][0]] in groups(page)
    assert page.locator(".bench-group.wrong").count() >= 1
    assert "not melds" in light(page)
    # join: two melds in one group are none
    drag(page, ".bench-group >> nth=1 >> .bench-card >> nth=0", ".bench-group >> nth=0")
    assert sorted(map(len, groups(page))) != sorted(map(len, before))
    page.get_by_role("button", name="Take all back").click()
    assert groups(page) == before
    # a card of the hand goes down and comes back
    drag(page, OWN, FRESH)
    ready(page)
    assert page.locator(".bench-group .bench-card.own").count() == 1
    drag(page, ".bench-group .bench-card.own", ".bench-hand")
    ready(page)
    assert page.locator(".bench-group .bench-card.own").count() == 0
    assert groups(page) == before
    # the table's cards do not
    page.evaluate(NOTICED)
    drag(page, ".bench-group >> nth=0 >> .bench-card >> nth=0", ".bench-hand")
    assert groups(page) == before
    page.wait_for_function("() => window.noticed.includes('Cards of the table stay on the table')")
    # all that is needed goes down, ungrouped; the house shows an arrangement; it is laid down
    pick_until_done(page, lambda: drag(page, OWN, FRESH))
    picks = table(page, "chooser.picks.length")
    if page.locator(".bench-group.wrong").count():
        page.get_by_role("button", name="Show an arrangement").click()
    assert page.locator(".bench-group.wrong").count() == 0
    assert "every group is a meld" in light(page)
    assert sum(map(len, groups(page))) == sum(map(len, before)) + picks
    n = table(page, "queue.n")
    page.locator(".bench-calls .call", has_text="Lay them down").click()
    wait_for_view(page, n)
    if asked(page):
        assert hand_size(page) == held - picks


@SMALL
def test_a_play_is_given_up(visit: Callable[..., Page], size: str) -> None:
    """By finger on a phone: a pressed card of the hand goes to a new meld."""
    page = visit(size)
    sit_down(page, "machiavelli", seats=2)
    lay_open(page)
    assert not sideways(page)
    for element in (page.locator(FRESH), page.locator(".bench-hand"), page.locator(".bench-calls")):
        box = element.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= page.viewport_size["width"]  # type: ignore[index]
    held = hand_size(page)
    card = page.locator(OWN)
    if size == "phone":
        card.tap(position={"x": 10, "y": 10})
    else:
        card.click(position={"x": 10, "y": 10})
    ready(page)
    assert page.locator(".bench-group .bench-card.own").count() == 1
    give_up = page.locator(".bench-calls .call", has_text="Give up")
    give_up.click()
    assert "Press again" in give_up.inner_text()
    n = table(page, "queue.n")
    give_up.click()
    wait_for_view(page, n)
    assert asked(page)
    assert hand_size(page) == held + 3
    assert "Penalty: 3 cards" in page.locator(".log").text_content()  # type: ignore[operator]


@SMALL
def test_the_bench_tells_what_it_hides_and_what_a_hint_means(visit: Callable[..., Page], size: str) -> None:
    """Everybody's cards and the stock in a line, cards as large as there is room for, a hint's cards lit one after the other."""
    page = visit(size)
    sit_down(page, "machiavelli")
    lay_open(page)
    view = table(page, "cloth.message.view.places")
    told = page.locator(".bench-seat").all_inner_texts()
    held = [view[f"hand.{seat}"]["unknown"] for seat in (1, 2)]
    assert min(held) > 0
    for text, name, n in zip(told, ("Bot 1", "Bot 2", "stock"), (*held, len(view["stock"]["cards"])), strict=True):
        assert text.split() == [*name.split(), str(n), "cards"]
    page.wait_for_function("() => document.querySelector('.bench-card').getBoundingClientRect().width >= 44")
    assert not sideways(page)
    hand = page.locator(".bench-hand .bench-card:not(.barred)").first
    name = page.evaluate(
        "card => document.querySelector('card-table').chooser.menu.choices.find((one) => one.card === card).name",
        int(str(hand.get_attribute("data-card"))),
    )
    assert table(page, f"bench.point(['{name}', 'done'])")
    assert page.locator(".workbench .hinted").get_attribute("data-card") == hand.get_attribute("data-card")
    ready(page)
    press(page, page.locator(".workbench .hinted"))
    ready(page)
    lit = page.locator(".workbench .hinted")
    assert lit.count() == 0 or lit.get_attribute("data-choice") == "done"


def test_the_workbench_by_keyboard(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_down(page, "machiavelli", seats=2)
    lay_open(page)
    before = groups(page)
    focused = "document.activeElement.dataset.id ?? document.activeElement.textContent"
    page.locator(".bench-group >> nth=0 >> .bench-card >> nth=0").focus()
    page.keyboard.press("Enter")
    assert page.locator(".bench-card[aria-pressed=true]").count() == 1
    assert page.evaluate(focused).startswith("item"), "the focus stays on the card taken up"
    page.locator(FRESH).focus()
    page.keyboard.press("Enter")
    assert [before[0][0]] in groups(page)
    page.get_by_role("button", name="Take all back").focus()
    page.keyboard.press("Enter")
    assert groups(page) == before
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('.bench-hand .bench-card:not(.barred)')"), "the arrows begin in the hand"

    def press() -> None:
        page.locator(OWN).focus()
        page.keyboard.press("Enter")

    pick_until_done(page, press)
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.querySelector('.workbench').contains(document.activeElement)"), "the arrows stay on the bench"
    n = table(page, "queue.n")
    page.locator(".bench-calls .call", has_text="Lay them down").focus()
    page.keyboard.press("Enter")
    wait_for_view(page, n)


def test_melds_that_hold_still_have_no_workbench(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    sit_down(page, "machiavelli", seats=2, rearrange=False)
    assert asked(page)
    assert page.locator(".workbench").is_hidden()
    assert page.locator(".call", has_text="Draw").is_visible()
