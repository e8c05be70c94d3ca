"""python bench/hands.py [--runs N] [--matches M]: what a hand of Schnapsen takes by our rules and in C, in short runs in turn.

A run of a few thousandths of a second is seldom interrupted even on a busy machine. So the tenth of the runs that were quickest
tells what the machine code takes, and the median what it took. Both play other matches in every run: the processor would learn
the same few by heart.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np
import schnapsen_c

from parlour.engine import steps
from parlour.engine.game import Game


def main() -> None:
    """Print nanoseconds a hand and the ratio."""
    asked = argparse.ArgumentParser(description="what a hand of Schnapsen takes by our rules and in C")
    asked.add_argument("--runs", type=int, default=1000)
    asked.add_argument("--matches", type=int, default=1000, help="in a run")
    given = asked.parse_args()
    game = Game("schnapsen")
    tables, menu = game.blank(2), np.zeros(game.room.menu_size, np.int64)
    steps.playouts(tables, 0, 0, 1, menu, np.zeros(2 + game.seats))
    schnapsen_c.run(1, 1)
    ours, theirs = [], []
    for run in range(given.runs):
        totals = np.zeros(2 + game.seats)
        began = time.perf_counter_ns()
        steps.playouts(tables, given.matches, 2 * run * given.matches, 1, menu, totals)
        between = time.perf_counter_ns()
        in_c = schnapsen_c.run(1, given.matches, (2 * run + 1) * given.matches)
        ours.append((between - began) / totals[1])
        theirs.append((time.perf_counter_ns() - between) / in_c.hands)
    for name, tenths in (("quickest tenth", 1), ("median", 5)):
        a, b = (statistics.quantiles(each, n=10)[tenths - 1] for each in (ours, theirs))
        print(f"{name}: ours {a:.1f} ns a hand, C {b:.1f} ns, ratio {b / a:.3f}")


if __name__ == "__main__":
    main()
