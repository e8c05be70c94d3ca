"""Patiences: columns with a face-down and a face-up part, units that move from one to another, cards turned up.

A column is two piles of the table, `down` and `up`. Its last card is the last of `up`, and whenever somebody chooses `up` is
empty only if the whole column is: a *space*. A unit is named by its number of cards, counted from the end of the column.

What goes on what is said by *rungs*. A room gives every card a rung, 1..30, and a card goes on one that stands a rung higher:
by rank alone, or on a ladder of its own if colours or suits count too. So all cards of a unit are a run of rungs, and whole
columns are compared as sets of rungs. `ends` is the rung of the last card of every column, five bits each, 0
for a space.
"""

from __future__ import annotations

from parlour.machine import lowest, rule

from .cards import ranking
from .layout import NOBODY
from .piles import pop, push
from .turns import end_match, say

__all__ = [
    "ANY_RUNG",
    "HEIGHT",
    "column_to_turn",
    "deal_row",
    "end_at",
    "end_patience",
    "face_down",
    "is_whole_column",
    "lose_patience",
    "offer_columns",
    "offer_units",
    "run_length",
    "uncover",
    "unit_of",
]

HEIGHT = ranking("A 2 3 4 5 6 7 8 9 10 J Q K")
"""HEIGHT[rank]: 1 for the ace to 13 for the king, if the ace is low."""
ANY_RUNG = -1
"""As the set of rungs that may fill a space: all of them."""
_BITS, _RUNG = 5, 31


@rule
def deal_row(stock, piles, first, end):
    """A card from the stock to each of the piles from `first` on and before `end`."""
    for c in range(first, end):
        push(piles[c], pop(stock))


@rule
def column_to_turn(t):
    """The column whose last card lies face down, or NOBODY."""
    for c in range(len(t.up)):
        if t.up[c, 0] == 0 and t.down[c, 0]:
            return c
    return NOBODY


@rule
def uncover(t, c):
    """Turn the last card of a column face up."""
    push(t.up[c], pop(t.down[c]))


@rule
def face_down(t):
    """Return the number of cards that lie face down in the columns."""
    n = 0
    for c in range(len(t.down)):
        n += t.down[c, 0]
    return n


@rule
def end_patience(t, won):
    """End the match: the patience is won (+1) or not (-1)."""
    t.payoff[0] = 1.0 if won else -1.0
    end_match(t, 1 if won else 0)


@rule
def lose_patience(t, idle, stuck):
    """End the match as lost, and say why: the word `idle` after `stall` choices that changed nothing, or else the word `stuck`.

    stuck: 0 if there is nothing to say, because the player gave up.
    """
    end_patience(t, False)
    if t.idle >= t.stall:
        say(t, idle, t.idle)
    elif stuck:
        say(t, stuck, 0)


@rule
def is_whole_column(t, c, k):
    """Whether the last k cards of a column, all face up, are all there is of it."""
    return t.down[c, 0] == 0 and t.up[c, 0] == k


@rule
def run_length(pile, rungs):
    """Return the length of the run at the end of a pile, downwards rung by rung; 0 for an empty pile."""
    k = pile[0]
    while k > 1 and rungs[pile[k - 1]] == rungs[pile[k]] + 1:
        k -= 1
    return pile[0] + 1 - k if k else 0


# The calls `c{1..n}:{1..13}>c{1..n}` of n columns, and what is offered of them.


@rule(inline=True)
def unit_of(move, columns):
    """Column, number of cards and target of the move-th call; columns from 0."""
    return move // (13 * columns), move // columns % 13 + 1, move % columns


@rule(inline=True)
def end_at(c, rung):
    """Return the part of column c in `ends` if its last card is on this rung."""
    return rung << (_BITS * c)


@rule
def offer_columns(menu, n, code, columns, rung, ends, spaces):
    """Offer every column that takes a card of this rung, code + 0 and on; spaces: the rungs that may fill one."""
    free = (spaces >> rung) & 1
    for c in range(columns):
        end = (ends >> (_BITS * c)) & _RUNG
        menu[n] = code + c  # written in any case and overwritten by the next: a branch here costs a fifth of all speed
        n += (end == rung + 1) | (free & (end == 0))
    return n


@rule(inline=True)
def offer_units(menu, n, code, columns, c, units, whole, wanted, ends, spaces):
    """Offer every move of a unit of column c.

    code: of `c1:1>c1`. units: bit k - 1 is set if the last k cards move together. whole: the k that is the whole column
    and so never goes to a space, otherwise 0. wanted: the rungs that some column takes.
    """
    end = (ends >> (_BITS * c)) & _RUNG
    rungs = (units << end) & wanted
    while rungs:
        rung = lowest(rungs)
        rungs &= rungs - 1
        k = rung - end + 1
        n = offer_columns(menu, n, code + columns * (13 * c + k - 1), columns, rung, ends, 0 if k == whole else spaces)
    return n
