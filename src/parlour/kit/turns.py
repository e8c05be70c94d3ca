"""Whose turn it is: small helpers that rooms share."""

from __future__ import annotations

from .layout import NOBODY
from .machine import lowest, rule


@rule(inline=True)
def left_of(t, seat):  # type: ignore[no-untyped-def]
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < t.seats else 0


@rule(inline=True)
def ask(t, seat, phase):  # type: ignore[no-untyped-def]
    """Ask one seat to choose in a phase."""
    t.turn, t.phase, t.asked, t.chain = seat, phase, 1 << seat, 0


@rule
def ask_all(t, seats, phase):  # type: ignore[no-untyped-def]
    """Ask a set of seats (a bit a seat, not empty) at once; their choices are sealed until the last is in."""
    t.asked, t.phase, t.chain = seats, phase, 0
    t.turn = lowest(seats)


@rule
def answered(t):  # type: ignore[no-untyped-def]
    """The seat on turn has chosen: the next of those asked at once is on turn, or NOBODY when all have."""
    t.asked &= ~(1 << t.turn)
    t.chain = 0
    t.turn = lowest(t.asked) if t.asked else NOBODY


@rule(inline=True)
def rest(t, phase):  # type: ignore[no-untyped-def]
    """Nobody is asked: the engine goes on with `proceed` in this phase."""
    t.turn, t.phase, t.asked, t.chain = NOBODY, phase, 0, 0


@rule(inline=True)
def say(t, word, n):  # type: ignore[no-untyped-def]
    """Speak a step's one word (an index of the room's WORDS plus 1), with a figure; for display and log only."""
    t.said[0], t.said[1] = word, n


@rule
def share_win(t, low):  # type: ignore[no-untyped-def]
    """End the match: who has the best score wins +1, the others -1; shared by all who tie. A lone loser pays alone:

    where only one seat is not among the winners it gets -1 and the others share +1.
    """
    best = t.score[0]
    for p in range(1, t.seats):
        if (t.score[p] < best) if low else (t.score[p] > best):
            best = t.score[p]
    winners = 0
    for p in range(t.seats):
        if t.score[p] == best:
            winners += 1
    for p in range(t.seats):
        if winners == t.seats:
            t.payoff[p] = 0.0
        elif t.score[p] == best:
            t.payoff[p] = 1.0 / winners
        else:
            t.payoff[p] = -1.0 / (t.seats - winners)
    t.over = 1
    t.turn, t.asked = NOBODY, 0
