"""Which fields of a hand rules can have written when a phase begins: read in the rules, along all ways from the deal (`leads`).

A hand begins on an empty table. A field that no rule writes on any way from the deal to a phase is therefore empty in that
phase after any deal and any choices: nobody has shown a hand before the showdown, nobody has taken a trick before the first card.

The reading is on the safe side. A rule may be said to write what it only reads, never the other way round: a field counts as
written if anything is assigned to it or to a part of it, but for the figure that stands for empty. It also counts if it is handed
on as a whole, a pile to a function that could lay a card on it, or kept under another name.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from inspect import isfunction
from typing import Any

from parlour.kit.layout import DEAL
from parlour.machine import body

from .leads import ACTING, assigned, leads, rules_named, source_of
from .rooms import Room

READING = {builtins.len, builtins.min, builtins.max, builtins.sum, builtins.range, builtins.abs}
"""Functions of Python that change nothing they are given."""


@dataclass
class Touched:
    """All that a function does with fields, by name, whether a table has them or not. `assigned`: to the field or a part of it,
    with the figure if it is always the same one (None: anything).
    `handed`: the field or a part of it, with the number of indices behind the name, to a rule, or to anything else (None).
    `called`: the rules that it calls. `stores`: whether it assigns to a part of anything."""

    assigned: set[tuple[str, int | None]] = field(default_factory=set)
    handed: set[tuple[str, int, Callable[..., Any] | None]] = field(default_factory=set)
    called: set[Callable[..., Any]] = field(default_factory=set)
    stores: bool = False


@lru_cache(maxsize=64)
def written_by(room: Room) -> Mapping[int, frozenset[str]]:
    """Return, by phase, which of the fields that are empty when a hand begins can be other than empty in it. A phase that no way
    leads to is left out, and all are if the rules have no sources to read."""
    deal = room.function("deal")
    if deal is None or source_of(body(deal)) is None:  # installed without its sources: nothing can be said
        return {}
    ways = leads(room)
    own = {number: _fields_written(room, [room.part(part, number) for part in ACTING]) for number in ways if number != DEAL}
    own[DEAL] = _fields_written(room, [deal])
    found: dict[int, frozenset[str]] = {DEAL: frozenset()}
    waiting = [DEAL]
    while waiting:
        at = waiting.pop()
        after = found[at] | own[at]
        for to in set(ways) if ways[at].open else {*ways[at].phases, at} & set(ways):
            if to != DEAL and not (to in found and after <= found[to]):
                found[to] = found.get(to, frozenset()) | after
                waiting.append(to)
    return found


def _fields_written(room: Room, functions: Iterable[Callable[..., Any] | None]) -> frozenset[str]:
    """Return the fields that some functions, and all rules that they call, can make other than empty."""
    fields, shapes = room.Table.fields, room.Table.dtype
    found: set[str] = set()
    done: set[Callable[..., Any]] = set()
    todo = [body(function) for function in functions if function is not None]
    while todo:
        function = todo.pop()
        if function not in done:
            done.add(function)
            touched = _touched(function)
            found |= {name for name, figure in touched.assigned if name in fields and figure != fields[name].empty}
            for name, indices, to in touched.handed:
                whole = name in fields and indices < len(shapes[name].shape)
                if whole and not (to and _only_reads(to)):
                    found.add(name)
            todo += touched.called
    return frozenset(found)


@cache
def _touched(function: Callable[..., Any]) -> Touched:
    source = source_of(function)
    if source is None:  # made by a program from a layout: menus and masks, which write nothing on it
        return Touched()
    node, _, known = source
    reader = _Reader(known)
    for line in node.body:
        reader.visit(line)
    return reader.found


@cache
def _only_reads(function: Callable[..., Any]) -> bool:
    """Whether a rule, with all that it calls, assigns to no part of anything: it cannot change what it is given."""
    done: set[Callable[..., Any]] = set()
    todo = [function]
    while todo:
        one = todo.pop()
        if one not in done:
            done.add(one)
            touched = _touched(one)
            if touched.stores or touched.assigned:
                return False
            todo += touched.called
    return True


class _Reader(ast.NodeVisitor):
    """Gathers what one function does with fields. known: what the names in it stand for."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self.known, self.found = known, Touched()
        self.figure: int | None = None
        """The constant that is being assigned."""

    def visit_Assign(self, node: ast.Assign) -> None:
        """`t.raises = 0`, `t.bettor = NOBODY`, alone or among several: the figure that is assigned, if it is a constant."""
        self.visit(node.value)
        for target, value in assigned(node):
            self.figure = self.constant(value)
            self.visit(target)
            self.figure = None

    def constant(self, node: ast.expr) -> int | None:
        """Return the whole number that an expression always is, None if it is not written as one."""
        value = node.value if isinstance(node, ast.Constant) else self.known.get(node.id) if isinstance(node, ast.Name) else None
        return value if type(value) is int else None

    def visit_Name(self, node: ast.Name) -> None:
        """A rule is called, or handed on."""
        self.found.called.update(rules_named(node, self.known))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """The field as a whole: assigned to, or handed on."""
        if isinstance(node.ctx, ast.Load):
            self.found.handed.add((node.attr, 0, None))
        else:
            self.found.assigned.add((node.attr, self.figure))
        self.found.called.update(rules_named(node, self.known))
        self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """A part of a field, or of what stands under another name: assigned to, or handed on unless it is a single number."""
        self.found.stores |= not isinstance(node.ctx, ast.Load)
        inner: ast.expr = node
        indices = 0
        while isinstance(inner, ast.Subscript):
            self.visit(inner.slice)
            indices += _indices(inner.slice)
            inner = inner.value
        if not isinstance(inner, ast.Attribute):
            self.visit(inner)
            return
        if isinstance(node.ctx, ast.Load):
            self.found.handed.add((inner.attr, indices, None))
        else:
            self.found.assigned.add((inner.attr, self.figure))
        self.visit(inner.value)

    def visit_Call(self, node: ast.Call) -> None:
        """Read a call: a field handed to a rule counts only if the rule changes what it is given; some functions never do."""
        if not isinstance(node.func, ast.Name):
            self.generic_visit(node)
            return
        value = self.known.get(node.func.id, getattr(builtins, node.func.id, None))
        rule = body(value) if callable(value) else None
        if value not in READING and not isfunction(rule):
            self.generic_visit(node)
            return
        self.visit(node.func)
        for given in (*node.args, *(word.value for word in node.keywords)):
            inner, indices = given, 0
            while isinstance(inner, ast.Subscript):
                self.visit(inner.slice)
                indices += _indices(inner.slice)
                inner = inner.value
            if isinstance(inner, ast.Attribute):
                if value not in READING:
                    self.found.handed.add((inner.attr, indices, rule))
                inner = inner.value
            self.visit(inner)


def _indices(node: ast.expr) -> int:
    """Return how many numbers an index has; a slice has none, for it leaves several."""
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return sum(not isinstance(part, ast.Slice) for part in parts)
