"""A player's hands in a browser: sitting down, waiting to be asked, choosing by mouse, finger or keyboard."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

AT_NIGHT = pytest.mark.soak
BOTH = pytest.mark.parametrize("size", ["desktop", "phone"])
LARGE = pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=AT_NIGHT)])
SMALL = pytest.mark.parametrize("size", [pytest.param("desktop", marks=AT_NIGHT), "phone"])
"""By day a scene is played on one of the two, with the ways that only this one has; at night on the other."""
COMPILING = 240_000
"""Milliseconds the first menu of a game may take on a machine that has never compiled it."""
TURN = 120_000
CHAIN = 30
"""Picks of the longest chain that is chosen by pointer here."""
ASKED = "call-bar.asked:not(.waiting) > .prompt, .sign:not([hidden])"
LEGAL = ".card.legal"
MODULES = "(await import(document.querySelector('script[type=module]').src)).modules"
"""The modules that the page runs, by the names of their files: an expression for a function that may wait."""


def sit_down(page: Page, game: str, seats: int | None = None, **house: Any) -> None:
    """Fill in the form of a new table, with the simplest bots, and wait until the table is laid."""
    unseen = [name for name in house if name.endswith("_ms") or name.startswith(("median_", "spread_"))]
    times = {name: house.pop(name) for name in unseen}  # of these the form offers few, or words
    page.goto(f"/new/{game}?{urlencode(times)}")
    page.evaluate("document.querySelector('.house-fold')?.setAttribute('open', '')")
    if seats:
        page.select_option("#seats", str(seats))
    for seat in page.locator("#seat-list select[name]:enabled").all()[1:]:
        seat.select_option("bot:chance")
    for name, value in house.items():
        field = page.locator(f"#option-{name}")
        if isinstance(value, bool):
            field.set_checked(value)
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_selector("card-table .board .card", timeout=COMPILING)


def asked(page: Page, timeout: int = COMPILING) -> bool:
    """Wait until the player is asked; False when the match is over."""
    page.wait_for_selector(ASKED, timeout=timeout)
    return page.locator(".sign:not([hidden])").count() == 0


def table(page: Page, expression: str) -> Any:
    """Return a value of the page: `table(page, "chooser.menu.n")`."""
    return page.evaluate(f"document.querySelector('card-table').{expression}")


def wait_for_view(page: Page, after: int) -> None:
    """Wait until a later view than this one is drawn and the next menu has come."""
    page.wait_for_function(
        "n => { const t = document.querySelector('card-table'); return t.queue.n > n && t.queue.settled; }",
        arg=after,
        timeout=TURN,
    )


def wait_to_be_asked(page: Page, after: int) -> None:
    """Wait until the player is asked again, after a later view than this one: one choice may bring several views."""
    page.wait_for_function(
        "n => { const t = document.querySelector('card-table'); return t.queue.settled && t.chooser.menu?.n > n; }",
        arg=after,
        timeout=COMPILING,
    )


SEEN = """element => {
  const { left, top, width, height } = element.getBoundingClientRect();
  for (let y = 10; y < height; y += 8)
    for (let x = 10; x < width; x += 6)
      if (element.contains(document.elementFromPoint(left + x, top + y))) return { x: x + 1, y: y + 1 };
  return { x: width / 2, y: height / 2 };
}"""


def press(page: Page, element: Locator, timeout: float | None = None) -> None:
    """Press by finger if the page has touch, on a spot of the card that shows: a fan covers and turns it."""
    element.scroll_into_view_if_needed(timeout=timeout)
    spot = element.evaluate(SEEN, timeout=timeout)
    if page.evaluate("navigator.maxTouchPoints") > 0:
        element.tap(position=spot, timeout=timeout)
    else:
        element.click(position=spot, timeout=timeout)


def choose_any(page: Page, timeout: float | None = None) -> None:
    """Choose by pointer: a card if there is one, else the last call."""
    card = page.locator(LEGAL)
    press(page, card.last if card.count() else page.locator(".call:not(.quiet)").last, timeout)


def choose_if_still_asked(page: Page) -> None:
    """Do that at a table where others may close the question meanwhile, and the buttons go from under the hand."""
    from playwright.sync_api import Error as Gone

    with suppress(Gone):
        choose_any(page, timeout=2_000)


def play_any(page: Page) -> None:
    """Choose by pointer until a whole choice is made: what a card captures may be asked after it; then wait for the view."""
    n = table(page, "queue.n")
    for _ in range(CHAIN):
        picks = table(page, "chooser.picks.length")
        choose_any(page)
        page.wait_for_function(
            "([n, k]) => { const t = document.querySelector('card-table'); return t.queue.n > n || t.chooser.picks.length > k; }",
            arg=[n, picks],
            timeout=TURN,
        )
        if table(page, "queue.n") > n:
            break
    wait_for_view(page, n)


def choose_by_keys(page: Page) -> None:
    """The same by keyboard: arrows and Enter for a card, its letter for a call."""
    if not page.locator(LEGAL).count():
        page.keyboard.press(page.locator(".call kbd").last.inner_text().lower())
        return
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('.card.legal')"), "the arrows begin at a legal card"
    page.keyboard.press("Enter")


def at_rest(page: Page) -> None:
    """Wait until nothing moves."""
    page.wait_for_function("() => document.getAnimations().every(a => a.playState !== 'running')")


def sideways(page: Page) -> bool:
    """Whether the page can be scrolled sideways."""
    return bool(page.evaluate("document.scrollingElement.scrollWidth > innerWidth"))


def open_rules(page: Page) -> None:
    """Show the rulebook beside the table."""
    if not page.locator("side-panel:visible").count():
        page.get_by_role("button", name="Log & rules").click()
    page.get_by_role("tab", name="Rules").click()
