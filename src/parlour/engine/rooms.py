"""The rooms of the house: found by scanning folders, opened on first use. There is no list to edit.

A room is a folder with `rules.py`; what its module leaves out has a default here, so the rest of the house never asks
whether a room defines something.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.util import cache_from_source
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.kit.calls import Calls
from parlour.kit.cards import card_name, read_card
from parlour.kit.layout import By, Layout, folder_digest
from parlour.kit.phases import PARTS, Phases
from parlour.machine import BLOCK

from . import dispatch, opening
from .errors import BadInput, shown
from .files import exists, is_file, read_toml
from .reading import LONGEST_NAME

GAMES = Path(__file__).resolve().parent.parent / "games"
DEFAULT_MENU = 128
MOST_OF_A_PATH = 250
"""Characters of a path that an error repeats whole."""


class Room:
    """A game's folder, opened: its table, its functions, its words. `name` is the folder's name."""

    def __init__(self, module: ModuleType, folder: Path) -> None:
        self.module, self.folder, self.name = module, folder, folder.name
        self.Table: type[Layout] = module.Table
        declared: Phases = module.PHASES
        self._phases = {int(phase): phase for phase in declared}
        self._package = module.__name__.rpartition(".")[0]
        self.phases: tuple[str, ...] = declared.names
        self.calls: Calls = declared.calls
        self.words: tuple[str, ...] = getattr(getattr(module, "SAY", None), "_names", ())
        self.together, self.quiet, self.veiled = (declared.which(what) for what in ("together", "quiet", "veiled"))
        self.quiet_by = {phase: declared.declared[phase].quiet for phase in self.quiet}
        self.unordered: tuple[int, ...] = declared.which("unordered")
        self.telling: tuple[int, ...] = declared.which("telling")
        self.windows, self.races = declared.passing("window"), declared.passing("race")
        self.menu_size: int = getattr(module, "MENU", DEFAULT_MENU) + BLOCK - 1
        self.rules_version: int = getattr(module, "RULES_VERSION", 1)
        self.zero_sum: bool = getattr(module, "ZERO_SUM", True)
        self.low: bool = getattr(module, "LOW", False)
        self.gpu: bool = getattr(module, "GPU", True)
        self.own_packs: bool = getattr(module, "OWN_PACKS", False)
        self.in_order: bool = getattr(module, "IN_ORDER", False)
        self.resign: int = getattr(module, "RESIGN", -1)
        self._names: dict[int, str] = {}
        self._codes: dict[str, int] = {}

    def is_quiet(self, row: Any) -> bool:
        """Whether others may not know who is asked in the phase of a table, under its house rules."""
        quiet = self.quiet_by.get(int(row["phase"]), False)
        return bool(quiet.under(row) if isinstance(quiet, By) else quiet)

    def lets_pass(self, row: Any) -> int | None:
        """Return the answer that lets the phase of a table pass, None if it is not a window under its house rules."""
        phase = int(row["phase"])
        return None if phase in self.quiet and not self.is_quiet(row) else self.windows.get(phase)

    def function(self, name: str) -> Callable[..., Any] | None:
        """Return one of the functions of rules.py, None if the room leaves it out."""
        return getattr(self.module, name, None)

    def part(self, part: str, phase: int) -> Callable[..., Any] | None:
        """The function that the room writes for a part of a phase (`parlour.kit.phases.PARTS`), None if it leaves it out."""
        return self._phases[phase].written(part, self._package)

    def parts(self, *parts: str) -> list[Callable[..., Any]]:
        """All functions that the room writes at its phases, of some parts or of all, in the order of the phases."""
        every = (self.part(part, phase) for phase in self._phases for part in parts or PARTS)
        return [function for function in every if function is not None]

    def paragraph(self, phase: int) -> int | None:
        """The paragraph that forbids the cards which are not `allowed` in a phase; None: `objection` says it."""
        return self._phases[phase].paragraph(self._package)

    @cached_property
    def look(self) -> dict[str, Any]:
        """Content of table.toml: title, families, zones, words."""
        return read_toml(self.folder / "table.toml")

    @cached_property
    def writing(self) -> ModuleType | None:
        """The room's writing.py, if players write a choice as text; None without such a file."""
        if not (self.folder / "writing.py").is_file():
            return None
        return importlib.import_module(f"{self.module.__name__.removesuffix('.rules')}.writing")

    @property
    def title(self) -> str:
        """The game's name as people write it."""
        return str(self.look.get("title", self.name))

    def choice_name(self, choice: int) -> str:
        """The text of a choice: a card or a call."""
        name = self._names.get(choice)
        if name is None:
            name = card_name(choice, self.Table.suited) if choice < 54 else self.calls.name(choice)
            self._names[choice] = name
        return name

    def read_choice(self, text: str) -> int:
        """Return the code of a choice. BadInput if it is neither a card nor a call of this room."""
        code = self._codes.get(text)
        if code is None:
            code = self._read_choice(text)
            if self.choice_name(code) == text:  # other spellings are read again each time, for there is no end of them
                self._codes[text] = code
        return code

    def _read_choice(self, text: str) -> int:
        try:
            return read_card(text, self.Table.suited)
        except ValueError:
            try:
                return self.calls.code(text[:LONGEST_NAME])
            except ValueError:
                raise BadInput(f"{shown(text)} is neither a card nor a call of {self.name}") from None


_open: dict[str, Room] = {}
_opening = threading.RLock()
"""Held while a room is opened, so that two threads never make two rooms of one folder."""


def room_names() -> Sequence[str]:
    """The names of all rooms of the house, in alphabetical order."""
    return sorted(path.parent.name for path in GAMES.glob("*/rules.py"))


def named(name: str) -> Room:
    """The room that a file or a browser names: one of the house, or one outside it that was opened before by `room`.

    It is never a folder, because opening a room runs its code. BadInput if there is no room of this name.
    """
    if name not in _open and name in room_names():
        with _opening:
            if name not in _open:
                _open[name] = _opened(opening.imported(f"parlour.games.{name}.rules", GAMES / name), GAMES / name)
    if name not in _open or os.sep in name:
        raise BadInput(f"there is no game {shown(name)}; the games are {', '.join(room_names())}")
    return _open[name]


def room(name: str) -> Room:
    """Return the room of this name, or in this folder if the name is a path: for names that the user of this process has typed.

    Use `named` for a name from a file or a browser. BadInput if there is no such room.
    """
    if name in _open or name in room_names():
        return _open.get(name) or named(name)
    if not name or not is_file(Path(name) / "rules.py"):
        if name and exists(name):
            what = "a file, not a game" if is_file(name) else "a folder without rules.py, so no game"
            raise BadInput(f"{name}: it is {what}; the games are {', '.join(room_names())}")
        raise BadInput(f"there is no game {shown(name)}; the games are {', '.join(room_names())}")
    folder = Path(name).resolve()
    if folder.parent == GAMES:
        return room(folder.name)
    with _opening:
        if str(folder) not in _open:
            _open[str(folder)] = _opened(_load(folder), folder)
            if folder.name not in room_names():
                _open[folder.name] = _open[str(folder)]  # positions and records give the name alone
    return _open[str(folder)]


def opened_in(folder: Path) -> Room | None:
    """The room in this folder, if it is one of the house or was opened before."""
    return named(folder.name) if folder.parent == GAMES and folder.name in room_names() else _open.get(str(folder))


_guests: dict[str, Path] = {}


def invite(path: str) -> Room:
    """Open the room in a folder outside the house; as long as this process lives it is a guest, shown like those of the house.

    BadInput if there is none, or its name is taken.
    """
    if not path or not is_file(Path(path) / "rules.py"):
        raise BadInput(
            f"--room {path if len(path) <= MOST_OF_A_PATH else shown(path)}: no folder of a room, for it holds no rules.py"
        )
    opened = room(str(Path(path).resolve()))
    folder = opened.folder
    if folder.parent != GAMES:
        if folder.name in room_names() or _guests.get(folder.name, folder) != folder:
            raise BadInput(f"{path}: there is a game called {folder.name} already; give the folder another name")
        _guests[folder.name] = folder
    return opened


def guests() -> dict[str, Path]:
    """The rooms outside the house that were invited: folders by name."""
    return dict(_guests)


def shown_names() -> Sequence[str]:
    """The names of all rooms of the house and of its guests, in alphabetical order."""
    return sorted({*room_names(), *_guests})


def renew(name: str) -> Room:
    """Open a guest again from its files as they are now: from here on the name means that room, and matches that were begun
    keep the one they were begun in. BadInput says what is wrong with the files; then nothing has changed.
    """
    folder = _guests[name]
    with _opening:
        for path in folder.glob("*.py"):  # Python compares the second it was written and its length, which an edit may leave
            Path(cache_from_source(str(path))).unlink(missing_ok=True)
        _open[name] = _open[str(folder)] = _opened(_load(folder), folder)
        return _open[name]


def _opened(module: ModuleType, folder: Path) -> Room:
    opening.check_declared(module, folder)
    opened = Room(module, folder)
    opening.check(opened)
    dispatch.register(opened)
    return opened


def _load(folder: Path) -> ModuleType:
    """Import a room's rules from any folder, a package of its own; so are two folders of one name, and one that has changed.

    BadInput names the line that Python objects to.
    """
    name = re.sub(r"\W", "_", f"parlour_room_{folder.name}_{folder_digest(folder, str(folder))}")
    package = ModuleType(name)
    package.__path__ = [str(folder)]
    sys.modules[name] = package
    importlib.invalidate_caches()
    try:
        return opening.imported(f"{name}.rules", folder)
    except BadInput:
        del sys.modules[name]
        raise
