"""Measure how well the suits' colours differ, for every kind of vision and without colour.

Colours are first seen as people with one kind of cone missing see them, by the matrices of Machado, Oliveira and Fernandes
("A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, severity 1.0), which are
applied to linear light; `grey` keeps the luminance alone (Rec. 709 weights). Distances are straight lines in OKLab (Björn
Ottosson, "A perceptual color space for image processing", 2020), times 100: about 2 is just seen side by side.
"""

import re
from functools import cache
from importlib import resources
from itertools import combinations
from math import dist

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from .deck import PACKS
from .shapes import FACE, element, number, path
from .words import names

Channels = tuple[float, float, float]
Matrix = tuple[Channels, Channels, Channels]

_SAME: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_GREY: Channels = (0.2126, 0.7152, 0.0722)
VISIONS: dict[str, Matrix] = {
    "normal": _SAME,
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": (_GREY, _GREY, _GREY),
}
"""Linear light as it is, and as it reaches who sees no red, no green, no blue, or no colour."""


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _encoded(light: float) -> float:
    light = min(max(light, 0.0), 1.0)
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def _times(matrix: Matrix, light: Channels) -> Channels:
    red, green, blue = (sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
    return red, green, blue


def _light(colour: str) -> Channels:
    red, green, blue = (_linear(int(colour[k : k + 2], 16) / 255) for k in (1, 3, 5))
    return red, green, blue


@cache
def seen(colour: str, vision: str) -> str:
    """#rrggbb as it looks to a kind of vision. KeyError if there is no such vision."""
    channels = (round(255 * _encoded(light)) for light in _times(VISIONS[vision], _light(colour)))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def _oklab(colour: str) -> Channels:
    red, green, blue = _light(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def distance(one: str, other: str, vision: str = "normal") -> float:
    """Return the difference of two colours #rrggbb as people see it, 0 to 100, in OKLab."""
    a, b = (_oklab(seen(colour, vision)) for colour in (one, other))
    return 100 * dist(a, b)


def distances(deck: str) -> dict[str, dict[tuple[int, int], float]]:
    """Return how far apart every two suits of a deck are by colour, for each kind of vision. KeyError if there is no such deck."""
    colours = PACKS[deck].colours
    pairs = list(combinations(range(4), 2))
    return {vision: {(a, b): distance(colours[a], colours[b], vision) for a, b in pairs} for vision in VISIONS}


def nearest(colours: tuple[str, ...]) -> float:
    """The smallest distance between any two colours to any kind of vision: what a choice of colours is judged by."""
    return min(distance(a, b, vision) for a, b in combinations(colours, 2) for vision in VISIONS)


def recoloured(drawing: str, vision: str) -> str:
    """A drawing as a kind of vision sees it."""
    return re.sub("#[0-9a-f]{6}", lambda found: seen(found[0], vision), drawing)


@cache
def _font() -> TTFont:
    with resources.as_file(resources.files("font_source_serif_pro") / "files" / "SourceSerifPro-Regular.ttf") as path:
        return TTFont(path, lazy=True)


def _text(x: float, y: float, words: str, size: float) -> str:
    """Words centred on x, as outlines: no picture of ours needs a font."""
    font, glyphs, characters = _font(), _font().getGlyphSet(), _font().getBestCmap()
    drawn, at = "", 0.0
    for character in words:
        name = characters[ord(character)]
        pen = SVGPathPen(glyphs, ntos=number)
        glyphs[name].draw(TransformPen(pen, (1, 0, 0, 1, at, 0)))
        drawn += pen.getCommands()
        at += glyphs[name].width
    scale = size / font["head"].unitsPerEm
    where = f"translate({number(x - at * scale / 2)} {number(y)})scale({scale:.5f} {-scale:.5f})"
    return path(drawn, "#222222", transform=where)


def contrast_svg(deck: str) -> str:
    """The suits of a deck as each kind of vision sees them: a column for each, under it the two that are hardest to distinguish."""
    pack = PACKS[deck]
    wide, high = 150, 128
    called = names(pack.system).suits
    parts = [element("rect", width=wide * len(VISIONS) + 20, height=4 * high + 96, fill="#ffffff")]
    found = distances(deck)
    for column, vision in enumerate(VISIONS):
        x = 10 + wide * column
        parts.append(_text(x + wide / 2, 28, vision, 17))
        for suit in range(4):
            colour = seen(pack.colours[suit], vision)
            paper = element(
                "rect", x=x + 8, y=44 + high * suit, width=wide - 16, height=high - 10, rx=10, fill=seen(FACE, vision)
            )
            sign = recoloured(pack.signs[suit], vision)
            drawn = element(
                "g", sign, fill=colour, stroke="none", transform=f"translate({x + wide / 2} {44 + high * suit + 59})scale(0.9)"
            )
            parts += [paper, drawn]
        (a, b), least = min(found[vision].items(), key=lambda item: item[1])
        parts.append(_text(x + wide / 2, 4 * high + 62, f"{called[a]} and {called[b]}", 13))
        parts.append(_text(x + wide / 2, 4 * high + 82, f"{least:.0f} apart", 13))
    width, height = wide * len(VISIONS) + 20, 4 * high + 96
    return element(
        "svg", "".join(parts), xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}", width=width, height=height
    )
