"""Advice of the bots for Machiavelli: in a rollout, cards that can go down should, and a small hand is good, above all with few
cards that cannot; a player alone should rather keep a hand back until all of it goes down at once.
"""

import math

from parlour.kit import bag_size, count, first_code, holds, left_of, lowest, nth, pile_size, random_below, rule
from parlour.kit.splits import meldable

from .grouping import with_table
from .most import most_cards
from .rules import DONE, Table, holding_still, useful

HORIZON = 4
POSITION_FEATURES = ("root of cards", "cards", "root of those that stay", "none stays", "none stays, plays", "none stays, next")
ADVICE = ("most", "hold")
PROSPECTS = ("{n} down", "{n} kept", "{n} held back to go down together")
FEW = 8  # cards with which somebody may soon be out


@rule
def policy(t, menu, n):
    """Any card that can go down, until none is left; then what ends the turn."""
    free = t.attempts == Table.attempts.free
    cards = useful(t, t.hand[t.turn, 0]) if free else 0
    if not free:
        for k in range(n):
            code = first_code(menu[k])
            if code < 54:
                cards |= 1 << code
    if cards:
        return lowest(nth(cards, random_below(t, count(cards))))
    return first_code(menu[n - 1])


@rule
def position_features(t, seat, found):
    """Write how few cards are left, how many of them no play of this turn could hold, and whether the seat plays or is next;
    if there are points the score tells more."""
    one, two = t.hand[seat, 0], t.hand[seat, 1]
    table, table_twice = with_table(t, t.picked[0], t.picked[1])
    may = max(0, meldable(table, table_twice, one, two, holding_still(t)))
    cards = count(one) + count(two)
    stay = cards - count(one & may) - count(two & may)
    found[0] = math.nan if t.scoring == Table.scoring.cards else math.sqrt(cards)
    found[1], found[2], found[3] = cards, math.sqrt(stay), stay == 0
    found[4] = stay == 0 and seat == t.player
    found[5] = stay == 0 and seat == left_of(t, t.player)


# a player by itself


@rule
def strategy(t, menu, n, may, advice):
    """Play with "most" as many cards as can go down; else any that can until none is left. With "hold" play none before all
    can."""
    if advice & 1 == 0:
        return policy(t, menu, n)
    cards, twice = most_cards(t)
    back = advice & 2 and holds_back(t, count(cards) + count(twice))
    return lowest(cards) if cards and not back else first_code(menu[n - 1])


@rule
def holds_back(t, most):
    """Whether the seat on turn, which has picked none yet, had better draw, though this many of its cards could go down.

    Cards on the table are everybody's, and the two or three that are left to somebody hardly ever fit together. So the hand
    grows until all of it goes down, or until it may be the last turn. With the stock gone nobody likes to be the first to lay:
    another may then be out at once, unless the melds stay as they lie.
    """
    p = t.turn
    if t.chain or most == bag_size(t.hand[p]):
        return False
    if pile_size(t.stock) >= (t.seats if t.stock_out == Table.stock_out.end else 1):
        return True
    return t.rearrange and t.stock_out == Table.stock_out.block and fewest_of_others(t, p) > FEW and may_wait(t, p)


@rule
def fewest_of_others(t, p):
    fewest = 104
    for q in range(t.seats):
        if q != p:
            fewest = min(fewest, bag_size(t.hand[q]))
    return fewest


@rule
def may_wait(t, p):
    """Whether it costs p nothing to pass: p wins if all do, or somebody who would not has a turn before the game is blocked."""
    if bag_size(t.hand[p]) <= fewest_of_others(t, p):
        return True
    for _ in range(t.seats - 1 - t.idle):
        p = left_of(t, p)
        if bag_size(t.hand[p]) > fewest_of_others(t, p):
            return True
    return False


@rule(hurried=True)
def prospects(tables, i, menu, n, advice, found):
    """See `heuristics`: how many cards go down and are kept, or are held back."""
    t = tables[i]
    cards, twice = most_cards(t)
    most, own = count(cards) + count(twice), bag_size(t.hand[t.turn])
    back = advice & 2 and holds_back(t, most)
    for k in range(n):
        found[k] = math.nan
        if menu[k] >= 54:
            drawn = 0 if menu[k] == DONE or t.drew else min(pile_size(t.stock), 1)
            found[k, 2 if back else 1], found[k, 3] = own + drawn, 0.0
            if menu[k] == DONE:
                found[k, 0] = t.chain
        elif holds(cards, menu[k]):
            found[k, 0], found[k, 1], found[k, 3] = t.chain + most, own - most, -1.0 if back else 1.0
        else:
            found[k, 3] = -math.inf
