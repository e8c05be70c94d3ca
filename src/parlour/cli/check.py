"""parlour check: runs scenario files."""

from __future__ import annotations

import argparse

from .arguments import Commands, add_json, add_rooms, command, open_rooms, print_json


def add(commands: Commands) -> None:
    made = command(commands, "check", run, "run scenario files and print every difference; without a file all of the house")
    made.add_argument("files", metavar="FILE", nargs="*")
    add_rooms(made)
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.engine.scenarios import read_scenarios, shipped_files

    open_rooms(arguments)
    scenarios = 0
    differences: list[str] = []
    for path in arguments.files or shipped_files():
        file = read_scenarios(path)
        scenarios += len(file.scenarios)
        for line in file.differences():
            differences.append(line)
            if not arguments.json:
                print(line, flush=True)
    if arguments.json:
        print_json({"scenarios": scenarios, "differences": differences})
    else:
        held = f"{scenarios} scenario{'s' if scenarios != 1 else ''}"
        print(f"{held}: {len(differences)} difference{'s' if len(differences) != 1 else ''}" if differences else f"{held} hold")
    return 1 if differences else 0
