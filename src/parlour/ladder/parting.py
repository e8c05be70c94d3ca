"""Find where compiled rules differ from the same rules as Python: a figure wraps around, an index is past the end, a number is
divided by zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.engine import steps
from parlour.engine.counting import counted
from parlour.engine.dispatch import random_choice
from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.kit.layout import NOBODY
from parlour.machine import body, interpreted

from .faults import Fault
from .lines import at_function, line_that_sets
from .ranges import widened

MOST_EVENTS = 100_000


def parting(game: Game, seed: int, match: int) -> Fault:
    """The first step of a random match, played as `steps.playouts` does, that compiled rules take otherwise than Python."""
    tables, menu = game.blank(), np.zeros(game.room.menu_size, np.int64)
    steps.begin_row(tables, 0, seed, match)
    played, decisions = (
        f"{counted(game.seats, 'seat')}{f', {game.house}' if game.house else ''}, seed {seed}, match {match}",
        0,
    )
    for _ in range(MOST_EVENTS):
        if tables[0].over:
            break
        before = tables.copy()
        if tables[0].turn == NOBODY:
            event: tuple[Any, ...] = (steps.step_row, (seed, match))
        else:
            drawn = widened(tables)
            event = (steps.act_row, (int(interpreted(body(random_choice), drawn[0], menu)),))
            before.rng[:] = tables.rng[:] = drawn.rng
            decisions += 1
        event[0](tables, 0, *event[1])
        if found := parted(game.room, before, tables, *event):
            return Fault(found.where, f"{found.what}: {played}, decision {decisions}")
    return Fault(at_function(game.room, "play"), f"these matches go otherwise with the compiler than without: {played}")


def parted(room: Room, before: Any, after: Any, function: Any, arguments: tuple[Any, ...]) -> Fault | None:
    """The field that a compiled step, which has made `after` of `before`, sets otherwise than the same step as Python."""
    compiled, plain = widened(after), widened(before)
    interpreted(body(function), plain, 0, *arguments)
    for name in room.Table.fields:
        if not np.array_equal(plain[name], compiled[name]):
            where = line_that_sets(room, name, function, widened(before), 0, *arguments)
            values = [np.ravel(each[name])[np.ravel(plain[name] != compiled[name])][0] for each in (compiled, plain)]
            return Fault(where, f"{name} is {values[0]} with the compiler and {values[1]} without")
    return None
