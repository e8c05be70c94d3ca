"""parlour art: prints of the deck (`prints`), its sheets and colours (`decks`), and the colours of any SVG file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput, shown
from parlour.engine.files import write_bytes
from parlour.languages import gettext as _
from parlour.languages import mark, ngettext

from . import decks, prints
from .arguments import Commands, Parser, add_json, print_json, read_data, refuse, write_out

if TYPE_CHECKING:
    from parlour.art.recolouring import Recolour

CHANNELS = ("red", "green", "blue")
GAMMA_OF = {"red": mark("of red"), "green": mark("of green"), "blue": mark("of blue")}
NEW = {
    "red": mark("the new red, of r, g and b (default: {letter})"),
    "green": mark("the new green, of r, g and b (default: {letter})"),
    "blue": mark("the new blue, of r, g and b (default: {letter})"),
}
SECONDS, MEGABYTES = 600, 8192
"""Limits per file: a file of 64 MB with nothing but colours takes a fraction of both."""


def add(commands: Commands) -> None:
    text = _("print the cards, draw a hand, change the colours of an SVG file")
    art: Parser = commands.add_parser("art", help=text, description=f"{text[0].upper()}{text[1:]}.")
    kinds = art.add_subparsers(dest="kind", metavar="what", required=True)
    prints.add(kinds)
    decks.add(kinds)
    gamma = _command(kinds, "gamma", run_gamma, _("correct the gamma of every colour"))
    gamma.add_argument(
        "--gamma", type=_gamma, metavar="G", help=_("of all channels that have none of their own; above 1 is lighter")
    )
    for channel in CHANNELS:
        gamma.add_argument(f"--{channel}", type=_gamma, metavar="G", help=_(GAMMA_OF[channel]))
    recolour = _command(kinds, "recolour", run_recolour, _("work out every colour again"))
    for channel in CHANNELS:
        letter = channel[0]
        recolour.add_argument(f"--{channel}", default=letter, metavar="EXPR", help=_(NEW[channel], letter=letter))
    recolour.add_argument("--range", choices=("255", "1"), default="255", help=_("what r, g and b go up to (default: 255)"))


def _command(kinds: Commands, name: str, run: Callable[[argparse.Namespace], int], text: str) -> Parser:
    made: Parser = kinds.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    made.set_defaults(run=run, parser=made)
    made.add_argument("file", metavar="IN.svg", help=_("the file; - reads standard input"))
    made.add_argument(
        "-o", "--output", metavar="OUT.svg", help=_("write there instead of to standard output; .svgz is compressed")
    )
    made.add_argument("--select", metavar="CSS", help=_("only the elements that this selector names, and no style sheet"))
    made.add_argument("--truncate", action="store_true", help=_("cut channels to whole numbers instead of rounding them"))
    made.add_argument("--report", action="store_true", help=_("list each colour before and after instead of the file"))
    add_json(made)
    return made


def _gamma(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(_("{text} is not a number", text=shown(text))) from None
    if not 0.01 <= value <= 100:
        raise argparse.ArgumentTypeError(_("{text} is outside {low}..{high}", text=text, low=0.01, high=100))
    return value


def run_gamma(arguments: argparse.Namespace) -> int:
    from parlour.art.recolouring import Recolour

    own = [getattr(arguments, channel) for channel in CHANNELS]
    if arguments.gamma is None and own == [None] * 3:
        raise BadInput(_("art gamma: say which with --gamma G, or --red, --green and --blue"))
    if None not in own:
        refuse(arguments, mark("--{name} has no effect if every channel has its own: leave it out"), "gamma")
    common = 1.0 if arguments.gamma is None else arguments.gamma
    red, green, blue = (common if one is None else one for one in own)
    return _run(arguments, Recolour((red, green, blue), truncate=arguments.truncate, select=arguments.select))


def run_recolour(arguments: argparse.Namespace) -> int:
    from parlour.art.recolouring import Recolour

    red, green, blue = (getattr(arguments, channel) for channel in CHANNELS)
    asked = Recolour(None, (red, green, blue), float(arguments.range), arguments.truncate, arguments.select)
    return _run(arguments, asked)


def _run(arguments: argparse.Namespace, asked: Recolour) -> int:
    from parlour.art.confined import Limits
    from parlour.art.recolour import LARGEST
    from parlour.art.recolouring import recolour_apart

    if arguments.json:
        refuse(arguments, mark("--{name} has no effect with --json, which holds it: leave it out"), "report")
    data = read_data(arguments.file, LARGEST)
    try:
        work = recolour_apart(data, asked, Limits(SECONDS, MEGABYTES))
    except BadInput as error:
        raise BadInput(f"{arguments.file}: {error}") from None
    made = work.data
    if arguments.output:
        write_bytes(arguments.output, _packed(arguments.output, made))
    if arguments.json:
        colours = [{"before": before, "after": after, "times": n} for (before, after), n in sorted(work.met.items())]
        print_json({"colours": colours, "left_alone": work.left})
    elif arguments.report:
        for (before, after), times in sorted(work.met.items()):
            print(f"{before} -> {after}  {ngettext('{n} time', '{n} times', times)}")
        for what, times in work.left.items():
            print(ngettext("left alone: {what}, {n} time", "left alone: {what}, {n} times", times, what=what))
    elif not arguments.output:
        write_out(None, made)
    return 0


def _packed(path: str, made: bytes) -> bytes:
    """The file as its name's ending promises: .svgz is compressed, .svg is not, any other as it came."""
    from parlour.art.recolour import COMPRESSED, compressed, uncompressed

    ending = Path(path).suffix.lower()
    if ending == ".svgz" and not made.startswith(COMPRESSED):
        return compressed(made)
    return uncompressed(made) if ending == ".svg" else made
