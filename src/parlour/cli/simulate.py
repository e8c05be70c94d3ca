"""parlour simulate: random play in bulk."""

from __future__ import annotations

import argparse
import secrets
import sys
import time

from parlour.engine.counting import counted
from parlour.languages import gettext as _

from .arguments import MOST, Commands, add_game, add_json, add_seed, command, game_of, print_json, whole


def add(commands: Commands) -> None:
    made = command(commands, "simulate", run, _("play a game at random, many times"))
    add_game(made)
    made.add_argument("-n", type=whole(1, MOST), required=True, metavar="GAMES", help="number of matches")
    add_seed(made)
    made.add_argument("--threads", type=whole(0, 1024), default=0, metavar="N", help="threads (default: one per core)")
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    game = game_of(arguments)
    seed = secrets.randbits(62) if arguments.seed is None else arguments.seed
    game.playouts(1, seed, 1)  # compiling is not part of the time
    start = time.perf_counter()
    try:
        totals = game.playouts(arguments.n, seed, arguments.threads)
    except RuntimeError as error:
        print(f"parlour: {error}", file=sys.stderr)
        return 1
    taken = time.perf_counter() - start
    rate = round(totals.decisions / taken)
    result = {
        "games": totals.matches,
        "hands": totals.hands,
        "decisions": totals.decisions,
        "seconds": round(taken, 6),
        "decisions_per_second": rate,
        "mean_payoff": [payoff / totals.matches for payoff in totals.payoff],
    }
    if arguments.json:
        print_json(result)
    else:
        print(f"{game.room.title}, {counted(game.seats, 'player')}, seed {seed}")
        print(f"matches {totals.matches:,}, hands {totals.hands:,}, decisions {totals.decisions:,}")
        print(f"{taken:.3f} s, {counted(rate, 'decision', form=',')} per second")
        print("mean payoff", *(f"{payoff / totals.matches:+.4f}" for payoff in totals.payoff))
    return 0
