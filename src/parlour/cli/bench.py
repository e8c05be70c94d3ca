"""parlour bench: how fast the rooms play at random, in one process on one thread, and their peers if they are at hand.

The peers (a program in C, another engine) live in the repository's bench folder, which is not part of the installed package.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.languages import gettext

from .arguments import Commands, add_json, command, print_json, whole

BENCH = Path(__file__).resolve().parents[3] / "bench"
LEAST = 0.3
"""Seconds a run should take at least: shorter ones measure the clock of the machine waking up."""


@dataclass(frozen=True)
class Rate:
    """Decisions per second, or a ratio of two such rates: the median of some runs and their range."""

    median: float
    low: float
    high: float
    runs: int


def add(commands: Commands) -> None:
    made = command(commands, "bench", run, gettext("measure how many decisions per second the games play"))
    made.add_argument("games", metavar="GAME", nargs="*", help="only these (default: all)")
    made.add_argument("--runs", type=whole(1, 1000), default=5, metavar="N", help="runs a figure is the median of (default 5)")
    made.add_argument("--no-peers", action="store_true", help="leave out the programs the rules are measured against")
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.engine.rooms import room, room_names

    names = [room(name).name for name in arguments.games] or list(room_names())
    if not arguments.json:
        print("decisions per second at random play, one thread: median, lowest .. highest", flush=True)
    figures: dict[str, Rate] = {}
    missing: list[str] = []
    for what, rate in _rows(names, arguments.runs, not arguments.no_peers):
        if rate is None:
            missing.append(what)
        else:
            figures[what] = rate
        if not arguments.json:
            print(what if rate is None else _line(what, rate), flush=True)
    if arguments.json:
        print_json({"figures": {what: vars(rate) for what, rate in figures.items()}, "missing": missing})
    return 0


def _rows(names: list[str], runs: int, with_peers: bool) -> Iterator[tuple[str, Rate | None]]:
    """(what, figure) of every room and, from a checkout, its peers and the ratios; no figure: what is missing."""
    ours = _bench_folder() if with_peers else None
    if ours is None:
        for name in names:
            yield name, measure(_playouts(name), runs)
        if with_peers:
            yield "the peers are measured from a checkout of the repository: its bench folder is not installed", None
        return
    for name in names:
        for row in ours.measured(name, runs, 1):
            if isinstance(row, str):
                yield row, None
            else:
                yield row[0], Rate(row[1].median, row[1].low, row[1].high, row[1].runs)


def _bench_folder() -> Any:
    """The module `ours` of a checkout's bench folder, None if there is none."""
    if not (BENCH / "ours.py").is_file():
        return None
    sys.path.insert(0, str(BENCH))
    try:
        return importlib.import_module("ours")
    finally:
        sys.path.remove(str(BENCH))


def _playouts(name: str) -> Callable[[int], int]:
    """Play this many random matches; the number of decisions."""
    from parlour.engine.game import Game

    game = Game(name)
    return lambda matches: game.playouts(matches, seed=1, threads=1).decisions


def measure(play: Callable[[int], int], runs: int) -> Rate:
    """Runs of as many matches as take `LEAST` seconds, after some that are not counted."""
    play(1)  # compiles
    matches, taken = 1, 0.0
    while taken < LEAST:
        matches = max(2 * matches, int(matches * LEAST * 1.2 / taken)) if taken > LEAST / 100 else 8 * matches
        start = time.perf_counter()
        play(matches)
        taken = time.perf_counter() - start
    rates = []
    for _ in range(runs):
        start = time.perf_counter()
        decisions = play(matches)
        rates.append(decisions / (time.perf_counter() - start))
    return Rate(statistics.median(rates), min(rates), max(rates), runs)


def _line(name: str, rate: Rate) -> str:
    digits = 0 if rate.median >= 1000 else 2
    return f"{name:<44} {rate.median:>14,.{digits}f}   {rate.low:>14,.{digits}f} .. {rate.high:<14,.{digits}f}"
