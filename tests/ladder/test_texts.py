"""Positions, records and the two ways of running the rules, for every game."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parlour
from ladder.test_rules import random_walk
from ladder_rooms import games, ladder_rooms, short, told

ROOMS = pytest.mark.parametrize("name", ladder_rooms(), ids=short)
LADDER = settings(deadline=None, max_examples=8, suppress_health_check=list(HealthCheck), derandomize=True)
TRACE = Path(__file__).with_name("trace.py")


@ROOMS
@LADDER
@given(data=st.data())
def test_a_position_reads_back_as_it_was_written(name: str, data: st.DataObject) -> None:
    """Writing, reading and writing any reachable position gives the same bytes and the same table."""
    game = data.draw(games(name))
    match = game.start(seed=data.draw(st.integers(0, 2**40)))
    random_walk(match, random.Random(data.draw(st.integers(0, 2**40))), data.draw(st.integers(0, 80)))
    text = match.position()
    again = game.read_fields(parlour.engine.game.split_position(text)[1])
    assert game.write_position(again) == text
    again[0].rng[:] = match.row.rng
    assert again.tobytes() == match.tables.tobytes(), told(match)


@ROOMS
@LADDER
@given(data=st.data())
def test_a_record_replays_exactly(name: str, data: st.DataObject) -> None:
    """A record gives the same match without a generator, and writes itself again."""
    game = data.draw(games(name))
    match = game.start(seed=data.draw(st.integers(0, 2**40)), live=data.draw(st.booleans()))
    random_walk(match, random.Random(data.draw(st.integers(0, 2**40))), 60)
    picks_left_out = match.record()
    again = parlour.replay(picks_left_out)
    assert again.position() == match.position(), told(match)
    again.commitments = match.commitments
    assert again.record() == picks_left_out


@ROOMS
def test_undo_and_redo(name: str) -> None:
    """Undo gives back every earlier table, redo every later one."""
    game = parlour.Game(name)
    match = game.start(seed=11)
    chooser = random.Random(11)
    tables = [match.tables.tobytes()]
    while not match.over and len(tables) < 15:
        entries = len(match.log)
        random_walk(match, chooser, 1)
        if len(match.log) > entries:
            tables.append(match.tables.tobytes())
    for expected in reversed(tables[:-1]):
        assert match.undo()
        assert match.tables.tobytes() == expected
    assert not match.undo()
    for expected in tables[1:]:
        assert match.redo()
        assert without_rng(match, expected)
    assert not match.redo()


def without_rng(match: parlour.Match, expected: bytes) -> bool:
    """Whether the table is the expected one but for its random state, which a redo does not need."""
    tables = match.tables.copy()
    wanted = type(tables)(tables.shape, tables.dtype, expected)
    wanted = wanted.copy()
    wanted[0].rng[:] = tables[0].rng
    return tables.tobytes() == wanted.tobytes()


@ROOMS
def test_interpreted_and_compiled_play_the_same(name: str) -> None:
    """Step by step the same choices, scores and positions with and without the compiler."""
    plain, compiled = traced(name, "1"), traced(name, "0")
    assert plain == compiled
    assert plain.count("\n") > 10


def traced(name: str, disable_jit: str) -> str:
    """What trace.py prints in a process of its own."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": disable_jit, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, str(TRACE), name], env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
