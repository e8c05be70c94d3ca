"""A screen reader is told what happens while a game is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import asked, play_any, press, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
MOST = 60


def test_what_the_table_says_is_told_without_a_speaker(visit: Callable[..., Page]) -> None:
    """The table has no name, and stands in no quotation marks."""
    page = visit("phone")
    sit_down(page, "chicago", 4)
    told: list[str] = []
    while not any("scores" in line for line in told):
        assert asked(page)
        assert len(told) < MOST
        play_any(page)
        told += page.locator('[role="log"] p').all_inner_texts()
    assert not [line for line in told if line.startswith(":")]


def test_a_call_is_told_once(visit: Callable[..., Page]) -> None:
    """Not as a step and again as what was said."""
    page = visit("phone")
    sit_down(page, "toepen", 4)
    assert asked(page)
    call = page.locator(".call:not(.quiet)").last  # I discard; or Challenge! where a bot has discarded before
    told = page.locator('[role="log"] p', has_text="You: ").filter(has_text=call.inner_text())
    press(page, call)
    told.first.wait_for()
    assert told.count() == 1
