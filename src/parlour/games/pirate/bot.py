"""What the bots know of Pirate: cards go down as they come, the last ones of a ship with care, and else one turns."""

from parlour.kit import first_code, random_below, rule, suit_of, top

from .rules import CLAIM, PLAY, SHIP, fits, length

HORIZON = 160
NEAR = 3  # cards that a ship lacks when a card is not laid without a thought


@rule
def sift(t, menu, n):
    """There is something to think about only where the ship of a playable card lacks a few; if not it goes, or one turns."""
    p, first = t.turn, first_code(menu[0])
    if first == PLAY or first == CLAIM:
        s = suit_of(top(t.waste[p if first == PLAY else 1 - p]))
        missing = SHIP - length(t, s)
        return 1 if missing == 1 or missing > NEAR else n
    return 1


@rule
def policy(t, menu, n):
    """Play or claim what can be, unless it gives a ship away; otherwise turn. Now and then something else."""
    p, k = t.turn, 0
    if first_code(menu[0]) == PLAY and gives_away(t, p, suit_of(top(t.waste[p]))):
        k = 1
    if n > 2 and random_below(t, 16) == 0:
        k = 1 - k
    return first_code(menu[k])


@rule
def gives_away(t, p, s):
    """Whether p's next card on the ship of a suit lets the other capture it with the card that lies there."""
    if length(t, s) != SHIP - 2 or t.waste[1 - p, 0] == 0:
        return False
    card = top(t.waste[1 - p])
    return suit_of(card) == s and fits(t, 1 - p, card)


@rule
def value(t, seat):
    """The ships that one has captured more than the other, as a share of those that win."""
    return max(-1.0, min(1.0, (t.score[seat] - t.score[1 - seat]) / t.target))
