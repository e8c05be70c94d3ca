"""Draw a few cards as one picture, for writers of rulebooks: a fan, an overlapping spread, or a row side by side."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from math import cos, radians, sin
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.kit.cards import read_card

from .deck import back_svg
from .inks import Inks
from .paper import Paper
from .printing import Look
from .shapes import HEIGHT, WIDTH, number
from .vector import read_drawing

Way = Literal["fan", "spread", "row"]
WAYS: tuple[Way, ...] = ("fan", "spread", "row")
BACK = None
"""A card face down."""
MOST = 60
"""Cards in one picture."""
_PIVOT = 2.35 * HEIGHT  # of a fan, below the middle of its cards
_WIDEST, _STEP = 64.0, 8.5  # degrees: of a whole fan, between two cards
_INDEX = 60.0  # what a spread leaves to be seen of a card: its index
_BETWEEN = 14.0


def read_cards(text: str) -> list[int | None]:
    """Cards as text, `10♥ K♣ ★`; `??` is a card face down. BadInput for what is not a card, or none."""
    words = text.replace(",", " ").split()
    if not words:
        raise BadInput('which cards? say for example "10♥ K♣ ★"')
    if len(words) > MOST:
        raise BadInput(f"{counted(len(words), 'card')} are too many for one picture: {MOST} at most")
    try:
        return [BACK if word == "??" else read_card(word) for word in words]
    except ValueError as error:
        raise BadInput(str(error)) from None


def hand_svg(cards: Sequence[int | None], look: Look | None = None, way: Way = "fan", height: float = 40) -> str:
    """Cards as a stand-alone SVG document. height: of a card, mm. BadInput if the deck has not one of the cards."""
    look = look or Look()
    defs: dict[str, str] = {}
    for card in dict.fromkeys(cards):
        svg = back_svg(look.back) if card is BACK else look.svg(card)
        _define(ET.fromstring(svg), _id(card), defs)
    places = _PLACES[way](len(cards))
    corners = [corner for place in places for corner in _corners(*place)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    drawn = "".join(
        f'<use href="#{_id(card)}" transform="translate({number(x - left)} {number(y - top)})rotate({number(angle)})translate({-WIDTH / 2:g} {-HEIGHT / 2:g})"/>'
        for card, (x, y, angle) in zip(cards, places, strict=True)
    )
    names = ", ".join("a card face down" if card is BACK else look.name(card) for card in cards)
    unit = height / HEIGHT
    w, h = right - left, bottom - top
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(w)} {number(h)}" width="{number(w * unit)}mm" height="{number(h * unit)}mm" role="img">'
        f"<title>{escape(names)}</title><defs>{''.join(defs.values())}</defs>{drawn}</svg>"
    )


def hand_pdf(svg: str, title: str, inks: Inks, height: float) -> bytes:
    """A picture by `hand_svg` as a PDF page of its size."""
    drawing, unit = read_drawing(svg), height / HEIGHT
    paper = Paper(inks, title)
    w, h = drawing.width * unit, drawing.height * unit
    paper.page(w, h, (0, 0, w, h))
    paper.place(paper.form("hand", drawing), drawing, (w / 2, h / 2), (unit, unit))
    paper.show()
    return paper.bytes()


def _id(card: int | None) -> str:
    return "back" if card is BACK else f"card-{card}"


def _define(root: ET.Element, name: str, defs: dict[str, str]) -> None:
    """Gather what a card's document defines, each drawing once, and the card itself as one more."""
    body = ""
    for child in root:
        if child.tag.endswith("}defs"):
            defs |= {part.attrib["id"]: _written(part) for part in child}
        else:
            body += _written(child)
    defs[name] = f'<g id="{name}">{body}</g>'


def _written(node: ET.Element) -> str:
    attributes = "".join(f" {name}={quoteattr(value)}" for name, value in node.attrib.items())
    tag = node.tag.rpartition("}")[2]
    return f"<{tag}{attributes}>{escape(node.text or '')}{''.join(map(_written, node))}</{tag}>"


_Place = tuple[float, float, float]  # a card's middle, and the angle it is turned by


def _fan(count: int) -> list[_Place]:
    step = min(_STEP, _WIDEST / max(count - 1, 1))
    angles = [step * (k - (count - 1) / 2) for k in range(count)]
    return [(_PIVOT * sin(radians(angle)), -_PIVOT * cos(radians(angle)), angle) for angle in angles]


_PLACES: dict[str, Callable[[int], list[_Place]]] = {
    "fan": _fan,
    "spread": lambda count: [(_INDEX * k, 0.0, 0.0) for k in range(count)],
    "row": lambda count: [((WIDTH + _BETWEEN) * k, 0.0, 0.0) for k in range(count)],
}


def _corners(x: float, y: float, angle: float) -> list[tuple[float, float]]:
    c, s = cos(radians(angle)), sin(radians(angle))
    half = [(a * WIDTH / 2, b * HEIGHT / 2) for a in (-1, 1) for b in (-1, 1)]
    return [(x + c * u - s * v, y + s * u + c * v) for u, v in half]
