"""python bench/versions.py CHECKOUT [GAME ...] [--runs N]: random play and line counts of another checkout and of this one.

Both play the same number of random matches in turn (theirs, ours, theirs ...), each in a process and with a cache of its own, on
one thread. What is told is processor time, which a busy machine disturbs least: the best run of each, for whatever disturbs a run
only slows it, their ratio, and the range of the ratios of runs that stood side by side.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
SECONDS = 0.15
"""What one run takes at least, about."""
PLAYER = """
import json, sys, time
from parlour.engine.game import Game
games = {}
for line in sys.stdin:
    name, matches = json.loads(line)
    if name not in games:
        games[name] = Game(name)
        games[name].playouts(1, 1, threads=1)
    began = time.process_time()
    decisions = games[name].playouts(matches, 1, threads=1).decisions
    print(json.dumps([decisions, time.process_time() - began]), flush=True)
"""


class Player:
    """A checkout's rules in a process of their own."""

    def __init__(self, checkout: Path) -> None:
        self.checkout = checkout
        around = os.environ | {"PYTHONPATH": str(checkout / "src"), "PARLOUR_CACHE_DIR": str(checkout / ".cache" / "compiled")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", PLAYER], env=around, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self, name: str, matches: int) -> tuple[int, float]:
        """(decisions, seconds of processor time) of so many random matches."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, matches]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.checkout} cannot play {name}")
        decisions, seconds = json.loads(line)
        return decisions, seconds

    def enough(self, name: str) -> int:
        """How many matches take about SECONDS."""
        matches = 1
        while (seconds := self.play(name, matches)[1]) < SECONDS / 4:
            matches *= 4
        return max(1, round(matches * SECONDS / seconds))

    def lines(self, name: str) -> int:
        """Lines of the room's rules.py."""
        return len((self.checkout / "src/parlour/games" / name / "rules.py").read_text(encoding="utf-8").splitlines())

    def rate(self, name: str, matches: int) -> float:
        """Decisions per second of processor time."""
        decisions, seconds = self.play(name, matches)
        return decisions / seconds


def main() -> None:
    """Print a table."""
    asked = argparse.ArgumentParser(description="random play of another checkout and of this one, side by side")
    asked.add_argument("checkout", type=Path, help="the other checkout, with the same Python packages")
    asked.add_argument("games", nargs="*")
    asked.add_argument("--runs", type=int, default=12)
    given = asked.parse_args()
    theirs, ours = Player(given.checkout.resolve()), Player(HERE)
    rooms = sorted(path.parent.name for path in (HERE / "src/parlour/games").glob("*/rules.py"))
    print(
        "| game | M decisions/s before | now | ratio (range) | lines of rules.py before | now |",
        "| --- |" + " --- |" * 5,
        sep="\n",
    )
    for name in given.games or rooms:
        matches = ours.enough(name)
        theirs.play(name, matches)
        pairs = [(theirs.rate(name, matches), ours.rate(name, matches)) for _ in range(given.runs)]
        ratios = sorted(after / before for before, after in pairs)
        before, after = (max(rates) / 1e6 for rates in zip(*pairs, strict=True))
        print(
            f"| {name} | {before:.3g} | {after:.3g} | {after / before:.2f} ({ratios[0]:.2f} .. {ratios[-1]:.2f})"
            f" | {theirs.lines(name)} | {ours.lines(name)} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
