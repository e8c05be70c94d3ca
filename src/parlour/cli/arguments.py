"""Parts shared by the commands: a parser with one-line errors, types of arguments, files, JSON."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from parlour.engine.errors import BadInput, one_line, shown
from parlour.engine.files import LARGEST, read_bytes, read_handle, text_of, write_bytes
from parlour.engine.reading import whole_number
from parlour.languages import gettext as _
from parlour.languages import mark

if TYPE_CHECKING:
    from parlour.engine.game import Game

LARGEST_SEED = 2**63 - 1
MOST = 10**12


_OF_ARGPARSE = (
    mark("usage: "),
    mark("options"),
    mark("positional arguments"),
    mark("show this help message and exit"),
    mark("show program's version number and exit"),
    mark("the following arguments are required: %s"),
    mark("expected one argument"),
    mark("expected at least one argument"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
    mark("unrecognized arguments: %s"),
    mark("argument %(argument_name)s: %(message)s"),
)
"""Texts of the standard library's parser. It asks its own `_` for them, which is that of this module from here on."""
argparse._ = _  # type: ignore[attr-defined]


class Parser(argparse.ArgumentParser):
    """Refuses in one line and never guesses what a shortened option means."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named, allow_abbrev=False)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Note in `given` which options were really given, with any value, each as it was written in full."""
        words = list(sys.argv[1:] if args is None else args)
        found, rest = super().parse_known_args(words, namespace)
        words = words[: words.index("--")] if "--" in words else words
        given = {word.partition("=")[0] for word in words}
        given |= {word[:2] for word in words if word[:1] == "-" != word[1:2]}  # -n3
        found.given = getattr(found, "given", {}) | {
            action.dest: next((name for name in action.option_strings if name in given and name[:2] == "--"), f"--{action.dest}")
            for action in self._actions
            if given & set(action.option_strings)
        }
        return found, rest

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Refuse unknown arguments in the name of the command that was given, whose help lists the known ones."""
        found, rest = self.parse_known_args(args, namespace)
        chosen = vars(found).pop("parser", self)
        if rest:
            chosen.error(_("unrecognized arguments: %s") % " ".join(rest))
        return found

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"parlour: {one_line(message)} ({_('see {command}', command=f'{self.prog} --help')})\n")


Commands = Any
"""The type that `add_subparsers` returns."""


def command(commands: Commands, name: str, run: Callable[[argparse.Namespace], int], text: str) -> Parser:
    """A new command with its `run`."""
    made: Parser = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    made.set_defaults(run=run, parser=made)
    return made


def refuse(arguments: argparse.Namespace, why: str, *options: str, **values: object) -> None:
    """Refuse options that were given though they have no effect. BadInput names one.

    why: the marked sentence, with `{name}` for the option and places for the values.
    """
    for name in options:
        if written := arguments.given.get(name.replace("-", "_")):
            raise BadInput(_(why, name=written.removeprefix("--"), **values))


def refuse_with(arguments: argparse.Namespace, act: str, *options: str) -> None:
    """Refuse options that have no effect beside another option or an act."""
    refuse(arguments, mark("--{name} has no effect with {act}: leave it out"), *options, act=act)


def refuse_without(arguments: argparse.Namespace, other: str, *options: str) -> None:
    """Refuse options that have no effect if another option is not given."""
    refuse(arguments, mark("--{name} has no effect without {other}: leave it out"), *options, other=other)


def whole(low: int, high: int) -> Callable[[str], int]:
    """A kind of argument: a whole number in a range."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\s*-?[0-9]+\s*", text):
            raise argparse.ArgumentTypeError(_("{text} is not a whole number", text=shown(text)))
        value = whole_number(text, range(low, high + 1))
        if value is None:
            raise argparse.ArgumentTypeError(
                _("{text} is outside {low}..{high}", text=shown(text.strip())[1:-1], low=low, high=high)
            )
        return value

    return read


def length(low: float, high: float, unit: str = " mm") -> Callable[[str], float]:
    """A kind of argument: a length, or another measured number, in a range. unit: of the range, in the message."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(_("{text} is not a number", text=shown(text))) from None
        if not low <= value <= high:
            span = f"{low:g}..{high:g}{unit}"
            raise argparse.ArgumentTypeError(_("{text} is outside {range}", text=shown(text)[1:-1], range=span))
        return value

    return read


def seconds(text: str) -> float:
    """A kind of argument: a number of seconds above 0."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(_("{text} is not a number", text=shown(text))) from None
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(_("{text} is outside 0..3600 seconds", text=shown(text)[1:-1]))
    return value


def add_game(made: Parser) -> None:
    """GAME, --seats, --set and --house."""
    made.add_argument("game", metavar="GAME", nargs="?", help=_("name of the game (parlour games lists them)"))
    made.add_argument("--seats", type=whole(1, 63), metavar="N", help=_("number of players"))
    made.add_argument("--set", action="append", default=[], metavar="RULE=VALUE", help=_("a house rule; can be repeated"))
    made.add_argument("--house", metavar="FILE", help=_("a group's house rules (parlour house FILE); GAME may then be left out"))


def add_rooms(made: Parser) -> None:
    """Add the option `--room`."""
    made.add_argument(
        "--room",
        action="append",
        default=[],
        metavar="FOLDER",
        help=_("a room outside the house, then known by its folder's name; can be repeated"),
    )


def open_rooms(arguments: argparse.Namespace) -> None:
    """Open the rooms of --room: files and pages speak of them by the names of their folders. BadInput if one is no room."""
    from parlour.engine.rooms import invite

    for folder in arguments.room:
        invite(str(Path(folder)))


def add_json(made: Parser) -> None:
    """--json."""
    made.add_argument("--json", action="store_true", help=_("print JSON for machines"))


def add_seed(made: Parser) -> None:
    """--seed."""
    made.add_argument("--seed", type=whole(0, LARGEST_SEED), metavar="N", help=_("seed of the deals (default: a fresh one)"))


def add_isolated(made: Parser) -> None:
    """--isolated, --no-isolated."""
    made.add_argument(
        "--isolated",
        action=argparse.BooleanOptionalAction,
        help=_("run all bots in processes that receive only what their seats see; without either, those from files"),
    )


def house_rules(given: Sequence[str]) -> dict[str, str]:
    """The house rules of --set. BadInput for what is no `rule=value`."""
    rules: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadInput(_("--set {text}: a house rule is set as rule=value", text=text))
        if name.strip() in rules:
            raise BadInput(_("--set {text}: {name} is set twice", text=text, name=name.strip()))
        rules[name.strip()] = value.strip()
    return rules


def game_of(arguments: argparse.Namespace) -> Game:
    """The game that `add_game`'s arguments name; house rules of --set go before those of --house."""
    from parlour.engine.game import Game

    given = house_rules(arguments.set)
    if arguments.house is None:
        if arguments.game is None:
            raise BadInput(_("which GAME? parlour games lists them"))
        return Game(arguments.game, arguments.seats, given)
    from parlour.house.agreement_toml import load_agreement

    rules = load_agreement(arguments.house).house_rules()
    if arguments.game not in (None, rules.game):
        raise BadInput(
            _(
                "{file}: these are house rules of {game}, not of {asked}",
                file=arguments.house,
                game=rules.game,
                asked=shown(arguments.game),
            )
        )
    if given:  # a trial of something else: what comes of it was not played under the group's rules
        return Game(rules.game, arguments.seats, {**rules.options, **given})
    return rules.open(arguments.seats)


def read_data(path: str, most: int = LARGEST) -> bytes:
    """A file's bytes, those of standard input if the path is `-`. BadInput says why it cannot be read."""
    return read_handle(sys.stdin.buffer, path, most) if path == "-" else read_bytes(path, most)


def read_text(path: str) -> str:
    """A file's text, that of standard input if the path is `-`. BadInput says why it cannot be read."""
    return text_of(read_data(path), path)


def write_out(path: str | None, data: bytes) -> None:
    """Write a file, or to standard output if no path is given. BadInput says why it cannot be written."""
    if path:
        write_bytes(path, data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def tell_skipped(skipped: Sequence[str]) -> int:
    """Say on stderr what of a file was skipped, a line each; the exit status of a command that read the rest."""
    for line in skipped:
        print(f"parlour: {_('skipped: {line}', line=one_line(line))}", file=sys.stderr)
    return 1 if skipped else 0


def print_json(value: Any) -> None:
    """A value as JSON on standard output."""
    print(json.dumps(value, indent=2))
