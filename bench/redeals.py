"""How a bot plays by the number of redeals it looks at: each number against 16 of the one that looks one choice ahead.

    python bench/redeals.py [GAME ...] [--seconds 3]

A search takes one redeal an iteration, 32 at least.
"""

from __future__ import annotations

import argparse

from strength import duel, unit_of

CURVES = {"greedy:seed=1,deals=": (1, 2, 4, 8, 32, 64), "search:seed=1,iterations=": (32, 100, 300, 1000)}
AGAINST = "greedy:seed=2,deals=16"


def main() -> None:
    """Measure and print one line per point of a curve."""
    parser = argparse.ArgumentParser(description="How a bot plays by the number of redeals it looks at.")
    parser.add_argument("games", nargs="*", default=["schnapsen", "scopa"])
    parser.add_argument("--seconds", type=float, default=3.0, help="of processor time for a point (3)")
    given = parser.parse_args()
    for name in given.games:
        unit = unit_of(name)
        print(f"{name}: what is gained on {AGAINST}, points a seat and {unit} (deals)")
        for bot, curve in CURVES.items():
            for redeals in curve:
                found = duel(name, (f"{bot}{redeals}", AGAINST), unit, given.seconds)
                print(f"{bot}{redeals:<6} {found} ({found.deals})", flush=True)


if __name__ == "__main__":
    main()
