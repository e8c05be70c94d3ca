"""Text that is set in lines on paper: a rulebook's Markdown as paragraphs, and the signs of the suits as letters of a font."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from reportlab.lib.fonts import addMapping
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph

from .paper import BLACK, BOLD, ITALIC, MM, ROMAN, check_letters, register_fonts
from .shapes import PIPS, star
from .vector import read_drawing

SIGNS = "Parlour-Signs"
_LETTERS = dict(zip("♣♦♥♠", PIPS, strict=True)) | {"★": star(5, 50, 20), "☆": star(5, 50, 20) + star(5, 34, 14)}
_EM, _WIDE, _SCALE, _RAISED = 1000, 740, 6.8, 340  # a sign's box of 100 in the font's units, and the height of its middle
_RUN = re.compile(f"[{''.join(_LETTERS)}]+")
TEXT, ITEM, HEADING = "text", "item", "heading"


@cache
def signs_font() -> bytes:
    """Our signs of the suits and the jokers' stars as a TrueType font, of the name SIGNS."""
    builder = FontBuilder(_EM, isTTF=True)
    names = [".notdef", *(f"sign{number}" for number in range(len(_LETTERS)))]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): name for letter, name in zip(_LETTERS, names[1:], strict=True)})
    glyphs = [TTGlyphPen(None).glyph(), *map(_glyph, _LETTERS.values())]
    builder.setupGlyf(dict(zip(names, glyphs, strict=True)))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (_WIDE, 30)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": SIGNS, "styleName": "Regular", "psName": "ParlourSigns"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.font.recalcTimestamp = False
    builder.updateHead(created=0, modified=0)
    made = BytesIO()
    builder.save(made)
    return made.getvalue()


@cache
def register_lettering() -> None:
    """Make known what text is set in: the letters, and a font of our own signs."""
    register_fonts()
    pdfmetrics.registerFont(TTFont(SIGNS, BytesIO(signs_font())))
    for bold in (0, 1):
        for italic in (0, 1):
            addMapping(ROMAN, bold, italic, BOLD if bold else ITALIC if italic else ROMAN)
            addMapping(SIGNS, bold, italic, SIGNS)


def _glyph(d: str) -> Any:
    """A sign as a glyph: upright, of quadratic curves."""
    pen = TTGlyphPen(None)
    curves = Cu2QuPen(pen, max_err=1.0, reverse_direction=True)
    shape = read_drawing(f'<svg viewBox="0 0 100 100"><path d="{d}"/></svg>').shapes[0]
    is_open = False
    for kind, points in shape.path:
        moved = [(_WIDE / 2 + _SCALE * points[k], _RAISED - _SCALE * points[k + 1]) for k in range(0, len(points), 2)]
        if is_open and kind in "MZ":
            curves.closePath()
        is_open = kind != "Z"
        if kind == "M":
            curves.moveTo(*moved)
        elif kind == "L":
            curves.lineTo(*moved)
        elif kind == "C":
            curves.curveTo(*moved)
    if is_open:
        curves.closePath()
    return pen.glyph()


def markup(markdown: str) -> str:
    """A line of a rulebook's Markdown as reportlab's inline markup, the signs in their own font.

    >>> markup("**R1** Play the *K♠*, `now`")
    '<b>R1</b> Play the <i>K<font name="Parlour-Signs">♠</font></i>, now'
    """
    text = " ".join(markdown.split())
    check_letters(_RUN.sub("", text))
    text = escape(text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"\*(.+?)\*", r"<i>\1</i>", text).replace("`", "")
    return _RUN.sub(lambda run: f'<font name="{SIGNS}">{run[0]}</font>', text)


def style(size: float, name: str = TEXT) -> ParagraphStyle:
    """Return how a paragraph is set: as TEXT, an ITEM of a list, or a HEADING. size: of its letters, mm."""
    register_lettering()
    made = ParagraphStyle(name, fontName=ROMAN, fontSize=size * MM, leading=1.22 * size * MM, textColor=BLACK)
    made.spaceAfter = {TEXT: 0.5, ITEM: 0.15, HEADING: 0.25}[name] * size * MM
    if name == ITEM:
        made.leftIndent, made.bulletFontName, made.bulletFontSize = 1.1 * size * MM, ROMAN, size * MM
    if name == HEADING:
        made.fontName, made.spaceBefore = BOLD, 0.4 * size * MM
    return made


def paragraphs(markdown: str, size: float) -> list[Any]:
    """The paragraphs and lists of a piece of Markdown, to be set in a frame. Tables are left out."""
    found = []
    for block in re.split(r"\n\s*\n", markdown.strip()):
        if block.startswith("|"):
            continue
        text, *items = re.split(r"(?m)^- ", block)
        if text.strip():
            found.append(Paragraph(markup(text), style(size)))
        found += [Paragraph(markup(item), style(size, ITEM), bulletText="–") for item in items]
    return found
