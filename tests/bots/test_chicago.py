"""Showdowns at Chicago: bots know that a declaration that need not be true costs the match if it is not proven."""

from __future__ import annotations

import math
from typing import Any

import pytest

import parlour
from parlour import bots
from parlour.engine.match import Match
from parlour.games.chicago.bot import value

CARDS = {"hand.1": "??×5", "hand.2": "??×5", "stock": "??×28", "discards": "??×9", "drew": [[3, 0, 0]] * 3}


def speaking(hand: str, *, bluffs: bool, **fields: Any) -> Match:
    """Three players after the first draw; the eldest, whose hand is known, is to speak."""
    game = parlour.game("chicago", 3, false_declarations=bluffs)
    turn = {"hand_number": 4, "phase": "speak", "dealer": 2, "turn": 0, "player": 0, "draws": 1, "score": [10, 10, 10]}
    return game.match_from(turn | CARDS | {"hand.0": hand} | fields)


def test_a_hand_is_worth_the_match_where_bluffs_are_allowed() -> None:
    """Nine points double a chance to win; a player who has forfeited has none."""
    assert math.isnan(value(speaking("A♠ A♥ 9♦ 5♣ 3♠", bluffs=False).row, 0))
    level = speaking("A♠ A♥ 9♦ 5♣ 3♠", bluffs=True).row
    assert [value(level, p) for p in range(3)] == pytest.approx([0, 0, 0])
    level.score[:3] = 19, 10, 10
    assert value(level, 0) == pytest.approx(0.5 - 0.5 / 2)
    level.out[0] = 1
    assert [value(level, p) for p in range(3)] == pytest.approx([-0.5, 0.25, 0.25])


def share(match: Match, *choices: str) -> float:
    """Return how often the strategy makes one of these choices."""
    options = bots.make("nerve:iterations=20,seed=1").consider(match.view(match.turn, memory=True))[1]
    shares = {match.game.room.choice_name(option.code): option.share for option in options}
    if not any(shares.values()):  # only one is ever taken, the others are there for what they would bring
        shares[next(iter(shares))] = 1.0
    return sum(shares.get(choice, 0.0) for choice in choices)


def test_nobody_passes_with_a_pair_nor_bluffs_for_a_point() -> None:
    """Bots declare what is true; without anything a player who is level passes."""
    assert share(speaking("2♠ 2♥ 9♦ 5♣ 3♠", bluffs=False), "declare") == 1
    assert share(speaking("8♠ 8♥ 9♦ 5♣ 3♠", bluffs=True), "claim pair") > 0.9
    assert share(speaking("J♠ 8♥ 9♦ 5♣ 3♠", bluffs=True), "pass") > 0.9
