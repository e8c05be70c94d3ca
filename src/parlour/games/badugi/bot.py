"""Advice for the search at Badugi: people draw to low cards of different ranks and suits, and call most bets."""

from parlour.kit import count, lowest, rule
from parlour.kit.draw_poker import DISCARD, DONE, bet_or_so

from .rules import Table


@rule
def policy(t, menu, n):
    """Discard what no badugi needs; most bets are called."""
    if t.phase != DISCARD:
        return bet_or_so(t, menu, n)
    cards = t.hand[t.turn] & ~worth_keeping(t, t.hand[t.turn])
    return lowest(cards) if cards else DONE


@rule
def worth_keeping(t, cards):
    """Return the cards worth keeping: from the lowest rank up, each card that shares no rank and no suit with those before, up to
    the ninth rank, or up to the queen for a badugi. Laying aside some of the other cards does not change the result."""
    kept = suits = 0
    for k in range(12):
        rank = (k + 12) % 13 if t.aces == Table.aces.low else k
        for suit in range(4):
            card = 13 * suit + rank
            if (cards >> card) & 1 and not (suits >> suit) & 1 and (k < 9 or count(kept) == 3):
                kept |= 1 << card
                suits |= 1 << suit
                break
    return kept
