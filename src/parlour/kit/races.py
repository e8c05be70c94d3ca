"""Races: two players, no turns. Time runs in ticks; in each both answer at once, unseen, and the quicker one comes first.

    class Table(Racing, Layout, seats=2):
        ...
    PHASES = phases(steps("turn"), asks("tick", "cover", "wait", race="wait"), steps("carry"))

`open_tick` asks both. What a choice does is `answer`, which notes the choice and how long it took; after the last answer no seat
is asked, and steps carry the actions out one by one: `quicker` names whose is next, `carried` says that it is
done, until nobody is left and the next tick opens. `same_time` tells whether the two count as simultaneous.

How long it took is `t.elapsed` if that is known: a clock measured it, or a record says it. Else it is drawn from the
match's random state by the figures of the seat: with median m and spread s each of the 2s whole milliseconds from m - s to
m + s - 1 is as likely as another (none is below 1; with spread 0 it is always m). 550 and 350 are 200 to 899.
"""

from __future__ import annotations

from parlour.machine import rule

from .layout import NOBODY, OWNER, SEATS, UNKNOWN, Number, Option
from .random import random_below
from .turns import answered, ask_all

__all__ = [
    "Racing",
    "answer",
    "carried",
    "open_tick",
    "presume_waiting",
    "quicker",
    "react",
    "reactions",
    "same_time",
]

LONGEST = 2**31 - 1
"""The longest latency, in milliseconds."""


class Racing:
    """The house rules and fields of a table at which two race."""

    tie_window = Option(25, range(201), "milliseconds within which two actions count as simultaneous")
    tick_ms = Option(1500, range(300, 10_001), "milliseconds people have in each tick")
    median_1 = Option(550, range(1, 10_001), "how quickly the first seat reacts if no clock runs: median in milliseconds")
    spread_1 = Option(350, range(5_001), "the most by which the first seat differs from that")
    median_2 = Option(550, range(1, 10_001), "how quickly the second seat reacts if no clock runs: median in milliseconds")
    spread_2 = Option(350, range(5_001), "the most by which the second seat differs from that")

    action = Number(0, 2**15 - 1, per=SEATS, seen=OWNER)  # what is to be carried out; 0 for nothing, as after `wait`
    latency = Number(0, LONGEST, per=SEATS, seen=OWNER)  # its milliseconds, kept until the tick is over
    took = Number(0, LONGEST, per=SEATS)  # the milliseconds of the last action that was carried out


@rule
def open_tick(t, phase):
    """A tick begins: both are asked in a phase."""
    for p in range(t.seats):
        t.action[p] = t.latency[p] = 0
    ask_all(t, 3, phase)


@rule
def answer(t, choice, wait, carry, first):
    """The seat on turn has answered; `wait` is to do nothing. After the last answer nobody is asked, in phase `carry`.

    Then what no clock has measured is drawn, one number an action, that of seat `first` before the other.
    """
    if choice != wait:
        t.action[t.turn], t.latency[t.turn] = choice, t.elapsed
    answered(t)
    if t.turn == NOBODY:
        t.phase = carry
        react(t, first)
        react(t, 1 - first)


@rule
def react(t, seat):
    """Draw how long a seat's action took, if there is one and nobody measured it."""
    if t.action[seat] and t.latency[seat] == 0:
        low, number = reactions(t, seat)
        t.latency[seat] = low + random_below(t, number)


@rule
def reactions(t, seat):
    """The least latency a seat can have if no clock runs, and how many there are from it on, all equally likely."""
    median, spread = (t.median_1, t.spread_1) if seat == 0 else (t.median_2, t.spread_2)
    low = max(1, median - spread)
    return low, max(low, median + spread - 1) - low + 1


@rule
def quicker(t):
    """The seat whose action is carried out next, of equal ones the first seat's; NOBODY when all are."""
    if t.action[0] and (t.action[1] == 0 or t.latency[0] <= t.latency[1]):
        return 0
    return 1 if t.action[1] else NOBODY


@rule
def same_time(t):
    """Whether both have acted in this tick, and at the same time; also when one or both actions are carried out."""
    gap = t.latency[0] - t.latency[1]
    return t.latency[0] > 0 and t.latency[1] > 0 and -t.tie_window <= gap <= t.tie_window


@rule
def carried(t, seat):
    """A seat's action is carried out, or dropped: how long it took is open now. Returns what it was."""
    choice = t.action[seat]
    t.action[seat], t.took[seat] = 0, t.latency[seat]
    return choice


@rule
def presume_waiting(t):
    """Take an answer that was not seen for `wait`, in `contradictions`. Players never get a table on which the other has
    answered."""
    for p in range(t.seats):
        if t.action[p] == UNKNOWN:
            t.action[p] = 0
        if t.latency[p] == UNKNOWN:
            t.latency[p] = 0
