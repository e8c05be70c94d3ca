"""Klondike by a policy: how good a move looks to who sees what a player sees. The compiled part.

A move is chosen with odds that grow with what it is (`describe`) by weights, which `bench/klondike_policy.py` learns by playing.
The stock counts as seen, for turning it through is free; what a move turns up is not looked at.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.kit import rule
from parlour.machine import count, lowest

from .klondike_search import FREE, HOME, MENU, STOCK_HOME, STOCK_OUT, UNIT, do, moves, sent_home, undo
from .klondike_state import COLUMNS, DEEP, RANDOM, TAKES, TALON, reach, suit

Floats = npt.NDArray[np.float64]
SEEN = 5
PLAYABLE, READY, MOVABLE, TOPS, SPACES = range(SEEN)
"""What a position offers: stock cards in reach that a column takes, or a foundation; columns whose face-up part another takes,
of those with cards face down; last cards that a foundation takes; spaces."""
FEATURES = 33
CHANGE, STUCK, TURNS = 26, 31, 32
"""Where that stands which all kinds of moves have: how what is offered changes, nothing offered any more, a card turned up."""
# fmt: off
WEIGHTS = {
    1: [
        -0.9, 1.73, 2.21, 1.07, -1.77, -1.42, 2.02, 2.8, 1.16, -2.23, 0.93, 0.79, -1.43, -0.26, -1.56, -2.97, -3.01,
        0.0, -1.67, 0.15, 0.0, -0.62, 1.97, 2.53, 0.4, 1.78, 0.52, 1.13, 0.93, 2.7, -1.01, -1.52, 2.11,
    ],
    3: [
        -1.68, 1.14, 1.71, 1.22, -0.58, -1.43, 2.39, 3.51, -0.32, -2.12, 0.23, -0.07, -1.33, 0.35, -1.62, 0.5, -2.46,
        -1.25, -1.39, 0.38, -1.29, 0.83, 2.05, 2.59, 0.82, 0.65, 2.1, 2.28, 1.64, 1.92, -1.57, -2.41, 2.55,
    ],
}
# fmt: on
"""By the cards drawn at a time: what `bench/klondike_policy.py` has learned."""


class Player(NamedTuple):
    """A policy, and what it works on."""

    weights: Floats  # [FEATURES]
    given: Floats  # [MENU, FEATURES] what each move is
    odds: Floats  # [MENU]
    before: Floats  # [SEEN]
    after: Floats  # [SEEN]


def player(draw: int) -> Player:
    """Who plays by what was learned for this many cards drawn at a time."""
    weights = np.array(WEIGHTS[1 if draw == 1 else 3])
    return Player(weights, np.zeros((MENU, FEATURES)), np.zeros(MENU), np.zeros(SEEN), np.zeros(SEEN))


@rule
def offered(p, unseen, found):
    """What a position offers, into found; the last card of the column `unseen` has just been turned up, and is not looked at."""
    ready = tops = first = takes = 0
    spaces = 0
    for s in range(4):
        if p.home[s] < 13:
            ready |= 1 << (s * 13 + p.home[s])
    for c in range(COLUMNS):
        if p.size[c] == 0:
            spaces += 1
        elif c != unseen:
            top = p.cards[c * DEEP + p.size[c] - 1]
            takes |= TAKES[top]
            tops |= 1 << top
            if p.down[c]:
                first |= 1 << p.cards[c * DEEP + p.down[c]]
    if spaces:
        for s in range(4):
            takes |= 1 << (s * 13 + 12)
    playable = at_once = 0
    now, later = reach(p)
    reached = now | later
    while reached:
        card = p.talon[lowest(reached)]
        reached &= reached - 1
        if ready >> card & 1:
            at_once += 1
        elif takes >> card & 1:
            playable += 1
    found[PLAYABLE], found[READY], found[MOVABLE] = playable, at_once, count(first & takes)
    found[TOPS], found[SPACES] = count(tops & ready), spaces


@rule
def is_king_waiting(p):
    """Whether more kings could move into spaces than there are spaces."""
    n = 0
    for c in range(COLUMNS):
        if p.size[c] == 0:
            n -= 1
        elif p.down[c] and p.cards[c * DEEP + p.down[c]] % 13 == 12:
            n += 1
    now, later = reach(p)
    reached = now | later
    while reached:
        n += p.talon[lowest(reached)] % 13 == 12
        reached &= reached - 1
    return n > 0


@rule
def describe_home(p, x, c, low, king_waits):
    """A column's last card goes home."""
    down = p.down[c]
    x[0] = 1.0
    if p.size[c] == down + 1 and down:
        x[1], x[2] = 1.0, down / 6.0
    elif p.size[c] == 1:
        x[3 if king_waits else 4] = 1.0
    x[5] = (p.cards[c * DEEP + p.size[c] - 1] % 13 - low) / 5.0


@rule
def describe_unit(p, x, c, target, k, king_waits):
    """The face-up part of a column moves to another."""
    if p.down[c]:
        x[6], x[7] = 1.0, p.down[c] / 6.0
    else:
        x[8 if king_waits else 9] = 1.0
    x[10] = p.size[target] == 0
    x[11] = k / 10.0


@rule
def describe_stock_out(p, x, j, target, again):
    """A stock card goes to a column: what could lie on it, and uncover what?"""
    card = p.talon[j]
    x[18], x[19], x[20], x[21] = 1.0, p.size[target] == 0, again, card % 13 / 12.0
    deepest = 0
    for c in range(COLUMNS):
        if p.down[c] and TAKES[card] >> p.cards[c * DEEP + p.down[c]] & 1:
            x[22] += 1.0
            deepest = max(deepest, p.down[c])
    x[23] = deepest / 6.0
    x[24] = j == p.figures[TALON] - 1
    x[25] = p.home[suit(card)] == card % 13


@rule
def describe(p, w, who, k, low, king_waits):
    """What the move k of the menu is, into who.given[k]."""
    x, move = who.given[k], w.menu[k]
    for i in range(FEATURES):
        x[i] = 0.0
    kind, a, b, size, again = move & 7, move >> 3 & 31, move >> 8 & 7, move >> 11 & 15, move >> 15 & 1
    if kind == HOME:
        describe_home(p, x, a, low, king_waits)
    elif kind == UNIT:
        describe_unit(p, x, a, b, size, king_waits)
    elif kind == FREE:
        x[12], x[13] = 1.0, p.size[a] == p.down[a] + 1 + size
        x[14] = (p.cards[a * DEEP + p.size[a] - 1 - size] % 13 - low) / 5.0
    elif kind == STOCK_HOME:
        x[15], x[16], x[17] = 1.0, (p.talon[a] % 13 - low) / 5.0, again
    elif kind == STOCK_OUT:
        describe_stock_out(p, x, a, b, again)
    w.saved[5] = sent_home(p, move)
    do(p, move, w.saved, 0)
    turned = w.saved[4]
    offered(p, a if turned else -1, who.after)
    undo(p, move, w.saved, 0)
    something = 0.0
    for i in range(SEEN):
        x[CHANGE + i] = who.after[i] - who.before[i]
        if i != SPACES:
            something += who.after[i]
    x[STUCK], x[TURNS] = something == 0.0, turned


@rule
def weigh(p, w, who, n):
    """The odds of the first n moves of the menu, into who.odds."""
    low = min(p.home[0], p.home[1], p.home[2], p.home[3])
    king_waits = is_king_waiting(p)
    offered(p, -1, who.before)
    most = -1e30
    for k in range(n):
        describe(p, w, who, k, low, king_waits)
        sum = 0.0
        for i in range(FEATURES):
            sum += who.weights[i] * who.given[k, i]
        who.odds[k] = sum
        most = max(most, sum)
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
            return p.home[0] + p.home[1] + p.home[2] + p.home[3]
        k = 0
        if n > 1:
            weigh(p, w, who, n)
            k = drawn(p, who, n)
        do(p, w.menu[k], w.saved, 0)
