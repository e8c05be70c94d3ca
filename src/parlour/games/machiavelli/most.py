"""The most cards of a hand that can go down in one turn of Machiavelli, exactly: a branch and bound over the cards.

What some play may hold (`meldable`) bounds how many can go down together. If all of these go down at once the bound is met, as
it mostly is; otherwise the lowest of them goes down or stays, whichever leads to more.
"""

import numpy as np

from parlour.kit import bag_size, count, rule
from parlour.kit.splits import can_meld, can_meld_with, meldable

from .grouping import with_table
from .rules import OWN_MELDS, holding_still


@rule
def most_cards(t):
    """(one, two): the planes of the cards of the hand that go down, with those picked, in a play of the most cards there is.

    None if nothing more can go down. R8 is kept: if a meld of the hand alone is required, there is one among them.
    """
    most = np.zeros(2, np.int64)
    hand, twice, fixed = t.hand[t.turn, 0], t.hand[t.turn, 1], holding_still(t)
    one, two = t.picked[0], t.picked[1]
    if t.opened[t.turn] or not t.own_first_meld:
        all_one, all_two = with_table(t, one, two)
        most_with(all_one, all_two, hand, twice, fixed, most)
        return most[0], most[1]
    for k in range(len(OWN_MELDS)):
        meld = OWN_MELDS[k, 0]
        new = meld & ~one
        if new & ~hand == 0:  # this meld by itself, and the most of what is left
            left, left_twice, rest = hand & ~(new & ~twice), twice & ~new, np.zeros(2, np.int64)
            all_one, all_two = with_table(t, one & ~(meld & ~two), two & ~meld)
            found = most_with(all_one, all_two, left, left_twice, fixed, rest)
            if found >= 0 and found + count(new) > bag_size(most):
                most[0], most[1] = rest[0] | new, rest[1] | (rest[0] & new)
    return most[0], most[1]


@rule
def most_with(must, must_twice, hand, twice, fixed, most):
    """Count how many cards of a hand split, at most, into sets and runs with those that must; -1 if not even these do.

    All by planes. fixed: as `meldable` has it. most: gets the cards of the hand.
    """
    plays = np.empty((count(hand) + count(twice) + 2, 5), np.int64)  # cards that go down, that may, and the most that can
    plays[0, 0] = plays[0, 1] = 0
    plays[0, 2], plays[0, 3], plays[0, 4] = hand, twice, count(hand) + count(twice)
    best, n = -1, 1
    while n:
        n -= 1
        sure, sure_twice, bound = plays[n, 0], plays[n, 1], plays[n, 4]
        if bound <= best:
            continue
        one, two = must | sure, must_twice | sure_twice | (must & sure)
        useful = meldable(one, two, plays[n, 2], plays[n, 3], fixed)
        if useful < 0:
            continue
        may, may_twice = plays[n, 2] & useful, plays[n, 3] & useful
        whole = count(sure) + count(sure_twice) + count(may) + count(may_twice)
        bound = min(bound, whole)
        if bound > best and bound >= whole - 1:
            down, down_twice = nearly_all(one, two, may, may_twice, bound < whole, fixed)
            if down >= 0:
                most[0], most[1] = sure | down, sure_twice | down_twice | (sure & down)
                best = count(most[0]) + count(most[1])
            bound = whole - 2
        if bound > best:
            card = may & -may
            plays[n, 2], plays[n, 3], plays[n, 4] = may & ~card, may_twice & ~card, bound  # no more of it
            plays[n + 1, 0], plays[n + 1, 1] = sure | card, sure_twice | (sure & card)  # one more
            plays[n + 1, 2], plays[n + 1, 3], plays[n + 1, 4] = may & ~(card & ~may_twice), may_twice & ~card, bound
            n += 2
    return best


@rule
def nearly_all(one, two, may, may_twice, one_stays, fixed):
    """Return the cards that go down, by planes, if all of those that may can, or all but one (one_stays: not all); -1 if not."""
    if not one_stays and all_split(one | may, two | may_twice | (one & may), fixed):
        return may, may_twice
    kinds = may
    while kinds:
        card = kinds & -kinds
        kinds ^= card
        rest, rest_twice = may & ~(card & ~may_twice), may_twice & ~card
        if all_split(one | rest, two | rest_twice | (one & rest), fixed):
            return rest, rest_twice
    return -1, 0


@rule
def all_split(one, two, fixed):
    """Whether all of these cards can be melded."""
    return can_meld_with(one, two, 0, 0, fixed) if fixed.any() else can_meld(one, two)
