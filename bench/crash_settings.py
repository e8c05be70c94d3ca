"""What it is worth at Crash to weigh all settings of thirteen cards, and the table of what others set that they are weighed by.

    python bench/crash_settings.py [--seats 3] [--deals 20000] [--find]

Deals are dealt and set, not played: the figures are points a deal ahead of the others' mean, without the bonus, six pairs and the
state of the match. One player among others, all of one kind: who weighs, or makes the strongest hand that is left time after
time, or answers best what the others set. What the last of them wins against players who weigh is what can be won against them.

`--find` finds `LIKELY` of setting.py by fictitious play: in each round everybody answers what was set in all rounds before, the
first third of them forgotten.
"""

from __future__ import annotations

import argparse

import numpy as np

import parlour
from parlour.bots.rollouts import Floats, Ints
from parlour.games.crash.rules import HANDS, PACK, strength
from parlour.games.crash.setting import LIKELY, choose_setting, grade, triples
from parlour.kit import random_cards, rule

ROUNDS, DEALS = 12, 2000
"""Of fictitious play: how many, and how many deals each."""
STEPS = LIKELY.shape[1]


@rule
def set_greedily(t, p, plan):  # type: ignore[no-untyped-def]
    """The strongest hand there is, then the strongest of what is left."""
    sets, strengths = np.zeros(300, np.int64), np.zeros(300, np.int64)
    n, used, k = triples(t, p, 1 << 40, sets, strengths), 0, 0
    plan[:] = 0
    for i in range(n):
        if k < HANDS and sets[i] & used == 0:
            plan[k] = sets[i]
            used |= sets[i]
            k += 1


@rule
def set_deals(t, tables, weighs, found):  # type: ignore[no-untyped-def]
    """Into found[deal, seat, k] the strength of each hand set. weighs[p]: by which of the tables p weighs, -1 for greedily."""
    plan, even = np.zeros(HANDS, np.int64), np.ones(HANDS)
    for deal in range(len(found)):
        pool = PACK
        for p in range(t.seats):
            t.hand[p] = random_cards(t, pool, 13)
            pool &= ~t.hand[p]
            if weighs[p] < 0:
                set_greedily(t, p, plan)
            else:
                choose_setting(t, p, even, 0.0, t.seats - 1, tables[weighs[p]], plan)
            for k in range(HANDS):
                found[deal, p, k] = strength(t, plan[k]) if plan[k] else 0


def dealt(seats: int, deals: int, tables: list[Ints], weighs: list[int], seed: int) -> Ints:
    """Return what the seats set in a number of deals."""
    t = parlour.game("crash", seats).start(seed=seed).tables[0]
    found = np.zeros((deals, seats, HANDS), np.int64)
    set_deals(t, np.array(tables), np.array(weighs), found)
    return found


def likely(found: Ints) -> Ints:
    """The table of what was set."""
    table = np.zeros((HANDS, STEPS), np.int64)
    for k in range(HANDS):
        grades = np.sort([int(grade(int(one))) if one else 0 for one in found[:, :, k].ravel()])
        table[k] = grades[((np.arange(STEPS) + 0.5) / STEPS * len(grades)).astype(int)]
    return table


def ahead(found: Ints) -> Floats:
    """By deal the points of the first seat less the mean of the others'."""
    best = found.max(axis=1, keepdims=True)
    takes = (found == best) & (best > 0)
    points = (takes & (takes.sum(axis=1, keepdims=True) == 1)).sum(axis=2)
    return points[:, 0] - points[:, 1:].mean(axis=1)


def equilibrium(seats: int) -> Ints:
    """Return the settings at which no seat can gain much by setting otherwise."""
    met = [dealt(seats, DEALS, [LIKELY], [-1] * seats, 1)]
    for k in range(ROUNDS):
        met.append(dealt(seats, DEALS, [likely(np.concatenate(met[len(met) // 3 :]))], [0] * seats, 2 + k))
    return likely(np.concatenate(met[len(met) // 3 :]))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="What weighing all settings is worth at Crash.")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--find", action="store_true", help="compute the table again, by fictitious play")
    given = parser.parse_args()
    table, others = LIKELY, given.seats - 1
    if given.find:
        table = equilibrium(given.seats)
        print(*("(" + ", ".join(map(str, row)) + ")," for row in table), sep="\n")
    answer = likely(dealt(given.seats, given.deals, [table], [0] * given.seats, 100))
    greedy = likely(dealt(given.seats, given.deals, [table], [-1] * given.seats, 101))
    for seed, (what, weighs) in enumerate(
        {
            "weighed, among greedy players": [0] + [-1] * others,
            "weighed for greedy players, among them": [2] + [-1] * others,
            "a greedy player among those who weigh": [-1] + [0] * others,
            "a best answer among those who weigh": [1] + [0] * others,
        }.items()
    ):
        gains = ahead(dealt(given.seats, given.deals, [table, answer, greedy], weighs, 200 + seed))
        print(f"{what:<40} {gains.mean():+.3f} ± {1.96 * gains.std() / len(gains) ** 0.5:.3f} points a deal")


if __name__ == "__main__":
    main()
