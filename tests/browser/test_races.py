"""Races in a browser: two people at one table, a bot by touch, a bot by keys. Ticks are long, so nothing depends on the clock."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from browser.hands import COMPILING, MODULES, sideways, sit_down, table

if TYPE_CHECKING:
    from playwright.sync_api import Page

COMPILED = REAL_TIME = True
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]
TICK = 10_000
READY = """() => {
  const { chooser, cloth, queue } = document.querySelector('card-table');
  return cloth.message?.view.over || (queue.settled && chooser.menu?.choices.length > 0 && !chooser.waiting);
}"""
OFFERED = """() => {
  const { menu } = document.querySelector('card-table').chooser;
  return menu?.choices.map(({ press, from, to }) => (press ? [press] : [from, to])) ?? [];
}"""


ENDS = """async () => {
  const { showOver } = MODULES['signs.js'];
  const table = document.querySelector('card-table');
  const sign = table.querySelector('.sign');
  showOver(sign, { winners: [0], score: [] }, table.hello, [], () => {}, []);
  const { left, top, width, height } = sign.querySelector('a.button').getBoundingClientRect();
  window.middle = [left + width / 2, top + height / 2];
  return document.elementFromPoint(...window.middle).className;
}""".replace("MODULES", MODULES)
"""Puts up the sign of the end, and says what lies where a button of it is to be."""
PRESSABLE = "() => document.elementFromPoint(...window.middle).matches('.sign a.button')"


def over(page: Page) -> bool:
    return bool(table(page, "cloth.message.view.over"))


def offered(page: Page) -> list[list[str]]:
    """The places to be pressed for each choice there is."""
    found: list[list[str]] = page.evaluate(OFFERED)
    return found


LIES_OPEN = """place => {
  const card = [...document.querySelectorAll(`[data-pad="${place}"] .card`)].at(-1);
  if (!card) return null;
  const { left, top, width, height } = card.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return document.querySelector('card-table').board.element.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""


def touch(page: Page, place: str) -> None:
    """Press what lies on a place. In a race it may be gone or covered at this moment: then nothing is pressed."""
    middle = page.evaluate(LIES_OPEN, place)
    if middle is None:
        return
    x, y = middle
    if page.evaluate("navigator.maxTouchPoints") > 0:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def act(page: Page, which: int = 0) -> bool:
    """Do one of the possible actions; False if there is none now."""
    choices = offered(page)
    for place in choices[min(which, len(choices) - 1)] if choices else ():
        touch(page, place)
    return bool(choices)


def figures(page: Page, name: str) -> Any:
    return table(page, f"cloth.message.view.figures.{name}")


def log(page: Page) -> str:
    return str(page.locator(".log").text_content())


def friends(visit: Callable[..., Page]) -> list[Page]:
    """Two people at a table of Aggravation."""
    host, friend = visit("desktop"), visit("desktop")
    host.goto(f"/new/aggravation?tick_ms={TICK}")
    host.fill("#name", "Anna")
    host.select_option("#seat-1", "friend")
    host.get_by_role("button", name="Sit down and play").click()
    host.wait_for_selector(".awaited .invite input", state="attached", timeout=COMPILING)
    friend.goto(host.input_value(".awaited .invite input"))
    friend.fill("#name", "Ben")
    friend.get_by_role("button", name="Sit down").click()
    for page in (host, friend):
        page.wait_for_selector("card-table .board .card", timeout=COMPILING)
        page.evaluate("window.sameDocument = true")
    return [host, friend]


def test_two_people_race(visit: Callable[..., Page]) -> None:
    """Until both have covered a card; the whole match takes a minute of computing."""
    pages = friends(visit)
    race(pages, lambda: all(f"{name}: Cover" in log(pages[0]) for name in ("You", "Ben")))
    check_logs(pages)


@pytest.mark.soak
def test_two_people_race_to_the_end(visit: Callable[..., Page]) -> None:
    """A call that wins, too, and no page is loaded again."""
    called = False
    for _ in range(4):
        pages = friends(visit)
        race(pages, lambda: False)
        for page in pages:
            assert over(page)
            page.wait_for_selector(".sign:not([hidden])")
        check_logs(pages)
        called = ": Aggravation! Place" in log(pages[0])
        if called:
            check_record(pages[0])
        for page in pages:
            page.context.close()
        if called:
            break
    assert called


def race(pages: list[Page], enough: Callable[[], bool]) -> None:
    """Two people act, one a little more quickly, until it is enough or over."""
    pages[0].wait_for_selector(".call-out span", timeout=COMPILING)
    for turn in count():
        page = pages[turn % 2]
        page.wait_for_function(READY, timeout=COMPILING)
        if over(page) or enough():
            break
        act(page)
        act(pages[1 - turn % 2], 1)
    for page in pages:
        page.wait_for_function(READY, timeout=COMPILING)


def check_logs(pages: list[Page]) -> None:
    """Both are told of the same covers, and no page was loaded again."""
    for page in pages:
        assert page.evaluate("window.sameDocument"), "no page was loaded again"
        assert not sideways(page)
    told = log(pages[0])
    assert "You: Cover" in told
    assert "Ben: Cover" in told
    assert "One, two, three" in told
    while log(pages[1]).count("Cover") != log(pages[0]).count("Cover"):  # one may be told a little later than the other
        pages[0].wait_for_timeout(100)


def test_a_press_that_comes_too_late_goes_nowhere(visit: Callable[..., Page]) -> None:
    """The sign at the end comes up where the cards are pressed: what it offers cannot be pressed at once."""
    page = visit("desktop")
    sit_down(page, "aggravation", tick_ms=TICK, median_2=TICK, spread_2=0)
    page.wait_for_function(READY, timeout=COMPILING)
    assert page.evaluate(ENDS) == "sign-box"
    page.wait_for_function(PRESSABLE)


def test_nothing_is_marked_unless_one_asks_for_help(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_down(page, "aggravation", tick_ms=TICK, median_2=TICK, spread_2=0)
    page.wait_for_function(READY, timeout=COMPILING)
    row = page.locator('[data-pad^="row."] .card')
    assert row.count() >= 2
    assert "Match" in log(page)
    assert page.locator(".card.legal, .pressable").count() == 0
    assert not any("cover" in (label or "").lower() for label in row.evaluate_all("all => all.map(card => card.ariaLabel)"))
    page.keyboard.press("Space")
    assert table(page, "chooser.waiting") is False, "the space bar spots nothing for anybody"
    page.evaluate("() => addEventListener('animationstart', (event) => (window.missed ||= event.animationName === 'missed'))")
    while not page.evaluate("() => window.missed"):  # what is closed now may be open when it is touched: the others go on
        closed = set(page.locator('[data-pad^="row."]:not(.is-empty)').evaluate_all("all => all.map(one => one.dataset.pad)"))
        closed -= {place for choice in offered(page) for place in choice}
        if not closed:
            break
        touch(page, closed.pop())
        page.wait_for_timeout(300)
    page.get_by_label("Show which places may be pressed").check()
    assert page.locator(".card.legal").count() == len(offered(page))
    stock = table(page, "cloth.message.view.places['stock.0'].cards.length")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.wait_for_function(
        "n => document.querySelector('card-table').cloth.message.view.places['stock.0'].cards.length < n",
        arg=stock,
        timeout=COMPILING,
    )


def test_a_bot_by_touch_on_a_phone(visit: Callable[..., Page]) -> None:
    """Far into a game: both use up most of their cards."""
    page = visit("phone")
    sit_down(page, "aggravation", tick_ms=TICK, median_2=1500, spread_2=500)
    page.wait_for_function(READY, timeout=COMPILING)
    while not over(page) and (lying(page, "stock.0") >= 20 or not figures(page, "took")[0]):
        act(page)
        page.wait_for_timeout(150)
        assert not sideways(page)
        page.wait_for_function(READY, timeout=COMPILING)
    assert figures(page, "took")[0] > 0
    told = str(page.locator(".log").text_content())
    assert "You: Cover" in told


def test_a_key_for_every_place(visit: Callable[..., Page]) -> None:
    """The keys are written on the places, and press them."""
    page = visit("desktop")
    sit_down(page, "aggravation", tick_ms=TICK, median_2=TICK, spread_2=0)
    for _ in range(8):
        page.wait_for_function(READY, timeout=COMPILING)
        if over(page):
            break
        before = table(page, "queue.n")
        for place in offered(page)[0]:
            key = page.locator(f'[data-pad="{place}"] .place-key').inner_text()
            page.keyboard.press(key.lower())
        page.wait_for_function("n => document.querySelector('card-table').queue.n > n", arg=before, timeout=COMPILING)
    assert "You: Cover" in log(page)


# Pirate: hardly a moment in which there is nothing to do

BETWEEN = """key => {
  const { chooser, cloth } = document.querySelector('card-table');
  const rest = chooser.rest.bind(chooser);
  chooser.rest = () => {
    rest();
    if (!cloth.message?.view.places['waste.0']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    else chooser.rest = rest;
  };
}"""
"""Presses a key at the moment in which a view has come and nothing is asked yet, until there is a card on the own waste."""
LAID = """() => Object.keys(document.querySelector('card-table').cloth.message.view.places)
  .filter((place) => place.startsWith('laid.0')).length"""


def lying(page: Page, place: str) -> int:
    """Return how many cards lie on a place."""
    return int(table(page, f"cloth.message.view.places['{place}']?.cards.length ?? 0"))


def told_again(record: str) -> dict[str, Any]:
    """Return what `parlour replay` says of a record, by rules that are not compiled."""
    command = [sys.executable, "-m", "parlour", "replay", "-", "--json"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, input=record, env=environment, capture_output=True, text=True, timeout=240, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def pirate_by_keys(visit: Callable[..., Page], enough: Callable[[Page], bool]) -> Page:
    """Play by keys until it is enough or over: space does what is obvious, the keys on places press them, between ticks too."""
    page = visit("desktop")
    sit_down(page, "pirate", tick_ms=300, max_ticks=200, median_2=200, spread_2=100)
    page.wait_for_function(READY, timeout=COMPILING)
    turn, play = (page.locator(f'[data-pad="{place}"] .place-key').inner_text().lower() for place in ("stock.0", "waste.0"))
    assert page.locator('[data-pad="stock.1"] .place-key').count() == 0, "nobody turns the other's cards"
    page.evaluate(BETWEEN, turn)
    page.wait_for_function("() => document.querySelector('card-table').cloth.message.view.places['waste.0']", timeout=COMPILING)
    for number in range(10_000):
        page.wait_for_function(READY, timeout=COMPILING)
        if over(page) or enough(page):
            break
        names = page.evaluate("() => document.querySelector('card-table').chooser.menu?.choices.map(({name}) => name) ?? []")
        page.keyboard.press("Space" if number % 2 else play if "play" in names else turn)
        page.wait_for_timeout(20)
    assert page.evaluate(LAID) + sum(figures(page, "score")) > 0
    told = log(page)
    assert "You: Turn" in told
    assert "You: Play" in told
    return page


def check_record(page: Page) -> None:
    """Check that the record of a match that is over leads to the same score."""
    link = page.locator(".sign a", has_text="Record").get_attribute("href")
    replayed = told_again(page.request.get(str(link)).text())
    assert replayed["over"]
    assert replayed["score"] == figures(page, "score")


def test_pirate_by_keys(visit: Callable[..., Page]) -> None:
    """Until a card has been laid; the ticks of a whole match take a minute."""
    page = pirate_by_keys(visit, lambda page: bool(page.evaluate(LAID)) and "You: Play" in log(page))
    assert not over(page)


@pytest.mark.soak
def test_pirate_by_keys_to_the_end(visit: Callable[..., Page]) -> None:
    page = pirate_by_keys(visit, lambda page: False)
    assert over(page)
    page.wait_for_selector(".sign:not([hidden])")
    check_record(page)


def test_pirate_by_touch_on_a_phone(visit: Callable[..., Page]) -> None:
    """The own cards of a ship lie a little lower than the other's."""
    page = visit("phone")
    sit_down(page, "pirate", tick_ms=TICK, median_2=800, spread_2=500)
    page.wait_for_function(READY, timeout=COMPILING)
    while not over(page) and not page.evaluate(LAID):
        act(page)
        page.wait_for_timeout(50)
        assert not sideways(page)
        page.wait_for_function(READY, timeout=COMPILING)
    assert page.evaluate(LAID)
    assert lying(page, "stock.0") < 52
    suit = next(suit for suit in range(4) if lying(page, f"laid.0.{suit}"))
    tops = page.locator(f'[data-pad="laid.{suit}"] .card').evaluate_all(
        "all => all.map(card => parseFloat(card.style.getPropertyValue('--y')))"
    )
    assert tops.count(0) == lying(page, f"laid.1.{suit}")
    assert sum(top > 0 for top in tops) == lying(page, f"laid.0.{suit}")
