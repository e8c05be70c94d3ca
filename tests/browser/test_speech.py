"""A screen reader is told what happens while a game is played."""

from __future__ import annotations

import re
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


def heard(page: Page) -> list[tuple[str, str]]:
    """The roles and names of all that the browser hands to a screen reader."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return [(node["role"]["value"], str(node.get("name", {}).get("value", ""))) for node in nodes if not node["ignored"]]


def test_tricks_are_told_and_hidden_cards_are_one_phrase(visit: Callable[..., Page]) -> None:
    """The transcript names who took the trick, and with what. Hidden cards are a number; a card in the trick forbids nothing."""
    page = visit("phone")
    sit_down(page, "cucumber", 3)
    taken = page.locator('[role="log"] p', has_text=re.compile(r"takes? the trick with (the )?\w+ of \w+$"))
    while not taken.count():
        assert asked(page)
        hidden = [role for role, name in heard(page) if re.fullmatch(r"hand: \d cards, face down", name)]
        assert hidden == ["group"] * 2
        assert "not allowed" not in page.locator(".look-trick").aria_snapshot()
        play_any(page)
    told = page.locator('[role="log"] p').all_inner_texts()
    plays = [line for line in told if line.startswith("You: ")]
    assert len(plays) == len(set(plays)) > 0
    assert not re.search("[♣♦♥♠]", " ".join(told))


def test_how_much_is_told_is_chosen(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    page.add_init_script("try { localStorage.setItem('parlour.speech', 'off'); } catch {}")
    sit_down(page, "cucumber", 3)
    assert asked(page)
    play_any(page)
    assert page.locator('[role="log"] p').count() == 0
    page.evaluate("localStorage.setItem('parlour.speech', 'short')")
    assert asked(page)
    play_any(page)
    assert asked(page)
    told = page.locator('[role="log"] p').all_inner_texts()
    assert "Your turn" in told
    assert not [line for line in told if line.startswith("You: ")]
