"""Toepen: what is paid, and who has nothing left to pay with."""

from parlour.kit import count, rule, say, win

from .words import SAY

LAST_LEFT = 1  # ending


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
    """R14, after a payment: whoever has no tokens left is out, and either that or the last one with tokens ends the match."""
    rich = 0
    for p in range(t.seats):
        rich |= (t.score[p] > 0) << p
        if t.score[p] == 0 and not t.folded[p]:
            t.folded[p] = 1
            say(t, SAY.out if t.ending == LAST_LEFT else SAY.drinks, p)
    if count(rich) == 1 or (t.ending != LAST_LEFT and count(rich) < t.seats):
        win(t, rich)
