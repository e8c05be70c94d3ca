"""A hint stands beside the hand: over no card of the hand, the trick or the trump, whole on the screen, and one at a time."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.hands import asked, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
LONG = (
    "K♥ lets A♥ win and keeps Q♥ for later, and gives away only four points; "
    "J♦ for 4♣ and 3♠ would cost about half a point of the hand."
)
SHORT = "J♦ is your lowest diamond."
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "landscape": (844, 390)}
COVERED = """
() => {
  const box = (element) => element.getBoundingClientRect();
  const hint = box(document.querySelector("call-bar .hint"));
  const apart = (one, other) => one.right - 1 <= other.left || one.bottom - 1 <= other.top;
  const meets = (other) => !apart(hint, other) && !apart(other, hint);
  const all = [...document.querySelectorAll(".card, .centre .slot, call-bar .call")];
  const seen = all.filter((one) => one.offsetParent && box(one).width);
  return {
    cards: seen.length,
    covered: seen.filter((one) => meets(box(one))).map((one) => one.className),
    inside: hint.width > 0 && hint.top >= 0 && hint.bottom <= innerHeight && hint.left >= 0 && hint.right <= innerWidth,
    hand: [...document.querySelectorAll(".seat.own .card")].every((one) => box(one).top < innerHeight - 20),
  };
}
"""


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("game", ["schnapsen", "toepen"])
def test_a_hint_covers_no_card(visit: Callable[..., Page], game: str, size: str) -> None:
    page = visit("desktop" if size == "desktop" else "phone")
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    sit_down(page, game)
    assert asked(page)
    for text in (LONG, SHORT):
        page.evaluate("text => document.querySelector('card-table').calls.advise(text)", text)
    page.evaluate("text => document.querySelector('card-table').calls.advise(text)", LONG)
    page.wait_for_timeout(700)
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=Path(folder) / f"hint-{game}-{size}.png")
    assert page.locator("call-bar .hint").count() == 1
    assert page.locator("call-bar .hint").inner_text() == LONG
    assert not page.locator("call-bar .prompt").is_visible()
    found = page.evaluate(COVERED)
    assert found["cards"] > 4
    assert found == found | {"covered": [], "inside": True, "hand": True}
    page.evaluate("text => document.querySelector('card-table').calls.advise(text)", "")
    assert page.locator("call-bar .prompt").is_visible()
