"""Spider for who sees no more than a player: everything that can be done before a hidden card has to be seen. The compiled part.

Between two cards turned up Spider is open. A search, best positions first, goes through the arrangements that can be reached; a
column whose hidden card has just come to light is closed in it, since nobody knows what will lie there, and the rest goes on. So
it finds by itself which cards can be turned up one after another, and what that costs. The cards that lie hidden are never read.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.kit import rule
from parlour.machine import shift_right, wrapping_add, wrapping_mul

from .spider_search import (
    BURIED,
    COLUMNS,
    DEAL,
    DEALT,
    DEEP,
    DONE,
    PACKED,
    SPACES_OK,
    STOCK,
    WHOLE,
    Ints,
    lay,
    mixed,
    pack,
    run_at,
    unpack,
)

HIDDEN, COVER, IN_SUIT, LENGTH, IN_ORDER, BREAK, SPACE, SEQUENCE, STEP, KING, STIR, WEIGHTS = range(12)
"""Weights: a hidden card, a column with any, neighbours in suit and each one more in a row, in order, in neither, a space, a
sequence off, a step, a king at the bottom; and how far chance stirs the order in which positions are looked at."""
USED, BEST, QUIET, WIDE, TALLY = range(5)
"""Of the tally: positions kept, the best that brings something new, the best that does not, whether parts of runs go into
spaces."""
NOTHING = -1.0e9
LONGEST = 64
"""Most moves of a plan."""
WEIGHTS_BY_SUITS = {
    1: np.array((8.0, 3.0, 3.0, 0.1, 0.8, -1.5, 4.0, 90.0, 0.05, 1.0, 0.0)),
    2: np.array((8.0, 3.0, 4.5, 0.1, 0.8, -0.5, 4.0, 90.0, 0.05, 1.0, 0.0)),
    4: np.array((8.0, 3.0, 4.5, 0.1, 0.8, -0.5, 4.0, 90.0, 0.05, 1.0, 8.0)),
}
"""Weights of positions."""


class Workspace(NamedTuple):
    """The state of a search of at most this many positions."""

    packed: Any  # int8 [capacity, PACKED]
    marks: Ints  # [capacity]
    parent: Any  # int32 [capacity]
    move: Any  # int32 [capacity]
    depth: Any  # int32 [capacity]
    worth: Any  # float64 [capacity]
    fresh: Any  # int8 [capacity] whether something new came to light on the way, or a sequence left
    places: Any  # int32 [2 ** n]
    heap: Any  # int32 [capacity]
    keys: Any  # float64 [capacity]
    length: Ints  # [1]
    tally: Ints  # [TALLY]
    saved: Ints  # [2 * DEEP + 8]
    weights: Any  # float64 [WEIGHTS]
    values: Any  # float64 [COLUMNS]
    stamps: Ints  # [COLUMNS]
    plan: Ints  # [LONGEST]


def workspace(capacity: int) -> Workspace:
    """Room for this many positions."""
    return Workspace(
        packed=np.zeros((capacity, PACKED), np.int8),
        marks=np.zeros(capacity, np.int64),
        parent=np.zeros(capacity, np.int32),
        move=np.zeros(capacity, np.int32),
        depth=np.zeros(capacity, np.int32),
        worth=np.zeros(capacity),
        fresh=np.zeros(capacity, np.int8),
        places=np.zeros(1 << (2 * capacity - 1).bit_length(), np.int32),
        heap=np.zeros(capacity, np.int32),
        keys=np.zeros(capacity),
        length=np.zeros(1, np.int64),
        tally=np.zeros(TALLY, np.int64),
        saved=np.zeros(2 * DEEP + 8, np.int64),
        weights=np.zeros(WEIGHTS),
        values=np.zeros(COLUMNS),
        stamps=np.zeros(COLUMNS, np.int64),
        plan=np.zeros(LONGEST, np.int64),
    )


@rule
def column_worth(p, c, weights):
    """Return the value of a column; a space by itself has none."""
    size, hidden = p.size[c], p.hidden[c]
    if size == 0:
        if hidden == 0:
            return 0.0
        hidden -= 1
    sum = -weights[HIDDEN] * hidden
    if hidden:
        sum -= weights[COVER]
    at = c * DEEP
    run = 0
    for i in range(at + 1, at + size):
        above, below = p.up[i - 1], p.up[i]
        if above == below + 1 and below % 13 != 12:
            run += 1
            sum += weights[IN_SUIT] + weights[LENGTH] * run
        else:
            run = 0
            sum += weights[IN_ORDER] if above % 13 == below % 13 + 1 else weights[BREAK]
    if size and hidden == 0 and p.up[at] % 13 == 12:
        sum += weights[KING]
    return sum


@rule
def column_stamp(p, c):
    """A number that stands for a column; those without hidden cards may change places."""
    mark = ((c + 1) * 16 + p.hidden[c] + 1) << 8 if p.hidden[c] else 1
    for i in range(c * DEEP, c * DEEP + p.size[c]):
        mark = mixed(wrapping_add(wrapping_mul(mark, 67), p.up[i] + 1), 0x2545F4914F6CDD1D)
    return mixed(mark, -0x61C8864680B583EB)


@rule
def open_up(p, w, node):
    """Set up a position that was kept, its columns judged; returns their worth."""
    unpack(w.packed[node], p)
    sum = 0.0
    for c in range(COLUMNS):
        w.values[c] = column_worth(p, c, w.weights)
        w.stamps[c] = column_stamp(p, c)
        sum += w.values[c]
    return sum


@rule
def push(w, node, key):
    """Into the heap, the largest on top."""
    i = w.length[0]
    w.length[0] += 1
    while i > 0:
        above = (i - 1) >> 1
        if w.keys[above] >= key:
            break
        w.heap[i], w.keys[i] = w.heap[above], w.keys[above]
        i = above
    w.heap[i], w.keys[i] = node, key


@rule
def pop(w):
    """The best of the heap, which is not empty."""
    best = w.heap[0]
    w.length[0] -= 1
    n = w.length[0]
    node, key = w.heap[n], w.keys[n]
    i = 0
    while True:
        below = 2 * i + 1
        if below >= n:
            break
        if below + 1 < n and w.keys[below + 1] > w.keys[below]:
            below += 1
        if w.keys[below] <= key:
            break
        w.heap[i], w.keys[i] = w.heap[below], w.keys[below]
        i = below
    w.heap[i], w.keys[i] = node, key
    return best


@rule
def add(p, w, parent, move, columns, mark, limit, done):
    """Keep the position at hand if it is new and there is room; note the best."""
    mask = len(w.places) - 1
    at = (mark ^ shift_right(mark, 32)) & mask
    while w.places[at]:
        if w.marks[w.places[at] - 1] == mark:
            return
        at = (at + 1) & mask
    tally = w.tally
    if tally[USED] == limit:
        return
    node = tally[USED]
    tally[USED] += 1
    w.places[at] = node + 1
    w.marks[node] = mark
    w.parent[node], w.move[node] = parent, move
    w.depth[node] = w.depth[parent] + 1 if parent >= 0 else 0
    pack(p, w.packed[node])
    f = p.figures
    weights = w.weights
    spaces, news = 0, f[DONE] > done
    for c in range(COLUMNS):
        if p.size[c] == 0:
            if p.hidden[c]:
                news = True
            else:
                spaces += 1
    worth = columns + weights[SEQUENCE] * f[DONE] - weights[STEP] * w.depth[node] + weights[SPACE] * spaces
    w.worth[node], w.fresh[node] = worth, news
    push(w, node, worth + weights[STIR] * ((mark & 1023) / 1023.0))
    if news:
        if tally[BEST] < 0 or worth > w.worth[tally[BEST]]:
            tally[BEST] = node
    elif tally[QUIET] < 0 or worth > w.worth[tally[QUIET]]:
        tally[QUIET] = node


@rule
def expand(p, w, node, limit, done):
    """Look at a position: keep what its moves lead to."""
    total = open_up(p, w, node)
    wide = w.tally[WIDE]
    whole = 0
    space = -1
    for c in range(COLUMNS - 1, -1, -1):
        whole = wrapping_add(whole, w.stamps[c])
        if p.size[c] == 0 and p.hidden[c] == 0:
            space = c
    for a in range(COLUMNS):
        length = run_at(p, a)
        for k in range(1, length + 1):
            rank = p.up[a * DEEP + p.size[a] - k] % 13
            for b in range(COLUMNS):
                if b == a:
                    continue
                if p.size[b] == 0:
                    if b != space or (k < length and not wide) or (k == p.size[a] and p.hidden[a] == 0):
                        continue
                elif p.up[b * DEEP + p.size[b] - 1] % 13 != rank + 1:
                    continue
                try_move(p, w, node, a, k, b, total, whole, limit, done)


@rule
def take_off(p, c):
    """Take off a complete sequence at the end of a column, what lies below stays hidden; whether there was one."""
    size = p.size[c]
    at = c * DEEP + size - 1
    if size < WHOLE or p.up[at] % 13:
        return False
    for k in range(1, WHOLE):
        if p.up[at - k] != p.up[at] + k:
            return False
    p.size[c] -= WHOLE
    p.figures[DONE] += 1
    return True


@rule
def try_move(p, w, node, a, k, b, total, whole, limit, done):
    """Keep what a move leads to; the position is as it was after it."""
    lay(p, a, k, b)
    off = take_off(p, b)
    columns = total - w.values[a] - w.values[b] + column_worth(p, a, w.weights) + column_worth(p, b, w.weights)
    mark = wrapping_add(whole, wrapping_add(column_stamp(p, a), column_stamp(p, b)))
    mark = wrapping_add(mark, wrapping_mul(wrapping_add(w.stamps[a], w.stamps[b]), -1))
    add(p, w, node, a << 10 | k << 4 | b, columns, mark, limit, done)
    if off:
        p.size[b] += WHOLE
        p.figures[DONE] -= 1
    lay(p, b, k, a)


@rule
def begin(p, w, wide):
    """Set a search at its beginning, the position in p. wide: parts of runs are moved into spaces too."""
    for i in range(len(w.places)):
        w.places[i] = 0
    w.length[0] = 0
    w.tally[USED], w.tally[BEST], w.tally[QUIET], w.tally[WIDE] = 0, -1, -1, wide
    mark, total = 0, 0.0
    for c in range(COLUMNS):
        mark = wrapping_add(mark, column_stamp(p, c))
        total += column_worth(p, c, w.weights)
    add(p, w, -1, -1, total, mark, 1, p.figures[DONE])


@rule
def explore(p, w, limit):
    """Go on with a search until this many positions are kept; leaves p as it was."""
    done = p.figures[DONE]
    while w.length[0] and w.tally[USED] < limit:
        expand(p, w, pop(w), limit, done)
    unpack(w.packed[0], p)


@rule
def path_to(w, node):
    """The moves to a position into the plan; returns how many."""
    n = w.depth[node]
    at = node
    for i in range(n - 1, -1, -1):
        if i < LONGEST:
            w.plan[i] = w.move[at]
        at = w.parent[at]
    return min(n, LONGEST)


@rule
def fill(p, w, n):
    """Fill the spaces of p by the moves that harm least, into the plan from n on; returns how long it is then."""
    while n < LONGEST - 1:
        space = -1
        for c in range(COLUMNS):
            if p.size[c] == 0 and p.hidden[c] == 0:
                space = c
        if space < 0:
            return n
        best, move = NOTHING, -1
        for a in range(COLUMNS):
            for k in range(1, run_at(p, a) + 1):
                if k == p.size[a] and p.hidden[a] == 0:
                    continue
                before = column_worth(p, a, w.weights)
                lay(p, a, k, space)
                gain = column_worth(p, a, w.weights) + column_worth(p, space, w.weights) - before
                lay(p, space, k, a)
                if gain > best:
                    best, move = gain, a << 10 | k << 4 | space
        if move < 0:
            return n
        lay(p, move >> 10, move >> 4 & 63, space)
        w.plan[n] = move
        n += 1
        if p.size[move >> 10] == 0:
            return n
    return n


@rule
def worth_now(p, w):
    """Return the value of the current position if its spaces must be filled."""
    sum = w.weights[SEQUENCE] * p.figures[DONE]
    for c in range(COLUMNS):
        sum += column_worth(p, c, w.weights)
    return sum


@rule
def is_at_a_loss(p, w):
    """Whether no row is left, and nothing better was found than the position at hand."""
    return p.figures[DEALT] == p.figures[STOCK] and w.tally[BEST] < 0 and w.tally[QUIET] == 0


@rule
def planned(p, w, dawdling):
    """The plan after a search from the position in p, which stays as it was; returns how many moves it has, 0 if nothing is
    left. dawdling: a row is dealt as soon as it can be.
    """
    tally, f = w.tally, p.figures
    best, quiet = tally[BEST], tally[QUIET]
    if f[DEALT] == f[STOCK]:
        return path_to(w, best if best >= 0 else quiet)
    if dawdling:
        quiet = 0
    n = path_to(w, quiet)
    unpack(w.packed[quiet], p)
    cards = 0
    for c in range(COLUMNS):
        cards += p.size[c] + p.hidden[c]
    if not f[SPACES_OK] and cards >= COLUMNS:
        n = fill(p, w, n)
    news = False
    for c in range(COLUMNS):
        news = news or (p.size[c] == 0 and p.hidden[c] > 0)
    rest = worth_now(p, w) - w.weights[STEP] * n
    unpack(w.packed[0], p)
    if best >= 0 and w.worth[best] >= rest and not dawdling:
        return path_to(w, best)
    if not news and n < LONGEST:
        w.plan[n] = DEAL
        n += 1
    return n


@rule
def slid(p, move):
    """Make a move of cards as far as it can be foreseen; whether something new is seen after it."""
    a, k, b = move >> 10, move >> 4 & 63, move & 15
    lay(p, a, k, b)
    return take_off(p, b) or (p.size[a] == 0 and p.hidden[a] > 0)


@rule
def counted(p):
    """Sequences off, cards turned up, spaces and neighbours in suit."""
    turned = spaces = pairs = 0
    for c in range(COLUMNS):
        turned -= p.hidden[c]
        if p.size[c] == 0:
            turned += p.hidden[c] > 0
            spaces += p.hidden[c] == 0
        for i in range(c * DEEP + 1, c * DEEP + p.size[c]):
            pairs += p.up[i - 1] == p.up[i] + 1 and p.up[i] % 13 != 12
    return p.figures[DONE], turned, spaces, pairs


@rule
def copied(p, q):
    """Make q the position p."""
    for c in range(COLUMNS):
        q.size[c], q.hidden[c] = p.size[c], p.hidden[c]
        for i in range(c * DEEP, c * DEEP + p.size[c]):
            q.up[i] = p.up[i]
        for i in range(c * BURIED, c * BURIED + p.hidden[c]):
            q.down[i] = p.down[i]
    for k in range(len(p.stock)):
        q.stock[k] = p.stock[k]
    for k in range(len(p.figures)):
        q.figures[k] = p.figures[k]
