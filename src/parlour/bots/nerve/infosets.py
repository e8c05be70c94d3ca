"""The situations (information sets) of a strategy that is being learned: a hash table of fixed size, a row of figures for each.

Open addressing with linear probing; a situation's key is scrambled by SplitMix64 to find its row. The table is sized for the
situations that the room distinguishes; when it is seven eighths full it accepts no more situations, and the trainer says so.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlour.bots.rollouts import Floats, Ints
from parlour.kit import rule
from parlour.kit.random import splitmix

from .rooms import WAYS

FREE = -1
"""The key of an empty row; situations are numbers from 0 up."""
FULL = -1


class InfoSets(NamedTuple):
    """The figures of each situation (information set), one row per situation."""

    keys: Ints  # [rows] the situation, FREE if the row is empty
    regrets: Floats  # [rows, WAYS] what each way would have won more than what was played, added up
    sums: Floats  # [rows, WAYS] the strategies of all iterations, added up
    visits: Ints  # [rows] how often it was met
    brought: Floats  # [rows, WAYS] what each way brought from then on in the hands that it was tried in, added up: points, or
    # hundredths of the match if the room values tables
    tried: Ints  # [rows, WAYS] how many these are
    used: Ints  # [1] rows taken


def blank_infosets(rows: int) -> InfoSets:
    """Return a table without situations. rows: how many it can hold, a power of two."""
    return InfoSets(
        keys=np.full(rows, FREE, np.int64),
        regrets=np.zeros((rows, WAYS)),
        sums=np.zeros((rows, WAYS)),
        visits=np.zeros(rows, np.int64),
        brought=np.zeros((rows, WAYS)),
        tried=np.zeros((rows, WAYS), np.int64),
        used=np.zeros(1, np.int64),
    )


@rule
def row_of(infosets, key, add):
    """The row of a situation, FULL if it has none. add: whether to add it, as long as there is room."""
    rows = len(infosets.keys)
    row = splitmix(key) & (rows - 1)
    while infosets.keys[row] != FREE:
        if infosets.keys[row] == key:
            return row
        row = (row + 1) & (rows - 1)
    if not add or 8 * infosets.used[0] >= 7 * rows:
        return FULL
    infosets.keys[row] = key
    infosets.used[0] += 1
    return row


@rule
def match_regrets(figures, codes, odds):
    """Return the odds of the possible ways, in proportion to their positive figures; all equal if none is positive."""
    whole, there = 0.0, 0
    for k in range(WAYS):
        odds[k] = max(figures[k], 0.0) if codes[k] >= 0 else 0.0
        whole += odds[k]
        there += codes[k] >= 0
    for k in range(WAYS):
        if codes[k] >= 0:
            odds[k] = odds[k] / whole if whole > 0.0 else 1.0 / there


@rule
def drawn_way(codes, odds, lot):
    """The way that a number of [0, 1) draws by these odds."""
    last = 0
    for k in range(WAYS):
        if codes[k] >= 0:
            last = k
            lot -= odds[k]
            if lot < 0.0:
                return k
    return last
