"""Fishing games: which cards of the table a card of the hand takes, by pairing, by addition, as a run.

A capture is a set of cards. A player names it by pointing at its cards one after the other, so rules ask what may be pointed at
next: `in_sums` and `in_splits` give all the cards that belong to some complete capture, so a chain of picks can always be
completed, in any order. As soon as they total the amount there is only one way left, and the rest is taken unasked:

    open = in_sums(t.table, worth[rank], WORTH)          # what may be picked first, 0 if nothing can be taken
    open = in_sums(t.table & ~picked, worth[rank] - total(picked, WORTH), WORTH)
    if total(picked | open, WORTH) == worth[rank]:       # that is the capture

`worth` is by rank (`points("A=1 2=2 ...")`), at most 20; cards worth 0 are never part of a sum.
"""

from __future__ import annotations

from parlour.machine import highest, lowest, rule

from .cards import RANKS, rank_of

__all__ = [
    "can_split",
    "catching",
    "in_splits",
    "in_sums",
    "next_sum",
    "pairing",
    "run_from",
    "sums",
]

_SUMS = (1 << 41) - 1  # amounts up to 40


@rule(inline=True)
def pairing(cards, card):
    """The cards of a set that have the rank of a card."""
    return cards & RANKS[rank_of(card)]


@rule
def sums(cards, worth):
    """All that some of these cards total: bit n for an amount n up to 40, bit 0 for no card at all."""
    amounts = 1
    while cards:
        amounts |= (amounts << worth[rank_of(lowest(cards))]) & _SUMS
        cards &= cards - 1
    return amounts


@rule
def in_sums(cards, amount, worth):
    """Return the cards of a set that belong to a subset with this total (at least 1); 0 if there is none."""
    if not (sums(cards, worth) >> amount) & 1:
        return 0
    found, left = 0, cards
    while left:
        card = lowest(left)
        equal = pairing(left, card)  # what one of them can be part of the others can too
        left &= ~equal
        value = worth[rank_of(card)]
        if 0 < value <= amount and (sums(cards & ~(1 << card), worth) >> (amount - value)) & 1:
            found |= equal
    return found


@rule
def next_sum(cards, amount, worth, before):
    """The subsets that total the amount (at least 1), one per call: the one after `before` (0: the first), 0 after the last.

    Each comes once. They are searched card by card from the lowest up: `before` is all that need be known of how
    far the search has come.
    """
    taken, short, rest = before, 0, 0
    if before == 0:
        short, rest = amount, cards
    while True:
        if short > 0 and rest:
            card = lowest(rest)
            rest &= rest - 1
            value = worth[rank_of(card)]
            if 0 < value <= short:
                taken |= 1 << card
                short -= value
                if short == 0:
                    return taken
        elif taken == 0:
            return 0
        else:  # no way on: put the card taken last back, and try those above it
            card = highest(taken)
            taken ^= 1 << card
            short += worth[rank_of(card)]
            rest = cards >> (card + 1) << (card + 1)


@rule
def catching(hand, cards, worth):
    """The cards of a hand that can take some of these cards, by pairing or by addition."""
    amounts, found = sums(cards, worth), 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        value = worth[rank_of(card)]
        if pairing(cards, card) or (value > 0 and (amounts >> value) & 1):
            found |= 1 << card
    return found


@rule
def run_from(cards, card):
    """A card of the same rank and then one of each next rank up, after the ace the two, as far as the set has them; 0 if none.

    Of several equal cards the one of the lowest suit.
    """
    found, rank = 0, rank_of(card)
    for _ in range(13):
        equal = cards & RANKS[rank]
        if equal == 0:
            break
        found |= equal & -equal
        rank = rank + 1 if rank < 12 else 0
    return found


@rule
def can_split(cards, spare, amount, worth):
    """Whether a set, with some of the spare cards if need be, falls into groups that each total the amount."""
    if cards == 0:
        return True
    first = cards & -cards
    value = worth[rank_of(lowest(cards))]
    if not 0 < value <= amount:
        return False
    cards ^= first
    if value == amount:
        return can_split(cards, spare, amount, worth)
    pool = cards | spare
    group = next_sum(pool, amount - value, worth, 0)
    while group:
        if can_split(cards & ~group, spare & ~group, amount, worth):
            return True
        group = next_sum(pool, amount - value, worth, group)
    return False


@rule
def in_splits(picked, cards, amount, worth):
    """The cards of a set that may join those picked: some of the set complete both to groups that each total the amount."""
    found, left = 0, cards
    while left:
        card = lowest(left)
        equal = pairing(left, card)
        left &= ~equal
        if can_split(picked | (1 << card), cards & ~(1 << card), amount, worth):
            found |= equal
    return found
