"""Drawings on the pages of a PDF: vectors only, in the inks that `inks` settles, the same bytes for the same call.

A drawing is written once as a form and placed as often as it is needed. Lengths are millimetres, from the page's lower left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from io import BytesIO
from typing import Any

from reportlab.lib.colors import CMYKColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from parlour import __version__
from parlour.engine.errors import BadInput, shown
from parlour.languages import gettext as _

from .inks import Inks
from .vector import Box, Drawing, Segment, Shape

MM: float = mm
BLACK = CMYKColor(0, 0, 0, 1)
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_CAPS = {"butt": 0, "round": 1, "square": 2}
ROMAN, ITALIC, BOLD = "Parlour", "Parlour-Italic", "Parlour-Bold"
_FONTS = {ROMAN: "SourceSerifPro-Regular", ITALIC: "SourceSerifPro-It", BOLD: "SourceSerifPro-Semibold"}


class Paper:
    """A PDF in the making. `bytes()` ends it."""

    def __init__(self, inks: Inks, title: str) -> None:
        self.inks = inks
        self._file = BytesIO()
        register_fonts()  # the first font too is an embedded one: a Canvas otherwise names Helvetica, which is not
        self.canvas = Canvas(self._file, invariant=1, pageCompression=1, pdfVersion=(1, 4), lang="en", initialFontName=ROMAN)
        self.canvas.setTitle(title)
        self.canvas.setCreator(f"Parlour {__version__}")
        self.canvas.setAuthor("Parlour")
        self._forms: dict[Any, str] = {}
        if inks.profile is not None and inks.plate is None:
            self._name_the_press(inks.profile)

    def _name_the_press(self, profile: bytes) -> None:
        """The press's profile as the output intent: PDF/X readers show the pages as that press prints them."""
        stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary({"N": 4}), profile)
        stream.filters = [pdfdoc.PDFZCompress]
        document = self.canvas._doc
        intent = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("OutputIntent"),
                "S": pdfdoc.PDFName("GTS_PDFX"),
                "OutputConditionIdentifier": pdfdoc.PDFString("Custom"),
                "Info": pdfdoc.PDFString("the press's own profile"),
                "DestOutputProfile": document.Reference(stream),
            }
        )
        catalog = document.Catalog
        catalog.OutputIntents = pdfdoc.PDFArray([intent])
        catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]

    def page(self, width: float, height: float, trim: Box | None = None, bleed: Box | None = None) -> None:
        """Begin the page that is shown next. trim, bleed: left, bottom, right, top."""
        self.canvas.setPageSize((width * MM, height * MM))
        for name, box in (("trim", trim), ("bleed", bleed)):
            self.canvas.setCropBox([side * MM for side in box] if box else None, name=name)

    def show(self) -> None:
        """End the page."""
        self.canvas.showPage()

    def bytes(self) -> bytes:
        """The PDF."""
        self.canvas.save()
        return self._file.getvalue()

    # what is drawn

    def form(self, key: Any, drawing: Drawing, raised: float = 0.0) -> str:
        """The name of a drawing's form, made the first time.

        key: what it is known by. raised: units by which the part `index` is moved up (its copy below the middle, down).
        """
        key = key, self.inks.plate
        if key not in self._forms:
            name = self._forms[key] = f"f{len(self._forms)}"
            reach = drawing.bounds() or (0, 0, 0, 0)
            self.canvas.beginForm(name, reach[0] - 9, -reach[3] - raised - 9, reach[2] + 9, -reach[1] + raised + 9)
            self.canvas.transform(1, 0, 0, -1, 0, 0)
            upper, lower = drawing.ends("index")
            for number, shape in enumerate(drawing.shapes):
                self._shape(shape, -raised if number in upper else raised if number in lower else 0.0)
            self.canvas.endForm(Resources=self._resources())
        return self._forms[key]

    def begin_card(self, width: float, height: float) -> None:
        """Begin a card, its lower left corner at (0, 0); `end_card` ends and names it."""
        self.canvas.beginForm(f"c{len(self._forms)}", 0, 0, width * MM, height * MM)

    def end_card(self) -> str:
        """The name of the card that was drawn."""
        name = self._forms["card", len(self._forms)] = f"c{len(self._forms)}"
        self.canvas.endForm(Resources=self._resources())
        return name

    def lay(self, card: str, box: Box, turned: bool = False) -> None:
        """A card that was drawn, in a box of its size. turned: upside down."""
        self.canvas.saveState()
        sign, corner = (-1, (box[2], box[3])) if turned else (1, (box[0], box[1]))
        self.canvas.transform(sign, 0, 0, sign, corner[0] * MM, corner[1] * MM)
        self.canvas.doForm(card)
        self.canvas.restoreState()

    def _resources(self) -> Any:
        """The spot colours and the states of what is drawn just now, which a Canvas would forget in a form."""
        made = pdfdoc.PDFResourceDictionary()
        made.setColorSpace(self.canvas._colorsUsed)
        made.ExtGState = self.canvas._extgstate.getState() or {}
        made.basicFonts()
        if self.canvas._formsinuse:
            made.XObject = self.canvas._doc.xobjDict(self.canvas._formsinuse)
        return made

    def place(
        self,
        form: str,
        drawing: Drawing,
        middle: tuple[float, float],
        scale: tuple[float, float],
        turned: bool = False,
        clip: Box | None = None,
    ) -> None:
        """A form with its drawing's middle at a place, at this many mm a unit across and down.

        turned: upside down. clip: left, bottom, right, top, on the page.
        """
        canvas = self.canvas
        canvas.saveState()
        if clip:
            outline = canvas.beginPath()
            outline.rect(clip[0] * MM, clip[1] * MM, (clip[2] - clip[0]) * MM, (clip[3] - clip[1]) * MM)
            canvas.clipPath(outline, stroke=0, fill=0)
        sx, sy = (factor * MM * (-1 if turned else 1) for factor in scale)
        canvas.transform(sx, 0, 0, sy, middle[0] * MM - sx * drawing.width / 2, middle[1] * MM + sy * drawing.height / 2)
        canvas.doForm(form)
        canvas.restoreState()

    def _shape(self, shape: Shape, moved: float) -> None:
        canvas, inks = self.canvas, self.inks
        fill, stroke = shape.fill, self._seen(shape.stroke)
        if fill is None and stroke is None:
            return
        canvas.saveState()
        a, b, c, d, e, f = shape.matrix
        canvas.transform(a, b, c, d, e, f + moved)
        if fill is not None:
            canvas.setFillColor(inks.paint(fill))
            if shape.opacity[0] < 1:
                canvas.setFillAlpha(shape.opacity[0])
        if stroke is not None:
            canvas.setStrokeColor(inks.paint(stroke))
            if inks.plate is None and inks.overprints(stroke):
                canvas.setStrokeOverprint(True)
            if shape.opacity[1] < 1:
                canvas.setStrokeAlpha(shape.opacity[1])
            self._pen(shape)
        canvas.drawPath(
            self._outline(shape.path), stroke=stroke is not None, fill=fill is not None, fillMode=0 if shape.even_odd else 1
        )
        canvas.restoreState()

    def _seen(self, colour: str | None) -> str | None:
        """A line's colour if it leaves a trace on the plate that is looked at: black over others leaves none on theirs."""
        if colour is None or (self.inks.plate not in (None, "Black") and self.inks.overprints(colour)):
            return None
        return colour

    def _pen(self, shape: Shape) -> None:
        canvas = self.canvas
        canvas.setLineWidth(shape.width)
        canvas.setLineJoin(_JOINS[shape.join])
        canvas.setLineCap(_CAPS[shape.cap])
        canvas.setMiterLimit(shape.miter)
        if shape.dash:
            canvas.setDash(list(shape.dash))

    def rule(self, lines: list[Box], ink: str = "", width: float = 0.09, dash: tuple[float, ...] = ()) -> None:
        """Straight lines, each (x1, y1, x2, y2), in the ink of a mark or a die, or in black. width: mm."""
        self.begin_line(ink, width, dash)
        self.canvas.lines([[figure * MM for figure in each] for each in lines])
        self.canvas.restoreState()

    def outline(self, box: Box, corner: float, ink: str = "", width: float = 0.09) -> None:
        """A box with round corners. corner: their radius."""
        self.begin_line(ink, width)
        left, bottom, right, top = (side * MM for side in box)
        self.canvas.roundRect(left, bottom, right - left, top - bottom, corner * MM, stroke=1, fill=0)
        self.canvas.restoreState()

    def begin_line(self, ink: str = "", width: float = 0.09, dash: tuple[float, ...] = ()) -> None:
        """Save the state and take a pen. width, dash: mm."""
        self.canvas.saveState()
        self.canvas.setStrokeColor(self.inks.line(ink) if ink else self.inks.paint("#000000"))
        self.canvas.setLineWidth(width * MM)
        if dash:
            self.canvas.setDash([length * MM for length in dash])

    def path(self, segments: Sequence[Segment], ink: str = "", width: float = 0.09) -> None:
        """A line along segments, mm."""
        self.begin_line(ink, width)
        self.canvas.drawPath(self._outline(segments, MM), stroke=1, fill=0)
        self.canvas.restoreState()

    def _outline(self, segments: Sequence[Segment], unit: float = 1.0) -> Any:
        outline = self.canvas.beginPath()
        draw = {"M": outline.moveTo, "L": outline.lineTo, "C": outline.curveTo, "Z": outline.close}
        for kind, points in segments:
            draw[kind](*(figure * unit for figure in points))
        return outline

    def text(
        self, x: float, y: float, text: str, size: float = 2.2, font: str = "", align: str = "left", upright: bool = False
    ) -> None:
        """A line of text in pure black. size: mm. font: ROMAN by default; embedded, only the letters used. upright: read from the right, about its middle."""
        check_letters(text, font)
        canvas = self.canvas
        canvas.saveState()
        canvas.setFillColor(BLACK if self.inks.plate else self.inks.paint("#000000"))
        canvas.setFont(font or ROMAN, size * MM)
        canvas.translate(x * MM, y * MM)
        if upright:
            canvas.rotate(90)
            canvas.translate(0, -0.33 * size * MM)
        {"left": canvas.drawString, "middle": canvas.drawCentredString, "right": canvas.drawRightString}[align](0, 0, text)
        canvas.restoreState()


def text_width(text: str, size: float, font: str = "") -> float:
    """Return how wide a line of text is, mm; size: mm."""
    register_fonts()
    width: float = pdfmetrics.stringWidth(text, font or ROMAN, size)
    return width


def check_letters(text: str, font: str = "") -> None:
    """BadInput if a text has a letter that the font it is printed in has not: it would come out as a box."""
    register_fonts()
    known = pdfmetrics.getFont(font or ROMAN).face.charToGlyph
    missing = next((letter for letter in text if ord(letter) not in known), "")
    if missing:
        raise BadInput(_("{text} has a letter that no font here can print ({letter})", text=shown(text), letter=shown(missing)))


def register_fonts() -> None:
    """Make the letters known that everything printed is set in."""
    for name, file in _FONTS.items():
        if name not in pdfmetrics.getRegisteredFontNames():
            with resources.as_file(resources.files("font_source_serif_pro") / "files" / f"{file}.ttf") as path:
                pdfmetrics.registerFont(TTFont(name, str(path)))
