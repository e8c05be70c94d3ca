"""Whole hands played by a player who only hears the page and presses keys, from the lobby to the result."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import AT_NIGHT, sit_down
from browser.listening import OVER, Listener, play_match
from parlour.engine.rooms import room_names
from parlour.house.commands import as_heard

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]
DAILY = ("cucumber", "schnapsen", "klondike")
MOST = {"klondike": 12, "spider": 40}
"""Choices after which a deal of a patience is given up."""
LONG = 400
NEXT_HAND = "Hand 2"


def plainly(text: str) -> str:
    """A line without the signs that are read as words or pauses."""
    return as_heard(text).replace(",", "")


def log_of(page: Page) -> list[str]:
    """The lines of the log as a sighted player reads them, each as often as it stands there."""
    lines: list[tuple[str, int]] = page.eval_on_selector_all(
        ".log li", "all => all.map(item => [item.dataset.text, Number(item.dataset.times)])"
    )
    return [text for text, times in lines for _ in range(times)]


@pytest.mark.parametrize("game", [game if game in DAILY else pytest.param(game, marks=AT_NIGHT) for game in room_names()])
def test_a_hand_is_played_by_ear(visit: Callable[..., Page], game: str) -> None:
    """A hand, or a match of one, by what the live regions say and with keys alone. The log says the same, and each thing once."""
    page = visit("desktop")
    player = Listener(page)
    sit_down(page, game)
    made = play_match(
        player, random.Random(game), MOST.get(game, LONG), lambda told: any(text == NEXT_HAND or OVER in text for text in told)
    )
    assert made > 0
    log = [plainly(text) for text in log_of(page)]
    told = [text for text in map(plainly, player.told) if text in log]
    first = log.index(told[0])
    assert told == log[first : first + len(told)]
