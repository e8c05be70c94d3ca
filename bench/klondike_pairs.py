"""Compare how many of the same deals of Klondike two bots win, even if one thinks so long that a deal takes minutes.

    python bench/klondike_pairs.py --draw 1 --bots strong:seed=1,seconds=0.5 before:seed=1,seconds=0.5 --seconds 3600

`before` is the search of an earlier commit (strength.BEFORE). What was played is kept in bench/klondike_pairs.csv, so the next
run goes on with further deals; without `--seconds` it says how it stands. No time is spent on what is settled: a deal that cannot
be won is not played, one that can no longer be won is lost, and one that the room can finish by itself is won.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from itertools import count
from multiprocessing import get_context
from pathlib import Path

from strength import BEFORE, STALL, clock

import parlour
from parlour import bots
from parlour.bots import heuristics
from parlour.bots.arena import margin
from parlour.engine.game import Game
from parlour.solve import Settler
from parlour.solve.verdicts import wilson

KEPT = Path(__file__).resolve().parent / "klondike_pairs.csv"
"""Rows: the cards drawn at a time, the bot, the deal's number, 1 for won and 0 for lost, seconds of the processor."""
SETTLED_WITHIN = 2.0
"""Seconds of the processor to find out whether a position can still be won; if that is not enough it is played on."""


@cache
def ready(draw: int, text: str) -> tuple[Game, Settler, bots.Bot]:
    """Return what a process needs to play deals, once it is compiled."""
    game = parlour.game("klondike", draw=draw, **STALL)
    settler = Settler(game, SETTLED_WITHIN)
    settler.warm_up()
    name, _, options = text.partition(":")
    bot = bots.make(f"{BEFORE},{options}" if name == "before" else text)
    bot.prepare(game)
    return game, settler, bot


def played(draw: int, text: str, deal: int) -> tuple[bool, float]:
    """Return whether a bot wins a deal, and the seconds of the processor that its choices took."""
    game, settler, bot = ready(draw, text)
    match, spent = game.start(seed=deal), 0.0
    while not match.over:
        if heuristics.finish_row(match.tables, 0) >= 0:
            return True, spent
        if settler.settle(match.tables).winnable is False:
            return False, spent
        before = clock(bot)
        codes = bot.choose(match.view(0, memory=True))
        spent += clock(bot) - before
        match.play(*codes)
    return match.winners == [0], spent


def read_kept(draw: int, text: str) -> dict[int, tuple[int, float]]:
    """Return the results of a bot so far: for each deal, whether it won and how long it took."""
    if not KEPT.exists():
        return {}
    with KEPT.open(newline="") as file:
        rows = [row for row in csv.reader(file) if row[:2] == [str(draw), text]]
    return {int(deal): (int(won), float(seconds)) for _, _, deal, won, seconds in rows}


def keep(draw: int, text: str, deal: int, won: bool, seconds: float) -> None:
    """Keep a deal that was played."""
    with KEPT.open("a", newline="") as file:
        csv.writer(file, lineterminator="\n").writerow([draw, text, deal, int(won), round(seconds, 1)])


def run(draw: int, texts: list[str], seconds: float, jobs: int) -> None:
    """Play the deals from 1 on that were not played yet, each by both bots, until the time is spent; deals begun are finished."""
    began, kept = time.perf_counter(), {text: read_kept(draw, text) for text in texts}
    to_do = ((text, deal) for deal in count(1) for text in texts if deal not in kept[text])
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running: dict[Future[tuple[bool, float]], tuple[str, int]] = {}
        while running or time.perf_counter() - began < seconds:
            while len(running) < jobs and time.perf_counter() - began < seconds:
                text, deal = next(to_do)
                running[pool.submit(played, draw, text, deal)] = text, deal
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                text, deal = running.pop(done)
                keep(draw, text, deal, *done.result())


def say(draw: int, texts: list[str]) -> None:
    """Print how many deals each bot has won of those that both have played, and how many more the first."""
    one, two = (read_kept(draw, text) for text in texts)
    common = sorted(one.keys() & two.keys())
    if len(common) < 2:
        print(
            f"{len(common)} deals with draw {draw} that both have played: too few to tell; --seconds plays some", file=sys.stderr
        )
        sys.exit(2)
    for text, kept in zip(texts, (one, two), strict=True):
        won, spent = sum(kept[deal][0] for deal in common), statistics.fmean(kept[deal][1] for deal in common)
        low, high = wilson(won, len(common))
        print(f"{text}: {won} of {len(common)} ({low:.1%} to {high:.1%}), {spent:.0f} s a deal")
    more = [one[deal][0] - two[deal][0] for deal in common]
    print(f"{statistics.fmean(more):+.3f} ± {margin(more):.3f} of a deal")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draw", type=int, choices=(1, 3), default=1)
    parser.add_argument("--bots", nargs=2, required=True)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    run(args.draw, args.bots, args.seconds, args.jobs)
    say(args.draw, args.bots)


if __name__ == "__main__":
    main()
