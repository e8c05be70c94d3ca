"""Features that distinguish choices at Polignac: who takes a jack, and with what."""

import numpy as np

from parlour.kit import *
from parlour.kit.features import *

from .rules import COSTLY, POLIGNAC, STRENGTH

BY_CARD = np.tile(STRENGTH, 4)
COSTS = np.array([[((int(cards) >> card) & 1) + (card == POLIGNAC) for card in range(52)] for cards in COSTLY])


@rule
def features(t, menu, n, found):
    p = t.turn
    describe_plain(t, menu, n, found)
    describe_calls(menu, n, found, count(t.hand[p] & (RANKS[KING] | RANKS[QUEEN])))
    out = in_hands(t) & ~t.hand[p]
    mode = 2 if t.bidder == p else 1 if out & COSTLY[t.queen_of_spades] == 0 else 0
    if pile_size(t.trick) or menu[0] < FIRST_CALL:
        describe_trick(t, menu, n, found, 0, BY_CARD, COSTS[t.queen_of_spades], out, 1 << p, mode)
