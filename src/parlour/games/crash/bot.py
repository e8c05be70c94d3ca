"""What a search should know of Crash: people make the best hand they can, then the best of what is left."""

from parlour.kit import *
from parlour.kit.rankings import *

from .rules import DECLARE, DONE, SET_HANDS, THIRTEEN, limit_of, strength


@rule
def policy(t, menu, n):
    """Thirteen ranks win, six pairs are kept; the strongest hand that the cards picked can become is made, card by card."""
    p = t.turn
    if t.phase == DECLARE:
        return THIRTEEN if in_menu(menu, n, THIRTEEN) else SET_HANDS
    cards = strongest(t, p) & ~t.picked[p]
    return lowest(cards) if cards else DONE


@rule
def strongest(t, p):
    """The strongest hand that p may set of the cards picked and others, none where there is none."""
    picked, limit = t.picked[p], limit_of(t, p)
    best, found, first = BRAG_PAIR << 26, 0, t.hand[p] | t.picked[p]
    while first:
        one = first & -first
        first ^= one
        second = first
        while second:
            two = one | (second & -second)
            second &= second - 1
            third = second
            while third:
                three = two | (third & -third)
                third &= third - 1
                if picked & ~three == 0:
                    value = strength(t, three)
                    if best <= value <= limit:
                        best, found = value, three
    return found
