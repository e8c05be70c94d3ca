"""Every room of the house, and the guide's, climbs the ladder that `parlour check` puts any room through: a test a rung."""

from __future__ import annotations

import os

import pytest

from ladder_rooms import guide_room, ladder_rooms, short
from parlour.engine.rooms import room
from parlour.ladder import RUNGS, Climb, Rung, folder_of, matches
from parlour.ladder.interpreted import faults_of

WIDE = (matches.menus, matches.in_bulk)
"""Rungs that compile all rules of a room once more, for tables with wide numbers: more than half of the ladder's time."""
WIDE_BY_DAY = {"aggravation", "botifarra", "brag", "bura", "cassino", "i_doubt_it", "klondike", "schnapsen", "solo", guide_room()}
"""A room of each kind: races, partners, bets, beating, capturing, sealed choices, patiences, marriages, bids. At night all rooms.

By day the other rooms have their menus checked without the compiler, and every other rung compiled.
"""
ROOMS = pytest.mark.parametrize("name", ladder_rooms(), ids=short)


@ROOMS
def test_without_the_compiler(name: str) -> None:
    """Declaration, the text of the rules, look, rulebook, matches and scenarios, in a process of its own."""
    assert [str(fault) for fault in faults_of(folder_of(name), lambda rung: None, seconds=120)] == []


def _by_day(name: str, rung: Rung) -> bool:
    return rung not in WIDE or name in WIDE_BY_DAY or "PARLOUR_LADDER" in os.environ


CLIMBS = [
    pytest.param(name, rung, id=f"{short(name)}-{rung.__name__}", marks=() if _by_day(name, rung) else pytest.mark.soak)
    for name in ladder_rooms()
    for rung in RUNGS
]


@pytest.mark.parametrize(("name", "rung"), CLIMBS)
def test_compiled(name: str, rung: Rung) -> None:
    """The rungs that take many matches, in this process."""
    assert [str(fault) for fault in rung(Climb(room(name)))] == []
