"""The rooms of the house: found by scanning folders, opened on first use. There is no list to edit.

A room is a folder with `rules.py`; what its module leaves out has a default here, so the rest of the house never asks
whether a room defines something.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.kit.calls import CARD, Calls, calls
from parlour.kit.cards import card_name, read_card
from parlour.kit.layout import Layout
from parlour.kit.phases import Phases, asks, phases, steps
from parlour.machine import BLOCK

from . import dispatch
from .errors import BadInput, shown
from .reading import LONGEST_NAME, read_toml

GAMES = Path(__file__).resolve().parent.parent / "games"
DEFAULT_MENU = 128


def phases_of(module: ModuleType) -> Phases:
    """The phases of a room, from its one declaration or, as long as there are such rooms, from several lists of them."""
    declared = getattr(module, "PHASES", ())
    if isinstance(declared, Phases):
        return declared
    default = calls({number: (CARD,) for number in range(1, len(declared) + 1)})
    listed: Calls = getattr(module, "CALLS", default)
    windows, races = getattr(module, "WINDOWS", {}), getattr(module, "RACES", {})
    return phases(
        *(
            asks(
                name,
                *([CARD] if number in listed.cards else []),
                *(pattern.text for pattern in listed.phases[number]),
                veiled=number in getattr(module, "VEILED", ()),
                quiet=number in getattr(module, "QUIET", ()),
                unordered=number in getattr(module, "UNORDERED", ()),
                telling=number not in getattr(module, "SILENT", ()),
                window=listed.name(windows[number]) if number in windows else None,
                race=listed.name(races[number]) if number in races else None,
            )
            if number in listed.phases
            else steps(name)
            for number, name in enumerate(declared, 1)
        )
    )


def words_of(module: ModuleType) -> tuple[str, ...]:
    """What the steps of a room may say."""
    return tuple(getattr(module, "WORDS", getattr(getattr(module, "SAY", None), "_names", ())))


class Room:
    """A game's folder, opened: its table, its functions, its words. `name` is the folder's name."""

    def __init__(self, module: ModuleType, folder: Path) -> None:
        self.module, self.folder, self.name = module, folder, folder.name
        self.Table: type[Layout] = module.Table
        declared = phases_of(module)
        self.phases: tuple[str, ...] = declared.names
        self.calls: Calls = declared.calls
        self.words: tuple[str, ...] = words_of(module)
        self.together, self.quiet, self.veiled = (declared.which(what) for what in ("together", "quiet", "veiled"))
        self.unordered: tuple[int, ...] = declared.which("unordered")
        self.telling: tuple[int, ...] = declared.which("telling")
        self.windows, self.races = declared.passing("window"), declared.passing("race")
        self.empties = isinstance(getattr(module, "PHASES", None), Phases)
        self.menu_size: int = getattr(module, "MENU", DEFAULT_MENU) + BLOCK - 1
        self.rules_version: int = getattr(module, "RULES_VERSION", 1)
        self.zero_sum: bool = getattr(module, "ZERO_SUM", True)
        self.low: bool = getattr(module, "LOW", False)
        self.gpu: bool = getattr(module, "GPU", True)
        self.own_packs: bool = getattr(module, "OWN_PACKS", False)
        self.resign: int = getattr(module, "RESIGN", -1)

    def function(self, name: str) -> Callable[..., Any] | None:
        """One of the functions of rules.py, None where the room leaves it out."""
        return getattr(self.module, name, None)

    @cached_property
    def look(self) -> dict[str, Any]:
        """What table.toml says: title, families, zones, words."""
        return read_toml(self.folder / "table.toml")

    @cached_property
    def writing(self) -> ModuleType | None:
        """The room's writing.py, where people write a choice as text; None where it has none."""
        if not (self.folder / "writing.py").is_file():
            return None
        return importlib.import_module(f"{self.module.__name__.removesuffix('.rules')}.writing")

    @property
    def title(self) -> str:
        """The game's name as people write it."""
        return str(self.look.get("title", self.name))

    def choice_name(self, choice: int) -> str:
        """The text of a choice: a card or a call."""
        return card_name(choice, self.Table.suited) if choice < 54 else self.calls.name(choice)

    def read_choice(self, text: str) -> int:
        """The code of a choice. BadInput where it is neither a card nor a call of this room."""
        try:
            return read_card(text, self.Table.suited)
        except ValueError:
            try:
                return self.calls.code(text[:LONGEST_NAME])
            except ValueError:
                raise BadInput(f"{shown(text)} is neither a card nor a call of {self.name}") from None


_open: dict[str, Room] = {}


def room_names() -> Sequence[str]:
    """The names of all rooms of the house, in alphabetical order."""
    return sorted(path.parent.name for path in GAMES.glob("*/rules.py"))


def named(name: str) -> Room:
    """The room that a file or a browser names: one of the house, or one outside it that was opened before by `room`.

    It is never a folder, for to open a room is to run its code. BadInput where there is none of this name.
    """
    if name not in _open and name in room_names():
        _open[name] = _opened(importlib.import_module(f"parlour.games.{name}.rules"), GAMES / name)
    if name not in _open or os.sep in name:
        raise BadInput(f"there is no game {shown(name)}; the games are {', '.join(room_names())}")
    return _open[name]


def room(name: str) -> Room:
    """The room of this name, or in this folder where the name is a path: for names that the user of this process has typed.

    What a file or a browser says is for `named`. BadInput where there is none.
    """
    if name in _open or name in room_names():
        return _open.get(name) or named(name)
    folder = Path(name).resolve() if "\0" not in name else Path()
    if not name or not (folder / "rules.py").is_file():
        raise BadInput(f"there is no game {shown(name)}; the games are {', '.join(room_names())}")
    if folder.parent == GAMES:
        return room(folder.name)
    if str(folder) not in _open:
        _open[str(folder)] = _opened(_load(folder), folder)
        if folder.name not in room_names():
            _open[folder.name] = _open[str(folder)]  # positions and records give the name alone
    return _open[str(folder)]


def opened_in(folder: Path) -> Room | None:
    """The room in this folder, if it is one of the house or was opened before."""
    return named(folder.name) if folder.parent == GAMES and folder.name in room_names() else _open.get(str(folder))


def _opened(module: ModuleType, folder: Path) -> Room:
    opened = Room(module, folder)
    dispatch.register(opened)
    return opened


def _load(folder: Path) -> ModuleType:
    """Import a room's rules from any folder, a package of its own; two folders of one name are two packages."""
    name = f"parlour_room_{folder.name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:8]}"
    package = ModuleType(name)
    package.__path__ = [str(folder)]
    sys.modules[name] = package
    importlib.invalidate_caches()
    return importlib.import_module(f"{name}.rules")
