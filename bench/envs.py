"""Steps a second of the vector environment: the match, the observation and the mask of every step, copied to nobody.

Run as a program: `python bench/envs.py [GAME ...] [--lanes 4096] [--threads 2]`. Medians of several runs of self-play, with
their range.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import timing
from timing import Measured, Spread

from parlour import envs

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


def main() -> None:
    """A line for each game and number of threads."""
    line = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    line.add_argument("games", nargs="*", default=["schnapsen"])
    line.add_argument("--lanes", type=int, default=4096)
    line.add_argument("--threads", type=int, default=2)
    given = line.parse_args()
    for game in given.games:
        for threads in sorted({1, given.threads}):
            found = rate(game, given.lanes, threads)
            told = f"{found.median:,.0f} steps/s ({found.low:,.0f} to {found.high:,.0f})"
            print(f"{game:<14} {given.lanes} lanes, {threads} threads: {told}")


if __name__ == "__main__":
    main()
