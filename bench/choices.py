"""Measure the value of the choices in which two bots differ: luck cancels out, so it takes far fewer deals than whole games.

    python bench/choices.py schafkopf --seconds 240

Matches are played by a quick `strong`. Of each (of its first hand, if hands are compared) one choice is drawn at random, and both
bots make it, with half a second each. Where they differ both choices are tried for longer on the same redeals, each with the tree
that grows below it; a first third, while that is learned, does not count. The difference is multiplied by
the number of choices that a seat has in that hand: points per hand for each seat, as in bench/strength.py, to the first order,
because neither of them plays what comes before and after.

The value is computed twice: as `strong` does, and without all that rooms have learned, hands being played out at random as in the
previous search. What both say does not depend on the method.

This is nothing for games of nerve: what others called tells much of their hands, and redeals know little of that. `--only cards`
draws choices outside the phases of nerve alone, `--only nerve` those within.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pages
from strength import BEFORE, unit_of

import parlour
from parlour import bots
from parlour.bots.arena import margin
from parlour.bots.base import Thought
from parlour.bots.nerve.rooms import phases_of_nerve
from parlour.bots.race import AHEAD, Race, field_of
from parlour.bots.rollouts import NOTHING
from parlour.bots.search import Search
from parlour.bots.weights import value_of, weights_of
from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.view import View
from parlour.kit import NOBODY

HERE = Path(__file__).resolve().parent
KEPT, PAGE = HERE / "choices.json", HERE.parent / "docs" / "strength.md"
BEGIN, END = "<!-- written by bench/choices.py -->", "<!-- to here, by bench/choices.py -->"
BOTS = ("strong:seed=1,seconds=0.5", f"{BEFORE},seed=1,seconds=0.5")
QUICK = "strong:seed=1,iterations=60"
LEARNING = 1 / 3
"""The share of the time in which the trees are only learned."""
PARTS = ("nerve", "cards")
"""Parts of a hand: the choices of strategies of nerve, and the rest."""


def part_of(room: Room, phase: int) -> str:
    """Return the part of a choice in a phase, one of PARTS."""
    return PARTS[phase not in phases_of_nerve(room)]


class ByChance(Search):
    """A search without what rooms have learned: hands are played out at random, or by the policy that a room's author wrote."""

    def thought(self, view: View, seed: int) -> Thought:
        """See `Search.thought`."""
        room = view.game.room
        return Thought(view, seed, np.zeros_like(weights_of(view.game)), (NOTHING, np.zeros_like(value_of(room)[1])))


EVALUATORS = {"as `strong` estimates": Search, "at random": ByChance}


@dataclass(frozen=True)
class Found:
    """Results for a game. same: the share of choices that both bots made alike. ahead: for each method, the mean and half its
    95 % interval, in points per hand (or payoff per match) for each seat."""

    unit: str
    choices: int
    same: float
    ahead: dict[str, tuple[float, float]]
    seconds: float

    def cells(self) -> list[str]:
        """Return the cells of a row."""
        return [self.unit, str(self.choices), f"{self.same:.0%}", *(interval(*self.ahead[who]) for who in EVALUATORS)]


def interval(mean: float, half: float) -> str:
    """Return a mean with its interval, in bold if that excludes zero; with two significant digits."""
    digits = max(2, 1 - int(np.floor(np.log10(half)))) if half > 0 else 2
    text = f"{mean:+.{digits}f} ± {half:.{digits}f}"
    return f"**{text}**" if abs(mean) > half else text


def drawn(game: Game, number: int, unit: str, only: str | None = None) -> tuple[View | None, float]:
    """A random choice of a match (of its first hand), in its seat's view, and how many choices a seat has there. only: of
    PARTS, that from which it is drawn."""
    match, player, lots = game.start(seed=number), bots.make(QUICK), random.Random(number)
    chosen, n = None, 0
    while match.turn != NOBODY and (unit == "match" or match.row.hand_number <= 1):
        view = match.view(match.turn, memory=True)
        if len(view.codes()) > 1 and only in (None, part_of(game.room, match.row.phase)):
            n += 1
            if lots.randrange(n) == 0:
                chosen = view
        match.play(*player.choose(view))
    return chosen, n / game.seats


def worth_of(player: Search, view: View, chains: Sequence[Sequence[int]]) -> float:
    """Return how much more the first of two choices is worth than the other."""
    rivals = [tuple(chain) for chain in chains]
    with player.hunt(view) as hunt:
        deals, begun, learning = 1, time.perf_counter(), True
        race = Race(field_of(rivals, [0.5, 0.5]))
        while (spent := time.perf_counter() - begun) < player.seconds or not race.deals:
            if learning and spent > LEARNING * player.seconds:
                learning, race = False, Race(field_of(rivals, [0.5, 0.5]))
            hunt.grow(race, deals)
            deals = min(2 * deals, 32)
        return float(2 * race.whole.trials[0, AHEAD]) / race.deals


def differences(name: str, pair: Sequence[str], unit: str, thought: float, only: str | None) -> Iterator[list[float]]:
    """Yield for match after match, by method, how much more the first bot's choice is worth; nothing if both choose the same."""
    game, number = parlour.game(name), 0
    one, other = (bots.make(bot) for bot in pair)
    evaluators = [kind(seed=1, seconds=thought) for kind in EVALUATORS.values()]
    for bot in (one, other, bots.make(QUICK), *evaluators):
        bot.prepare(game)
    yield []  # compiled before the clock runs
    while True:
        number += 1
        view, times = drawn(game, number, unit, only)
        chains = [bot.choose(view) for bot in (one, other)] if view else []
        if not chains or sorted(chains[0]) == sorted(chains[1]):
            yield [0.0] * len(evaluators)
        else:
            assert view is not None
            yield [times * worth_of(evaluator, view, chains) for evaluator in evaluators]


def measure(name: str, pair: Sequence[str], seconds: float, thought: float, only: str | None) -> Found:
    """Measure one game (or a part of its hands), for a given time."""
    unit, gains = unit_of(name), list[list[float]]()
    each = differences(name, pair, unit, thought, only)
    next(each)
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        gains.append(next(each))
    by_evaluator = dict(zip(EVALUATORS, zip(*gains, strict=True), strict=True))
    return Found(
        unit,
        len(gains),
        statistics.fmean(not any(gain) for gain in gains),
        {who: (statistics.fmean(ahead), margin(ahead)) for who, ahead in by_evaluator.items()},
        time.perf_counter() - begun,
    )


def keep(game: str, measured: Found) -> None:
    """Write down what was measured at a game, beside what is written down already, and the table into the page."""
    kept = {name: Found(**found) for name, found in json.loads(KEPT.read_text()).items()} if KEPT.is_file() else {}
    kept[game] = measured
    KEPT.write_text(json.dumps({name: asdict(found) for name, found in sorted(kept.items())}, indent=1) + "\n", encoding="utf-8")
    rows = [[parlour.game(name).room.title, *found.cells()] for name, found in sorted(kept.items())]
    pages.put(PAGE, BEGIN, END, pages.as_table([["game", "a", "choices", "the same", *EVALUATORS], *rows]))


def main() -> None:
    """Measure some games, and write down what was found unless other bots were asked for."""
    parser = argparse.ArgumentParser(description="What the choices are worth in which two bots differ.")
    parser.add_argument("games", nargs="+")
    parser.add_argument(
        "--bots", nargs=2, default=BOTS, metavar="BOT", help="(strong and the previous search, half a second each)"
    )
    parser.add_argument("--seconds", type=float, default=240.0, help="for a game, compiling not counted (240)")
    parser.add_argument("--thought", type=float, default=1.0, help="seconds that two choices are weighed (1)")
    parser.add_argument("--only", choices=PARTS, help="the part of a hand from which choices are drawn (all)")
    parser.add_argument("--jobs", type=int, default=2, help="games at a time (2)")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        asked = given.bots, given.seconds, given.thought, given.only
        jobs = {pool.submit(measure, name, *asked): name for name in given.games}
        for job in as_completed(jobs):
            print(f"{jobs[job]:<18}", *job.result().cells(), sep="  ", flush=True)
            if given.bots == BOTS and not given.only:
                keep(jobs[job], job.result())


if __name__ == "__main__":
    main()
