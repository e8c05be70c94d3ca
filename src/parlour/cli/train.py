"""parlour train: what is learned by self-play: the policy of a game's rollouts, or the strategy of a game of nerve."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import Commands, add_game, add_seed, command, game_of, house_rules, whole

if TYPE_CHECKING:
    from parlour.engine.game import Game


def add(commands: Commands) -> None:
    made = command(commands, "train", run, "learn by self-play how a game is played, for bots to begin with or to go by")
    add_game(made)
    made.add_argument("-n", type=whole(1, 10**6), default=300, metavar="BATCHES", help="batches of 512 tables (300)")
    made.add_argument("-o", metavar="FILE", help="write what was learned there (policy.json or nerve.npz in the room's folder)")
    made.add_argument("--nerve", action="store_true", help="a strategy that can bluff, by regret; batches are of 2000 hands then")
    made.add_argument(
        "--also", type=whole(1, 16), action="append", default=[], metavar="N", help="with --nerve: other numbers of players, too"
    )
    made.add_argument(
        "--under",
        action="append",
        default=[],
        metavar="RULE=VALUE",
        help="with --nerve: a house rule under which it is learned, too, where nerve.py tells it apart; may be given again",
    )
    add_seed(made)


def run(arguments: argparse.Namespace) -> int:
    game = game_of(arguments)
    learn = learn_strategy if arguments.nerve else learn_policy
    print(learn(game, arguments, 1 if arguments.seed is None else arguments.seed))
    return 0


def learn_policy(game: Game, arguments: argparse.Namespace, seed: int) -> Path:
    """Which choices are usual, as weights. Returns the file."""
    from parlour.bots.training import Lesson, train
    from parlour.bots.weights import FILE, write_weights

    def tell(lesson: Lesson) -> None:
        if lesson.batch % max(arguments.n // 10, 1) == 0:
            gain = f"{lesson.gain:+.2f} standard deviations better than chance"
            print(f"{lesson.batch} of {arguments.n} batches, {lesson.matches} matches: {gain}", file=sys.stderr, flush=True)

    weights = train(game, arguments.n, seed=seed, progress=tell)
    path = Path(arguments.o) if arguments.o else game.room.folder / FILE
    write_weights(path, game.room, weights)
    return path


def learn_strategy(game: Game, arguments: argparse.Namespace, seed: int) -> Path:
    """How often to do what in which situation. Returns the file."""
    from parlour.bots.nerve.files import FILE, write_strategy
    from parlour.bots.nerve.training import Lesson, train

    def tell(lesson: Lesson) -> None:
        if lesson.batch % max(arguments.n // 10, 1) == 0:
            met = f"{lesson.matches} matches, {lesson.situations} situations"
            print(f"{lesson.batch} of {arguments.n} batches, {met}", file=sys.stderr, flush=True)

    under = house_rules(arguments.under)
    strategy = train(game, arguments.n, seed=seed, tables=tuple(arguments.also), under=under, progress=tell)
    path = Path(arguments.o) if arguments.o else game.room.folder / FILE
    write_strategy(path, strategy)
    return path
