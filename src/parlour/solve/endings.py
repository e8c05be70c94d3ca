"""Exact endings: what the rest of a hand is worth with all cards open, both sides playing it perfectly.

Alpha-beta with a table of positions met before (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975), over the
rules themselves: the search is for the score of the game, bonuses and declarations included. So it is one function for
all games of two sides in which nothing is left to chance. First comes the result of the match if the hand ends it, then
the change of score.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.engine.counting import counted
from parlour.engine.dispatch import choices, play
from parlour.engine.errors import BadInput
from parlour.engine.match import Match
from parlour.engine.rooms import Room
from parlour.engine.steps import GIVEN_UP, settle
from parlour.kit import NOBODY, rule, splitmix

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

DEEPEST = 128
"""Most choices to the end of a hand."""
BITS = 17
"""The logarithm of how many positions are remembered."""
MATCH = 100_000.0
"""Points of score for winning the match: more than any hand scores."""
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
ENDED, OUT_OF_NODES, TOO_DEEP, BY_CHANCE = range(4)


class Board(NamedTuple):
    """Working arrays of a search for an ending. They belong to one thread."""

    tables: Any  # record array of DEEPEST + 2: one for every choice made, and one to take a digest of
    words: Ints  # [DEEPEST + 2, words] the same memory
    menus: Ints  # [DEEPEST + 1, MENU]
    counts: Ints  # [DEEPEST + 1, 4] entries of the menu, the next one, the best code so far, the digest
    bounds: Floats  # [DEEPEST + 1, 5] alpha, beta, the best so far, alpha and beta as they were at first
    keys: Ints  # [2 ** BITS]
    values: Floats  # [2 ** BITS]
    kinds: Ints  # [2 ** BITS, 2] EXACT, AT_LEAST or AT_MOST, and the best code
    report: Ints  # [2] nodes, and why it stopped
    sign: Ints  # [1] -1 if the lowest score wins, otherwise 1


def board(room: Room) -> Board:
    """A board for a room."""
    tables: Any = room.Table.blank(DEEPEST + 2)
    return Board(
        tables,
        words=tables.view(np.int64).reshape(len(tables), -1).view(np.ndarray),
        menus=np.zeros((DEEPEST + 1, room.menu_size), np.int64),
        counts=np.zeros((DEEPEST + 1, 4), np.int64),
        bounds=np.zeros((DEEPEST + 1, 5)),
        keys=np.zeros(1 << BITS, np.int64),
        values=np.zeros(1 << BITS),
        kinds=np.zeros((1 << BITS, 2), np.int64),
        report=np.zeros(2, np.int64),
        sign=np.array([-1 if room.low else 1], np.int64),
    )


@rule
def search_ending(b, root, viewer, nodes):
    """The worth of b.tables[0] to a seat, measured from the scores of `root`; nan if it was not found.

    nodes: at most this many. The best code is then in b.counts[0, 2], and in b.report how many nodes it took and why it stopped.
    """
    tables, counts, bounds = b.tables, b.counts, b.bounds
    b.report[0], b.report[1] = 0, ENDED
    level = 0
    worth = enter(b, root, viewer, 0, -math.inf, math.inf)
    if b.report[1] or not math.isnan(worth):
        return worth if b.report[1] == ENDED else math.nan
    while True:
        if counts[level, 1] >= counts[level, 0] or bounds[level, 0] >= bounds[level, 1]:
            worth = leave(b, level)
            level -= 1
            if level < 0:
                return worth
            take_up(b, viewer, level, worth)
            continue
        code = b.menus[level, counts[level, 1]]
        counts[level, 1] += 1
        if code >> 32 or level + 1 >= DEEPEST or b.report[0] >= nodes:
            b.report[1] = OUT_OF_NODES if b.report[0] >= nodes else TOO_DEEP
            return math.nan
        tables[level + 1] = tables[level]
        t = tables[level + 1]
        play(t, code)
        settle(t)
        counts[level, 3] = code
        worth = enter(b, root, viewer, level + 1, bounds[level, 0], bounds[level, 1])
        if b.report[1]:
            return math.nan
        if math.isnan(worth):
            level += 1
        else:
            take_up(b, viewer, level, worth)


@rule
def enter(b, root, viewer, level, alpha, beta):
    """Begin with b.tables[level]. Its worth if that is known already, otherwise nan and its choices are laid out."""
    t = b.tables[level]
    b.report[0] += 1
    for k in range(4):
        if t.rng[k] != root.rng[k]:
            b.report[1] = BY_CHANCE
            return math.nan
    if t.over == GIVEN_UP:
        b.report[1] = TOO_DEEP
        return math.nan
    if t.over or t.turn == NOBODY:
        return worth_to(t, root, viewer, b.sign[0])
    key = digest(b, level)
    at = key & ((1 << BITS) - 1)
    if b.keys[at] == key and level > 0:
        kind, value = b.kinds[at, 0], b.values[at]
        if kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha):
            return value
    n = choices(t, b.menus[level])
    first = b.kinds[at, 1] if b.keys[at] == key else -1
    for k in range(n):  # what was best before comes first
        if b.menus[level, k] == first:
            b.menus[level, k], b.menus[level, 0] = b.menus[level, 0], first
    b.counts[level, 0], b.counts[level, 1], b.counts[level, 2] = n, 0, -1
    ours = t.side[t.turn] == root.side[viewer]
    b.bounds[level, 0], b.bounds[level, 1] = alpha, beta
    b.bounds[level, 2] = -math.inf if ours else math.inf
    b.bounds[level, 3], b.bounds[level, 4] = alpha, beta
    return math.nan


@rule
def take_up(b, viewer, level, worth):
    """Return the value of the choice just tried at a level."""
    t, bounds = b.tables[level], b.bounds
    if t.side[t.turn] == t.side[viewer]:
        if worth > bounds[level, 2]:
            bounds[level, 2], b.counts[level, 2] = worth, b.counts[level, 3]
        bounds[level, 0] = max(bounds[level, 0], worth)
    else:
        if worth < bounds[level, 2]:
            bounds[level, 2], b.counts[level, 2] = worth, b.counts[level, 3]
        bounds[level, 1] = min(bounds[level, 1], worth)


@rule
def leave(b, level):
    """All choices of a level are tried, or enough of them: remember its worth and return it."""
    bounds = b.bounds
    key = digest(b, level)
    at = key & ((1 << BITS) - 1)
    worth = bounds[level, 2]
    kind = AT_MOST if worth <= bounds[level, 3] else AT_LEAST if worth >= bounds[level, 4] else EXACT
    b.keys[at], b.values[at], b.kinds[at, 0], b.kinds[at, 1] = key, worth, kind, b.counts[level, 2]
    return worth


@rule
def digest(b, level):
    """Return a digest of a table that does not depend on the last words or the number of choices."""
    b.tables[DEEPEST + 1] = b.tables[level]
    t = b.tables[DEEPEST + 1]
    t.said[0], t.said[1], t.elapsed = 0, 0, 0
    words, found = b.words[DEEPEST + 1], 0
    for k in range(len(words)):
        found = splitmix(found ^ words[k])
    return found | (1 << 62)


@rule
def worth_to(t, root, viewer, sign):
    """The result of the match and the change of score, one's own side's against the mean of the others'."""
    ours = theirs = result = 0.0
    friends = foes = 0
    for p in range(t.seats):
        gain = float(t.score[p] - root.score[p])
        if t.side[p] == t.side[viewer]:
            ours, friends = ours + gain, friends + 1
        else:
            theirs, foes = theirs + gain, foes + 1
    if t.over:
        result = float(t.payoff[viewer])
    return MATCH * result + sign * (ours / friends - (theirs / foes if foes else 0.0))


# from Python


@dataclass(frozen=True)
class Ending:
    """The end of a hand if nobody errs. points: the change of score of the side on turn against the other; result: the payoff
    of the match if the hand ends it, otherwise None. line: the choices that lead there, by name."""

    seat: int
    points: float
    result: float | None
    line: tuple[str, ...]
    nodes: int

    def __str__(self) -> str:
        """Return the ending in one line."""
        points = f"{counted(self.points, 'point', form='+g')}" if self.points else "no points"
        won = "" if self.result is None else f", the match {self.result:+g}"
        return f"for seat {self.seat} {points}{won} ({counted(self.nodes, 'node', form=',')})"


WHY_NOT = {
    OUT_OF_NODES: "its ending has more than {nodes} positions",
    TOO_DEEP: "its ending is too long, or has choices without number",
    BY_CHANCE: "something is left to chance in it",
}


def has_two_sides(row: Any) -> bool:
    """Whether the seats of a table are of two sides."""
    return len({int(side) for side in row.side[: int(row.seats)]}) == 2


def ending(match: Match, nodes: int = 5_000_000) -> Ending:
    """Return how the hand of a match ends if nobody errs, all cards open.

    match: of two sides, at a choice. nodes: positions to look at, at most.

    BadInput: there is no exact ending, and why (`WHY_NOT`).
    """
    if match.turn == NOBODY:
        raise BadInput("nobody is asked in this position")
    room, row = match.game.room, match.row
    if not has_two_sides(row):
        raise BadInput(f"exact endings are for two sides, and {room.name} is played here by {int(row.seats)} for themselves")
    b, tables, line, total = board(room), match.tables.copy(), [], 0
    worth = math.nan
    while not tables[0].over and tables[0].turn != NOBODY:
        b.tables[0] = tables[0]
        found = float(search_ending(b, row, match.turn, nodes))
        total += int(b.report[0])
        if math.isnan(found):
            raise BadInput(f"{room.name}: " + WHY_NOT[int(b.report[1])].format(nodes=f"{nodes:,}"))
        if math.isnan(worth):
            worth = found
        code = int(b.counts[0, 2])
        line.append(f"{int(tables[0].turn)}:{room.choice_name(code)}")
        play_row(tables, code)
    result = float(tables[0].payoff[match.turn]) if tables[0].over else None
    points = worth - MATCH * (result or 0.0)
    return Ending(match.turn, round(points, 6), result, tuple(line), total)


@rule
def play_row(tables, code):
    """Make a choice on tables[0], and let happen what follows."""
    play(tables[0], code)
    settle(tables[0])
