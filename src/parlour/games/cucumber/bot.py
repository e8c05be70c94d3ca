"""Features that distinguish choices at Cucumber: the place of a card among one's own, and how many cards are left."""

from parlour.kit import *
from parlour.kit.features import *


@rule
def features(t, menu, n, found):
    hand, left = t.hand[t.turn], count(t.hand[t.turn])
    describe_plain(t, menu, n, found)
    for k in range(n):
        rank = rank_of(menu[k])
        lower = higher = 0
        for other in range(13):
            lower += count(hand & RANKS[other]) if other < rank else 0
            higher += count(hand & RANKS[other]) if other > rank else 0
        beats = rank >= t.to_beat
        found[k, 1] = OWN + ((min(left, 7) * 3 + min(lower, 2)) * 3 + min(higher, 2)) * 2 + beats
        found[k, 2] = OWN + 200 + (min(left, 7) * 13 + rank) * 2 + (pile_size(t.trick) == t.seats - 1)
