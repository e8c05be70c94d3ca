"""Spider with all cards known: best-first search over positions, a heap for each row that lies in the stock. The compiled part.

Moves lead from position to position within a stage, rows from one stage to the next, and every stage is given its turn: nothing
says how much better a position must be to be worth more than one that still has a row to come. If spaces keep a row from
being dealt they are filled by the moves that harm least. A position is known again by 128 bits; without stock, columns have no
order. Every move is tried, so that all heaps are empty means that all has been looked at.

Neither of the arguments that make Klondike small holds here: a card that is off the table cannot help, and parts of runs move for
the spaces and ends they leave.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.kit import rule
from parlour.machine import shift_right, wrapping_add, wrapping_mul

Ints = npt.NDArray[np.int64]

COLUMNS, DEEP, BURIED, WHOLE = 10, 96, 6, 13
STAGES = 7
PACKED = 128
"""Bytes of a position: by column how many cards are hidden, how many open, and these; then the cards dealt and the sequences
off."""
DEALT, DONE, STOCK, SPACES_OK, FIGURES = 0, 1, 2, 3, 4
"""Of the figures: cards dealt from the stock, sequences off, cards in the stock at the beginning, whether a row may be dealt on
spaces."""
USED, WINNER, LOOKED = range(3)
"""Of the tally: positions kept, the one that is won or -1, positions looked at."""
DEAL = 1 << 14
"""The move of dealing a row; a unit is source << 10 | cards << 4 | target."""
OPEN, WON, LOST, FULL = range(4)
HIDDEN, COVER, IN_SUIT, IN_ORDER, BREAK, SPACE, SEQUENCE, STEP = range(8)
"""Weights: a hidden card, a column with any, neighbours in suit, in order, in neither, a space, a sequence off, a step."""


class Position(NamedTuple):
    """A position. Cards are suit * 13 + rank - 1 with the ace low."""

    up: Ints  # [COLUMNS * DEEP] open cards, from the bottom
    size: Ints  # [COLUMNS] how many
    hidden: Ints  # [COLUMNS] how many lie hidden
    down: Ints  # [COLUMNS * BURIED] the hidden cards, from the bottom
    stock: Ints  # [104] in the order they are dealt
    figures: Ints  # [FIGURES]


class Work(NamedTuple):
    """State of a search."""

    packed: Any  # int8 [capacity, PACKED]
    marks: Ints  # [capacity, 2]
    parent: Any  # int32 [capacity]
    move: Any  # int32 [capacity]
    depth: Any  # int32 [capacity]
    places: Any  # int32 [2 ** n] positions by mark
    heap: Any  # int32 [STAGES, capacity]
    worth: Any  # float32 [STAGES, capacity]
    length: Ints  # [STAGES] of the heaps
    tally: Ints  # [3]
    saved: Ints  # [2 * DEEP + 8] two columns to go back to
    weights: Any  # float64 [8]
    values: Any  # float64 [COLUMNS] of the columns of the position at hand


@rule
def value_of(p, c, weights):
    """Return the value of a column."""
    size, hidden = p.size[c], p.hidden[c]
    if size == 0 and hidden == 0:
        return weights[SPACE]
    sum = -weights[HIDDEN] * hidden
    if hidden:
        sum -= weights[COVER]
    at = c * DEEP
    run = 0
    for i in range(at + 1, at + size):
        above, below = p.up[i - 1], p.up[i]
        if above == below + 1 and below % 13 != 12:
            run += 1
            sum += weights[IN_SUIT] + 0.1 * run
        else:
            run = 0
            sum += weights[IN_ORDER] if above % 13 == below % 13 + 1 else weights[BREAK]
    if size and hidden == 0 and p.up[at] % 13 == 12:
        sum += 1.0
    return sum


@rule(inline=True)
def mixed(x, factor):
    """A word well stirred."""
    x = wrapping_mul(x ^ shift_right(x, 31), factor)
    return x ^ shift_right(x, 29)


@rule
def mark_of(p, factor):
    """A number that stands for the position."""
    f = p.figures
    sum = mixed(f[DEALT] + 1, factor)
    last = f[DEALT] == f[STOCK]
    for c in range(COLUMNS):
        mark = (0 if last else (c + 1) << 8) + (c + 1 if p.hidden[c] else 0) * 16 + p.hidden[c] + 1
        for i in range(c * DEEP, c * DEEP + p.size[c]):
            mark = mixed(wrapping_add(wrapping_mul(mark, 67), p.up[i] + 1), factor)
        sum = wrapping_add(sum, mixed(mark, factor))
    return sum


@rule
def tidy(p, c):
    """Take off a complete sequence at the end of a column, and turn its last card up."""
    size = p.size[c]
    at = c * DEEP + size - 1
    if size >= WHOLE and p.up[at] % 13 == 0:
        k = 1
        while k < WHOLE and p.up[at - k] == p.up[at] + k:
            k += 1
        if k == WHOLE:
            p.size[c] -= WHOLE
            p.figures[DONE] += 1
    if p.size[c] == 0 and p.hidden[c]:
        p.hidden[c] -= 1
        p.up[c * DEEP] = p.down[c * BURIED + p.hidden[c]]
        p.size[c] = 1


@rule
def deal_row(p):
    """Deal a row."""
    f = p.figures
    for c in range(min(COLUMNS, f[STOCK] - f[DEALT])):
        p.up[c * DEEP + p.size[c]] = p.stock[f[DEALT]]
        p.size[c] += 1
        f[DEALT] += 1
    for c in range(COLUMNS):
        tidy(p, c)


@rule(inline=True)
def lay(p, a, k, b):
    """Move the last k cards of a column."""
    source, target = a * DEEP + p.size[a] - k, b * DEEP + p.size[b]
    for i in range(k):
        p.up[target + i] = p.up[source + i]
    p.size[a] -= k
    p.size[b] += k


@rule
def keep(p, saved, a, b):
    """Put two columns aside."""
    for i in range(p.size[a]):
        saved[8 + i] = p.up[a * DEEP + i]
    for i in range(p.size[b]):
        saved[8 + DEEP + i] = p.up[b * DEEP + i]
    saved[0], saved[1], saved[2], saved[3] = p.size[a], p.hidden[a], p.size[b], p.hidden[b]
    saved[4] = p.figures[DONE]


@rule
def restore(p, saved, a, b):
    """Bring them back."""
    p.size[a], p.hidden[a], p.size[b], p.hidden[b] = saved[0], saved[1], saved[2], saved[3]
    p.figures[DONE] = saved[4]
    for i in range(p.size[a]):
        p.up[a * DEEP + i] = saved[8 + i]
    for i in range(p.size[b]):
        p.up[b * DEEP + i] = saved[8 + DEEP + i]


@rule
def pack(p, row):
    """Write a position down."""
    n = 0
    for c in range(COLUMNS):
        row[n], row[n + 1] = p.hidden[c], p.size[c]
        n += 2
        for i in range(c * DEEP, c * DEEP + p.size[c]):
            row[n] = p.up[i]
            n += 1
    row[PACKED - 2], row[PACKED - 1] = p.figures[DEALT], p.figures[DONE]


@rule
def unpack(row, p):
    """Set a position up."""
    n = 0
    for c in range(COLUMNS):
        p.hidden[c], p.size[c] = row[n], row[n + 1]
        n += 2
        for i in range(c * DEEP, c * DEEP + p.size[c]):
            p.up[i] = row[n]
            n += 1
    p.figures[DEALT], p.figures[DONE] = row[PACKED - 2], row[PACKED - 1]


@rule
def run_at(p, c):
    """Return the number of cards at the end of a column that are in order and of one suit."""
    size = p.size[c]
    if size == 0:
        return 0
    at, k = c * DEEP + size - 1, 1
    while k < size and p.up[at - k] == p.up[at - k + 1] + 1 and p.up[at - k + 1] % 13 != 12:
        k += 1
    return k


@rule
def push(w, stage, node, worth):
    """Into a stage's heap, the largest on top."""
    heap, keys = w.heap[stage], w.worth[stage]
    i = w.length[stage]
    w.length[stage] += 1
    while i > 0:
        above = (i - 1) >> 1
        if keys[above] >= worth:
            break
        heap[i], keys[i] = heap[above], keys[above]
        i = above
    heap[i], keys[i] = node, worth


@rule
def pop(w, stage):
    """The best of a stage's heap, which is not empty."""
    heap, keys = w.heap[stage], w.worth[stage]
    best = heap[0]
    w.length[stage] -= 1
    n = w.length[stage]
    node, worth = heap[n], keys[n]
    i = 0
    while True:
        below = 2 * i + 1
        if below >= n:
            break
        if below + 1 < n and keys[below + 1] > keys[below]:
            below += 1
        if keys[below] <= worth:
            break
        heap[i], keys[i] = heap[below], keys[below]
        i = below
    heap[i], keys[i] = node, worth
    return best


@rule
def add(p, w, parent, move, worth, open):
    """Keep the position at hand if it is new; returns its number, -1 if it is not, or there is no room.

    open: it is to be looked at.
    """
    tally = w.tally
    if tally[USED] == len(w.parent):
        return -1
    a, b = mark_of(p, 0x2545F4914F6CDD1D), mark_of(p, -0x61C8864680B583EB)
    mask = len(w.places) - 1
    at = (a ^ shift_right(a, 32)) & mask
    while w.places[at] >= 0:
        known = w.places[at]
        if w.marks[known, 0] == a and w.marks[known, 1] == b:
            return -1
        at = (at + 1) & mask
    node = tally[USED]
    tally[USED] += 1
    w.places[at] = node
    w.marks[node, 0], w.marks[node, 1] = a, b
    w.parent[node], w.move[node] = parent, move
    w.depth[node] = w.depth[parent] + 1 if parent >= 0 else 0
    pack(p, w.packed[node])
    if p.figures[DONE] == 8:
        tally[WINNER] = node
    if open:
        stage = (p.figures[STOCK] - p.figures[DEALT] + COLUMNS - 1) // COLUMNS
        push(w, stage, node, worth - w.weights[STEP] * w.depth[node])
    return node


@rule
def worth_of(p, w):
    """Return the value of the current position."""
    sum = w.weights[SEQUENCE] * p.figures[DONE]
    for c in range(COLUMNS):
        w.values[c] = value_of(p, c, w.weights)
        sum += w.values[c]
    return sum


@rule(inline=True)
def takes(p, b, card):
    """Whether a column takes a card; a space is another matter."""
    return p.size[b] > 0 and p.up[b * DEEP + p.size[b] - 1] % 13 == card % 13 + 1


@rule
def expand(p, w, node):
    """Look at a position: keep all that its moves lead to."""
    unpack(w.packed[node], p)
    total = worth_of(p, w)
    space = spaces = cards = 0
    for c in range(COLUMNS - 1, -1, -1):
        cards += p.size[c] + p.hidden[c]
        if p.size[c] == 0:
            space = c
            spaces += 1
    f = p.figures
    for a in range(COLUMNS):
        length = run_at(p, a)
        for k in range(1, length + 1):
            card = p.up[a * DEEP + p.size[a] - k]
            for b in range(COLUMNS):
                if b == a:
                    continue
                if p.size[b] == 0:
                    if b != space and f[DEALT] == f[STOCK]:
                        continue
                    if k == p.size[a] and p.hidden[a] == 0:
                        continue
                elif not takes(p, b, card):
                    continue
                try_move(p, w, node, a, k, b, total)
                if w.tally[WINNER] >= 0:
                    return
    if f[DEALT] == f[STOCK]:
        return
    if spaces == 0 or f[SPACES_OK] or cards < COLUMNS:
        deal_row(p)
        add(p, w, node, DEAL, worth_of(p, w), True)
    elif cards - spaces >= COLUMNS:
        fill_and_deal(p, w, node, spaces)


@rule
def try_move(p, w, node, a, k, b, total):
    """Keep what a move leads to; the position is as it was after it."""
    keep(p, w.saved, a, b)
    done = p.figures[DONE]
    lay(p, a, k, b)
    tidy(p, b)
    tidy(p, a)
    then = total - w.values[a] - w.values[b] + value_of(p, a, w.weights) + value_of(p, b, w.weights)
    then += w.weights[SEQUENCE] * (p.figures[DONE] - done)
    add(p, w, node, a << 10 | k << 4 | b, then, True)
    restore(p, w.saved, a, b)


@rule
def fill_and_deal(p, w, node, spaces):
    """Fill the spaces by the moves that harm least, and deal a row."""
    for _ in range(spaces):
        best, move = -1.0e9, -1
        space = 0
        while p.size[space]:
            space += 1
        total = worth_of(p, w)
        for a in range(COLUMNS):
            for k in range(1, run_at(p, a) + 1):
                if k == p.size[a] and p.hidden[a] == 0:
                    continue
                keep(p, w.saved, a, space)
                lay(p, a, k, space)
                tidy(p, a)
                then = total - w.values[a] - w.values[space] + value_of(p, a, w.weights) + value_of(p, space, w.weights)
                restore(p, w.saved, a, space)
                if then > best:
                    best, move = then, a << 10 | k << 4 | space
        if move < 0:
            return
        a, k = move >> 10, move >> 4 & 63
        lay(p, a, k, space)
        tidy(p, a)
        found = add(p, w, node, move, best, True)
        if found < 0:  # met before: examined already, or waiting
            return
        node = found
    for c in range(COLUMNS):
        if p.size[c] == 0:
            return
    deal_row(p)
    add(p, w, node, DEAL, worth_of(p, w), True)


@rule
def begin(p, w):
    """Set a search at its beginning."""
    for i in range(len(w.places)):
        w.places[i] = -1
    for s in range(STAGES):
        w.length[s] = 0
    w.tally[USED], w.tally[WINNER], w.tally[LOOKED] = 0, -1, 0
    add(p, w, -1, -1, 0.0, True)


@rule
def search(p, w, rounds, share):
    """Give every stage its turn this many times, each for `share` positions, the last one four times as many."""
    for _ in range(rounds):
        left = 0
        for stage in range(STAGES - 1, -1, -1):
            for _ in range(share if stage else 4 * share):
                if w.length[stage] == 0:
                    break
                w.tally[LOOKED] += 1
                expand(p, w, pop(w, stage))
                if w.tally[WINNER] >= 0:
                    return WON
                if w.tally[USED] == len(w.parent):
                    return FULL
            left += w.length[stage]
        if left == 0:
            return LOST
    return OPEN


@rule
def load(p, tables, i):
    """Take over a table of the room; what it hides counts as known."""
    t, f = tables[i], p.figures
    f[DONE] = 0
    for k in range(len(t.done)):
        f[DONE] += t.done[k, 0] > 0
    for c in range(COLUMNS):
        p.hidden[c], p.size[c] = t.down[c, 0], t.up[c, 0]
        for k in range(t.down[c, 0]):
            p.down[c * BURIED + k] = low_ace(t.down[c, k + 1])
        for k in range(t.up[c, 0]):
            p.up[c * DEEP + k] = low_ace(t.up[c, k + 1])
    size = t.stock[0]
    for k in range(size):
        p.stock[k] = low_ace(t.stock[size - k])
    f[DEALT], f[STOCK], f[SPACES_OK] = 0, size, t.deal_on_spaces


@rule(inline=True)
def low_ace(card):
    """A card of the house as this search numbers them."""
    return card // 13 * 13 + (card % 13 + 1) % 13
