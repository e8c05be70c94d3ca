"""The bots' knowledge of Klondike: send home cards that will not be missed, turn hidden cards up; and when a deal is decided."""

import numpy as np

from parlour.kit import *
from parlour.kit.solitaire import *

from .rules import *

IN_STOCK = 24  # cards, at the deal
GIVE_UP = 100  # choices without progress: at least four times through the stock
PROSPECTS = (
    "a hidden card turned up",
    "a card home that nothing needs any more",
    "a place for a column that hides cards",
    "a space",
    "another look at the stock",
)
"""The words for a move."""
TURNED, SAFE_HOME, PLACE, SPACE, STOCK = range(5)


@rule
def is_missed(t, card):
    """Whether a card that goes home may still be wanted in the columns, for a lower one of the other colour to lie on."""
    height, black = HEIGHT[rank_of(card)], suit_of(card) in (CLUBS, SPADES)
    one, other = (DIAMONDS, HEARTS) if black else (CLUBS, SPADES)
    return height > 2 and min(pile_size(t.foundations[one]), pile_size(t.foundations[other])) < height - 1


@rule
def king_waits(t):
    """Whether a space would be filled by something that leaves hidden cards or the waste."""
    if pile_size(t.waste) and fills_space(t, top(t.waste)):
        return True
    for c in range(COLUMNS):
        if pile_size(t.down[c]) and pile_size(t.up[c]) and fills_space(t, t.up[c, 1]):
            return True
    return False


@rule
def is_wanted(t, card):
    """Whether a column that hides cards could be moved onto a card, once that lies in the columns."""
    for c in range(COLUMNS):
        if pile_size(t.down[c]) and pile_size(t.up[c]) and RUNG[t.up[c, 1]] == RUNG[card] - 1:
            return True
    return False


@rule
def worth_of(t, choice):
    """Return how good a choice looks: the higher the better, below 0 if it leads nowhere.

    A card that may still be missed goes home only after one pass through the stock has brought nothing better. The same holds for
    a card of the waste that goes into the columns if no card waits for it; but with three at a time it uncovers others, and is
    laid at once.
    """
    if choice == DRAW:
        return 100
    if choice == RECYCLE:
        return 90
    if choice >= RETURN:
        return -2
    waited = t.idle > IN_STOCK // t.draw + 1
    if choice >= UNIT:
        source, k, _ = unit_of(choice - UNIT, COLUMNS)
        size, hidden = pile_size(t.up[source]), pile_size(t.down[source])
        if k < size:  # only to send home what lies above
            return 300 if goes_home(t, t.up[source, size - k]) else -1
        if hidden:
            return 600 + hidden
        return 400 if king_waits(t) else -1
    if choice == WASTE_HOME:
        if not is_missed(t, top(t.waste)):
            return 900
        return 350 if waited else 95
    if COLUMN_HOME <= choice < WASTE_OUT:
        column = choice - COLUMN_HOME
        if not is_missed(t, top(t.up[column])):
            return 1000
        if pile_size(t.up[column]) == 1 and pile_size(t.down[column]):
            return 500
        return 340 if waited else 85
    if is_wanted(t, top(t.waste)):
        return 550
    return 350 if waited or t.draw > 1 else 95


@rule
def strategy(t, menu, n, may, advice):
    """The choice that looks best; given up if that has led nowhere for so long."""
    if t.idle >= GIVE_UP:
        return RESIGN
    best, code = -10, menu[0]
    for k in range(n):
        worth = worth_of(t, menu[k])
        if worth > best:
            best, code = worth, menu[k]
    return code


@rule(hurried=True)
def prospects(tables, i, menu, n, advice, found):
    """See `heuristics`: what each move brings at once."""
    t = tables[i]
    for e in range(n):
        found[e, : STOCK + 1] = np.nan
        worth = float(worth_of(t, menu[e]))
        found[e, STOCK + 1] = worth if worth > 0.0 else -np.inf
        feature = prospect(t, menu[e])
        if feature >= 0:
            found[e, feature] = 1.0


@rule
def prospect(t, choice):
    """Return which of PROSPECTS a move brings; -1 for none."""
    if choice in (DRAW, RECYCLE):
        return STOCK
    if choice >= RETURN:
        return -1
    if choice >= UNIT:
        source, k, _ = unit_of(choice - UNIT, COLUMNS)
        if k < pile_size(t.up[source]):
            return -1
        return TURNED if pile_size(t.down[source]) else SPACE
    if choice == WASTE_HOME:
        return -1 if is_missed(t, top(t.waste)) else SAFE_HOME
    if COLUMN_HOME <= choice < WASTE_OUT:
        column = choice - COLUMN_HOME
        if pile_size(t.up[column]) == 1 and pile_size(t.down[column]):
            return TURNED
        return -1 if is_missed(t, top(t.up[column])) else SAFE_HOME
    return PLACE if is_wanted(t, top(t.waste)) else -1


@rule
def finish(t):
    """Decided: nothing is hidden in the columns, and every card of stock and waste can be reached.

    The lowest card that is not home then ends a column or comes up in the waste, and its foundation waits for it.
    """
    if face_down(t) or (pile_size(t.stock) + pile_size(t.waste) and (t.draw > 1 or t.passes)):
        return -1
    for choice in range(WASTE_HOME, WASTE_OUT):
        if objection_to_move(t, choice) == 0:
            return choice
    return DRAW if pile_size(t.stock) else RECYCLE
