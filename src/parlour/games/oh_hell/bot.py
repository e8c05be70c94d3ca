"""Features that distinguish choices at Oh Hell!: bids by the tricks that a hand looks good for, cards by how many are still
wanted."""

import numpy as np

from parlour.kit import *
from parlour.kit.features import *

from .rules import BID, BID_0, STRENGTH

BY_CARD, NOTHING = np.tile(STRENGTH, 4), np.zeros(52, np.int64)
ENOUGH, SOME, ALL_LEFT = range(3)  # tricks wanted
TELLS = (BID,)


@rule
def features(t, menu, n, found):
    describe_plain(t, menu, n, found)
    trumps = SUITS[t.trumps] if t.trumps < NO_TRUMPS else 0
    if t.phase == BID:
        hope = looks_good_for(t.hand[t.turn], trumps, t.hand_size, t.seats)
        hope = max(hope, 10 * certain_tricks(t.hand[t.turn], trumps, in_hands(t) & ~t.hand[t.turn] | t.stub))
        for k in range(n):
            over = min(max(10 * (menu[k] - BID_0) - hope + 20, 0), 39)  # by how much a bid is above it, in tenths of a trick
            found[k, 1] = OWN + over
            found[k, 2] = OWN + 40 + over // 2 + 20 * (t.hand_size > 4)
        return
    want, left = t.bids[t.turn] - t.tricks[t.turn], count(t.hand[t.turn])
    mode = ENOUGH if want <= 0 else ALL_LEFT if want >= left else SOME
    out = in_hands(t) & ~t.hand[t.turn] | t.stub
    describe_trick(t, menu, n, found, trumps, BY_CARD, NOTHING, out, 1 << t.turn, mode)


@rule
def looks_good_for(hand, trumps, size, seats):
    """Tenths of tricks: a high card of a short suit, and every trump for its rank."""
    hope, cards = 0, hand
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        rank = rank_of(card)
        if holds(trumps, card):
            hope += 3 + rank // 2
        elif rank >= QUEEN:
            hope += 3 * (rank - JACK) - (count(hand & SUITS[suit_of(card)]) > 3) - (size < 4)
    return hope * 4 // max(seats, 3) if seats > 4 else hope
