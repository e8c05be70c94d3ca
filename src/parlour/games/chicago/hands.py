"""Hands of Chicago: their order (R5), what of a declaration is still true of them, and how far they are from it."""

import numpy as np

from parlour.kit import RANKS, SUITS, count, highest, holds, rule
from parlour.kit.rankings import (
    FLUSH,
    FULL_HOUSE,
    QUADS,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TWO_PAIR,
    category_of,
    poker_high,
    ranks_held,
)

ROYAL = STRAIGHT_FLUSH + 1  # a category of its own here
POINTS = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 0])  # by category; four of a kind and a royal flush as the house rules say
STEPS = np.array([[0, 1, 2, 1, 1, 5, 2, 1, 1, 0], [0, 4, 3, 3, 1, 5, 2, 2, 1, 0]])  # ranks compared, without and with kickers
COPIES = np.array([0, 2, 2, 3, 0, 0, 0, 4, 0, 0])  # of each rank that makes the combination, if not all five cards do
UNNAMED = -1


@rule
def category(cards):
    """R5: the category of five cards."""
    strength = poker_high(cards)
    return ROYAL if strength == ROYAL_FLUSH else category_of(strength)


@rule
def worth(t, claim):
    """R8, R10: return the points of a category."""
    if claim == ROYAL:
        return t.royal_points
    return t.quads_points if claim == QUADS else POINTS[claim]


@rule
def compared(t, cards):
    """R5: the ranks that are compared with a hand of the same category, as two sets: one above the other."""
    strength = poker_high(cards)
    ranks = strength & 0x3FFFFFF
    if strength == ROYAL_FLUSH:
        return 0
    return ranks if t.kickers or category_of(strength) == FULL_HOUSE else ranks & ~0x1FFF


@rule
def rank_at(ranks, place):
    """The rank at a place of a comparison, the first being 0."""
    for _ in range(place):
        ranks &= ~(1 << highest(ranks))
    rank = highest(ranks)
    return rank - 13 if rank >= 13 else rank


@rule
def ranks_of(cards, copies):
    """The ranks of which there are this many cards (one to four) in a hand."""
    return ranks_held(cards)[copies - 1]


@rule
def whole(t, p, s, cards):
    """Whether what p declared in showdown s is true of these cards, or of some of them: its category and the ranks named.

    Each named rank needs cards of its own: two aces are not a pair of aces with an ace.

    A kicker does not belong to it, but F101: if bluffs are allowed one that was named has to be proven, too.
    """
    copies = COPIES[t.declared[p, s]]
    if copies == 0:
        return count(cards) == 5 and mismatch(t, p, s, cards) == 0
    left, number = cards, 2 if t.declared[p, s] == TWO_PAIR else 1
    for place in range(5 if t.false_declarations else number):
        rank = t.named[p, 5 * s + place] - 1
        if rank != UNNAMED:
            for _ in range(copies if place < number else 1):  # a card proves one thing that was said of it
                found = left & RANKS[rank]
                if found == 0:
                    return False
                left &= ~(found & -found)
    return count(ranks_of(cards, copies)) >= number


@rule
def combination(t, p, s, cards):
    """R4: those of five cards that belong to what p declared in showdown s; if another pair has come since, the higher one."""
    copies = COPIES[t.declared[p, s]]
    if copies == 0:
        return cards
    enough, found = ranks_of(cards, copies), 0
    for place in range(2 if t.declared[p, s] == TWO_PAIR else 1):
        rank = t.named[p, 5 * s + place] - 1
        if rank == UNNAMED and enough:
            rank = highest(enough)
        if rank != UNNAMED:
            found |= cards & RANKS[rank]
            enough &= ~(1 << rank)
    return found


@rule
def mismatch(t, p, s, cards):
    """Return in how many ways these five cards differ from the hand that p declared in showdown s."""
    if category(cards) != t.declared[p, s]:
        return 1 + missing(cards, t.declared[p, s])
    ranks, wrong = compared(t, cards), 0
    for place in range(STEPS[t.kickers, t.declared[p, s]]):
        rank, named = rank_at(ranks, place), t.named[p, 5 * s + place] - 1
        if named == UNNAMED:
            passed_true = not t.false_declarations and t.under[p, s] > 0  # F101: who may bluff may also pass with the higher rank
            return wrong + (passed_true and rank >= t.under[p, s])
        wrong += rank != named
    return wrong


@rule
def missing(cards, wanted):
    """Estimate how many cards a hand lacks for a category, so that a search can approach it."""
    once, twice, thrice, four = ranks_held(cards)
    if wanted == FLUSH or wanted >= STRAIGHT_FLUSH:
        most = 0
        for suit in range(4):
            most = max(most, count(cards & SUITS[suit]))
        return 5 - most
    if wanted == STRAIGHT:
        most = 0
        for low in range(9):
            most = max(most, count(once & (0x1F << low)))
        return 5 - most
    if wanted == FULL_HOUSE:
        return 3 - (thrice != 0) - min(count(twice), 2)
    return 4 - (twice != 0) - (thrice != 0) - (four != 0) if wanted == QUADS else 1


@rule
def has_to_prove(t, p, s):
    """R4: whether p had the best declared hand of showdown s, the last one; F101: or declared the truth in any one before."""
    if t.false_declarations:
        return s < t.draws - 1 and t.declared[p, s] > 0 and not t.lied[p, s]
    return s == min(t.draws - 2, t.second_showdown) and holds(t.standing[s], p)


@rule
def is_kept(t, p, s):
    """R4: whether p had to show what was declared in showdown s before breaking it, has not, and cannot have broken it since."""
    bound_again = s == 1 or t.drew[p, 2] == 0 or not t.second_showdown
    return holds(t.standing[s], p) and not t.proven[p, s] and bound_again
