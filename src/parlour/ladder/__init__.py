"""The ladder: everything a room must pass, in or outside the house. `climb` puts a room through it.

First comes what needs no compiler, in a process of its own (`interpreted`): the declaration, the text of the rules, the look,
the rulebook, the scenarios and some matches. Then the rules are compiled, and play the rungs that need many matches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from parlour.engine.errors import BadInput, shown
from parlour.engine.files import is_file
from parlour.engine.rooms import GAMES, room, room_names

from . import courses, interpreted, matches, texts, views
from .blame import blamed
from .climbing import Climb, Rung
from .faults import Fault
from .folder import scenarios_hold

__all__ = ["RUNGS", "Climb", "Fault", "Report", "Rung", "climb", "folder_of"]

RUNGS: tuple[Rung, ...] = (scenarios_hold, *matches.RUNGS, *texts.RUNGS, *views.RUNGS)
"""The compiled part, in order."""


@dataclass
class Report:
    """The result of a climb; `rungs` are those that were tried, in order. `remarks` need not be mistakes."""

    room: str
    folder: Path
    rungs: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    remarks: list[Fault] = field(default_factory=list)


def folder_of(name: str) -> Path:
    """Return the folder of a room, given its name or its folder. BadInput if there is none, or its name belongs to a game of the
    house."""
    if name in room_names():
        return GAMES / name
    try:
        found = bool(name) and Path(name).is_dir()
    except (OSError, ValueError):  # a name that no folder can have
        found = False
    if not found:
        raise BadInput(f"there is no game or folder {shown(name)}; the games are {', '.join(room_names())}")
    folder = Path(name).resolve()
    if not is_file(folder / "rules.py"):
        raise BadInput(f"{name}: no room, for it holds no rules.py")
    if folder.parent != GAMES and folder.name in room_names():
        raise BadInput(f"{name}: the house has a game called {folder.name}; give the folder another name")
    return folder


def climb(name: str, effort: int = 1, quick: bool = False, progress: Callable[[str], None] = lambda rung: None) -> Report:
    """Put a room through the ladder as far as it gets: if the interpreted part finds any fault, nothing is compiled.

    quick: only the interpreted part. effort: the factor for the number of matches. progress: called with the name of each rung
    before it is tried. BadInput if there is no such room.
    """
    folder = folder_of(name)
    report = Report(folder.name, folder)

    def next_rung(rung: str) -> None:
        report.rungs.append(rung)
        progress(rung)

    report.faults += dict.fromkeys(interpreted.faults_of(folder, next_rung))
    if report.faults or quick:
        return report
    climbing = Climb(room(str(folder)), effort)
    for rung in RUNGS:
        next_rung(rung.__name__)
        known = {(fault.where, fault.what.partition(": ")[0]) for fault in report.faults}
        report.faults += [
            fault for fault in compiled(rung, climbing) if (fault.where, fault.what.partition(": ")[0]) not in known
        ]
    if not report.faults:  # rules that cannot be compiled play no scenarios
        report.remarks += courses.never_taken(climbing)
    return report


def compiled(rung: Rung, climbing: Climb) -> list[Fault]:
    """The faults a compiled rung finds; rules that cannot be compiled are one."""
    try:
        return list(rung(climbing))
    except Exception as error:
        return [blamed(error, climbing.room.folder)]
