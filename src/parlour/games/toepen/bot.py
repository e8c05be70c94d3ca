"""Features that distinguish choices at Toepen: only the last trick counts, so the worth of a hand depends on its best cards."""

import numpy as np

from parlour.kit import *
from parlour.kit.features import *

from .rules import PLAY
from .tricks import STRENGTH

BY_CARD, NOTHING = np.tile(STRENGTH, 4), np.zeros(52, np.int64)
SURE = np.array([0, 0, 0, 0, 0, 1, 2, 3, 4])  # by STRENGTH: jacks to aces are nothing


@rule
def features(t, menu, n, found):
    p = t.turn
    hand = t.hand[p]
    describe_plain(t, menu, n, found)
    good, cards, best = 0, hand, 0
    while cards:
        power = SURE[STRENGTH[rank_of(lowest(cards))]]
        good, best = good + power, max(best, power)
        cards &= cards - 1
    describe_calls(menu, n, found, min(good + (best == 4) * 2, 15))
    for k in range(n):
        if menu[k] >= FIRST_CALL:  # leading with few cards left is worth much
            left = 4 * (t.leader == p) + min(count(hand), 3)
            found[k, 2] = OWN + 500 + (8 * (menu[k] % 16) + left) % 128
            found[k, 3] = OWN + 640 + (8 * (menu[k] % 16) + min(t.value, 7)) % 128
    if t.phase == PLAY:
        out = in_hands(t) & ~hand | gather(t.stock)
        describe_trick(t, menu, n, found, 0, BY_CARD, NOTHING, out, 1 << p, min(count(hand), 4) - 1)
