"""Spider with all cards known: a beam that goes through the levels of a deal. The compiled part.

A row dealt does not go back and a card turned up stays up, so the number of both that are left is the *level* of a position. All
moves lead to the same level or to a later one, and levels are gone through in order: on each the best positions are looked at, so
many in all (the width) and so many of those that one led to, since what can be reached from one good position is much alike.
Whether a card turned up is worth more than a row kept need not be said: positions are compared with those of their level only.

A waiting position is stored as its parent and the moves from there: most are never set up. A position is examined once,
known again by 64 bits; a win is played by the rules before it counts, and that nothing was found means nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.kit import rule
from parlour.machine import shift_right, wrapping_add, wrapping_mul

from .spider_play import BREAK, COVER, HIDDEN, IN_ORDER, IN_SUIT, KING, LENGTH, SEQUENCE, SPACE, STEP, STIR
from .spider_search import (
    BURIED,
    COLUMNS,
    DEALT,
    DEEP,
    DONE,
    SPACES_OK,
    STOCK,
    WHOLE,
    Ints,
    deal_row,
    lay,
    mixed,
    pack,
    tidy,
    unpack,
)

USED, WINNER, LAST_WAY, SEED, MARKS, LEVEL, SHARE, TALLY = range(8)
"""Of the tally: positions looked at, the one that wins or -1 and the way that does it, what chance is made from, marks kept, the
level at hand and how many are looked at of what one led to there."""
LAID = 51
"""Counts of hidden cards: none to all that may lie so."""
LEVELS = 7 * LAID
MOVE_BITS, ROW, MOST_FILLED = 12, 0xFFF, 4
"""A way is moves of twelve bits each, the first in the lowest: source | cards << 4 | target << 8, or a row. It fits a row and so
many spaces to be filled before."""
NOWHERE = -1.0e9


class Beam(NamedTuple):
    """State of a search. The figures of columns are those of their first cards, as many as the last index says."""

    packed: Any  # int8 [capacity, PACKED] positions looked at
    parent: Any  # int32 [capacity]
    way: Ints  # [capacity] how the parent leads there
    depth: Any  # int32 [capacity]
    root: Any  # int32 [capacity] the first on the way that is on the same level
    spent: Any  # int32 [capacity] by root: how many were looked at
    seen: Ints  # [2 ** n] marks
    keys: Any  # float32 [LEVELS, room] heaps of what waits
    origins: Any  # int32 [LEVELS, room]
    ways: Ints  # [LEVELS, room]
    length: Ints  # [LEVELS]
    floor: Any  # float32 [LEVELS] what is worth less need not wait
    tally: Ints  # [TALLY]
    weights: Any  # float64 [WEIGHTS] as in spider_play
    worth: Any  # float64 [COLUMNS, DEEP + 1]
    hash: Ints  # [COLUMNS, DEEP + 1]
    run: Ints  # [COLUMNS, DEEP + 1] neighbours in suit at the end, -1 without cards
    stamps: Ints  # [COLUMNS] of whole columns


@rule(inline=True)
def chained(hash, card):
    """The hash of a column with one card more."""
    x = wrapping_mul(hash ^ (card + 1), 0x2545F4914F6CDD1D)
    return x ^ shift_right(x, 32)


@rule(inline=True)
def ground(c, hidden, last):
    """The hash of a column without open cards; with no row to come, those without hidden cards may change places."""
    return ((c + 1) * 16 + hidden + 1) << 8 if hidden or not last else 1


@rule(inline=True)
def stamped(hash):
    """Return the part of a column in the mark of a position."""
    return mixed(hash, -0x61C8864680B583EB)


@rule(inline=True)
def buried(hidden, w):
    """Return the value of the hidden cards of a column."""
    return -w.weights[HIDDEN] * hidden - w.weights[COVER] if hidden else 0.0


@rule(inline=True)
def first_worth(card, hidden, w):
    """Return the value of a card at the bottom of the open ones."""
    return w.weights[KING] if hidden == 0 and card % 13 == 12 else 0.0


@rule(inline=True)
def level_of(p, hidden, dealt):
    """The level with this many hidden cards and this many dealt."""
    return (p.figures[STOCK] - dealt + COLUMNS - 1) // COLUMNS * LAID + hidden


@rule
def survey(p, w, c, last):
    """The figures of a column, card by card."""
    weights, hidden = w.weights, p.hidden[c]
    worth, hash, run = w.worth[c], w.hash[c], w.run[c]
    worth[0] = buried(hidden, w) if hidden else weights[SPACE]
    hash[0], run[0] = ground(c, hidden, last), -1
    at = c * DEEP
    for i in range(p.size[c]):
        card = p.up[at + i]
        hash[i + 1] = chained(hash[i], card)
        if i == 0:
            worth[1], run[1] = buried(hidden, w) + first_worth(card, hidden, w), 0
            continue
        above = p.up[at + i - 1]
        if above == card + 1 and card % 13 != 12:
            run[i + 1] = run[i] + 1
            worth[i + 1] = worth[i] + weights[IN_SUIT] + weights[LENGTH] * run[i + 1]
        else:
            run[i + 1] = 0
            worth[i + 1] = worth[i] + (weights[IN_ORDER] if above % 13 == card % 13 + 1 else weights[BREAK])


@rule
def overview(p, w):
    """The figures of all columns; returns worth, mark, hidden cards."""
    f = p.figures
    last = f[DEALT] == f[STOCK]
    worth, mark, hidden = w.weights[SEQUENCE] * f[DONE], wrapping_mul(f[DEALT], 0x2545F4914F6CDD1D), 0
    for c in range(COLUMNS):
        survey(p, w, c, last)
        n = p.size[c]
        worth += w.worth[c, n]
        w.stamps[c] = stamped(w.hash[c, n])
        mark = wrapping_add(mark, w.stamps[c])
        hidden += p.hidden[c]
    return worth, mark, hidden


@rule
def cut(p, w, c, n, last):
    """A column with its first n open cards only: worth, stamp, whether a card is turned up, whether a sequence goes off."""
    off = n >= WHOLE and w.run[c, n] == WHOLE - 1 and p.up[c * DEEP + n - 1] % 13 == 0
    if off:
        n -= WHOLE
    if n or p.hidden[c] == 0:
        return w.worth[c, n], stamped(w.hash[c, n]), 0, off
    hidden = p.hidden[c] - 1
    card = p.down[c * BURIED + hidden]
    return buried(hidden, w) + first_worth(card, hidden, w), stamped(chained(ground(c, hidden, last), card)), 1, off


@rule
def joined(p, w, a, k, b):
    """Worth and stamp of a column with the last k cards of another on it, if they fit."""
    weights = w.weights
    n, source = p.size[b], a * DEEP + p.size[a] - k
    card, run = p.up[source], 0
    if n == 0:
        worth = first_worth(card, 0, w)
    elif p.up[b * DEEP + n - 1] == card + 1:
        run = w.run[b, n] + 1
        worth = w.worth[b, n] + weights[IN_SUIT] + weights[LENGTH] * run
    else:
        worth = w.worth[b, n] + weights[IN_ORDER]
    worth += (k - 1) * (weights[IN_SUIT] + weights[LENGTH] * (run + 0.5 * k))
    hash = w.hash[b, n]
    for i in range(source, source + k):
        hash = chained(hash, p.up[i])
    return worth, stamped(hash)


@rule
def sift(keys, origins, ways, i, key, origin, way):
    """Up in a heap, from a place that is free, the largest on top."""
    while i > 0:
        above = (i - 1) >> 1
        if keys[above] >= key:
            break
        keys[i], origins[i], ways[i] = keys[above], origins[above], ways[above]
        i = above
    keys[i], origins[i], ways[i] = key, origin, way


@rule
def thin(w, level):
    """Keep the better half of a level whose heap is full."""
    keys, origins, ways = w.keys[level], w.origins[level], w.ways[level]
    room = len(keys)
    middle, n = np.median(keys), 0
    for j in range(room):
        if keys[j] >= middle and 2 * n <= room:
            sift(keys, origins, ways, n, keys[j], origins[j], ways[j])
            n += 1
    w.length[level], w.floor[level] = n, middle


@rule
def pop(w, level):
    """The best that waits on a level: where it comes from, and the way."""
    keys, origins, ways = w.keys[level], w.origins[level], w.ways[level]
    best, best_way = origins[0], ways[0]
    w.length[level] -= 1
    n = w.length[level]
    key, origin, way = keys[n], origins[n], ways[n]
    i = 0
    while True:
        below = 2 * i + 1
        if below >= n:
            break
        if below + 1 < n and keys[below + 1] > keys[below]:
            below += 1
        if keys[below] <= key:
            break
        keys[i], origins[i], ways[i] = keys[below], origins[below], ways[below]
        i = below
    keys[i], origins[i], ways[i] = key, origin, way
    return best, best_way


@rule
def is_new(w, mark):
    """Whether a position was not met before, and there is room to know it again."""
    mark += mark == 0
    mask = len(w.seen) - 1
    at = (mark ^ shift_right(mark, 32)) & mask
    while w.seen[at]:
        if w.seen[at] == mark:
            return False
        at = (at + 1) & mask
    if 4 * w.tally[MARKS] > 3 * mask:
        return False
    w.tally[MARKS] += 1
    w.seen[at] = mark
    return True


@rule
def offer(w, level, worth, mark, node, way):
    """Let what a way from a node leads to wait for its turn, if it is new."""
    key = worth - w.weights[STEP] * (w.depth[node] + 1)
    if key < w.floor[level] or (level == w.tally[LEVEL] and w.spent[w.root[node]] >= w.tally[SHARE]):
        return
    if not is_new(w, mark):
        return
    key += w.weights[STIR] * ((shift_right(mixed(mark ^ w.tally[SEED], 0x2545F4914F6CDD1D), 20) & 1023) / 1023.0)
    if w.length[level] == w.keys.shape[1]:
        thin(w, level)
    w.length[level] += 1
    sift(w.keys[level], w.origins[level], w.ways[level], w.length[level] - 1, key, node, way)


@rule
def expand(p, w, node):
    """Look at the position at hand: offer all its moves lead to. p is lost."""
    f = p.figures
    worth, mark, hidden = overview(p, w)
    space, spaces, cards = -1, 0, hidden
    for c in range(COLUMNS):
        cards += p.size[c]
        if p.size[c] == 0:
            space = c
            spaces += 1
    for a in range(COLUMNS):
        for k in range(1, w.run[a, p.size[a]] + 2):
            move_on(p, w, node, a, k, space, worth, mark, hidden)
    if f[DEALT] == f[STOCK] or w.tally[WINNER] >= 0:
        return
    if spaces == 0 or f[SPACES_OK] or cards < COLUMNS:
        deal_on(p, w, node, 0, 0)
    elif cards - spaces >= COLUMNS and spaces <= MOST_FILLED:
        fill_and_deal(p, w, node, spaces)


@rule
def move_on(p, w, node, a, k, space, worth, mark, hidden):
    """Offer the positions after moving the last k cards of a column to a place where they fit."""
    f, n = p.figures, p.size[a]
    last = f[DEALT] == f[STOCK]
    card = p.up[a * DEEP + n - k]
    worth_a, stamp_a, turned_a, off_a = 0.0, 0, -1, False
    for b in range(COLUMNS):
        m = p.size[b]
        end = p.up[b * DEEP + m - 1] if m else -1
        if m == 0:
            if b != space or (k == n and p.hidden[a] == 0):
                continue
        elif b == a or end % 13 != card % 13 + 1:
            continue
        if turned_a < 0:
            worth_a, stamp_a, turned_a, off_a = cut(p, w, a, n - k, last)
        done, turned = f[DONE] + off_a, turned_a
        if end == card + 1 and w.run[b, m] + 1 + k == WHOLE:
            worth_b, stamp_b, turned_b, _ = cut(p, w, b, m + k - WHOLE, last)
            done, turned = done + 1, turned + turned_b
        else:
            worth_b, stamp_b = joined(p, w, a, k, b)
        way = a | k << 4 | b << 8
        if done == 8:
            w.tally[WINNER], w.tally[LAST_WAY] = node, way
            return
        then = worth + worth_a + worth_b - w.worth[a, n] - w.worth[b, m] + w.weights[SEQUENCE] * (done - f[DONE])
        was = wrapping_add(w.stamps[a], w.stamps[b])
        now = wrapping_add(wrapping_add(mark, wrapping_mul(was, -1)), wrapping_add(stamp_a, stamp_b))
        offer(w, level_of(p, hidden - turned, f[DEALT]), then, now, node, way)


@rule
def deal_on(p, w, node, way, shift):
    """Offer what a row dealt at the end of a way leads to, the position there at hand and its columns surveyed."""
    f = p.figures
    dealt = min(COLUMNS, f[STOCK] - f[DEALT])
    last = f[DEALT] + dealt == f[STOCK]
    way |= ROW << shift
    worth, mark, hidden = w.weights[SEQUENCE] * f[DONE], wrapping_mul(f[DEALT] + dealt, 0x2545F4914F6CDD1D), 0
    for c in range(COLUMNS):
        hidden += p.hidden[c]
        n = p.size[c]
        hash, sum = w.hash[c, n], w.worth[c, n]
        if last and p.hidden[c] == 0:  # from now on it may change its place
            hash = ground(c, 0, True)
            for i in range(c * DEEP, c * DEEP + n):
                hash = chained(hash, p.up[i])
        if c < dealt:
            card = p.stock[f[DEALT] + c]
            end = p.up[c * DEEP + n - 1] if n else -1
            if n == 0:
                sum = first_worth(card, 0, w)
            elif end == card + 1 and card % 13 != 12:
                run = w.run[c, n] + 1
                if run == WHOLE - 1:
                    deal_anew(p, w, node, way)
                    return
                sum += w.weights[IN_SUIT] + w.weights[LENGTH] * run
            else:
                sum += w.weights[IN_ORDER] if end % 13 == card % 13 + 1 else w.weights[BREAK]
            hash = chained(hash, card)
        worth += sum
        mark = wrapping_add(mark, stamped(hash))
    offer(w, level_of(p, hidden, f[DEALT] + dealt), worth, mark, node, way)


@rule
def deal_anew(p, w, node, way):
    """Deal a row that completes a sequence. p is lost."""
    deal_row(p)
    if p.figures[DONE] == 8:
        w.tally[WINNER], w.tally[LAST_WAY] = node, way
        return
    worth, mark, hidden = overview(p, w)
    offer(w, level_of(p, hidden, p.figures[DEALT]), worth, mark, node, way)


@rule
def fill_and_deal(p, w, node, spaces):
    """Fill the spaces by the moves that harm least, and deal a row. p is lost."""
    way, shift = 0, 0
    for _ in range(spaces):
        best, move, space = NOWHERE, -1, 0
        while p.size[space]:
            space += 1
        for a in range(COLUMNS):
            n = p.size[a]
            for k in range(1, w.run[a, n] + 2):
                if k == n and p.hidden[a] == 0:
                    continue
                worth_a, _, _, _ = cut(p, w, a, n - k, False)
                worth_b, _ = joined(p, w, a, k, space)
                if worth_a + worth_b - w.worth[a, n] > best:
                    best, move = worth_a + worth_b - w.worth[a, n], a | k << 4 | space << 8
        if move < 0:
            return
        make(p, move)
        survey(p, w, move & 15, False)
        survey(p, w, space, False)
        way |= move << shift
        shift += MOVE_BITS
    for c in range(COLUMNS):
        if p.size[c] == 0:
            return
    deal_on(p, w, node, way, shift)


@rule
def make(p, way):
    """Make the moves of a way."""
    while way:
        move = way & ROW
        way >>= MOVE_BITS
        if move == ROW:
            deal_row(p)
        else:
            a, b = move & 15, move >> 8
            lay(p, a, move >> 4 & 15, b)
            tidy(p, b)
            tidy(p, a)


@rule
def level_at(p):
    """The level of the position at hand."""
    hidden = 0
    for c in range(COLUMNS):
        hidden += p.hidden[c]
    return level_of(p, hidden, p.figures[DEALT])


@rule
def begin(p, w, seed):
    """Set a search at its beginning, the position in p, which is lost; returns its level."""
    for i in range(len(w.seen)):
        w.seen[i] = 0
    for level in range(LEVELS):
        w.length[level], w.floor[level] = 0, NOWHERE
    w.tally[USED], w.tally[WINNER], w.tally[SEED], w.tally[MARKS], w.tally[LEVEL] = 1, -1, seed, 0, -1
    w.parent[0], w.way[0], w.depth[0], w.root[0], w.spent[0] = -1, 0, 0, 0, 1
    pack(p, w.packed[0])
    level = level_at(p)
    _, mark, _ = overview(p, w)
    is_new(w, mark)
    expand(p, w, 0)
    return level


@rule
def sweep(p, w, level, width, share):
    """Look at the best that wait on a level, this many, and this many of what one led to there. p is lost."""
    tally = w.tally
    tally[LEVEL], tally[SHARE] = level, share
    while width and w.length[level] and tally[USED] < len(w.parent) and tally[WINNER] < 0:
        origin, way = pop(w, level)
        unpack(w.packed[origin], p)
        node = tally[USED]
        root = w.root[origin] if level_at(p) == level else node
        if root == node:
            w.spent[node] = 0
        elif w.spent[root] >= share:
            continue
        make(p, way)
        pack(p, w.packed[node])
        w.parent[node], w.way[node], w.depth[node], w.root[node] = origin, way, w.depth[origin] + 1, root
        w.spent[root] += 1
        tally[USED] += 1
        width -= 1
        expand(p, w, node)
