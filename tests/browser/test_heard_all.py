"""A hand of every other game, played by a player who only hears the page and presses keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import AT_NIGHT
from browser.listening import DAILY, play_by_ear
from parlour.engine.rooms import room_names

if TYPE_CHECKING:
    from playwright.sync_api import Page

COMPILED = True
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900), AT_NIGHT]


@pytest.mark.parametrize("game", [game for game in room_names() if game not in DAILY])
def test_a_hand_is_played_by_ear(visit: Callable[..., Page], game: str) -> None:
    play_by_ear(visit("desktop"), game)
