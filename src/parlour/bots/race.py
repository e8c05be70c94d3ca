"""Which of some choices is best: all are tried on the same deals, the better half of them on more, until two are left.

A choice is a whole chain of picks, a capture or a meld say, where all of them can be tried; otherwise the next pick.

What a deal hides makes most of the difference between two playouts; on common deals it falls out. Sequential halving (Karnin,
Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013), and besides whoever is clearly beaten is out at once
(Maron and Moore, "Hoeffding Races", 1994, with the deviation met instead of a bound).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from .options import Option, option_of
from .rollouts import Floats, Ints
from .tree import AHEAD, ANY, SQUARES, TRIAL

CLEARLY = 4.0
"""Standard errors that one must be behind the best to be out before half of them are."""
ENOUGH = 32
"""Deals before anybody is out so early."""
WORTHWHILE = 4
"""Deals that every rival should be tried on at first."""
TRUST = 3.0
"""How much the policy is trusted: what it thinks e times as likely begins that many standard deviations of a deal ahead."""
DOUBT = 0.3
"""And so many standard errors, however many deals there are: where they cannot tell, the policy can."""


Chain = tuple[int, ...]
"""Picks, one after another."""


def _chain(row: list[int]) -> Chain:
    """The picks of a rival."""
    return tuple(code for code in row if code != ANY)


def most_rivals(iterations: int) -> int:
    """Of how many the best can be found with so many iterations, at least two."""
    n = 2
    while (n + 1) * math.ceil(math.log2(n + 1)) * WORTHWHILE <= iterations:
        n += 1
    return n


class Race:
    """rivals: int64[n, picks], the choices still in question, each ended by ANY if it is shorter. trials: for each of the trees
    that they are tried in float64[n, TRIAL]; see `tree.search`. deals: how many each of them was tried on so far. stages: how
    often half of them can be out, once at least."""

    def __init__(self, rivals: Ints, odds: Floats, trees: int) -> None:
        """odds: how likely the policy is to take each, above 0."""
        self.rivals = rivals
        self.expected = np.log(odds)
        self.trials: list[Floats] = [np.zeros((len(rivals), TRIAL)) for _ in range(trees)]
        self.deals = 0
        self.stages = max(1, math.ceil(math.log2(max(len(rivals), 1))))
        self._out: list[tuple[Chain, dict[Chain, Floats], int]] = []

    def _chains(self) -> list[Chain]:
        return [_chain(row) for row in self.rivals.tolist()]

    def settled(self, left: float) -> bool:
        """Whether only one is left; however many iterations are."""
        return len(self.rivals) < 2

    def _summed(self) -> Floats:
        return self.trials[0] if len(self.trials) == 1 else np.sum(self.trials, axis=0)

    def _order(self, summed: Floats) -> Ints:
        """The places of the rivals by how far they are ahead, the best first; what deals cannot tell the policy says."""
        deviation = math.sqrt(summed[:, SQUARES].mean() / max(self.deals, 1))
        trust = TRUST + DOUBT * math.sqrt(self.deals)
        return np.argsort(-(summed[:, AHEAD] + trust * deviation * self.expected), kind="stable")

    def halve(self) -> None:
        """The worse half is out; of two, none."""
        if len(self.rivals) > 2:
            self._keep(np.sort(self._order(self._summed())[: (len(self.rivals) + 1) // 2]))

    def drop_beaten(self) -> None:
        """Out are those clearly behind the best."""
        if self.deals < ENOUGH or len(self.rivals) < 2:
            return
        summed = self._summed()
        means = summed[:, AHEAD] / self.deals
        variances = np.maximum(summed[:, SQUARES] / self.deals - means**2, 0.0) / self.deals
        best = int(np.argmax(means))
        near = means[best] - means <= CLEARLY * np.sqrt(variances + variances[best])
        if not near.all():
            self._keep(np.flatnonzero(near))

    def _keep(self, kept: Ints) -> None:
        chains = self._chains()
        summed = dict(zip(chains, self._summed(), strict=True))
        self._out += [(chains[k], summed, self.deals) for k in set(range(len(chains))) - set(kept.tolist())]
        self.rivals, self.expected = np.ascontiguousarray(self.rivals[kept]), self.expected[kept]
        self.trials = [np.ascontiguousarray(trials[kept]) for trials in self.trials]

    def best(self) -> Chain:
        """The picks of the best choice."""
        return _chain(self.rivals[self._order(self._summed())[0]].tolist())

    def options(self, weight: float) -> list[Option]:
        """What is thought of all first picks, the best first, then those tried longest: of each what its best chain is worth.
        weight: what a payoff of 1 counts in points.

        One that is out is as far behind the best as it was on the deals that both were tried on.
        """
        summed, chains = self._summed(), self._chains()
        order = self._order(summed)
        best, deals = chains[order[0]], max(self.deals, 1)
        found: dict[int, Option] = {}
        for k in order:
            found.setdefault(chains[k][0], option_of(chains[k], self.deals, summed[k] / deals, weight))
        for chain, then, tried in reversed(self._out):
            behind = (then[best] - then[chain]) / tried
            found.setdefault(chain[0], option_of(chain, tried, summed[order[0]] / deals - behind, weight))
        return list(found.values())


class Leaning:
    """The same where others do not see what is chosen: which choice the trees lean to by their bounds, one iteration to a deal.

    root: what was tried below their roots so far: code, visits, sums of CHANGE and FINAL.
    """

    stages = 1

    def __init__(self, root: Callable[[], list[tuple[int, int, float, float]]], trees: int) -> None:
        self.rivals = np.array([[ANY]])
        self.trials: list[Floats] = [np.zeros((1, TRIAL)) for _ in range(trees)]
        self.deals, self._root = 0, root

    def settled(self, left: float) -> bool:
        """Whether so many more iterations cannot change the choice."""
        visits = sorted((option.visits for option in self.options(1.0)), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left

    def halve(self) -> None:
        """Nobody is out."""

    drop_beaten = halve

    def best(self) -> Chain:
        """The best pick."""
        return (self.options(1.0)[0].code,)

    def options(self, weight: float) -> list[Option]:
        """What is thought of all that was tried, the best first, then those tried most. weight: see `Race.options`.

        The best is one tried at least half as often as the one tried most: what the policy expected brings tries, not worth.
        """
        sums: dict[int, Floats] = {}
        for code, visits, change, final in self._root():
            sums[code] = sums.get(code, np.zeros(3)) + np.array([visits, change, final])
        found = [option_of((code,), int(whole[0]), whole[1:] / whole[0], weight) for code, whole in sums.items()]
        most = max((option.visits for option in found), default=0)
        return sorted(found, key=lambda o: (2 * o.visits < most, -o.worth if 2 * o.visits >= most else -o.visits))
