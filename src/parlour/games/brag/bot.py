"""Advice for the search at Brag: people fold what is nothing, stay with little, and see what they cannot drive out."""

from parlour.kit import *
from parlour.kit.rankings import *

from .rules import BET_0, COVER, FOLD, LOOK, SEE, strength
from .stakes import is_blind, least_bet


@rule
def policy(t, menu, n):
    """Blind players mostly pay the least, the others by their hands; large bets are rare."""
    p, chance = t.turn, random_below(t, 16)
    staying = COVER if in_menu(menu, n, COVER) else BET_0 + least_bet(t, p)
    if not in_menu(menu, n, staying):
        staying = SEE if in_menu(menu, n, SEE) else FOLD
    if is_blind(t, p):
        return LOOK if chance < 5 else FOLD if chance == 5 else staying
    found = strength(t, t.hand[p])
    pair = category_of(found) >= BRAG_PAIR
    if chance > 12 and pair:
        return last_code(menu[n - 1])
    if chance > 8 and in_menu(menu, n, SEE):
        return SEE
    high = found >= strength_of(BRAG_HIGH_CARD, 1 << KING, 0)
    return FOLD if chance < (1 if pair else 6 if high else 12) else staying
