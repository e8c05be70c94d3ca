"""A new room: a small game that passes the ladder already, to be changed step by step into the one that is meant."""

from __future__ import annotations

import re
from pathlib import Path

from parlour.engine.errors import BadInput, shown
from parlour.engine.files import make_folder, read_text, refusals, write_text
from parlour.engine.rooms import room_names

TEMPLATE = Path(__file__).with_name("template")
FILES = ("rules.py", "rulebook.md", "table.toml", "scenarios.toml")
CALLED = "Newgame"
"""The name of the template's game."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def lay_out(path: str) -> Path:
    """Write a room into a new or empty folder, named after it; return the folder. BadInput if that is not possible."""
    folder = Path(path).resolve() if path and "\0" not in path else Path()
    name = folder.name
    if not path or not _NAME.fullmatch(name):
        raise BadInput(f"{shown(path)}: a room is called by small letters, digits and _, a letter first (my_game)")
    if name in room_names():
        raise BadInput(f"{path}: the house has a game called {name}; give the folder another name")
    with refusals(path):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadInput(f"{path}: there is something already; nothing was written")
    make_folder(folder)
    for file in FILES:
        write_text(folder / file, read_text(TEMPLATE / file).replace(CALLED, title_of(name)))
    return folder


def title_of(name: str) -> str:
    """A folder's name as the name of a game.

    >>> title_of("sift_smoke")
    'Sift Smoke'
    """
    return " ".join(word.capitalize() for word in name.split("_") if word)
