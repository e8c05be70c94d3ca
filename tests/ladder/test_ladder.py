"""Every room of the house, and the guide's, climbs the ladder that `parlour check` puts any room through: a test a rung."""

from __future__ import annotations

import pytest

from ladder_rooms import ladder_rooms, short
from parlour.engine.rooms import room
from parlour.ladder import RUNGS, Climb, Rung, folder_of
from parlour.ladder.interpreted import faults_of

ROOMS = pytest.mark.parametrize("name", ladder_rooms(), ids=short)


@ROOMS
def test_without_the_compiler(name: str) -> None:
    """Declaration, the text of the rules, look, rulebook, matches and scenarios, in a process of its own."""
    assert [str(fault) for fault in faults_of(folder_of(name), lambda rung: None, seconds=120)] == []


@pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: rung.__name__)
@ROOMS
def test_compiled(name: str, rung: Rung) -> None:
    """The rungs that take many matches, in this process."""
    assert [str(fault) for fault in rung(Climb(room(name)))] == []
