"""Toepen R6: what tens must signal, what jacks may, and how far a hand is from what its player has signalled."""

from parlour.kit import JACK, RANKS, TEN, count, gather, rule

from .seats import next_card

NOTHING, WHISTLES, STANDS = range(3)  # signals


@rule
def bluff_of(hand):
    """R6: the signal that the jacks of a hand allow."""
    jacks = count(hand & RANKS[JACK])
    return jacks - 2 if jacks > 2 else NOTHING


@rule
def signal_contradictions(t, p):
    """By how many cards the hand that seat p had when signals were given contradicts what it did."""
    hand = t.hand[p] | gather(t.played[p])
    q = t.leader
    for n in range(1, t.trick[0] + 1):
        if q == p:
            hand |= 1 << t.trick[n]
        q = next_card(t, q)
    tens, jacks = count(hand & RANKS[TEN]), count(hand & RANKS[JACK])
    if t.signalled[p] == NOTHING:
        return max(tens - 2, 0)
    wanted = t.signalled[p] + 2
    return min(abs(wanted - tens), abs(wanted - jacks))
