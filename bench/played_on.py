"""Measure the choices in which `strong` and the earlier search differ by playing on with both kinds: no estimates.

    python bench/played_on.py polignac --seconds 840

At a table each seat of which is taken at random, by a quick `strong` or by a quick previous search, matches are played (their
first hand, if hands are compared). Of each one choice is drawn at random, and both bots make it, with half a second each.
Where they differ the table plays on from either, over and over, each time with the cards that its seat does not see dealt
again, for both alike. No player at it knows more than at a table of people. The difference is multiplied by the number of
choices that a seat has in that hand: points per hand (or payoff per match) for a seat, to the first order (see bench/choices.py).

Every deal that fits what the seat has seen is as likely as any other, so this is nothing for games of nerve. `--as-they-lie`
plays on with the cards as they were dealt, and their luck stays in the figure, which is printed and not written down.
"""

from __future__ import annotations

import argparse
import itertools
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
from choices import BOTS, interval
from strength import BEFORE, unit_of

import parlour
from parlour import bots
from parlour.bots.arena import hand_gains, margin, note_hand_end
from parlour.bots.base import Bot
from parlour.engine.deals import Randomness
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.memory import Memory
from parlour.engine.redeal import redeal, unseen
from parlour.kit import NOBODY

HERE = Path(__file__).resolve().parent
KEPT, PAGE = HERE / "played_on.json", HERE.parent / "docs" / "strength.md"
BEGIN, END = "<!-- written by bench/played_on.py -->", "<!-- to here, by bench/played_on.py -->"
KINDS = ("strong:iterations={},seed={}", f"{BEFORE},iterations={{}},seed={{}}")
HOUSE = {"pirate": {"max_ticks": 1500}}
"""Where two who wait for each other would go on for very long."""
LEAST = 2
"""However long it takes, either choice is played on so often."""
PATIENCE = 50
"""Deals in a row that some seat knows to be wrong, after which the cards stay as they lie."""

Play = tuple[int, list[int]]
"""A seat and the codes of its choice."""


@dataclass(frozen=True)
class Table:
    """The players by seat, and what is compared. kinds: by seat the index into KINDS. iterations: how many each bot has."""

    game: Game
    unit: str
    kinds: tuple[int, ...]
    iterations: int

    def bots(self, seed: int) -> list[Bot]:
        """Return the bot of each seat, with lots of its own."""
        return [bots.make(KINDS[kind].format(self.iterations, seed)) for kind in self.kinds]

    def play(self, match: Match, begun: Sequence[Play], seed: int) -> tuple[list[float], list[Play], list[bool]]:
        """A match (or hand) to its end, after some plays: by seat the gain, all plays, and which were free choices."""
        players, ended = self.bots(seed), list[list[int]]()
        if self.unit == "hand":
            match.watchers.append(lambda step: note_hand_end(step, self.game.seats, ended))
        plays, free = list[Play](), list[bool]()
        while match.turn != NOBODY and not ended:
            seat = match.turn
            if len(plays) < len(begun):
                seat, codes = begun[len(plays)]
                free.append(False)
            else:
                view = match.view(seat, memory=True)
                free.append(len(view.codes()) > 1)
                codes = players[seat].choose(view)
            plays.append((seat, list(codes)))
            match.play(*codes, seat=seat)
        if self.unit == "match":
            return match.payoff, plays, free
        return hand_gains(self.game, match.row, ended[0] if ended else match.score), plays, free

    def reach(self, number: int, begun: Sequence[Play]) -> Match:
        """A match after some plays."""
        match = self.game.start(seed=number)
        for seat, codes in begun:
            match.play(*codes, seat=seat)
        return match


def dealt_anew(match: Match, seat: int, seed: int) -> Match | None:
    """Return a match with the cards that a seat does not see dealt again; None if another seat would notice.

    The others know their own cards, what is in sight, and what everybody has excluded who does not see a card.
    """
    tables, old = match.tables.copy(), match.memory
    redeal(tables, 0, unseen(match.view(seat).tables, old.of(seat), seed))
    new, sight = old.copy(), Memory.fresh(match.tables, match.game.room)  # the choices stay as they were seen
    fresh = Memory.fresh(tables, match.game.room)
    for ours, other in zip(new.notes, fresh.notes, strict=True):
        ours[:] = other
    n, first = len(old.kind), old.notes.facts[0].first
    shown = np.zeros(
        n, np.int64
    )  # by card the places where all may know that it is not: a player who does not see it has excluded them
    for other in range(match.seats):
        shown |= excluded(first, sight.of(other).may, old.of(other).may)
    for other in range(match.seats):
        may, slot = new.notes.may[other], new.notes.slot[other]
        if other == seat:
            may[:], slot[:] = old.of(seat).may, old.of(seat).slot
        else:
            may[:] = np.where(may & (may - 1), may & ~shown, may)
        if not fits(first, may.tolist(), new.notes.facts[0].after[:n].tolist()):
            return None
    return Match(match.game, tables, Randomness(seed), memory=new)


def excluded(first: np.ndarray, seen: np.ndarray, known: np.ndarray) -> np.ndarray:
    """By card the places in which a seat knows that it is not, though it does not see it; of equal cards, that none of them is.

    first: by kind its first row, and then how many there are. seen, known: by card where it may be by what is in sight, and by
    all that the seat remembers.
    """
    out = np.where(seen & (seen - 1), seen & ~known, -1)
    for kind in range(54):
        low, high = first[kind], first[kind + 1]
        if high > low:
            all_of_them = int(np.bitwise_and.reduce(out[low:high]))
            out[low:high] = 0 if all_of_them == -1 else all_of_them
    return out


def fits(first: np.ndarray, may: list[int], lies: list[int]) -> bool:
    """Whether cards may lie as they do (by card the place, -1: nowhere). Rows of equal cards stand for one another."""

    def placed(rows: list[int], places: list[int]) -> bool:
        if not places:
            return True
        return any(may[row] >> places[0] & 1 and placed(rows[:k] + rows[k + 1 :], places[1:]) for k, row in enumerate(rows))

    for kind in range(54):
        rows = list(range(first[kind], first[kind + 1]))
        if not placed(rows, [lies[row] for row in rows if lies[row] >= 0]):
            return False
    return True


@dataclass(frozen=True)
class Found:
    """Results for a game: the number of choices, the share that the bots made alike, by how much the first is ahead for each
    seat, and half its 95 % interval. playing: with how many iterations the table plays."""

    unit: str
    choices: int
    same: float
    ahead: float
    half: float
    playing: int
    seconds: float

    def cells(self) -> list[str]:
        """Return the cells of a row."""
        return [self.unit, str(self.choices), f"{self.same:.0%}", interval(self.ahead, self.half), str(self.playing)]


def worth(table: Table, number: int, begun: Sequence[Play], chosen: Sequence[Play], anew: bool, seconds: float) -> float:
    """Return how much more the first of two plays is worth than the other to the seat that makes it."""
    seat, ahead, began, seed = chosen[0][0], list[float](), time.perf_counter(), 0
    while len(ahead) < LEAST or time.perf_counter() - began < seconds:
        seed += 1
        matches = [dealt_anew(table.reach(number, begun), seat, seed) if anew else None for _ in chosen]
        if None not in matches:
            gains = [table.play(match, [play], seed)[0][seat] for match, play in zip(matches, chosen, strict=True) if match]
        elif not anew or seed > PATIENCE * (len(ahead) + 1):
            gains = [table.play(table.game.start(seed=number), [*begun, play], seed)[0][seat] for play in chosen]
        else:
            continue
        ahead.append(gains[0] - gains[1])
    return statistics.fmean(ahead)


def differences(
    name: str, two: Sequence[str], first: int, iterations: int, anew: bool, seconds: float
) -> Iterator[tuple[bool, float]]:
    """Yield for one match after another whether both bots chose alike, and what the first one's choice is worth more."""
    game, unit, lots = parlour.game(name, **HOUSE.get(name, {})), unit_of(name), random.Random(first)
    pair = [bots.make(bot) for bot in two]
    for bot in (*pair, *(bots.make(kind.format(iterations, 1)) for kind in KINDS)):
        bot.prepare(game)
    yield True, 0.0  # compiled before the clock runs
    for number in itertools.count(first):
        table = Table(game, unit, tuple(lots.randrange(2) for _ in range(game.seats)), iterations)
        _, plays, free = table.play(game.start(seed=number), [], number)
        places = [k for k, is_free in enumerate(free) if is_free]
        if not places:
            yield True, 0.0
            continue
        place = lots.choice(places)
        begun, seat = plays[:place], plays[place][0]
        match = table.reach(number, begun)
        chosen = [(seat, list(bot.choose(match.view(seat, memory=True)))) for bot in pair]
        if sorted(chosen[0][1]) == sorted(chosen[1][1]):
            yield True, 0.0
        else:
            yield False, len(places) / game.seats * worth(table, number, begun, chosen, anew, seconds)


def gains(
    name: str, two: Sequence[str], first: int, iterations: int, anew: bool, seconds: float, thought: float
) -> tuple[list[tuple[bool, float]], float]:
    """Return the results of matches from a number on, for a time, and the seconds."""
    found = list[tuple[bool, float]]()
    each = differences(name, two, first, iterations, anew, thought)
    next(each)
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        found.append(next(each))
    return found, time.perf_counter() - began


def summed_up(name: str, found: Sequence[tuple[bool, float]], iterations: int, seconds: float) -> Found:
    """Sum up all choices of a game."""
    ahead = [each for _, each in found]
    half = margin(ahead)
    same = statistics.fmean(alike for alike, _ in found)
    return Found(unit_of(name), len(found), same, statistics.fmean(ahead), half, iterations, seconds)


def keep(game: str, measured: Found) -> None:
    """Write down what was measured at a game, beside what is written down already, and the table into the page."""
    kept = {name: Found(**found) for name, found in json.loads(KEPT.read_text()).items()} if KEPT.is_file() else {}
    kept[game] = measured
    KEPT.write_text(json.dumps({name: asdict(found) for name, found in sorted(kept.items())}, indent=1) + "\n", encoding="utf-8")
    rows = [[parlour.game(name).room.title, *found.cells()] for name, found in sorted(kept.items())]
    pages.put(PAGE, BEGIN, END, pages.as_table([["game", "a", "choices", "the same", "`strong` is ahead", "iterations"], *rows]))


def main() -> None:
    """Measure some games, and write down what was found unless other bots or the cards as they lay were asked for."""
    parser = argparse.ArgumentParser(description="What differing choices of strong and the previous search are worth, played on.")
    parser.add_argument("games", nargs="+")
    parser.add_argument(
        "--bots", nargs=2, default=BOTS, metavar="BOT", help="(strong and the previous search, half a second each)"
    )
    parser.add_argument("--seconds", type=float, default=600.0, help="for a game, compiling not counted (600)")
    parser.add_argument("--thought", type=float, default=4.0, help="seconds that two choices are played on (4)")
    parser.add_argument("--iterations", type=int, default=100, help="with which the table plays (100)")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (2)")
    parser.add_argument("--seed", type=int, default=1, help="the first match (1)")
    parser.add_argument("--as-they-lie", action="store_true", help="play on with the cards as they were dealt")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        asked = given.bots, given.seed, given.iterations, not given.as_they_lie, given.seconds, given.thought
        jobs = {pool.submit(gains, name, *asked): name for name in given.games}
        for job in as_completed(jobs):
            name, (each, seconds) = jobs[job], job.result()
            found = summed_up(name, each, given.iterations, seconds)
            print(f"{name:<18}", *found.cells(), sep="  ", flush=True)
            if given.bots == BOTS and not given.as_they_lie:
                keep(name, found)


if __name__ == "__main__":
    main()
