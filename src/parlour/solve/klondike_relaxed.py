"""Whether a position of Klondike is lost already, although there are moves left: shown by what could be done at best.

The rules are made easier: what has been done once stays done. A card turned up can be laid on from then on, a card of the stock
that could be taken once can be taken always, a space stays a space. What can be done then only grows, so a few rounds find all
of it; and if not even that brings all cards home, no play does.

What lies on another card now stays in its way, since it can leave it for two places only: home, or the other card it fits on.
Before a second card is laid there, or that card itself goes home, one of the two has to be in reach.

Sets of cards are words of four lanes of 16 bits, clubs, diamonds, hearts, spades, the ace lowest.
"""

from __future__ import annotations

import numpy as np

from parlour.kit import rule

from .klondike_state import COLUMNS, DEEP, DRAW, RETURN, TALON, reach

BIT = np.array([1 << (16 * (card // 13) + card % 13) for card in range(52)], np.int64)
"""The set of a card alone."""
ALL = int(BIT.sum())
ACES = int(BIT[::13].sum())
KINGS = ACES << 12
EVEN, LOW = 0x0000FFFF0000FFFF, 0xFFFFFFFF


@rule(inline=True)
def twins(cards):
    """The cards of the same ranks and colours in the other suits."""
    swapped = (cards & EVEN) << 16 | cards >> 16 & EVEN
    return (swapped & LOW) << 32 | swapped >> 32 & LOW


@rule(inline=True)
def other_colour(cards):
    """Sets of pairs of twins: the pairs of the same rank in the other colour."""
    return (cards & EVEN) << 16 | cards >> 16 & EVEN


@rule(inline=True)
def homes_of(p):
    """The set of the cards that are home."""
    return (1 << p.home[0]) - 1 | (1 << p.home[1]) - 1 << 16 | (1 << p.home[2]) - 1 << 32 | (1 << p.home[3]) - 1 << 48


@rule
def in_reach(p, reached, taken):
    """The cards of the stock that can be turned up once those of `taken`, or some of them, are gone.

    A run from the beginning turns up a card if as many of those below it are gone as it is short of a multiple of `draw`; and
    taking a card uncovers the one below it.
    """
    draw, gone, below = p.figures[DRAW], 0, 0
    for j in range(p.figures[TALON]):
        card = BIT[p.talon[j]]
        if gone >= (j + 1) % draw:
            reached |= card
        if taken & card:
            reached |= below
            gone += 1
        below = card
    return reached


@rule(inline=True)
def without_moved(p, left, home, places):
    """Return of each column the cards left when all go that can, the cards this turns up, and how many columns it empties."""
    turned = emptied = 0
    for c in range(COLUMNS):
        k = left >> 5 * c & 31
        while k:
            leaves = home if k == 1 and p.cards[c * DEEP] % 13 == 12 else home | places  # a king takes his space along
            if not BIT[p.cards[c * DEEP + k - 1]] & leaves:
                break
            k -= 1
            left -= 1 << 5 * c
            if k:
                turned |= BIT[p.cards[c * DEEP + k - 1]]
            else:
                emptied += 1
    return left, turned, emptied


@rule
def cannot_end(p, first):
    """Whether not all cards can come home, not even under the easier rules.

    first: cards that are not laid anywhere yet, and are to be before their twins are, or not at all; a king of them before other
    kings that are not home.
    """
    f = p.figures
    up = laid = stock = reached = left = spaces = 0
    for c in range(COLUMNS):
        size, down = p.size[c], p.down[c]
        if size == 0:
            spaces += 1
            continue
        up |= BIT[p.cards[c * DEEP + down]]
        left |= down + 1 << 5 * c  # of each column the cards that have not been moved
        for i in range(down + 1, size):
            laid |= BIT[p.cards[c * DEEP + i]]
    up |= laid  # all that was face up at any time
    now, later = reach(p)
    for j in range(f[TALON]):
        card = BIT[p.talon[j]]
        stock |= card
        if (now | later) >> j & 1:
            reached |= card
    home = homes_of(p)
    back = home if f[RETURN] else 0  # what has not come back from the foundations
    while True:
        were = up, home, reached, left
        pair = up & twins(up)
        still = laid & ~home
        one, two = still | twins(still), still & twins(still)
        # A card is laid where one that it fits on is up and its twin is not laid there, or if both are up.
        places = other_colour(up | twins(up)) >> 1 & ~(one | twins(first & ~home)) | other_colour(pair) >> 1
        if spaces:
            king = first & KINGS & ~home
            places |= KINGS if spaces > 1 or king == 0 else king | KINGS & home
        places &= ALL
        # A card is bare if nothing lies on the pair; if one card does, on the other of the pair.
        bare = ~(other_colour(one) << 1) | pair & ~(other_colour(two) << 1)
        ready = home | up & bare | reached
        home = ready & (ready ^ ready + ACES)  # by suits all up to the first that is missing
        up |= places & reached
        if reached != stock:
            reached = in_reach(p, reached, reached & (places | home))
        top = back & ~(back >> 1) & (up | places)  # by suits the last card that has not come back
        back &= ~top
        up |= top
        left, turned, emptied = without_moved(p, left, home, places)
        up |= turned
        spaces += emptied
        if home == ALL:
            return False
        if were == (up, home, reached, left):
            return True


@rule
def is_hopeless(p):
    """Whether not all cards can come home, not even under the easier rules."""
    return cannot_end(p, 0)


@rule
def not_laid(p):
    """The cards that are in the stock or lie where they were dealt."""
    there = 0
    for j in range(p.figures[TALON]):
        there |= BIT[p.talon[j]]
    for c in range(COLUMNS):
        for i in range(p.down[c] + (p.size[c] > 0)):
            if i or p.cards[c * DEEP] % 13 != 12:
                there |= BIT[p.cards[c * DEEP + i]]
    return there


@rule
def is_lost(p):
    """Whether the position is lost, looked at more closely, at a hundred times the cost: of two twins one is laid first, and of
    the kings one.

    Where all cards can come home only if it is a certain one, it is that one from then on; if not with either, the position
    is lost.
    """
    if is_hopeless(p):
        return True
    free, first = not_laid(p), 0
    pairs, kings = free & twins(free) & ~KINGS & ~ACES, free & KINGS
    while True:
        before = first, kings
        for s in range(4 if kings != first & KINGS else 0):
            king = BIT[13 * s + 12]
            if king & kings and cannot_end(p, first | king):
                kings &= ~king
                if kings == 0:
                    return True
        if kings & kings - 1 == 0:
            first |= kings
        for card in range(26):
            one = BIT[card] & pairs
            other = twins(one)
            if one == 0 or (one | other) & first:
                continue
            if cannot_end(p, first | one):
                if cannot_end(p, first | other):
                    return True
                first |= other
            elif cannot_end(p, first | other):
                first |= one
        if before == (first, kings):
            return False
