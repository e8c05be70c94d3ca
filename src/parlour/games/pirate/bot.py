"""Advice of the bots for Pirate: play cards as they come, the last ones of a ship with care, and turn otherwise."""

from parlour.kit import first_code, pile_size, random_below, rule, suit_of, top

from .rules import CLAIM, PLAY, SHIP, length, next_height

HORIZON = 160
NEVER = 1000
NEAR = 3  # cards that a ship lacks when a card is not laid without a thought


@rule
def sift(t, menu, n):
    """There is something to think about only if the ship of a playable card lacks a few; if not it goes, or one turns."""
    p, first = t.turn, first_code(menu[0])
    if first == PLAY or first == CLAIM:
        s = suit_of(top(t.waste[p if first == PLAY else 1 - p]))
        missing = SHIP - length(t, s)
        return 1 if missing == 1 or missing > NEAR else n
    return 1


@rule
def policy(t, menu, n):
    """Play or claim what can be, unless the other will then capture the ship; otherwise turn. Now and then something else."""
    p, k = t.turn, 0
    if first_code(menu[0]) == PLAY and gives_away(t, p, suit_of(top(t.waste[p]))):
        k = 1
    if n > 2 and random_below(t, 16) == 0:
        k = 1 - k
    return first_code(menu[k])


@rule
def gives_away(t, p, s):
    """Whether p's next card on the ship of a suit leaves it to the card that the other will come to sooner than p to its own."""
    if length(t, s) != SHIP - 2:
        return False
    card = s * 13 + (next_height(t, 1 - p, s) + 11) % 13
    return turns_until(t, 1 - p, card) < turns_until(t, p, card)


@rule
def turns_until(t, p, card):
    """Count how often p turns, or turns the waste over, until this card lies on top; NEVER if p no longer has it."""
    if pile_size(t.waste[p]) and top(t.waste[p]) == card:
        return 0
    stock = pile_size(t.stock[p])
    for k in range(stock, 0, -1):
        if t.stock[p, k] == card:
            return stock + 1 - k
    for k in range(1, pile_size(t.passed[p]) + 1):
        if t.passed[p, k] == card:
            return stock + 1 + k
    return NEVER


@rule
def value(t, seat):
    """The ships that one has captured more than the other, as a share of those that win."""
    return max(-1.0, min(1.0, (t.score[seat] - t.score[1 - seat]) / t.target))
