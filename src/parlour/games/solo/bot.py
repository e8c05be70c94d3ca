"""Features of the choices at Solo: trumps, aces, the worth of a hand in a suit, and the known partners."""

import numpy as np

from parlour.kit import *
from parlour.kit.features import *

from .rules import ACES, ALONE, CONTRACT, FIRST_ACE, FIRST_GAME, NAME_ACE, NONE, OPEN, PLAY, QUEENS, STRENGTH, TRUMPS

NOTHING = np.zeros(52, np.int64)
DECLARER, DEFENDER, PARTNER = range(3)
TELLS = (OPEN,)
EQUITY_FEATURES = ("lead",)
HAND = 6.0  # points by which a hand usually moves the lead


@rule
def features(t, menu, n, found):
    p = t.turn
    hand = t.hand[p]
    describe_plain(t, menu, n, found)
    if t.phase == PLAY:
        mode = DECLARER if t.declarer == p else PARTNER if plays_with_declarer(t, p) else DEFENDER
        out = in_hands(t) & ~hand
        describe_trick(t, menu, n, found, TRUMPS[t.trumps], STRENGTH[t.trumps], NOTHING, out, friends_of(t, p, mode), mode)
        return
    best = 0
    for suit in range(4):
        best = max(best, worth_in(hand, suit))
    describe_calls(menu, n, found, best)
    for k in range(n):
        if t.phase == CONTRACT:
            game = menu[k] - FIRST_GAME
            found[k, 1] = OWN + 400 + 32 * (game >> 2) + 16 * (game & 3 == t.color) + min(worth_in(hand, game & 3), 15)
        elif t.phase == NAME_ACE and menu[k] != ALONE:
            suit = menu[k] - FIRST_ACE
            cards = hand & SUITS[suit] & ~QUEENS
            found[k, 1] = OWN + 500 + 4 * min(count(cards), 3) + 2 * (suit == t.trumps) + (cards & ACES != 0)


@rule
def worth_in(hand, suit):
    """The number of trumps, high trumps counted twice, plus the other aces."""
    trumps = hand & TRUMPS[suit]
    high = trumps & (QUEENS | (1 << (13 * suit + SEVEN)))
    return count(trumps) + count(high) + count(hand & ACES & ~TRUMPS[suit])


@rule
def plays_with_declarer(t, p):
    """Whether p plays with the declarer. The holder of the named ace knows this before the other players do."""
    return t.partner == p or (t.named != NONE and t.partner == NOBODY and holds(t.hand[p], 13 * t.named + ACE))


@rule
def friends_of(t, p, mode):
    """The seats that play with p, as far as p knows: the defenders do not know each other before the partner is known."""
    if mode == DECLARER:
        return (1 << p) | (1 << t.partner if t.partner != NOBODY else 0)
    if mode == PARTNER:
        return (1 << p) | (1 << t.declarer)
    if t.partner != NOBODY or t.alone or t.named == NONE:
        return 0b1111 & ~((1 << t.declarer) | (1 << t.partner if t.partner != NOBODY else 0))
    return 1 << p


@rule
def equity_features(t, seat, found):
    """The lead by the hands that are left."""
    found[0] = lead_in_match(t, seat, False, HAND, t.hands - t.hand_number)
