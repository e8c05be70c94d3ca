"""parlour replay: replays a record and prints how it ended."""

from __future__ import annotations

import argparse

from parlour.engine.errors import BadInput

from .arguments import Commands, add_json, command, print_json, read_text


def add(commands: Commands) -> None:
    made = command(commands, "replay", run, "replay a record and print the final state")
    made.add_argument("file", metavar="FILE", help="the record; - reads standard input")
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.engine.match import Chosen
    from parlour.engine.records import read_record

    text = read_text(arguments.file)
    try:
        match = read_record(text)
    except BadInput as error:
        raise BadInput(f"{arguments.file}: {error}") from None
    if arguments.json:
        print_json({"score": match.score, "payoff": match.payoff, "over": match.over, "winners": match.winners})
        return 0
    choices = sum(len(entry.codes) for entry in match.log if isinstance(entry, Chosen))
    print(f"{match.game.room.title}, {match.seats} players, hands: {int(match.row.hand_number)}, choices: {choices}")
    print("score   ", *match.score)
    if match.over:
        print("payoff  ", *(f"{payoff:g}" for payoff in match.payoff))
        print("winners ", ", ".join(f"seat {seat}" for seat in match.winners) or "nobody")
    else:
        print(f"not over: seat {match.turn} is to choose ({match.phase})")
    return 0
