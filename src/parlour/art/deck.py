"""The house's deck as SVG: single faces, the back, an empty place, and one sprite that holds them all.

A card is its id: `suit * 13 + rank`, suits in the order clubs, diamonds, hearts, spades, ranks 2..A as 0..12; 52 and 53
are the jokers ★ and ☆. Every face is drawn in a box of 250 by 350. There are two styles:

* `plain`: the traditional face, with an index (rank over suit) in two opposite corners;
* `large`: one huge rank and suit and nothing else, for phones and for weak eyes. Its upper left holds rank and suit, so
  a fanned hand of large cards reads as well as a single one.

A page fetches or inlines `sprite()` once and writes `<svg viewBox="0 0 250 350"><use href="#card-12"/></svg>`. In the sprite:

    card-0 .. card-53                the plain faces          suit-0 .. suit-3      a sign in its colour, box 100 by 100
    card-0-large .. card-53-large    the large faces          rank-0 .. rank-12     a rank in currentColor, box 50 by 60
    card-back, card-empty            the back, a bare place   (card-empty is drawn in currentColor)

The suits are French, in two colours or four, or Latin (`suits="latin"`): batons, coins, cups and swords in the places of clubs,
diamonds, hearts and spades, and a cavalier in the queen's (`latin.py`). The ids are the same.

Nothing uses a font, a script, a style sheet, `url(...)` or another file; the same call gives the same bytes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from . import latin
from .back import lattice
from .courts import court, jester
from .shapes import (
    EDGE,
    FACE,
    FOUR_COLOURS,
    HEIGHT,
    INK,
    LETTERS,
    PIPS,
    RANKS,
    RED,
    SPADES,
    TWO_COLOURS,
    WIDTH,
    both_ends,
    element,
    glyph,
    path,
    place,
    star,
)

Style = Literal["plain", "large"]
Suits = Literal["french", "latin"]

JACK, QUEEN, KING, ACE = 9, 10, 11, 12
JOKER, SECOND_JOKER = 52, 53
CARDS = 54
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

# Where the pips of 2..10 stand: left and right columns, the middle one; a turned pip is one below the middle.
_SIDE, _TOP = 41.0, 117.0
_THIRD = _TOP / 3
_ROWS: dict[int, tuple[float, ...]] = {  # heights of the pairs in the outer columns
    4: (-_TOP, _TOP),
    5: (-_TOP, _TOP),
    6: (-_TOP, 0, _TOP),
    7: (-_TOP, 0, _TOP),
    8: (-_TOP, 0, _TOP),
    9: (-_TOP, -_THIRD, _THIRD, _TOP),
    10: (-_TOP, -_THIRD, _THIRD, _TOP),
}
_MIDDLE: dict[int, tuple[float, ...]] = {  # heights in the middle column
    2: (-_TOP, _TOP),
    3: (-_TOP, 0, _TOP),
    5: (0,),
    7: (-_TOP / 2,),
    8: (-_TOP / 2, _TOP / 2),
    9: (0,),
    10: (-2 * _THIRD, 2 * _THIRD),
}


@dataclass(frozen=True)
class _Pack:
    """What differs between the packs: names, indices, colours by suit, the drawings of the signs and their size, aces, courts."""

    suit_names: tuple[str, ...]
    rank_names: tuple[str, ...]
    indices: tuple[str, ...]
    colours: tuple[str, ...]
    signs: tuple[str, ...]
    sizes: tuple[float, ...]
    ace: Callable[[int], str]
    court: Callable[[int, int], str]
    weave: str = ""


def _french(colours: tuple[str, ...]) -> _Pack:
    signs = tuple(path(d, "inherit", stroke="none") for d in PIPS)
    return _Pack(
        SUIT_NAMES, RANK_NAMES, RANKS, colours, signs, (1, 1, 1, 1), _ace, lambda suit, rank: court(suit, rank, colours[suit])
    )


@cache
def _pack(suits: Suits, four_colour: bool) -> _Pack:
    """ValueError if there are no such suits. Latin suits have four colours anyway."""
    if suits == "french":
        return _french(FOUR_COLOURS if four_colour else TWO_COLOURS)
    if suits != "latin":
        raise ValueError(f"there are no suits {suits!r}: suits are french and latin")
    names = latin.SUIT_NAMES, latin.RANK_NAMES, latin.RANKS
    return _Pack(*names, latin.COLOURS, latin.SIGNS, latin.SIZES, _latin_ace, latin.court, latin.WEAVE)


def pip_places(count: int) -> list[tuple[float, float]]:
    """Where the pips of a card of `count` (2..10) stand, from the card's centre, in reading order."""
    places = [(x, y) for y in _ROWS.get(count, ()) for x in (-_SIDE, _SIDE)]
    places += [(0.0, y) for y in _MIDDLE.get(count, ())]
    return sorted(places, key=lambda place: (place[1], place[0]))


def card_name(card: int, suits: Suits = "french") -> str:
    """The card in words, as the title of its drawing. ValueError if there is no such card."""
    _require(card)
    if card >= JOKER:
        return "joker" if card == JOKER else "second joker"
    pack = _pack(suits, False)
    return f"{pack.rank_names[card % 13]} of {pack.suit_names[card // 13]}"


def _require(card: int) -> None:
    if not 0 <= card < CARDS:
        raise ValueError(f"there is no card {card}: cards are 0..{CARDS - 1}")


def _paper() -> str:
    """The card itself: paper and rim, half a unit inside the box so that the rim is not cut."""
    return element("rect", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=16, fill=FACE, stroke=EDGE, stroke_width=1.6)


def _centred(drawing: str, **attributes: str | float) -> str:
    return element("g", drawing, transform=f"translate({WIDTH // 2} {HEIGHT // 2})", **attributes)


def _index(card: int, pack: _Pack) -> str:
    """Rank over suit in the upper left corner."""
    suit, rank = divmod(card, 13)
    return place(f"glyph-{pack.indices[rank]}", -97, -129, 1) + place(f"pip-{suit}", -97, -74, 0.36 * pack.sizes[suit])


def _pips(suit: int, count: int, size: float) -> str:
    signs = "".join(place(f"pip-{suit}", x, y, 0.48 * size, turned=y > 0) for x, y in pip_places(count))
    return element("g", signs, data_part="pips")


def _ace(suit: int) -> str:
    """One large sign; the ace of spades is larger and inlaid, as is the custom."""
    if suit != SPADES:
        return element("g", place(f"pip-{suit}", 0, 0, 1.25), data_part="ace")
    inlay = path("M0 -54C8 -36 44 -14 46 12C47 30 24 38 9 19L0 4L-9 19C-24 38 -47 30 -46 12C-44 -14 -8 -36 0 -54Z", FACE)
    inlay += path("M0 -43C8 -28 37 -10 39 11C40 23 24 28 11 12L0 -8L-11 12C-24 28 -40 23 -39 11C-37 -10 -8 -28 0 -43Z", "inherit")
    return element("g", place(f"pip-{suit}", 0, 0, 1.6) + inlay, data_part="ace")


def _latin_ace(suit: int) -> str:
    """A Latin ace fills the card with its sign."""
    return element("g", place(f"pip-{suit}", 0, 0, 1.75 * latin.SIZES[suit]), data_part="ace")


def _plain(card: int, pack: _Pack) -> str:
    if card >= JOKER:
        return _joker(card)
    suit, rank = divmod(card, 13)
    if rank == ACE:
        centre = pack.ace(suit)
    elif rank < JACK:
        centre = _pips(suit, rank + 2, pack.sizes[suit])
    else:
        centre = element("g", pack.court(suit, rank - JACK), stroke="none", data_part="court")
    return _centred(both_ends(_index(card, pack)) + centre, fill=pack.colours[suit], stroke=pack.colours[suit])


def _large(card: int, pack: _Pack) -> str:
    if card >= JOKER:
        return _large_joker(card)
    suit, rank = divmod(card, 13)
    name, size = pack.indices[rank], pack.sizes[suit]
    rank_sign = place(f"glyph-{name}", -60, -88, 2.3 if name != "10" else 2.2)
    signs = rank_sign + place(f"pip-{suit}", -62, 22, 0.66 * size) + place(f"pip-{suit}", 44, 158 - 66 * size, 1.32 * size)
    return _centred(signs, fill=pack.colours[suit], stroke=pack.colours[suit])


def _joker_star(card: int, x: float, y: float, size: float) -> str:
    """★ is filled, ☆ an outline: the two differ at any size and without colour."""
    if card == JOKER:
        return path(star(5, size, size * 0.42, x, y), RED)
    return path(star(5, size * 0.9, size * 0.4, x, y), FACE, stroke=INK, stroke_width=size * 0.16, stroke_linejoin="round")


def _joker(card: int) -> str:
    colour = RED if card == JOKER else INK
    word = "".join(place(f"glyph-{letter}", -94, -80 + 25 * k, 0.34) for k, letter in enumerate("JOKER"))
    index = _joker_star(card, -94, -127, 26) + element("g", word, stroke=colour)
    return _centred(both_ends(index) + element("g", jester(card == JOKER), data_part="jester"))


def _large_joker(card: int) -> str:
    colour = RED if card == JOKER else INK
    word = "".join(place(f"glyph-{letter}", -78 + 39 * k, 124, 0.8) for k, letter in enumerate("JOKER"))
    return _centred(_joker_star(card, -62, -100, 54) + _joker_star(card, 30, 14, 72) + element("g", word, stroke=colour))


def _face(card: int, pack: _Pack, style: Style) -> str:
    return _paper() + (_large(card, pack) if style == "large" else _plain(card, pack))


def _back() -> str:
    return _paper() + _centred(lattice())


def _empty() -> str:
    """An outlined place, in the colour of the page's text so that it shows on any cloth."""
    rim = element(
        "rect", x=5, y=5, width=WIDTH - 10, height=HEIGHT - 10, rx=14, fill="none", stroke_width=4, stroke_dasharray="14 10"
    )
    sign = path("M125 137L148 175L125 213L102 175Z", stroke_width=4)
    return element("g", rim + sign, stroke="currentColor", opacity=0.45)


def _shared(pack: _Pack) -> dict[str, str]:
    """The drawings that faces refer to, by id; French signs and all glyphs are uncoloured."""
    drawings = {f"pip-{suit}": sign for suit, sign in enumerate(pack.signs)}
    if pack.weave:
        drawings["weave"] = pack.weave
    return drawings | {f"glyph-{name}": glyph(name) for name in pack.indices + LETTERS}


def _named(name: str, drawing: str) -> str:
    return element("g", drawing, id=name)


def _document(drawing: str, title: str, pack: _Pack) -> str:
    """A stand-alone SVG of one card, carrying just those shared drawings it refers to."""
    used = "".join(_named(name, shared) for name, shared in _shared(pack).items() if f'"#{name}"' in drawing)
    defs = element("defs", used) if used else ""
    return element(
        "svg",
        element("title", title) + defs + drawing,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
    )


@cache
def card_svg(card: int, *, four_colour: bool = False, style: Style = "plain", suits: Suits = "french") -> str:
    """One face as a stand-alone SVG document. ValueError if there is no such card, style or suits."""
    title = card_name(card, suits)
    if style not in ("plain", "large"):
        raise ValueError(f"there is no card style {style!r}: styles are plain and large")
    pack = _pack(suits, four_colour)
    return _document(_face(card, pack, style), title, pack)


@cache
def back_svg() -> str:
    """The back as a stand-alone SVG document."""
    return _document(_back(), "card back", _pack("french", False))


@cache
def empty_svg() -> str:
    """The outline that marks an empty place, as a stand-alone SVG document."""
    return _document(_empty(), "empty place", _pack("french", False))


def _symbol(name: str, drawing: str, box: str = f"0 0 {WIDTH} {HEIGHT}") -> str:
    return element("symbol", drawing, id=name, viewBox=box)


@cache
def sprite(*, four_colour: bool = False, suits: Suits = "french") -> str:
    """One SVG document with a symbol for everything; the module's text lists the ids. It shows nothing by itself."""
    pack = _pack(suits, four_colour)
    parts = [element("defs", "".join(_named(name, drawing) for name, drawing in _shared(pack).items()))]
    parts += [
        _symbol(f"suit-{suit}", place(f"pip-{suit}", 50, 50, 1, fill=pack.colours[suit]), "0 0 100 100") for suit in range(4)
    ]
    for rank, name in enumerate(pack.indices):
        parts.append(_symbol(f"rank-{rank}", place(f"glyph-{name}", 25, 30, 1, stroke="currentColor"), "0 0 50 60"))
    parts += [_symbol(f"card-{card}", _face(card, pack, "plain")) for card in range(CARDS)]
    parts += [_symbol(f"card-{card}-large", _face(card, pack, "large")) for card in range(CARDS)]
    parts += [_symbol("card-back", _back()), _symbol("card-empty", _empty())]
    return element("svg", "".join(parts), xmlns="http://www.w3.org/2000/svg", width=0, height=0, aria_hidden="true")
