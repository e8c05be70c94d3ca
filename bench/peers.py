"""python bench/peers.py [--runs N]: random play in the libraries that people train card players with, and in ours.

Decisions per second, one process, everything of choosing, stepping and observing counted as that interface does it; medians of
several runs. Kuhn poker is the same game everywhere it is (ours is the room `tests/rooms/kuhn`, one hand per match), so there
ratios are shown, of runs made side by side. The other rows are each library's own card games: no ratio is made of
different games.

- `whole matches`: random play inside compiled code, Python entered once.
- `vector`: 4096 matches a step, observations and masks given out, random legal actions chosen by compiled code (`chosen`; pgx: by
  JAX, inside its scan).
- `AEC`, `Python loop`: one state, one Python call a step, as the library's users write it.

What is not installed is left out with a line. PettingZoo's own card games are RLCard's, and import pygame, which is under the
LGPL and so in none of our extras.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import openspiel
import timing
from pgx_loop import pgx
from timing import Measured, Run

import parlour

KUHN = str(Path(__file__).resolve().parent.parent / "tests" / "rooms" / "kuhn")
MATCHES = 4096
SECONDS = 0.4
"""Seconds that a run of a Python loop takes."""


def whole(name: str, matches: int, **house: Any) -> Run:
    """Random matches of ours, inside compiled code."""
    game = parlour.game(name, **house)
    return timing.clocked(lambda: game.playouts(matches, 1, threads=1).decisions)


def vector(name: str, steps: int, **house: Any) -> Run:
    """Our vector environment."""
    from parlour import envs

    many = envs.vector(name, MATCHES, **house)
    many.reset(seed=1)

    def run() -> Measured:
        start = timing.now()
        for _ in range(steps):
            many.step(many.chosen())
        return steps * MATCHES, timing.now() - start

    return run


def spiel(name: str, **parameters: Any) -> Run:
    """A game of OpenSpiel, by the usual Python loop."""
    return _repeated(openspiel.loop([openspiel._load(name, parameters)], 1))


def spiel_whole(name: str, matches: int) -> Run:
    """A game of OpenSpiel, inside its C++."""
    return openspiel.native([openspiel._load(name, {})], matches)


def spiel_of_ours(name: str, **house: Any) -> Run:
    """A game of ours as OpenSpiel's, by the same loop."""
    from parlour.envs import openspiel as door

    return _repeated(openspiel.loop([door.load(name, **house)], 1))


def _repeated(run: Run) -> Run:
    def longer() -> Measured:
        decisions, seconds = 0, 0.0
        while seconds < SECONDS:
            made, took = run()
            decisions, seconds = decisions + made, seconds + took
        return decisions, seconds

    return longer


def aec(env: Any) -> Run:
    """An environment of PettingZoo, by its usual loop."""

    def run() -> Measured:
        start, steps = timing.now(), 0
        while timing.now() - start < SECONDS:
            env.reset(seed=steps)
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                else:
                    env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
                    steps += 1
        return steps, timing.now() - start

    return run


def aec_of_ours(name: str, **house: Any) -> Run:
    """A game of ours as PettingZoo's."""
    from parlour.envs import pettingzoo

    return aec(pettingzoo.env(name, **house))


def aec_leduc() -> Run:
    """PettingZoo's Leduc hold'em."""
    from pettingzoo.classic import leduc_holdem_v4

    return aec(leduc_holdem_v4.env())


def rlcard(name: str) -> Run:
    """A game of RLCard, by its usual loop."""
    import rlcard as library

    env = library.make(name)

    def run() -> Measured:
        start, steps = timing.now(), 0
        while timing.now() - start < SECONDS:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                steps += 1
        return steps, timing.now() - start

    return run


Contestant = tuple[str, Callable[[], Run]]
KUHN_OURS: list[Contestant] = [
    ("ours, whole matches", lambda: whole(KUHN, 200_000, hands=1)),
    ("ours, vector", lambda: vector(KUHN, 100, hands=1)),
    ("ours through OpenSpiel, Python loop", lambda: spiel_of_ours(KUHN, hands=1)),
    ("ours through PettingZoo, AEC", lambda: aec_of_ours(KUHN, hands=1)),
]
KUHN_PAIRS: list[tuple[str, int, Callable[[], Run]]] = [
    ("OpenSpiel in C++, whole matches", 0, lambda: spiel_whole("kuhn_poker", 20_000)),
    ("pgx, vector", 1, lambda: pgx("kuhn_poker", MATCHES, 100)),
    ("OpenSpiel, Python loop", 2, lambda: spiel("kuhn_poker")),
]
OWN_GAMES: list[Contestant] = [
    ("ours: Schnapsen, whole matches", lambda: whole("schnapsen", 5_000)),
    ("ours: Schnapsen, vector", lambda: vector("schnapsen", 40)),
    ("ours: Schnapsen through OpenSpiel, Python loop", lambda: spiel_of_ours("schnapsen")),
    ("ours: Schnapsen through PettingZoo, AEC", lambda: aec_of_ours("schnapsen")),
    ("OpenSpiel: Leduc hold'em, Python loop", lambda: spiel("leduc_poker")),
    ("OpenSpiel: Spades, Python loop", lambda: spiel("spades")),
    ("OpenSpiel: gin rummy, Python loop", lambda: spiel("gin_rummy")),
    ("PettingZoo: Leduc hold'em, AEC", aec_leduc),
    ("RLCard: Leduc hold'em, Python loop", lambda: rlcard("leduc-holdem")),
    ("RLCard: limit hold'em, Python loop", lambda: rlcard("limit-holdem")),
    ("RLCard: gin rummy, Python loop", lambda: rlcard("gin-rummy")),
    ("pgx: Leduc hold'em, vector", lambda: pgx("leduc_holdem", MATCHES, 100)),
]


def _made(name: str, make: Callable[[], Run]) -> Run | None:
    """Return a contestant, compiled and warm; None, with a line about it, if its library is missing."""
    try:
        return make()
    except (ImportError, openspiel.OpenSpielMissing) as missing:
        print(f"{name}: left out: {missing}", flush=True)
        return None


def rows(runs: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield the name of each measurement, its median, its range, and our multiple of it if it is the same game."""
    ours = [(f"Kuhn poker: {name}", _made(name, make)) for name, make in KUHN_OURS]
    for name, run in ours:
        if run:
            yield name, *cells(timing.rates(run, runs)), ""
    for name, mine, make in KUHN_PAIRS:
        run, theirs = ours[mine][1], _made(name, make)
        if run and theirs:
            pairs = timing.alternate(run, theirs, runs)
            yield f"Kuhn poker: {name}", *cells(pairs.b), " of ".join(("{} ({})".format(*cells(pairs.ratio)), KUHN_OURS[mine][0]))
    for name, make in OWN_GAMES:
        run = _made(name, make)
        if run:
            yield name, *cells(timing.rates(run, runs)), ""


def cells(spread: timing.Spread) -> tuple[str, str]:
    return timing.short(spread.median), f"{timing.short(spread.low)} .. {timing.short(spread.high)}"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="Random play in the libraries that people train card players with, and in ours.")
    parser.add_argument("--runs", type=int, default=5, help="runs a figure is the median of (default 5)")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error(f"--runs {options.runs}: at least 1 run is needed")
    print("decisions/s at random play, one process", flush=True)
    for name, median, spread, ratio in rows(options.runs):
        print(f"{name:<58} {median:>8}   {spread:<20} {ratio}", flush=True)


if __name__ == "__main__":
    main()
