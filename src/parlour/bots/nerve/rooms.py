"""Read a room's `nerve.py`, whose functions are found by the type of the table like those of `rules.py`.

NERVE              the phases that a strategy is learned for; all others are played by the search
FOR_THE_MATCH      True if a way is a rule to keep to: what it brings then says nothing of the choice at hand
INDIFFERENT        house rules under which the strategy is the same (the number of hands, say), or which `situation` distinguishes
situation(t)       what the seat on turn distinguishes, packed into one number from 0 up: its hand in a handful of classes, what
                   has been bet, who is left. It may look only at what that seat sees
ways(t, menu, n, found)
                   the choices worth considering, out of the menu's n entries: a code or -1 in each of found[0 .. WAYS - 1].
                   A place means the same in equal situations ("the least bet"). If the choice is a chain,
                   the first possible way completes it. REST stands for all codes of the menu that are not named: at
                   the table the best of them that the search finds, while it is learned, one by the policy of rollouts
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.engine.dispatch import by_room
from parlour.engine.errors import BadInput
from parlour.engine.files import read_text
from parlour.engine.reading import parse_python
from parlour.engine.rooms import Room
from parlour.kit.nerve import REST, WAYS
from parlour.machine import INNER, body

__all__ = ["REST", "WAYS", "digest", "indifferent", "phases_of_nerve", "situation", "ways"]

SOURCE = "nerve.py"
_SHARED = re.compile(r"parlour\.kit\.\w+_nerve")


@cache
def _module(room: Room) -> ModuleType | None:
    if not (room.folder / SOURCE).is_file():
        return None
    return importlib.import_module(f"{room.module.__name__.removesuffix('.rules')}.nerve")


def phases_of_nerve(room: Room) -> tuple[int, ...]:
    """Return the phases that a strategy is learned for; none if the room has no `nerve.py`."""
    return tuple(getattr(_module(room), "NERVE", ()))


def indifferent(room: Room) -> tuple[str, ...]:
    """The house rules under which the strategy is the same."""
    return tuple(getattr(_module(room), "INDIFFERENT", ()))


def for_the_match(room: Room) -> bool:
    """Whether a way is a rule to keep to for the match."""
    return bool(getattr(_module(room), "FOR_THE_MATCH", False))


@cache
def digest(room: Room) -> str:
    """Return a digest of all that a strategy depends on: the version of the rules, and the code of nerve.py and of the modules
    of the kit named after it, without its layout and comments."""
    module = _module(room)
    assert module is not None
    spoken = [_spoken(room.folder / SOURCE)]
    shared = {getattr(value, "__module__", None) or "" for value in vars(module).values()}
    spoken += [_spoken(Path(str(sys.modules[name].__file__))) for name in sorted(shared) if _SHARED.fullmatch(name)]
    return hashlib.sha256(" ".join([str(room.rules_version), *spoken]).encode()).hexdigest()[:12]


def _spoken(path: Path) -> str:
    """Return the syntax tree of a file without its docstrings, those of constants among them."""
    tree = parse_python(read_text(path))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef)):
            node.body = [line for line in node.body if not _is_text(line)] or [ast.Pass()]
    return ast.dump(tree)


def _is_text(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str)


def _function(room: Room, name: str) -> Callable[..., Any]:
    own = getattr(_module(room), name, None)
    if own is None:
        raise BadInput(f"{room.name} does not say what a player distinguishes: its folder has no {SOURCE} with {name}")
    return body(own)


@by_room(INNER, _function)
def situation(t):
    """Return what the seat on turn distinguishes, as one number."""


@by_room(INNER, _function)
def ways(t, menu, n, found):
    """Write the choices worth considering into found[0 .. WAYS - 1]."""
