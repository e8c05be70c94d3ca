"""Klondike by a policy: how good a move looks to who sees what a player sees. The compiled part.

A move is chosen with odds that grow with its score: what it is (`klondike_features`), weighed, and through a layer of
rectified units that see the position too, so that a move may be good at the end that is bad at the beginning. The weights
are learned by playing (`bench/klondike_policy.py`).
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.kit import rule

from .klondike_features import FEATURES, SEEN, STATE, describe, describe_position, is_king_waiting, offered
from .klondike_search import MENU, do, moves
from .klondike_state import RANDOM, cards_home

Floats = npt.NDArray[np.float64]
FILE = Path(__file__).with_name("klondike_policy.npz")
"""The weights by the cards drawn at a time: float32 arrays `draw_1` and `draw_3`."""
UNITS = 32
WEIGHTS = FEATURES + UNITS * (FEATURES + STATE + 2)


class Player(NamedTuple):
    """A policy, and what it works on."""

    direct: Floats  # [FEATURES] weights of what a move is
    inner: Floats  # [FEATURES + STATE, UNITS] of units
    bias: Floats  # [UNITS]
    outer: Floats  # [UNITS] of what units say
    given: Floats  # [MENU, FEATURES] what each move is
    units: Floats  # [MENU, UNITS] what units say of it
    state: Floats  # [STATE] what the position is like
    shared: Floats  # [UNITS] what units make of that
    odds: Floats  # [MENU]
    before: Floats  # [SEEN]
    after: Floats  # [SEEN]


def playing_by(weights: Floats) -> Player:
    """Who plays by these weights, float64[WEIGHTS]; the player's are views of them."""
    ends = np.cumsum([FEATURES, UNITS * (FEATURES + STATE), UNITS])
    direct, inner, bias, outer = np.split(weights, ends)
    given, units, odds = np.zeros((MENU, FEATURES)), np.zeros((MENU, UNITS)), np.zeros(MENU)
    state, shared, before, after = np.zeros(STATE), np.zeros(UNITS), np.zeros(SEEN), np.zeros(SEEN)
    return Player(direct, inner.reshape(-1, UNITS), bias, outer, given, units, state, shared, odds, before, after)


def player(draw: int) -> Player:
    """Who plays by what was learned for this many cards drawn at a time."""
    return playing_by(_learned(1 if draw == 1 else 3).copy())


@cache
def _learned(draw: int) -> Floats:
    with np.load(FILE) as file:
        return file[f"draw_{draw}"].astype(np.float64)


@rule
def score(who, k):
    """The score of the move k, described in who.given[k]; what units say of it, into who.units[k]."""
    units, total = who.units[k], 0.0
    units[:] = who.shared
    for i in range(FEATURES):
        x = who.given[k, i]
        if x != 0.0:
            total += who.direct[i] * x
            for j in range(UNITS):
                units[j] += who.inner[i, j] * x
    for j in range(UNITS):
        units[j] = max(units[j], 0.0)
        total += who.outer[j] * units[j]
    return total


@rule
def weigh(p, w, who, n):
    """The odds of the first n moves of the menu, into who.odds."""
    low = min(p.home[0], p.home[1], p.home[2], p.home[3])
    king_waits = is_king_waiting(p)
    offered(p, -1, who.before)
    describe_position(p, who.state, who.before, king_waits)
    who.shared[:] = who.bias
    for i in range(STATE):
        for j in range(UNITS):
            who.shared[j] += who.inner[FEATURES + i, j] * who.state[i]
    most = -1e30
    for k in range(n):
        describe(p, w, who, k, low, king_waits)
        who.odds[k] = score(who, k)
        most = max(most, who.odds[k])
    total = 0.0
    for k in range(n):
        who.odds[k] = math.exp(who.odds[k] - most)
        total += who.odds[k]
    for k in range(n):
        who.odds[k] /= total


@rule
def drawn(p, who, n):
    """One of n moves by these odds."""
    f = p.figures
    f[RANDOM] = (f[RANDOM] * 1103515245 + 12345) & 0x7FFFFFFF
    left = (f[RANDOM] >> 8) / 8388608.0
    for k in range(n - 1):
        left -= who.odds[k]
        if left < 0.0:
            return k
    return n - 1


@rule
def played_out(p, w, who):
    """Play on until no move is left; how many cards are home."""
    while True:
        n = moves(p, w.menu, 0, -1, 0)
        if n == 0:
            return cards_home(p)
        k = 0
        if n > 1:
            weigh(p, w, who, n)
            k = drawn(p, who, n)
        do(p, w.menu[k], w.saved, 0)
