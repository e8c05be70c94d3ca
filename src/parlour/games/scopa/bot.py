"""Features that distinguish choices at Scopa: what a card takes, and what it leaves to the next player."""

from parlour.kit import *
from parlour.kit.captures import *
from parlour.kit.features import *

from .rules import DIAMOND_ORDER, PLAY, WORTH, takes_all

SETTEBELLO = 13 * DIAMONDS + SEVEN
TAKES, SEVENS, EXPOSED, LEFT, MORE, PICKED = OWN, OWN + 20, OWN + 40, OWN + 60, OWN + 100, OWN + 120
TELLS = (PLAY,)


@rule
def features(t, menu, n, found):
    describe_plain(t, menu, n, found)
    if t.phase != PLAY:
        for k in range(n):
            found[k, 1] = PICKED + holds(SUITS[DIAMONDS], menu[k]) + 2 * (rank_of(menu[k]) == SEVEN)
        return
    hand, out = t.hand[t.turn], cards_out(t)
    amounts = sums(t.table, WORTH)
    for k in range(n):
        card = menu[k]
        bit = 1 << card
        taken = best_capture(t, card, amounts)
        home = taken | bit if taken else 0
        left = t.table & ~taken if taken else t.table | bit
        found[k, 1] = TAKES + 3 * min(count(taken), 3) + min(count(home & SUITS[DIAMONDS]), 2)
        found[k, 2] = SEVENS + (4 + sevens(home) if taken else sevens(bit))
        found[k, 3] = EXPOSED + exposure(left, out)
        found[k, 4] = LEFT + 6 * min(count(left), 5) + 3 * holds(left, SETTEBELLO) + min(count(left & SUITS[DIAMONDS]), 2)
        equal = RANKS[rank_of(card)]
        found[k, 5] = MORE + 8 * (taken != 0) + 2 * min(count(out & equal), 3) + (hand & equal & ~bit != 0)


@rule
def cards_out(t):
    """All cards that have not been seen yet."""
    seen = t.table | t.hand[t.turn]
    for p in range(t.seats):
        seen |= t.pile[p] | t.sweeps[p]
    return PACK_40 & ~seen


@rule
def best_capture(t, card, amounts):
    """Return the best capture for a card, 0 for nothing. amounts: the totals of cards of the table."""
    if takes_all(t, card):
        return t.table
    pairs, worth = pairing(t.table, card), WORTH[rank_of(card)]
    if pairs:
        diamond = pairs & SUITS[DIAMONDS]
        return diamond if diamond else pairs & -pairs
    best, most = 0, 0
    if (amounts >> worth) & 1:
        group = next_sum(t.table, worth, WORTH, 0)
        while group:
            goods = 2 * count(group) + 3 * count(group & SUITS[DIAMONDS]) + 2 * count(group & RANKS[SEVEN])
            if goods > most:
                best, most = group, goods
            group = next_sum(t.table, worth, WORTH, group)
    return best


@rule
def sevens(cards):
    """Return 0 for none, 1 for a seven, 2 for more, 3 if the seven of diamonds is among them."""
    return 3 if holds(cards, SETTEBELLO) else min(count(cards & RANKS[SEVEN]), 2)


@rule
def exposure(left, out):
    """Return 0 for an empty table, 1 if no card can sweep it, otherwise 2 and how many cards that could are out."""
    amount = total(left, WORTH)
    if amount == 0 or amount > 10:
        return 1 if amount else 0
    return 2 + min(count(out & RANKS[DIAMOND_ORDER[amount - 1]]), 3)
