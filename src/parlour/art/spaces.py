"""Colours of CSS Color 4 and 5 that are not sRGB in digits: lightness and chroma, wide gamuts, mixtures; by `coloraide`, as sRGB.

A colour outside of sRGB gets the nearest look within by the specification's gamut mapping: OKLCH, the same lightness and hue, less chroma.
"""

from __future__ import annotations

import re
from math import isfinite

from coloraide import Color

_MIX = re.compile(
    r"color-mix\(\s*+in\s++([a-z0-9-]++)(?:\s++(shorter|longer|increasing|decreasing)\s++hue)?+\s*+,", re.IGNORECASE
)
_SHARE = re.compile(r"[0-9]{1,9}+(?:\.[0-9]{1,9}+)?+%")
_SPACES = {"xyz": "xyz-d65"}


def read_colour(text: str) -> tuple[tuple[float, float, float], float] | None:
    """Return a colour as red, green and blue of sRGB, 0 to 255 each, and its alpha; None if it cannot be worked out.

    >>> [round(part) for part in read_colour("hwb(120 20% 20%)")[0]], read_colour("rgb(from red r g b)")
    ([51, 204, 51], None)
    """
    try:
        colour = _mixed(text) if text[:9].lower() == "color-mix" else _one(text)
        if colour is None:
            return None
        colour = colour.convert("srgb")
        if not colour.in_gamut():
            colour = colour.fit(method="oklch-chroma")
        red, green, blue = (255 * channel for channel in colour.coords(nans=False))
        alpha = colour.alpha(nans=False)
    except (ValueError, ArithmeticError):
        return None
    return ((red, green, blue), alpha) if all(map(isfinite, (red, green, blue, alpha))) else None


def _one(text: str) -> Color | None:
    found = Color.match(text, fullmatch=True)
    if found is None or not all(isfinite(channel) for channel in found.color.coords(nans=False)):
        return None
    return found.color


def _mixed(text: str) -> Color | None:
    """A mixture of two colours that are known. None if it is none, or if one of them is not known."""
    opening = _MIX.match(text)
    parts = _divided(text[opening.end() : -1]) if opening else []
    if opening is None or len(parts) != 2:
        return None
    (first, p), (second, q) = map(_weighed, parts)
    if first is None or second is None:
        return None
    p, q = (50.0, 50.0) if p is None and q is None else (100 - (q or 0) if p is None else p, q)
    q = 100 - p if q is None else q
    if not (0 <= p <= 100 and 0 <= q <= 100 and p + q > 0):
        return None
    space = opening[1].lower()
    made = Color.mix(first, second, q / (p + q), space=_SPACES.get(space, space), hue=(opening[2] or "shorter").lower())
    return made.set("alpha", made.alpha(nans=False) * min(1.0, (p + q) / 100))


def _divided(text: str) -> list[str]:
    """The parts between the commas outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _weighed(text: str) -> tuple[Color | None, float | None]:
    """A colour, and its share in percent if one is given before or after it."""
    text = text.strip()
    first, _, after = text.partition(" ")
    before, _, last = text.rpartition(" ")
    if _SHARE.fullmatch(first):
        return _one(after.strip()), float(first[:-1])
    if _SHARE.fullmatch(last):
        return _one(before.strip()), float(last[:-1])
    return _one(text), None
