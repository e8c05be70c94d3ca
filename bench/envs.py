"""Steps per second of the vector environment: the match, the observation and the mask of every step, copied to nobody.

Run as a program: `python bench/envs.py [GAME ...] [--lanes 4096] [--threads 2]`. Medians of several runs of self-play, with
their range.

`python bench/envs.py [GAME ...] --packed`: observations in bits beside float32, in turn, on one thread, by processor time;
without games all of them. A row for each game: bytes of a table, columns, bytes of an observation, million steps per second, and
the ratio of runs that stood side by side, with its range.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import timing
from timing import Measured, Spread

from parlour import envs
from parlour.engine.rooms import room_names

RUNS, STEPS = 5, 40


def measured(env: Any, chooser: np.random.Generator) -> Measured:
    """Random self-play; the seconds of `step` alone, for what is chosen is not part of the environment."""
    seconds = 0.0
    for _ in range(STEPS):
        legal = env.action_mask
        chosen = (legal * (1 + chooser.random(legal.shape, np.float32))).argmax(axis=1)
        began = timing.now()
        env.step(chosen)
        seconds += timing.now() - began
    return STEPS * env.num_envs, seconds


def rate(game: str, lanes: int, threads: int = 1, runs: int = RUNS) -> Spread:
    """Steps per second of random self-play in a given number of matches side by side."""
    env = envs.vector(game, lanes, threads=threads, copy=False)
    env.reset(seed=1)
    chooser = np.random.default_rng(1)
    found = timing.rates(lambda: measured(env, chooser), runs)
    env.close()
    return found


def pair(game: str, lanes: int) -> str:
    """Return the row of a game: float32 and bits."""
    both = [envs.vector(game, lanes, packed=packed, copy=False) for packed in (False, True)]
    for env in both:
        env.reset(seed=1)
    chooser = np.random.default_rng(1)
    with timing.by_processor_time():
        found = timing.alternate(lambda: measured(both[1], chooser), lambda: measured(both[0], chooser), RUNS)
    width, size = (env.observation_space.shape[1] for env in both)
    sizes = f"{both[0].many.game.blank().itemsize} | {width} | {4 * width} | {size}"
    ratio = f"{found.ratio.median:.2f} ({found.ratio.low:.2f} .. {found.ratio.high:.2f})"
    return f"| {game} | {sizes} | {found.b.median / 1e6:.1f} | {found.a.median / 1e6:.1f} | {ratio} |"


def main() -> None:
    """A line for each game and number of threads."""
    line = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    line.add_argument("games", nargs="*")
    line.add_argument("--packed", action="store_true", help="float32 beside bits, on one thread")
    line.add_argument("--lanes", type=int, default=4096)
    line.add_argument("--threads", type=int, default=2)
    given = line.parse_args()
    if given.packed:
        print("| game | bytes | columns | float32, bytes | bits, bytes | float32, M/s | bits, M/s | ratio |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        for game in given.games or room_names():
            print(pair(game, given.lanes), flush=True)
        return
    for game in given.games or ["schnapsen"]:
        for threads in sorted({1, given.threads}):
            found = rate(game, given.lanes, threads)
            told = f"{found.median:,.0f} steps/s ({found.low:,.0f} to {found.high:,.0f})"
            print(f"{game:<14} {given.lanes} lanes, {threads} threads: {told}")


if __name__ == "__main__":
    main()
