"""Whether a position of Klondike can be won, all cards known ("thoughtful"), and by which choices.

First many short searches that differ by chance in what they try first: most deals that can be won are won that way within some
hundred positions, and if one goes astray another does not. Then one that goes through everything.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.game import Game

from . import klondike_search as inner
from .klondike_relaxed import is_lost
from .klondike_search import FULL, LOST, OPEN, WON, Work
from .klondike_state import COLUMNS, DEEP, FIGURES, RANDOM, Position, load
from .verdicts import Found

TRIES = (200,) * 10 + (2000,) * 15 + (20_000,) * 8
"""Positions that each short search looks at."""
NOISE = 600
"""Size of the random change in the order of moves."""
SMALL = 16
"""Logarithm of the places in the table of the short searches and of the complete one at its beginning."""
SLICE = 20_000
"""Positions between two looks at the clock."""


class Solver:
    """Settles positions one after another; belongs to one thread. memory: MiB that the table of positions may take."""

    def __init__(self, memory: int = 512) -> None:
        self._places = 1 << max(SMALL, (memory << 16).bit_length() - 1)
        self._small = np.zeros(2 << SMALL, np.int64)
        self._menu = np.zeros(inner.DEPTH * inner.MENU, np.int64)
        self._at = np.zeros(inner.DEPTH * inner.AT, np.int64)
        self._saved = np.zeros(inner.DEPTH * inner.SAVED, np.int64)
        self._tally = np.zeros(4, np.int64)
        self._position = blank()
        self.stopped = False

    @staticmethod
    def check(row: Any) -> None:
        """BadInput under house rules that it does not know."""
        if row.empty_column != 0:
            raise BadInput("the solver of klondike knows spaces for kings only, not empty_column = any")

    def warm_up(self, game: Game) -> None:
        """Compile what the first verdict would have to wait for."""
        load(self._position, game.blank(), 0)
        self._short(0, 1)
        is_lost(self._position)
        self._complete(0.0)
        inner.grow(self._small, np.zeros(4 << SMALL, np.int64))

    def settle(self, tables: Any, seconds: float) -> Found:
        """The verdict on a table, within this many seconds of this thread's processor time."""
        began, total = time.thread_time(), 0
        load(self._position, tables, 0)
        for k, limit in enumerate(TRIES):
            status, line, states = self._short(k, limit)
            total += states
            if k == 0 and status == OPEN and is_lost(self._position):
                status = LOST
            if status in (WON, LOST):
                return Found(status == WON, line, total, time.thread_time() - began)
            if self.stopped or time.thread_time() - began > seconds:
                return Found(None, [], total, time.thread_time() - began)
        status, line, states = self._complete(began + seconds)
        winnable = True if status == WON else False if status == LOST else None
        return Found(winnable, line, total + states, time.thread_time() - began)

    def _short(self, k: int, limit: int) -> tuple[int, list[int], int]:
        """The k-th short search: its answer, the line, the positions looked at."""
        p, work = self._position, self._work(self._small[: 4 << limit.bit_length()])
        inner.begin(p, work)
        p.figures[RANDOM] = k * 7919 + 1
        return self._ended(int(inner.search(p, work, limit, NOISE if k else 0, 2 * limit)), work)

    def _complete(self, end: float) -> tuple[int, list[int], int]:
        """The search that goes through everything, until the clock of this thread shows `end`."""
        p, work = self._position, self._work(self._small)
        inner.begin(p, work)
        status = OPEN
        while status in (OPEN, FULL):
            if status == FULL:
                larger = np.zeros(2 * len(work.seen), np.int64)
                inner.grow(work.seen, larger)
                work = work._replace(seen=larger)
            places = len(work.seen) // 2
            most = places // 2 if places < self._places else 1 << 62
            status = int(inner.search(p, work, int(work.tally[inner.NODES]) + SLICE, 0, most))
            if self.stopped or time.thread_time() > end:
                break
        return self._ended(status, work)

    def _ended(self, status: int, work: Work) -> tuple[int, list[int], int]:
        """Return after a search its answer, the moves that won, the positions looked at; the position is as it was before."""
        depth = int(work.tally[inner.STATE]) if status == WON else 0
        line = [int(work.menu[d * inner.MENU + work.at[inner.AT * d]]) for d in range(depth)]
        inner.unwind(self._position, work)
        return status, line, int(work.tally[inner.NODES])

    def _work(self, seen: Any) -> Work:
        return Work(self._menu, self._at, self._saved, seen, self._tally)

    def choices(self, tables: Any, line: list[int]) -> list[str]:
        """A line of moves as choices of the rules, from the table it begins at."""
        row = tables[0]
        stock = Stock(int(row.waste[0]), int(row.stock[0]), int(row.draw))
        return [name for move in line for name in names_of(move, stock)]


def blank() -> Position:
    """A position to be loaded."""
    return Position(
        cards=np.zeros(COLUMNS * DEEP, np.int64),
        size=np.zeros(COLUMNS, np.int64),
        down=np.zeros(COLUMNS, np.int64),
        home=np.zeros(4, np.int64),
        talon=np.zeros(24, np.int64),
        figures=np.zeros(FIGURES, np.int64),
    )


class Stock:
    """The cards in the waste and the stock."""

    def __init__(self, waste: int, stock: int, draw: int) -> None:
        self.waste, self.stock, self.draw = waste, stock, draw

    def reaches(self, place: int, again: bool) -> bool:
        """Whether turning comes to the card of this place; again: with the waste turned over too."""
        cards, last = place + 1, place + 1 == self.waste + self.stock
        ahead = cards >= self.waste and (last or (cards - self.waste) % self.draw == 0)
        return ahead or (again and (last or cards % self.draw == 0))

    def turn_to(self, place: int) -> Iterator[str]:
        """Turn until the card of this place (from the bottom of the waste on) is on top of the waste; it is then taken. One that
        it does not reach it would turn for forever."""
        while self.waste != place + 1:
            if self.stock:
                turned = min(self.draw, self.stock)
                self.waste, self.stock = self.waste + turned, self.stock - turned
                yield "draw"
            else:
                self.waste, self.stock = 0, self.waste
                yield "recycle"
        self.waste -= 1


def names_of(move: int, stock: Stock) -> Iterator[str]:
    """The choices that a move of the search stands for."""
    kind, a, b, k = move & 7, move >> 3 & 31, move >> 8 & 7, move >> 11 & 15
    if kind in (inner.STOCK_HOME, inner.STOCK_OUT):
        yield from stock.turn_to(a)
        yield "waste>f" if kind == inner.STOCK_HOME else f"waste>c{b + 1}"
    elif kind == inner.BACK:
        yield f"f-{'cdhs'[a]}>c{b + 1}"
    if kind in (inner.UNIT, inner.FREE):
        yield f"c{a + 1}:{k}>c{b + 1}"
    if kind in (inner.HOME, inner.FREE):
        yield f"c{a + 1}>f"
