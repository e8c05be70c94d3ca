"""A position of Klondike as the solver sees it: all cards known, worked on in place. The compiled part.

A name distinguishes positions by two bits per card: still where it lay at the beginning, laid in a column since then, or home;
and by the waste. Neither the order of the columns is in it, nor on which of the two cards it fits on a card lies. If one of these
alone is face up in the columns, it lies on that. If both are, all that lies on the one and all that lies on the other can change
places, and nothing changes that can be done: cards are laid on the same tails, or on the one instead of the other if one is
bare; runs move on with what lies on them; and if one goes home that is bare here and covered there, what covers it moves to
the other first, which is bare there. So both positions can be won or neither. A house without partial_units cannot move it there,
and has it in the name.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.kit import rule

Ints = npt.NDArray[np.int64]

COLUMNS, DEEP = 7, 20
TALON, WASTE, PASS, DRAW, PASSES, RETURN, PARTS, KEY, RANDOM, FIGURES = 0, 1, 2, 3, 4, 5, 6, 7, 9, 10
"""Of the figures: cards in stock and waste, of these in the waste, the run through the stock; the house rules draw, passes,
foundation_return, partial_units; the two words that name the position; a random state."""
WASTE_BITS, PASS_BITS = 31 << 52, 7 << 57
"""Of the first word of a name: the waste, and the run through the stock where those are counted."""
TAKES = np.array(
    [sum(1 << (13 * s + c % 13 - 1) for s in ((0, 3) if c // 13 in (1, 2) else (1, 2)) if c % 13) for c in range(52)], np.int64
)
"""By card the set of the cards that go on it in the columns."""


class Position(NamedTuple):
    """A position. Cards are suit * 13 + rank - 1 with the ace low, suits clubs, diamonds, hearts, spades."""

    cards: Ints  # [7 * 20] the columns, from the bottom
    size: Ints  # [7]
    down: Ints  # [7] how many of them lie face down
    home: Ints  # [4] cards on the foundation, by suit
    talon: Ints  # [24] the waste from the bottom, then the stock in the order it is drawn
    figures: Ints  # [FIGURES]


@rule(inline=True)
def suit(card):
    """The suit of a card."""
    return card // 13


@rule(inline=True)
def note(p, card, place):
    """Note in the name of the position where a card is now."""
    k = KEY + (card >= 26)
    shift = 2 * (card % 26)
    p.figures[k] = p.figures[k] & ~(3 << shift) | place << shift


@rule(inline=True)
def place_on(p, column):
    """The place in a name of what is laid on this column: 1, and 2 on hearts and spades if that makes a difference."""
    size = p.size[column]
    if size == 0 or p.figures[PARTS]:
        return 1
    below = suit(p.cards[column * DEEP + size - 1])
    return 1 if below < 2 else 2


@rule
def name_stock(p):
    """Bring the waste into the name, without what makes no difference."""
    f = p.figures
    if f[TALON] == 0:
        f[WASTE] = 0
        f[PASS] = 1
    elif f[PASSES] == 0 and (f[WASTE] % f[DRAW] == 0 or f[WASTE] == f[TALON]):
        f[WASTE] = 0
    f[KEY] = f[KEY] & ((1 << 52) - 1) | f[WASTE] << 52 | (f[PASS] if f[PASSES] else 0) << 57 | 1 << 60


@rule
def name(p):
    """Name a position at the beginning of a search."""
    f = p.figures
    f[KEY] = f[KEY + 1] = 0
    for s in range(4):
        for r in range(p.home[s]):
            note(p, s * 13 + r, 3)
    for c in range(COLUMNS):
        for i in range(p.size[c]):
            card = p.cards[c * DEEP + i]
            if card % 13 == 12:
                if i == 0:
                    note(p, card, 1)
            elif i > p.down[c]:
                note(p, card, 1 if p.figures[PARTS] or suit(p.cards[c * DEEP + i - 1]) < 2 else 2)
    name_stock(p)


@rule(inline=True)
def cards_home(p):
    """Return the number of cards on the foundations."""
    return p.home[0] + p.home[1] + p.home[2] + p.home[3]


@rule
def reach(p):
    """The places of stock and waste whose cards can be turned up, as two sets: on this run, and on the next."""
    f = p.figures
    n, draw, waste = f[TALON], f[DRAW], f[WASTE]
    now = later = 0
    if n == 0:
        return 0, 0
    if waste:
        now |= 1 << (waste - 1)
    at = waste
    while at < n:
        at = min(at + draw, n)
        now |= 1 << (at - 1)
    if f[PASSES] == 0 or f[PASS] < f[PASSES]:
        at = 0
        while at < n:
            at = min(at + draw, n)
            later |= 1 << (at - 1)
    return now, later & ~now


@rule
def load(p, tables, i):
    """Take over a table of the room; what it hides counts as known."""
    t, f = tables[i], p.figures
    for c in range(COLUMNS):
        down, up = t.down[c, 0], t.up[c, 0]
        p.down[c], p.size[c] = down, down + up
        for k in range(down):
            p.cards[c * DEEP + k] = low_ace(t.down[c, k + 1])
        for k in range(up):
            p.cards[c * DEEP + down + k] = low_ace(t.up[c, k + 1])
    for s in range(4):
        p.home[s] = t.foundations[s, 0]
    waste, stock = t.waste[0], t.stock[0]
    for k in range(waste):
        p.talon[k] = low_ace(t.waste[k + 1])
    for k in range(stock):
        p.talon[waste + k] = low_ace(t.stock[stock - k])
    f[TALON], f[WASTE], f[PASS] = waste + stock, waste, t.pass_number
    f[DRAW], f[PASSES], f[RETURN], f[PARTS] = t.draw, t.passes, t.foundation_return, t.partial_units


@rule(inline=True)
def low_ace(card):
    """A card of the house as this search numbers them."""
    return card // 13 * 13 + (card % 13 + 1) % 13
