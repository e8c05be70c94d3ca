"""The course of a hand: every phase is entered, every phase leads on, and what the rules say can follow does follow."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.records import read_choices
from parlour.engine.rooms import Room
from parlour.engine.scenarios import read_scenarios
from parlour.house.course import ACTING, leads, said

from .climbing import Climb
from .faults import Fault
from .lines import at_function


def misled(room: Room) -> Iterator[Fault]:
    """Without play: phases that no function leads to, and phases after which nothing can come.

    Says nothing of phases that are computed and not named.
    """
    found = leads(room)
    computed = any(after.open for after in found.values())
    named = {phase for at, after in found.items() for phase in after.phases if phase != at}
    for number, name in enumerate(room.phases[1:], 1):
        where = at_function(room, *ACTING, phase=number)
        if number not in named and not computed:
            yield Fault(where, f"the phase {name!r} is never entered: no other phase leads to it, nor does the deal")
        after = found[number]
        if not (after.phases - {number} or after.ends or after.open):
            what = "a choice in" if number in room.calls.phases else "the step of"
            yield Fault(where, f"{what} the phase {name!r} leads nowhere: it names no other phase and does not end the match")


def phases_entered(climb: Climb) -> Iterator[Fault]:
    """Every phase is entered in the matches played in bulk, some of them under house rules drawn at random, or in a scenario."""
    course, room = climb.course, climb.room
    never = [number for number in range(1, len(room.phases)) if not course[:, number].any()]
    shown = in_scenarios(room) if never else set()
    for number in never:
        if number not in shown:
            played = counted(int(course[:, -1].sum()), "random match", "random matches")
            never_in = f"not in {played} under all kinds of house rules, nor in a scenario"
            what = f"the phase {room.phases[number]!r} is never entered: {never_in}"
            yield Fault(at_function(room, *ACTING, phase=number), what)


def never_followed(climb: Climb) -> list[Fault]:
    """The pairs of phases that never followed each other in bulk although the functions of the first name the second.

    Remarks: a function that serves several phases names what can follow each, and some things happen once in a million matches.
    """
    course, room = climb.course, climb.room
    found = []
    for before, after in sorted(said(room)):
        if before != after and course[before].any() and not course[before, after]:
            then = f"the phase {room.phases[after]!r}" if after < len(room.phases) else "the end of the match"
            what = f"{then} never came after {room.phases[before]!r} in random matches, although the rules name it there"
            found.append(Fault(at_function(room, *(ACTING if before else ("deal",)), phase=before or None), what))
    return found


def in_scenarios(room: Room) -> set[int]:
    """The phases that the room's scenarios stand in or pass through."""
    entered: set[int] = set()
    for scenario in read_scenarios(room.folder / "scenarios.toml").scenarios:
        try:
            match = scenario.start()
            entered.add(int(match.row.phase))
            match.watchers.append(lambda step: entered.update(int(tables[0].phase) for tables in (step.before, step.after)))
            for stage in scenario.stages:
                match.settle(None if stage.play else stage.until)
                for number, text in enumerate(stage.play, 1):
                    chosen, until = read_choices(match.game, text), stage.until if number == len(stage.play) else None
                    match.play(*chosen.codes, seat=chosen.seat, elapsed=chosen.elapsed, until=until)
        except BadInput:  # another rung says so
            continue
    return entered
