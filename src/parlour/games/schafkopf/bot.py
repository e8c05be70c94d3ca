"""Features that distinguish choices at Schafkopf: trumps and fulls, who plays with whom, and what to lay aside."""

import numpy as np

from parlour.kit import *
from parlour.kit.features import *

from .rules import LAY_ASIDE, PLAY, STRENGTH, TAKE, TRUMPS, WORTH

DEAR = np.tile((WORTH > 0) + (WORTH >= 10), 4)
DECLARER, DEFENDER, LEAST = range(3)
MATADORS = card_set("Q♣ Q♠ Q♥ Q♦ J♣")
TELLS = (TAKE,)


@rule
def features(t, menu, n, found):
    p = t.turn
    hand = t.hand[p]
    describe_plain(t, menu, n, found)
    if t.phase == PLAY:
        mode = LEAST if t.declarer == NOBODY else DECLARER if t.declarer == p else DEFENDER
        friends = 0b111 & ~(1 << t.declarer) if mode == DEFENDER else 1 << p
        out = in_hands(t) & ~hand | t.widow
        if mode == DEFENDER:  # what was laid aside may as well be in a hand
            out |= t.aside[t.declarer]
        describe_trick(t, menu, n, found, TRUMPS, STRENGTH, DEAR, out, friends, mode)
    elif t.phase == TAKE:
        describe_calls(menu, n, found, count(hand & TRUMPS) + count(hand & MATADORS) + count(hand & RANKS[ACE] & ~TRUMPS))
    elif t.phase == LAY_ASIDE:
        for k in range(n):
            suit = hand & SUITS[suit_of(menu[k])] & ~TRUMPS
            trump = holds(TRUMPS, menu[k])
            found[k, 1] = OWN + (2 * min(count(suit), 3) + trump) * 3 + DEAR[menu[k]]
            found[k, 2] = OWN + 32 + (2 * min(count(suit), 3) + trump) * 2 + (suit & RANKS[ACE] != 0)
