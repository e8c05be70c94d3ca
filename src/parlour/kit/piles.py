"""Ordered piles (`Pile` fields): a row of small integers, slot 0 the size, slots 1..size the cards from the bottom up.

Emptied slots are zeroed, so equal piles are equal memory. An unknown card of a masked pile is -1.
"""

from __future__ import annotations

from parlour.machine import lowest, rule

from .random import drawn


@rule(inline=True)
def pile_size(pile):
    """Return the number of cards in a pile, known or not."""
    return pile[0]


@rule(inline=True)
def push(pile, card):
    """Lay a card on top."""
    n = pile[0] + 1
    pile[n] = card
    pile[0] = n


@rule(inline=True)
def pop(pile):
    """Take the top card."""
    n = pile[0]
    card = pile[n]
    pile[n] = 0
    pile[0] = n - 1
    return card


@rule(inline=True)
def top(pile):
    """The top card of a pile that is not empty."""
    return pile[pile[0]]


@rule
def clear(pile):
    """Empty a pile."""
    for i in range(pile[0] + 1):
        pile[i] = 0


@rule(inline=True)
def fill(pile, cards):
    """Replace what is in a pile by the cards of a set, the lowest at the bottom."""
    n = 0
    while cards:
        n += 1
        pile[n] = lowest(cards)
        cards &= cards - 1
    for i in range(n + 1, pile[0] + 1):
        pile[i] = 0
    pile[0] = n


@rule
def put(pile, cards):
    """Lay the cards of a set on a pile, the lowest first."""
    n = pile[0]
    while cards:
        n += 1
        pile[n] = lowest(cards)
        cards &= cards - 1
    pile[0] = n


@rule
def pour(source, target):
    """Turn a pile over onto another, and leave it empty: its top card is laid first."""
    while source[0] > 0:
        push(target, pop(source))


@rule
def lay(source, target):
    """Lay a whole pile on another in its order, and leave it empty: its bottom card is laid first."""
    for i in range(1, source[0] + 1):
        push(target, source[i])
    clear(source)


@rule
def lay_top(source, n, target):
    """Move the top n cards of a pile onto another in their order."""
    start = source[0] - n
    for i in range(start + 1, source[0] + 1):
        push(target, source[i])
        source[i] = 0
    source[0] = start


@rule(inline=True)
def gather(pile):
    """The set of the cards in a pile (of one pack), which keeps them."""
    cards = 0
    for i in range(1, pile[0] + 1):
        cards |= 1 << pile[i]
    return cards


@rule(inline=True)
def draw(pile, n):
    """Take the top n cards of a pile (of one pack), or all if there are fewer: their set."""
    size = pile[0]
    cards = 0
    if size >= n:  # so that a number of cards known beforehand is drawn without a loop
        for i in range(n):
            cards |= 1 << pile[size - i]
            pile[size - i] = 0
        pile[0] = size - n
        return cards
    for i in range(1, size + 1):
        cards |= 1 << pile[i]
        pile[i] = 0
    pile[0] = 0
    return cards


@rule(inline=True)
def shuffle(t, pile):
    """Put a pile in random order by the table's random state (Fisher and Yates, from the top down)."""
    a, b, c, d = t.rng[0], t.rng[1], t.rng[2], t.rng[3]  # in variables: the pile's stores cannot touch them there
    size = pile[0]
    for i in range(size, 1, -1):
        j, a, b, c, d = drawn(a, b, c, d, i)
        pile[i], pile[j + 1] = pile[j + 1], pile[i]
    pile[0] = size  # as it was: the optimiser cannot know that no card was written there
    t.rng[0], t.rng[1], t.rng[2], t.rng[3] = a, b, c, d
