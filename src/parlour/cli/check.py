"""parlour check: puts rooms through the ladder, and runs scenario files."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING, Any

from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.files import is_file
from parlour.languages import mark

from .arguments import Commands, add_json, add_rooms, command, open_rooms, print_json, refuse, tell_skipped

if TYPE_CHECKING:
    from parlour.ladder import Report

THOROUGH = 5


def add(commands: Commands) -> None:
    made = command(
        commands,
        "check",
        run,
        "put rooms through all checks, or run scenario files (default: those of the house)",
    )
    made.add_argument("what", metavar="ROOM|FILE", nargs="*", help="a room, by name or folder, or a scenario file")
    effort = made.add_mutually_exclusive_group()
    effort.add_argument("--quick", action="store_true", help="rooms: only what needs no compiler")
    effort.add_argument("--full", action="store_true", help=f"rooms: {THOROUGH} times as many matches")
    add_rooms(made)
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.engine.scenarios import shipped_files

    open_rooms(arguments)
    whats = arguments.what or [str(path) for path in shipped_files()]
    files = [what for what in whats if _is_file(what)]
    if len(files) == len(whats):
        refuse(arguments, mark("--{name} has no effect on scenario files, only on rooms: leave it out"), "quick", "full")
    found = [_climbed(what, arguments) for what in whats if what not in files]
    found += [_scenarios(files, arguments.json)] if files else []
    if arguments.json:
        print_json(found[0] if len(found) == 1 else found)
    return 1 if any(part.get("faults") or part.get("differences") or part.get("skipped") for part in found) else 0


def _is_file(what: str) -> bool:
    """Whether it is read as a scenario file: everything is that ends like one, or is one."""
    return what.endswith(".toml") or is_file(what)


def _climbed(what: str, arguments: argparse.Namespace) -> dict[str, Any]:
    from parlour.ladder import climb

    line = _Progress(arguments.json)
    report = climb(what, THOROUGH if arguments.full else 1, arguments.quick, line.next)
    line.end(report)
    faults = [{"where": fault.where, "what": fault.what} for fault in report.faults]
    remarks = [{"where": remark.where, "what": remark.what} for remark in report.remarks]
    return {"room": report.room, "rungs": report.rungs, "faults": faults, "remarks": remarks}


class _Progress:
    """Says what is being tried, and what came of it: a line a rung, on a terminal in place of each other."""

    def __init__(self, silent: bool) -> None:
        self.silent, self.live = silent, sys.stderr.isatty()
        self.start = time.perf_counter()

    def next(self, rung: str) -> None:
        """A rung begins."""
        if not self.silent:
            text = rung.replace("_", " ")
            print(f"\r\033[K{text} ..." if self.live else f"{text}", end="" if self.live else "\n", file=sys.stderr, flush=True)

    def end(self, report: Report) -> None:
        """All has been tried."""
        if self.silent:
            return
        if self.live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        for fault in report.faults:
            print(f"{report.room}/{fault}" if fault.where else f"{report.room}: {fault}")
        for remark in report.remarks:
            print(f"{report.room}/{remark} (no fault)")
        seconds = time.perf_counter() - self.start
        count = len(report.faults)
        summary = f"{count} fault{'s' if count != 1 else ''}" if count else "all is well"
        print(f"{report.room}: {summary} ({counted(len(report.rungs), 'rung')}, {seconds:.0f} s)")


def _scenarios(files: list[str], silent: bool) -> dict[str, Any]:
    from parlour.engine.scenarios import read_scenarios

    scenarios = 0
    differences: list[str] = []
    skipped: list[str] = []
    for path in files:
        file = read_scenarios(path, skipped)
        scenarios += len(file.scenarios)
        unable = len(skipped)
        for line in file.differences(skipped):
            differences.append(line)
            if not silent:
                print(line, flush=True)
        scenarios -= len(skipped) - unable
    if skipped and not scenarios and not differences:
        raise BadInput(skipped[0])
    tell_skipped(skipped)
    if not silent:
        held = f"{scenarios} scenario{'s' if scenarios != 1 else ''}"
        summary = f"{held}: {len(differences)} difference{'s' if len(differences) != 1 else ''}"
        print(summary if differences else f"{held} hold{'s' if scenarios == 1 else ''}")
    return {"scenarios": scenarios, "differences": differences, "skipped": skipped}
