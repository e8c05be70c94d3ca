"""Features that distinguish choices at Botifarra: whose trick it is, what lies in it, and how long and strong a suit is."""

import numpy as np

from parlour.kit import *
from parlour.kit.features import *

from .rules import BOTIFARRA, DOUBLE, NAME, PLAY, STRENGTH, TRUMP, WORTH

BY_CARD = np.tile(STRENGTH, 4)
DEAR = np.tile((WORTH > 0) + (WORTH >= 3), 4)
TELLS = (NAME,)
EQUITY_FEATURES = ("lead", "near")
HAND = 20.0  # points of a hand


@rule
def features(t, menu, n, found):
    p = t.turn
    hand = t.hand[p]
    describe_plain(t, menu, n, found)
    if t.phase == PLAY:
        out = in_hands(t) & ~hand
        trumps = SUITS[t.trumps] if t.trumps < NO_TRUMPS else 0
        describe_trick(t, menu, n, found, trumps, BY_CARD, DEAR, out, (1 << p) | (1 << ((p + 2) & 3)), t.trumps == NO_TRUMPS)
    elif t.phase == NAME:
        for k in range(n):
            if TRUMP <= menu[k] < BOTIFARRA:
                cards = hand & SUITS[menu[k] - TRUMP]
                length, points = min(count(cards), 7), min(total(cards, WORTH), 14)
                found[k, 1] = OWN + 8 * (points // 2) + length
                found[k, 2] = OWN + 64 + 2 * length + holds(cards, 13 * (menu[k] - TRUMP) + NINE)
            else:
                found[k, 1] = OWN + 80 + 16 * (menu[k] == BOTIFARRA) + min(total(hand, WORTH) // 2, 15)
                found[k, 2] = OWN + 112 + 8 * (menu[k] == BOTIFARRA) + count(hand & RANKS[NINE])
    else:
        describe_calls(menu, n, found, total(hand, WORTH) // 3)
        own = count(hand & SUITS[t.trumps]) if t.trumps < NO_TRUMPS else 2 * count(hand & RANKS[NINE])
        for k in range(n):
            found[k, 2] = OWN + 128 + 16 * (menu[k] % 2) + 8 * (t.phase == DOUBLE) + min(own, 7)


@rule
def equity_features(t, seat, found):
    """The lead by the hands that are left, and whether a usual hand is enough to win."""
    more = min(max(t.target - top_score(t), 0) / HAND, t.max_hands - t.hand_number - 0.5)
    found[0] = lead_in_match(t, seat, False, HAND, more)
    found[1] = t.target - t.score[seat] <= HAND
