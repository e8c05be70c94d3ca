"""Coverage of every printed figure: on data whose truth is known, 95 % intervals hold it about 95 times of 100.

TRUTHS has made-up rows for each measure; a new measure without any fails the first test. Shares of few matches are counted with
four imagined ones, and best seats and bounds with intervals for the worst case: these may hold the truth more often.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from parlour.lab.measures import BY_NAME, Setting
from parlour.lab.measures.base import Column
from parlour.lab.measures.thought import decisions_that_matter

Rows = dict[str, Column]
Truth = dict[str, float]
Draw = np.random.Generator
SEATS = 4
MANY = Setting("made up", SEATS, ("easy", "fair"), seed=1)
TWO = Setting("made up", 2, ("easy", "fair"), seed=1)
PAIR = "fair against easy"
SIZES = np.arange(1, 7)
"""Numbers of choices at a decision, all as likely."""
WON = 0.75
"""Matches that the better of two players wins; the binomial distribution shows who is ahead after 9."""


def course(draw: Draw, n: int) -> tuple[Rows, Truth]:
    """Matches of any length, each decision with a number of choices drawn from SIZES."""
    counts = draw.poisson(5, (n, 10)) + 1
    sums, logs, forced = np.zeros((n, 10)), np.zeros(n), np.zeros(n, np.int64)
    for tenth in range(10):
        each = draw.multinomial(counts[:, tenth], np.full(len(SIZES), 1 / len(SIZES)))
        sums[:, tenth] = each @ SIZES
        logs += each @ np.log(SIZES)
        forced += each[:, 0]
    hands = draw.poisson(3, n) + 2
    rows = {"decisions": counts.sum(axis=1), "forced": forced, "hands": hands, "choices_sum": sums.sum(axis=1)}
    rows |= {"choices_log": logs, "choices_by_tenth": sums, "count_by_tenth": counts, "lead_changes": draw.poisson(1.2, n)}
    return rows, {}


def seats(draw: Draw, n: int, best: float = 0.4) -> Rows:
    """Matches of which the seat left of the dealer wins more than its share."""
    dealer = draw.integers(0, SEATS, n)
    place = draw.choice(SEATS, n, p=[(1 - best) / 3, best, (1 - best) / 3, (1 - best) / 3])
    return {"winners": 1 << (dealer + place) % SEATS, "dealer": dealer, "first_seat": (dealer + 1) % SEATS}


def halftime(draw: Draw, n: int) -> Rows:
    """One player leads and wins 60 % of matches, otherwise one of the others."""
    leader = draw.integers(0, SEATS, n)
    winner = np.where(draw.random(n) < 0.6, leader, (leader + draw.integers(1, SEATS, n)) % SEATS)
    return {"halftime_leaders": 1 << leader, "winners": 1 << winner}


def ties(draw: Draw, n: int) -> Rows:
    """Two of four win one match in five."""
    return {"winners": np.where(draw.random(n) < 0.2, 0b0011, 0b0100)}


def leads(draw: Draw, n: int) -> Rows:
    """Matches of four hands, which the winner leads for good after none to three of them."""
    hands = np.empty(n, object)
    hands[:] = [[[0, 5]] * int(k) + [[9, 5]] * (4 - int(k)) for k in draw.integers(0, 4, n)]
    return {"winners": np.full(n, 1), "scores_by_hand": hands}


def duels(draw: Draw, n: int) -> Rows:
    """Deals for two in both seatings; the better player wins WON of all matches."""
    better = draw.random((n, 2)) < WON
    payoff = np.where(better[:, :, None], [[-1.0, 1.0], [1.0, -1.0]], [[1.0, -1.0], [-1.0, 1.0]]).reshape(-1, 2)
    rows = {"match": np.repeat(np.arange(n), 2), "seating": np.tile([0, 1], n), "players": np.tile([[0, 1], [1, 0]], (n, 1))}
    return rows | {"payoff": payoff, "winners": np.where(payoff[:, 0] > 0, 1, 2)}


def looks(draw: Draw, n: int) -> Rows:
    """Matches of 30 decisions, a third of which gain 1; a look is off by 0.2."""
    size = 30 * n
    index = np.arange(size) % 30
    gain = np.where(draw.random(size) < 1 / 3, 1.0, 0.0)
    first, again = (np.stack([gain, np.zeros(size)], axis=1) + draw.normal(0, 0.2, (size, 2)) for _ in range(2))
    order = np.argsort(-first, axis=1)
    best, second = np.take_along_axis(first, order, axis=1).T
    best_again, second_again = np.take_along_axis(again, order, axis=1).T
    rows = {"match": np.arange(size) // 30, "index": index, "of": np.full(size, 30), "menu": np.where(index == 0, 1, 4)}
    return rows | {"best": best, "second": second, "best_again": best_again, "second_again": second_again}


@cache
def matter() -> float:
    """The share of free decisions that matter in a very long study of `looks`."""
    rows = looks(np.random.default_rng(0), 20_000)
    return float(decisions_that_matter(rows)[rows["menu"] > 1].mean())


def parts(value: float, *names: str) -> Truth:
    return dict.fromkeys(names or ("",), value)


def tenths(value: float) -> Truth:
    return parts(value, *map(str, range(1, 11)))


PLACES = {"0": -0.2, "1": 0.6, "2": -0.2, "3": -0.2}
EDGE = (2 * WON - 1) ** 2
TRUTHS: dict[str, tuple[Callable[[Draw, int], Rows], Setting, Callable[[], Truth]]] = {
    "decisions": (lambda draw, n: course(draw, n)[0], MANY, lambda: parts(60.0)),
    "hands": (lambda draw, n: course(draw, n)[0], MANY, lambda: parts(5.0)),
    "minutes": (lambda draw, n: course(draw, n)[0], MANY, lambda: parts((50 * 5.0 + 10 * 2.0 + 5 * 30.0) / 60)),
    "choices": (
        lambda draw, n: course(draw, n)[0],
        MANY,
        lambda: {"mean": 3.5, "geometric": math.exp(float(np.log(SIZES).mean()))},
    ),
    "forced": (lambda draw, n: course(draw, n)[0], MANY, lambda: parts(1 / 6)),
    "choices_by_tenth": (lambda draw, n: course(draw, n)[0], MANY, lambda: tenths(3.5)),
    "lead_changes": (lambda draw, n: course(draw, n)[0], MANY, lambda: parts(1.2)),
    "halftime": (halftime, MANY, lambda: parts(0.6)),
    "ties": (ties, MANY, lambda: parts(0.2)),
    "spread": (lambda draw, n: {"payoff": draw.normal(0, 2.0, (n, SEATS))}, MANY, lambda: parts(2.0)),
    "settled": (leads, TWO, lambda: parts(0.375)),
    "drama": (leads, TWO, lambda: parts(float(np.sqrt(np.arange(4) / 3).mean()))),
    "places": (seats, MANY, lambda: PLACES),
    "turns": (seats, MANY, lambda: {"dealer": -0.2, "first": 0.6}),
    "seat": (seats, MANY, lambda: parts(0.6)),
    "evenness": (seats, MANY, lambda: parts(0.8)),
    "skill": (duels, TWO, lambda: parts(2 * WON - 1, PAIR)),
    "wins": (duels, TWO, lambda: {PAIR: WON, f"{PAIR}, by lot": 0.5}),
    "lead": (duels, TWO, lambda: parts(9.0, PAIR)),
    "elo": (duels, TWO, lambda: parts(400 * math.log10(WON / (1 - WON)), "fair")),
    "elo_spread": (duels, TWO, lambda: parts(400 * math.log10(WON / (1 - WON)))),
    "both_sides": (duels, TWO, lambda: parts(WON**2, PAIR)),
    "variance": (duels, TWO, lambda: {"player": EDGE, "rest": 1 - EDGE}),
    "matters": (looks, TWO, lambda: {"all": matter() * 29 / 30, "free": matter()}),
    "matters_by_tenth": (looks, TWO, lambda: parts(matter(), *map(str, range(2, 11)))),
}
SLOW = {"lead": 40, "variance": 60, "elo": 150, "elo_spread": 150, "matters_by_tenth": 200}
"""Tries of measures that draw again and again."""
TRIES = 400


def test_every_measure_has_data_with_a_known_truth() -> None:
    assert set(TRUTHS) == set(BY_NAME), "a measure is printed whose interval nobody has tried: give it rows and a truth in TRUTHS"


def tried(name: str, n: int, tries: int) -> dict[str, float]:
    """By part, the share of intervals that hold the truth."""
    rows, setting, truth = TRUTHS[name]
    draw, held = np.random.default_rng(n), dict.fromkeys(truth(), 0)
    for _ in range(tries):
        figures = BY_NAME[name](rows(draw, n), setting)
        for part, value in truth().items():
            figure = figures.get(part)
            held[part] += figure is None or not figure.known or figure.low - 1e-9 <= value <= figure.high + 1e-9
    return {part: number / tries for part, number in held.items()}


@pytest.mark.parametrize("name", [name for name in TRUTHS if name not in SLOW])
def test_intervals_hold_the_truth(name: str) -> None:
    """Forty tries: enough to notice an interval that holds it half of the time."""
    found = tried(name, 40, 40)
    assert min(found.values()) >= 0.8, found


@pytest.mark.soak
@pytest.mark.parametrize("n", [20, 300])
@pytest.mark.parametrize("name", TRUTHS)
def test_coverage(name: str, n: int) -> None:
    """95 ± 2 %, and what chance adds to that in so many tries; more for intervals that are safe on purpose."""
    tries = SLOW.get(name, TRIES)
    found = tried(name, n, tries)
    slack = 0.02 + 2.5 * math.sqrt(0.95 * 0.05 / tries)
    assert min(found.values()) >= 0.95 - slack, found
