"""parlour study: a designer's questions about a game, answered by playing it."""

from __future__ import annotations

import argparse
import contextlib
import secrets
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.languages import gettext as _

from .arguments import (
    LARGEST_SEED,
    MOST,
    Commands,
    add_isolated,
    add_json,
    command,
    house_rules,
    length,
    print_json,
    refuse_with,
    whole,
)

if TYPE_CHECKING:
    from parlour.lab.progress import Progress
    from parlour.lab.question import Question
    from parlour.lab.tasks import Task
    from parlour.lab.workers import Workers


MINUTES, MINUTES_ALL = 10.0, 25.0
"""Unless told otherwise: of one game, and of all."""
LADDER_ALL = ("chance", "easy", "fair")
"""Bots for the study of all games: stronger ones would not finish in the time."""


def add(commands: Commands) -> None:
    made = command(commands, "study", run, _("study a game: play it very often, and say what that shows"))
    made.add_argument("game", metavar="GAME", nargs="?", help="name of the game, or the folder of a room")
    made.add_argument("--all", action="store_true", help="study every game of the house, and make a table of them")
    made.add_argument("--players", type=whole(1, 63), metavar="N", help="number of players")
    made.add_argument("--set", action="append", default=[], metavar="RULE=VALUE", help="a house rule; can be repeated")
    made.add_argument(
        "--vary", action="append", default=[], metavar="RULE=A,B", help="house rules to compare with; can be repeated"
    )
    made.add_argument(
        "--wish",
        action="append",
        default=[],
        metavar="FIGURE=VALUE",
        help="search the house rules for settings that meet this; can be repeated",
    )
    made.add_argument("--depth", action="store_true", help="count the doublings of the search budget that still win 60 %%")
    made.add_argument("--bots", metavar="A,B", help="who plays, from the weakest up, with budgets that are not times")
    add_isolated(made)
    made.add_argument("--width", type=length(0.001, 0.5, ""), default=0.02, metavar="W", help="± of a share at 95 %% (0.02)")
    made.add_argument(
        "--minutes", type=length(0, 100_000, " minutes"), metavar="M", help="time (10; all games 25; 0: as long as it takes)"
    )
    made.add_argument("--games", type=whole(1, MOST), metavar="N", help="only play N random matches, and add them up")
    made.add_argument("--workers", type=whole(1, 1024), metavar="N", help="how many work at a time (default: one per core)")
    made.add_argument("--cluster", metavar="ADDRESS", help="have a Dask cluster do the work, by the address of its scheduler")
    made.add_argument("-o", "--output", metavar="DIR", help="the study's folder (study-GAME); if it is there, the study goes on")
    made.add_argument(
        "--seed",
        type=whole(0, LARGEST_SEED),
        metavar="N",
        help="seed of the deals (1; with bots from files a fresh one, which the study's folder keeps)",
    )
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.lab.arrow import parquet, wanted
    from parlour.lab.progress import Progress
    from parlour.lab.workers import WorkersLost

    if arguments.all == (arguments.game is not None):
        raise BadInput("a study is of one game, or of --all")
    if arguments.all and (arguments.players or arguments.set or arguments.vary or arguments.games):
        raise BadInput("--all studies every game with its usual number of players and house rules, for as long as --minutes says")
    if arguments.depth and (arguments.all or arguments.games or arguments.wish or arguments.bots or arguments.vary):
        raise BadInput(
            "--depth has players of its own and is about one game: leave --all, --games, --wish, --bots and --vary out"
        )
    if arguments.wish and (arguments.all or arguments.games):
        raise BadInput("--wish is about the house rules of one game: leave --all and --games out")
    if arguments.games:
        refuse_with(arguments, "--games", "bots", "minutes", "width", "isolated")
    arguments.seed = _seed(arguments)
    parquet(), wanted("matplotlib", "lab")  # without them there is nothing to keep and no report: better said before than after
    if arguments.wish:
        asked = [_wished(arguments)]
    elif arguments.depth:
        asked = [_deep(arguments)]
    else:
        asked = _asked_of_all(arguments) if arguments.all else [_asked(arguments, arguments.game)]
    workers, progress = _workers(arguments), Progress(sys.stderr)
    try:
        do = (
            _all
            if arguments.all
            else _added_up
            if arguments.games
            else _wishes
            if arguments.wish
            else _depth
            if arguments.depth
            else _one
        )
        return do(arguments, asked, workers, progress)
    except WorkersLost as error:
        progress.end()
        print(f"parlour: {error}; what is done is kept, and the same command goes on", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        progress.end()
        print("parlour: stopped; what is done is kept, and the same command goes on from there", file=sys.stderr)
        return 130
    finally:
        progress.end()
        workers.close()


def _one(arguments: argparse.Namespace, asked: list[Question], workers: Workers, progress: Progress) -> int:
    from parlour.lab import sentences, studies
    from parlour.lab.report import REPORT

    folder, minutes = _folder(arguments), asked[0].minutes
    progress.study("", progress.now() + 60 * minutes if minutes else 0.0)
    try:
        study, report = studies.one(asked[0], folder, workers, progress)
    except KeyboardInterrupt:
        progress.end()
        if (so_far := folder / REPORT).exists():
            print(f"The report so far: {so_far}")
        raise
    progress.end()
    if arguments.json:
        print_json(study.as_dict())
        return 0
    for heading, found in sentences.everything(study).items():
        print(heading, *(f"  {sentence}" for sentence in found), "", sep="\n")
    print(f"The report: {report}")
    return 0


def _wished(arguments: argparse.Namespace) -> Question:
    """The question about the game of wishes, whose players plan under any rules."""
    from parlour import bots
    from parlour.engine.rooms import room
    from parlour.lab.settings import options_of, planners
    from parlour.lab.wishes import wishes

    players = planners(room(arguments.game), bots.split(arguments.bots) if arguments.bots else ())
    asked = _asked(arguments, arguments.game, given=players)
    wishes(arguments.wish, asked.seats), options_of(asked)  # what cannot be wished for is said before anything is played
    return asked


def _wishes(arguments: argparse.Namespace, asked: list[Question], workers: Workers, progress: Progress) -> int:
    from parlour.lab import studies, wish_report

    folder = _begin(arguments, asked[0], progress)
    found, report = studies.wished(asked[0], arguments.wish, folder, workers, progress)
    return _end(arguments, found, wish_report.lines(found), report, progress)


def _begin(arguments: argparse.Namespace, asked: Question, progress: Progress) -> Path:
    """Start the clock of a study, and return its folder."""
    progress.study("", progress.now() + 60 * asked.minutes if asked.minutes else 0.0)
    return _folder(arguments)


def _end(arguments: argparse.Namespace, found: Any, lines: Sequence[str], report: Path, progress: Progress) -> int:
    """Print what such a study has found."""
    progress.end()
    if arguments.json:
        print_json(found.as_dict())
    else:
        print(*lines, "", f"The report: {report}", sep="\n")
    return 0


def _deep(arguments: argparse.Namespace) -> Question:
    """The question about a game's depth, whose players are searches. BadInput for a game for one player."""
    from parlour.lab.depth import ladder

    asked = _asked(arguments, arguments.game, given=ladder())
    if asked.seats < 2:
        raise BadInput("--depth compares players at one table: it needs a game for two or more")
    return asked


def _depth(arguments: argparse.Namespace, asked: list[Question], workers: Workers, progress: Progress) -> int:
    from parlour.lab import depth, studies

    folder = _begin(arguments, asked[0], progress)
    found, report = studies.deep(asked[0], folder, workers, progress)
    return _end(arguments, found, depth.lines(found), report, progress)


def _all(arguments: argparse.Namespace, asked: list[Question], workers: Workers, progress: Progress) -> int:
    from parlour.lab import studies

    folder, minutes = _folder(arguments), asked[0].minutes
    made = f"parlour study --all --minutes {minutes:g} --width {arguments.width:g} --seed {arguments.seed}"
    lost = []

    def failed(game: str, error: Exception) -> None:
        lost.append(game)
        progress.end()
        print(f"parlour: {game} could not be studied: {type(error).__name__}: {' '.join(str(error).split())}", file=sys.stderr)

    found = studies.every(asked, folder, workers, progress, minutes=minutes, command=made, failed=failed)
    progress.end()
    if arguments.json:
        print_json(found)
    else:
        print(f"The table: {folder / studies.PAGE}, and for `parlour suggest` (PARLOUR_STUDY): {folder / studies.TABLE}")
    if lost:
        print(f"parlour: not in it: {', '.join(lost)}; the same command tries again", file=sys.stderr)
    return 1 if lost else 0


MOST_ROWS = 10**7
"""Random matches of which each has a row of its own; of more, only the sums of a million at a time are kept."""


def plan(question: Question, games: int) -> list[Task]:
    """Plan this many random matches under each of the house rules asked about."""
    kind, found = "playouts" if games <= MOST_ROWS else "totals", list["Task"]()
    for house in question.variants():
        found += question.chunks(kind, ["chance"], games, house=house)
    return found


def _added_up(arguments: argparse.Namespace, asked: list[Question], workers: Workers, progress: Progress) -> int:
    """Random matches and their sums, and nothing else: how fair a game is by itself, and what a cluster is worth."""
    from parlour.lab.store import Store
    from parlour.lab.totals import totals
    from parlour.lab.workers import run_missing

    store = Store(_folder(arguments), asked[0], progress.print_line)
    tasks = plan(asked[0], arguments.games)
    run_missing(tasks, store, workers, progress)
    progress.end()
    found = totals(store, tasks)
    if arguments.json:
        print_json(found)
        return 0
    for row in found:
        rules = ", ".join(f"{name} = {value}" for name, value in row["house"].items()) or "usual rules"
        print(
            f"{row['kind']} by {', '.join(row['bots'])}, {rules}: "
            f"{counted(row['matches'], 'match', 'matches', form=',')}, {counted(row['hands'], 'hand', form=',')}"
        )
        means = zip(row["mean_payoff"], row["margin"], strict=True)
        print("  mean payoff", *(f"{mean:+.4f} ± {margin:.4f}" for mean, margin in means))
    return 0


def _asked_of_all(arguments: argparse.Namespace) -> list[Question]:
    from parlour.engine.rooms import room_names

    return [replace(_asked(arguments, name, MINUTES_ALL, LADDER_ALL), screen=False) for name in room_names()]


def _asked(
    arguments: argparse.Namespace, name: str, minutes: float = MINUTES, ladder: Sequence[str] = (), given: Sequence[str] = ()
) -> Question:
    """The question about one game. minutes, ladder: unless it was said; given: the players in any case."""
    from parlour import bots
    from parlour.engine.game import Game
    from parlour.lab.question import ask

    vary = {}
    for text in arguments.vary:
        rule, equals, values = text.partition("=")
        if not equals or not rule.strip() or not values.strip():
            raise BadInput(f"--vary {text}: options are varied as rule=value,value")
        if rule.strip() in vary:
            raise BadInput(f"--vary {text}: {rule.strip()} is varied twice")
        vary[rule.strip()] = [value.strip() for value in values.split(",")]
    game = Game(name, arguments.players, house_rules(arguments.set))
    players = given or (bots.split(arguments.bots) if arguments.bots else ladder)
    time = minutes if arguments.minutes is None else arguments.minutes
    return ask(game, players, vary, arguments.seed, width=arguments.width, minutes=time, isolated=arguments.isolated)


def _seed(arguments: argparse.Namespace) -> int:
    """The seed of the deals: as asked; or if bots from files play that of the study that goes on, or a fresh one.

    A bot that knew the seed could deal the cards itself, look for its own hand among them and so find the others'.
    """
    from parlour import bots
    from parlour.bots.guests import of_file
    from parlour.engine.files import read_toml
    from parlour.lab.question import SEED, question_of
    from parlour.lab.store import QUESTION, is_sealed

    if arguments.seed is not None:
        return int(arguments.seed)
    if not any(map(of_file, bots.split(arguments.bots) if arguments.bots else ())):
        return SEED
    folder = _folder(arguments)
    for file in [folder / QUESTION, *sorted(folder.glob(f"*/{QUESTION}"))]:
        if file.is_file():
            with contextlib.suppress(BadInput):
                if is_sealed(data := read_toml(file)):
                    return question_of(data).seed
            raise BadInput(f"{file}: it is damaged, and with it the seed of the deals is lost; give --seed, or another folder")
    return secrets.randbits(62)


def _folder(arguments: argparse.Namespace) -> Path:
    """The folder of the study."""
    from parlour.engine.rooms import room

    kind = "wishes" if arguments.wish else "depth" if arguments.depth else "study"
    return Path(arguments.output or f"{kind}-{'all' if arguments.all else room(arguments.game).name}")


def _workers(arguments: argparse.Namespace) -> Workers:
    if arguments.cluster is None:
        from parlour.lab.workers import Local

        return Local(arguments.workers or 0)
    if arguments.workers is not None:
        raise BadInput("--workers: a cluster has the workers it has; leave one of --workers and --cluster out")
    from parlour.lab.cluster import Cluster

    return Cluster(arguments.cluster)
