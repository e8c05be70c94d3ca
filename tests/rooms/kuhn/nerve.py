"""The information that a player uses at Kuhn poker: the card, and all that was chosen."""

from parlour.kit import highest, rule

from .rules import BET, CALL, CHECK, FOLD, RAISE

NERVE = (BET,)
INDIFFERENT = ("hands",)


@rule
def situation(t):
    p = t.turn
    return (highest(t.hand[p]) * 2 + (t.pot[0] != t.pot[1])) * 2 + t.checked


@rule
def ways(t, menu, n, found):
    faced = t.pot[0] != t.pot[1]
    found[0] = FOLD if faced else CHECK
    found[1] = CALL if faced else RAISE
    found[2:] = -1
