"""Every hand of a pack, ranked by the functions that the games use: how many hands there are of each strength.

A joker is any card that the hand lacks, the one that makes the hand best; so a hand with jokers is as strong as the best of
the hands that it can be. For the low games `kit.rankings` finds that card without trying; here all are tried, for every
ranking, and a test holds the two side by side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from parlour.kit.rankings import ace_to_five, ace_to_six, badugi, brag, deuce_to_seven, eight_or_better, poker_high
from parlour.machine import rule

__all__ = ["Tally", "naturals", "rank", "strength", "tally"]

POKER, ACE_TO_FIVE, DEUCE_TO_SEVEN, ACE_TO_SIX, EIGHT_OR_BETTER, BADUGI, BRAG = range(7)
NATURAL = (1 << 52) - 1


@rule
def rank(kind, cards, first, second):
    """The strength of cards without jokers. first, second: the house rules of the ranking, if it has any."""
    if kind == POKER:
        return poker_high(cards)
    if kind == ACE_TO_FIVE:
        return ace_to_five(cards)
    if kind == DEUCE_TO_SEVEN:
        return deuce_to_seven(cards)
    if kind == ACE_TO_SIX:
        return ace_to_six(cards)
    if kind == EIGHT_OR_BETTER:
        return eight_or_better(cards)
    if kind == BADUGI:
        return badugi(cards, first, second)
    return brag(cards, first, second)


@rule
def strength(kind, cards, first, second):
    """The strength of cards of which none, one or both jokers may be part."""
    known, best = cards & NATURAL, -1
    if known == cards:
        return rank(kind, cards, first, second)
    both = cards >> 52 == 3
    for one in range(52):
        if known >> one & 1:
            continue
        with_one = known | 1 << one
        if not both:
            best = max(best, rank(kind, with_one, first, second))
            continue
        for other in range(one):
            if not known >> other & 1:
                best = max(best, rank(kind, with_one | 1 << other, first, second))
    return best


@rule
def rank_all(kind, size, pack, first, second, strengths):
    """The strengths of all hands of this many cards from the first cards of the pack, in no order that matters."""
    hand, n = (1 << size) - 1, 0
    while hand < 1 << pack:
        strengths[n] = strength(kind, hand, first, second)
        n += 1
        lowest = hand & -hand
        carried = hand + lowest  # the next larger number with as many bits
        hand = carried | ((hand ^ carried) >> 2) // lowest
    return n


def naturals(kind: int, cards: int, first: int, second: int) -> list[int]:
    """The sets of natural cards that a hand can be read as, all equally strong; the hand itself if it has no joker."""
    wanted, known = int(strength(kind, cards, first, second)), cards & NATURAL
    found = [known]
    for _ in range((cards >> 52).bit_count()):
        found = [one | 1 << card for one in found for card in range(52) if not one >> card & 1]
    return sorted({one for one in found if int(rank(kind, one, first, second)) == wanted})


@dataclass(frozen=True)
class Tally:
    """The numbers of hands in a pack by strength."""

    strengths: npt.NDArray[np.int64]
    """The different strengths, ascending, shape (classes,)."""
    hands: npt.NDArray[np.int64]
    """Number of hands in each class, shape (classes,)."""

    @property
    def total(self) -> int:
        """All hands."""
        return int(self.hands.sum())

    @property
    def classes(self) -> int:
        """Hands that differ in more than suits that do not matter."""
        return len(self.strengths)

    def place(self, wanted: int) -> tuple[int, int, int, int]:
        """(class from the best down, 1 the best; hands that beat it; that tie with it, itself included; that lose to it)."""
        at = int(np.searchsorted(self.strengths, wanted))
        below = int(self.hands[:at].sum())
        level = int(self.hands[at]) if at < self.classes and self.strengths[at] == wanted else 0
        return self.classes - at, self.total - below - level, level, below


@lru_cache(64)
def tally(kind: int, size: int, jokers: int, first: int, second: int) -> Tally:
    """All hands of this many cards from 52 cards and this many jokers."""
    every = np.empty(math.comb(52 + jokers, size), np.int64)
    rank_all(kind, size, 52 + jokers, first, second, every)
    strengths, hands = np.unique(every, return_counts=True)
    return Tally(strengths, hands.astype(np.int64))
