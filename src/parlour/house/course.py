"""The course of a hand: which phase can follow which, as the rules say it (`leads`) and as random play shows it (`seen_in`).

What the rules say is read in the functions that are written at the phases, and in the rules that these call, the kit's included:
a phase that is named there can follow, unless `t.phase` is only compared with it. Every such place is an `Exit`. A rule that
several phases call has exits that only some of them take, so a pair of phases that play does not show means nothing by itself.
But an exit that play shows after none of the phases that come to it is a branch that is rarely taken, or never (`untaken`).
"""

from __future__ import annotations

import ast
import inspect
import random
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from parlour.engine import steps
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.opening import ASKING
from parlour.engine.reading import parse_python
from parlour.engine.rooms import Room
from parlour.kit.layout import DEAL, NOBODY
from parlour.kit.phases import Phase
from parlour.machine import body

CHOICES, OTHERS, TRIES = 10_000, 20, 200
"""Choices of random play under the house rules of a game; in how many games under others as many are made; how many house rules
are drawn until some go together."""
END = -1
"""Stands for the end of the match among the phases that rules lead to."""
KIT = "parlour.kit."
ACTING = ("play", "step")
"""The parts of a phase that say what comes next."""


Pairs = frozenset[tuple[int, int]]
"""Phases that can follow each other: (before, after)."""


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


@dataclass(frozen=True)
class Course:
    """The phases of a game and what follows each. The deal has number 0, the end of the match comes after the last phase."""

    title: str
    names: tuple[str, ...]
    offers: tuple[tuple[str, ...], ...]
    """By phase what is offered to a seat; empty for a step that no player chooses."""
    seen: Pairs
    """In random play under these house rules."""
    rare: Pairs
    """Not seen there, but under other house rules, or only named in the rules."""

    @property
    def end(self) -> int:
        """The number that stands for the end of the match."""
        return len(self.names) - 1

    def after(self, phase: int) -> list[int]:
        """Return the phases that can follow a phase, in order of their numbers, without the phase itself."""
        return sorted({to for at, to in self.seen | self.rare if at == phase != to})

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
    room, end = game.room, len(game.room.phases)
    names = (*room.phases, "end of the match")
    offers = ((), *(phase.offers for phase in room.module.PHASES.declared[1:]), ())
    seen, found = seen_in(game, CHOICES), leads(room)
    other: set[tuple[int, int]] = set()
    for number in range(OTHERS):
        other |= seen_in(drawn(room, game.seats, random.Random(number)), CHOICES // OTHERS)
    never = untaken(found, {(at, END if to == end else to) for at, to in seen | other})
    other |= {(at, end if way.to == END else way.to) for way, phases in never.items() for at in phases}
    return Course(room.title, names, offers, seen, frozenset(other - seen))


def leads(room: Room) -> dict[int, Leads]:
    """Return, by phase, what its own functions and the rules they call lead to, from the deal (0) on."""
    found = {DEAL: _together([room.function("deal")])}
    for number in range(1, len(room.phases)):
        found[number] = _together(room.part(part, number) for part in ACTING)
    return found


def untaken(found: Mapping[int, Leads], seen: Collection[tuple[int, int]]) -> dict[Exit, list[int]]:
    """Return the exits that play did not show, each with the phases that come to it.

    found: as `leads` returns it. seen: pairs of phases that play showed, END for the end of the match. An exit counts as shown
    if its phase came after any of those that come to it.
    """
    before: dict[Exit, list[int]] = {}
    for at, after in sorted(found.items()):
        for way in after.exits:
            if way.to != at:
                before.setdefault(way, []).append(at)
    return {way: phases for way, phases in sorted(before.items()) if not any((at, way.to) in seen for at in phases)}


def drawn(room: Room, seats: int, chooser: random.Random) -> Game:
    """A game with house rules drawn at random that go together, or the default ones if none are found."""
    for _ in range(TRIES):
        options = room.Table.options.items()
        house = {name: option.write(chooser.choice(option.codes)) for name, option in options if chooser.random() < 0.5}
        try:
            return Game(room, seats, house)
        except BadInput:
            continue
    return Game(room, seats)


def seen_in(game: Game, choices: int) -> Pairs:
    """The pairs of phases that follow each other in some random matches; the same ones for the same game.

    choices: how many are made. The end of the match comes after the last phase.
    """
    pairs: set[tuple[int, int]] = set()
    end, seed = len(game.room.phases), 0
    while choices > 0:
        seed += 1
        chooser, tables = random.Random(seed), game.blank()
        steps.begin_row(tables, 0, seed, 0)
        at = DEAL
        choices -= 1  # even if a match ends without a choice
        while at != end and choices > 0:
            if tables[0].turn == NOBODY:
                steps.step_row(tables, 0, seed, 0)
            else:
                choices -= 1
                steps.act_row(tables, 0, chooser.choice([code for code in game.menu(tables) if code != game.room.resign]))
            after = end if tables[0].over else int(tables[0].phase)
            pairs.add((at, after))
            at = after
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
    """Return where one function leads, and the rules that it calls. A word of the kit that leads to one phase is an exit of its
    caller: `win`, `next_hand`."""
    try:
        lines, first = inspect.getsourcelines(function)
        node = parse_python(textwrap.dedent("".join(lines))).body[0]
    except (OSError, SyntaxError):  # made by a program: the kit's own, none of which leads anywhere
        return Leads(), ()
    assert isinstance(node, ast.FunctionDef)
    known = inspect.getclosurevars(function)
    reader = _Reader({**known.globals, **known.nonlocals}, function, first - 1)
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
        elif callable(value) and inspect.isfunction(rule := body(value)):
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
        for target, value in _assigned(node):
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
