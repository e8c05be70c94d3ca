"""Rules read as a text, before they run: what the language of rules does not have, and names that mean nothing.

A compiler says of such slips what it makes of them, pages long; here each is one line with its place.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from parlour.engine.dispatch import OWN
from parlour.engine.errors import meant
from parlour.engine.files import read_text
from parlour.engine.former import missing
from parlour.engine.reading import parse_python
from parlour.engine.rooms import Room
from parlour.kit.layout import Cards
from parlour.kit.phases import PARTS
from parlour.machine import body

from .faults import Fault

ONE_CARD = ("pop", "top", "lowest", "highest")
"""Words of the kit that give one card."""
ANSWERING = ("objection", "choices", "random_choice", "bound", "house", "contradictions", "allowed")
"""Functions of the engine and parts of a phase that must return something."""
NOBODY_ON_TURN = ("deal", "step")
"""Functions of the engine and parts of a phase that are called while no seat is asked."""
BUILTINS = ("abs", "bool", "divmod", "enumerate", "float", "int", "len", "max", "min", "range", "round", "sum", "zip")
_NOT_HERE: dict[type[ast.AST], str] = {
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.Set: "a set in braces",
    ast.SetComp: "a set in braces",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a text",
    ast.Try: "an exception",
    ast.Raise: "an exception",
    ast.Assert: "an assertion",
    ast.With: "a with block",
    ast.Lambda: "a lambda",
    ast.FunctionDef: "a function within a function",
    ast.ClassDef: "a class",
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.Global: "a global name",
    ast.Yield: "a generator",
    ast.Await: "an await",
}


def slips(room: Room) -> list[Fault]:
    """Every slip in the functions of a room's rules.py, in the order of its lines."""
    source = read_text(room.folder / "rules.py")
    functions = [node for node in parse_python(source).body if isinstance(node, ast.FunctionDef)]
    rules = [node for node in functions if _is_rule(node)]
    found: list[Fault] = []
    reader = _Reader(room, {node.name for node in functions} - {node.name for node in rules})
    found += [fault for node in rules for fault in reader.read(node)]
    found += reader.plain_engine_functions(functions)
    return sorted(set(found), key=lambda fault: int(fault.where.partition(":")[2] or 0))


def _marks(node: ast.FunctionDef) -> list[str]:
    """The decorators of a function without their arguments: "rule", "PLAY.allowed"."""
    return [ast.unparse(mark).partition("(")[0] for mark in node.decorator_list]


def _is_rule(node: ast.FunctionDef) -> bool:
    return any(mark in ("rule", "kit.rule") for mark in _marks(node)) or _part(node) != ""


def _part(node: ast.FunctionDef) -> str:
    """The part of a phase that a function is, empty if it is none."""
    return next((part for mark in _marks(node) if (part := mark.partition(".")[2]) in PARTS), "")


def _called_as(node: ast.FunctionDef) -> str:
    """Return the engine's name for a function: the part of a phase, or its own name."""
    return _part(node) or node.name


class _Reader:
    """Reads the functions of one room."""

    def __init__(self, room: Room, plain: set[str]) -> None:
        self.module: ModuleType = room.module
        self.fields = tuple(room.Table.dtype.names or ())
        self.shown = [*room.Table.fields]
        self.plain = plain
        self.sets = {name for name, zone in room.Table.zones.items() if isinstance(zone, Cards)}
        self.whole = {name for name in self.fields if room.Table.dtype[name].base.kind in "iu"}

    def plain_engine_functions(self, functions: list[ast.FunctionDef]) -> Iterator[Fault]:
        """The engine calls these from compiled code."""
        for node in functions:
            if node.name in self.plain and node.name in OWN:
                yield _at(node, f"{node.name} lacks @rule above it")

    def read(self, function: ast.FunctionDef) -> Iterator[Fault]:
        """The slips of one function."""
        given = {argument.arg for argument in function.args.args}
        local = given | {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        statements = function.body[1:] if ast.get_docstring(function) is not None else function.body
        for statement in statements:
            for node in ast.walk(statement):
                yield from self._node(node, local, function)
        yield from _missing_returns(function)
        cards = {*(given & {"choice"}), *_cards_of(function)}
        for node in ast.walk(function):
            if isinstance(node, ast.AugAssign | ast.Assign):
                yield from self._set_of_cards(node, cards)
                yield from self._fraction(node)

    def _fraction(self, node: ast.AugAssign | ast.Assign) -> Iterator[Fault]:
        """Find a quotient or a decimal fraction in a place for whole numbers, where its fraction would be lost without a word."""
        target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
        field = target.value if isinstance(target, ast.Subscript) else target
        if not (isinstance(field, ast.Attribute) and ast.unparse(field.value) == "t" and field.attr in self.whole):
            return
        if (isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div)) or _is_fraction(node.value):
            yield _at(
                node, f"{field.attr} holds whole numbers, and the fraction of {ast.unparse(node)} would be lost: divide with //"
            )

    def _set_of_cards(self, node: ast.AugAssign | ast.Assign, cards: set[str]) -> Iterator[Fault]:
        """Find a card, which is a number, in a place for a set of cards, which has one bit per card."""
        target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
        value = node.value.operand if isinstance(node.value, ast.UnaryOp) else node.value
        field = target.value if isinstance(target, ast.Subscript) else target
        if not (isinstance(field, ast.Attribute) and ast.unparse(field.value) == "t" and field.attr in self.sets):
            return
        if (isinstance(value, ast.Name) and value.id in cards) or _gives_card(value):
            card = ast.unparse(value)
            yield _at(node, f"{field.attr} is a set of cards, and {card} is one card: 1 << {card}")

    def _node(self, node: ast.AST, local: set[str], function: ast.FunctionDef) -> Iterator[Fault]:
        inside = function.name
        if thing := _NOT_HERE.get(type(node)):
            yield _at(node, f"{thing} in a rule ({inside}): rules use numbers, sets of cards, piles and loops")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            yield _at(node, f"a text in a rule ({inside}): rules use numbers, sets of cards, piles and loops")
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from self._name(node, local, inside)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute(node, local)
        elif isinstance(node, ast.Call):
            yield from self._call(node, local, inside)
        elif isinstance(node, ast.Subscript):
            yield from self._index(node, function)

    def _name(self, node: ast.Name, local: set[str], inside: str) -> Iterator[Fault]:
        name = node.id
        if name in local or hasattr(self.module, name) or name in BUILTINS:
            return
        if hasattr(builtins, name):
            yield _at(node, f"{name} is not in the language of rules ({inside})")
        else:
            known = {*local, *BUILTINS, *(word for word in vars(self.module) if not word.startswith("_"))}
            yield _at(node, missing(name, known))

    def _attribute(self, node: ast.Attribute, local: set[str]) -> Iterator[Fault]:
        if not isinstance(node.value, ast.Name):
            return
        name = node.value.id
        if name == "t":
            if node.attr not in self.fields:
                yield _at(node, f"the table has no field {node.attr}{meant(node.attr, self.shown)}")
        elif name not in local and hasattr(self.module, name):
            owner = getattr(self.module, name)
            if not hasattr(owner, node.attr):
                known = getattr(owner, "_fields", dir(owner))
                yield _at(node, f"{name} has no {node.attr}{meant(node.attr, known)}")

    def _call(self, node: ast.Call, local: set[str], inside: str) -> Iterator[Fault]:
        if not isinstance(node.func, ast.Name) or node.func.id in local:
            return
        name = node.func.id
        if name in self.plain:
            yield _at(node, f"{name} is called by a rule ({inside}) and lacks @rule above it")
        called = body(getattr(self.module, name, None))
        if inspect.isfunction(called) and not any(isinstance(a, ast.Starred) for a in node.args):
            yield from _arguments(node, name, called)

    def _index(self, node: ast.Subscript, function: ast.FunctionDef) -> Iterator[Fault]:
        below = isinstance(node.slice, ast.UnaryOp) and isinstance(node.slice.op, ast.USub)
        if below or (isinstance(node.slice, ast.Name) and node.slice.id == "NOBODY"):
            index = ast.unparse(node.slice)
            yield _at(node, f"{ast.unparse(node)}: an index never counts from the end, {index} lies outside")
        elif _called_as(function) in NOBODY_ON_TURN and ast.unparse(node.slice) == "t.turn":
            yield _at(node, f"{ast.unparse(node)}: nobody is on turn when {function.name} is called, so t.turn is NOBODY")


def _is_fraction(node: ast.expr) -> bool:
    """Whether an expression is a quotient or a decimal fraction, or a sum or product with one."""
    if isinstance(node, ast.BinOp):
        whole = isinstance(node.op, ast.FloorDiv)
        return isinstance(node.op, ast.Div) or (not whole and (_is_fraction(node.left) or _is_fraction(node.right)))
    if isinstance(node, ast.UnaryOp | ast.IfExp):
        return any(_is_fraction(part) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))
    return isinstance(node, ast.Constant) and isinstance(node.value, float)


def _gives_card(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ONE_CARD


def _cards_of(function: ast.FunctionDef) -> set[str]:
    """Return the local names that never mean anything but one card."""
    given = [node for node in ast.walk(function) if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)]
    cards = {ast.unparse(node.targets[0]) for node in given if _gives_card(node.value)}
    others = {ast.unparse(node.targets[0]) for node in given if not _gives_card(node.value)}
    changed = {ast.unparse(node.target) for node in ast.walk(function) if isinstance(node, ast.AugAssign | ast.For)}
    return cards - others - changed


def _arguments(node: ast.Call, name: str, called: Any) -> Iterator[Fault]:
    signature = inspect.signature(called)
    try:
        signature.bind(*node.args, **{word.arg: word for word in node.keywords if word.arg})
    except TypeError:
        given = len(node.args) + len(node.keywords)
        takes = ", ".join(signature.parameters)
        yield _at(node, f"{name} takes ({takes}), {given} {'is' if given == 1 else 'are'} given")


def _missing_returns(function: ast.FunctionDef) -> Iterator[Fault]:
    """A function that returns something must do so on every way through it."""
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    answers = _called_as(function) in ANSWERING or any(node.value is not None for node in returns)
    if not answers:
        return
    for node in returns:
        if node.value is None:
            yield _at(node, f"{function.name}: this return gives nothing")
    if not _ends(function.body):
        hint = ": `return 0` if nothing objects" if _called_as(function) == "objection" else ""
        line = function.body[-1].end_lineno or function.lineno
        yield Fault(f"rules.py:{line}", f"{function.name} can come to its end without a return{hint}")


def _ends(body: list[ast.stmt]) -> bool:
    """Whether no way leads past the last statement."""
    last = body[-1]
    if isinstance(last, ast.Return):
        return True
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    if isinstance(last, ast.While):
        endless = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return endless and not any(isinstance(node, ast.Break) for node in ast.walk(last))
    return False


def _at(node: Any, what: str) -> Fault:
    return Fault(f"rules.py:{node.lineno}", what)
