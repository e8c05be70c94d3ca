"""`parlour check` lists phases that play never enters, and branches to a phase that it never takes."""

from __future__ import annotations

import pytest

from ladder_rooms import guide_room
from parlour.engine.leads import leads
from parlour.engine.rooms import room
from parlour.ladder import Climb
from parlour.ladder.courses import in_scenarios, misled, never_taken, phases_entered


def test_phases_that_play_never_enters() -> None:
    """A phase is missed if neither play nor a scenario came to it."""
    opened = room("cucumber")
    climb, phases = Climb(opened), opened.phases
    assert not list(misled(opened))
    play, gather, overrun, following = (phases.index(name) for name in ("play", "gather", "overrun", "next"))
    for before, after in (
        (0, play),
        (play, gather),
        (gather, play),
        (play, phases.index("score")),
        (phases.index("score"), following),
    ):
        climb.course[before, after] = 5
    climb.course[following, -1] = 5
    assert overrun in {phase for pair in in_scenarios(opened) for phase in pair}
    assert not list(phases_entered(climb))
    assert not never_taken(climb), "a scenario shows what these matches do not"


def test_a_branch_that_is_never_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The remark is at its line. A branch in a rule that several phases call counts as taken if it is after one of them."""
    opened = room("spite_and_malice")
    climb, phases = Climb(opened), opened.phases
    monkeypatch.setattr("parlour.ladder.courses.in_scenarios", lambda room: set())
    for before, leading in leads(opened).items():
        for after in leading.phases:
            climb.course[before, after] = 1
    assert never_taken(climb) == []
    source = (opened.folder / "rules.py").read_text(encoding="utf-8").splitlines()
    into_score = [number for number, line in enumerate(source, 1) if "next_step(t, SCORE)" in line]
    climb.course[:, phases.index("score")] = 0
    found = never_taken(climb)
    assert [remark.where for remark in found] == [f"rules.py:{number}" for number in into_score]
    assert {remark.what for remark in found} == {"neither random matches nor scenarios go to the phase 'score' from here"}
    climb.course[phases.index("place talon"), phases.index("score")] = 1
    [left] = never_taken(climb)  # of four places three are in rules that `place talon` calls
    assert f"rules.py:{into_score[-1]}" == left.where


def test_a_phase_that_no_scenario_shows_either() -> None:
    """It is a fault, at the function of the phase."""
    guide = room(guide_room())
    shown = {phase for pair in in_scenarios(guide) for phase in pair}
    climb = Climb(guide)
    climb.course[0, 1] = climb.course[1, -1] = 7
    found = [fault.what for fault in phases_entered(climb)]
    assert found == [
        f"the phase {name!r} is never entered: not in 7 random matches under all kinds of house rules, nor in a scenario"
        for number, name in enumerate(guide.phases)
        if number > 1 and number not in shown
    ]
