"""Find the line of a room's files that did something: one step is run again, interpreted, and watched line by line.

So every fault found in a match is reported with a line of rules.py, even if compiled rules caused it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from parlour.engine import steps
from parlour.engine.match import Match, Step
from parlour.engine.opening import first_line
from parlour.engine.rooms import Room
from parlour.kit.layout import NOBODY
from parlour.kit.phases import PARTS
from parlour.machine import body, interpreted

from .ranges import widened

MENU = ("choices", "allowed", "objection")
"""The functions that say what may be chosen, in the order in which the engine asks for them."""


def line_of(room: Room, function: Callable[..., Any], *arguments: Any, wrong: Callable[[], bool] | None = None) -> str:
    """`rules.py:41`: the line after which something is wrong until the function returns; without `wrong` the last line of the
    room that runs. `rules.py` alone if no line of the room does. The arguments are used up: give it copies.

    wrong: asked after each line; it has to look at wide tables (`parlour.machine.wide`), of which no copy is made.
    """
    watch = _Watch(room.folder, wrong or (lambda: False))
    before = sys.gettrace()
    sys.settrace(watch.enter)
    try:
        interpreted(body(function), *arguments)
    except Exception:  # another rung reports what rules raise
        pass
    finally:
        sys.settrace(before)
    return watch.blamed() or "rules.py"


def line_that_sets(room: Room, name: str, function: Callable[..., Any], tables: Any, *arguments: Any) -> str:
    """The line that gives a field of some wide tables what it holds when the function, which is given them first, returns."""
    after = tables.copy()
    interpreted(body(function), after, *arguments)
    wanted = after[name]
    return line_of(room, function, tables, *arguments, wrong=lambda: bool(np.array_equal(tables[name], wanted)))


def at_function(room: Room, *names: str, phase: int | None = None) -> str:
    """Return the place of the first of these functions that the room has: a function of rules.py, or a part of a phase.

    phase: the one that is meant; without it the first that has the part.
    """
    for name in names:
        parts = room.parts(name) if phase is None else [room.part(name, phase)]
        for function in parts if name in PARTS else [room.function(name)]:
            code = getattr(body(function), "__code__", None)
            if code is not None:
                return f"{Path(code.co_filename).name}:{first_line(code)}"
    return "rules.py"


def line_of_step(match: Match, step: Step, wrong: Callable[[Any], bool] | None = None) -> str:
    """`line_of` a step of a match. wrong: asked with the wide tables as they are after each line."""
    tables = widened(step.before)
    look = None if wrong is None else lambda: wrong(tables)
    if step.seat != NOBODY:
        return line_of(match.game.room, steps.act_row, tables, 0, step.choice, wrong=look)
    return line_of(match.game.room, steps.step_row, tables, 0, match.seed, match.number, wrong=look)


def objecting(room: Room, tables: Any, code: int) -> str:
    """The line that answers whether a choice is allowed, on tables[0]."""
    line = line_of(room, steps.verdict_row, widened(tables), 0, code)
    return line if ":" in line else at_function(room, *MENU)


class _Watch:
    """A trace function that follows the lines of a folder."""

    def __init__(self, folder: Path, wrong: Callable[[], bool]) -> None:
        self.folder, self.wrong = folder, wrong
        self.last = self.since = ""

    def enter(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        """Follow functions of the room only; what they call of the kit belongs to the line that calls it."""
        return self._follow if Path(frame.f_code.co_filename).parent == self.folder else None

    def _follow(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        self._look()
        caller = frame.f_back if event == "return" else frame
        if caller is not None and Path(caller.f_code.co_filename).parent == self.folder:
            self.last = f"{Path(caller.f_code.co_filename).name}:{caller.f_lineno}"
        return self._follow

    def _look(self) -> None:
        """Whether the line before is to blame."""
        self.since = (self.since or self.last) if self.wrong() else ""

    def blamed(self) -> str:
        """The line to blame, once all is done."""
        self._look()
        return self.since or self.last
