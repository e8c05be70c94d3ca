"""Features of the choices at Cassino: the points and cards in a capture, who could take what is built or left."""

from parlour.kit import *
from parlour.kit.captures import *
from parlour.kit.features import *

from .able import limit, may_take, on_table, worths
from .words import ACT, BUILD, BUILD_PAIRS, GROUP, PLAY, RAISE, TRAIL

LITTLE, BIG = 13 * SPADES + TWO, 13 * DIAMONDS + TEN
TAKES, POINTS, LEFT, ALIKE, PICKED = OWN, OWN + 20, OWN + 40, OWN + 70, OWN + 100
PART, CALLED, WITH, HELD, BUILT = OWN + 112, OWN + 120, OWN + 200, OWN + 240, OWN + 300
TELLS = (PLAY,)


@rule
def features(t, menu, n, found):
    describe_plain(t, menu, n, found)
    if t.phase == PLAY:
        describe_cards(t, menu, n, found)
    else:
        describe_use(t, menu, n, found)


@rule
def describe_cards(t, menu, n, found):
    """The cards of the hand by all that they could take."""
    hand, table, out = t.hand[t.turn], on_table(t), cards_out(t)
    amounts = sums(t.loose, worths(t))
    for k in range(n):
        card = menu[k]
        bit, equal = 1 << card, RANKS[rank_of(card)]
        taken = may_take(t, card)
        home = taken | bit if taken else 0
        left = table & ~taken if taken else table | bit
        found[k, 1] = TAKES + 3 * min(count(taken), 5) + min(count(home & SUITS[SPADES]), 2)
        found[k, 2] = POINTS + (5 + min(points_in(home), 4) if taken else min(points_in(bit), 4))
        found[k, 3] = LEFT + 3 * min(count(left), 5) + min(points_in(left), 2)
        found[k, 4] = BUILT + 4 * whose(t, rank_of(card)) + can_build(t, card, hand & ~bit, amounts)
        found[k, 5] = ALIKE + 12 * (taken != 0) + 3 * min(count(out & equal), 3) + min(count(hand & equal & ~bit), 2)


@rule
def describe_use(t, menu, n, found):
    """The choices for the card played: a card that it takes by its worth, a build by who can take it."""
    hand, card, out = t.hand[t.turn], lowest(t.played), cards_out(t)
    can_take = t.phase == ACT and may_take(t, card) != 0
    for k in range(n):
        code = menu[k]
        if code < FIRST_CALL:
            found[k, 1] = PICKED + 6 * (t.phase == GROUP) + 3 * holds(SUITS[SPADES], code) + min(points_in(1 << code), 2)
            found[k, 2] = PART + (0 if not holds(t.loose, code) else 1 + (rank_of(code) == rank_of(card)))
        elif code >= TRAIL and t.phase == ACT:
            kind, rank = kind_of_build(t, card, code)
            equal = RANKS[rank]
            found[k, 1] = CALLED + 8 * kind + 4 * can_take + min(points_in(t.played), 2)
            found[k, 2] = WITH + 8 * kind + whose(t, rank)
            found[k, 3] = HELD + 16 * kind + 4 * min(count(hand & equal), 3) + min(count(out & equal), 3)


@rule
def kind_of_build(t, card, code):
    """0 a trail, 1 pairs, 2 a sum, 3 a raise; and the rank that can take it."""
    if code == TRAIL:
        return 0, rank_of(card)
    if code == BUILD_PAIRS:
        return 1, rank_of(card)
    if code < RAISE + 2:
        return 2, code - BUILD - 2
    return 3, code - RAISE + worths(t)[rank_of(card)] - 2


@rule
def can_build(t, card, others, amounts):
    """A bit each for pairs and for a sum that the other cards of the hand could take. amounts: what loose cards total."""
    rank, held = rank_of(card), ranks_in(others)
    worth = worths(t)[rank]
    pairs = (held >> rank) & ((pairing(t.loose, card) | t.pair_builds[rank]) != 0)
    totals = (held << 2) & (1 << (limit(t) + 1)) - 1  # the rank of a value is two less
    return pairs + 2 * (worth > 0 and (totals >> worth) & amounts & ~1 != 0)


@rule
def cards_out(t):
    """All cards that have not been seen yet."""
    on_turn = t.hand[t.turn] | t.played | t.taken | t.picked
    return PACK_52 & ~(on_turn | on_table(t) | t.pile[0] | t.pile[1] | t.swept[0] | t.swept[1])


@rule
def points_in(cards):
    """The points of the cards themselves: aces, the big and the little cassino."""
    return count(cards & RANKS[ACE]) + 2 * holds(cards, BIG) + holds(cards, LITTLE)


@rule
def whose(t, rank):
    """0 if nothing is built under a rank, 1 if the seat on turn owns a build there, otherwise 2."""
    if t.pair_builds[rank] | t.sum_builds[rank] == 0:
        return 0
    return 1 if t.pair_owner[rank] == t.turn or t.sum_owner[rank] == t.turn else 2
