"""Klondike by a policy: how good a move looks to who sees what a player sees. The compiled part.

A move is chosen with odds that grow with its score: what it is (`klondike_features`), weighed, and through a layer of
rectified units that see the position too, so that a move may be good at the end that is bad at the beginning. Another layer
of units says how likely the policy wins from a position. The weights are learned by playing (`bench/klondike_policy.py`).
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.kit import rule

from .klondike_features import FEATURES, SEEN, STATE, TURNS, describe, describe_position, is_king_waiting, offered
from .klondike_search import MENU, do, moves
from .klondike_state import RANDOM, cards_home

Floats = npt.NDArray[np.float64]
FILE = Path(__file__).with_name("klondike_policy.npz")
"""The weights by the cards drawn at a time: float32 arrays `draw_1` and `draw_3`, and of the chance of winning `chance_1` and
`chance_3`."""
UNITS = 32
WEIGHTS = FEATURES + UNITS * (FEATURES + STATE + 2)
GLANCE = STATE + 3
"""Inputs of the chance of winning: the position's features, how many moves there are, how many of them turn a card up,
and the odds of the likeliest."""
CHANCES = UNITS * (GLANCE + 2) + 1
STEPS = 8
"""Choices between moves after which the chance of winning stands for the rest of a match."""
PROGRESS = 0.1
"""Value of all cards but one home, if a match won is 1: it gives a direction to positions that are not won."""


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
    sight: Floats  # [GLANCE, UNITS] weights of units, for the chance of winning
    even: Floats  # [UNITS] their bias
    tell: Floats  # [UNITS] of what they say
    usual: Floats  # [1] of every position
    glance: Floats  # [GLANCE]
    odds: Floats  # [MENU]
    before: Floats  # [SEEN]
    after: Floats  # [SEEN]


def playing_by(weights: Floats, chances: Floats | None = None) -> Player:
    """Return the player with these weights, float64[WEIGHTS], who estimates the chance of winning by float64[CHANCES]; without
    those all chances are alike. The player's arrays are views of both."""
    ends = np.cumsum([FEATURES, UNITS * (FEATURES + STATE), UNITS])
    direct, inner, bias, outer = np.split(weights, ends)
    ends = np.cumsum([UNITS * GLANCE, UNITS, UNITS])
    sight, even, tell, usual = np.split(np.zeros(CHANCES) if chances is None else chances, ends)
    given, units, odds = np.zeros((MENU, FEATURES)), np.zeros((MENU, UNITS)), np.zeros(MENU)
    state, shared, before, after = np.zeros(STATE), np.zeros(UNITS), np.zeros(SEEN), np.zeros(SEEN)
    seen = (sight.reshape(-1, UNITS), even, tell, usual, np.zeros(GLANCE))
    return Player(direct, inner.reshape(-1, UNITS), bias, outer, given, units, state, shared, *seen, odds, before, after)


def player(draw: int) -> Player:
    """Return the player trained for this many cards drawn at a time."""
    weights, chances = _weights(1 if draw == 1 else 3)
    return playing_by(weights.copy(), chances.copy())


@cache
def _weights(draw: int) -> tuple[Floats, Floats]:
    with np.load(FILE) as file:
        return file[f"draw_{draw}"].astype(np.float64), file[f"chance_{draw}"].astype(np.float64)


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
def look(who, n):
    """Write the inputs of the chance of winning into who.glance, after the n moves were weighed."""
    turning = most = 0.0
    for k in range(n):
        turning += who.given[k, TURNS]
        most = max(most, who.odds[k])
    who.glance[:STATE] = who.state
    who.glance[STATE], who.glance[STATE + 1], who.glance[STATE + 2] = n / 5.0, turning / 2.0, most


@rule
def chance(who, n):
    """Return how likely the policy wins from the position whose n moves were weighed last."""
    look(who, n)
    total = who.usual[0]
    for j in range(UNITS):
        weight = who.even[j]
        for i in range(GLANCE):
            weight += who.sight[i, j] * who.glance[i]
        total += who.tell[j] * max(weight, 0.0)
    return 1.0 / (1.0 + math.exp(-total))


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
def played_out(p, w, who, steps):
    """Return the result of the position: 1 if the policy wins it, otherwise a little for the cards that came home; after this
    many choices between moves the chance of winning (steps below 0: never)."""
    while True:
        n = moves(p, w.menu, 0, -1, 0)
        if n == 0:
            home = cards_home(p)
            return 1.0 if home == 52 else PROGRESS * home / 52.0
        k = 0
        if n > 1:
            weigh(p, w, who, n)
            if steps == 0:
                return chance(who, n)
            steps -= 1
            k = drawn(p, who, n)
        do(p, w.menu[k], w.saved, 0)
