"""Features of the choices at Schnapsen: what is left to win, what was won, and whether the stock is open."""

import numpy as np

from parlour.kit import *
from parlour.kit.features import *

from .rules import EXCHANGE, STRENGTH, WORTH, strict

BY_CARD = np.tile(STRENGTH, 4)
DEAR = np.tile((WORTH > 0) + (WORTH >= 10), 4)
ENOUGH, NEAR, SAFE = 66, 46, 33
EQUITY_FEATURES = ("lead",)
HAND = 1.7  # victory points of a hand


@rule
def sift(t, menu, n):
    """A player who may exchange the jack does so first: it is worth a trump at once, and everything else can wait."""
    if in_menu(menu, n, EXCHANGE):
        menu[0] = EXCHANGE
        return 1
    return n


@rule
def features(t, menu, n, found):
    """Each player remembers the points they have won, and these decide what is worth trying."""
    p = t.turn
    points = total(t.won[p] | t.won_after[p], WORTH) + t.credited[p]
    trumps, out = SUITS[t.trumps], t.hand[1 - p] | gather(t.stock) | t.turned
    stage = 3 if points >= ENOUGH else 2 if points >= NEAR else 1 if points >= SAFE else 0
    describe_plain(t, menu, n, found)
    describe_calls(menu, n, found, 4 * stage + min(count(t.hand[p] & trumps), 3))
    mode = 2 * strict(t) + (points >= NEAR)
    describe_trick(t, menu, n, found, trumps, BY_CARD, DEAR, out, 1 << p, mode)


@rule
def equity_features(t, seat, found):
    """The lead in victory points by the hands that are left."""
    found[0] = lead_in_match(t, seat, False, HAND, (t.target_vp - top_score(t)) / HAND)
