"""Compare what a learned answer wins at I Doubt It from the hand-made rates and, in the same way, from the strategy of nerve:

    python bench/doubt_answers.py [--strategy FILE] [--batches 40] [--deals 5000]

One seat learns in the situations that `nerve.py` distinguishes, while all others keep to the policy of rollouts or to the
strategy. A match is too long for the trainer's tree against a player who has no strategy, so here the seat tries its ways at
choices along one line of play, each to the end of the match. The rates are those of rollouts, with whims; and those with the
doubts that the search has, which knows no whims, while cards are laid by the rates.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import parlour
from parlour.bots.arena import margin
from parlour.bots.base import workspace_for
from parlour.bots.heuristics import sift
from parlour.bots.nerve.exploit import MEASURED
from parlour.bots.nerve.files import read_strategy, strategy_of
from parlour.bots.nerve.infosets import FULL, InfoSets, blank_infosets, drawn_way, match_regrets, row_of
from parlour.bots.nerve.rooms import WAYS, phases_of_nerve, situation, ways
from parlour.bots.nerve.training import infosets_of
from parlour.bots.rollouts import begin_next, usual
from parlour.engine.dispatch import choices, play
from parlour.engine.steps import settle, step
from parlour.games.i_doubt_it.rules import DOUBT
from parlour.kit import NOBODY, random_unit, rule

GAME, ROWS, SITUATIONS = "i_doubt_it", 1 << 12, 64
TRIED = 0.25
"""Share of its choices at which the learner tries all ways."""
STRAYS = 0.1
"""Share of its other choices at which it strays, so that all situations are met."""
MATCHES = 300
"""Of a batch, each with every seat as the learner."""
RATES, STEADY, OTHERS, HERO = range(4)


class Traversal(NamedTuple):
    """Everything that a match is played on."""

    tables: Any  # record array [2]: the line of play, a try
    nerve: Any  # int64[128] 1 for phases of nerve
    kinds: Any  # int64[seats] who plays by what
    codes: Any  # int64[2, WAYS]
    odds: Any  # float64[2, WAYS]
    decided: Any  # int64[2, seats, SITUATIONS] the way that is kept to in this match, -1 if there is none
    worths: Any  # float64[WAYS]


def traversal_for(game: parlour.Game) -> Traversal:
    """Return the workspace for a game."""
    nerve, seats = np.zeros(128, np.int64), game.room.Table.seats_range[1]
    nerve[list(phases_of_nerve(game.room))] = 1
    return Traversal(
        tables=game.room.Table.blank(2),
        nerve=nerve,
        kinds=np.zeros(seats, np.int64),
        codes=np.zeros((2, WAYS), np.int64),
        odds=np.zeros((2, WAYS)),
        decided=np.zeros((2, seats, SITUATIONS), np.int64),
        worths=np.zeros(WAYS),
    )


@rule
def deal(run, traversal, seed, match, hero, kind, others):  # type: ignore[no-untyped-def]
    """A match is dealt; the hero is of one kind, all others of another."""
    begin_next(run, seed, match)
    step(run[0], seed, match)
    traversal.tables[0] = run[0]
    traversal.decided[0] = -1
    traversal.kinds[:] = others
    traversal.kinds[hero] = kind


@rule
def play_on(work, traversal, infosets, others, hero, i):  # type: ignore[no-untyped-def]
    """Play table i to the end of its match, or to a new choice of the hero's: then its row, otherwise FULL. No hero is
    asked for as NOBODY."""
    t, codes, odds, decided = traversal.tables[i], traversal.codes[i], traversal.odds[i], traversal.decided[i]
    while True:
        settle(t)
        if t.over or t.turn == NOBODY:
            return FULL
        p = t.turn
        n = choices(t, work.menu)
        if traversal.nerve[t.phase] == 0 or traversal.kinds[p] < OTHERS:
            sure = traversal.kinds[p] == STEADY and t.phase == DOUBT
            play(t, work.menu[0] if sure and sift(t, work.menu, n) == 1 else usual(t, work.menu, n, work))
            continue
        ways(t, work.menu, n, codes)
        key = situation(t)
        way = decided[p, key]
        if way < 0 or codes[way] < 0:
            row = FULL
            if (codes >= 0).sum() > 1:
                row = row_of(infosets if traversal.kinds[p] == HERO else others, key, p == hero)
            if row == FULL:
                odds[:] = 1.0 / (codes >= 0).sum()
            else:
                match_regrets((infosets if traversal.kinds[p] == HERO else others).regrets[row], codes, odds)
                if p == hero:
                    return row
            way = drawn_way(codes, odds, random_unit(t))
            decided[p, key] = way
        play(t, codes[way])


@rule
def try_ways(work, traversal, infosets, others, hero, row, key, weight):  # type: ignore[no-untyped-def]
    """Play the match to its end by each of the hero's ways, and note what each would have won more."""
    codes, odds, worths, whole = traversal.codes[0], traversal.odds[0], traversal.worths, 0.0
    infosets.visits[row] += 1
    for k in range(WAYS):
        if codes[k] >= 0:
            traversal.tables[1] = traversal.tables[0]
            traversal.decided[1] = traversal.decided[0]
            traversal.decided[1, hero, key] = k
            play(traversal.tables[1], codes[k])
            play_on(work, traversal, infosets, others, NOBODY, 1)
            worths[k] = traversal.tables[1].payoff[hero]
            whole += odds[k] * worths[k]
    for k in range(WAYS):
        if codes[k] >= 0:
            infosets.regrets[row, k] += weight * (worths[k] - whole)


@rule
def learn(run, work, traversal, infosets, others, kind, seed, match, weight):  # type: ignore[no-untyped-def]
    """A batch of matches; all but the learner are of this kind."""
    for i in range(MATCHES):
        for hero in range(run[1].seats):
            deal(run, traversal, seed, match + i, hero, HERO, kind)
            t = traversal.tables[0]
            while True:
                row = play_on(work, traversal, infosets, others, hero, 0)
                if row == FULL:
                    break
                key = situation(t)
                if random_unit(t) < TRIED:
                    try_ways(work, traversal, infosets, others, hero, row, key, weight)
                elif random_unit(t) < STRAYS:
                    there = (traversal.codes[0] >= 0).sum()
                    for k in range(WAYS):
                        traversal.odds[0, k] = 1.0 / there if traversal.codes[0, k] >= 0 else 0.0
                way = drawn_way(traversal.codes[0], traversal.odds[0], random_unit(t))
                traversal.decided[0, hero, key] = way
                play(t, traversal.codes[0, way])


@rule
def measure(run, work, traversal, infosets, others, kind, against, seed, results):  # type: ignore[no-untyped-def]
    """Measure what one seat of a kind wins against others, the mean over all seats, match by match."""
    for i in range(len(results)):
        results[i] = 0.0
        for hero in range(run[1].seats):
            deal(run, traversal, seed, MEASURED + i, hero, kind, against)
            play_on(work, traversal, infosets, others, NOBODY, 0)
            results[i] += traversal.tables[0].payoff[hero] / run[1].seats


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--strategy", help="a file of parlour train --nerve -o, instead of the room's own")
    parser.add_argument("--batches", type=int, default=40, help=f"batches of {MATCHES} matches that an answer learns from (40)")
    parser.add_argument("--deals", type=int, default=5000, help="matches measured, each with the answer in every seat (5000)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = parlour.game(GAME, given.seats)
    work, traversal, run = workspace_for(game), traversal_for(game), game.blank(2)
    strategy = read_strategy(Path(given.strategy)) if given.strategy else strategy_of(game.room)
    others = blank_infosets(ROWS) if strategy is None else infosets_of(strategy, ROWS)

    def figure(infosets: InfoSets, kind: int, against: int) -> str:
        results = np.zeros(given.deals)
        measure(run, work, traversal, infosets, others, kind, against, given.seed, results)
        return f"{results.mean():+.3f} ± {margin(results.tolist()):.3f} a match"

    for kind, name in ((RATES, "the rates"), (STEADY, "the rates without whims"), (OTHERS, "the strategy")):
        if kind != OTHERS or strategy is not None:
            answer = blank_infosets(ROWS)
            for batch in range(given.batches):
                learn(run, work, traversal, answer, others, kind, given.seed, MATCHES * batch, batch + 1.0)
            print(f"{game.seats} seats: a learned answer wins {figure(answer, HERO, kind)} from {name}", flush=True)
    for kind, name in ((RATES, "the rates"), (STEADY, "the rates without whims")) if strategy is not None else ():
        print(f"one by the strategy wins {figure(others, OTHERS, kind)} among {name}", flush=True)
        print(f"one by {name} wins {figure(others, kind, OTHERS)} among the strategy", flush=True)


if __name__ == "__main__":
    main()
