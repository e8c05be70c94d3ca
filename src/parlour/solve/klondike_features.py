"""Features of moves and positions of Klondike for a player, who does not see hidden cards. The compiled part.

The stock counts as seen, for turning it through is free; what a move turns up is not looked at.
"""

from __future__ import annotations

from parlour.kit import rule
from parlour.machine import count, lowest

from .klondike_search import FREE, HOME, STOCK_HOME, STOCK_OUT, UNIT, do, sent_home, undo
from .klondike_state import COLUMNS, DEEP, TAKES, TALON, WASTE, cards_home, reach, suit

SEEN = 5
PLAYABLE, READY, MOVABLE, TOPS, SPACES = range(SEEN)
"""Features of a position's offers: stock cards in reach that a column takes, or a foundation; columns whose face-up part another
takes, of those with cards face down; last cards that a foundation takes; spaces."""
FEATURES = 41
"""Of a move."""
CHANGE, STUCK, TURNS, CARD = 26, 31, 32, 33
"""Places of the features that all kinds of moves have: the change of the offers, no offer any more, a card turned up, and the
card that moves."""
STATE = 19
"""Figures of a position, each of the size of 1."""


@rule
def offered(p, unseen, found):
    """Write the offers of a position into found; the last card of the column `unseen` has just been turned up and is ignored."""
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
def describe_card(p, x, card, target):
    """The card that moves: its rank, its twin (the other one of its rank and colour), and what else would take it."""
    rank, twin = card % 13, (3 - suit(card)) * 13 + card % 13
    x[0] = rank / 6.0 - 1.0
    x[1] = p.home[3 - suit(card)] > rank
    taken_by = 0
    for c in range(COLUMNS):
        if p.size[c]:
            last = p.cards[c * DEEP + p.size[c] - 1]
            taken_by += TAKES[last] >> card & 1
            if last == twin:
                x[2] = 1.0
            if p.down[c] and p.cards[c * DEEP + p.down[c]] == twin:
                x[3] = 1.0
    now, later = reach(p)
    reached = now | later
    while reached:
        if p.talon[lowest(reached)] == twin:
            x[4] = 1.0
        reached &= reached - 1
    if target >= 0 and p.size[target]:
        x[5] = taken_by - 1.0
        x[6] = p.down[target] / 3.0
    x[7] = (rank - p.home[suit(card)]) / 6.0


@rule
def describe(p, w, who, k, low, king_waits):
    """Write the features of the move k of the menu into who.given[k]."""
    x, move = who.given[k], w.menu[k]
    for i in range(FEATURES):
        x[i] = 0.0
    kind, a, b, size, again = move & 7, move >> 3 & 31, move >> 8 & 7, move >> 11 & 15, move >> 15 & 1
    if kind == HOME:
        describe_home(p, x, a, low, king_waits)
        describe_card(p, x[CARD:], p.cards[a * DEEP + p.size[a] - 1], -1)
    elif kind == UNIT:
        describe_unit(p, x, a, b, size, king_waits)
        describe_card(p, x[CARD:], p.cards[a * DEEP + p.size[a] - size], b)
    elif kind == FREE:
        x[12], x[13] = 1.0, p.size[a] == p.down[a] + 1 + size
        x[14] = (p.cards[a * DEEP + p.size[a] - 1 - size] % 13 - low) / 5.0
        describe_card(p, x[CARD:], p.cards[a * DEEP + p.size[a] - size], b)
    elif kind == STOCK_HOME:
        x[15], x[16], x[17] = 1.0, (p.talon[a] % 13 - low) / 5.0, again
        describe_card(p, x[CARD:], p.talon[a], -1)
    elif kind == STOCK_OUT:
        describe_stock_out(p, x, a, b, again)
        describe_card(p, x[CARD:], p.talon[a], b)
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
def describe_position(p, x, before, king_waits):
    """Write the progress of the position and its offers (`before`) into x."""
    low, high = min(p.home[0], p.home[1], p.home[2], p.home[3]), max(p.home[0], p.home[1], p.home[2], p.home[3])
    hidden = clear = deepest = up = 0
    for c in range(COLUMNS):
        hidden += p.down[c]
        clear += p.down[c] == 0
        deepest = max(deepest, p.down[c])
        up += p.size[c] - p.down[c]
    now, later = reach(p)
    x[0] = cards_home(p) / 26.0 - 1
    x[1], x[2] = low / 6.0, (high - low) / 6.0
    x[3], x[4], x[5], x[6] = hidden / 10.0 - 1, clear / 3.0, deepest / 3.0 - 1, up / 20.0
    x[7], x[8], x[9] = p.figures[TALON] / 12.0 - 1, count(now | later) / 8.0, count(now) / 8.0
    x[10] = king_waits
    for i in range(SEEN):
        x[11 + i] = before[i] / 2.0
    x[16], x[17], x[18] = p.figures[TALON] % 3 == 0, p.figures[TALON] % 3 == 1, p.figures[WASTE] / 24.0
