"""parlour rules: a game's rulebook under house rules, as Markdown, HTML or PDF; the book of the house as PDF or as a site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput, shown
from parlour.engine.files import make_folder, write_bytes
from parlour.languages import gettext as _
from parlour.languages import mark, ngettext

from .arguments import Commands, add_game, add_json, command, game_of, print_json, refuse, refuse_with, write_out

if TYPE_CHECKING:
    from parlour.engine.game import Game
    from parlour.house.house_book import HouseBook
    from parlour.languages import Language

FORMATS = ("md", "html", "pdf", "site")
OF_A_COURSE = ("txt", "svg")
OF_A_GAME, OF_THE_HOUSE = FORMATS[:3], FORMATS[2:]
PAPERS = ("a4", "letter")


def add(commands: Commands) -> None:
    made = command(commands, "rules", run, _("print a game's rulebook under these house rules"))
    add_game(made)
    made.add_argument("--format", choices=FORMATS, help=_("default: by the ending of OUT, otherwise md; with --all pdf or site"))
    made.add_argument("--all", action="store_true", help=_("the book of the house: all games, with an index"))
    made.add_argument(
        "--course", action="store_true", help=_("the course of a hand instead: text, or with -o FILE.svg a diagram")
    )
    made.add_argument("--paper", choices=PAPERS, default="a4", help=_("of a PDF (default: a4)"))
    made.add_argument("--booklet", action="store_true", help=_("a PDF of sheets to print on both sides and fold in the middle"))
    made.add_argument(
        "--language", metavar="CODE", help=_("the language of the rules, as de: what is not translated is in English")
    )
    made.add_argument(
        "-o", "--output", metavar="OUT", help=_("write there instead of to standard output; a site into this folder")
    )
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.languages import current, speaking

    with speaking(_language(arguments.language) if arguments.language else current()):
        return _run(arguments)


def _language(code: str) -> Language:
    from parlour.languages import language, languages

    found = language(code)
    if found is None:
        raise BadInput(_("there is no language {code}: choose from {known}", code=shown(code), known=", ".join(languages())))
    return found


def _run(arguments: argparse.Namespace) -> int:
    if arguments.all:
        return _run_all(arguments)
    game = game_of(arguments)
    if arguments.course:
        return _run_course(game, arguments)
    if arguments.json:
        from parlour.engine.rulebook import paragraphs

        refuse_with(arguments, "--json", "format", "paper", "booklet", "output")
        found = paragraphs(game.room, game.blank()[0])
        data = {
            "id": game.room.name,
            "name": game.room.title,
            "house": game.options,
            "paragraphs": {name: one.text for name, one in found.items()},
            "numbers": {name: one.number for name, one in found.items()},
            "origins": {name: one.origin for name, one in found.items()},
        }
        print_json(data | ({"rulings": game.agreed.rulings} if game.agreed else {}))
        return 0
    form = arguments.format or ("pdf" if arguments.booklet and not arguments.output else _ending(arguments, OF_A_GAME, "md"))
    if form not in OF_A_GAME:
        raise BadInput(_("--format {form} is for --all, the book of the house", form=form))
    _check_print(arguments, form)
    write_out(arguments.output, _written(game, form, arguments))
    return 0


def _run_course(game: Game, arguments: argparse.Namespace) -> int:
    from parlour.house.course import course_of
    from parlour.house.course_drawing import course_svg, course_text

    if arguments.format or arguments.booklet:
        raise BadInput(_("--course is a text, or a diagram with -o FILE.svg: it goes with no --format or --booklet"))
    drawn = _ending(arguments, OF_A_COURSE, "")
    if arguments.output and not drawn:
        raise BadInput(_("{file}: a course is written to a file that ends in .txt or .svg", file=arguments.output))
    refuse(arguments, mark("--{name} has no effect on a course: leave it out"), "paper")
    course = course_of(game)
    if arguments.json:
        refuse_with(arguments, "--json", "output")
        print_json(course.as_json())
    else:
        write_out(arguments.output, (course_svg(course) if drawn == "svg" else course_text(course)).encode())
    return 0


def _run_all(arguments: argparse.Namespace) -> int:
    if arguments.game or arguments.seats or arguments.set or arguments.json or arguments.course:
        raise BadInput(
            _(
                "--all is the book of all games as they are usually played: "
                "it goes with no GAME, --seats, --set, --course or --json"
            )
        )
    form = arguments.format or _ending(arguments, OF_THE_HOUSE, "site" if arguments.output and not arguments.booklet else "pdf")
    if form not in OF_THE_HOUSE:
        raise BadInput(_("--all makes a pdf or a site, not {form}", form=form))
    _check_print(arguments, form)
    from parlour.house.house_book import HouseBook
    from parlour.house.typesetting import Print

    agreed = {game.room.name: game for game in ([game_of(arguments)] if arguments.house else [])}
    book = HouseBook(agreed)
    if form == "pdf":
        write_out(arguments.output, book.pdf(Print(arguments.paper, arguments.booklet)))
        return 0
    if not arguments.output:
        raise BadInput(_("a site is a folder: say where to with -o FOLDER"))
    return _write_site(arguments.output, book)


def _ending(arguments: argparse.Namespace, known: tuple[str, ...], otherwise: str) -> str:
    ending = Path(arguments.output).suffix[1:].lower() if arguments.output else ""
    return ending if ending in known else otherwise


def _check_print(arguments: argparse.Namespace, form: str) -> None:
    if arguments.booklet and form != "pdf":
        raise BadInput(_("--booklet makes a PDF, not {form}", form=form))
    if form != "pdf":
        refuse(arguments, mark("--{name} has no effect on {form}, only on a PDF: leave it out"), "paper", form=form)
    if form == "pdf" and not arguments.output and sys.stdout.isatty():
        raise BadInput(_("a PDF is not for the terminal: say where to with -o FILE"))


def _write_site(output: str, book: HouseBook) -> int:
    from parlour.house.site import site

    folder = make_folder(output)
    make_folder(folder / "cards")
    files = 0
    for name, data in site(book):
        write_bytes(str(folder / name), data)
        files += 1
    index = folder / "index.html"
    print(ngettext("{index}: the book of the house, {n} file", "{index}: the book of the house, {n} files", files, index=index))
    return 0


def _signed(game: Game, arguments: argparse.Namespace) -> list[str]:
    """Return the members who agreed to the house rules of a game."""
    from parlour.house.agreement_toml import load_agreement

    return load_agreement(arguments.house).version(game.agreed.version).signatures if game.agreed else []


def _written(game: Game, form: str, arguments: argparse.Namespace) -> bytes:
    if form == "pdf":
        from parlour.house.typesetting import Print, rulebook_pdf

        return rulebook_pdf(game, None, Print(arguments.paper, arguments.booklet), _signed(game, arguments))
    if form == "html":
        from parlour.house.rulebook_html import rulebook_page

        return rulebook_page(game).encode()
    from parlour.house.rulebook_text import rulebook_markdown

    return rulebook_markdown(game).encode()
