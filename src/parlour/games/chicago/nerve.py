"""Situations that a player distinguishes at Chicago. In the draws: what the hand is and may become, its high cards for the last
trick, and who has declared what. In showdowns with bluffs (F101): the same, who is still to speak, and the worth of the match,
which an unproven bluff costs."""

from parlour.kit import *
from parlour.kit.plan_nerve import offer_plan
from parlour.kit.rankings import FLUSH, NO_PAIR, ONE_PAIR, QUADS, STRAIGHT, TRIPS, TWO_PAIR, category_of, poker_high, ranks_held

from .hands import ROYAL, category, compared, rank_at, whole
from .showdown import least_claim, rank_to_beat
from .words import ANSWER, CLAIM_PAIR, DECLARE, DISCARD, DONE, EQUAL, HIGHER_2, NAME, NAME_2, PASS, SPEAK

NERVE = (DISCARD, SPEAK, NAME, ANSWER)
INDIFFERENT = ("target", "freeze_at", "royal_points", "quads_points", "false_declarations")
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
    """Return four cards of one suit, 0 if there are not this many."""
    for suit in range(4):
        if count(cards & SUITS[suit]) == 4:
            return cards & SUITS[suit]
    return 0


@rule
def four_in_row(cards):
    """Return the highest four cards that one more makes a straight; 0 if there are none."""
    found = 0
    for low in range(9):
        row = 0
        for rank in range(low, low + 5):
            row |= 1 << lowest(cards & RANKS[rank]) if cards & RANKS[rank] else 0
        found = row if count(row) == 4 else found
    return found


@rule
def high_class(ranks):
    """Return how high the highest of some ranks is: ace, king, lower; 2 for none."""
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
    """Draws are the same whether or not bluffs are allowed, unless one has bluffed."""
    p = t.turn
    key = (t.draws - 1) * 2 + unproven(t)
    if t.phase == DISCARD:
        return draw_situation(t, key) * 3
    key = key * 4 + distance(t)
    if t.phase == SPEAK:
        return speak_situation(t, key) * 3 + 1
    true = category(t.hand[p]) == least_claim(t, p)
    best = rank_to_beat(t) if t.phase == ANSWER else true_rank(t)
    key = key * 2 + true
    key = key * 5 + min(least_claim(t, p), FLUSH) - 1
    key = key * 5 + t.place
    key = key * 13 + max(best, 0)
    key = key * 4 + (min(max(best - true_rank(t), -1), 2) + 1 if true else holds(ranks_held(t.hand[p])[0], best))
    return (key * 2 + (t.phase == NAME)) * 3 + 2


@rule
def draw_situation(t, key):
    p = t.turn
    cards, s, stands, mine = t.hand[p] | t.picked[p], t.draws - 2, 0, 0
    if s >= 0 and t.standing[s]:
        stands, mine = min(t.declared[lowest(t.standing[s]), s], STRAIGHT), holds(t.standing[s], p)
    key = key * CLASSES + hand_class(cards)
    key = key * 3 + t.seats - 2
    key = key * 5 + stands
    key = key * 2 + mine
    return key * 2 + (t.picked[p] != 0)


@rule
def speak_situation(t, key):
    s, others, q = t.draws - 1, 0, t.turn
    while q != t.dealer:
        q = left_of(t, q)
        others += not t.out[q]
    key = key * CLASSES + hand_class(t.hand[t.turn])
    key = key * 3 + min(others, 2)
    return key * 6 + (min(t.declared[lowest(t.standing[s]), s], FLUSH) if t.standing[s] else 0)


@rule
def unproven(t):
    """Whether the seat on turn has declared what is not true of its hand as it is, and was not."""
    p = t.turn
    for s in range(min(t.draws - 1, 2)):
        if t.false_declarations and t.declared[p, s] and not t.proven[p, s] and not whole(t, p, s, t.hand[p] | t.picked[p]):
            return 1
    return 0


@rule
def distance(t):
    """Return how far the seat on turn is ahead of the best of the others: far behind, behind, about level, ahead."""
    p, best = t.turn, 0
    for q in range(t.seats):
        if q != p and not t.out[q]:
            best = max(best, t.score[q])
    ahead = t.score[p] - best
    return 0 if ahead < -20 else 1 if ahead < -8 else 2 if ahead < 6 else 3


@rule
def true_rank(t):
    """The rank at this place of a true declaration; of a bluff the highest held and not named yet, which may come true."""
    cards = t.hand[t.turn]
    if category(cards) == least_claim(t, t.turn):
        return rank_at(compared(t, cards), t.place)
    ranks = ranks_held(cards)[0]
    return rank_at(ranks, min(t.place, count(ranks) - 1))


@rule
def ways(t, menu, n, found):
    found[:] = -1
    if t.phase == DISCARD:
        offer_draws(t, found)
    elif t.phase == SPEAK:
        offer_claims(t, found)
    else:
        offer_ranks(t, found)


@rule
def offer_claims(t, found):
    """Nobody passes with what is true. A bluff is the lowest that stands, the next one, or the straight or flush drawn to."""
    p = t.turn
    own, least = category(t.hand[p]), least_claim(t, p)
    if not t.false_declarations:
        found[0] = DECLARE
        return
    bluff = max(own + 1, least)
    found[0] = CLAIM_PAIR + own - 1 if own >= least else PASS
    found[1] = CLAIM_PAIR + bluff - 1 if bluff <= ROYAL else -1
    found[2] = CLAIM_PAIR + bluff if bluff < ROYAL else -1
    drawn = FLUSH if four_in_suit(t.hand[p]) else STRAIGHT if four_in_row(t.hand[p]) else 0
    found[3] = CLAIM_PAIR + drawn - 1 if drawn > bluff + 1 else -1


@rule
def offer_ranks(t, found):
    """The true rank; of a bluff to pass, or the highest rank held. Or more than there is: as much, a rank more, an ace."""
    own, true = true_rank(t), category(t.hand[t.turn]) == least_claim(t, t.turn)
    if t.phase == NAME:
        found[0] = NAME_2 + own
        found[1] = NAME_2 + ACE if own < ACE else -1
        return
    best = rank_to_beat(t)
    found[0] = HIGHER_2 + own if true and own > best else EQUAL if true and own == best else PASS
    if found[0] == PASS:
        found[1] = EQUAL
    if found[0] <= EQUAL:
        found[2] = HIGHER_2 + best + 1 if best < ACE else -1


@rule
def offer_draws(t, found):
    """Stand on two pairs or better; keep what is combined with no, one or two high cards; four to a flush or a straight. Nobody
    breaks five cards that are combined."""
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
