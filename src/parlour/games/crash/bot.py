"""What a search should know of Crash: people make the best hand they can, then the best of what is left."""

from parlour.kit import *
from parlour.kit.rankings import *

from .rules import DECLARE, DONE, HANDS, SET, SET_HANDS, THIRTEEN, limit_of, strength


@rule
def policy(t, menu, n):
    """Thirteen ranks win, six pairs are kept; the strongest hand that the cards picked can become is made, card by card."""
    p = t.turn
    if t.phase == DECLARE:
        return THIRTEEN if in_menu(menu, n, THIRTEEN) else SET_HANDS
    cards = strongest(t, p) & ~t.picked[p]
    return lowest(cards) if cards else DONE


@rule
def sift(t, menu, n):
    """The last hand is as strong as can be, for nothing comes after it; but the fourth card of a rank may bring a point in it."""
    p = t.turn
    if t.phase != SET or t.fouls or not t.laid[p, HANDS - 2] or (t.four_kind_bonus and fourth(t, p)):
        return n
    cards = strongest(t, p) & ~t.picked[p]
    if not cards:
        return n
    menu[0] = lowest(cards)
    return 1


@rule
def fourth(t, p):
    """Whether p holds what is left of a rank of which all other cards are set."""
    used, left = 0, t.hand[p] | t.picked[p]
    for k in range(HANDS):
        used |= t.laid[p, k]
    for rank in range(13):
        if used & RANKS[rank] and left & RANKS[rank] and (used | left) & RANKS[rank] == RANKS[rank]:
            return True
    return False


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
