"""The bots' knowledge of Khanhoo: go out, keep what belongs together, claim what is dear."""

import numpy as np

from parlour.kit import BIG_JOKER, FIRST_CALL, SUITS, count, first_code, holds, lowest, rank_of, rule, suit_of, top
from parlour.kit.splits import MOST_MELDS

from .hands import best_points
from .melds import ALL_CARDS, JOKER, KIND_OF, LIST, ROWS, ROWS_ACE_TRIPLETS, SEQUENCE, WORTH
from .rules import DISCARD, DRAW, PILE, STOCK

HORIZON = 8
POSITION_FEATURES = ("melds", "bumped", "loose", "ready", "pairs", "dear", "good", "on turn")
DEAR, GOOD = 10, 3
"""The worth of a dear meld, and of a good one."""
MELDS = np.array(
    [(sum(1 << c for c in set(m)), sum(1 << c for c in set(m) if m.count(c) == 2), WORTH[kind]) for kind, m in LIST], np.int64
)
"""Of each meld of the list the kinds of its cards, those it needs twice, its points."""
DEAR_MELDS = MELDS[MELDS[:, 2] >= GOOD]
IN_SEQUENCES = ALL_CARDS & ~SUITS[0]


@rule
def neighbours(one, two, card):
    """Return roughly how many cards of a hand could join this one in a meld."""
    if card == BIG_JOKER:
        return 20
    suit, rank = suit_of(card), rank_of(card)
    near = (0x1F << rank >> 2) & 0x1FFF
    if suit == 0:
        return 2 * count(one & SUITS[0])
    alike = ((one >> (13 + rank)) & 1) + ((one >> (26 + rank)) & 1) + ((one >> (39 + rank)) & 1) + ((two >> card) & 1)
    return 2 * (alike - 1) + count((one >> (13 * suit)) & near) - 1


@rule
def melds_of(t, p):
    """The points of a hand's best melds, and the cards outside them that no sequence among them can take up: the kinds, and
    the kinds held twice."""
    chosen = np.empty(MOST_MELDS + 1, np.int64)
    one, two = t.hand[p, 0], t.hand[p, 1]
    points = best_points(t, one, two, False, chosen)
    rows = ROWS_ACE_TRIPLETS if t.ace_triplets else ROWS
    for k in range(1, chosen[0] + 1):
        needs, twice = rows[chosen[k], 0] | (JOKER if rows[chosen[k], 3] else 0), rows[chosen[k], 1]
        one, two = one & ~twice & ~(needs & ~twice & ~two), two & ~needs
    for k in range(1, chosen[0] + 1):
        meld = rows[chosen[k], 4]
        run = MELDS[meld, 0]
        while KIND_OF[meld] == SEQUENCE:
            longer = one & ((run << 1) | (run >> 1)) & ~run & SUITS[suit_of(lowest(run))] & IN_SEQUENCES
            if longer == 0:
                break
            run |= longer
            one, two = one & ~(longer & ~two), two & ~longer
    return points, one, two


@rule
def points_with(t, p, card):
    """The best melds of a hand with a card added."""
    one, bit = t.hand[p, 0], 1 << card
    return best_points(t, one | bit, t.hand[p, 1] | (one & bit), False, np.empty(MOST_MELDS + 1, np.int64))


@rule
def points_without(t, p, card):
    """The best melds of a hand without one of its cards."""
    two, bit = t.hand[p, 1], 1 << card
    return best_points(t, t.hand[p, 0] & ~(bit & ~two), two & ~bit, False, np.empty(MOST_MELDS + 1, np.int64))


@rule
def policy(t, menu, n):
    """Out if possible; of the loose cards the one with fewest neighbours, else the discard that costs least; the top discard if
    it makes a meld; the dearest claim."""
    last = first_code(menu[n - 1])
    p = t.turn
    if t.phase == DRAW:
        return PILE if n == 1 or points_with(t, p, top(t.discards)) > melds_of(t, p)[0] else STOCK
    if t.phase != DISCARD or last >= FIRST_CALL:
        return last
    _, loose, _ = melds_of(t, p)
    some = False
    for k in range(n):
        some = some or holds(loose, first_code(menu[k]))
    best, found = -1000, last
    for k in range(n):
        card = first_code(menu[k])
        if some and not holds(loose, card):
            continue
        worth = (0 if some else 20 * points_without(t, p, card)) - neighbours(t.hand[p, 0], t.hand[p, 1], card)
        if worth > best:
            best, found = worth, card
    return found


@rule
def position_features(t, seat, found):
    """Points in the hand and on the table; how far the hand is from going out; what it lacks one card of."""
    points, one, two = melds_of(t, seat)
    loose = count(one) + count(two)
    found[0], found[1], found[2], found[3] = points, t.bumped[seat], loose, loose < 2
    found[4] = close_pairs(one & ~JOKER)
    found[5] = found[6] = 0.0
    one, two = t.hand[seat, 0], t.hand[seat, 1]
    for k in range(len(DEAR_MELDS)):
        if count(DEAR_MELDS[k, 0] & ~one) + count(DEAR_MELDS[k, 1] & ~two) == 1:
            found[5 if DEAR_MELDS[k, 2] >= DEAR else 6] += 1.0
    found[7] = t.turn == seat


@rule
def close_pairs(cards):
    """Return how many pairs of cards lack one for a sequence or a triplet."""
    pairs = 0
    for suit in range(1, 4):
        row = (cards >> (13 * suit)) & 0x1FFF
        other = (cards >> (13 * (suit % 3 + 1))) & 0x1FFF
        pairs += count(row & (row >> 1)) + count(row & (row >> 2)) + count(row & other)
    return pairs
