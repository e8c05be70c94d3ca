"""python bench/versions.py CHECKOUT [GAME ...] [--runs N]: random play, machine code and lines, before and now.

With `--lanes N` it is the vector environment with this many matches side by side, of which the steps are counted: legal actions
chosen by NumPy, everything returned copied, as it is by default. With `--bot fair:seed=1` it is matches among such bots, of which
the choices are counted. `--set OPTION=VALUE` is a house rule of all games.

Both play the same number of matches in turn (theirs, ours, ours, theirs), each in a process and with a cache of its own, on one
thread. The measure is processor time, which a busy machine disturbs least. Where a process puts its code and its arrays in
memory changes its speed by some 5 %, so each of the N runs has a new process for either version, which plays all games. Speeds
are medians of all runs. The ratio is the median of the runs' ratios, with an interval that holds the true median 95 times of
100. Machine code is that of random matches in bulk, in kB. If it is broken off, it prints the runs that are whole.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
SECONDS = 0.6
"""Least seconds of one run, about. A call of `Game.playouts` costs some 10 ms, which must not count."""
PLAYER = """
import json, pickle, sys, time
import numpy as np
from llvmlite import binding
from parlour.engine import steps
from parlour.engine.game import Game
made = {}

def whole(name, matches, house):
    return made[name].playouts(matches, 1, threads=1).decisions

def lanes(name, steps, house):
    env, rng = made[name], np.random.default_rng(1)
    for _ in range(steps):
        mask = env.action_mask
        env.step((rng.random(mask.shape, np.float32) * mask).argmax(axis=1))
    return steps * env.num_envs

def by_bot(name, matches, house):
    made_by, choices = made[name], 0
    for seed in range(matches):
        match = made_by.start(seed=seed)
        while not match.over:
            match.play(*bot.choose(match.view(match.turn, memory=True)))
            choices += 1
    return choices

def code_size():
    # bytes of machine code of all that `playouts` was compiled for so far, read where it is kept: loaded, it is only memory
    found, rule = 0, steps.playouts
    for compiled in rule.overloads.values():
        kept = rule._cache._path((compiled.signature.args, None), rule.targetctx.codegen()).read_bytes()
        (_, _, (code, _)), *_ = pickle.loads(kept[32:])
        found += sum(part.size() for part in binding.ObjectFileRef.from_data(code).sections() if part.is_text())
    return found

for line in sys.stdin:
    name, count, house, wide, bot = json.loads(line)
    play = lanes if wide else by_bot if bot else whole
    if bot:
        from parlour import bots
        bot = bots.make(bot)
    before = code_size()
    if name not in made and wide:
        from parlour import envs
        made[name] = envs.vector(name, wide, **house)
        made[name].reset(seed=1)
        lanes(name, 1, house)
    elif name not in made:
        made[name] = Game(name, house=house)
        play(name, 1, house)
    began = time.process_time()
    decisions = play(name, count, house)
    seconds = time.process_time() - began
    print(json.dumps([decisions, seconds, code_size() - before]), flush=True)
"""


class Player:
    """A checkout's rules in a process of their own. lanes: matches side by side in its vector environment; 0: whole matches.
    bot: the players of these matches; if it is empty, random ones."""

    def __init__(self, checkout: Path, house: dict[str, str], lanes: int, bot: str) -> None:
        self.checkout, self.house, self.lanes, self.bot = checkout, house, lanes, bot
        self.code: dict[str, int] = {}
        """Bytes of machine code of a game's random matches in bulk."""
        around = os.environ | {"PYTHONPATH": str(checkout / "src"), "PARLOUR_CACHE_DIR": str(checkout / ".cache" / "compiled")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", PLAYER], env=around, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self, name: str, matches: int) -> tuple[int, float]:
        """Return (decisions, seconds of processor time) of a number of matches, or of steps of all lanes."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, matches, self.house, self.lanes, self.bot]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.checkout} cannot play {name}")
        decisions, seconds, code = json.loads(line)
        self.code.setdefault(name, code)
        return decisions, seconds

    def enough(self, name: str) -> int:
        """Return how many matches take about SECONDS."""
        matches = 1
        while (seconds := self.play(name, matches)[1]) < SECONDS / 4:
            matches *= 4
        return max(1, round(matches * SECONDS / seconds))

    def rate(self, name: str, matches: int) -> float:
        """Decisions per second of processor time."""
        decisions, seconds = self.play(name, matches)
        return decisions / seconds

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@dataclass
class Side:
    """One version at one game."""

    rates: list[float] = field(default_factory=list)
    """By run, decisions per second."""
    code: int = 0


def measure(players: Sequence[Player], name: str, matches: dict[str, int], mirrored: bool) -> list[float]:
    """Return the rates of (theirs, ours) in one run: each plays twice, theirs first and last, or (mirrored) ours.

    matches: by game how many of them take long enough; noted in the first run.
    """
    for player in players:
        player.play(name, 1)
    if name not in matches:
        matches[name] = players[1].enough(name)
    first, second = reversed(players) if mirrored else players
    rates: dict[Player, list[float]] = {first: [], second: []}
    for player in (first, second, second, first):
        rates[player].append(player.rate(name, matches[name]))
    return [statistics.mean(rates[player]) for player in players]


def length(checkout: Path, name: str) -> int:
    """Return the lines of the room's rules.py."""
    return len((checkout / "src/parlour/games" / name / "rules.py").read_text(encoding="utf-8").splitlines())


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a median, by ranks: it supposes nothing of how the values are distributed."""
    outside, rank, all_ranks = 0, 0, 2 ** len(values)
    while rank < len(values) // 2 and (outside := outside + math.comb(len(values), rank)) <= 0.025 * all_ranks:
        rank += 1
    return sorted(values)[max(rank - 1, 0)], sorted(values)[-max(rank, 1)]


def main() -> None:
    """Print a table."""
    asked = argparse.ArgumentParser(description="random play of another checkout and of this one, side by side")
    asked.add_argument("checkout", type=Path, help="the other checkout, with the same Python packages")
    asked.add_argument("games", nargs="*")
    asked.add_argument("--runs", type=int, default=12)
    what = asked.add_mutually_exclusive_group()
    what.add_argument("--lanes", type=int, default=0, help="measure the vector environment with so many matches side by side")
    what.add_argument("--bot", default="", help="measure matches among bots of this name")
    asked.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule")
    given = asked.parse_args()
    house = dict(rule.split("=", 1) for rule in given.set)
    plain = not given.lanes and not given.bot
    checkouts = given.checkout.resolve(), HERE
    names = given.games or sorted(path.parent.name for path in (HERE / "src/parlour/games").glob("*/rules.py"))
    matches: dict[str, int] = {}
    rows: dict[str, list[Side]] = {name: [Side(), Side()] for name in names}
    with contextlib.suppress(KeyboardInterrupt):
        for run in range(given.runs):
            players = [Player(checkout, house, given.lanes, given.bot) for checkout in checkouts]
            found = {name: measure(players, name, matches, mirrored=run % 2 == 1) for name in names}
            for player in players:
                player.close()
            for name, rates in found.items():
                for side, rate, player in zip(rows[name], rates, players, strict=True):
                    side.rates.append(rate)
                    side.code = player.code[name]
            print(f"run {run + 1} of {given.runs}", file=sys.stderr, flush=True)
    unit, size = ("k choices", 1e3) if given.bot else ("M steps" if given.lanes else "M decisions", 1e6)
    heads = [f"{unit}/s before", "now", "ratio (interval)"]
    heads += ["machine code before, kB", "now", "lines of rules.py before", "now"] if plain else []
    print(f"| game | {' | '.join(heads)} |", "| --- |" + " --- |" * len(heads), sep="\n")
    for name, sides in rows.items():
        before, after = (side.rates for side in sides)
        if not before:
            continue
        ratios = [now / then for then, now in zip(before, after, strict=True)]
        low, high = interval(ratios)
        row = [name, *(f"{statistics.median(rates) / size:.3g}" for rates in (before, after))]
        row.append(f"{statistics.median(ratios):.2f} ({low:.2f} .. {high:.2f})")
        if plain:
            row += [f"{side.code / 1000:.1f}" for side in sides]
            row += [str(length(checkout, name)) for checkout in checkouts]
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
