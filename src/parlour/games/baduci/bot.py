"""Advice for the search at Baduci: people draw to low cards of different ranks, and call most bets."""

from parlour.kit import lowest, rule
from parlour.kit.draw_poker import DEUCE_TO_SEVEN, DISCARD, DONE, bet_or_so, worth_keeping_low


@rule
def policy(t, menu, n):
    """Discard what no low hand needs; most bets are called."""
    if t.phase != DISCARD:
        return bet_or_so(t, menu, n)
    hand = t.hand[t.turn]
    cards = hand & ~worth_keeping_low(hand, t.low != DEUCE_TO_SEVEN)
    return lowest(cards) if cards else DONE
