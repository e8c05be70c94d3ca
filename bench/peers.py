"""python bench/peers.py [--runs N] [--seed S]: how fast the peers play that the house's rules are measured against.

Decisions per second at random play, one process, one thread, medians of the runs with their range. A peer that is not
installed is left out, with the reason.
"""

from __future__ import annotations

import argparse

import openspiel
import schnapsen_c
import timing


def schnapsen_rows(runs: int, seed: int, matches: int = 500_000) -> list[tuple[str, timing.Spread]]:
    """Schnapsen in C, with and without the digest of all choices. Raises `schnapsen_c.CompilerMissing`."""
    return [
        ("Schnapsen, C", timing.rates(timing.clocked(lambda: schnapsen_c.run(seed, matches).decisions), runs)),
        (
            "Schnapsen, C, with digest",
            timing.rates(timing.clocked(lambda: schnapsen_c.run_digest(seed, matches)[0].decisions), runs),
        ),
    ]


def openspiel_rows(runs: int, seed: int) -> list[tuple[str, timing.Spread]]:
    """Oh Hell! and Klondike in OpenSpiel. Raises `openspiel.OpenSpielMissing`."""
    rows = []
    for name, games, rounds in (("Oh Hell!", openspiel.oh_hell(), 100), ("Klondike", openspiel.klondike(), 400)):
        ways = (
            ("Python loop", openspiel.loop(games, max(1, rounds // 8), seed)),
            ("C++", openspiel.native(games, rounds, seed)),
            ("C++ after the deal", openspiel.native_dealt(games, rounds, seed)),
        )
        rows += [(f"{name}, OpenSpiel, {way}", timing.rates(run, runs)) for way, run in ways]
    return rows


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="How fast the peers play, in decisions per second.")
    parser.add_argument("--runs", type=int, default=5, help="runs a figure is the median of (default 5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (default 1)")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error(f"--runs {options.runs}: at least 1 run is needed")
    rows, missing = [], []
    for measure in (schnapsen_rows, openspiel_rows):
        try:
            rows += measure(options.runs, options.seed)
        except (schnapsen_c.CompilerMissing, openspiel.OpenSpielMissing) as reason:
            missing.append(f"left out: {reason}")
    print("\n".join([timing.table("decisions/s at random play, one thread", rows), *missing]))


if __name__ == "__main__":
    main()
