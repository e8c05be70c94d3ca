"""Ordered piles (`Pile` fields): a row of small integers, slot 0 the size, slots 1..size the cards from the bottom up.

Emptied slots are zeroed, so equal piles are equal memory. An unknown card of a masked pile is -1.
"""

from __future__ import annotations

from .machine import lowest, rule
from .random import random_below


@rule
def push(pile, card):  # type: ignore[no-untyped-def]
    """Lay a card on top."""
    pile[0] += 1
    pile[pile[0]] = card


@rule
def pop(pile):  # type: ignore[no-untyped-def]
    """Take the top card."""
    card = pile[pile[0]]
    pile[pile[0]] = 0
    pile[0] -= 1
    return card


@rule
def top(pile):  # type: ignore[no-untyped-def]
    """The top card of a pile that is not empty."""
    return pile[pile[0]]


@rule
def clear(pile):  # type: ignore[no-untyped-def]
    """Empty a pile."""
    for i in range(pile[0] + 1):
        pile[i] = 0


@rule
def fill(pile, cards):  # type: ignore[no-untyped-def]
    """Make a pile of a set, the lowest card at the bottom."""
    clear(pile)
    put(pile, cards)


@rule
def put(pile, cards):  # type: ignore[no-untyped-def]
    """Lay the cards of a set on a pile, the lowest first."""
    while cards:
        push(pile, lowest(cards))
        cards &= cards - 1


@rule
def pour(source, target):  # type: ignore[no-untyped-def]
    """Turn a pile over onto another: its top card is laid first."""
    while source[0]:
        push(target, pop(source))


@rule
def lay(source, target):  # type: ignore[no-untyped-def]
    """Lay a whole pile on another in its order, its bottom card first."""
    for i in range(1, source[0] + 1):
        push(target, source[i])
    clear(source)


@rule
def lay_top(source, n, target):  # type: ignore[no-untyped-def]
    """Lay the top n cards of a pile on another in their order."""
    start = source[0] - n
    for i in range(start + 1, source[0] + 1):
        push(target, source[i])
        source[i] = 0
    source[0] = start


@rule
def gather(pile):  # type: ignore[no-untyped-def]
    """The set of the cards in a pile (of one pack)."""
    cards = 0
    for i in range(1, pile[0] + 1):
        cards |= 1 << pile[i]
    return cards


@rule
def shuffle(t, pile):  # type: ignore[no-untyped-def]
    """Put a pile in random order by the table's random state (Fisher and Yates, from the top down)."""
    for i in range(pile[0], 1, -1):
        j = 1 + random_below(t, i)
        pile[i], pile[j] = pile[j], pile[i]
