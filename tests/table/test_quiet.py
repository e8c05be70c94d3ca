"""Phases in which others may not know who is asked: what the wire tells of them, and when."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from parlour.engine.game import Game
from parlour.engine.rooms import room, room_names

WHISPERS = str(Path(__file__).parent.parent / "rooms" / "whispers")
QUIET_ROOMS = [name for name in (*room_names(), WHISPERS) if room(name).quiet]


@pytest.mark.parametrize("name", QUIET_ROOMS, ids=lambda name: Path(name).name)
def test_whoever_is_asked_in_a_quiet_phase_may_let_it_pass(name: str) -> None:
    """At a live table time passes for those who say nothing, so every quiet phase names an answer that is always allowed."""
    chance = random.Random(name)
    asked = 0
    for seed in range(500):  # jacks enough for a signal are rare
        if asked > 20:
            break
        match = Game(name).start(seed=seed)
        for _ in range(60):
            if match.over:
                break
            seat = chance.choice(match.asked)
            phase = int(match.row.phase)
            codes = match.codes(seat)
            if phase in match.game.room.quiet:
                asked += 1
                assert match.game.room.windows[phase] in codes, match.phase
            match.play(chance.choice([code for code in codes if code != match.game.room.resign]), seat=seat)
    assert asked
