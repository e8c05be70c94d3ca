"""Checks of a room when it is opened: its declarations are complete, meaningful and agree with each other.

Each fault is reported in one line with its file and line, before any rule has run. The functions themselves are not checked
here; the ladder does that (`parlour check`).
"""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import linecache
import re
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from parlour.kit.calls import words
from parlour.kit.layout import By
from parlour.kit.phases import PARTS, Phase, Phases
from parlour.machine import body

from .errors import BadInput, meant
from .files import read_text
from .former import BECAME, PHASES, missing
from .reading import lines_of, parse_python

if TYPE_CHECKING:
    from .rooms import Room

NEEDED = {"bound": "t", "deal": "t"}
FUNCTIONS = NEEDED | {
    "pack": "t, bag",
    "random_choice": "t, menu",
    "house": "t",
    "unsound": "t",
    "unplayable": "t",
    "contradictions": "t, seat",
    "amount": "t, choice",
}
"""The functions of rules.py that the house calls, with what they are given."""
CONSTANTS = (
    "Table",
    "PHASES",
    "SAY",
    "PACK",
    "RULES_VERSION",
    "ZERO_SUM",
    "LOW",
    "IN_ORDER",
    "MENU",
    "OWN_PACKS",
    "RESIGN",
    "GPU",
)
ASKING = {"ask": 2, "ask_all": 2, "lead": 2, "next_step": 1}
"""Words of the kit that go to a phase, with its place among their arguments; all but the last ask seats."""
ALIKE = 0.8
_WORD = re.compile(r"\w+")


def imported(name: str, folder: Path) -> ModuleType:
    """The module of a room's rules. BadInput with file and line if it cannot be imported."""
    try:
        return importlib.import_module(name)
    except BadInput:
        raise
    except SyntaxError as error:
        for path in sorted(folder.glob("*.py")):
            read_text(path)  # Python names no file if one is not text
        raise BadInput(f"{error.filename}:{error.lineno}: not Python: {error.msg}") from None
    except Exception as error:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == folder]
        where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else str(folder / "rules.py")
        message = str(error).partition("\n")[0]
        if isinstance(error, NameError) and error.name:
            message = missing(error.name, vars(importlib.import_module("parlour.kit")))
        elif isinstance(error, AttributeError) and isinstance(error.obj, Phase):
            message = f"a phase has no {error.name}, but {', '.join(PARTS)}{meant(error.name or '', PARTS)}"
        elif isinstance(error, AttributeError) and isinstance(error.obj, int) and error.name in PARTS:
            message = f"{error.name} is written at a phase, and this is a number; phases are unpacked from PHASES: {PHASES}"
        elif not isinstance(error, ValueError | ImportError):
            message = f"{type(error).__name__}: {message}"
        raise BadInput(f"{where}: {message}") from error


def check_declared(module: ModuleType, folder: Path) -> None:
    """Check that the module of a room has all declarations that everything is made from. BadInput if it lacks one."""
    path = folder / "rules.py"
    lines = dict(_declared(parse_python(read_text(path))))
    for name, kind, made in (("Table", type, "a class built on Layout"), ("PHASES", Phases, f"made by phases(...): {PHASES}")):
        if not isinstance(getattr(module, name, None), kind):
            hint = meant(name, vars(module)) if not hasattr(module, name) else ""
            raise BadInput(f"{path}{f':{lines[name]}' if name in lines else ''}: {name} is needed, {made}{hint}")
    if not hasattr(getattr(module, "SAY", words()), "_names"):
        raise BadInput(f'{path}:{lines["SAY"]}: SAY is made by words(...): SAY = words("trick", "hand won")')


def check(room: Room) -> None:
    """Check that the declarations of a room agree with each other. BadInput if they do not."""
    rules = _Rules(room)
    rules.check_former()  # first: what it lacks is seen by what it has instead
    rules.check_functions()
    rules.check_names()
    rules.check_phases()
    _check_look(room)


class _Rules:
    """rules.py of one room as text, for the lines."""

    def __init__(self, room: Room) -> None:
        self.room, self.path = room, room.folder / "rules.py"
        self.text = read_text(self.path)
        self.tree = parse_python(self.text)
        self.lines = dict(_declared(self.tree))
        self.unpacked = dict(_unpacked(self.tree))
        named = vars(room.module).items()
        self.constants = {int(value): name for name, value in named if isinstance(value, Phase) and name.isupper()}

    def wrong(self, line: int, what: str) -> NoReturn:
        """Raise BadInput with the fault at a line, or 0 for the whole file."""
        raise BadInput(f"{self.path}{f':{line}' if line else ''}: {what}")

    @cached_property
    def words(self) -> Counter[str]:
        """Count each word in the files of the room."""
        return Counter(_WORD.findall(" ".join(read_text(path) for path in self.room.folder.glob("*.py"))))

    @cached_property
    def at_phases(self) -> set[str]:
        """The names of the functions that are written at phases."""
        return {body(function).__name__ for function in self.room.parts()}

    def check_former(self) -> None:
        """A name that meant something once, and that nobody reads, is said in another way now."""
        for name, line in self.lines.items():
            if name in BECAME and self.words[name] == 1 and name not in self.at_phases:
                self.wrong(line, f"nobody reads {name} any more: {BECAME[name]}")

    def check_functions(self) -> None:
        """Those that every room needs are there, and take what they are given."""
        for name in NEEDED:
            if self.room.function(name) is None:
                self.wrong(0, f"there is no function {name}{meant(name, self.lines)}")
        if self.room.function("pack") is None and not hasattr(self.room.module, "PACK"):
            self.wrong(0, f"there is neither a function pack nor a constant PACK{meant('pack', self.lines)}")
        for name, given in FUNCTIONS.items():
            function = self.room.function(name)
            if function is not None and len(inspect.signature(body(function)).parameters) != given.count(",") + 1:
                self.wrong(self.lines.get(name, 0), f"{name} is given ({given})")
        self.check_parts()

    def check_parts(self) -> None:
        """Every phase has the functions it needs, no others, and they take what they are given."""
        for number, name in enumerate(self.room.phases[1:], 1):
            asks = number in self.room.calls.phases
            written = {part: function for part in PARTS if (function := self.room.part(part, number)) is not None}
            for part, function in written.items():
                if part != "step" and not asks:
                    self.wrong_at(function, f"the phase {name!r} offers nothing to choose, so it has no {part}")
                if part == "allowed" and number not in self.room.calls.cards:
                    self.wrong_at(function, f"the phase {name!r} offers no cards, so none are allowed: write its objection")
                if len(inspect.signature(body(function)).parameters) != PARTS[part].count(",") + 1:
                    self.wrong_at(
                        function, f"{body(function).__name__}, the {part} of the phase {name!r}, is given ({PARTS[part]})"
                    )
            if missing := self._missing(number, written):
                self.wrong(self.lines.get(self.constant(number), self.lines["PHASES"]), missing)

    def _missing(self, number: int, written: Mapping[str, Any]) -> str:
        """Return what a phase lacks, with a line to begin it with; empty if it lacks nothing."""
        name, at = self.room.phases[number], f"@{self.constant(number)}"
        if number not in self.room.calls.phases:
            return "" if "step" in written else f"nothing says what happens in the step {name!r}: {at}.step above a function (t)"
        if "play" not in written:
            return f"nothing says what a choice does in the phase {name!r}: {at}.play above a function (t, choice)"
        if number in self.room.calls.cards and not written.keys() & {"allowed", "objection"}:
            return f"nothing says which cards are allowed in the phase {name!r}: {at}.allowed above a function (t)"
        return ""

    def constant(self, number: int) -> str:
        """The name that the module gives to a phase."""
        return self.constants.get(number) or re.sub(r"\W", "_", self.room.phases[number]).upper()

    def wrong_at(self, function: Any, what: str) -> NoReturn:
        """Raise what is wrong at a function, which may stand in another file of the room."""
        code = body(function).__code__
        raise BadInput(f"{code.co_filename}:{first_line(code)}: {what}")

    def check_names(self) -> None:
        """A name like that of a declaration, and read by nobody, is a declaration misspelt."""
        declarations = {*FUNCTIONS, *CONSTANTS}
        known = {name.lower(): name for name in declarations}
        for name, line in self.lines.items():
            if self.words[name] == 1 and name not in {*declarations, *self.at_phases, *self.unpacked}:
                close = difflib.get_close_matches(name.lower(), known, 1, ALIKE)
                if close:
                    self.wrong(line, f"nobody reads {name}; did you mean {known[close[0]]!r}?")

    def check_phases(self) -> None:
        """The constants of phases stand for the phases they are named after, and only phases that ask are asked in."""
        for number, name in enumerate(self.room.phases):
            constant = re.sub(r"\W", "_", name).upper()
            value = getattr(self.room.module, constant, number)
            if self.unpacked.get(constant) == "PHASES" and value != number:
                self.wrong(self.lines[constant], f"{constant} is {value}, and the phase {name!r} is {number}")
        for number, quiet in self.room.quiet_by.items():
            if isinstance(quiet, By) and quiet.option not in self.room.Table.options:
                known = meant(quiet.option, self.room.Table.options)
                name = self.room.phases[number]
                self.wrong(0, f"whether {name!r} is quiet depends on {quiet.option!r}, which is not a house rule{known}")
        asked = {self.room.phases[number] for number in self.room.calls.phases}
        silent = "|".join(c for c, source in self.unpacked.items() if source == "PHASES" and self._phase(c) not in asked)
        if not re.search(rf"\bask_all\(|\bnext_step\(|\b(?:ask|lead)\(.*\b(?:{silent or '$.'})\b", self.text):
            return  # to walk the tree takes the longest
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > ASKING.get(node.func.id, 99):
                for phase in _alternatives(node.args[ASKING[node.func.id]]):
                    self._asked(node.func.id, phase)

    def _phase(self, constant: str) -> str | None:
        """The phase that a constant of the module is the number of."""
        number = getattr(self.room.module, constant, None)
        return self.room.phases[number] if isinstance(number, int) and 0 <= number < len(self.room.phases) else None

    def _asked(self, word: str, phase: ast.Name) -> None:
        name = self._phase(phase.id)
        if name is None:
            return
        number = self.room.phases.index(name)
        if word == "next_step":
            if number and self.room.part("step", number) is None:
                self.wrong(
                    phase.lineno, f"next_step: the phase {name!r} has no step: @{self.constant(number)}.step above a function (t)"
                )
        elif number not in self.room.calls.phases:
            self.wrong(phase.lineno, f"{word}: the phase {name!r} offers nothing to choose")
        if word == "ask_all" and number not in self.room.together:
            self.wrong(phase.lineno, f"ask_all: the phase {name!r} is not declared with together=True")


def first_line(code: CodeType) -> int:
    """The line of `def`, below the decorators: the first line of a code object is that of its first decorator."""
    lines = linecache.getlines(code.co_filename)
    return next((n for n in range(code.co_firstlineno, len(lines) + 1) if lines[n - 1].startswith("def ")), code.co_firstlineno)


def _declared(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The names that a module gives at its top level, with their lines."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from ((name.id, name.lineno) for name in ast.walk(target) if isinstance(name, ast.Name))


def _unpacked(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that are unpacked at the top level of a module, each with the name of what it comes from, if that has one."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            source = node.value.id if isinstance(node.value, ast.Name) else ""
            yield from ((name.id, source) for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name))


def _alternatives(node: ast.expr) -> Iterator[ast.Name]:
    """The names that an argument can come to: itself, or both sides of a condition."""
    if isinstance(node, ast.Name):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from _alternatives(node.body)
        yield from _alternatives(node.orelse)


def _check_look(room: Room) -> None:
    """Prompts, labels and words of table.toml are of phases, calls and words that there are."""
    path = room.folder / "table.toml"
    if not path.is_file():  # a room in the making
        return
    calls = tuple(pattern.text for pattern in room.calls.patterns)
    for table, what, known in (
        ("prompts", "phase", room.phases),
        ("calls", "call", calls),
        ("moves", "call", calls),
        ("words", "word", room.words),
    ):
        for name in room.look.get(table, {}):
            if name not in known:
                raise BadInput(f"{path}:{_line(path, table, name)}: there is no {what} {name!r}{meant(name, known)}")


def _line(path: Path, table: str, key: str) -> int:
    """The line of a key in a table of a TOML file, that of the table if it is not found."""
    at, inside = 1, False
    for number, line in enumerate(lines_of(read_text(path)), 1):
        if line.lstrip().startswith("["):
            inside = line.strip().startswith(f"[{table}]")
            at = number if inside else at
        elif inside and line.partition("=")[0].strip().strip("\"'") == key:
            return number
    return at
