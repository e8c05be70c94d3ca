"""Rulebooks in print: set by Typst, as tagged PDF for screen and paper, or imposed as a booklet to be folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.art.lettering import signs_font
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.speech import look, title
from parlour.languages import current
from parlour.languages import gettext as _

from . import press
from .card_pictures import card_words, drawing, has_face
from .facts import facts_of
from .rulebook_text import RulebookText, house_rules
from .rulebook_tree import blocks, quick

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Sheets, mm, upright."""
IN_PRINT = 1
"""Examples a paragraph."""
QUICK = (1, 2)
"""Numbers of sentences per paragraph that are tried for a quick card, from the shortest on."""


@dataclass(frozen=True)
class Print:
    """On what a rulebook is printed.

    paper: of PAPERS. booklet: pages half as large, two per side, in the order in which the sheets are folded in the middle.
    """

    paper: str = "a4"
    booklet: bool = False

    @property
    def sheet(self) -> tuple[float, float]:
        """Width and height of the sheet, mm, upright. BadInput if there is no such paper."""
        if self.paper not in PAPERS:
            raise BadInput(f"there is no paper {self.paper!r}: it is {' or '.join(PAPERS)}")
        return PAPERS[self.paper]

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of a page, mm."""
        width, height = self.sheet
        return (height / 2, width) if self.booklet else (width, height)


def rulebook_pdf(
    game: Game, rulings: Mapping[str, str] | None = None, on: Print | None = None, signed: Sequence[str] = ()
) -> bytes:
    """A game's rulebook under its house rules: contents, examples, the quick card as its last page. Equal calls, equal bytes.

    signed: who agreed to these house rules, in words.
    """
    text = RulebookText(game, rulings, most=IN_PRINT, thorough=True)
    heading = _("{game}: the rules", game=title(game.room))
    description = str(look(game.room).get("summary", ""))
    return set_in_type({"title": heading, "description": description, "games": [chapter(text, signed)]}, on or Print())


def chapter(text: RulebookText, signed: Sequence[str] = ()) -> dict[str, Any]:
    """Return the typesetter's input for a game. signed: as `rulebook_pdf`."""
    game = text.game
    return {
        "id": game.room.name,
        "title": title(game.room),
        "quick_title": _("Quick card: {game}", game=title(game.room)),
        "summary": str(look(game.room).get("summary", "")),
        "facts": facts_of(game).in_words(),
        "agreed": _("{title}, version {number}", title=game.agreed.title, number=game.agreed.version) if game.agreed else "",
        "signed": _("Agreed by {names}.", names=", ".join(signed)) if signed else "",
        "house": [
            {"text": rule.text, "here": rule.here, "usually": _("usually {value}", value=rule.usually)}
            for rule in house_rules(game)
            if rule.differs
        ],
        "differing": [[label, text.printed[label]] for label in text.differing],
        "changed": _changed(any(child.type == "ins_nothing" for token in text.tokens for child in token.children or ())),
        "ruled": [[label, text.printed[label]] for label in text.numbers if label in text.rulings],
        "blocks": blocks(text),
        "quick": [quick(text, sentences) for sentences in QUICK],
    }


def _changed(gaps: bool) -> list[str]:
    """Return what stands before and behind the numbers of the paragraphs that differ. gaps: whether anything is left out."""
    sentence = (
        _("Changed from the usual rules (underlined, ‸ where something is left out, with a bar in the margin): {numbers}.")
        if gaps
        else _("Changed from the usual rules (underlined, with a bar in the margin): {numbers}.")
    )
    return sentence.split("{numbers}")


def _words() -> dict[str, Any]:
    """The words of the template."""
    return {
        "contents": _("Contents"),
        "index": _("Index"),
        "house_rules": _("House rules in force"),
        "example": _("Example."),
        "ruling": _("Our ruling."),
        "ruled": _("With a ruling of our own: {numbers}.").split("{numbers}"),
        "may": _("yes"),
        "may_not": _("no"),
    }


def set_in_type(book: dict[str, Any], on: Print) -> bytes:
    """A book, as the template takes it, as PDF: tagged by the rules of PDF/UA-1, or imposed as a booklet.

    The book's own letters are all in our font; what a group has written may be in any script, then the machine's fonts are
    used too. BadInput if none of them has a letter.
    """
    cards = {card: {"svg": drawing(card), "name": card_words(card)} for card in sorted(set(_cards(book["games"])))}
    width, height = on.page
    data = book | {"page": {"width": width, "height": height}, "cards": cards, "lang": current().code, "words": _words()}
    return press.set_in_type("rulebook.typ", data, signs_font(), on.sheet if on.booklet else None)


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
