"""The most cards that can go down at Machiavelli: our search against integer programming (HiGHS), on random tables.

    python bench/machiavelli_most.py [-n 1000 --seed 1]

A table is melds thrown together out of two packs, from none to some sixty cards; a hand is thirteen of the others. The
programme has a variable for every meld that the cards allow, how often it is laid (0 to 2), and a row for every card: at least as
often as it lies on the table, at most as often as it is there or held. It is built before the clock runs; times are processor
time, of which only the solver's call counts for it. The solver is that of SciPy's `milp`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.games.machiavelli.most import most_with
from parlour.kit.melds import runs_of, sets_of
from parlour.kit.splits import NOTHING_FIXED

ORDER = "2 3 4 5 6 7 8 9 10 J Q K A"
MELDS = sets_of(ORDER) + runs_of("A " + ORDER)
MOST_ON_TABLE, HELD = 60, 13


@dataclass(frozen=True)
class Situation:
    """The numbers of each card that lie on the table, and that are held."""

    table: np.ndarray[tuple[int], np.dtype[np.int64]]
    hand: np.ndarray[tuple[int], np.dtype[np.int64]]


def situation(rng: random.Random, on_table: int = MOST_ON_TABLE, held: int = HELD) -> Situation:
    """Melds that have room in two packs, and a hand of what they leave."""
    table, wanted = np.zeros(52, np.int64), rng.randrange(on_table)
    while table.sum() < wanted:
        meld = list(rng.choice(MELDS))
        if (table[meld] < 2).all():
            table[meld] += 1
    left = [card for card in range(52) for _ in range(2 - table[card])]
    return Situation(table, np.bincount(rng.sample(left, held), minlength=52))


def planes(cards: np.ndarray[tuple[int], np.dtype[np.int64]]) -> tuple[int, int]:
    """The kinds there are, and those that are there twice."""
    return sum(1 << int(c) for c in np.flatnonzero(cards)), sum(1 << int(c) for c in np.flatnonzero(cards == 2))


def ours(case: Situation) -> tuple[int, float]:
    """Return how many cards go down, and the seconds that it took."""
    most, table, hand = np.zeros(2, np.int64), planes(case.table), planes(case.hand)
    began = time.process_time()
    found = most_with(*table, *hand, NOTHING_FIXED, most)
    return int(found), time.process_time() - began


def programme(case: Situation) -> tuple[Any, ...]:
    """Return the arguments for `milp`: the cost of a meld, bounds on the cards, bounds on the melds."""
    from scipy.optimize import Bounds, LinearConstraint
    from scipy.sparse import csc_array

    both = case.table + case.hand
    melds = [meld for meld in MELDS if all(both[card] for card in meld)]
    rows = np.zeros((52, len(melds)))
    for column, meld in enumerate(melds):
        rows[list(meld), column] = 1
    return -rows.sum(axis=0), LinearConstraint(csc_array(rows), case.table, both), Bounds(0, 2)


def integer(case: Situation) -> tuple[int, float]:
    """Return the most cards that can go down, and the seconds it took, by integer programming."""
    from scipy.optimize import milp

    cost, cards, melds = programme(case)
    if not len(cost):
        return 0, 0.0
    began = time.process_time()
    result = milp(cost, constraints=cards, bounds=melds, integrality=np.ones(len(cost)))
    seconds = time.process_time() - began
    assert result.status == 0, result.message
    return round(-result.fun) - int(case.table.sum()), seconds


def main() -> None:
    """Compare and time; exit with status 1 if they differ."""
    parser = argparse.ArgumentParser(description="The most cards that go down at Machiavelli, against integer programming.")
    parser.add_argument("-n", type=int, default=1000, help="tables (1000)")
    parser.add_argument("--seed", type=int, default=1, help="(1)")
    given = parser.parse_args()
    rng = random.Random(given.seed)
    cases = [situation(rng) for _ in range(given.n)]
    ours(cases[0])  # compiled before the clock runs
    answers, theirs = [ours(case) for case in cases], [integer(case) for case in cases]
    wrong = sum(a[0] != b[0] for a, b in zip(answers, theirs, strict=True))
    print(f"{given.n} tables, {wrong} answers differ; {statistics.fmean(a[0] for a in answers):.2f} cards go down on average")
    for name, found in (("ours", answers), ("HiGHS", theirs)):
        seconds = sorted(s for _, s in found)
        print(
            f"{name:<6} mean {statistics.fmean(seconds) * 1e6:9.1f} µs, median {statistics.median(seconds) * 1e6:9.1f} µs,"
            f" slowest {seconds[-1] * 1e6:9.1f} µs"
        )
    print(f"{sum(s for _, s in theirs) / sum(s for _, s in answers):.0f} times as fast")
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
