"""The course of a hand: which phase can follow which, as the rules say it (`said`) and as random play shows it (`seen`).

What the rules say is read in the functions that are written at the phases, and in the rules that these call, the kit's included:
a phase that is named there can follow, unless `t.phase` is only compared with it. This is read without asking which branch is
taken, so it can say too much; of the functions of a room all of whose phases are named it does not say too little.
"""

from __future__ import annotations

import ast
import inspect
import random
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from parlour.engine.game import Game
from parlour.engine.match import Step
from parlour.engine.opening import ASKING
from parlour.engine.rooms import Room
from parlour.kit.layout import DEAL
from parlour.kit.phases import Phase
from parlour.machine import body

CHOICES = 5_000
"""Choices of random play from which `seen` is gathered."""
KIT = "parlour.kit."
ACTING = ("play", "step")
"""The parts of a phase that say what comes next."""


@dataclass(frozen=True)
class Leads:
    """The successors of a phase: the numbers of phases; whether the match can end; `open`: whether a computed phase, not a
    named one, can follow."""

    phases: frozenset[int] = frozenset()
    ends: bool = False
    open: bool = False

    def __or__(self, other: Leads) -> Leads:
        return Leads(self.phases | other.phases, self.ends or other.ends, self.open or other.open)


@dataclass(frozen=True)
class Course:
    """The phases of a game and what follows each. The deal has number 0, the end of the match comes after the last phase."""

    title: str
    names: tuple[str, ...]
    offers: tuple[tuple[str, ...], ...]
    """By phase what is offered to a seat; empty for a step that no player chooses."""
    said: frozenset[tuple[int, int]]
    seen: frozenset[tuple[int, int]]

    @property
    def end(self) -> int:
        """The number that stands for the end of the match."""
        return len(self.names) - 1

    def after(self, phase: int) -> list[int]:
        """Return the phases that can follow a phase, in order of their numbers, without the phase itself."""
        return sorted({to for at, to in self.said | self.seen if at == phase != to})

    def as_json(self) -> dict[str, Any]:
        """The phases in order, each with what it offers, what can follow it, and which of that was seen in random play."""
        return {
            "title": self.title,
            "phases": [
                {
                    "name": name,
                    "offers": list(self.offers[at]),
                    "after": [self.names[to] for to in self.after(at)],
                    "seen": [self.names[to] for to in self.after(at) if (at, to) in self.seen],
                }
                for at, name in enumerate(self.names)
            ],
        }

    def lasting(self, phase: int) -> bool:
        """Whether a phase was seen to follow itself: the next seat, the next card."""
        return (phase, phase) in self.seen


def course_of(game: Game) -> Course:
    """The course of a hand of a game under its house rules, with what some random matches (always the same) show of it."""
    room = game.room
    names = (*room.phases, "end of the match")
    offers = ((), *(phase.offers for phase in room.module.PHASES.declared[1:]), ())
    return Course(room.title, names, offers, said(room), seen_in(game))


def said(room: Room) -> frozenset[tuple[int, int]]:
    """The pairs of phases (before, after) of which the rules say that one can follow the other; the end comes after the last."""
    found = leads(room)
    pairs = {(at, to) for at, after in found.items() for to in after.phases}
    return frozenset(pairs | {(at, len(room.phases)) for at, after in found.items() if after.ends})


def leads(room: Room) -> dict[int, Leads]:
    """By phase what its own functions and the rules they call lead to, from the deal (0) on."""
    found = {DEAL: _together([room.function("deal")])}
    for number in range(1, len(room.phases)):
        found[number] = _together(room.part(part, number) for part in ACTING)
    return found


def seen_in(game: Game) -> frozenset[tuple[int, int]]:
    """The pairs of phases that follow each other in some random matches; the same ones for the same game."""
    pairs: set[tuple[int, int]] = set()
    left, end = CHOICES, len(game.room.phases)

    def watch(step: Step) -> None:
        after = step.after[0]
        pairs.add((int(step.before[0].phase), end if after.over else int(after.phase)))

    number = 0
    while left > 0:
        number += 1
        chooser = random.Random(number)
        match = game.fresh(seed=number)
        match.watchers.append(watch)
        match.begin()
        left -= 1  # also where a match comes to its end without a choice
        while not match.over and left > 0:
            left -= 1
            seat = chooser.choice(match.asked)
            match.play(chooser.choice([code for code in match.codes(seat) if code != game.room.resign]), seat=seat)
    return frozenset(pairs)


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


@cache
def _read(function: Callable[..., Any]) -> tuple[Leads, tuple[Callable[..., Any], ...]]:
    """Return where one function leads, and the rules that it calls."""
    try:
        node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError):  # made by a program: the kit's own, none of which leads anywhere
        return Leads(), ()
    assert isinstance(node, ast.FunctionDef)
    known = inspect.getclosurevars(function)
    reader = _Reader({**known.globals, **known.nonlocals}, function.__module__.rpartition(".")[0])
    for line in node.body:
        reader.visit(line)
    return Leads(frozenset(reader.phases), reader.ends, reader.open), tuple(reader.called)


class _Reader(ast.NodeVisitor):
    """Gathers what one function says about phases."""

    def __init__(self, known: Mapping[str, Any], package: str) -> None:
        self.known, self.packages = known, (KIT, f"{package}.")
        self.phases: set[int] = set()
        self.called: list[Callable[..., Any]] = []
        self.ends = self.open = False

    def visit_Name(self, node: ast.Name) -> None:
        """A phase is named, or a rule."""
        value = self.known.get(node.id)
        if isinstance(value, Phase) or (node.id == "DEAL" and value == DEAL):
            self.phases.add(int(value))
        elif callable(value) and inspect.isfunction(rule := body(value)) and rule.__module__.startswith(self.packages):
            self.called.append(rule)

    def visit_Compare(self, node: ast.Compare) -> None:
        """To compare the phase with others leads nowhere."""
        if not any(_is_phase(side) for side in (node.left, *node.comparators)):
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """`t.phase = NEXT`, and `t.over = 1`, alone or among several."""
        for target, value in _assigned(node):
            if isinstance(target, ast.Attribute):
                self.ends |= target.attr == "over" and not (isinstance(value, ast.Constant) and value.value == 0)
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


def _assigned(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
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
