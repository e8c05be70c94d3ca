"""A whole deck on paper: sheets of faces and backs, or a page for each card, as a PDF that a press can take.

Pages carry their boxes: the media box is the sheet, the trim box what remains after cutting, the bleed box what is printed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BytesIO
from typing import Literal

import resvg_py
from PIL import Image

from parlour.engine.errors import BadInput

from .deck import BACKS, DECKS, back_svg, card_name, card_svg, deck_cards
from .imposition import FLIPS, SIZES, Layout, Size, impose
from .inks import CUT, REGISTRATION, Inks
from .paper import Paper, text_width
from .shapes import WIDTH
from .vector import Drawing, read_drawing

Backs = Literal["duplex", "once", "none"]
BACK_WAYS: tuple[Backs, ...] = ("duplex", "once", "none")


@dataclass(frozen=True)
class Look:
    """A deck to print, as `card_svg` and `back_svg` know it. BadInput for what there is none of."""

    deck: str = "french"
    index: str = "standard"
    language: str = "en"
    face: str = "plain"
    back: str = "lattice"

    def __post_init__(self) -> None:
        try:
            self.svg(self.cards[0])
            back_svg(self.back)
        except ValueError as error:
            raise BadInput(str(error)) from None

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the deck."""
        return deck_cards(self.deck)

    def svg(self, card: int, paper: bool = True) -> str:
        """A face. BadInput if the deck has no such card."""
        try:
            return card_svg(card, deck=self.deck, index=self.index, language=self.language, face=self.face, paper=paper)
        except ValueError as error:
            raise BadInput(str(error)) from None

    def name(self, card: int) -> str:
        """A card in words."""
        return card_name(card, deck=self.deck, language=self.language)


@dataclass(frozen=True)
class Job:
    """A print job: cards, sheet and marks. Lengths are mm.

    size: of the cards. sheet: width and height, None for a page for each card. safe: what faces keep clear of the trim. gap: between cards,
    None for twice the bleed. margin: what the printer leaves free. shift: how far backs are moved to meet their faces, on a
    printer that does not turn its sheets over exactly. outline: a line around each card where a die cuts it, in an ink of its
    own. plates: each ink's share of each page, as pages in black, instead of the pages.
    """

    look: Look = field(default_factory=Look)
    size: Size = SIZES["poker"]
    sheet: tuple[float, float] | None = (210, 297)
    bleed: float = 3
    safe: float = 3
    gap: float | None = None
    margin: float = 5
    marks: bool = True
    backs: Backs = "duplex"
    flip: str = FLIPS[0]
    shift: tuple[float, float] = (0, 0)
    outline: bool = False
    plates: bool = False
    inks: Inks = field(default_factory=Inks)

    def __post_init__(self) -> None:
        if 2 * self.safe > self.size.width / 2:
            raise BadInput(f"a safe margin of {self.safe:g} mm leaves too little of a card {self.size.width:g} mm wide")

    @cached_property
    def layout(self) -> Layout:
        """Return where the cards lie on a sheet. BadInput if none fits."""
        return impose(self.size, self.sheet, self.bleed, self.gap, self.margin, self.marks)

    @cached_property
    def faces(self) -> dict[int, Drawing]:
        """The faces without their paper."""
        return {card: read_drawing(self.look.svg(card, paper=False)) for card in self.look.cards}

    @cached_property
    def back(self) -> Drawing:
        """The back without its paper."""
        return read_drawing(back_svg(self.look.back, paper=False))

    @cached_property
    def fit(self) -> tuple[float, float]:
        """Return for all faces the mm per unit, and how many units their indices are moved up to stand in the corners of this size.

        The faces are drawn for poker cards. On others they keep their proportions; the largest keeps the safe margin.
        """
        across, down = _reach(self.faces.values())
        size = self.size
        scale = min(size.width / WIDTH, (size.width / 2 - self.safe) / across, (size.height / 2 - self.safe) / down)
        _, corner = _reach(self.faces.values(), "index")
        return scale, max(0.0, (size.height / 2 - self.safe) / scale - corner) if corner else 0.0

    @cached_property
    def back_fit(self) -> tuple[float, float]:
        """Return the scale of the back, mm per unit across and down. A frame keeps an even margin; a back without one goes over
        the edge."""
        across, down = _reach([self.back])
        size = self.size
        if across >= WIDTH / 2:
            scale = max(size.width / WIDTH, size.height / self.back.height)
            cover = max(scale, (size.width / 2 + self.bleed) / across, (size.height / 2 + self.bleed) / down)
            return cover, cover
        border = max(self.safe, (WIDTH / 2 - across) * size.width / WIDTH)
        return (size.width / 2 - border) / across, (size.height / 2 - border) / down


def _reach(drawings: Collection[Drawing], *parts: str) -> tuple[float, float]:
    """Return the distance that drawings reach from their middle, across and down, in units; 0 if there is nothing."""
    boxes = [(each, each.bounds(*parts)) for each in drawings]
    across = [max(each.width / 2 - box[0], box[2] - each.width / 2) for each, box in boxes if box]
    down = [max(each.height / 2 - box[1], box[3] - each.height / 2) for each, box in boxes if box]
    return max(across, default=0.0), max(down, default=0.0)


def deck_pdf(job: Job) -> bytes:
    """The deck as a PDF. BadInput if the cards do not fit on the sheet."""
    paper = Paper(job.inks, f"{DECKS[job.look.deck]}: {str(job.size).lower()}")
    for inks in [replace(job.inks, plate=plate) for plate in job.inks.plates()] if job.plates else [job.inks]:
        paper.inks = inks
        for page in _pages(job):
            _print(paper, job, page)
    return paper.bytes()


@dataclass(frozen=True)
class _Page:
    """One side of a sheet. cards: the card at each place, None for a back; turned: upside down."""

    cards: dict[int, int | None]
    turned: bool
    text: str


def _pages(job: Job) -> Iterator[_Page]:
    layout, cards = job.layout, job.look.cards
    sheets = [cards[k : k + layout.places] for k in range(0, len(cards), layout.places)]
    for number, sheet in enumerate(sheets, 1):
        what = job.look.name(sheet[0]) if job.sheet is None else f"sheet {number} of {len(sheets)}"
        yield _Page(dict(enumerate(sheet)), False, f"{what}, faces" if job.sheet else what)
        if job.backs == "duplex":
            behind = [layout.behind(place, job.flip) for place in range(len(sheet))]
            yield _Page({place: None for place, _ in behind}, behind[0][1], f"{what}, backs (turn about the {job.flip} edge)")
    if job.backs == "once":
        yield _Page(dict.fromkeys(range(layout.places)), False, "back")


def _print(paper: Paper, job: Job, page: _Page) -> None:
    layout = job.layout
    block = layout.block()
    bleed = (block[0] - job.bleed, block[1] - job.bleed, block[2] + job.bleed, block[3] + job.bleed)
    paper.page(layout.width, layout.height, block, bleed)
    is_back = None in page.cards.values()
    dx, dy = job.shift if is_back and job.backs == "duplex" else (0.0, 0.0)
    for place, card in page.cards.items():
        left, bottom, right, top = layout.trim(place)
        middle = (left + right) / 2 + dx, (bottom + top) / 2 + dy
        x0, y0, x1, y1 = layout.bled(place)
        clip = x0 + dx, y0 + dy, x1 + dx, y1 + dy
        if card is None:
            form = paper.form("back", job.back)
            paper.place(form, job.back, middle, job.back_fit, page.turned, clip)
        else:
            scale, raised = job.fit
            form = paper.form(card, job.faces[card], raised)
            paper.place(form, job.faces[card], middle, (scale, scale), False, clip)
            if job.outline:
                paper.outline(layout.trim(place), job.size.corner, CUT)
    if job.marks:
        paper.rule(layout.marks(), REGISTRATION)
        _slug(paper, job, page.text)
    paper.show()


def _slug(paper: Paper, job: Job, text: str) -> None:
    """Print a description of the sheet in the waste below the cards."""
    bottom = job.layout.block()[1]
    plate = f"{paper.inks.plate} · " if paper.inks.plate else ""
    line = f"{plate}{text} · {str(job.size).lower()}"
    y = bottom - max(job.bleed, 1) - 3
    if y > 1:
        first = job.layout.trim(0)
        room = first[2] - first[0] - 2
        size = min(2.0, 2.0 * room / text_width(line, 2.0))
        paper.text(first[0] + 1, y, line, size)


# single cards


def file_name(name: str) -> str:
    """A card's name as that of a file: small letters, figures and hyphens.

    >>> file_name("Queen of hearts"), file_name("caballo d'Oros"), file_name("Schellen-König")
    ('queen-of-hearts', 'caballo-d-oros', 'schellen-konig')
    """
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def single_cards(job: Job, form: str, dpi: int) -> Iterator[tuple[str, bytes]]:
    """Every card of the deck and its back as a file of its own: name and contents.

    form: `svg` and `png` (dpi dots an inch, clear around the corners) show the card as it lies on a table; `pdf` is a page with trim and bleed.
    """
    names = {card: file_name(job.look.name(card)) for card in job.look.cards}
    if form == "pdf":
        pages = replace(job, sheet=None)
        for card, name in names.items():
            yield f"{name}.pdf", _one(pages, card, job.look.name(card))
        yield "back.pdf", _one(pages, None, "card back")
        return
    svgs = {name: job.look.svg(card) for card, name in names.items()} | {"back": back_svg(job.look.back)}
    for name, svg in svgs.items():
        yield f"{name}.{form}", svg.encode() if form == "svg" else png(svg, round(job.size.width / 25.4 * dpi), dpi)


def _one(job: Job, card: int | None, title: str) -> bytes:
    paper = Paper(job.inks, title)
    _print(paper, job, _Page({0: card}, False, title))
    return paper.bytes()


def png(svg: str, width: int, dpi: int) -> bytes:
    """A drawing of ours as a PNG, this many dots wide, clear if nothing is drawn."""
    picture = Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=svg, width=width, dpi=96)))
    made = BytesIO()
    picture.save(made, "PNG", dpi=(dpi, dpi), optimize=False)
    return made.getvalue()


__all__ = ["BACKS", "BACK_WAYS", "DECKS", "Job", "Look", "deck_pdf", "file_name", "png", "single_cards"]
