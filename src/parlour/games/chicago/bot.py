"""What a search should know of Chicago: people keep what they have, declare it, and draw to the rest."""

from parlour.kit import SUITS, count, first_code, highest, lowest, pick_random, rule
from parlour.kit.rankings import NO_PAIR, ONE_PAIR, STRAIGHT, TRIPS, category_of, poker_high, ranks_held

from .hands import category
from .words import CHICAGO, CLAIM_PAIR, DECLARE, DISCARD, DONE, PASS, SPEAK


@rule
def policy(t, menu, n):
    """Keep pairs and better, four of a suit, or else the highest card; declare what is there; any card in the tricks."""
    p = t.turn
    if t.phase == DISCARD:
        cards = t.hand[p] & ~worth_keeping(t.hand[p] | t.picked[p])
        return lowest(cards) if cards else DONE
    if t.phase == SPEAK:
        if not t.false_declarations:
            return DECLARE
        true = CLAIM_PAIR + category(t.hand[p]) - ONE_PAIR
        return true if n > 1 and first_code(menu[1]) == true else PASS
    return PASS if t.phase == CHICAGO else pick_random(t, menu, n)


@rule
def worth_keeping(cards):
    """What is kept of five cards in a draw."""
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
