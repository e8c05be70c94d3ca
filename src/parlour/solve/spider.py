"""Whether a position of Spider can be won, all cards known, and by which choices."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.game import Game

from . import spider_search as inner
from .spider_search import LOST, OPEN, WON, Position, Work
from .verdicts import Found

WEIGHTS = (
    (8.0, 3.0, 3.0, 0.8, -1.5, 4.0, 90.0, 0.05),
    (5.0, 3.0, 3.0, 0.5, -2.0, 6.0, 60.0, 0.05),
    (10.0, 8.0, 2.0, 0.8, -1.0, 8.0, 60.0, 0.0),
)
"""What positions are judged by, one search after another; see `spider_search`."""
NODE_BYTES = inner.PACKED + 16 + 12 + 8 * inner.STAGES + 8
SHARE, ROUNDS = 400, 1
"""Positions that a stage is given in its turn, and turns between two looks at the clock."""


class Solver:
    """Settles positions one after another; belongs to one thread. memory: MiB that the positions kept may take."""

    def __init__(self, memory: int = 512) -> None:
        self._capacity = max(1 << 12, (memory << 20) // NODE_BYTES)
        self._position = blank()
        self._work = desk(self._capacity)
        self.stopped = False

    @staticmethod
    def check(row: Any) -> None:
        """BadInput under house rules that it does not know."""
        if row.manual_removal:
            raise BadInput("the solver of spider takes complete sequences off at once, not under manual_removal")

    def warm_up(self, game: Game) -> None:
        """Compile what the first verdict would have to wait for."""
        inner.load(self._position, game.blank(), 0)
        self._hunt(self._position, WEIGHTS[0], 0.0, 1)

    def settle(self, tables: Any, seconds: float) -> Found:
        """The verdict on a table, within so many seconds of this thread's processor time."""
        began, states = time.thread_time(), 0
        for k, weights in enumerate((*WEIGHTS, WEIGHTS[0])):
            full = k == len(WEIGHTS)
            left = seconds - (time.thread_time() - began)
            if self.stopped or left <= 0:
                break
            inner.load(self._position, tables, 0)
            end = began + seconds if full else time.thread_time() + left / (len(WEIGHTS) + 1 - k)
            status = self._hunt(self._position, weights, end, int(full))
            states += int(self._work.tally[inner.LOOKED])
            if status == WON or (status == LOST and full):
                return Found(status == WON, self._line() if status == WON else [], states, time.thread_time() - began)
        return Found(None, [], states, time.thread_time() - began)

    def _hunt(self, p: Position, weights: Any, end: float, full: int) -> int:
        self._work.weights[:] = weights
        inner.begin(p, self._work)
        status = OPEN
        while status == OPEN:
            status = int(inner.search(p, self._work, ROUNDS, SHARE, full))
            if self.stopped or time.thread_time() > end:
                break
        return status

    def _line(self) -> list[int]:
        """The moves that won."""
        work, line = self._work, []
        node = int(work.tally[inner.WINNER])
        while work.parent[node] >= 0:
            line.append(int(work.move[node]))
            node = int(work.parent[node])
        return line[::-1]

    def choices(self, tables: Any, line: list[int]) -> list[str]:
        """A line of moves as choices of the rules."""
        return [name_of(move) for move in line]


def name_of(move: int) -> str:
    """The choice that a move of the search stands for."""
    return "deal" if move == inner.DEAL else f"c{(move >> 10) + 1}:{move >> 4 & 63}>c{(move & 15) + 1}"


def blank() -> Position:
    """A position to be loaded."""
    return Position(
        up=np.zeros(inner.COLUMNS * inner.DEEP, np.int64),
        size=np.zeros(inner.COLUMNS, np.int64),
        hidden=np.zeros(inner.COLUMNS, np.int64),
        down=np.zeros(inner.COLUMNS * inner.BURIED, np.int64),
        stock=np.zeros(104, np.int64),
        figures=np.zeros(inner.FIGURES, np.int64),
    )


def desk(capacity: int) -> Work:
    """Room for so many positions."""
    places = 1 << (2 * capacity - 1).bit_length()
    return Work(
        packed=np.zeros((capacity, inner.PACKED), np.int8),
        marks=np.zeros((capacity, 2), np.int64),
        parent=np.zeros(capacity, np.int32),
        move=np.zeros(capacity, np.int32),
        depth=np.zeros(capacity, np.int32),
        places=np.full(places, -1, np.int32),
        heap=np.zeros((inner.STAGES, capacity), np.int32),
        worth=np.zeros((inner.STAGES, capacity), np.float32),
        length=np.zeros(inner.STAGES, np.int64),
        tally=np.zeros(3, np.int64),
        saved=np.zeros(2 * inner.DEEP + 8, np.int64),
        weights=np.zeros(8),
        values=np.zeros(inner.COLUMNS),
    )
