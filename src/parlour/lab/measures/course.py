"""How a match goes: how long it is, how much there is to choose, who leads and whether it lasts."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from parlour.lab.statistics import Figure, mean, mean_share, rate, ratio

from .base import Columns, Figures, Measure, Setting, bits

SECONDS_A_CHOICE, SECONDS_FORCED, SECONDS_A_DEAL = 5.0, 2.0, 30.0
"""Seconds that people take, which no computer can measure: an assumption, written into every report."""
TENTHS = 10
Floats = npt.NDArray[np.float64]


def _decisions(rows: Columns, setting: Setting) -> Figures:
    return {"": mean(rows["decisions"])}


def _hands(rows: Columns, setting: Setting) -> Figures:
    return {"": mean(rows["hands"])}


def _minutes(rows: Columns, setting: Setting) -> Figures:
    free = rows["decisions"] - rows["forced"]
    seconds = SECONDS_A_CHOICE * free + SECONDS_FORCED * rows["forced"] + SECONDS_A_DEAL * rows["hands"]
    return {"": mean(seconds / 60)}


def _choices(rows: Columns, setting: Setting) -> Figures:
    logs = ratio(rows["choices_log"], rows["decisions"])
    return {
        "mean": ratio(rows["choices_sum"], rows["decisions"]),
        "geometric": Figure(math.exp(logs.value), math.exp(logs.low), math.exp(logs.high), logs.n),
    }


def _forced(rows: Columns, setting: Setting) -> Figures:
    return {"": rate(rows["forced"], rows["decisions"])}


def _course_of_choices(rows: Columns, setting: Setting) -> Figures:
    sums, counts = rows["choices_by_tenth"], rows["count_by_tenth"]
    return {str(k + 1): ratio(sums[:, k], counts[:, k]) for k in range(TENTHS) if counts[:, k].any()}


def _leads(rows: Columns, setting: Setting) -> Figures:
    several = rows["hands"] > 1
    return {"": mean(rows["lead_changes"][several])} if setting.seats > 1 and several.any() else {}


def _halftime(rows: Columns, setting: Setting) -> Figures:
    """Players who lead together count in parts; if all are level nobody leads. "at random": a player drawn at random."""
    leading, won = bits(rows["halftime_leaders"], setting.seats), bits(rows["winners"], setting.seats)
    number = leading.sum(axis=1)
    some = (number > 0) & (number < setting.seats)
    if setting.seats < 2 or not some.any():
        return {}
    held = (leading & won)[some].sum(axis=1) / number[some]
    return {"": mean_share(held), "at random": mean_share(won[some].mean(axis=1))}


def _ties(rows: Columns, setting: Setting) -> Figures:
    """A win of partners is not a tie: a tie is a match won by more than one side, or by nobody."""
    if setting.seats < 2:
        return {}
    won = bits(rows["winners"], setting.seats)
    if "sides" in rows:
        sides = np.asarray(rows["sides"], np.int64)
        winning = np.zeros((len(won), setting.seats), bool)
        for seat in range(setting.seats):
            side = np.clip(sides[:, seat], 0, setting.seats - 1)
            winning[np.arange(len(won)), side] |= won[:, seat]
        number = winning.sum(axis=1)
    else:
        number = won.sum(axis=1)
    return {"": mean_share(number != 1)}


def _spread(rows: Columns, setting: Setting) -> Figures:
    """The standard deviation of one seat's result."""
    payoff = rows["payoff"]
    squares = ((payoff - payoff.mean(axis=0)) ** 2).mean(axis=1)
    variance = mean(squares)
    if not variance.known:
        return {}
    ends = [math.sqrt(max(x, 0.0)) for x in (variance.value, variance.low, variance.high)]
    return {"": Figure(ends[0], ends[1], ends[2], variance.n)}


def _decided(rows: Columns, seats: int) -> Iterator[tuple[Floats, npt.NDArray[np.bool_]]]:
    """Yield the course of each match of several hands that some won and others lost.

    That is the score after each hand, float[hands, seats], where higher is better, and who won, bool[seats].
    """
    for match, winners in zip(rows["scores_by_hand"], bits(rows["winners"], seats), strict=True):
        totals = np.asarray([list(hand) for hand in match], np.float64)
        if len(totals) > 1 and winners.any() and not winners.all():
            low_wins = totals[-1, winners].mean() < totals[-1, ~winners].mean()
            yield -totals if low_wins else totals, winners


def _turning_point(rows: Columns, setting: Setting) -> Figures:
    """The part of the match after which its winners always led (they were ahead of everybody else after every later hand)."""
    found = []
    for totals, winners in _decided(rows, setting.seats):
        ahead = totals[:, winners].min(axis=1) > totals[:, ~winners].max(axis=1)
        behind = np.flatnonzero(~ahead)
        found.append((behind[-1] + 1 if len(behind) else 0) / len(totals))
    return {"": mean_share(np.minimum(found, 1.0))} if found else {}


def _drama(rows: Columns, setting: Setting) -> Figures:
    """Return the share of hands after which the winner was not in the lead, weighed by how many places behind it was (Browne's
    drama by rank).
    """
    found = []
    for totals, winners in _decided(rows, setting.seats):
        before, others = totals[:-1], ~winners
        best = before[:, winners].max(axis=1)
        found.append(float((before[:, others] > best[:, None]).mean()))
    return {"": mean_share(np.sqrt(found))} if found else {}


_CHOICE = "the branching factor of game trees, with its geometric mean (V. Allis, Searching for solutions, 1994)"
_BROWNE = "C. Browne, Automatic generation and evaluation of recombination games (2008): "

COURSE = (
    Measure(
        "decisions",
        "Decisions",
        "decisions",
        "How many choices a match takes, of all players together.",
        _BROWNE + "duration",
        "playouts",
        _decisions,
    ),
    Measure("hands", "Hands", "hands", "How many hands a match has.", _BROWNE + "duration", "playouts", _hands),
    Measure(
        "minutes",
        "Minutes",
        "minutes",
        f"How long a match takes people who need {SECONDS_A_CHOICE:g} seconds for a choice, {SECONDS_FORCED:g} if there is"
        f" none, and {SECONDS_A_DEAL:g} to shuffle and deal.",
        "an assumption about people, applied to the decisions and hands that were counted",
        "playouts",
        _minutes,
    ),
    Measure(
        "choices",
        "Choices at a decision",
        "choices",
        "How many choices there are when one must choose.",
        _CHOICE,
        "playouts",
        _choices,
    ),
    Measure(
        "forced",
        "Forced decisions",
        "share",
        "How often there is only one thing that may be done.",
        _CHOICE,
        "playouts",
        _forced,
    ),
    Measure(
        "choices_by_tenth",
        "Choices in the course of a match",
        "choices",
        "How many choices there are in each tenth of a match.",
        _CHOICE,
        "playouts",
        _course_of_choices,
    ),
    Measure(
        "lead_changes",
        "Changes of the lead",
        "changes",
        "How often the lead passes to somebody else between two hands of a match.",
        _BROWNE + "lead change",
        "playouts",
        _leads,
    ),
    Measure(
        "halftime",
        "Leaders at half-time who win",
        "share",
        "How often the player who leads after half of the hands wins the match, beside a player drawn at random.",
        _BROWNE + "decisiveness, told by halves",
        "playouts",
        _halftime,
    ),
    Measure("ties", "Ties", "share", "How many matches no side wins alone.", _BROWNE + "drawishness", "playouts", _ties),
    Measure(
        "spread",
        "Spread of results",
        "payoff",
        "By how much results of one seat vary (their standard deviation).",
        "the standard deviation",
        "playouts",
        _spread,
    ),
    Measure(
        "settled",
        "When it is settled",
        "share",
        "Which part of a match is over when its winner takes the lead for good.",
        _BROWNE + "decisiveness; by hands, since a card game shows who leads by its score",
        "matches",
        _turning_point,
    ),
    Measure(
        "drama",
        "Drama",
        "share",
        "How far behind winners were on their way: the root of the mean share of opponents ahead of them after a hand.",
        _BROWNE + "drama; by rank, as M. Goadrich counts it for card games (CardStock, 2018)",
        "matches",
        _drama,
    ),
)
