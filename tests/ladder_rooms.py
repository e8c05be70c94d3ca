"""Which rooms climb the ladder: those of the house, the example of docs/new-game.md, and what `parlour new` lays out."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

import parlour
from parlour.engine.rooms import room, room_names
from parlour.ladder.laying_out import TEMPLATE

GUIDE = Path(__file__).parent.parent / "docs" / "new-game.md"
_FILE = re.compile(r"^```\w+ title=\"(?P<name>[\w.]+)\"\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@cache
def guide_room() -> str:
    """The folder of the example game, written from the guide's own blocks."""
    files = {match["name"]: match["text"] for match in _FILE.finditer(GUIDE.read_text(encoding="utf-8"))}
    assert {"rules.py", "rulebook.md", "table.toml", "scenarios.toml"} <= set(files), f"{GUIDE} leaves out a file"
    return room_of_files("agram", files)


def room_of_files(name: str, files: Mapping[str, str]) -> str:
    """A folder with these files; the same path in every test process, so that its rules are compiled once."""
    folder = Path(os.environ.get("PARLOUR_CACHE_DIR") or tempfile.gettempdir()) / "guide" / name
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        path = folder / file
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            part = path.with_suffix(f".{os.getpid()}")
            part.write_text(text, encoding="utf-8")
            part.replace(path)  # another test process may be reading it
    return str(folder)


def ladder_rooms() -> list[str]:
    """Names (or folders) of all rooms under test; PARLOUR_LADDER=name,name limits them."""
    only = os.environ.get("PARLOUR_LADDER")
    return only.split(",") if only else [*room_names(), guide_room(), str(TEMPLATE)]


def short(name: str) -> str:
    """A test's id for a room."""
    return Path(name).name


@st.composite
def games(draw: st.DrawFn, name: str) -> parlour.Game:
    """A game of this room with any number of seats, under its own house rules or any that go together."""
    table = room(name).Table
    seats = draw(st.integers(*table.seats_range))
    house: dict[str, Any] = {}
    for option_name, option in table.options.items():
        if draw(st.booleans()):
            house[option_name] = option.write(draw(st.sampled_from(option.codes)))
    try:
        return parlour.Game(name, seats, house)
    except parlour.BadInput:
        assume(False)
        raise


def told(match: parlour.Match) -> str:
    """Return the explanation of a failing test: the position, and how to have the match again."""
    house = " ".join(f"--set {name}={value}" for name, value in match.game.house.items())
    return (
        f"\n{match.position()}\nreplay: parlour.Game({match.game.room.name!r}, {match.seats}, {match.game.house!r})"
        f".start(seed={match.seed})\nor: parlour play {match.game.room.name} --seats {match.seats} {house} --seed {match.seed}"
    )
