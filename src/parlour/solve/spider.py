"""Whether a position of Spider can be won, all cards known, and by which choices.

First all moves for a moment, which settles what is nearly over. Then beams, each wider than the one before or stirred otherwise
at random: nearly all that can be won is won that way. Last, all moves again, with all the memory there is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.game import Game

from . import spider_beam
from . import spider_search as inner
from .spider_beam import Beam
from .spider_play import WEIGHTS_BY_SUITS
from .spider_search import OPEN, WON, Position, Work
from .verdicts import Found

WEIGHTS = (8.0, 3.0, 3.0, 0.8, -1.5, 4.0, 90.0, 0.05)
"""Weights of positions if all moves are tried; see `spider_search`."""
NODE_BYTES = inner.PACKED + 16 + 12 + 8 * inner.STAGES + 8
SHORT = 30_000
"""Positions kept by the first search of all moves."""
SHARE, ROUNDS = 400, 1
"""Positions that a stage is given in its turn, and turns between two looks at the clock."""
NARROW = 20
"""The width of the first beam, which is over at once and wins most of what one suit leaves."""
BEAMS = ((250, 25), (250, 250), (1000, 100), (1000, 1000), (4000, 400), (4000, 4000))
"""Beams, one after another, the last two again and again: positions looked at on a level, and of those that one led to there."""
LOOKS, ROOM, WIDTH_BYTES = 320, 8, 130_000
"""By width: positions looked at in all, positions that wait on a level, memory in bytes."""
SLICE = 4000
"""Positions of a beam between two looks at the clock."""
BEAM_TIME = 0.8
"""The part of the time after which beams are given up for all moves."""


class Answer(NamedTuple):
    """Result of one search: None if it found neither a win nor an end; the moves that win."""

    winnable: bool | None
    line: list[int]


NOTHING = Answer(None, [])


class Solver:
    """Settles positions one after another; belongs to one thread. memory: MiB that the positions kept may take."""

    def __init__(self, memory: int = 512) -> None:
        self._capacity = max(1 << 12, (memory << 20) // NODE_BYTES)
        self._widest = max(64, (memory << 20) // WIDTH_BYTES)
        self._position = blank()
        self._states = 0
        self.stopped = False

    @staticmethod
    def check(row: Any) -> None:
        """BadInput under house rules that it does not know."""
        if row.manual_removal:
            raise BadInput("the solver of spider takes complete sequences off at once, not under manual_removal")

    def warm_up(self, game: Game) -> None:
        """Compile what the first verdict would have to wait for."""
        self._complete(game.blank(), 1 << 12, 0.0)
        inner.load(self._position, game.blank(), 0)
        spider_beam.begin(self._position, beam(64), 0)
        spider_beam.sweep(self._position, beam(64), 0, 1, 1)

    def settle(self, tables: Any, seconds: float) -> Found:
        """The verdict on a table, within this many seconds of this thread's processor time."""
        began, self._states = time.thread_time(), 0
        for answer in self._searches(tables, seconds):
            if answer.winnable is not None or self.stopped or time.thread_time() - began > seconds:
                break
        return Found(answer.winnable, answer.line, self._states, time.thread_time() - began)

    def _searches(self, tables: Any, seconds: float) -> Iterator[Answer]:
        """One search after another, each with its answer."""
        began = time.thread_time()
        yield self._complete(tables, min(SHORT, self._capacity), began + seconds)
        end, k = began + BEAM_TIME * seconds, 0
        answer, whole = self._beam(tables, NARROW, NARROW, k, end)
        yield answer
        while not whole and time.thread_time() < end:
            width, share = BEAMS[k if k < len(BEAMS) else k % 2 - 2]
            answer, whole = self._beam(tables, min(width, self._widest), share, k, end)
            k += 1
            yield answer
        yield self._complete(tables, self._capacity, began + seconds)

    def _beam(self, tables: Any, width: int, share: int, seed: int, end: float) -> tuple[Answer, bool]:
        """One beam, and whether the next would find the same: there is so little to look at."""
        w, p = beam(width), self._position
        inner.load(p, tables, 0)
        level, tally = int(spider_beam.begin(p, w, seed)), w.tally
        while level >= 0 and tally[spider_beam.WINNER] < 0 and not self.stopped and time.thread_time() < end:
            spider_beam.sweep(p, w, level, width if level else SLICE, share if level else SLICE)
            level -= level > 0 or w.length[0] == 0 or tally[spider_beam.USED] == len(w.parent)
        self._states += int(tally[spider_beam.USED])
        whole = level < 0 and int(tally[spider_beam.USED]) <= share
        node = int(tally[spider_beam.WINNER])
        if node < 0:
            return NOTHING, whole
        ways = [int(tally[spider_beam.LAST_WAY])]
        while node >= 0:
            ways.append(int(w.way[node]))
            node = int(w.parent[node])
        return Answer(True, [move for way in reversed(ways) for move in moves_of(way)]), whole

    def _complete(self, tables: Any, capacity: int, end: float) -> Answer:
        """All moves, best first, until the clock of this thread shows `end` or this many positions are kept."""
        w, p = workspace(capacity), self._position
        w.weights[:] = WEIGHTS
        inner.load(p, tables, 0)
        inner.begin(p, w)
        status = OPEN
        while status == OPEN:
            status = int(inner.search(p, w, ROUNDS, SHARE))
            if self.stopped or time.thread_time() > end:
                break
        self._states += int(w.tally[inner.LOOKED])
        if status != WON:
            return Answer(False, []) if status == inner.LOST else NOTHING
        line, node = [], int(w.tally[inner.WINNER])
        while w.parent[node] >= 0:
            line.append(int(w.move[node]))
            node = int(w.parent[node])
        return Answer(True, line[::-1])

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


def moves_of(way: int) -> Iterator[int]:
    """The moves of a beam's way as the search of all moves has them."""
    while way:
        move = way & spider_beam.ROW
        way >>= spider_beam.MOVE_BITS
        yield inner.DEAL if move == spider_beam.ROW else (move & 15) << 10 | (move >> 4 & 15) << 4 | move >> 8


def beam(width: int) -> Beam:
    """Room for a beam."""
    capacity, room = LOOKS * width, ROOM * width
    return Beam(
        packed=np.zeros((capacity, inner.PACKED), np.int8),
        parent=np.zeros(capacity, np.int32),
        way=np.zeros(capacity, np.int64),
        depth=np.zeros(capacity, np.int32),
        root=np.zeros(capacity, np.int32),
        spent=np.zeros(capacity, np.int32),
        seen=np.zeros(1 << (12 * capacity).bit_length(), np.int64),
        keys=np.zeros((spider_beam.LEVELS, room), np.float32),
        origins=np.zeros((spider_beam.LEVELS, room), np.int32),
        ways=np.zeros((spider_beam.LEVELS, room), np.int64),
        length=np.zeros(spider_beam.LEVELS, np.int64),
        floor=np.zeros(spider_beam.LEVELS, np.float32),
        tally=np.zeros(spider_beam.TALLY, np.int64),
        weights=WEIGHTS_BY_SUITS[4],
        worth=np.zeros((inner.COLUMNS, inner.DEEP + 1)),
        hash=np.zeros((inner.COLUMNS, inner.DEEP + 1), np.int64),
        run=np.zeros((inner.COLUMNS, inner.DEEP + 1), np.int64),
        stamps=np.zeros(inner.COLUMNS, np.int64),
    )


def workspace(capacity: int) -> Work:
    """Room for this many positions."""
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
