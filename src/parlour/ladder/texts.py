"""Positions and records read back as they were written, undo goes back, and compiled rules play like interpreted ones."""

from __future__ import annotations

import difflib
import os
import random
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

from parlour.engine import steps
from parlour.engine.errors import BadInput
from parlour.engine.game import split_position
from parlour.engine.match import Match, Step
from parlour.engine.records import read_record
from parlour.kit.layout import NOBODY

from .climbing import Climb, random_walk, replay_hint
from .declared import at_field
from .faults import Fault
from .lines import at_function
from .parting import parted
from .trace import played

TRACE = Path(__file__).with_name("trace.py")
TRACE_SECONDS = 240


def positions(climb: Climb) -> Iterator[Fault]:
    """Writing, reading and writing any reachable position gives the same text and the same table."""
    for game, chooser in climb.tries(8, "positions"):
        match = game.start(seed=chooser.getrandbits(40))
        random_walk(match, chooser, chooser.randint(0, 80))
        text = match.position()
        try:
            again = game.read_fields(split_position(text)[1])
        except BadInput as error:
            where = at_function(climb.room, "unsound", "play")
            yield Fault(where, f"a position that came about cannot be read: {error}: {replay_hint(match)}")
            return
        written = game.write_position(again)
        again[0].rng[:] = match.row.rng
        if written != text or again.tobytes() != match.tables.tobytes():
            line = _difference(text, written)
            what = f" ({line})" if line else " (zones or piles keep something that is not shown)"
            where = at_field(climb.room, line.partition(" ")[0].partition(".")[0])
            yield Fault(where, f"a position does not read back as it was written{what}: {replay_hint(match)}")
            return


def _difference(text: str, written: str) -> str:
    lines = [line for line in difflib.ndiff(text.splitlines(), written.splitlines()) if line[:1] in "+-"]
    return lines[0][2:].strip() if lines else ""


def records(climb: Climb) -> Iterator[Fault]:
    """A record gives the same match without a generator, and writes itself again."""
    for game, chooser in climb.tries(8, "records"):
        match = game.start(seed=chooser.getrandbits(40), live=chooser.random() < 0.5)
        random_walk(match, chooser, 60)
        text = match.record()
        try:
            again = read_record(text)
        except BadInput as error:
            yield Fault(at_function(climb.room, "play"), f"a record cannot be replayed: {error}: {replay_hint(match)}")
            return
        same = again.position() == match.position()
        again.commitments = match.commitments
        if not same or again.record() != text:
            yield Fault(at_function(climb.room, "play"), f"a record replays otherwise than it was played: {replay_hint(match)}")
            return


def undo(climb: Climb) -> Iterator[Fault]:
    """Undo gives back every earlier table, redo every later one."""
    match, chooser = climb.game.start(seed=11), random.Random(11)
    tables = [match.tables.tobytes()]
    while not match.over and len(tables) < 15:
        entries = len(match.log)
        random_walk(match, chooser, 1)
        if len(match.log) > entries:
            tables.append(match.tables.tobytes())
    back = [match.undo() and match.tables.tobytes() == expected for expected in reversed(tables[:-1])]
    if not all(back) or match.undo():
        yield Fault(at_function(climb.room, "play"), f"undo does not give back an earlier table: {replay_hint(match)}")
        return
    forth = [match.redo() and _equal_but_for_rng(match, expected) for expected in tables[1:]]
    if not all(forth) or match.redo():
        yield Fault(at_function(climb.room, "play"), f"redo does not give the later table again: {replay_hint(match)}")


def _equal_but_for_rng(match: Match, expected: bytes) -> bool:
    """Whether the table is the expected one but for its random state, which a redo does not need."""
    tables = match.tables.copy()
    wanted = type(tables)(tables.shape, tables.dtype, expected).copy()
    wanted[0].rng[:] = tables[0].rng
    return bool(tables.tobytes() == wanted.tobytes())


def two_ways(climb: Climb) -> Iterator[Fault]:
    """Step by step the same choices, scores and positions with and without the compiler."""
    plain, compiled = _played_interpreted(climb), _played_here(climb)
    if plain == compiled:
        return
    pairs = enumerate(zip(plain, compiled, strict=False), 1)
    number, one, other = next(((n, one, other) for n, (one, other) in pairs if one != other), (0, "", (plain or compiled)[-1]))
    difference = f"at choice {number}: {one!r} against {other!r}" if number else f"{other}"
    found = _parted(climb)
    where, what = (found.where, found.what) if found else (at_function(climb.room, "play"), difference)
    yield Fault(where, f"interpreted and compiled rules part: {what}")


def _parted(climb: Climb) -> Fault | None:
    """The first step of the matches of trace.py that compiled rules take otherwise than Python."""
    for match, _ in played(str(climb.room.folder)):
        found: list[Fault] = []

        def watch(step: Step, match: Match = match, found: list[Fault] = found) -> None:
            event = (steps.act_row, (step.choice,)) if step.seat != NOBODY else (steps.step_row, (match.seed, match.number))
            if not found and (fault := parted(climb.room, step.before, step.after, *event)):
                found.append(Fault(fault.where, f"{fault.what}: {replay_hint(match)}"))

        match.retrace(watch)
        if found:
            return found[0]
    return None


def _played_here(climb: Climb) -> list[str]:
    """The lines of trace.py by the rules of this process, which are compiled; after an error what Python says of it last."""
    try:
        return [line for _, lines in played(str(climb.room.folder)) for line in lines]
    except Exception as error:
        return traceback.format_exception_only(error)[-1].splitlines()[-1:]


def _played_interpreted(climb: Climb) -> list[str]:
    """Play without the compiler, in a process of its own."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, str(TRACE), str(climb.room.folder)]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=TRACE_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return [f"no end after {TRACE_SECONDS} s"]
    return done.stdout.splitlines() if done.returncode == 0 else done.stderr.splitlines()[-1:]


RUNGS = (positions, records, undo, two_ways)
