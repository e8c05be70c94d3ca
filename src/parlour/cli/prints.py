"""parlour art deck, cards, box, score and quick: what is printed, and pictures of cards."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput, shown
from parlour.engine.files import make_folder, read_bytes, write_bytes
from parlour.languages import gettext as _
from parlour.languages import mark, ngettext

from .arguments import Commands, add_game, add_json, command, game_of, length, print_json, refuse, whole

if TYPE_CHECKING:
    from parlour.art.inks import Inks
    from parlour.art.printing import Job, Look

SIZE_HELP = mark("poker, bridge, patience, skat, jumbo or WIDTHxHEIGHT in mm (default: poker)")
FORMATS = ("pdf", "svg", "png")
LARGEST_PROFILE = 16 << 20
"""Bytes of an ICC profile."""


def add(kinds: Commands) -> None:
    """The commands below `parlour art`."""
    deck = command(kinds, "deck", run_deck, _("print a deck, or write its cards as files"))
    deck.add_argument("-o", "--output", required=True, metavar="OUT", help=_("a PDF, or a folder for single cards"))
    deck.add_argument("--format", choices=FORMATS, help=_("of single cards in a folder"))
    deck.add_argument("--dpi", type=whole(36, 2400), default=300, metavar="N", help=_("dots an inch of PNG files (default: 300)"))
    add_look(deck)
    add_size(deck)
    deck.add_argument(
        "--sheet",
        default="a4",
        help=_("a4, letter, a3, tabloid, sra3, WIDTHxHEIGHT in mm, or card: a page for each (default: a4)"),
    )
    deck.add_argument(
        "--safe", type=length(0, 30), default=3.0, metavar="MM", help=_("what faces keep clear of the cut (default: 3)")
    )
    deck.add_argument("--gap", type=length(0, 50), metavar="MM", help=_("between two cards (default: twice the bleed)"))
    deck.add_argument(
        "--margin", type=length(0, 100), default=5.0, metavar="MM", help=_("what the printer leaves free (default: 5)")
    )
    deck.add_argument("--no-marks", action="store_true", help=_("no crop marks"))
    deck.add_argument("--outline", action="store_true", help=_("a line around each card for the die, as an ink of its own"))
    deck.add_argument(
        "--backs", choices=("duplex", "once", "none"), default="duplex", help=_("behind each face, on one last page, or nowhere")
    )
    deck.add_argument("--flip", choices=("long", "short"), default="long", help=_("the edge the printer turns sheets about"))
    deck.add_argument(
        "--shift", type=_shift, default=(0.0, 0.0), metavar="X,Y", help=_("move the backs, mm, for a printer that is not exact")
    )
    add_inks(deck)
    deck.add_argument("--plates", action="store_true", help=_("each ink's share of each page by itself, to look at"))
    add_json(deck)
    _add_more(kinds)
    cards = command(kinds, "cards", run_cards, _("a picture of some cards"))
    cards.add_argument("cards", metavar="CARDS", help=_('such as "10♥ K♣ ★"; ?? is a card face down'))
    cards.add_argument("-o", "--output", metavar="OUT", help=_("an SVG, PDF or PNG file (default: SVG to standard output)"))
    cards.add_argument("--way", choices=("fan", "spread", "row"), default="fan", help=_("how they lie (default: fan)"))
    cards.add_argument("--height", type=length(5, 500), default=40.0, metavar="MM", help=_("of a card (default: 40)"))
    cards.add_argument(
        "--dpi", type=whole(36, 1200), default=300, metavar="N", help=_("dots an inch of a PNG file (default: 300)")
    )
    add_look(cards)
    add_inks(cards)


def _add_more(kinds: Commands) -> None:
    """The box, and what lies beside the cards."""
    box = command(kinds, "box", run_box, _("a box for a deck, to cut and fold"))
    box.add_argument("--cards", type=whole(1, 500), default=0, metavar="N", help=_("how many it holds (default: the deck's)"))
    box.add_argument("--stock", type=length(0.1, 2), default=0.3, metavar="MM", help=_("how thick a card is (default: 0.3)"))
    add_look(box)
    score = command(kinds, "score", run_score, _("a score sheet for a game"))
    quick = command(kinds, "quick", run_quick, _("a game's rules on cards"))
    for made in (score, quick):
        add_game(made)
    score.add_argument("--names", default="", metavar="A,B", help=_("of the players"))
    quick.add_argument("--letters", type=length(1, 6), default=2.1, metavar="MM", help=_("how high letters are (default: 2.1)"))
    quick.add_argument("--flip", choices=("long", "short"), default="long", help=_("the edge the printer turns sheets about"))
    for made in (box, score, quick):
        made.add_argument("-o", "--output", required=True, metavar="OUT.pdf")
        made.add_argument("--sheet", default="a4", help=_("a4, letter, a3, tabloid, sra3 or WIDTHxHEIGHT in mm (default: a4)"))
        add_inks(made)
    for made in (box, quick):
        made.add_argument("--size", default="poker", help=_(SIZE_HELP))


def run_box(arguments: argparse.Namespace) -> int:
    from parlour.art.box import BoxJob, box_pdf
    from parlour.art.imposition import read_sheet, read_size

    job = BoxJob(
        look_of(arguments),
        read_size(arguments.size),
        arguments.cards,
        arguments.stock,
        read_sheet(arguments.sheet),
        inks_of(arguments),
    )
    write_bytes(arguments.output, box_pdf(job))
    return 0


def run_score(arguments: argparse.Namespace) -> int:
    from parlour.art.imposition import read_sheet
    from parlour.art.stationery import score_pdf

    names = [name.strip() for name in arguments.names.split(",")] if arguments.names else []
    sheet = read_sheet(arguments.sheet)
    if sheet is None or min(sheet) < 100:
        raise BadInput(_("--sheet {sheet}: a score sheet is 100 mm wide and high at least", sheet=arguments.sheet))
    write_bytes(arguments.output, score_pdf(game_of(arguments), names, sheet, inks_of(arguments)))
    return 0


def run_quick(arguments: argparse.Namespace) -> int:
    from parlour.art.imposition import read_sheet, read_size
    from parlour.art.stationery import QuickJob, quick_pdf

    size, sheet = read_size(arguments.size), read_sheet(arguments.sheet)
    job = QuickJob(game_of(arguments), size, sheet, arguments.letters, flip=arguments.flip, inks=inks_of(arguments))
    write_bytes(arguments.output, quick_pdf(job))
    return 0


def add_look(made: argparse.ArgumentParser) -> None:
    """Add the options that choose a deck."""
    made.add_argument("--deck", default="french", metavar="NAME", help=_("the deck (default: french)"))
    made.add_argument(
        "--index", default="standard", metavar="NAME", help=_("where and how large its indices are (default: standard)")
    )
    made.add_argument("--language", default="en", metavar="XX", help=_("of its indices and names (default: en)"))
    made.add_argument("--face", default="plain", metavar="NAME", help=_("plain or large (default: plain)"))
    made.add_argument("--back", default="lattice", metavar="NAME", help=_("the back (default: lattice)"))


def add_size(made: argparse.ArgumentParser) -> None:
    """Add the options for the size of a card, and its bleed."""
    made.add_argument("--size", default="poker", help=_(SIZE_HELP))
    made.add_argument("--bleed", type=length(0, 20), default=3.0, metavar="MM", help=_("ink over the cut (default: 3)"))


def add_inks(made: argparse.ArgumentParser) -> None:
    """Add the options for the inks."""
    text = _("the inks of a PDF: cmyk, spot (suits and gold are inks of their own) or rgb (default: cmyk)")
    made.add_argument("--inks", choices=("cmyk", "spot", "rgb"), default="cmyk", help=text)
    made.add_argument("--profile", metavar="ICC", help=_("a press's ICC profile, by which colours are separated"))


def _shift(text: str) -> tuple[float, float]:
    parts = text.split(",")
    if len(parts) != 2:
        raise argparse.ArgumentTypeError(_("{text} is not two lengths as 0.5,-0.3", text=shown(text)))
    x, y = (length(-20, 20)(part) for part in parts)
    return x, y


def look_of(arguments: argparse.Namespace) -> Look:
    """The deck that `add_look`'s arguments name."""
    from parlour.art.printing import Look

    return Look(arguments.deck, arguments.index, arguments.language, arguments.face, arguments.back)


def inks_of(arguments: argparse.Namespace) -> Inks:
    """The inks that `add_inks`'s arguments name."""
    from parlour.art.inks import Inks

    if arguments.profile is None:
        return Inks(arguments.inks)
    if arguments.inks == "rgb":
        raise BadInput(_("--profile is for cmyk and spot, not for rgb"))
    profile = read_bytes(arguments.profile, LARGEST_PROFILE)
    try:
        return Inks(arguments.inks, profile)
    except BadInput as error:
        raise BadInput(f"{arguments.profile}: {error}") from None


def run_deck(arguments: argparse.Namespace) -> int:
    from parlour.art.imposition import read_sheet, read_size
    from parlour.art.printing import Job, deck_pdf

    _refuse_without_effect(arguments)
    job = Job(
        look=look_of(arguments),
        size=read_size(arguments.size),
        sheet=read_sheet(arguments.sheet),
        bleed=arguments.bleed,
        safe=arguments.safe,
        gap=arguments.gap,
        margin=arguments.margin,
        marks=not arguments.no_marks,
        backs=arguments.backs,
        flip=arguments.flip,
        shift=arguments.shift,
        outline=arguments.outline,
        plates=arguments.plates,
        inks=inks_of(arguments),
    )
    if arguments.format or not arguments.output.lower().endswith(".pdf"):
        return _run_single(arguments, job)
    write_bytes(arguments.output, deck_pdf(job))
    _print_report(arguments, job)
    return 0


ON_SHEETS = ("sheet", "gap", "margin", "backs", "flip", "plates")
ON_PAPER = (*ON_SHEETS, "bleed", "safe", "no-marks", "outline", "shift", "inks", "profile")


def _refuse_without_effect(arguments: argparse.Namespace) -> None:
    """BadInput for an option that changes nothing in what is asked for."""
    if arguments.format != "png":
        refuse(arguments, mark("--{name} has no effect without --format png: leave it out"), "dpi")
    if arguments.format == "pdf":
        refuse(arguments, mark("--{name} has no effect on single cards: leave it out"), *ON_SHEETS)
    elif arguments.format:
        form = arguments.format.upper()
        refuse(
            arguments,
            mark("--{name} has no effect on {form} files, which show the card as it lies on a table: leave it out"),
            *ON_PAPER,
            form=form,
        )
        if arguments.format == "svg":
            refuse(arguments, mark("--{name} has no effect on SVG files, which have no size of their own: leave it out"), "size")
    else:
        if arguments.sheet == "card":
            refuse(arguments, mark("--{name} has no effect with --sheet card: leave it out"), "gap", "margin")
        if arguments.backs != "duplex":
            refuse(
                arguments,
                mark("--{name} has no effect with --backs {backs}: leave it out"),
                "flip",
                "shift",
                backs=arguments.backs,
            )
        if arguments.backs == "none":
            refuse(arguments, mark("--{name} has no effect with --backs none: leave it out"), "back")


def _run_single(arguments: argparse.Namespace, job: Job) -> int:
    from parlour.art.printing import single_cards

    form = arguments.format
    if form is None:
        raise BadInput(
            _("{output}: -o names a PDF, or with --format svg, png or pdf a folder for single cards", output=arguments.output)
        )
    folder = make_folder(arguments.output)
    names = []
    for name, data in single_cards(job, form, arguments.dpi):
        write_bytes(str(folder / name), data)
        names.append(name)
    if arguments.json:
        print_json({"folder": str(folder), "files": names})
    else:
        values = {"folder": folder, "first": names[0], "last": names[-1]}
        print(ngettext("{folder}: {n} file, {first}", "{folder}: {n} files, from {first} to {last}", len(names), **values))
    return 0


def _print_report(arguments: argparse.Namespace, job: Job) -> None:
    layout, cards = job.layout, len(job.look.cards)
    sheets = -(-cards // layout.places)
    if arguments.json:
        found = {"cards": cards, "sheets": sheets, "columns": layout.columns, "rows": layout.rows}
        print_json({**found, "sheet": [layout.width, layout.height], "card": [job.size.width, job.size.height]})
        return
    size = {"columns": layout.columns, "rows": layout.rows}
    what = ngettext("{n} card", "{n} cards", cards)
    if job.sheet is None:
        pages = ngettext("{n} page, one per card", "{n} pages, one per card", sheets)
    else:
        pages = ngettext("{n} sheet of {columns} × {rows}", "{n} sheets of {columns} × {rows}", sheets, **size)
    how = _("print at 100 %")
    if job.backs == "duplex":
        edges = {"long": mark("print both sides, turned about the long edge, at 100 %")}
        edges["short"] = mark("print both sides, turned about the short edge, at 100 %")
        how = _(edges[job.flip])
    print(f"{arguments.output}: {what}, {pages}; {how}")


def run_cards(arguments: argparse.Namespace) -> int:
    from parlour.art.hand import hand_pdf, hand_svg, read_cards
    from parlour.art.printing import png
    from parlour.art.shapes import HEIGHT
    from parlour.art.vector import read_drawing

    form = Path(arguments.output).suffix.lower()[1:] if arguments.output else "svg"
    if form != "png":
        refuse(arguments, mark("--{name} has no effect on {form}: leave it out"), "dpi", form=form.upper())
    if form != "pdf":
        refuse(arguments, mark("--{name} has no effect on {form}: leave it out"), "inks", "profile", form=form.upper())
    cards = read_cards(arguments.cards)
    if None not in cards:
        refuse(arguments, mark("--{name} has no effect if no card lies face down: leave it out"), "back")
    if not any(card is not None for card in cards):
        refuse(
            arguments,
            mark("--{name} has no effect if all cards lie face down: leave it out"),
            "deck",
            "index",
            "language",
            "face",
        )
    if len(cards) == 1:
        refuse(arguments, mark("--{name} has no effect on a single card: leave it out"), "way")
    look, inks = look_of(arguments), inks_of(arguments)
    svg = hand_svg(cards, look, arguments.way, arguments.height)
    if arguments.output is None:
        sys.stdout.write(svg + "\n")
        return 0
    if form == "svg":
        data = svg.encode()
    elif form == "pdf":
        data = hand_pdf(svg, arguments.cards, inks, arguments.height)
    elif form == "png":
        width = read_drawing(svg).width * arguments.height / HEIGHT / 25.4 * arguments.dpi
        data = png(svg, max(1, round(width)), arguments.dpi)
    else:
        raise BadInput(_("{output}: a picture of cards is an .svg, .pdf or .png file", output=arguments.output))
    write_bytes(arguments.output, data)
    return 0
