"""python bench/gpu.py [GAME ...]: how fast a graphics card plays, and whether it plays as the processor does.

Decisions per second at random play on the card and on all cores of the processor, after a check that both play the same
matches; the ratio is of runs that stood side by side. Runs from a checkout; a card's driver is all that it needs beside
Parlour's requirements. Ends with 1 where a game is not played the same, with 2 where there is no card.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))  # a checkout need not be installed

import timing

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import room, room_names
from parlour.gpu import Card, CardMissing, CardTables, lanes, playouts
from parlour.gpu.tables import kernel

SAME = 100_000
"""Decisions, about, that are compared."""
RUN_SECONDS = 0.5
VECTOR, PLIES = 1 << 16, 50
"""Tables side by side and choices at each, in a run of vector steps."""


class NotTheSame(Exception):
    """The card and the processor have played different matches."""


def check_same(game: Game, card: Card, seed: int) -> int:
    """How many decisions were compared. NotTheSame says what differs."""
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


def on_card(game: Game, card: Card, matches: int, seed: int, block: int, registers: int) -> timing.Run:
    """A run of random matches on the card."""
    return timing.clocked(lambda: playouts(game, matches, seed, card, block, registers).decisions)


def enough(game: Game, card: Card, seed: int, block: int, registers: int) -> int:
    """How many matches take about `RUN_SECONDS`: no fewer than fill the card."""
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
        return VECTOR * PLIES  # tables that are over cost next to nothing: matches as short as this flatter the figure

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
    """What was asked for."""
    parser = argparse.ArgumentParser(description="How fast a graphics card plays, beside the processor.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these (default: all that a card can play)")
    parser.add_argument("--runs", type=int, default=5, help="runs a figure is the median of (default 5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (default 1)")
    parser.add_argument("--card", type=int, default=0, help="number of the card (default 0)")
    parser.add_argument("--blocks", type=numbers, default=[128], help="lanes of a block, such as 64,128 (default 128)")
    parser.add_argument("--registers", type=numbers, default=[0], help="most registers of a lane; 0: the driver's choice")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error(f"--runs {options.runs}: at least 1 run is needed")
    return options


def main() -> int:
    """Prints the table."""
    options = arguments()
    try:
        card = Card(options.card)
        print(f"decisions/s at random play on {card.name}, {card.processors} processors", flush=True)
        rates, wrong = [], 0
        for name in options.games or [name for name in room_names() if room(name).gpu]:
            best = 0.0
            try:
                for row in measured(name, card, options):
                    print(row if isinstance(row, str) else timing.row(*row), flush=True)
                    if not isinstance(row, str) and "block" in row[0]:
                        best = max(best, row[1].median)
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
