"""parlour solve: can this deal be won, all cards known, and how?"""

from __future__ import annotations

import argparse
import secrets
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from parlour.engine.counting import counted
from parlour.languages import gettext as _
from parlour.languages import mark

from .arguments import (
    LARGEST_SEED,
    Commands,
    add_json,
    command,
    house_rules,
    print_json,
    read_text,
    refuse,
    refuse_with,
    seconds,
    tell_skipped,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parlour.engine.game import Game
    from parlour.solve import Summary, Verdict
    from parlour.solve.deals import Deal
    from parlour.solve.kept import Kept


OF_DEALS = ("draw", "suits", "set", "seconds", "memory", "threads", "output", "difficulty", "line")
"""Options that say nothing about the ending of a game that is not a patience."""


def add(commands: Commands) -> None:
    made = command(commands, "solve", run, _("say whether deals of a patience can be won when all cards are known"))
    made.add_argument("game", metavar="GAME", help="klondike or spider; with --file a position of any game of two sides")
    made.add_argument("--deals", type=whole(1, 10**9), default=1, metavar="N", help="number of deals (1)")
    made.add_argument("--seed", type=whole(0, LARGEST_SEED), metavar="N", help="number of the first deal (default: a fresh one)")
    made.add_argument("--file", metavar="FILE", help="settle the deals of a CSV file, or a position; - is standard input")
    made.add_argument("--draw", metavar="1/3", help="klondike: cards turned at a time, as --set draw=")
    made.add_argument("--suits", metavar="1/2/4", help="spider: suits in the pack, as --set suits=")
    made.add_argument("--set", action="append", default=[], metavar="RULE=VALUE", help="a house rule; can be repeated")
    made.add_argument(
        "--seconds", type=seconds, default=60.0, metavar="S", help="processor time for a deal, then it is unsettled (60)"
    )
    made.add_argument("--memory", type=whole(1, 1 << 20), default=512, metavar="MIB", help="memory for each thread (512)")
    made.add_argument(
        "--threads", type=whole(0, 1024), default=0, metavar="N", help="deals at the same time (default: one per core)"
    )
    made.add_argument("-o", "--output", metavar="CSV", help="keep verdicts in this file, and go on from what it holds")
    made.add_argument("--difficulty", action="store_true", help="say how hard each deal is for who sees no hidden card")
    made.add_argument("--line", action="store_true", help="print the winning line; of one deal the whole match, as a record")
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.solve import GAMES, Summary, rater
    from parlour.solve.kept import Kept

    if arguments.file is not None:
        refuse_with(arguments, "--file", "deals", "seed")
        if arguments.game not in GAMES:
            return _end(arguments)
    game, deals, skipped = _asked(arguments)
    status = tell_skipped(skipped)
    one, quiet = len(deals) == 1, arguments.json or (len(deals) == 1 and arguments.line)
    kept = Kept(arguments.output, game, arguments.seconds) if arguments.output else None
    rate = rater(game, arguments.seconds, arguments.memory).rate if arguments.difficulty else None
    results: list[tuple[Deal, Verdict]] = []
    words: dict[str, str] = {}
    for deal, verdict, before in _settled(arguments, game, deals, kept):
        results.append((deal, verdict))
        if rate:
            words[deal.name] = rate(deal.tables, verdict.winnable).word
        if not quiet and not before:
            print(
                f"deal {deal.name}: {verdict} ({counted(verdict.states, 'state', form=',')}, {1000 * verdict.seconds:.1f} ms)"
                + (f"; {words[deal.name]}" if rate else ""),
                flush=True,
            )
            if verdict.line and (one or arguments.line):
                print(" ".join(verdict.line))
    wrong = [
        deal.name for deal, verdict in results if None not in (deal.known, verdict.winnable) and deal.known != verdict.winnable
    ]
    summary = Summary.of([verdict for _, verdict in results])
    if arguments.json:
        print_json(_as_json(game, results, words, summary, wrong) | {"skipped": skipped})
    elif quiet:
        deal, verdict = results[0]
        if verdict.winnable:
            print(_record(game, deal, verdict), end="")
        else:
            print(f"parlour: deal {deal.name} is {verdict}", file=sys.stderr)
            return 1
    elif not one:
        print(summary)
    if wrong:
        plural = "s" if len(wrong) != 1 else ""
        named = f"{len(wrong)} deal{plural}: {' '.join(wrong[:20])}"
        print(f"parlour: the file says otherwise of {named}", file=sys.stderr)
    return 1 if wrong else status


def _settled(
    arguments: argparse.Namespace, game: Game, deals: Sequence[Deal], kept: Kept | None
) -> Iterator[tuple[Deal, Verdict, bool]]:
    """The deals with their verdicts, and whether they were settled by an earlier run: those first."""
    from parlour.solve.many import settle_all

    if kept is not None:
        known = [(deal, kept.get(deal)) for deal in deals]
        yield from ((deal, verdict, True) for deal, verdict in known if verdict is not None)
        deals = [deal for deal, verdict in known if verdict is None]
    for deal, verdict in settle_all(game, deals, arguments.seconds, arguments.memory, arguments.threads) if deals else ():
        if kept is not None:
            kept.put(deal, verdict)
        yield deal, verdict, False


def _asked(arguments: argparse.Namespace) -> tuple[Game, Sequence[Deal], list[str]]:
    """The game under its house rules, the deals, and what of a file was skipped."""
    from parlour.engine.errors import BadInput
    from parlour.engine.game import Game
    from parlour.solve import GAMES, deals

    if arguments.game not in GAMES:
        raise BadInput(f"there is no solver for {arguments.game}; there is one for {' and '.join(GAMES)}")
    house: dict[str, Any] = house_rules(arguments.set)
    for rule in ("draw", "suits"):
        if (value := getattr(arguments, rule)) is not None:
            if house.setdefault(rule, value) != value:
                raise BadInput(f"--{rule} {value} and --set {rule}={house[rule]} do not go together")
    if arguments.file is None:
        game = Game(arguments.game, None, house)
        first = secrets.randbelow(1_000_000) if arguments.seed is None else arguments.seed
        if first + arguments.deals - 1 > LARGEST_SEED:
            raise BadInput(f"there are no deals beyond number {LARGEST_SEED}")
        return game, deals.Numbered(game, first, arguments.deals), []
    text, skipped = read_text(arguments.file), list[str]()
    if arguments.difficulty and "[table]" in text:
        raise BadInput(f"{arguments.file}: --difficulty is about deals, and this is a position")
    Game(arguments.game, None, house)  # what is wrong with --set is not the file's fault
    try:
        if "[table]" in text:
            game = Game(arguments.game, None, dict(deals.house_of_position(text)) | house)
            return game, [deals.from_position(game, text)], []
        if arguments.game == "klondike":
            house.setdefault("foundation_return", "yes")  # as the notation's known verdicts have it
        game = Game(arguments.game, None, house)
        found = deals.from_csv(game, text, skipped)
    except BadInput as error:
        raise BadInput(f"{arguments.file}: {error}") from None
    return game, found, [f"{arguments.file}: {line}" for line in skipped]


def _end(arguments: argparse.Namespace) -> int:
    """The exact ending of a position of any game of two sides."""
    refuse(arguments, mark("--{name} has no effect on a position of this game: leave it out"), *OF_DEALS)
    from parlour.engine.errors import BadInput
    from parlour.engine.game import from_position
    from parlour.engine.rooms import room
    from parlour.solve.endings import ending

    text, asked = read_text(arguments.file), room(arguments.game)
    try:
        if "??" in text:
            raise BadInput("every card must be known, and this position has unknown ones")
        match = from_position(text)
        if match.game.room is not asked:
            raise BadInput(f"the position is of {match.game.room.name}, not of {asked.name}")
        found = ending(match)
    except BadInput as error:
        raise BadInput(f"{arguments.file}: {error}") from None
    if arguments.json:
        print_json(asdict(found))
    else:
        print(found)
        print(" ".join(found.line))
    return 0


def _record(game: Game, deal: Deal, verdict: Verdict) -> str:
    """The won match as a record."""
    from parlour.engine.match import Match

    match = Match(game, deal.tables.copy(), start_position="deal")
    for choice in verdict.line:
        if match.over:
            break
        match.play(choice)
    return match.record()


def _as_json(
    game: Game, results: Sequence[tuple[Deal, Verdict]], words: dict[str, str], summary: Summary, wrong: Sequence[str]
) -> dict[str, Any]:
    return {
        "game": game.room.name,
        "house": game.options,
        "deals": [
            {
                "id": deal.name,
                "verdict": str(verdict),
                "winnable": verdict.winnable,
                "states": verdict.states,
                "seconds": round(verdict.seconds, 6),
                "line": list(verdict.line),
            }
            | ({"difficulty": words[deal.name]} if words else {})
            for deal, verdict in results
        ],
        "summary": asdict(summary),
        "wrong": list(wrong),
    }
