"""Find the best of some choices: all are tried on the same deals, the better half of them on more, until two are left.

A choice is a whole chain of picks, a capture or a meld say, if all of them can be tried; otherwise the next pick.

Hidden cards make most of the difference between two playouts; on common deals this cancels out. Sequential halving (Karnin, Koren
and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013), and besides a choice that is clearly beaten is out at once
(Maron and Moore, "Hoeffding Races", 1994, with the deviation met instead of a bound).

The elimination is compiled, so that a race for a number of iterations runs without Python (see `tree.search`); with a time limit,
or with several trees, Python goes from batch to batch (see `search`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from parlour.kit import rule

from .options import Option, option_of
from .rollouts import CHANGE, FINAL, Floats, Ints

ANY = -1
"""In place of a rival's pick: whichever has the best bound."""
LATEST, AHEAD, SQUARES, EXPECTED, TRIAL = range(2, 7)
"""The columns of a rival's trials after the sums of CHANGE and FINAL: its worth on the latest deal, sums of how far it was ahead
of all rivals on average, and of the squares of that, and the logarithm of how likely the policy is to take it."""
TRIED = 2
"""The column of a rival that is out, after its CHANGE and FINAL: on how many deals it was tried."""
LONGEST = 16
"""The most picks of a chain that is thought about as one choice."""
BATCH = 256
"""Iterations after which beaten choices are looked for again, if the budget is a number of iterations."""
PATIENCE = 0.25
"""The share of the budget before which no choice counts as clearly beaten: the tree is only learning what follows a choice."""
CLEARLY = 4.0
"""Standard errors that one must be behind the best to be out before half of them are."""
ENOUGH = 32
"""Deals before any choice can be out so early."""
WORTHWHILE = 4
"""Deals that every rival should be tried on at first."""
TRUST = 3.0
"""Trust in the policy: a choice that it thinks e times as likely begins that many standard deviations of a deal
ahead."""
OTHER_SEEDS = 2.5
"""By how many times the differences between searches with other seeds exceed what the deals of one of them explain: each has
learned another tree, and has chosen its best on these deals. See docs/decisions/0477-hints-in-words.md."""
DOUBT = 0.3
"""And this many standard errors, for any number of deals: if the deals cannot decide, the policy does."""

RIVALS, RUNNING, DEALS, DONE, STAGE, ITERATIONS, HALF, GOES_ON, FIGURES = range(9)
"""Figures of a field: how many rivals there were and are still in question, how many deals each of these was tried on, how many
iterations that took, how often half of them are out already, the budget of iterations if the chain is complete after any rival,
the same if more picks may follow, and whether they may."""


class Field(NamedTuple):
    """Those in a race, in arrays with room for the most that there may be."""

    rivals: Ints  # [most, LONGEST or more] the picks of each, ended by ANY
    trials: Floats  # [most, TRIAL]
    running: Ints  # [most] first the places of those still in question, ascending; after them those out, the last to go first
    figures: Ints  # [FIGURES]
    then: Floats  # [rivals, rivals, 3] for each of those out, what it and all still in question had come to; or [0, 0, 3]


Chain = tuple[int, ...]
"""Picks, one after another."""


def field_for(iterations: int, half: int = 0) -> Field:
    """Return an empty field. iterations, half: see ITERATIONS, HALF."""
    field = _blank(int(most_rivals(iterations)))
    field.figures[ITERATIONS], field.figures[HALF] = iterations, half
    return field


def field_of(rivals: Sequence[Chain], odds: Sequence[float]) -> Field:
    """A field of these rivals, at least one. odds: how likely the policy is to take each, above 0."""
    field = _blank(len(rivals), max(LONGEST, *map(len, rivals)))
    field.rivals[:] = ANY
    for k, chain in enumerate(rivals):
        field.rivals[k, : len(chain)] = chain
    field.trials[:, EXPECTED] = np.log(odds)
    set_out(field, len(rivals))
    return field


def _blank(most: int, picks: int = LONGEST) -> Field:
    return Field(
        rivals=np.empty((most, picks), np.int64),
        trials=np.zeros((most, TRIAL)),
        running=np.empty(most, np.int64),
        figures=np.zeros(FIGURES, np.int64),
        then=np.empty((0, 0, 3)),
    )


@rule
def stages_for(rivals):
    """Return how often half of this many rivals can be out, at least once."""
    stages = 1
    while 1 << stages < rivals:
        stages += 1
    return stages


@rule
def most_rivals(iterations):
    """Return among how many rivals the best can be found with this many iterations, at least two."""
    n = 2
    while (n + 1) * stages_for(n + 1) * WORTHWHILE <= iterations:
        n += 1
    return n


@rule
def set_out(field, rivals):
    """Begin the race with all rivals in question."""
    field.figures[RIVALS] = field.figures[RUNNING] = rivals
    for k in range(rivals):
        field.running[k] = k


@rule
def next_batch(field):
    """Return on how many deals the remaining rivals are tried before some are eliminated again, 0 if the race is over."""
    figures = field.figures
    iterations, stages = figures[ITERATIONS], stages_for(figures[RIVALS])
    if figures[DONE] >= PATIENCE * iterations:
        drop_beaten(field)
    while figures[STAGE] < stages:
        n, left = figures[RUNNING], iterations * (figures[STAGE] + 1) // stages - figures[DONE]
        if n > 1 and (figures[DONE] == 0 or n <= left):
            deals = min(max(BATCH // n, 1), max(left // n, 1))
            figures[DONE] += deals * n
            figures[DEALS] += deals
            return deals
        halve(field)
    return 0


@rule(inline=True)
def compare_trials(field):
    """Compute how much better or worse each rival did on this deal than all of them on average."""
    trials, n, mean = field.trials, field.figures[RUNNING], 0.0
    for i in range(n):
        mean += trials[field.running[i], LATEST] / n
    for i in range(n):
        k = field.running[i]
        trials[k, AHEAD] += trials[k, LATEST] - mean
        trials[k, SQUARES] += (trials[k, LATEST] - mean) ** 2


@rule
def trust_in_policy(field):
    """Return the head start of a rival that the policy thinks e times as likely: if the deals cannot decide, the policy does."""
    n, deals, squares = field.figures[RUNNING], max(field.figures[DEALS], 1), 0.0
    for i in range(n):
        squares += field.trials[field.running[i], SQUARES]
    return (TRUST + DOUBT * math.sqrt(field.figures[DEALS])) * math.sqrt(squares / n / deals)


@rule
def best_of(field):
    """Return the place of the rival that is furthest ahead, the first of equals; -1 if there is none."""
    if field.figures[RUNNING] == 0:
        return -1
    trust, best, most = trust_in_policy(field), -1, -math.inf
    for i in range(field.figures[RUNNING]):
        k = field.running[i]
        ahead = field.trials[k, AHEAD] + trust * field.trials[k, EXPECTED]
        if best < 0 or ahead > most:
            best, most = k, ahead
    return best


@rule
def halve(field):
    """The worse half is out, the worst first, of equals the last; of two, none."""
    figures, running = field.figures, field.running
    figures[STAGE] += 1
    if figures[RUNNING] < 3:
        return
    trust, goal = trust_in_policy(field), (figures[RUNNING] + 1) // 2
    while figures[RUNNING] > goal:
        worst, least = 0, math.inf
        for i in range(figures[RUNNING]):
            ahead = field.trials[running[i], AHEAD] + trust * field.trials[running[i], EXPECTED]
            if ahead <= least:
                worst, least = i, ahead
        drop(field, worst)


@rule
def drop_beaten(field):
    """Out are those clearly behind the best."""
    n, deals, running, trials = field.figures[RUNNING], field.figures[DEALS], field.running, field.trials
    if deals < ENOUGH or n < 2:
        return
    best = running[0]
    for i in range(n):
        if trials[running[i], AHEAD] > trials[best, AHEAD]:
            best = running[i]
    for i in range(n - 1, -1, -1):
        k = running[i]
        doubt = math.sqrt(doubt_of(trials[k], deals) + doubt_of(trials[best], deals))
        if trials[best, AHEAD] / deals - trials[k, AHEAD] / deals > CLEARLY * doubt:
            drop(field, i)


@rule
def doubt_of(trial, deals):
    """Return the variance of a rival's average lead."""
    return max(trial[SQUARES] / deals - (trial[AHEAD] / deals) ** 2, 0.0) / deals


@rule
def drop(field, i):
    """Take the rival at this place out of those in question, and remember its standing."""
    running, figures = field.running, field.figures
    k = running[i]
    if len(field.then):
        for j in range(figures[RUNNING]):
            field.then[k, running[j], CHANGE] = field.trials[running[j], CHANGE]
            field.then[k, running[j], FINAL] = field.trials[running[j], FINAL]
            field.then[k, running[j], TRIED] = figures[DEALS]
    figures[RUNNING] -= 1
    for j in range(i, figures[RUNNING]):
        running[j] = running[j + 1]
    running[figures[RUNNING]] = k


class Race:
    """A race in one tree or in several side by side. fields: for each of them, with trials of its own; all else they share."""

    def __init__(self, field: Field, trees: int = 1) -> None:
        self.fields = [field, *(field._replace(trials=np.zeros_like(field.trials)) for _ in range(trees - 1))]

    @property
    def rivals(self) -> int:
        """Number of rivals at the start."""
        return int(self.fields[0].figures[RIVALS])

    @property
    def running(self) -> int:
        """Number of rivals still in question."""
        return int(self.fields[0].figures[RUNNING])

    @property
    def deals(self) -> int:
        """Number of deals on which each of these was tried so far."""
        return int(self.fields[0].figures[DEALS])

    @property
    def stages(self) -> int:
        """Number of times that half of them can be out."""
        return int(stages_for(self.rivals))

    @property
    def goes_on(self) -> bool:
        """Whether more picks may follow."""
        return bool(self.fields[0].figures[GOES_ON])

    @property
    def whole(self) -> Field:
        """The field with what was found in all trees."""
        if len(self.fields) == 1:
            return self.fields[0]
        return self.fields[0]._replace(trials=np.sum([field.trials for field in self.fields], axis=0))

    def remember(self) -> None:
        """Remember from now on the standing of those that go out, for `options`."""
        then = np.empty((self.rivals, self.rivals, 3))
        self.fields = [field._replace(then=then) for field in self.fields]

    def tried(self, deals: int) -> None:
        """Select choices in all trees, on this many deals each."""
        self.fields[0].figures[DEALS] += deals * len(self.fields)

    def settled(self, left: float) -> bool:
        """Whether only one is left; however many iterations are."""
        return self.running < 2

    def halve(self) -> None:
        """The worse half is out."""
        halve(self.whole)

    def drop_beaten(self) -> None:
        """Out are those clearly behind the best."""
        drop_beaten(self.whole)

    def best(self) -> Chain:
        """The picks of the best choice; none if there is nothing to choose."""
        return self.chain(int(best_of(self.whole)))

    def chain(self, place: int) -> Chain:
        """The picks of the rival at this place; none for -1."""
        return tuple(takewhile(ANY.__ne__, self.fields[0].rivals[place].tolist())) if place >= 0 else ()

    def options(self, weights: Floats) -> list[Option]:
        """Return the options of all first picks, the best first, then those tried longest: each with the worth of its best chain.
        Those that went out before `remember` are left out. weights: what CHANGE and FINAL count.

        One that is out is as far behind the best as it was on the deals that both were tried on.
        """
        field, deals, found = self.whole, max(self.deals, 1), dict[int, Option]()
        trust, still = trust_in_policy(field), field.running[: self.running]
        ahead = field.trials[still, AHEAD] + trust * field.trials[still, EXPECTED]
        order = still[np.argsort(-ahead, kind="stable")].tolist()
        best = order[0]
        for k in order:
            chain, doubt = self.chain(k), self._doubt(field, k, best, self.deals)
            found.setdefault(chain[0], option_of(chain, self.deals, field.trials[k, :2] / deals, weights, doubt))
        for k in field.running[self.running : self.rivals].tolist() if len(field.then) else []:
            chain, tried = self.chain(k), int(field.then[k, k, TRIED])
            behind = (field.then[k, best, :2] - field.then[k, k, :2]) / tried
            doubt = self._doubt(field, k, best, tried)
            found.setdefault(chain[0], option_of(chain, tried, field.trials[best, :2] / deals - behind, weights, doubt))
        return list(found.values())

    def _doubt(self, field: Field, place: int, best: int, tried: int) -> float:
        """The variance of how far a rival that was tried on this many deals is behind the best, for searches of any seed."""
        deals = doubt_of(field.trials[place], max(tried, 1)) + doubt_of(field.trials[best], max(self.deals, 1))
        return float(OTHER_SEEDS**2 * deals)


class Leaning(Race):
    """A race if others do not see the choice: the trees select a choice by their bounds, one iteration per deal.

    root: what was tried below their roots so far: code, visits, sums of CHANGE and FINAL. weights: what these count.
    """

    def __init__(
        self,
        root: Callable[[], list[tuple[int, int, float, float]]],
        weights: Callable[[], Floats],
        trees: int,
        goes_on: bool = False,
    ) -> None:
        field = field_of([(ANY,)], [1.0])
        field.figures[GOES_ON] = goes_on
        super().__init__(field, trees)
        self._root, self._weights = root, weights

    def settled(self, left: float) -> bool:
        """Whether this many more iterations cannot change the choice."""
        visits = sorted((option.visits for option in self.options(self._weights())), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left

    def best(self) -> Chain:
        """The best pick."""
        return (self.options(self._weights())[0].code,)

    def options(self, weights: Floats) -> list[Option]:
        """Return the options of all choices that were tried, the best first, then those tried most. weights: see `Race.options`.

        The best is one tried at least half as often as the one tried most: what the policy expected brings tries, not worth.
        """
        sums: dict[int, Floats] = {}
        for code, visits, change, final in self._root():
            sums[code] = sums.get(code, np.zeros(3)) + np.array([visits, change, final])
        found = [option_of((code,), int(whole[0]), whole[1:] / whole[0], weights) for code, whole in sums.items()]
        most = max((option.visits for option in found), default=0)
        return sorted(found, key=lambda o: (2 * o.visits < most, -o.worth if 2 * o.visits >= most else -o.visits))
