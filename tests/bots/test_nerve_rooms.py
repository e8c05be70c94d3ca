"""The strategies that are shipped: none is stale or large, and each distinguishes only what its player sees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from interpreted import interpreted
from parlour.bots.nerve.files import FILE, strategy_of
from parlour.bots.nerve.rooms import REST, WAYS, phases_of_nerve, situation, ways
from parlour.bots.rollouts import Ints
from parlour.engine.dispatch import choices, mask
from parlour.engine.game import Game
from parlour.engine.rooms import GAMES, room
from parlour.engine.steps import act, begin, step
from parlour.kit import NOBODY, random_below, rule

SHIPPED = sorted(path.parent.name for path in GAMES.glob(f"*/{FILE}"))
SAYING = sorted(path.parent.name for path in GAMES.glob("*/nerve.py"))
COMPILED = ("i_doubt_it",)
"""The others take a second each interpreted, and at night they are compiled for more matches."""
TOLD_APART: dict[str, dict[str, Any]] = {"chicago": {"false_declarations": True}, "toepen": {"knock_timing": "on_turn"}}
"""House rules that a strategy was learned under, too."""


@rule
def compared(tables, nerve, seed, matches, menu, found):  # type: ignore[no-untyped-def]
    """Play random matches: compare every situation of nerve in the seat's masked view with that in the whole table.

    found: int64[2, WAYS]. Return how many were compared; below 0 the first at which the two differ or a way is not in the menu.
    """
    t, seen, looked = tables[0], tables[1], 0
    for match in range(matches):
        tables[0] = tables[2]
        begin(t, seed, match)
        while not t.over and t.hand_number < 4:
            if t.turn == NOBODY:
                step(t, seed, match)
                continue
            n = choices(t, menu)
            if nerve[t.phase]:
                looked += 1
                tables[1] = tables[0]
                mask(seen, t.turn)
                ways(t, menu, n, found[0])
                ways(seen, menu, n, found[1])
                key, there = situation(t), 0
                if key < 0 or key != situation(seen):
                    return -looked
                for k in range(WAYS):
                    there += found[0, k] >= 0
                    if found[0, k] != found[1, k] or (0 <= found[0, k] < REST and not offered(menu, n, found[0, k])):
                        return -looked
                if there == 0:
                    return -looked
            entry = menu[random_below(t, n)]
            act(t, (entry & 0xFFFFFFFF) + random_below(t, (entry >> 32) + 1))
    return looked


@rule
def offered(menu, n, code):  # type: ignore[no-untyped-def]
    for k in range(n):
        first = menu[k] & 0xFFFFFFFF
        if first <= code <= first + (menu[k] >> 32):
            return True
    return False


def compare(name: str, matches: int) -> int:
    """Compare the situations of random matches; returns how many there were."""
    opened = room(name)
    nerve = np.zeros(128, np.int64)
    nerve[list(phases_of_nerve(opened))] = 1
    menu: Ints = np.zeros(opened.menu_size, np.int64)
    looked = 0
    games = [Game(opened, seats) for seats in {opened.Table.seats_range[0], opened.Table.default_seats}]
    games += [Game(opened, None, TOLD_APART[name])] if name in TOLD_APART else []
    for game in games:
        found: Ints = np.zeros((2, WAYS), np.int64)
        once = int(compared(game.blank(3), nerve, 3, matches, menu, found))
        assert once > 0, f"{name} with {game.seats} seats: differs, or is not offered, at choice {-once}"
        looked += once
    return looked


def test_hidden_cards_make_no_difference() -> None:
    """A situation, and the ways out of it, do not depend on cards that the seat cannot see; every way is in the menu."""
    call = "from test_nerve_rooms import *; print(json.dumps([compare(name, 20) for name in SAYING if name not in COMPILED]))"
    found = json.loads(interpreted("-c", call, folder=Path(__file__).parent))
    assert len(found) + len(COMPILED) == len(SAYING)
    assert min(found) > 100


@pytest.mark.parametrize("name", [name if name in COMPILED else pytest.param(name, marks=pytest.mark.soak) for name in SAYING])
def test_hidden_cards_make_no_difference_in_many_matches(name: str) -> None:
    assert compare(name, 100) > 100


@pytest.mark.parametrize("name", SHIPPED)
def test_no_strategy_is_stale_or_large(name: str) -> None:
    """Strategies fit today's rules and situations (`parlour train GAME --nerve` learns again); odds are odds."""
    strategy = strategy_of(room(name))
    assert strategy is not None
    assert (GAMES / name / FILE).stat().st_size <= 500_000
    assert (np.diff(strategy.keys) > 0).all()
    assert (abs(strategy.odds.sum(axis=1, dtype=np.int64) - 255) <= WAYS // 2).all()
    options = parlour.game(name).options
    assert {key: options[key] for key in strategy.house} == strategy.house
