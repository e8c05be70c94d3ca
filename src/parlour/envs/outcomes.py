"""Every table that chance may make of one, with its exact probability: for rooms small enough to be solved.

Rules draw from the random state of the table, so what they may draw is written nowhere. Here a step runs interpreted, on
twins of the room's functions in which each draw below n is one of n branches; they are gone through one after another
like the digits of an odometer. Tables that come out equal are one outcome, their probabilities added up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from types import FunctionType
from typing import Any

import numpy as np

from parlour.engine import steps
from parlour.engine.dispatch import clear_away, function
from parlour.engine.errors import BadInput
from parlour.engine.rooms import Room
from parlour.engine.view import Tables
from parlour.kit import DEAL, NOBODY, random, rule, sets
from parlour.kit.layout import copy_of
from parlour.machine import Records, body

MOST_OUTCOMES = 8192
"""Outcomes of one step of chance: more are not listed."""
MOST_BRANCHES = 100_000
"""Ways through one step of chance that are tried, of which several may come out equal."""

MOVABLE = (1, 2, 3, 4)
"""The random state of a table whose chance is listed. It is never drawn from, only tried: that the next step would draw is seen
by its having moved, and a state of zeros never moves."""

Outcomes = list[tuple[Any, float]]
"""(a table, its probability), the probabilities adding up to one."""


class _Odometer:
    """A step's draws, each of n branches: which branch each takes this time, and the probability of them all."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.of: list[int] = []
        self.at = 0

    def draw(self, n: int) -> int:
        """The branch of the next draw below n."""
        n = int(n)
        if self.at == len(self.taken):
            self.taken.append(0)
            self.of.append(n)
        self.at += 1
        return self.taken[self.at - 1]

    def ways(self) -> Iterator[None]:
        """Again and again from the beginning, until every branch has been taken."""
        while True:
            self.at = 0
            yield
            while self.taken and self.taken[-1] + 1 == self.of[-1]:
                self.taken.pop()
                self.of.pop()
            if not self.taken:
                return
            self.taken[-1] += 1

    @property
    def probability(self) -> Fraction:
        """That chance goes this way."""
        return Fraction(1, math.prod(self.of))


class Chance:
    """The outcomes of steps of chance in a room. BadInput if there are too many, or if chance cannot be listed."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._odometer = _Odometer()
        self._scopes: dict[int, dict[str, Any]] = {}
        self._instead = {
            id(body(random.drawn)): self._drawn,
            id(body(random.random_below)): lambda t, n: self._odometer.draw(n),
            id(body(random.next_word)): self._endless,
            id(body(random.random_unit)): self._endless,
            id(body(sets.random_cards)): self._cards,
        }
        self._found: dict[bytes, Outcomes] = {}
        plain = [(name, "f8" if room.Table.dtype[name].base.kind == "f" else "i8") for name in room.Table.dtype.names or ()]
        self._dtype = np.dtype([(name, kind, room.Table.dtype[name].shape) for name, kind in plain])

    def outcomes(self, tables: Tables, mover: int = NOBODY, code: int = NOBODY) -> Outcomes:
        """Return the possible results of the next step: of a choice, or of a step that no seat chooses."""
        key = b"%d %d " % (mover, code) + tables.tobytes()
        if key not in self._found:
            self._found[key] = self._work_out(tables, mover, code)
        return self._found[key]

    def _work_out(self, tables: Tables, mover: int, code: int) -> Outcomes:
        start, name, arguments = copy_of(tables), "proceed", ()
        row = start[0]
        if mover != NOBODY:
            row.turn, name, arguments = mover, "play", (code,)  # type: ignore[assignment]
        row.said[:] = 0
        if mover == NOBODY and int(row.phase) == DEAL:
            _open_row(start, 0)
            name = "deal"
        step = self._twin(function(self.room, name))
        weights: dict[bytes, Fraction] = {}
        before = self._widened(start)
        odometer = self._odometer
        for ways, _ in enumerate(odometer.ways()):
            if ways == MOST_BRANCHES or len(weights) > MOST_OUTCOMES:
                raise BadInput(
                    f"{self.room.name}: chance has more than {MOST_OUTCOMES} outcomes in one step; they can be drawn, not listed"
                )
            after = copy_of(before)
            step(after[0], *arguments)
            found = after.tobytes()
            weights[found] = weights.get(found, Fraction(0)) + odometer.probability
        return [(self._narrowed(start, found), float(weight)) for found, weight in weights.items()]

    def _widened(self, tables: Tables) -> Tables:
        """The same table with every figure an int64, as interpreted rules need it; the random state blank."""
        wide: Any = np.zeros(1, self._dtype).view(Records)
        for name in self._dtype.names or ():
            wide[name] = tables[name]
        wide["rng"] = 0
        return wide

    def _narrowed(self, tables: Tables, found: bytes) -> Tables:
        after, wide = copy_of(tables), np.frombuffer(found, self._dtype)
        for name in self._dtype.names or ():
            after[name] = wide[name]
        after["rng"] = MOVABLE
        return after

    # twins of compiled functions

    def _twin(self, function: Any) -> Any:
        plain = body(function)
        if id(plain) in self._instead:
            found: Any = self._instead[id(plain)]
        else:
            assert isinstance(plain, FunctionType)
            scope = self._scope(plain.__globals__)
            found = FunctionType(plain.__code__, scope, plain.__name__, plain.__defaults__, plain.__closure__)
        return found

    def _scope(self, names: dict[str, Any]) -> dict[str, Any]:
        """A module's names with all functions of rules in it interpreted; those not of the kit or of a room stay."""
        if id(names) not in self._scopes:
            self._scopes[id(names)] = scope = dict(names)
            for name, value in names.items():
                plain = body(value)
                if isinstance(plain, FunctionType) and _of_rules(plain, self.room):
                    scope[name] = self._twin(value)
        return self._scopes[id(names)]

    # what stands for the random state

    def _drawn(self, a: int, b: int, c: int, d: int, n: int) -> tuple[int, int, int, int, int]:
        return self._odometer.draw(n), a, b, c, d

    def _cards(self, t: Any, cards: int, n: int) -> int:
        """Every set of n cards equally likely: one number below how many there are, as their place in order."""
        kinds = [kind for kind in range(63) if int(cards) >> kind & 1]
        place = self._odometer.draw(math.comb(len(kinds), int(n)))
        found, missing = 0, int(n)
        for i, kind in enumerate(kinds):
            with_it = math.comb(len(kinds) - i - 1, missing - 1) if missing else 0
            if missing and place < with_it:
                found |= 1 << kind
                missing -= 1
            else:
                place -= with_it
        return found

    def _endless(self, t: Any) -> int:
        raise BadInput(f"{self.room.name}: chance draws a number with 64 bits here; its outcomes can be drawn, not listed")


def _of_rules(function: FunctionType, room: Room) -> bool:
    package = room.module.__name__.rpartition(".")[0]
    return function.__module__.startswith(("parlour.kit", package))


@rule
def _open_row(tables, i):
    """Run the steps of the engine before a hand is dealt."""
    tables[i].hand_number += 1
    clear_away(tables[i])


def lots(tables: Tables) -> Outcomes:
    """The tables at the start of a match, one for each first dealer; equally likely."""
    found = []
    for dealer in range(int(tables[0].seats)):
        after = copy_of(tables)
        steps.begin_row(after, 0, 0, 0)
        after[0].dealer = dealer
        after[0].rng[:] = MOVABLE
        found.append((after, 1 / int(tables[0].seats)))
    return found
