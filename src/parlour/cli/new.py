"""parlour new: a room to begin with."""

from __future__ import annotations

import argparse

from parlour.languages import gettext

from .arguments import Commands, command


def add(commands: Commands) -> None:
    made = command(commands, "new", run, gettext("lay out a new game: a folder with a small one that works, to be changed"))
    made.add_argument("folder", metavar="FOLDER", help="a new or empty folder; its name is the game's")


def run(arguments: argparse.Namespace) -> int:
    from parlour.ladder.laying_out import FILES, lay_out

    folder = lay_out(arguments.folder)
    print(f"{folder}: {', '.join(FILES)}")
    print(f"try it:   parlour check {arguments.folder}")
    print(f"play it:  parlour serve --room {arguments.folder}")
    return 0
