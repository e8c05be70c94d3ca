"""What the bots know of Machiavelli: cards that can go down should, and few cards in the hand are good."""

from parlour.kit import bag_size, count, first_code, lowest, nth, random_below, rule

from .most import most_cards
from .rules import useful

HORIZON = 24
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
def value(t, seat):
    """The seat's hand against the average of the others'."""
    others = 0
    for p in range(t.seats):
        if p != seat:
            others += bag_size(t.hand[p])
    own = bag_size(t.hand[seat])
    return (others - own * (t.seats - 1)) / (others + own * (t.seats - 1) + 1.0)
