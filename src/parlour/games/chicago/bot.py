"""Advice for the search at Chicago: people keep what they have, declare it, and draw to the rest.

If bluffs are allowed, an unproven bluff costs the match, so the worth of a hand is a chance to win the match: it doubles with
every nine points, as measured when all play by this policy.
"""

import math

from parlour.kit import *
from parlour.kit.rankings import NO_PAIR, ONE_PAIR, STRAIGHT, TRIPS, category_of, poker_high, ranks_held

from .hands import category, compared, rank_at
from .rules import STRENGTH
from .showdown import least_claim, rank_to_beat
from .words import CHICAGO, CLAIM_PAIR, DECLARE, DISCARD, DONE, EQUAL, HIGHER_2, NAME, NAME_2, PASS, PLAY, SPEAK

DOUBLES = 9  # points


@rule
def value(t, seat):
    """F101: the payoff to be expected by the points of those who are still in."""
    if not t.false_declarations:
        return math.nan
    own = others = 0.0
    for p in range(t.seats):
        if not t.out[p]:
            chance = 2.0 ** ((t.score[p] - t.score[seat]) / DOUBLES)
            own += chance * (p == seat)
            others += chance * (p != seat)
    return (own - others / (t.seats - 1)) / (own + others)


@rule
def sift(t, menu, n):
    """Declare what is true: a player who passes cannot score."""
    if t.phase == SPEAK and not t.false_declarations:
        menu[0] = DECLARE
        return 1
    return n


@rule
def policy(t, menu, n):
    """Keep pairs and better, four of a suit, or else the highest card; declare what is there; see `trick_card`."""
    p = t.turn
    if t.phase == DISCARD:
        cards = t.hand[p] & ~worth_keeping(t.hand[p] | t.picked[p])
        return lowest(cards) if cards else DONE
    if t.phase == SPEAK:
        if not t.false_declarations:
            return DECLARE
        true = CLAIM_PAIR + category(t.hand[p]) - ONE_PAIR
        return true if n > 1 and first_code(menu[1]) == true else PASS
    if t.phase == PLAY:
        return trick_card(t)
    return PASS if t.phase == CHICAGO else true_rank(t)


@rule
def true_rank(t):
    """The rank that is compared, of the hand as it is; of a bluff that has come to a comparison, nothing worth while."""
    cards = t.hand[t.turn]
    rank = rank_at(compared(t, cards), t.place) if category(cards) == least_claim(t, t.turn) else 0
    if t.phase == NAME:
        return NAME_2 + rank
    best = rank_to_beat(t)
    return HIGHER_2 + rank if rank > best else EQUAL if rank == best else PASS


@rule
def trick_card(t):
    """The lowest cards go while it does not matter who wins; before the last trick a high one, to be the one who leads it."""
    cards = playable(t)
    late = count(t.hand[t.turn]) <= 2
    if pile_size(t.trick) == 0:
        return by_rank(cards, late)
    head = t.trick[1 + winning_place(t.trick, NO_TRUMPS, STRENGTH)]
    better = heading(cards, head, NO_TRUMPS, STRENGTH)
    if better and late:
        return by_rank(better, pile_size(t.trick) < t.seats - 1)
    return by_rank(cards, False)


@rule
def by_rank(cards, high):
    """The highest card of a set by its rank, or the lowest."""
    found = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if found < 0 or (rank_of(card) > rank_of(found)) == high:
            found = card
    return found


@rule
def worth_keeping(cards):
    """Return the cards of five that are kept in a draw."""
    kind = category_of(poker_high(cards))
    if kind >= STRAIGHT:
        return cards
    if kind == NO_PAIR:
        for suit in range(4):
            if count(cards & SUITS[suit]) == 4:
                return cards & SUITS[suit]
    ranks, twice, _, _ = ranks_held(cards)
    kept = twice if ONE_PAIR <= kind <= TRIPS else 1 << highest(ranks)
    return cards & (kept | (kept << 13) | (kept << 26) | (kept << 39))
