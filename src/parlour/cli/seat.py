"""parlour seat: partners and seats for the real table."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput
from parlour.languages import gettext as _
from parlour.languages import listed

from .arguments import Commands, add_json, add_seed, command, print_json, refuse_with, whole, write_out

if TYPE_CHECKING:
    from parlour.house.seating.asking import Settled

FORMATS = ("text", "html", "pdf")


def add(commands: Commands) -> None:
    made = command(
        commands,
        "seat",
        run,
        _("settle who plays with whom and who sits where, by draw, agreement or strength, or for an evening"),
    )
    made.add_argument("players", nargs="+", metavar="PLAYER", help=_("the players by name, or how many there are"))
    made.add_argument(
        "--teams",
        default="",
        metavar="T",
        help=_("2 (teams), 3x2 (three of two), 3,2 (their sizes); at each table of a rotation 2x2"),
    )
    made.add_argument("--draw", action="store_true", help=_("draw cards for it (what is done if nothing else is said)"))
    made.add_argument("--together", action="append", default=[], metavar="A,B", help=_("these play together; can be repeated"))
    made.add_argument(
        "--apart", action="append", default=[], metavar="A,B", help=_("these do not play together; can be repeated")
    )
    made.add_argument(
        "--rating",
        action="append",
        default=[],
        metavar="R",
        help=_("teams of equal strength: Ann=1850,... or figures in order of the players"),
    )
    made.add_argument(
        "--rotations", action="store_true", help=_("an evening of rounds in which all partner all as evenly as can be")
    )
    made.add_argument("--pairs", action="store_true", help=_("a rotation of pairs that stay together: each against each"))
    made.add_argument("--rounds", type=whole(1, 60), metavar="N", help=_("rounds of a rotation (default: until all have met)"))
    made.add_argument("--tables", type=whole(1, 8), metavar="N", help=_("at most N tables in a rotation"))
    made.add_argument("--game", default="", metavar="GAME", help=_("the game that is to be played there"))
    made.add_argument("--format", choices=FORMATS, default=None, help=_("default: by the ending of FILE, otherwise text"))
    made.add_argument("-o", "--output", metavar="FILE", help=_("write there instead of to standard output"))
    add_seed(made)
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.engine.rooms import room
    from parlour.house.seating.asking import Asked, settle

    if arguments.json:
        refuse_with(arguments, "--json", "format", "output")
    asked = Asked(
        players=tuple(arguments.players),
        teams=arguments.teams,
        how=_how(arguments),
        together=tuple(arguments.together),
        apart=tuple(arguments.apart),
        ratings=tuple(arguments.rating),
        rounds=arguments.rounds or 0,
        tables=arguments.tables or 0,
        game=room(arguments.game).name if arguments.game else "",
        seed=arguments.seed,
    )
    found = settle(asked)
    if arguments.json:
        print_json(found.as_json())
        return 0
    ending = (arguments.output or "").rpartition(".")[2].lower()
    form = arguments.format or (ending if ending in FORMATS else "text")
    if form == "pdf" and not arguments.output and sys.stdout.isatty():
        raise BadInput(_("a PDF is not for the terminal: say where to with -o FILE"))
    write_out(arguments.output, _written(found, form))
    return 0


def _written(found: Settled, form: str) -> bytes:
    """Return a seating in one of the `FORMATS`."""
    if form == "pdf":
        from parlour.house.seating.paper import seating_pdf

        return seating_pdf(found)
    return (found.page() if form == "html" else f"{found.text()}\n").encode()


def _how(arguments: argparse.Namespace) -> str:
    """Return the kind of seating that was asked for. BadInput if two kinds were."""
    ways = {
        "--draw": arguments.draw,
        "--rating": bool(arguments.rating),
        "--rotations": arguments.rotations,
        "--pairs": arguments.pairs,
    }
    chosen = [way for way, given in ways.items() if given]
    if len(chosen) > 1 and set(chosen) != {"--rotations", "--pairs"}:
        raise BadInput(_("{ways} are two ways to settle it: choose one", ways=listed(chosen)))
    if not (arguments.rotations or arguments.pairs):
        for option in ("rounds", "tables"):
            if getattr(arguments, option):
                raise BadInput(_("--{option} belongs to a rotation: say --rotations or --pairs too", option=option))
    if arguments.pairs:
        return "pairs"
    if arguments.rotations:
        return "rotation"
    wished = bool(arguments.together or arguments.apart)
    if arguments.draw and wished:
        raise BadInput(_("a draw knows no wishes: leave out --draw, and what the wishes leave open is settled by lot"))
    return "strength" if arguments.rating else "agreement" if wished else "draw"
