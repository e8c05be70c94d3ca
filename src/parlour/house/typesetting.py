"""Rulebooks in print: set by Typst, as tagged PDF for screen and paper, or imposed as a booklet to be folded."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, cast

from parlour.art.lettering import signs_font
from parlour.engine.errors import BadInput, one_line
from parlour.engine.files import own_bytes, work_folder, write_bytes
from parlour.engine.game import Game

from .card_pictures import card_words, drawing, has_face
from .facts import facts_of
from .rulebook_text import RulebookText, house_rules
from .rulebook_tree import blocks, quick

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Sheets, mm, upright."""
IN_PRINT = 1
"""Examples a paragraph."""
QUICK = (1, 2)
"""How many sentences of a paragraph the quick card may have, from the shortest on: as many as its page holds."""
_TEMPLATE, _BOOKLET = "rulebook.typ", "booklet.typ"


@dataclass(frozen=True)
class Print:
    """On what a rulebook is printed.

    paper: of PAPERS. booklet: pages half as large, two on a side, in the order in which the sheets are folded in the middle.
    """

    paper: str = "a4"
    booklet: bool = False

    @property
    def sheet(self) -> tuple[float, float]:
        """Width and height of the sheet, mm, upright. BadInput where there is no such paper."""
        if self.paper not in PAPERS:
            raise BadInput(f"there is no paper {self.paper!r}: it is {' or '.join(PAPERS)}")
        return PAPERS[self.paper]

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of a page, mm."""
        width, height = self.sheet
        return (height / 2, width) if self.booklet else (width, height)


def rulebook_pdf(game: Game, rulings: Mapping[str, str] | None = None, on: Print | None = None) -> bytes:
    """A game's rulebook under its house rules: contents, examples, the quick card as its last page. Equal calls, equal bytes."""
    text = RulebookText(game, rulings, most=IN_PRINT, thorough=True)
    title = f"{game.room.title}: the rules"
    description = str(game.room.look.get("summary", ""))
    return set_in_type({"title": title, "description": description, "games": [chapter(text)]}, on or Print())


def chapter(text: RulebookText) -> dict[str, Any]:
    """What the typesetter is told of a game."""
    game = text.game
    return {
        "id": game.room.name,
        "title": game.room.title,
        "summary": str(game.room.look.get("summary", "")),
        "facts": facts_of(game).in_words(),
        "agreed": f"{game.agreed.title}, version {game.agreed.version}" if game.agreed else "",
        "house": [{"text": rule.text, "here": rule.here, "usually": rule.usually} for rule in house_rules(game) if rule.differs],
        "differing": text.differing,
        "gaps": any(child.type == "ins_nothing" for token in text.tokens for child in token.children or ()),
        "ruled": [number for number in text.numbers if number in text.rulings],
        "blocks": blocks(text),
        "quick": [quick(text, sentences) for sentences in QUICK],
    }


def set_in_type(book: dict[str, Any], on: Print) -> bytes:
    """A book, as the template takes it, as PDF: tagged by the rules of PDF/UA-1, or imposed as a booklet.

    The book's own letters are all in our font; what a group has written may be in any script, then the machine's fonts are
    used too. BadInput where none of them has a letter.
    """
    try:
        return _set_in_type(book, on, own_fonts_only=True)
    except MissingLetter:
        pass
    try:
        return _set_in_type(book, on, own_fonts_only=False)
    except MissingLetter as error:
        raise BadInput(f"there is a letter that no font here can print ({error}); --format html has every letter") from None


class MissingLetter(ValueError):
    """No font that may be used has a letter."""


def _set_in_type(book: dict[str, Any], on: Print, own_fonts_only: bool) -> bytes:
    import typst

    cards = {card: {"svg": drawing(card), "name": card_words(card)} for card in sorted(set(_cards(book["games"])))}
    width, height = on.page
    data = book | {"page": {"width": width, "height": height}, "cards": cards}
    with work_folder() as folder:
        write_bytes(Path(folder, "signs.ttf"), signs_font())
        with resources.as_file(resources.files("font_source_serif_pro") / "files") as letters:
            fonts = typst.Fonts(include_system_fonts=not own_fonts_only, font_paths=[str(letters), folder])
            inputs = {"data": json.dumps(data, ensure_ascii=False)}
            compiler = typst.Compiler(_template(_TEMPLATE, folder), folder, fonts, sys_inputs=inputs)
            try:
                pdf = cast(bytes, compiler.compile(pdf_standards=["ua-1"], timestamp=0))
            except typst.TypstError as error:
                if "could not be displayed" not in str(error):
                    raise
                raise MissingLetter(one_line(str(error))) from None
            if on.booklet:
                pages = json.loads(compiler.query("<pages>", field="value", one=True))
                pdf = imposed(pdf, pages, on, Path(folder))
        return pdf


def _template(name: str, folder: str | Path) -> str:
    """The path of a template, laid in a folder: from there it may read other files."""
    copy = Path(folder, name)
    write_bytes(copy, own_bytes(__package__, name))
    return str(copy)


def _cards(found: Any) -> Iterator[str]:
    """The cards that are drawn anywhere."""
    if isinstance(found, dict):
        if "card" in found and has_face(found["card"]):
            yield found["card"]
        for part in found.values():
            yield from _cards(part)
    elif isinstance(found, list):
        for part in found:
            yield from _cards(part)


# booklets


def folded(pages: int) -> list[tuple[int, int]]:
    """Which pages (from 1 on, 0 for none) lie left and right on each side of the sheets of a booklet.

    The last page is the back cover: where sheets hold more pages than there are, those before it stay empty.

    >>> folded(6)
    [(6, 1), (2, 0), (0, 3), (4, 5)]
    """
    total = -(-pages // 4) * 4
    page = [*range(1, pages), *([0] * (total - pages)), pages]
    sides = [(page[total - 1 - side], page[side]) for side in range(total // 2)]
    return [pair if side % 2 == 0 else pair[::-1] for side, pair in enumerate(sides)]


def imposed(pdf: bytes, pages: int, on: Print, folder: Path) -> bytes:
    """Pages as sheets that are printed on both sides, turned about the short edge, and folded in the middle.

    folder: for files that are needed while it is made.
    """
    import typst

    height, width = on.sheet
    write_bytes(folder / "pages.pdf", pdf)
    inputs = {"data": json.dumps({"width": width, "height": height, "sides": folded(pages)})}
    compiler = typst.Compiler(_template(_BOOKLET, folder), str(folder), ignore_system_fonts=True, sys_inputs=inputs)
    return cast(bytes, compiler.compile(pdf_tags=False, timestamp=0))
