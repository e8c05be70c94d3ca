"""Situations that a player distinguishes at Brag: one's cards if looked at, who is still betting and who blind, the stake and the
pot."""

from parlour.kit import ACE, EIGHT, FIVE, JACK, KING, NINE, QUEEN, SEVEN, TEN, count, highest, in_menu, rule
from parlour.kit.betting import chips_in
from parlour.kit.rankings import (
    BRAG_FLUSH,
    BRAG_HIGH_CARD,
    BRAG_PAIR,
    BRAG_RUN,
    BRAG_RUNNING_FLUSH,
    category_of,
)

from .rules import BET, BET_0, COVER, FOLD, LOOK, SEE, strength
from .stakes import is_blind, least_bet

NERVE = (BET,)
INDIFFERENT = ("stack", "a23", "prial_threes", "shuffle", "deals")
UNSEEN, CLASSES = 0, 25
STAKES = (0, 2, 4, 8, 16, 32)


@rule
def class_of(found):
    """Return the class of three cards: 1 for five high to 24 for a prial."""
    category, first = category_of(found), found >> 13 & 0x1FFF
    top = highest(first)
    if category == BRAG_HIGH_CARD:
        kicker = highest(first & ~(1 << top))
        if top <= TEN:
            return 1 if top <= FIVE else 2 if top <= EIGHT else 3 if top == NINE else 4
        return top - JACK + 5 if top < ACE else 8 if kicker < JACK else 9 if kicker < KING else 10
    if category == BRAG_PAIR:
        rank = highest(first)
        return 11 + (
            0 if rank < FIVE else 1 if rank < SEVEN else 2 if rank < TEN else 3 if rank < QUEEN else 4 if rank < ACE else 5
        )
    if category == BRAG_FLUSH:
        return 17 if top < QUEEN else 18 if top < ACE else 19
    if category == BRAG_RUN:
        return 20 if top <= SEVEN else 21 if top < KING else 22
    return 23 if category == BRAG_RUNNING_FLUSH else CLASSES - 1


@rule
def stage_of(chips, stages):
    """Return how many of these figures the chips exceed."""
    n = 0
    for figure in stages:
        n += chips > figure
    return n


@rule
def situation(t):
    p = t.turn
    cards = UNSEEN if is_blind(t, p) else class_of(strength(t, t.hand[p]))
    others, unseen = count(t.to_act) - 1, 0
    for q in range(t.seats):
        unseen += q != p and is_blind(t, q)
    least = least_bet(t, p)
    odds = chips_in(t) // least
    key = cards
    key = key * 3 + min(others, 3) - 1
    key = key * 3 + min(unseen, 2)
    key = key * 7 + stage_of(t.high, STAKES)
    key = key * 4 + (0 if odds < 2 else 1 if odds < 4 else 2 if odds < 8 else 3)
    key = key * 3 + (0 if t.score[p] < least else 1 if t.score[p] < 4 * least else 2)
    return key * 2 + (t.paid[p] > t.ante)


@rule
def ways(t, menu, n, found):
    """Fold, bet the least, bet the most, see or cover, look. Nobody folds who may look first, or cover for nothing."""
    found[:] = -1
    free = in_menu(menu, n, LOOK) or (t.score[t.turn] == 0 and in_menu(menu, n, COVER))
    found[0] = -1 if free else FOLD
    least = BET_0 + least_bet(t, t.turn)
    for k in range(n):
        low = menu[k] & 0xFFFFFFFF
        if low == least:
            most = low + (menu[k] >> 32)
            found[1] = least
            found[2] = most if most > least else -1
    found[3] = SEE if in_menu(menu, n, SEE) else COVER if in_menu(menu, n, COVER) else -1
    found[4] = LOOK if in_menu(menu, n, LOOK) else -1
