"""Run the first part of the ladder, interpreted, in a process of its own (`faults_of` starts it, `run` does the work).

Without the compiler every error has a line of rules.py, and an index past the end is an error. So as many faults as possible are
found here; the compiler, which would say the same in three hundred lines, only gets rules that have come this far. Prints one
line of JSON for each rung and each fault.
"""

from __future__ import annotations

import _thread
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from parlour.engine import steps
from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Match, Step
from parlour.engine.positions import pack_of_table
from parlour.engine.rooms import GAMES, Room, room
from parlour.kit.layout import NOBODY
from parlour.machine import body

from . import courses
from . import folder as folders
from .blame import blamed
from .climbing import Climb, Rung, random_walk, replay_hint
from .declared import open_unsaid
from .faults import Fault
from .folder import scenarios_hold
from .lines import MENU, at_function, line_of_step, objecting
from .matches import perft_within, step_faults
from .reading import slips
from .twins import open_facts

SECONDS = 30.0
"""Time that a rung may take without the compiler; most rooms of the house take one or two seconds."""
CHOICES = 60
FEW_SEQUENCES = 100
"""Sequences of choices after which one choice more is not counted without the compiler."""
MOST_ALONE = 300
"""The most steps in a row that no seat chooses."""


def packs(climb: Climb) -> Iterator[Fault]:
    """Check that there are cards to play with, for every number of players."""
    low, high = climb.room.Table.seats_range
    for seats in range(low, high + 1):
        if not pack_of_table(climb.room, Game(climb.room, seats).blank()[0]):
            yield Fault(at_function(climb.room, "pack"), "pack puts no card into the bag")
            return


class _Wrong(Exception):
    """A step that should not have been: what is wrong, and the place that is to blame."""

    def __init__(self, what: str, where: str) -> None:
        super().__init__(what)
        self.where = where


def matches(climb: Climb) -> Iterator[Fault]:
    """Some random matches with few and many seats: indices in range, cards conserved, an end to every step, menus that hold."""
    table, start = climb.room.Table, time.process_time()
    for seats in sorted({table.seats_range[0], table.default_seats, table.seats_range[1]}):
        match = Game(climb.room, seats).fresh(seed=seats)
        match.watchers.append(_watch(match))
        chooser = random.Random(seats)
        most = int(body(climb.room.function("bound"))(match.row))
        try:
            match.begin()
            for done in range(CHOICES):
                if match.over or time.process_time() - start > climb.patience:
                    break
                if done >= most:
                    goes_on = f"bound says that a match has at most {counted(most, 'choice')}, and this one goes on"
                    yield Fault(at_function(climb.room, "bound"), f"{goes_on}: {replay_hint(match)}")
                    return
                if wrong := next(_menu_faults(match), None):
                    raise _Wrong(wrong.what, wrong.where)
                random_walk(match, chooser, 1)
        except _Wrong as error:
            yield Fault(error.where, f"{error}: {replay_hint(match)}")
            return


def _watch(match: Match) -> Callable[[Step], None]:
    """Stop at the first step that is wrong."""
    alone = 0

    def watch(step: Step) -> None:
        nonlocal alone
        alone = 0 if step.seat != NOBODY else alone + 1
        if wrong := next(step_faults(match, step), None):
            raise _Wrong(wrong.what, wrong.where)
        if alone > MOST_ALONE:
            phase = match.game.room.phases[int(step.before[0].phase)]
            what = f"the steps come to no end: {counted(alone, 'step')} and nobody is asked, the last in phase {phase!r}"
            raise _Wrong(what, line_of_step(match, step))

    return watch


def _menu_faults(match: Match) -> Iterator[Fault]:
    """Whether a seat is asked and may choose something, and nothing objects to what the menu offers."""
    if match.over:
        return
    room, phase = match.game.room, match.phase
    for seat in match.asked:
        codes = match.codes(seat)
        if not codes:
            where = at_function(room, *MENU, phase=int(match.row.phase))
            yield Fault(where, f"seat {seat} is asked in phase {phase!r} and may choose nothing")
        scratch = match.table_for(seat)
        for code in codes[:200]:
            if reason := int(steps.verdict_row(scratch, 0, code)):
                source = f"paragraph {reason}" if reason > 0 else "the house (not a card or call of this phase)"
                named = f"{room.choice_name(code)!r} is offered in phase {phase!r}"
                yield Fault(objecting(room, scratch, code), f"menu and objection disagree: {named}, and {source} objects")
                return


def reading(climb: Climb) -> Iterator[Fault]:
    """Read rules.py as a text: find what the language of rules does not have, undefined names, hands that are not hidden."""
    yield from slips(climb.room)
    yield from open_unsaid(climb.room)
    yield from courses.misled(climb.room)


def few_perft(climb: Climb) -> Iterator[Fault]:
    """Compare the perft counts if they are small: the author of a new game learns them in seconds."""
    yield from perft_within(climb, FEW_SEQUENCES)


RUNGS: tuple[Rung, ...] = (reading, packs, *folders.RUNGS, matches, open_facts, scenarios_hold, few_perft)
DECISIVE = (reading, packs, matches)
"""Where these find anything, the rest would only find it again."""


def run(path: str, seconds: float) -> None:
    """Climb in this process, which must be without the compiler, printing what is found."""
    folder = Path(path)
    send(rung="declaration")
    opened = opening(folder, seconds)
    if isinstance(opened, Fault):
        send(fault=opened)
        return
    climb, faulty = Climb(opened, patience=seconds / 3), False
    for rung in RUNGS:
        if faulty and rung is few_perft:
            continue  # what is wrong may have changed the counts
        send(rung=rung.__name__)
        found = climbed(rung, climb, folder, seconds)
        faulty |= bool(found)
        for fault in found:
            send(fault=fault)
        if found and rung in DECISIVE:
            return


def opening(folder: Path, seconds: float) -> Room | Fault:
    """The room in a folder, or why it cannot be opened."""
    try:
        with limit(seconds):
            return room(folder.name if folder.parent == GAMES else str(folder))
    except (Exception, KeyboardInterrupt) as error:
        return blamed(error, folder, seconds)


def climbed(rung: Rung, climb: Climb, folder: Path, seconds: float) -> list[Fault]:
    """The faults a rung finds; what rules raise is one."""
    found: list[Fault] = []
    try:
        with limit(seconds):
            found += rung(climb)
    except (Exception, KeyboardInterrupt) as error:
        found.append(blamed(error, folder, seconds))
    return found


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Interrupt a computation that takes longer, even if the machine is busy: the traceback says where it was."""
    done, end = threading.Event(), time.process_time() + seconds

    def watch() -> None:
        while not done.wait(0.1):
            if time.process_time() > end:
                _thread.interrupt_main()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    heeded = signal.signal(signal.SIGINT, signal.default_int_handler)  # a background process ignores it
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        signal.signal(signal.SIGINT, heeded)


def send(rung: str = "", fault: Fault | None = None) -> None:
    """Write a line for the parent process."""
    line = {"where": fault.where, "what": fault.what} if fault else {"rung": rung}
    print(json.dumps(line), flush=True)


def faults_of(folder: Path, progress: Callable[[str], None], seconds: float = SECONDS) -> list[Fault]:
    """Run this module in a process of its own and collect the faults that it finds. BadInput if the process itself fails.

    progress: called with the name of each rung. seconds: the time that a rung may take.
    """
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", f"from {__name__} import run; run({str(folder)!r}, {seconds})"]
    found: list[Fault] = []
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            try:
                read = json.loads(line)
            except ValueError:  # something the rules print
                continue
            if "rung" in read:
                progress(read["rung"])
            else:
                found.append(Fault(read["where"], read["what"]))
        errors = process.stderr.read().strip().splitlines()
    if process.returncode:
        raise BadInput(f"{folder}: could not be tried without the compiler: {errors[-1] if errors else process.returncode}")
    return found
