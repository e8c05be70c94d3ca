"""parlour replay: replays a record or a hand history, prints how it ended, and writes it again in either form."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from parlour.engine.errors import BadInput
from parlour.engine.files import write_bytes
from parlour.languages import current, ngettext
from parlour.languages import gettext as _

from .arguments import Commands, add_json, add_rooms, command, open_rooms, print_json, read_text, tell_skipped

if TYPE_CHECKING:
    from parlour.engine.match import Match
    from parlour.house.phh import Hand


def add(commands: Commands) -> None:
    made = command(commands, "replay", run, _("replay a record or a hand history and print the final state"))
    made.add_argument("file", metavar="FILE", help=_("the record, or a .phh or .phhs file; - reads standard input"))
    made.add_argument("--write", metavar="FILE", help=_("write it: as hand history to .phh or .phhs, otherwise as record"))
    add_rooms(made)
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.house import phh

    open_rooms(arguments)
    text = read_text(arguments.file)
    skipped: list[str] = []
    try:
        hands = phh.read_hands(text, skipped) if phh.is_phh(arguments.file, text) else [phh.Hand(_record(text))]
    except BadInput as error:
        raise BadInput(f"{arguments.file}: {error}") from None
    if arguments.write is not None:
        write_bytes(arguments.write, _written(arguments.write, hands).encode())
    if arguments.json:
        states = [_state(hand) for hand in hands]
        print_json(states[0] if len(states) == 1 and not skipped else {"hands": states, "skipped": skipped})
    else:
        print("\n\n".join(_summary(hand) for hand in hands))
    return tell_skipped([f"{arguments.file}: {line}" for line in skipped])


def _record(text: str) -> Match:
    from parlour.engine.records import read_record

    return read_record(text)


def _written(path: str, hands: list[Hand]) -> str:
    from parlour.house import phh

    if phh.is_phh(path, ""):
        return phh.write_sessions(hands)
    if len(hands) > 1:
        raise BadInput(
            _("{path}: a record is one match, and here are {n} hands; write them to a .phhs file", path=path, n=len(hands))
        )
    return str(hands[0].match.record())


def _score(hand: Hand) -> list[int | float | None]:
    """Chips as a hand history counts them; None for a stack that the file does not know."""
    return [None if stack is None else int(stack) if stack.denominator == 1 else float(stack) for stack in hand.stacks()]


def _state(hand: Hand) -> dict[str, Any]:
    match, score = hand.match, _score(hand)
    return {"score": score, "payoff": match.payoff, "over": match.over, "winners": match.winners}


def _summary(hand: Hand) -> str:
    from parlour.engine import speech
    from parlour.engine.match import Chosen

    match = hand.match
    choices = sum(len(entry.codes) for entry in match.log if isinstance(entry, Chosen))
    lines = [
        ngettext(
            "{title}, {n} player, hands: {hands}, choices: {choices}",
            "{title}, {n} players, hands: {hands}, choices: {choices}",
            match.seats,
            title=speech.title(match.game.room),
            hands=int(match.row.hand_number),
            choices=choices,
        )
    ]
    if agreed := match.game.agreed:
        words = _("played under version {version} of the house rules of {title} ({id})")
        lines.append(words.format(version=agreed.version, title=agreed.title, id=agreed.id))
    columns = [(_("score"), " ".join("inf" if stack is None else str(stack) for stack in _score(hand)))]
    if match.over:
        winners = ", ".join(_("seat {n}", n=seat) for seat in match.winners)
        columns += [(_("payoff"), " ".join(f"{payoff:g}" for payoff in match.payoff)), (_("winners"), winners or _("nobody"))]
    width = max(8, *(len(label) for label, _text in columns))
    lines += [f"{label:<{width}} {text}" for label, text in columns]
    if not match.over:
        phase = match.phase if current().is_english else speech.prompt(match.game.room, int(match.row.phase))
        lines.append(_("not over: seat {n} is to choose ({phase})", n=match.turn, phase=phase))
    return "\n".join(lines)
