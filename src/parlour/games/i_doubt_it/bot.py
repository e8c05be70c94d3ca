"""What a search need not look at in I Doubt It."""

from parlour.kit import RANKS, bag_size, count, rule

from .rules import DOUBT, DOUBT_IT


@rule
def sift(t, menu, n):
    """What is doubted for certain: a claim that one's own cards prove a lie, for which nobody else can have to pay, and the last
    cards of a player, who has won if nobody doubts."""
    if t.phase != DOUBT:
        return n
    own = t.hand[t.turn]
    copies = count(own[0] & RANKS[t.rank]) + count(own[1] & RANKS[t.rank]) + bag_size(t.last)
    if copies > 4 * t.decks or t.hand[t.player, 0] == 0:
        menu[0] = DOUBT_IT
        return 1
    return n
