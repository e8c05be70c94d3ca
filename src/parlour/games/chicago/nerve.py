"""What a player tells apart in the draws of Chicago: what the hand is and may become, its high cards for the last trick, and who
has declared what."""

from parlour.kit import *
from parlour.kit.plan_nerve import offer_plan
from parlour.kit.rankings import NO_PAIR, ONE_PAIR, QUADS, STRAIGHT, TRIPS, TWO_PAIR, category_of, poker_high, ranks_held

from .words import DISCARD, DONE

NERVE = (DISCARD,)
INDIFFERENT = ("target", "freeze_at", "royal_points", "quads_points")
CLASSES = 39


@rule
def combined(cards):
    """The cards of pairs, threes and fours."""
    ranks = ranks_held(cards)[1]
    return cards & (ranks | (ranks << 13) | (ranks << 26) | (ranks << 39))


@rule
def with_highest(kept, cards):
    """Some cards and the highest of the others."""
    left = cards & ~kept
    return kept | (1 << lowest(left & RANKS[highest(ranks_held(left)[0])]))


@rule
def four_in_suit(cards):
    """Four cards of one suit, 0 where there are not so many."""
    for suit in range(4):
        if count(cards & SUITS[suit]) == 4:
            return cards & SUITS[suit]
    return 0


@rule
def four_in_row(cards):
    """Four cards that one more makes a straight, the highest such; 0 where there are none."""
    found = 0
    for low in range(9):
        row = 0
        for rank in range(low, low + 5):
            row |= 1 << lowest(cards & RANKS[rank]) if cards & RANKS[rank] else 0
        found = row if count(row) == 4 else found
    return found


@rule
def high_class(ranks):
    """How high the highest of some ranks is: ace, king, lower; 2 for none."""
    return min(ACE - highest(ranks), 2) if ranks else 2


@rule
def hand_class(cards):
    """A hand without a pair by its high cards and what it is four of; others by their rank and the highest card beside it."""
    kind, held = category_of(poker_high(cards)), combined(cards)
    ranks = ranks_held(cards & ~held)[0]
    kicker, suited = high_class(ranks), four_in_suit(cards) != 0
    if kind == NO_PAIR:
        second = ranks & ~(1 << highest(ranks))
        top = 3 if kicker == 0 and high_class(second) == 1 else kicker
        return top * 3 + (1 if suited else 2 if four_in_row(cards) else 0)
    rank = highest(ranks_held(held)[0]) if held else 0
    if kind == ONE_PAIR:
        return 12 + ((0 if rank < EIGHT else 1 if rank < QUEEN else 2) * 3 + kicker) * 2 + suited
    if kind == TWO_PAIR or kind == TRIPS:
        return 30 + ((kind == TRIPS) * 2 + (rank >= JACK)) * 2 + (kicker < 2)
    return CLASSES - 1


@rule
def situation(t):
    p = t.turn
    cards, s, stands, mine = t.hand[p] | t.picked[p], t.draws - 2, 0, 0
    if s >= 0 and t.standing[s]:
        stands, mine = min(t.declared[lowest(t.standing[s]), s], STRAIGHT), holds(t.standing[s], p)
    key = t.draws - 1
    key = key * CLASSES + hand_class(cards)
    key = key * 3 + t.seats - 2
    key = key * 5 + stands
    key = key * 2 + mine
    return key * 2 + (t.picked[p] != 0)


@rule
def ways(t, menu, n, found):
    """Stand on two pairs or better; keep what is combined with no, one or two high cards; four to a flush or a straight. Nobody
    breaks five cards that are combined."""
    found[:] = -1
    p = t.turn
    cards, gone = t.hand[p] | t.picked[p], t.picked[p]
    kind, kept = category_of(poker_high(cards)), combined(cards)
    if kind < STRAIGHT or kind == QUADS:
        kept = kept if kept else with_highest(0, cards)
        for more in range(3):
            if count(kept) < 5:
                offer_plan(found, 1 + more, cards & ~kept, gone, DONE)
                kept = with_highest(kept, cards)
        suited, row = four_in_suit(cards), four_in_row(cards)
        if suited:
            offer_plan(found, 4, cards & ~suited, gone, DONE)
        if row:
            offer_plan(found, 5, cards & ~row, gone, DONE)
    if (gone == 0 and kind >= TWO_PAIR) or found.max() < 0:
        found[0] = DONE
