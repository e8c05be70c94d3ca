"""`parlour check` lists phases that random play never enters, or that never follow each other."""

from __future__ import annotations

from pathlib import Path

from ladder_rooms import guide_room
from parlour.engine.rooms import room
from parlour.ladder import Climb
from parlour.ladder.courses import in_scenarios, misled, never_followed, phases_entered


def test_phases_that_play_never_enters(tmp_path: Path) -> None:
    """A phase is missed if neither play nor a scenario came to it; what did not follow is a remark, of phases entered only."""
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
    assert overrun in in_scenarios(opened)
    assert not list(phases_entered(climb))
    told = [remark.what for remark in never_followed(climb)]
    assert told == [
        "the phase 'overrun' never came after 'score' in random matches, although the rules name it there",
        "the phase 'deal' never came after 'next' in random matches, although the rules name it there",
    ]


def test_a_phase_that_no_scenario_shows_either() -> None:
    """It is a fault, at the function of the phase."""
    guide = room(guide_room())
    shown = in_scenarios(guide)
    climb = Climb(guide)
    climb.course[0, 1] = climb.course[1, -1] = 7
    found = [fault.what for fault in phases_entered(climb)]
    assert found == [
        f"the phase {name!r} is never entered: not in 7 random matches under all kinds of house rules, nor in a scenario"
        for number, name in enumerate(guide.phases)
        if number > 1 and number not in shown
    ]
