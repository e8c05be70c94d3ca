"""What a search should know of Backhand: hit while most of the cards left are safe, otherwise call; push what can be pushed."""

from parlour.kit import *

from .rules import BACKHANDS, BET, CHOOSE, HITS, PUSHES, WORTH


@rule
def policy(t, menu, n):
    """By counting: which cards are left is known to all, only not in which order. Bets are left to chance."""
    if t.phase == BET:
        return pick_random(t, menu, n)
    if t.phase == CHOOSE:
        return BACKHANDS if most_are_too_many(t) else HITS
    return PUSHES if in_menu(menu, n, PUSHES) else last_code(menu[n - 1])


@rule
def most_are_too_many(t):
    """Whether at least half of the cards in the stock would take the hand over 21."""
    over, value = 0, t.value[t.player]
    for k in range(1, t.stock[0] + 1):
        over += 1 if value + WORTH[rank_of(t.stock[k])] > 21 else 0
    return 2 * over >= t.stock[0] if t.stock[0] else value >= 15
