"""Sets of cards from one pack: an int64, one bit per card (`Cards` fields)."""

from __future__ import annotations

from parlour.machine import count, highest, nth, rule

from .cards import CARD_BITS, RANKS
from .random import next_word, random_below


@rule(inline=True)
def holds(cards, card):
    """Whether the card is in the set."""
    return (cards >> card) & 1


@rule
def random_card(t, cards):
    """The set with one card drawn at random from a set that is not empty."""
    return nth(cards, random_below(t, count(cards)))


@rule
def random_cards(t, cards, n):
    """The set of n cards drawn at random from a set that has as many, every such set equally likely."""
    stays = count(cards) - n
    missing = min(n, stays)  # the fewer are drawn: those that are taken or those that stay
    left = cards
    while missing > 0:
        word = next_word(t)
        for _ in range(10):  # guesses of six bits; one of no card, or of a card drawn before, is lost
            hit = (left >> (word & 63)) & (missing > 0)
            left ^= hit << (word & 63)
            missing -= hit
            word >>= 6
    return left if stays < n else cards & ~left


@rule(inline=True)
def ranks_in(cards):
    """The ranks in a set (no jokers), one bit per rank: `lowest(ranks_in(hand))` is the rank of its lowest card."""
    return (cards | (cards >> 13) | (cards >> 26) | (cards >> 39)) & 0x1FFF


@rule(inline=True, hurried=True)
def total(cards, worth):
    """The sum of `worth` by rank over the cards of a set (no jokers)."""
    amount = 0
    for rank in range(13):  # not card by card: here is nothing to guess, and a rank worth nothing costs nothing
        amount += count(cards & RANKS[rank]) * worth[rank]
    return amount


@rule
def first_cards(cards, n):
    """Return the n lowest cards of a set, 0 if it has fewer: the first of its subsets of n, see `next_cards`."""
    found = 0
    for _ in range(n if n <= count(cards) else 0):
        found |= cards & -cards
        cards &= cards - 1
    return found


@rule
def next_cards(cards, some):
    """Return the set that comes after `some` among the sets of as many of these cards, 0 after the last: its highest card
    changes first."""
    free = cards & ~some
    below = some & ((1 << highest(free)) - 1) if free else 0
    if below == 0:
        return 0
    changes = 1 << highest(below)
    stay = some & (changes - 1)
    return stay | first_cards(cards & -(changes << 1), count(some ^ stay))


@rule(inline=True)
def unknown_count(cards):
    """Return the number of unknown cards in a masked set, kept in its top byte."""
    return (cards >> 56) & 0x7F


@rule(inline=True)
def size_of(cards):
    """Return the number of cards in a set, known or not."""
    return count(cards & CARD_BITS) + ((cards >> 56) & 0x7F)
