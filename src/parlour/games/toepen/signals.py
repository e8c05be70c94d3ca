"""Toepen R6: signals of tens and of jacks, and the distance of a hand from the signal of its player."""

from parlour.kit import JACK, RANKS, TEN, count, gather, pile_size, rule

from .seats import next_card

NOTHING, WHISTLES, STANDS = range(3)  # signals


@rule
def bluff_of(hand):
    """R6: the signal that the jacks of a hand allow."""
    jacks = count(hand & RANKS[JACK])
    return jacks - 2 if jacks > 2 else NOTHING


@rule
def signal_contradictions(t, p):
    """The number of cards by which the hand of seat p at the time of signals contradicts its signal."""
    hand = t.hand[p] | gather(t.played[p])
    q = t.leader
    for n in range(1, pile_size(t.trick) + 1):
        if q == p:
            hand |= 1 << t.trick[n]
        q = next_card(t, q)
    tens, jacks = count(hand & RANKS[TEN]), count(hand & RANKS[JACK])
    if t.signalled[p] == NOTHING:
        return max(tens - 2, 0)
    wanted = t.signalled[p] + 2
    return min(abs(wanted - tens), abs(wanted - jacks))
