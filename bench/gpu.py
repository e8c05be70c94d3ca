"""python bench/gpu.py [GAME ...]: how fast a graphics card plays, and whether it plays as the processor does.

Decisions per second at random play on the card and on all cores of the processor, after a check that both play the same
matches, and that the card's code is the same whether or not the processor has played before; the ratio is of runs that stood
side by side. Runs from a checkout; a card's driver is all that it needs beside
Parlour's requirements. Exits with status 1 if a game is not played the same, with 2 if there is no card.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))  # a checkout need not be installed

import timing

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import room, room_names
from parlour.gpu import Card, CardMissing, CardTables, NotForCards, code, lanes, playouts
from parlour.gpu.tables import kernel

SAME = 100_000
"""Decisions, about, that are compared."""
RUN_SECONDS = 0.5
VECTOR, PLIES = 1 << 16, 50
"""Tables side by side and choices at each, in a run of vector steps."""


class NotTheSame(Exception):
    """The card and the processor have played different matches."""


def check_same(game: Game, card: Card, seed: int) -> int:
    """Return how many decisions were compared. NotTheSame says what differs."""
    matches = max(1, int(SAME / (game.playouts(10, seed).decisions / 10)))
    ours, theirs = playouts(game, matches, seed, card), game.playouts(matches, seed)
    if (ours.hands, ours.decisions) != (theirs.hands, theirs.decisions):
        raise NotTheSame(f"{ours.decisions} decisions in {ours.hands} hands, not {theirs.decisions} in {theirs.hands}")
    if any(abs(a - b) > 1e-9 * matches for a, b in zip(ours.payoff, theirs.payoff, strict=True)):
        raise NotTheSame(f"payoffs {ours.payoff}, not {theirs.payoff}")
    vector, expected = CardTables(game, 64, seed, card), game.tables(64, seed)
    for ply in range(PLIES):
        codes = vector.chosen()
        expected.array["rng"] = vector.array.field("rng").to_host()
        expected.play(codes.to_host())
        vector.play(codes)
        if vector.array.to_host().tobytes() != expected.array.tobytes():
            raise NotTheSame(f"tables side by side after {ply + 1} choices")
    return ours.decisions


def print_digest(name: str, order: str) -> int:
    """In a process of its own: do in this order what compiles the rules of a game, and print a digest of the card's code."""
    game = Game(name)
    for part in order.split(","):
        if part == "card":
            print(hashlib.sha256(code(game.room, lanes.play_out).encode()).hexdigest())
        else:
            game.playouts(10, 1)
    return 0


def started_both_ways(names: Sequence[str]) -> list[str]:
    """Return the games whose code for the card depends on whether the processor played first, each time with nothing compiled."""

    def digest(name: str, order: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {"PARLOUR_CACHE_DIR": folder}
            command = [sys.executable, __file__, "--order", order, name]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else f"{order}: {done.stderr.strip()}"

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        first = pool.map(lambda name: digest(name, "card,playouts"), names)
        second = pool.map(lambda name: digest(name, "playouts,card"), names)
        return [name for name, a, b in zip(names, first, second, strict=True) if a != b]


def on_card(game: Game, card: Card, matches: int, seed: int, block: int, registers: int) -> timing.Run:
    """A run of random matches on the card."""
    return timing.clocked(lambda: playouts(game, matches, seed, card, block, registers).decisions)


def enough(game: Game, card: Card, seed: int, block: int, registers: int) -> int:
    """Return how many matches take about `RUN_SECONDS`, at least as many as fill the card."""
    run = kernel(card, game.room, lanes.play_out, registers)
    matches = 4 * run.resident(block)
    while True:
        _, seconds = on_card(game, card, matches, seed, block, registers)()
        if seconds >= RUN_SECONDS / 4:
            return max(1, round(matches * RUN_SECONDS / seconds))
        matches *= 4


def side_by_side(game: Game, card: Card, seed: int) -> timing.Run:
    """A run of random choices at tables side by side, records in the card's memory."""

    def steps() -> int:
        tables = CardTables(game, VECTOR, seed, card)
        for _ in range(PLIES):
            tables.play(tables.chosen())
        card.wait()
        return VECTOR * PLIES  # tables that are over cost almost nothing: such short matches flatter the figure

    return timing.clocked(steps)


def measured(name: str, card: Card, options: argparse.Namespace) -> Iterator[tuple[str, timing.Spread] | str]:
    """Rows of a game; a line of text says what was compared. NotTheSame, NotForCards."""
    game, seed = Game(name), options.seed
    yield f"{name}: the same on both: {check_same(game, card, seed):,} decisions"
    core = Game(name)
    core.playouts(1000, seed)
    few = max(1, round(1000 * RUN_SECONDS / max(1e-6, timing.clocked(lambda: core.playouts(1000, seed).decisions)()[1])))
    processor = timing.clocked(lambda: core.playouts(few, seed).decisions)
    for block, registers in itertools.product(options.blocks, options.registers):
        run = kernel(card, game.room, lanes.play_out, registers)
        matches = enough(game, card, seed, block, registers)
        pairs = timing.alternate(on_card(game, card, matches, seed, block, registers), processor, options.runs)
        label = f"{name}, block {block}, {run.registers} registers"
        yield label, pairs.a
        yield f"{name}, all cores of the processor", pairs.b
        yield f"{name}, card / processor", pairs.ratio
    yield f"{name}, {VECTOR} tables side by side", timing.rates(side_by_side(game, card, seed), options.runs)


def numbers(text: str) -> Sequence[int]:
    """Whole numbers divided by commas."""
    return [int(part) for part in text.split(",")]


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description="How fast a graphics card plays, beside the processor.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these (default: all that a card can play)")
    parser.add_argument("--runs", type=int, default=5, help="runs a figure is the median of (default 5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (default 1)")
    parser.add_argument("--card", type=int, default=0, help="number of the card (default 0)")
    parser.add_argument("--blocks", type=numbers, default=[128], help="lanes of a block, such as 64,128 (default 128)")
    parser.add_argument("--registers", type=numbers, default=[0], help="most registers of a lane; 0: the driver's choice")
    parser.add_argument("--order", default="", help=argparse.SUPPRESS)  # of a process of `started_both_ways`
    options = parser.parse_args()
    if options.runs < 1:
        parser.error(f"--runs {options.runs}: at least 1 run is needed")
    return options


def main() -> int:
    """Prints the table."""
    options = arguments()
    if options.order:
        return print_digest(options.games[0], options.order)
    try:
        card = Card(options.card)
        print(f"decisions/s at random play on {card.name}, {card.processors} processors", flush=True)
        names = options.games or [name for name in room_names() if room(name).gpu]
        differing = started_both_ways(names)
        print(f"code for the card after and before random play: the same for {len(names) - len(differing)} of {len(names)} games")
        for name in differing:
            print(f"{name}: NOT THE SAME code when the processor plays first", flush=True)
        rates, wrong = [], len(differing)
        for name in names:
            best = 0.0
            try:
                for row in measured(name, card, options):
                    print(row if isinstance(row, str) else timing.row(*row), flush=True)
                    if not isinstance(row, str) and "block" in row[0]:
                        best = max(best, row[1].median)
            except NotForCards as reason:
                wrong += 1
                print(f"NOT ON A CARD: {reason}", flush=True)
            except NotTheSame as difference:
                wrong += 1
                print(f"{name}: NOT THE SAME on both: {difference}", flush=True)
            else:
                rates.append(best)
    except (CardMissing, BadInput) as reason:
        print(f"bench/gpu.py: {reason}", file=sys.stderr)
        return 2
    if rates:
        print(f"median of {len(rates)} games: {timing.short(median(rates))} decisions/s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
