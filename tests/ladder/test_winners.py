"""Winners when all are level at the end: a second opinion on each room, taken from the rules as people know them."""

from __future__ import annotations

import random

import numpy as np
import pytest

import parlour
from ladder_rooms import ladder_rooms, short
from parlour.engine import steps
from parlour.engine.match import Step
from parlour.engine.rooms import room
from parlour.kit.layout import DEAL, NOBODY

NEVER_LEVEL = {"agram", "aggravation", "cucumber", "klondike", "schnapsen", "snip_snap_snorem", "spider", "toepen"}
"""Games that a player wins by going out, or that have one player."""
ELSEWHERE = {"crash", "crazy_eights", "i_doubt_it", "machiavelli"}
"""Games whose winner depends on cards shown or left, not on the score; their scenarios show who wins if scores are level."""
DRAWN = {"botifarra", "bura", "cassino", "pirate", "spades", "spite_and_malice"}
"""Rooms in which no player has won then. In all others every player has."""
AT: dict[str, dict[str, int | str]] = {
    "botifarra": {"score": 90, "hand_number": 60},
    "brag": {"hand_number": 20},
    "bura": {"hand_number": 60},
    "oh_hell": {"hand_number": 60},
    "pirate": {"score": 3, "phase": "end"},
    "porrazo": {"score": 5, "hand_number": 60, "phase": "next"},
    "spades": {"hand_number": 100},
}
"""Where level scores end a match only because it has lasted long enough, or are not those of its last step."""
LEVEL = [name for name in ladder_rooms() if short(name) not in NEVER_LEVEL | ELSEWHERE]


def last_table(name: str) -> np.ndarray:
    """The table before the step that ends a random match."""
    match = parlour.Game(name).start(seed=3)
    chooser, before = random.Random(4), [match.tables]

    def watch(step: Step) -> None:
        before[0] = step.before

    match.watchers.append(watch)
    while not match.over:
        match.play(chooser.choice([code for code in match.codes() if code != match.game.room.resign]))
    return before[0].copy()


@pytest.mark.parametrize("name", LEVEL, ids=short)
def test_level_at_the_end(name: str) -> None:
    """Repeat the last step of a match with level scores; if a tie is played off, what comes after the last hand of it."""
    tables = last_table(name)
    row = tables[0]
    assert row.turn == NOBODY, "the match ends in a step that nobody chooses"
    at = AT.get(short(name), {})
    seats, phase = int(row.seats), room(name).phases.index(at["phase"]) if "phase" in at else int(row.phase)
    score = int(row.stack) if "stack" in room(name).Table.options else int(max(abs(row.score)))
    row.winners = 0
    for _ in range(20):
        row.score[:seats] = at.get("score", score)
        row.hand_number = at.get("hand_number", row.hand_number)
        row.phase, row.turn, row.asked = phase, NOBODY, 0
        steps.step_row(tables, 0, 3, 0)
        if row.over:
            break
        assert row.phase == DEAL, "a tie is played off with another hand"
    assert row.over
    assert len({int(points) for points in row.score[:seats]}) == 1
    assert int(row.winners) == (0 if short(name) in DRAWN else (1 << seats) - 1)
    assert not row.payoff[:seats].any()


def test_the_lists_are_of_rooms_there_are() -> None:
    """No name in them is misspelt."""
    assert {short(name) for name in ladder_rooms()} >= NEVER_LEVEL | ELSEWHERE | DRAWN
