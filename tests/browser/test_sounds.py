"""Sounds in words: a caption for each, if the player wants captions, also with the sounds off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import asked, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
CAPTION = """(name) => {
  document.querySelector("card-table").sounds[name]();
  const caption = document.querySelector(".sound-caption");
  return caption && [caption.textContent, caption.getAttribute("aria-hidden"), getComputedStyle(caption).pointerEvents];
}"""
"""Make a sound; what its caption says, whether it is read out, and whether it takes presses."""


def test_sounds_have_captions(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    page.add_init_script("localStorage.setItem('parlour.sounds', 'no')")
    sit_down(page, "schnapsen")
    asked(page)
    assert page.evaluate(CAPTION, "card") is None, "nobody asked for captions"
    page.evaluate("localStorage.setItem('parlour.captions', 'yes')")
    for name, text in (("card", "♪ a card is laid down"), ("turn", "♪ two notes: it is your turn")):
        assert page.evaluate(CAPTION, name) == [text, "true", "none"]
    page.wait_for_selector(".sound-caption", state="detached")
