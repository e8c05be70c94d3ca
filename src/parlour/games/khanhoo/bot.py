"""What the bots know of Khanhoo: go out, keep what belongs together, claim what is dear."""

import numpy as np

from parlour.kit import BIG_JOKER, FIRST_CALL, SUITS, count, first_code, rank_of, rule, suit_of, top
from parlour.kit.splits import MOST_MELDS

from .rules import DISCARD, DRAW, PILE, STOCK, best_points

HORIZON = 8


@rule
def neighbours(one, two, card):
    """How many cards of a hand could meet this one in a meld, roughly."""
    if card == BIG_JOKER:
        return 20
    suit, rank = suit_of(card), rank_of(card)
    near = (0x1F << rank >> 2) & 0x1FFF
    if suit == 0:
        return 2 * count(one & SUITS[0])
    alike = ((one >> (13 + rank)) & 1) + ((one >> (26 + rank)) & 1) + ((one >> (39 + rank)) & 1) + ((two >> card) & 1)
    return 2 * (alike - 1) + count((one >> (13 * suit)) & near) - 1


@rule
def worth_keeping(t, p, card, add):
    """The best melds of a hand, in tenths and a little for neighbours, without a card or with one added."""
    one, two, bit = t.hand[p, 0], t.hand[p, 1], 1 << card
    if add:
        one, two = one | bit, two | (one & bit)
    else:
        one, two = one & ~(bit & ~two), two & ~bit
    chosen = np.empty(MOST_MELDS + 1, np.int64)
    return 20 * best_points(t, one, two, False, chosen) - (0 if add else neighbours(t.hand[p, 0], t.hand[p, 1], card))


@rule
def policy(t, menu, n):
    """Out if possible; the discard that costs least; the top discard where it makes a meld; the dearest claim."""
    last = first_code(menu[n - 1])
    p = t.turn
    if t.phase == DRAW:
        card = top(t.discards)
        chosen = np.empty(MOST_MELDS + 1, np.int64)
        before = 20 * best_points(t, t.hand[p, 0], t.hand[p, 1], False, chosen)
        return PILE if worth_keeping(t, p, card, True) > before or n == 1 else STOCK
    if t.phase != DISCARD or last >= FIRST_CALL:
        return last
    best, card = -1000, last
    for k in range(n):
        worth = worth_keeping(t, p, first_code(menu[k]), False)
        if worth > best:
            best, card = worth, first_code(menu[k])
    return card


@rule
def value(t, seat):
    """Points so far and those in the hand against the others' average, as a share of the target."""
    own = others = 0.0
    chosen = np.empty(MOST_MELDS + 1, np.int64)
    for p in range(t.seats):
        points = t.score[p] + t.bumped[p] + best_points(t, t.hand[p, 0], t.hand[p, 1], False, chosen)
        if p == seat:
            own = points
        else:
            others += points / (t.seats - 1.0)
    return max(-1.0, min(1.0, (own - others) / t.target))
