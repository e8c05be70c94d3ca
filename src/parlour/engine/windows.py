"""Windows and quiet phases as a live table plays them: all who may press are asked at once, and nobody sees who was.

The rules ask one seat after another. Who is asked at once is found by letting a window pass on a copy; the answers are given
to the table in the rules' order when they are all in, or when their time is up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.kit.layout import NOBODY, copy_of

from . import steps
from .rooms import Room
from .view import Tables, plain

_UNSEEN = ("rng", "said", "elapsed")


def in_order(room: Room, tables: Tables) -> list[tuple[int, Tables]]:
    """The seats that an open window asks, in the rules' order, each with the table as it is if all before it let it pass.

    Empty if no window is open.
    """
    if not room.windows:
        return []
    row = plain(tables)
    phase, passing = int(row["phase"]), room.lets_pass(row)
    if passing is None or row["turn"] == NOBODY or int(row["asked"]) & ~(1 << int(row["turn"])):
        return []
    found: list[tuple[int, Tables]] = []
    tables = copy_of(tables)
    ahead = plain(tables)
    while ahead["turn"] != NOBODY and int(ahead["phase"]) == phase and len(found) < int(row["seats"]):
        found.append((int(ahead["turn"]), copy_of(tables)))
        steps.act_row(tables, 0, passing)
    return found


def noticed(before: Tables, after: Tables) -> bool:
    """Whether an onlooker sees or hears that something has happened between two tables."""
    old, new = _seen(before), _seen(after)
    if new["said"][0]:
        return True
    return any(not np.array_equal(old[name], new[name]) for name in new.dtype.names if name not in _UNSEEN)


def stands(room: Room, tables: Tables, seed: int, match: int) -> bool:
    """Whether the table stands in a quiet phase that asks nobody, to go on when its time is over.

    If a step that nobody notices makes the phase ask somebody after all, this step belongs to the beginning of the phase.
    """
    row = plain(tables)
    phase = int(row["phase"])
    if row["turn"] != NOBODY or not room.is_quiet(row):
        return False
    ahead = copy_of(tables)
    steps.step_row(ahead, 0, seed, match)
    return ahead[0].turn == NOBODY or int(ahead[0].phase) != phase or noticed(tables, ahead)


def _seen(tables: Tables) -> Any:
    """The record as an onlooker sees it."""
    copy = copy_of(tables)
    steps.mask_row(copy, 0, NOBODY)
    return plain(copy)
