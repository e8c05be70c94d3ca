"""parlour bench: how fast the rooms play at random, in one process on one thread, and their peers where they are at hand.

The peers (a program in C, another engine) live in the repository's bench folder, which is no part of the installed package.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.engine.errors import BadInput

from .arguments import Commands, add_json, command, print_json, whole

BENCH = Path(__file__).resolve().parents[3] / "bench"
LEAST = 0.3
"""Seconds a run should take at least: shorter ones measure the clock of the machine waking up."""


@dataclass(frozen=True)
class Rate:
    """Decisions a second: the median of some runs and their range."""

    median: float
    low: float
    high: float
    runs: int


def add(commands: Commands) -> None:
    made = command(commands, "bench", run, "measure how many decisions a second the games play")
    made.add_argument("games", metavar="GAME", nargs="*", help="only these (default: all)")
    made.add_argument("--runs", type=whole(1, 1000), default=5, metavar="N", help="runs a figure is the median of (default 5)")
    made.add_argument("--no-peers", action="store_true", help="leave out the programs the rules are measured against")
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.engine.rooms import room_names

    names = arguments.games or room_names()
    unknown = [name for name in names if name not in room_names()]
    if unknown:
        raise BadInput(f"there is no game {unknown[0]!r}; the games are {', '.join(room_names())}")
    rates = {}
    if not arguments.json:
        print("decisions a second at random play, one thread: median, lowest .. highest", flush=True)
    for name in names:
        rates[name] = measure(_playouts(name), arguments.runs)
        if not arguments.json:
            print(_line(name, rates[name]), flush=True)
    peers, missing = ({}, []) if arguments.no_peers else _peers(arguments.runs, arguments.json)
    if arguments.json:
        written = {"rooms": rates, "peers": peers}
        print_json(
            {kind: {name: vars(rate) for name, rate in found.items()} for kind, found in written.items()} | {"missing": missing}
        )
    else:
        print(*missing, sep="\n", end="\n" if missing else "")
    return 0


def _playouts(name: str) -> Callable[[int], int]:
    """Play so many random matches; the number of decisions."""
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


def _peers(runs: int, quiet: bool) -> tuple[dict[str, Rate], list[str]]:
    """The peers' rates, and a line for each that is not at hand."""
    if not (BENCH / "peers.py").is_file():
        return {}, ["the peers are measured from a checkout of the repository: its bench folder is not installed"]
    sys.path.insert(0, str(BENCH))
    try:
        peers: Any = importlib.import_module("peers")
    finally:
        sys.path.remove(str(BENCH))
    found: dict[str, Rate] = {}
    missing = []
    for rows in (peers.schnapsen_rows, peers.openspiel_rows):
        try:
            for name, spread in rows(runs, 1):
                found[name] = Rate(spread.median, spread.low, spread.high, spread.runs)
                if not quiet:
                    print(_line(name, found[name]), flush=True)
        except (peers.schnapsen_c.CompilerMissing, peers.openspiel.OpenSpielMissing) as reason:
            missing.append(f"left out: {reason}")
    return found, missing


def _line(name: str, rate: Rate) -> str:
    return f"{name:<44} {rate.median:>14,.0f}   {rate.low:>14,.0f} .. {rate.high:<14,.0f}"
