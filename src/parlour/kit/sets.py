"""Sets of cards from one pack: an int64, a bit a card (`Cards` fields)."""

from __future__ import annotations

from .cards import CARD_BITS, rank_of
from .machine import count, lowest, rule
from .random import random_below


@rule(inline=True)
def holds(cards, card):  # type: ignore[no-untyped-def]
    """Whether the card is in the set."""
    return (cards >> card) & 1


@rule(inline=True)
def nth(cards, n):  # type: ignore[no-untyped-def]
    """The set with only the n-th lowest card of a set (0 is the lowest)."""
    for _ in range(n):
        cards &= cards - 1
    return cards & -cards


@rule
def random_card(t, cards):  # type: ignore[no-untyped-def]
    """The set with one card drawn at random from a set that is not empty."""
    return nth(cards, random_below(t, count(cards)))


@rule
def total(cards, worth):  # type: ignore[no-untyped-def]
    """The sum of `worth` by rank over the cards of a set (no jokers)."""
    amount = 0
    while cards:
        amount += worth[rank_of(lowest(cards))]
        cards &= cards - 1
    return amount


@rule(inline=True)
def unknown_count(cards):  # type: ignore[no-untyped-def]
    """How many cards of a masked set are unknown: the number in its top byte."""
    return (cards >> 56) & 0x7F


@rule(inline=True)
def size_of(cards):  # type: ignore[no-untyped-def]
    """How many cards a set holds, known or not."""
    return count(cards & CARD_BITS) + ((cards >> 56) & 0x7F)
