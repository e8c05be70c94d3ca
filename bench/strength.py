"""How strong the bots are, game by game: each level against the one below it, and `strong` against the previous search this work.

    python bench/strength.py [GAME ...] [--pairs "strong : before" --seconds 10 --deals 256 --jobs 2 --again]

The previous search is that of an earlier commit (BEFORE), with the rooms' knowledge of that time, in a process of its own.
*Knowing as much* is the same search with the rooms' knowledge of today (bench/search_before.py).

Every deal is played in every seating. A pair is looked at after 16, 32, 64 ... deals and ends early if the interval is so far
from zero that ten looks together err as rarely as one (Pocock, "Group sequential methods in the design and analysis of
clinical trials", 1977: at the usual margin times 1.3); otherwise when its time is spent. What was measured is kept in
bench/strength.json, so a run that was broken off goes on, and the table is written into docs/strength.md.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pages

import parlour
from parlour import bots
from parlour.bots.arena import compare, margin, student
from parlour.engine.rooms import room_names
from parlour.solve.verdicts import wilson

HERE = Path(__file__).resolve().parent
KEPT, PAGE = HERE / "strength.json", HERE.parent / "docs" / "strength.md"
BEGIN, END = "<!-- written by bench/strength.py -->", "<!-- to here -->"
BEFORE = f"{HERE / 'earlier.py'}:Earlier:commit=85cf34c,player=search"
KNOWING = f"{HERE / 'search_before.py'}:SearchBefore:seed=1,iterations="
FIRST_LOOK = 16
LEAST_DEALS = 3
"""However long they take: fewer say nothing."""
POCOCK = 1.3
"""Number of 95 % margins between a mean and zero that ends a pair early, at ten looks."""
LEVELS = ("strong:seed=1,iterations=500", "fair:seed=1", "easy:seed=1", "chance:seed=1")
PAIRS = {
    "strong : fair": LEVELS[:2],
    "fair : easy": LEVELS[1:3],
    "easy : chance": LEVELS[2:],
    "strong : before": (LEVELS[0], f"{BEFORE},seed=1,iterations="),  # as many as take the same processor time
    "ten times": ("strong:seed=1,iterations=5000", f"{BEFORE},seed=1,iterations="),  # both with so much more thought
    "half a second": ("strong:seed=1,seconds=0.5", f"{BEFORE},seed=1,seconds=0.5"),
    "knowing as much": ("strong:seed=1,iterations=5000", KNOWING),
}
LEAST = {"strong : before": 8, "ten times": 1000, "knowing as much": 1000}
"""Iterations that the previous search has in any case: a strategy of nerve takes no time to speak of."""
ALONE = {bot.partition(":")[0]: bot for bot in LEVELS} | {"before": f"{BEFORE},seed=1,iterations=500"}
"""The bots that are measured at a patience, each by itself."""
PATIENCES = {
    "klondike": ("klondike draw=1", "klondike draw=3"),
    "spider": ("spider suits=1", "spider suits=2", "spider suits=4"),
}
"""House rules that are measured in place of a patience's usual ones."""
STALL = {"stall": 1000}
"""Choices without progress after which a deal is lost there; otherwise random play would take minutes for one."""
POSITIONS, APART = 12, 5
"""Positions in which a bot is timed, and choices from one to the next."""
SEVERAL = 1.5
"""A random match has more hands than this, on average, if single hands are compared."""


@dataclass(frozen=True)
class Result:
    """One pair at one game: by seat and hand (or match) what the first gains, half the width of its 95 % interval over deals.

    Alone: deals won, as a share of 1, and the interval's ends.
    """

    unit: str
    deals: int
    mean: float
    low: float
    high: float
    seconds: float

    def __str__(self) -> str:
        if self.unit == "won":
            return f"{round(self.mean * self.deals)} of {self.deals} ({self.low:.0%} to {self.high:.0%})"
        text = f"{self.mean:+.2f} ± {self.high - self.mean:.2f}"
        return f"**{text}**" if self.low > 0 or self.high < 0 else text


def unit_of(name: str) -> str:
    """Return whether hands or matches are compared: hands by score if a match has several."""
    found = parlour.game(name).playouts(20, seed=1)
    return "hand" if found.hands > SEVERAL * found.matches else "match"


def clock(bot: bots.Bot) -> float:
    """Seconds of the processor: of the process that plays for an earlier commit, otherwise of this one."""
    return float(bot.spent()) if hasattr(bot, "spent") else time.thread_time()


def processor_time(name: str, bot: bots.Bot) -> float:
    """Seconds of the processor for a bot's choices in some positions of matches among beginners."""
    bot.prepare(parlour.game(name))
    match, beginner, spent = parlour.game(name).start(seed=1), bots.make("easy:seed=1,deals=1"), 0.0
    for k in range(POSITIONS * APART):
        if match.over:
            match = parlour.game(name).start(seed=k)
        view = match.view(match.turn, memory=True)
        if k % APART == 0:
            began = clock(bot)
            bot.choose(view)
            spent += clock(bot) - began
        match.play(*beginner.choose(view))
    return spent


def equal_budget(name: str, bot: str, other: str, least: int) -> str:
    """The other bot's text with as many iterations as take it as long as the first takes, but at least this many: a clock
    would not be fair on a busy machine, on which a bot that is interrupted has not thought at all."""
    iterations = 500
    for _ in range(2):  # once more at about the right number, because not all of a move is iterations
        share = processor_time(name, bots.make(bot)) / processor_time(name, bots.make(f"{other}{iterations}"))
        iterations = max(round(iterations * share), least)
    return f"{other}{iterations}"


def duel(name: str, pair: Sequence[str], unit: str, seconds: float, deals: int, past: int = 0) -> Result:
    """The first bot of a pair against the second, until it is clear, or the time or the number of deals is spent. past: deals
    played before, from which it goes on; that was a look already, so then only time and number end it."""
    gains: list[float] = []
    look, began = FIRST_LOOK, time.perf_counter()
    while len(gains) < deals:
        one, other = compare(name, list(pair), 1, hands=unit == "hand", seed=1 + past + len(gains)).players
        gains.append((one.mean - other.mean) / 2)
        if len(gains) == look and not past:
            look *= 2
            if abs(statistics.fmean(gains)) > POCOCK * margin(gains):
                break
        if len(gains) >= LEAST_DEALS and time.perf_counter() - began > seconds:
            break
    mean, half = statistics.fmean(gains), margin(gains)
    return Result(unit, len(gains), mean, mean - half, mean + half, time.perf_counter() - began)


def joined(one: Result, other: Result) -> Result:
    """Join two runs over different deals into one result."""
    n = one.deals + other.deals
    mean = (one.deals * one.mean + other.deals * other.mean) / n
    squares = one.deals * one.mean**2 + other.deals * other.mean**2 - n * mean**2
    for each in (one, other):
        deviation = (each.high - each.mean) / student(each.deals - 1) * math.sqrt(each.deals)
        squares += (each.deals - 1) * deviation**2
    half = student(n - 1) * math.sqrt(squares / (n - 1) / n)
    return Result(one.unit, n, mean, mean - half, mean + half, one.seconds + other.seconds)


def alone(name: str, bot: str, seconds: float, deals: int) -> Result:
    """The share of deals of a patience, by one of its names in PATIENCES, that a bot wins."""
    name, _, setting = name.partition(" ")
    option, _, value = setting.partition("=")
    house: dict[str, Any] = STALL | {option: int(value)}
    bots.make(bot).prepare(parlour.game(name, **house))
    won: list[float] = []
    began = time.perf_counter()
    while len(won) < LEAST_DEALS or (len(won) < deals and time.perf_counter() - began < seconds):
        won.append(compare(name, [bot], 1, house=house, seed=1 + len(won)).players[0].wins)
    low, high = wilson(round(sum(won)), len(won))
    return Result("won", len(won), statistics.fmean(won), low, high, time.perf_counter() - began)


def measure(name: str, pairs: Sequence[str], seconds: float, deals: int, past: dict[str, Result]) -> dict[str, Result]:
    """Some pairs, or levels alone, at one game. past: by pair, what is to be gone on from."""
    if is_patience(name):
        return {bot: alone(name, ALONE[bot], seconds, deals) for bot in pairs}
    game, unit, found = parlour.game(name), unit_of(name), {}
    for pair in pairs:
        one, other = PAIRS[pair]
        if other.endswith("="):
            other = equal_budget(name, one, other, LEAST[pair])
        for bot in (one, other):
            bots.make(bot).prepare(game)  # compiled before the clock runs
        before = past.get(pair)
        result = duel(name, (one, other), unit, seconds, deals, before.deals if before else 0)
        found[pair] = joined(before, result) if before else result
    return found


def is_patience(name: str) -> bool:
    """Whether a name is one of PATIENCES."""
    return " " in name


def pairs_of(name: str) -> list[str]:
    """Return the pairs that are measured at a game."""
    return list(ALONE if is_patience(name) else PAIRS)


def keep(kept: dict[str, dict[str, Result]]) -> None:
    """Write down what was measured, and the tables into the page."""
    plain = {name: {pair: asdict(result) for pair, result in found.items()} for name, found in sorted(kept.items())}
    KEPT.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    pages.put(PAGE, BEGIN, END, tables(kept))


def tables(kept: dict[str, dict[str, Result]]) -> str:
    """The table of the games for several, and that of the patiences."""
    several = [["game", "a", *PAIRS]]
    single = [["deals won", *ALONE]]
    for name, results in sorted(kept.items()):
        base, _, setting = name.partition(" ")
        title, unit = parlour.game(base).room.title, next(iter(results.values())).unit
        if is_patience(name):
            single.append([f"{title}, {setting.replace('=', ' ')}", *(str(results.get(bot, "")) for bot in ALONE)])
        else:
            several.append([title, unit, *(f"{results[p]} ({results[p].deals})" if p in results else "" for p in PAIRS)])
    return "\n\n".join(pages.as_table(rows) for rows in (several, single) if len(rows) > 1)


def main() -> None:
    """Measure what is not measured yet, and write it down after each pair."""
    parser = argparse.ArgumentParser(description="How strong the bots are, game by game.")
    parser.add_argument("games", nargs="*", help="(all)")
    parser.add_argument("--pairs", nargs="+", choices=[*PAIRS, *ALONE], metavar="PAIR", help="only these columns (all)")
    parser.add_argument("--seconds", type=float, default=10.0, help="for a pair, compiling not counted (10)")
    parser.add_argument("--deals", type=int, default=256, help="the most for a pair (256)")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (2)")
    parser.add_argument("--again", action="store_true", help="measure again what was measured before")
    parser.add_argument("--more", action="store_true", help="go on with further deals; patiences start again")
    given = parser.parse_args()
    names, kept = given.games or list(room_names()), pages.read_kept(KEPT, Result)
    names = [each for name in names for each in PATIENCES.get(name, (name,))]
    asked = [(name, pair) for name in names for pair in pairs_of(name) if not given.pairs or pair in given.pairs]
    todo = [(name, pair) for name, pair in asked if given.again or given.more or pair not in kept.get(name, {})]
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        jobs = {
            pool.submit(measure, name, [pair], given.seconds, given.deals, kept.get(name, {}) if given.more else {}): name
            for name, pair in todo
        }
        for job in as_completed(jobs):
            name, results = jobs[job], job.result()
            kept = pages.read_kept(KEPT, Result)  # a run beside this one may have written meanwhile
            kept.setdefault(name, {}).update(results)
            keep(kept)
            for pair, result in results.items():
                print(f"{name:<18} {pair:<16} {result}, {result.deals} deals in {result.seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
