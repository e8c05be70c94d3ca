"""Patiences in a real browser: numbered deals, runs dragged by mouse and finger and moved by keys, undo, bookmarks, hints."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from browser.hands import AT_NIGHT, BOTH, COMPILING, SMALL, at_rest, press, sideways, table, wait_for_view
from parlour.languages import spelled_out

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from browser.conftest import Server

COMPILED = True
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
SEQUENCE = (
    "c1:1>c10 c1:1>c10 c1:1>c8 c1:1>c4 c3:1>c2 c3:1>c10 c7:1>c8 c5:1>c7 c8:3>c4 c3:1>c8 c8:2>c1 c2:2>c8 c8:3>c9 c9:4>c4 c10:4>c4"
)
"""Moves of deal 12 of Spider with one suit: the last completes a sequence."""
BY_HAND = 6
"""The last of them: runs of one to four cards."""
CHOOSE = """choice => {
  const table = document.querySelector('card-table');
  table.send({ do: 'choose', n: table.queue.n, choices: [choice] });
}"""
DECIDED = (
    "c4:1>c1 c7:1>c4 c4:2>c7 c3:1>c4 c3:1>c6 c3>f c6:2>c3 c4:2>c7 c7:5>c4 draw draw waste>c4 draw waste>c2 c7:1>c2"
    " c7:1>c4 draw draw draw draw waste>c3 draw draw waste>f c6>f c6:1>c4 c6>f c6:1>c5 c5:2>c6 c5>f c6>f c2:3>c5"
    " c4:9>c2 c5:4>c4 c5:1>c1 c6>f draw waste>f c6>f waste>c6 waste>f c1>f c7>f c7>f"
)
"""Moves of deal 87 of Klondike: after them nothing is hidden in the columns."""
CLOSED_AND_PRESSED = """key => {
  document.querySelector("dialog.keys").close();
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}"""
"""A key that is pressed at once after a dialog was closed, while the focus is still in it."""
READY = """() => {
  const table = document.querySelector('card-table');
  return Boolean(table?.chooser?.menu) && table.queue.settled;
}"""


def sit_at(page: Page, game: str, deal: int, **house: Any) -> None:
    """Ask for a deal by its address."""
    page.goto(f"/new/{game}?" + "&".join(f"{name}={value}" for name, value in ({"deal": deal} | house).items()))
    assert page.input_value("#deal") == str(deal)
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_selector("card-table .board .card", timeout=COMPILING)
    page.wait_for_function(READY, timeout=COMPILING)
    assert page.inner_text(".hand-number") == f"deal {deal}"


def after(page: Page, act: Callable[[], Any]) -> None:
    """Do something that brings a new view, and wait until the player is asked again."""
    n = table(page, "queue.n")
    act()
    wait_for_view(page, n)
    page.wait_for_function(f"() => ({READY})() || document.querySelector('card-table').cloth.message.view.over")


def lying(page: Page) -> dict[str, Any]:
    """The cards of every place."""
    return dict(table(page, "cloth.message.view.places"))


def column(page: Page, number: int) -> Locator:
    return page.locator(f'[data-pad="up.{number - 1}"]')


def parts(move: str) -> tuple[int, int, int]:
    source, target = move.split(">")
    number, cards = source[1:].split(":")
    return int(number), int(cards), int(target[1:])


def held(page: Page, number: int, cards: int) -> Locator:
    """The first of the last cards of a column."""
    shown = column(page, number).locator("button.card")
    return shown.nth(shown.count() - cards)


def end_of(page: Page, number: int) -> tuple[float, float]:
    """A spot on the last card of a column, or in its space."""
    shown = column(page, number).locator("button.card")
    box = (shown.last if shown.count() else column(page, number)).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + 20


def by_mouse(page: Page, move: str) -> None:
    source, cards, target = parts(move)
    at_rest(page)
    box = held(page, source, cards).bounding_box()
    x, y = end_of(page, target)
    assert box is not None
    page.mouse.move(box["x"] + 12, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] + 30, steps=3)
    assert page.locator(".card.carried").count() == cards
    assert "target" in str(column(page, target).get_attribute("class")), "where it may go is shown"
    page.mouse.move(x, y, steps=4)
    page.mouse.up()


def by_finger(page: Page, move: str) -> None:
    """A finger drags; the browser makes pointer events of it."""
    source, cards, target = parts(move)
    at_rest(page)
    box = held(page, source, cards).bounding_box()
    x, y = end_of(page, target)
    assert box is not None
    line = page.context.new_cdp_session(page)
    start = (box["x"] + 10, box["y"] + 6)

    def touch(kind: str, *at: float) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}] if at else []})

    touch("touchStart", *start)
    for k in range(1, 6):
        touch("touchMove", start[0] + (x - start[0]) * k / 5, start[1] + (y - start[1]) * k / 5)
    assert page.locator(".card.carried").count() == cards
    touch("touchEnd")


def by_taps(page: Page, move: str) -> None:
    source, cards, target = parts(move)
    at_rest(page)
    held(page, source, cards).tap(position={"x": 10, "y": 6})
    assert page.locator(".card.picked").count() == cards
    page.touchscreen.tap(*end_of(page, target))


def by_keys(page: Page, move: str) -> None:
    source, cards, target = parts(move)
    at_rest(page)
    go_by_arrows(page, held(page, source, cards))
    page.keyboard.press("Enter")
    assert page.locator(".card.picked").count() == cards
    shown = column(page, target).locator("button.card")
    go_by_arrows(page, shown.last if shown.count() else column(page, target).locator(".slot"))
    page.keyboard.press("Enter")


TO_GO = """goal => {
  const here = document.activeElement, box = element => {
    const { left, top } = element.getBoundingClientRect();
    return { x: left, y: top };
  };
  if (here === goal) return '';
  if (!here || !here.closest('.board')) return 'ArrowRight';
  const a = box(here), b = box(goal);
  if (Math.abs(a.x - b.x) > 3) return b.x > a.x ? 'ArrowRight' : 'ArrowLeft';
  return b.y > a.y ? 'ArrowDown' : 'ArrowUp';
}"""


def go_by_arrows(page: Page, goal: Locator) -> None:
    for _ in range(60):
        arrow = str(goal.evaluate(TO_GO))
        if not arrow:
            return
        page.keyboard.press(arrow)
    raise AssertionError("the arrows do not lead there")


WAYS = {"mouse": ("desktop", by_mouse), "finger": ("phone", by_finger), "taps": ("phone", by_taps), "keys": ("desktop", by_keys)}


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_sequence_of_spider(visit: Callable[..., Page], way: str) -> None:
    size, move_by = WAYS[way]
    page = visit(size, motion=True)  # without it two moves follow each other as fast as a double press
    sit_at(page, "spider", 12, suits=1)
    moves = SEQUENCE.split()
    for move in moves[:-BY_HAND]:
        after(page, lambda move=move: page.evaluate(CHOOSE, move))  # type: ignore[misc]
    for move in moves[-BY_HAND:]:
        after(page, lambda move=move: move_by(page, move))  # type: ignore[misc]
        assert not sideways(page)
    assert len(lying(page)["done.0"]["cards"]) == 13
    assert table(page, "cloth.message.view.figures.score") == [1]
    page.wait_for_function("() => document.querySelector('.log').textContent.includes('Sequence complete, 1 of 8')")


@SMALL
def test_ten_long_columns_fit(visit: Callable[..., Page], size: str) -> None:
    page = visit(size)
    sit_at(page, "spider", 12)
    for row in range(5):
        assert page.inner_text('[data-pad="stock"] .caption') == f"rows {5 - row}"
        if size == "desktop":
            after(page, lambda: page.keyboard.press("d"))
        else:
            after(page, lambda: press(page, page.locator("[data-pad=stock] .slot")))
        at_rest(page)
        width, height = page.evaluate("[innerWidth, innerHeight]")
        boxes = page.locator(".look-columns .card").evaluate_all("all => all.map(card => card.getBoundingClientRect().toJSON())")
        assert len(boxes) == 54 + 10 * (row + 1)
        assert all(box["left"] >= 0 and box["right"] <= width and box["bottom"] <= height for box in boxes)
        assert not sideways(page)
    edges = page.locator('[data-pad="up.0"] button.card').evaluate_all("all => all.map(card => card.getBoundingClientRect().top)")
    assert min(b - a for a, b in pairwise(edges)) >= 12, "every open card can be read and hit"
    assert page.locator('[data-pad="stock"] .card').count() == 0


def test_undo_redo_and_bookmarks_outlive_reload_and_restart(visit: Callable[..., Page], server: Server) -> None:
    page = visit("desktop", dropped_lines=True)
    sit_at(page, "spider", 12, suits=1)
    start = lying(page)
    for move in SEQUENCE.split()[:3]:
        after(page, lambda move=move: by_mouse(page, move))  # type: ignore[misc]
    third = lying(page)
    page.keyboard.press("Shift+B")
    after(page, lambda: by_mouse(page, SEQUENCE.split()[3]))
    page.keyboard.press("b")
    dialog = page.locator("dialog.marks")
    assert [line.split("\n")[0] for line in dialog.locator(".mark-go").all_inner_texts()] == ["The beginning", "1"]
    dialog.locator("input").fill("the fourth")
    page.keyboard.press("Enter")
    dialog.get_by_text("the fourth").wait_for()
    assert "here" in dialog.locator("li", has_text="the fourth").inner_text()
    page.keyboard.press("Escape")
    for _ in range(4):
        after(page, lambda: page.keyboard.press("Control+z"))
    assert lying(page) == start
    for _ in range(3):
        after(page, lambda: page.keyboard.press("Control+y"))
    assert lying(page) == third

    page.reload()
    page.wait_for_function(READY, timeout=COMPILING)
    server.stop()
    page.wait_for_selector(".status-line.lost:not([hidden])")
    server.start()
    page.wait_for_selector(".status-line.lost", state="hidden", timeout=60_000)
    page.wait_for_function(READY, timeout=COMPILING)
    assert lying(page) == third
    page.keyboard.press("b")
    after(page, lambda: dialog.get_by_text("The beginning").click())
    assert lying(page) == start
    page.keyboard.press("?")
    keys = page.locator("dialog.keys dl > div").all_inner_texts()
    assert [key.split() for key in keys if key.startswith("D")] == [["D", "Deal", "a", "row"]], "no card goes home here"
    after(page, lambda: page.evaluate(CLOSED_AND_PRESSED, "d"))
    page.keyboard.press("b")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.mark") == "1"
    after(page, lambda: page.keyboard.press("Enter"))
    assert lying(page) == third, "from another way back to the bookmark"
    page.keyboard.press("b")
    dialog.get_by_text("where you were").wait_for()
    dialog.get_by_label("Take the bookmark 1 away").click()
    dialog.locator("li", has=page.get_by_text("1", exact=True)).wait_for(state="detached")


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("spider", "phone"),
        ("klondike", "desktop"),
        pytest.param("spider", "desktop", marks=AT_NIGHT),
        pytest.param("klondike", "phone", marks=AT_NIGHT),
    ],
)
def test_a_hint_is_a_move_and_is_shown(visit: Callable[..., Page], game: str, size: str) -> None:
    page = visit(size)
    sit_at(page, game, 12)
    page.evaluate(
        "new MutationObserver(() => { if (document.querySelector('.hinted')) window.wasHinted = true; })"
        ".observe(document.body, {subtree: true, attributes: true, attributeFilter: ['class']})"
    )
    if size == "desktop":
        page.keyboard.press("h")
    else:
        press(page, page.get_by_role("button", name="Hint"))
    page.wait_for_function("() => window.wasHinted === true", timeout=COMPILING)
    names = [choice["name"] for choice in table(page, "chooser.menu.choices")]
    answer = page.locator('[role="status"] p', has_text="Hint:").last.inner_text()
    spoken = answer.removeprefix("Hint: ").partition(". ")[0]  # and why, in a sentence
    labels = {spelled_out(choice.get("label", ""), "en"): choice["name"] for choice in table(page, "chooser.menu.choices")}
    assert labels[spelled_out(spoken, "en")] in names
    assert labels[spelled_out(spoken, "en")] != "resign"


def test_where_a_card_does_not_fit_the_rulebook_says_why(visit: Callable[..., Page]) -> None:
    page = visit("desktop", motion=True)
    sit_at(page, "spider", 12, suits=1)
    legal = {str(move["name"]) for move in table(page, "chooser.moves")}
    wrong = next(f"c{a}:1>c{b}" for a in range(1, 11) for b in range(1, 11) if a != b and f"c{a}:1>c{b}" not in legal)
    source, _, target = parts(wrong)
    before = lying(page)
    box = held(page, source, 1).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 12, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(*end_of(page, target), steps=5)
    assert "target" not in str(column(page, target).get_attribute("class")).split()
    page.mouse.up()
    page.wait_for_selector(".why:not([hidden])")
    assert page.inner_text(".why .number") in ("2", "3")
    assert lying(page) == before


@SMALL
def test_a_long_column_ends_above_the_calls(visit: Callable[..., Page], size: str) -> None:
    page = visit(size)
    sit_at(page, "klondike", 87)
    for move in DECIDED.split()[:12]:
        after(page, lambda move=move: table(page, f"chooser.choose('{move}', 0)"))  # type: ignore[misc]
    at_rest(page)
    ends = page.locator(".look-columns .card").evaluate_all("all => Math.max(...all.map(c => c.getBoundingClientRect().bottom))")
    assert ends <= page.locator("call-bar").evaluate("bar => bar.getBoundingClientRect().top")


@BOTH
def test_a_double_press_sends_a_card_where_it_goes(visit: Callable[..., Page], size: str) -> None:
    page = visit(size)
    sit_at(page, "klondike", 9)
    card = page.locator('[data-pad="up.2"] button.card').last
    if size == "phone":
        after(page, lambda: (card.tap(), card.tap()))
    else:
        after(page, card.dblclick)
    home = [place for place in lying(page) if place.startswith("foundations")]
    assert [len(lying(page)[place]["cards"]) for place in home] == [1], "an ace goes home"


def test_a_decided_klondike_is_played_to_its_end(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_at(page, "klondike", 87)
    for move in DECIDED.split():
        assert not page.locator(".call.finish").count()
        after(page, lambda move=move: table(page, f"chooser.choose('{move}', 0)"))  # type: ignore[misc]
    assert page.locator(".call.finish").is_visible()
    page.keyboard.press("f")
    page.wait_for_selector(".sign:not([hidden])")
    assert page.inner_text(".sign h2") == "Won"
    page.get_by_role("button", name="Deal 87 again").click()
    page.wait_for_url(lambda url: "/table/" in url)
    page.wait_for_function(READY, timeout=COMPILING)
    assert page.inner_text(".hand-number") == "deal 87"
    page.keyboard.press("?")
    assert "bookmarks" in page.inner_text("dialog.keys")
    assert "Turn the stock" in page.inner_text("dialog.keys")
