"""Toepen: payments, and players without tokens."""

from parlour.kit import count, rule, say, win

from .table import Table
from .words import SAY


@rule
def pay(t, p, tokens):
    """A player who has fewer pays what there is."""
    t.score[p] -= min(tokens, t.score[p])


@rule
def fold(t, p, price):
    say(t, SAY.fold, price)
    pay(t, p, price)
    drop_out(t)
    t.folded[p] = 1


@rule
def drop_out(t):
    """R14, after a payment: a player without tokens is out, and either that or the last player with tokens ends the match."""
    rich = 0
    for p in range(t.seats):
        rich |= (t.score[p] > 0) << p
        if t.score[p] == 0 and not t.folded[p]:
            t.folded[p] = 1
            say(t, SAY.out if t.ending == Table.ending.last_left else SAY.drinks, p)
    if count(rich) == 1 or (t.ending != Table.ending.last_left and count(rich) < t.seats):
        win(t, rich)
