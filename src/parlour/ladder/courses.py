"""The course of a hand: every phase is entered, every phase leads on, and no branch to a phase is without use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.leads import ACTING, END, leads
from parlour.engine.match import Step
from parlour.engine.records import read_choices
from parlour.engine.rooms import Room
from parlour.engine.scenarios import read_scenarios
from parlour.house.course import untaken

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
        if not (after.phases - {number} or after.open):
            what = "a choice in" if number in room.calls.phases else "the step of"
            yield Fault(where, f"{what} the phase {name!r} leads nowhere: it names no other phase and does not end the match")


def phases_entered(climb: Climb) -> Iterator[Fault]:
    """Every phase is entered in the matches played in bulk, some of them under house rules drawn at random, or in a scenario."""
    course, room = climb.course, climb.room
    never = [number for number in range(1, len(room.phases)) if not course[:, number].any()]
    shown = {phase for pair in in_scenarios(room) for phase in pair} if never else set()
    for number in never:
        if number not in shown:
            played = counted(int(course[:, -1].sum()), "random match", "random matches")
            never_in = f"not in {played} under all kinds of house rules, nor in a scenario"
            what = f"the phase {room.phases[number]!r} is never entered: {never_in}"
            yield Fault(at_function(room, *ACTING, phase=number), what)


def never_taken(climb: Climb) -> list[Fault]:
    """The places in the rules from which neither play in bulk nor a scenario entered a phase.

    Remarks: some things happen once in a million matches. A rule that several phases call is blamed only if the phase came after
    none of them.
    """
    course, room = climb.course, climb.room
    played = {(int(at), END if to == len(room.phases) else int(to)) for at, to in zip(*course.nonzero(), strict=True)}
    never = untaken(leads(room), played)
    if never:  # only then are the scenarios worth their time
        never = untaken(leads(room), played | in_scenarios(room))
    found = []
    for way, phases in never.items():
        phase = next((phase for phase in phases if course[phase].any()), None)
        if phase is None:
            continue  # `phases_entered` says so
        own, parts = Path(way.file), ACTING if phase else ("deal",)
        where = f"{own.name}:{way.line}" if own.parent == room.folder else at_function(room, *parts, phase=phase or None)
        then = "to the end of the match" if way.to == END else f"to the phase {room.phases[way.to]!r}"
        found.append(Fault(where, f"neither random matches nor scenarios go {then} from here"))
    return list(dict.fromkeys(found))


def in_scenarios(room: Room) -> set[tuple[int, int]]:
    """The pairs of phases (before, after) that the room's scenarios show. The phase that a scenario begins in counts as after
    itself; END is the end of the match."""
    pairs: set[tuple[int, int]] = set()

    def watch(step: Step) -> None:
        after = step.after[0]
        pairs.add((int(step.before[0].phase), END if after.over else int(after.phase)))

    for scenario in read_scenarios(room.folder / "scenarios.toml").scenarios:
        try:
            match = scenario.start()
            pairs.add((int(match.row.phase),) * 2)
            match.watchers.append(watch)
            for stage in scenario.stages:
                match.settle(None if stage.play else stage.until)
                for number, text in enumerate(stage.play, 1):
                    chosen, until = read_choices(match.game, text), stage.until if number == len(stage.play) else None
                    match.play(*chosen.codes, seat=chosen.seat, elapsed=chosen.elapsed, until=until)
        except BadInput:  # another rung says so
            continue
    return pairs
