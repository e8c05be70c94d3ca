"""Measure how long `strong` thinks when the table asks it: `python bench/answers.py [GAME ...] [--bot strong --asked 12]`.

Each answer is timed on the wall clock, from a view and with an empty tree, at points of matches among beginners. Compiling is
not counted: the table does it before anybody has to wait.
"""

from __future__ import annotations

import argparse
import statistics
import time

import parlour
from parlour import bots
from parlour.engine.rooms import room_names
from parlour.table import players

APART = 7
"""Choices from one point of a match to the next."""


def answers(name: str, kind: str, asked: int) -> list[float]:
    """Seconds that each answer took; points at which there is no choice are passed over."""
    game, beginner = parlour.game(name), bots.make("easy:seed=1,deals=1")
    bot = players.bot(kind)
    bot.prepare(game)
    beginner.prepare(game)
    match, took, number = game.start(seed=1), list[float](), 1
    points = 0
    while len(took) < asked:
        if match.over:
            number += 1
            match = game.start(seed=number)
        view = match.view(match.turn, memory=True)
        points += 1
        if points % APART == 0 and len(view.codes()) > 1:
            began = time.perf_counter()
            bot.choose(view)
            took.append(time.perf_counter() - began)
        match.play(*beginner.choose(view))
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description="How long a bot thinks, as the table asks it.")
    parser.add_argument("games", nargs="*", help="(all)")
    parser.add_argument("--bot", default="strong", help="(strong)")
    parser.add_argument("--asked", type=int, default=12, help="answers a game (12)")
    given = parser.parse_args()
    every: list[float] = []
    for name in given.games or room_names():
        took = answers(name, given.bot, given.asked)
        every += took
        print(f"{name:<18} median {statistics.median(took):.2f} s, slowest {max(took):.2f} s", flush=True)
    print(f"{'all':<18} median {statistics.median(every):.2f} s, slowest {max(every):.2f} s of {len(every)}")


if __name__ == "__main__":
    main()
