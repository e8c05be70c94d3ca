"""parlour train: what is learned by self-play: the policy of a game's rollouts, a value of positions, a strategy of nerve."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.engine.counting import counted
from parlour.engine.files import check_target
from parlour.languages import gettext as _

from .arguments import Commands, add_game, add_seed, command, game_of, house_rules, refuse_without, whole

if TYPE_CHECKING:
    from parlour.engine.game import Game

TABLES = 512
"""Of a batch, if it is not of hands."""


def add(commands: Commands) -> None:
    made = command(commands, "train", run, _("learn by self-play how a game is played, for bots to begin with or to go by"))
    add_game(made)
    made.add_argument("-n", type=whole(1, 10**6), default=300, metavar="BATCHES", help=f"batches of {TABLES} tables (300)")
    made.add_argument(
        "-o", metavar="FILE", help="write what was learned there (policy.json, value.json or nerve.npz in the room's folder)"
    )
    kind = made.add_mutually_exclusive_group()
    kind.add_argument("--value", action="store_true", help="what positions are worth, by what came of them")
    kind.add_argument("--nerve", action="store_true", help="a strategy that can bluff, by regret; batches are of 2000 hands then")
    made.add_argument(
        "--also",
        type=whole(1, 16),
        action="append",
        default=[],
        metavar="N",
        help="with --value and --nerve: other numbers of players, too",
    )
    made.add_argument(
        "--under",
        action="append",
        default=[],
        metavar="RULE=VALUE",
        help="with --nerve: a house rule under which it is learned too, if nerve.py distinguishes it; can be repeated",
    )
    made.add_argument(
        "--tremble",
        type=whole(0, 100),
        default=0,
        metavar="PERCENT",
        help="with --nerve: how often the others take a way at random while it is learned (0)",
    )
    made.add_argument(
        "--naive",
        type=whole(0, 100),
        default=0,
        metavar="PERCENT",
        help="with --nerve: in how many of the hands half of the others, on average, take everybody to choose at random (0)",
    )
    add_seed(made)


def run(arguments: argparse.Namespace) -> int:
    if not arguments.nerve:
        refuse_without(arguments, "--nerve", "under", "tremble", "naive")
        if not arguments.value:
            refuse_without(arguments, "--value, --nerve", "also")
    game = game_of(arguments)
    if arguments.o:
        check_target(arguments.o)
    learn = learn_strategy if arguments.nerve else learn_value if arguments.value else learn_policy
    print(learn(game, arguments, 1 if arguments.seed is None else arguments.seed))
    return 0


def learn_policy(game: Game, arguments: argparse.Namespace, seed: int) -> Path:
    """Learn which choices are usual, as weights, and return their file."""
    from parlour.bots.training import Lesson, train
    from parlour.bots.weights import FILE, Policy, policy_with, write_policy

    def tell(lesson: Lesson) -> None:
        if lesson.batch % max(arguments.n // 10, 1) == 0:
            gain = f"{lesson.gain:+.2f} standard deviations better than chance"
            print(
                f"{lesson.batch} of {counted(arguments.n, 'batch', 'batches')}, "
                f"{counted(lesson.matches, 'match', 'matches')}: {gain}",
                file=sys.stderr,
                flush=True,
            )

    weights = train(game, arguments.n, seed=seed, progress=tell)
    path = Path(arguments.o) if arguments.o else game.room.folder / FILE
    write_policy(path, game.room, Policy(weights) if arguments.o else policy_with(path, game, weights))
    return path


def learn_value(game: Game, arguments: argparse.Namespace, seed: int) -> Path:
    """Learn the values of positions as weights of their features. Returns the file."""
    from parlour.bots import values
    from parlour.bots.heuristics import position_names
    from parlour.bots.weights import VALUE_FILE, write_value
    from parlour.engine.game import Game

    tables = [game, *(Game(game.room, seats, game.house) for seats in arguments.also)]
    value = values.learn_value(tables, arguments.n * TABLES, seed=seed)
    for name, weight in zip(position_names(game.room), value.weights, strict=True):
        print(f"{name:<24} {weight:+.4g}", file=sys.stderr)
    basis = f"{counted(value.positions, 'position')} in {counted(value.matches, 'match', 'matches')}"
    print(f"{basis}: explains {value.explained:.1%} of the variance of the results held out", file=sys.stderr, flush=True)
    path = Path(arguments.o) if arguments.o else game.room.folder / VALUE_FILE
    write_value(path, game.room, value.kind, value.weights)
    return path


def learn_strategy(game: Game, arguments: argparse.Namespace, seed: int) -> Path:
    """Learn how often to choose what in which situation. Returns the file."""
    from parlour.bots.nerve.files import FILE, write_strategy
    from parlour.bots.nerve.training import Course, Lesson, train

    def tell(lesson: Lesson) -> None:
        if lesson.batch % max(arguments.n // 10, 1) == 0:
            met = f"{counted(lesson.matches, 'match', 'matches')}, {counted(lesson.situations, 'situation')}"
            print(f"{lesson.batch} of {counted(arguments.n, 'batch', 'batches')}, {met}", file=sys.stderr, flush=True)

    tables, naive = tuple(arguments.also), arguments.naive / 100
    course = Course(arguments.n, seed=seed, tables=tables, under=house_rules(arguments.under), naive=naive)
    strategy = train(game, course, tremble=arguments.tremble / 100, progress=tell)
    path = Path(arguments.o) if arguments.o else game.room.folder / FILE
    write_strategy(path, strategy)
    return path
