"""Where cards lie on the sheets they are printed on, and their backs so that both sides meet. Lengths are millimetres.

A card is cut at its *trim*. Ink that goes over the edge goes on to the *bleed*, since no cut is exact, and what must not be cut
keeps clear of the trim by the *safe margin*. Positions count from the sheet's lower left corner.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour.engine.errors import BadInput, meant, shown

from .vector import Box

MARK, GAP_TO_MARK = 5.0, 1.0
"""Length of a crop mark if the sheet has room, and its least distance from the trim; it may touch the bleed."""
SHORTEST_MARK = 2.0
INCH = 25.4


@dataclass(frozen=True)
class Size:
    """Size of a card after cutting; corner: the radius of its corners."""

    name: str
    width: float
    height: float
    corner: float = 3.175

    def __str__(self) -> str:
        own = f"{self.width:g} × {self.height:g} mm"
        return f"{self.name.capitalize()}, {own}" if self.name else own


SIZES = {
    size.name: size
    for size in (
        Size("poker", 2.5 * INCH, 3.5 * INCH),
        Size("bridge", 2.25 * INCH, 3.5 * INCH),
        Size("patience", 1.75 * INCH, 2.375 * INCH, 2.5),
        Size("skat", 59, 91),
        Size("jumbo", 3.5 * INCH, 5 * INCH, 5),
    )
}
SHEETS: dict[str, tuple[float, float]] = {
    "a4": (210, 297),
    "letter": (8.5 * INCH, 11 * INCH),
    "a3": (297, 420),
    "tabloid": (11 * INCH, 17 * INCH),
    "sra3": (320, 450),
}
FLIPS = ("long", "short")
"""About which edge of the sheet a printer turns it over."""
_MEASURES = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)\s*[x×]\s*(\d{1,4}(?:\.\d{1,3})?)(?:\s*mm)?")


def _measures(text: str) -> tuple[float, float] | None:
    found = _MEASURES.fullmatch(text.strip().lower())
    return (float(found[1]), float(found[2])) if found else None


def read_size(text: str) -> Size:
    """A card's size by its name, or as `WIDTHxHEIGHT` in mm. BadInput for what is neither, or no size for a card."""
    name = text.strip().lower()
    if name in SIZES:
        return SIZES[name]
    own = _measures(text)
    if own is None:
        raise BadInput(
            f"there is no card size {shown(text)}{meant(name, SIZES)}; use {', '.join(SIZES)}, or a size of your own such as 59x91 (mm)"
        )
    width, height = own
    if not (20 <= width <= height <= 300):
        raise BadInput(
            f"a card of {width:g} × {height:g} mm cannot be made: it stands upright, 20 mm wide at least and 300 mm high at most"
        )
    return Size("", width, height, min(3.175, width / 14))


def read_sheet(text: str) -> tuple[float, float] | None:
    """A sheet's width and height by its name, or as `WIDTHxHEIGHT` in mm; None for `card`: a page for each card. BadInput for what is neither."""
    name = text.strip().lower()
    if name == "card":
        return None
    sheet = SHEETS.get(name) or _measures(text)
    if sheet is None:
        known = ("card", *SHEETS)
        raise BadInput(
            f"there is no sheet {shown(text)}{meant(name, known)}; say {', '.join(known)}, or a printer's own as 330x480 (mm)"
        )
    if not all(50 <= side <= 2000 for side in sheet):
        raise BadInput(f"a sheet of {sheet[0]:g} × {sheet[1]:g} mm is not between 50 and 2,000 mm")
    return sheet


@dataclass(frozen=True)
class Layout:
    """Cards side by side in the middle of a sheet. `gap`: between the trims of two cards."""

    width: float
    height: float
    size: Size
    columns: int
    rows: int
    bleed: float
    gap: float

    @property
    def places(self) -> int:
        """Number of cards on a sheet."""
        return self.columns * self.rows

    def block(self) -> Box:
        """Bounds of the trims of all cards: left, bottom, right, top."""
        w = self.columns * self.size.width + (self.columns - 1) * self.gap
        h = self.rows * self.size.height + (self.rows - 1) * self.gap
        left, bottom = (self.width - w) / 2, (self.height - h) / 2
        return left, bottom, left + w, bottom + h

    def trim(self, place: int) -> Box:
        """The trim of a place, counted along the rows from the upper left one."""
        row, column = divmod(place, self.columns)
        left, _, _, top = self.block()
        x, y = left + column * (self.size.width + self.gap), top - row * (self.size.height + self.gap)
        return x, y - self.size.height, x + self.size.width, y

    def bled(self, place: int) -> Box:
        """Distance that a card's ink may reach: to the bleed, and half of the way to its neighbours."""
        row, column = divmod(place, self.columns)
        left, bottom, right, top = self.trim(place)
        inner = min(self.bleed, self.gap / 2)
        return (
            left - (inner if column else self.bleed),
            bottom - (inner if row < self.rows - 1 else self.bleed),
            right + (inner if column < self.columns - 1 else self.bleed),
            top + (inner if row else self.bleed),
        )

    def behind(self, place: int, flip: str) -> tuple[int, bool]:
        """The place of a card's back on the sheet's other side, and whether it stands upside down there.

        A sheet is turned over about an upright axis or a level one. About the level one, top and bottom change places, so a back
        that is to stand upright behind its face is printed on its head.
        """
        row, column = divmod(place, self.columns)
        upright = (flip == "long") == (self.height >= self.width)
        if upright:
            return row * self.columns + self.columns - 1 - column, False
        return (self.rows - 1 - row) * self.columns + column, True

    def marks(self) -> list[Box]:
        """The crop marks as lines (x1, y1, x2, y2): around the block at every cut, outside of all bleeds."""
        left, bottom, right, top = self.block()
        away = max(self.bleed, GAP_TO_MARK)
        xs = sorted({x for column in range(self.columns) for x in (self.trim(column)[0], self.trim(column)[2])})
        ys = sorted({y for row in range(self.rows) for y in (self.trim(row * self.columns)[1], self.trim(row * self.columns)[3])})
        along = min(MARK, bottom - away, self.height - top - away)
        across = min(MARK, left - away, self.width - right - away)
        found: list[Box] = []
        if along >= SHORTEST_MARK:
            found += [(x, bottom - away - along, x, bottom - away) for x in xs]
            found += [(x, top + away, x, top + away + along) for x in xs]
        if across >= SHORTEST_MARK:
            found += [(left - away - across, y, left - away, y) for y in ys]
            found += [(right + away, y, right + away + across, y) for y in ys]
        return found


def impose(size: Size, sheet: tuple[float, float] | None, bleed: float, gap: float | None, margin: float, marks: bool) -> Layout:
    """Return the layout that puts the most cards on a sheet, the sheet turned if it holds more that way; one card per page if `sheet`
    is None.

    gap: between two cards, by default twice the bleed. margin: what the printer cannot print at the edges. marks: whether there must be
    room for crop marks. BadInput if not even one card fits.
    """
    if sheet is None:
        around = bleed + (GAP_TO_MARK + MARK + 1 if marks else 0)
        return Layout(size.width + 2 * around, size.height + 2 * around, size, 1, 1, bleed, 0)
    space = 2 * bleed if gap is None else gap
    edge = max(margin + bleed, max(bleed, GAP_TO_MARK) + SHORTEST_MARK if marks else 0)

    def count(length: float, card: float) -> int:
        return max(0, int((length - 2 * edge + space + 1e-6) / (card + space)))

    ways = [
        Layout(w, h, size, count(w, size.width), count(h, size.height), bleed, space)
        for w, h in (sorted(sheet), sorted(sheet)[::-1])
    ]
    best = max(ways, key=lambda layout: layout.places)
    if not best.places:
        raise BadInput(
            f"a card of {size.width:g} × {size.height:g} mm with {bleed:g} mm of bleed does not fit on a sheet of {sheet[0]:g} × {sheet[1]:g} mm"
        )
    return best
