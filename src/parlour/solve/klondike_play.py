"""Klondike for who sees no more than a player: a tree over what can be done and what it turns up. The compiled part.

Information-set tree search over the moves of the solver, on deals of the unseen cards; all first moves that are tried share a
deal. From the end of a path a policy plays on for a while, and tells how likely it wins from there. Deals agree up to the card
that a move turns up, and branch there: no choice depends on a card that is not yet seen, as it would if each deal were solved
by itself.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.engine.redeal import redeal
from parlour.kit import rule

from .klondike_policy import STEPS, played_out, weigh
from .klondike_search import STOCK_HOME, STOCK_OUT, do, moves
from .klondike_state import DEEP, DRAW, PASS, PASSES, RANDOM, RETURN, TALON, WASTE, Ints, cards_home, load, name, name_stock

Floats = npt.NDArray[np.float64]
MOVE, CHILD, NEXT, VISITS, FIELDS = range(5)
"""Of a node: the move or the card turned up that leads to it, its first child, its next sibling, how often it was passed."""
LONGEST = 160
"""Most moves on a path through the tree."""
CURIOSITY, UNTRIED, EVEN = 0.7, 0.1, 0.1
"""Weight of exploration; how much worse than its position an untried move counts; part of the policy's odds that is the same
for all moves."""
TURN = 7
"""The move of turning the stock, for who does not know what it holds."""


class Tree(NamedTuple):
    """A tree of two kinds of nodes in turn: what was known, and what was done."""

    nodes: Ints  # [capacity, FIELDS]
    wins: Floats  # [capacity]
    used: Ints  # [1]
    path: Ints  # [2 * LONGEST + 2]


def plant(capacity: int) -> Tree:
    """A tree of nothing but its root."""
    nodes = np.full((capacity, FIELDS), -1, np.int64)
    nodes[:, VISITS] = 0
    return Tree(nodes, np.zeros(capacity), np.ones(1, np.int64), np.zeros(2 * LONGEST + 2, np.int64))


@rule
def child_of(tree, parent, key):
    """The child with a key, -1 if there is none."""
    node = tree.nodes[parent, CHILD]
    while node >= 0 and tree.nodes[node, MOVE] != key:
        node = tree.nodes[node, NEXT]
    return node


@rule
def grown(tree, parent, key):
    """The child with a key, made if there is none; -1 if there is no room for it."""
    node = child_of(tree, parent, key)
    if node >= 0 or tree.used[0] == len(tree.wins):
        return node
    node = tree.used[0]
    tree.used[0] += 1
    tree.nodes[node, MOVE], tree.nodes[node, NEXT] = key, tree.nodes[parent, CHILD]
    tree.nodes[parent, CHILD] = node
    return node


@rule
def selected(tree, node, menu, n, odds):
    """The move to try: the best by what it won and by how likely the policy makes it, less the more it was tried (PUCT: Rosin
    2011; Silver et al. 2017). One never tried counts as a little worse than the position."""
    best, most = 0, -1e30
    visits = tree.nodes[node, VISITS]
    curious = CURIOSITY * math.sqrt(visits + 1.0)
    untried = tree.wins[node] / visits - UNTRIED if visits else 0.0
    for k in range(n):
        child = child_of(tree, node, menu[k])
        tried = tree.nodes[child, VISITS] if child >= 0 else 0
        bound = (tree.wins[child] / tried if tried else untried) + curious * odds[k] / (1.0 + tried)
        if bound > most:
            best, most = k, bound
    return menu[best]


@rule
def options(p, menu, stock_known):
    """The moves of a player, best first, into menu; returns how many. Without the stock known: its top card, and TURN."""
    f = p.figures
    waste = f[WASTE]
    name(p)
    n = moves(p, menu, 0, -1, 0)
    if stock_known:
        return n
    kept = 0
    for k in range(n):
        kind, place = menu[k] & 7, menu[k] >> 3 & 31
        if kind not in (STOCK_HOME, STOCK_OUT) or place == waste - 1:
            menu[kept] = menu[k]
            kept += 1
    if waste < f[TALON] or (waste and (f[PASSES] == 0 or f[PASS] < f[PASSES])):
        menu[kept] = TURN
        kept += 1
    return kept


@rule
def turn(p):
    """Turn the stock, or the waste over."""
    f = p.figures
    if f[WASTE] < f[TALON]:
        f[WASTE] = min(f[WASTE] + f[DRAW], f[TALON])
    else:
        f[WASTE] = 0
        f[PASS] += 1


@rule
def made(p, w, move):
    """Make a move in the tree; returns the card it turned up, 63 if it turned up none."""
    if move == TURN:
        waste = p.figures[WASTE]
        turn(p)
        shown = p.figures[WASTE]
        name_stock(p)
        return p.talon[shown - 1] if shown > waste else 63
    do(p, move, w.saved, 0)
    column = move >> 3 & 31
    return p.cards[column * DEEP + p.size[column] - 1] if w.saved[4] else 63


@rule
def likely(p, w, who, n):
    """Write how likely the policy makes the n moves of the menu, none much less than the others."""
    weigh(p, w, who, n)
    for k in range(n):
        who.odds[k] = (1 - EVEN) * who.odds[k] + EVEN / n


@rule
def first_moves(p, w, who, stock_known):
    """The moves of a player into the menu, and how likely each is: all alike while the stock is not known. Returns how many."""
    n = options(p, w.menu, stock_known)
    if stock_known and n:
        likely(p, w, who, n)
    elif n:
        who.odds[:n] = 1.0 / n
    return n


@rule(inline=True)
def has(menu, n, move):
    """Whether a move is one of the first n of the menu."""
    for k in range(n):
        if menu[k] == move:
            return True
    return False


@rule
def copied(source, p):
    """Make p the same position."""
    p.cards[:] = source.cards
    p.size[:] = source.size
    p.down[:] = source.down
    p.home[:] = source.home
    p.talon[:] = source.talon
    p.figures[:] = source.figures


@rule
def grow_once(p, w, who, tree, stock_known, first):
    """Walk down the tree on the deal in p from a first move, one node beyond it; returns the length of the path, 0 if this
    deal has no such move, and whether the deal is won or lost there (1, 0), or open (-1)."""
    node = depth = 0
    tree.path[0] = 0
    while depth + 2 < len(tree.path):
        if cards_home(p) == 52:
            return depth, 1
        n = options(p, w.menu, stock_known) if depth == 0 else moves(p, w.menu, 0, -1, 0)
        if n == 0:
            return depth, 0
        move = w.menu[0]
        if depth == 0:
            if not has(w.menu, n, first):
                return 0, -1
            move = first
        elif n > 1:
            likely(p, w, who, n)
            move = selected(tree, node, w.menu, n, who.odds)
        done = grown(tree, node, move)
        card = made(p, w, move)
        if done < 0:
            return depth, -1
        node = grown(tree, done, card)
        depth += 1
        tree.path[depth] = done
        if node < 0:
            return depth, -1
        depth += 1
        tree.path[depth] = node
        if n > 1 and tree.nodes[done, VISITS] == 0:
            return depth, -1
    return depth, -1


@rule
def judged(p, w, who, salt):
    """Return the value of a deal at the end of a path: its chance of being won after the policy has played on for a while."""
    p.figures[RANDOM] = (salt * 7919 + 1) & 0x7FFFFFFF
    return played_out(p, w, who, STEPS)


@rule
def take(p, tables):
    """Load a deal. Nothing comes back from the foundations here: that could go on forever."""
    load(p, tables, 0)
    p.figures[RETURN] = 0


@rule
def think(deck, tables, dealt, p, w, who, tree, stock_known, tried, first, deals):
    """Redeals first .. first + deals - 1 of the deck, each of them walked through once from each of the moves to be tried: on the
    same deals moves differ by less than chance."""
    for k in range(first, first + deals):
        redeal(tables, 0, deck)
        take(dealt, tables)
        for move in tried:
            copied(dealt, p)
            depth, result = grow_once(p, w, who, tree, stock_known, move)
            if depth == 0:
                continue
            gain = judged(p, w, who, k) if result < 0 else float(result)
            for d in range(depth + 1):
                tree.nodes[tree.path[d], VISITS] += 1
                tree.wins[tree.path[d]] += gain


@rule
def stock_of(deck, tables, talon, deals):
    """The waste from the bottom and the stock in the order it is drawn, into talon (int64[24]); how many of their cards are not
    the same in this many redeals: 0 if the viewer knows all of them."""
    doubtful = 0
    for k in range(deals):
        redeal(tables, 0, deck)
        t = tables[0]
        waste, stock = t.waste[0], t.stock[0]
        for i in range(waste + stock):
            card = t.waste[i + 1] if i < waste else t.stock[stock - (i - waste)]
            if k and talon[i] != card:
                doubtful += 1
            talon[i] = card
    return doubtful


@rule
def take_one(deck, tables, p):
    """Load a redeal."""
    redeal(tables, 0, deck)
    take(p, tables)
