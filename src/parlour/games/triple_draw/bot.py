"""Advice for the search at Triple Draw: people draw to low cards of different ranks, and call most bets."""

from parlour.kit import JOKERS, RANKS, count, holds, lowest, rule
from parlour.kit.draw_poker import DEUCE_TO_SEVEN, DISCARD, DONE, bet_or_so, worth_keeping_low


@rule
def policy(t, menu, n):
    """Discard what no low hand needs; most bets are called."""
    if t.phase != DISCARD:
        return bet_or_so(t, menu, n)
    hand = t.hand[t.turn]
    cards = hand & ~worth_keeping_low(hand, t.lowball != DEUCE_TO_SEVEN)
    return lowest(cards) if cards else DONE


@rule
def sift(t, menu, n):
    """Low cards are thrown from the highest down, never one from under it; if half the pot is for the high hand, three of a
    kind stay together."""
    if t.phase != DISCARD:
        return n
    hand, left = t.hand[t.turn], 0
    loose = may_go_high(hand) if t.split else may_go_low(hand, t.lowball != DEUCE_TO_SEVEN)
    for k in range(n):
        if menu[k] == DONE or holds(loose, menu[k]):
            menu[left] = menu[k]
            left += 1
    return left


@rule
def may_go_low(hand, ace_is_low):
    """Return the cards that no low hand needs, and the highest card of those that one does need."""
    kept = worth_keeping_low(hand, ace_is_low)
    loose = hand & ~kept
    for k in range(12, -1, -1):
        cards = kept & RANKS[(k + 12) % 13 if ace_is_low else k] & ~JOKERS
        if cards:
            return loose | cards
    return loose


@rule
def may_go_high(hand):
    """All but three or four of a kind, and jokers."""
    loose = hand & ~JOKERS
    for rank in range(13):
        if count(hand & RANKS[rank]) >= 3:
            loose &= ~int(RANKS[rank])
    return loose
