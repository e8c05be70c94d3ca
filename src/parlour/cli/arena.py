"""parlour arena: bots against each other over the same deals, with intervals."""

from __future__ import annotations

import argparse
import secrets
import sys
from typing import TYPE_CHECKING

from parlour.engine.counting import counted
from parlour.languages import gettext as _

from .arguments import Commands, add_game, add_isolated, add_json, add_seed, command, game_of, print_json, seconds, whole

if TYPE_CHECKING:
    from collections.abc import Callable


def add(commands: Commands) -> None:
    made = command(commands, "arena", run, _("let bots play against each other and compare them"))
    add_game(made)
    made.add_argument(
        "--bots", required=True, metavar="A,B", help="the bots, with options after a colon: search:iterations=500,chance"
    )
    made.add_argument(
        "-n", type=whole(1, 10**9), default=100, metavar="DEALS", help="deals; each is played in every seating (100)"
    )
    made.add_argument("--seconds-per-move", type=seconds, metavar="S", help="time to think, of every bot that takes any")
    made.add_argument("--hands", action="store_true", help="compare single hands by their score instead of whole matches")
    made.add_argument("--threads", type=whole(1, 1024), default=1, metavar="N", help="matches at the same time (1)")
    add_isolated(made)
    add_seed(made)
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour import bots
    from parlour.bots.arena import compare

    game = game_of(arguments)
    found = compare(
        game.room,
        bots.split(arguments.bots),
        arguments.n,
        seats=arguments.seats,
        house=game.house,
        hands=arguments.hands,
        seed=secrets.randbits(62) if arguments.seed is None else arguments.seed,
        threads=arguments.threads,
        seconds_per_move=arguments.seconds_per_move,
        isolated=arguments.isolated,
        progress=_progress() if sys.stderr.isatty() else None,
    )
    if arguments.json:
        print_json(found.as_dict())
    else:
        print(found)
    return 0


def _progress() -> Callable[[int, int], None]:
    """Count the matches on a terminal, in a line that goes when all are played."""

    def tell(done: int, of: int) -> None:
        print(f"\r{done} of {counted(of, 'match', 'matches')}" if done < of else "\r\033[K", end="", file=sys.stderr, flush=True)

    return tell
