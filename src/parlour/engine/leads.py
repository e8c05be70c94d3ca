"""Where each phase leads, as the rules say it: read in the functions that are written at the phases, and in the rules that these
call, the kit's included. A phase that is named there can follow, unless `t.phase` is only compared with it; every such place is
an `Exit`. A rule that several phases call has exits that only some of them take, so a pair of phases that play does not show
means nothing by itself."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from parlour.kit.layout import DEAL
from parlour.kit.phases import Phase
from parlour.machine import body

from .opening import ASKING
from .reading import parse_python
from .rooms import Room

END = -1
"""Stands for the end of the match among the phases that rules lead to."""
KIT = "parlour.kit."
ACTING = ("play", "step")
"""The parts of a phase that say what comes next."""


@dataclass(frozen=True, order=True)
class Exit:
    """A place in the rules (the path of a file, a line) from which a phase is entered. `to`: its number, END for the end of the
    match."""

    file: str
    line: int
    to: int


@dataclass(frozen=True)
class Leads:
    """The phases that a phase leads to: its exits; `open`: whether a computed phase, not a named one, can follow."""

    exits: frozenset[Exit] = frozenset()
    open: bool = False

    def __or__(self, other: Leads) -> Leads:
        return Leads(self.exits | other.exits, self.open or other.open)

    @property
    def phases(self) -> set[int]:
        """The numbers of the phases that can follow, END among them."""
        return {found.to for found in self.exits}


def leads(room: Room) -> dict[int, Leads]:
    """Return, by phase, what its own functions and the rules they call lead to, from the deal (0) on."""
    found = {DEAL: _together([room.function("deal")])}
    for number in range(1, len(room.phases)):
        found[number] = _together(room.part(part, number) for part in ACTING)
    return found


def _together(functions: Iterable[Callable[..., Any] | None]) -> Leads:
    """Return where some functions, and all rules that they call, lead."""
    found, todo, done = Leads(), [body(function) for function in functions if function is not None], set()
    while todo:
        function = todo.pop()
        if function not in done:
            done.add(function)
            own, called = _read(function)
            found |= own
            todo += called
    return found


def source_of(function: Callable[..., Any]) -> tuple[ast.FunctionDef, int, dict[str, Any]] | None:
    """Return the syntax tree of a function, the lines of its file before it, and what the names in it stand for; None if a
    program has made it."""
    try:
        lines, first = inspect.getsourcelines(function)
        node = parse_python(textwrap.dedent("".join(lines))).body[0]
    except (OSError, SyntaxError):
        return None
    assert isinstance(node, ast.FunctionDef)
    known = inspect.getclosurevars(function)
    return node, first - 1, {**known.globals, **known.nonlocals}


@cache
def _read(function: Callable[..., Any]) -> tuple[Leads, tuple[Callable[..., Any], ...]]:
    """Return where one function leads, and the rules that it calls. A word of the kit that leads to one phase is an exit of its
    caller: `win`, `next_hand`."""
    source = source_of(function)
    if source is None:  # the kit's own, none of which leads anywhere
        return Leads(), ()
    node, above, known = source
    reader = _Reader(known, function, above)
    for line in node.body:
        reader.visit(line)
    return Leads(frozenset(reader.exits), reader.open), tuple(reader.called)


class _Reader(ast.NodeVisitor):
    """Gathers what one function says about phases. `above`: the lines of its file before it."""

    def __init__(self, known: Mapping[str, Any], function: Callable[..., Any], above: int) -> None:
        self.known, self.above = known, above
        self.file = function.__code__.co_filename
        self.package = f"{function.__module__.rpartition('.')[0]}."
        self.exits: set[Exit] = set()
        self.called: list[Callable[..., Any]] = []
        self.open = False

    def leave(self, node: ast.AST, phases: Iterable[int]) -> None:
        """Note that phases are entered from here."""
        self.exits |= {Exit(self.file, self.above + node.lineno, to) for to in phases}  # type: ignore[attr-defined]

    def visit_Name(self, node: ast.Name) -> None:
        """A phase is named, or a rule."""
        value = self.known.get(node.id)
        if isinstance(value, Phase) or (node.id == "DEAL" and value == DEAL):
            self.leave(node, [int(value)])
        else:
            self.call(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A rule is named with its module: `kit.next_hand`."""
        self.call(node)
        self.generic_visit(node)

    def call(self, node: ast.expr) -> None:
        """Note the rules that a name stands for."""
        for rule in rules_named(node, self.known):
            if rule.__module__.startswith(self.package):
                self.called.append(rule)
            elif rule.__module__.startswith(KIT):
                within = _together([rule])
                if len(within.phases) == 1:
                    self.leave(node, within.phases)
                else:
                    self.called.append(rule)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Read a comparison of the phase, which leads nowhere."""
        if not any(_is_phase(side) for side in (node.left, *node.comparators)):
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """`t.phase = NEXT`, and `t.over = 1`, alone or among several."""
        for target, value in assigned(node):
            if isinstance(target, ast.Attribute):
                if target.attr == "over" and not (isinstance(value, ast.Constant) and value.value == 0):
                    self.leave(node, [END])
                self.open |= target.attr == "phase" and _computed(value)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """`t.phase += 1`."""
        self.open |= _is_phase(node.target)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """`ask(t, seat, AFTER[t.round])`: the phase is not named."""
        if isinstance(node.func, ast.Name):
            at = ASKING.get(node.func.id, len(node.args))
            self.open |= at < len(node.args) and _computed(node.args[at])
        self.generic_visit(node)


def rules_named(node: ast.expr, known: Mapping[str, Any]) -> Iterator[Callable[..., Any]]:
    """The functions that a name stands for, alone or with its module, or that a row of that name has."""
    value = None
    if isinstance(node, ast.Name):
        value = known.get(node.id)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        module = known.get(node.value.id)
        value = getattr(module, node.attr, None) if isinstance(module, ModuleType) else None
    for one in value if isinstance(value, (tuple, list)) else (value,):
        if callable(one) and inspect.isfunction(rule := body(one)):
            yield rule


def assigned(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each target of an assignment with what it is given."""
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def _is_phase(node: ast.expr) -> bool:
    """`t.phase`, or what a rule was given by that name."""
    return (isinstance(node, ast.Attribute) and node.attr == "phase") or (isinstance(node, ast.Name) and node.id == "phase")


def _computed(node: ast.expr) -> bool:
    """Whether a phase is computed, and not named, passed on or one of two that are."""
    if isinstance(node, ast.IfExp):
        return _computed(node.body) or _computed(node.orelse)
    return not (isinstance(node, ast.Name) or _is_phase(node))
