"""parlour art sheet and contrast: a deck on one sheet, and how well its suits can be distinguished."""

from __future__ import annotations

import argparse
import sys

from parlour.engine.errors import BadInput
from parlour.engine.files import write_bytes
from parlour.languages import gettext as _
from parlour.languages import listed, mark

from .arguments import Commands, add_json, command, print_json, refuse


def add(kinds: Commands) -> None:
    """The commands below `parlour art`."""
    sheet = command(kinds, "sheet", run_sheet, _("all cards of a deck on one sheet"))
    sheet.add_argument("deck", metavar="DECK", help=_("the deck, or backs for all backs"))
    sheet.add_argument("-o", "--output", metavar="OUT", help=_("an SVG or PNG file (default: SVG to standard output)"))
    sheet.add_argument("--index", default="standard", metavar="NAME", help=_("where and how large its indices are"))
    sheet.add_argument("--language", default="en", metavar="XX", help=_("of its indices"))
    contrast = command(kinds, "contrast", run_contrast, _("how far apart a deck's colours are to the colour-blind and in grey"))
    contrast.add_argument("decks", metavar="DECK", nargs="*", help=_("the decks (default: all)"))
    contrast.add_argument("-o", "--output", metavar="OUT", help=_("a picture of one deck, an SVG or PNG file"))
    add_json(contrast)


def run_sheet(arguments: argparse.Namespace) -> int:
    from parlour.art.sheet import sheet_svg

    if arguments.deck == "backs":
        refuse(arguments, mark("--{name} has no effect on backs: leave it out"), "index", "language")
    try:
        drawn = sheet_svg(arguments.deck, index=arguments.index, language=arguments.language)
    except ValueError as error:
        raise BadInput(_("art sheet: {error}", error=error)) from None
    return _write(arguments.output, drawn)


def run_contrast(arguments: argparse.Namespace) -> int:
    from parlour.art import DECKS
    from parlour.art.contrast import contrast_svg, distances
    from parlour.art.deck import PACKS
    from parlour.art.words import names

    decks = arguments.decks or list(DECKS)
    for deck in decks:
        if deck not in DECKS:
            raise BadInput(_("art contrast: there is no deck {deck}: decks are {decks}", deck=repr(deck), decks=listed(DECKS)))
    if arguments.output and len(decks) != 1:
        raise BadInput(_("art contrast: a picture shows one deck: say which"))
    if arguments.output:
        refuse(arguments, mark("--{name} has no effect on a picture: leave it out"), "json")
        return _write(arguments.output, contrast_svg(decks[0]))
    found = {deck: distances(deck) for deck in decks}
    if arguments.json:
        print_json(
            {
                deck: {vision: {f"{a}-{b}": round(far, 1) for (a, b), far in pairs.items()} for vision, pairs in seen.items()}
                for deck, seen in found.items()
            }
        )
        return 0
    for deck, seen in found.items():
        suits = names(PACKS[deck].system).suits
        print(_("{deck}: distances between colours, 0 to 100 (OKLab); about 2 is just seen", deck=deck))
        for vision, pairs in seen.items():
            shown = "  ".join(f"{suits[a]}-{suits[b]} {far:.1f}" for (a, b), far in pairs.items())
            print(f"  {vision:12}  least {min(pairs.values()):4.1f}   {shown}")
    return 0


def _write(path: str | None, drawn: str) -> int:
    if path is None:
        sys.stdout.write(drawn + "\n")
    elif path.lower().endswith(".png"):
        from resvg_py import svg_to_bytes

        write_bytes(path, bytes(svg_to_bytes(svg_string=drawn)))
    elif path.lower().endswith(".svg"):
        write_bytes(path, drawn.encode())
    else:
        raise BadInput(_("{path}: a picture is an .svg or a .png file", path=path))
    return 0
