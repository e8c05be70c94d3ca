"""What the bots know of Machiavelli: cards that can go down should, and few cards in the hand are good, fewest that cannot."""

import math

from parlour.kit import count, first_code, left_of, lowest, nth, random_below, rule
from parlour.kit.splits import meldable

from .grouping import with_table
from .most import most_cards
from .rules import holding_still, useful

HORIZON = 4
POSITION_FEATURES = ("root of cards", "cards", "root of those that stay", "none stays", "none stays, plays", "none stays, next")
ADVICE = ("most",)


@rule
def policy(t, menu, n):
    """Any card that can go down, until none is left; then what ends the turn."""
    cards = useful(t, t.hand[t.turn, 0]) if t.attempts else 0
    if not t.attempts:
        for k in range(n):
            code = first_code(menu[k])
            if code < 54:
                cards |= 1 << code
    if cards:
        return lowest(nth(cards, random_below(t, count(cards))))
    return first_code(menu[n - 1])


@rule
def strategy(t, menu, n, may, advice):
    """With "most" as many cards as can go down; else any that can until none is left."""
    if advice & 1 == 0:
        return policy(t, menu, n)
    cards, _ = most_cards(t)
    return lowest(cards) if cards else first_code(menu[n - 1])


@rule
def position_features(t, seat, found):
    """How few cards are left, how many of them no play of this turn could hold, and whether the seat plays or is next; where
    there are points the score tells more."""
    one, two = t.hand[seat, 0], t.hand[seat, 1]
    table, table_twice = with_table(t, t.picked[0], t.picked[1])
    may = max(0, meldable(table, table_twice, one, two, holding_still(t)))
    cards = count(one) + count(two)
    stay = cards - count(one & may) - count(two & may)
    found[0] = math.nan if t.scoring else math.sqrt(cards)
    found[1], found[2], found[3] = cards, math.sqrt(stay), stay == 0
    found[4] = stay == 0 and seat == t.player
    found[5] = stay == 0 and seat == left_of(t, t.player)
