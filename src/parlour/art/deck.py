"""The house's cards as SVG: single faces, backs, an empty place, and one sprite that holds them all.

A card is its id: `suit * 13 + rank`, suits in the order clubs, diamonds, hearts, spades, ranks 2..A as 0..12; 52 and 53
are the jokers ★ and ☆. In packs of other suit systems the suits stand in the places of the French ones (`words`). Every face
is drawn in a box of 250 by 350: a poker card. There are two:

* `plain`: the traditional face, with an index (rank over suit) in the corners that `index` names;
* `large`: one huge rank and suit and nothing else, for phones and for weak eyes. Its upper left holds rank and suit, so
  a fanned hand of large cards reads as well as a single one.

A page fetches or inlines `sprite()` once and writes `<svg viewBox="0 0 250 350"><use href="#card-12"/></svg>`. In the sprite:

    card-0 .. card-53                the plain faces          suit-0 .. suit-3      a sign in its colour, box 100 by 100
    card-0-large .. card-53-large    the large faces          rank-0 .. rank-12     a rank in currentColor, box 50 by 60
    card-back, card-empty            the back, a bare place   (card-empty is drawn in currentColor)

and, as JSON in its `<metadata>`, what the cards are called, and the colours of the suits.

Nothing uses a font, a script, a style sheet, `url(...)` or another file; the same call gives the same bytes.
"""

import json
import re
from collections.abc import Callable
from functools import cache, lru_cache, partial

from parlour.languages import mark

from . import french, german, italian, spanish
from .back import GREYS, REDS, guilloche, lattice, scales, vase
from .glyphs import LETTERS, glyph
from .jokers import jester
from .packs import CARDS, JOKER, SECOND_JOKER, Pack
from .shapes import EDGE, FACE, HEIGHT, INK, RED, WIDTH, both_ends, element, path, place, star
from .words import LANGUAGES, names

__all__ = ["CARDS", "JOKER", "SECOND_JOKER", "back_svg", "card_name", "card_svg", "deck_cards", "empty_svg", "sprite"]

PACKS = {
    "french": french.TWO_COLOUR,
    "four-colour": french.FOUR_COLOUR,
    "monochrome": french.MONOCHROME,
    "german": german.GERMAN,
    "italian": italian.ITALIAN,
    "spanish": spanish.SPANISH,
}
DECKS = {name: pack.title for name, pack in PACKS.items()}
"""The decks there are: name and title."""
NOTES = {name: pack.note for name, pack in PACKS.items() if pack.note}
"""Descriptions of some decks, shown where a deck is chosen."""
SUITS = tuple(name for name, pack in PACKS.items() if pack.system != "french")
"""The decks with other suits than the French."""
INDEXES = ("standard", "left-handed", "four-corner", "jumbo")
FACES = ("plain", "large")
_BACKS: dict[str, tuple[str, Callable[[], str]]] = {
    "lattice": (mark("Woven lattice, blue"), lattice),
    "lattice-red": (mark("Woven lattice, red"), partial(lattice, REDS)),
    "lattice-black": (mark("Woven lattice, black"), partial(lattice, GREYS)),
    "guilloche": (mark("Lathe-work, green"), guilloche),
    "scales": (mark("Scales, crimson"), scales),
    "vase": (mark("A vase of flowers: it has a top and a bottom"), vase),
}
BACKS = {name: title for name, (title, _) in _BACKS.items()}
"""The backs there are: name and title."""


def _one_of(value: str, known: tuple[str, ...], what: str) -> None:
    if value not in known:
        raise ValueError(f"there is no {what} {value!r}: {what}s are {', '.join(known)}")


def _pack(deck: str) -> Pack:
    _one_of(deck, tuple(PACKS), "deck")
    return PACKS[deck]


def deck_cards(deck: str) -> tuple[int, ...]:
    """The ids of the cards that a deck has, ascending. ValueError if there is no such deck."""
    return _pack(deck).cards


def card_name(card: int, *, deck: str = "french", language: str = "en") -> str:
    """The card in words, as the title of its drawing. ValueError if there is no such card, deck or language."""
    pack = _pack(deck)
    _one_of(language, tuple(LANGUAGES), "language")
    if not 0 <= card < CARDS:
        raise ValueError(f"there is no card {card}: cards are 0..{CARDS - 1}")
    name = names(pack.system, language).cards[card]
    if card not in pack.cards:
        raise ValueError(f"there is no {name} in the deck {deck!r}")
    return name


def _paper() -> str:
    """The card itself: paper and rim, half a unit inside the box so that the rim is not cut."""
    return element("rect", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=16, fill=FACE, stroke=EDGE, stroke_width=1.6)


def _centred(drawing: str, **attributes: str | float) -> str:
    return element("g", drawing, transform=f"translate({WIDTH // 2} {HEIGHT // 2})", **attributes)


_JUMBO = 1.3  # larger by this much
_BESIDE_JUMBO = "scale(0.86)"


def _index(suit: int, text: str, pack: Pack, size: float = 1, right: bool = False) -> str:
    """Rank over suit in the upper left corner, or the upper right one."""
    size *= pack.index
    x = (1 if right else -1) * (97 - 20 * max(size - 1, 0) - pack.inset / 2)
    top = -159 + pack.inset
    sign = place(f"pip-{suit}", x, top + 85 * size, 0.36 * pack.sizes[suit] * size)
    return place(f"glyph-{text}", x, top + 30 * size, size if len(text) == 1 else min(size, 1.16)) + sign


def _indices(suit: int, text: str, pack: Pack, index: str) -> str:
    """The indices of a card in all the corners that have one: a part by themselves, since other sizes of cards have their corners elsewhere."""
    if index == "four-corner":
        corner = _index(suit, text, pack) + _index(suit, text, pack, right=True)
    else:
        corner = _index(suit, text, pack, _JUMBO if index == "jumbo" else 1, right=index == "left-handed")
    return element("g", both_ends(corner), data_part="index")


def _plain(card: int, pack: Pack, index: str, language: str) -> str:
    if card >= JOKER:
        return _joker(card)
    suit, rank = divmod(card, 13)
    middle = pack.middle(suit, rank)
    if index == "jumbo":
        middle = element("g", middle, transform=_BESIDE_JUMBO)
    text = names(pack.system, language).indices[rank]
    return _centred(
        pack.frame(suit) + _indices(suit, text, pack, index) + middle, fill=pack.colours[suit], stroke=pack.colours[suit]
    )


def _large(card: int, pack: Pack, language: str) -> str:
    if card >= JOKER:
        return _large_joker(card)
    suit, rank = divmod(card, 13)
    name, size = names(pack.system, language).indices[rank], pack.sizes[suit]
    rank_sign = place(f"glyph-{name}", -60, -88, 2.3 if len(name) == 1 else 2.2)
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
    return _centred(element("g", both_ends(index), data_part="index") + element("g", jester(card == JOKER), data_part="jester"))


def _large_joker(card: int) -> str:
    colour = RED if card == JOKER else INK
    word = "".join(place(f"glyph-{letter}", -78 + 39 * k, 124, 0.8) for k, letter in enumerate("JOKER"))
    return _centred(_joker_star(card, -62, -100, 54) + _joker_star(card, 30, 14, 72) + element("g", word, stroke=colour))


def _empty() -> str:
    """An outlined place, in the colour of the page's text so that it shows on any cloth."""
    rim = element(
        "rect", x=5, y=5, width=WIDTH - 10, height=HEIGHT - 10, rx=14, fill="none", stroke_width=4, stroke_dasharray="14 10"
    )
    sign = path("M125 137L148 175L125 213L102 175Z", stroke_width=4)
    return element("g", rim + sign, stroke="currentColor", opacity=0.45)


def _shared(pack: Pack, language: str) -> dict[str, str]:
    """The drawings that faces refer to, by id; French signs and all glyphs are uncoloured."""
    drawings = {f"pip-{suit}": sign for suit, sign in enumerate(pack.signs)} | dict(pack.shared)
    characters = dict.fromkeys(names(pack.system, language).indices + LETTERS)
    return drawings | {f"glyph-{name}": glyph(name) for name in characters}


_GREYS = (0x00, 0x3D, 0x7A, 0xB8, 0xFF)
"""The tones that a laser printer can distinguish: black, white, and three screens between."""


def in_greys(drawing: str) -> str:
    """A drawing with every #rrggbb in the nearest grey of five, by luma."""
    return re.sub("#[0-9a-f]{6}", lambda found: _grey(found[0]), drawing)


@cache
def _grey(colour: str) -> str:
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    level = min(_GREYS, key=lambda one: abs(one - (0.299 * red + 0.587 * green + 0.114 * blue)))
    return f"#{level:02x}{level:02x}{level:02x}"


def _named(name: str, drawing: str) -> str:
    return element("g", drawing, id=name)


def _document(drawing: str, title: str, shared: dict[str, str]) -> str:
    """A stand-alone SVG of one card, carrying just those shared drawings it refers to."""
    used = "".join(_named(name, part) for name, part in shared.items() if f'"#{name}"' in drawing)
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


@lru_cache(1024)
def card_svg(
    card: int,
    *,
    deck: str = "french",
    index: str = "standard",
    language: str = "en",
    face: str = "plain",
    paper: bool = True,
) -> str:
    """One face as a stand-alone SVG document of 250 by 350 units.

    paper: whether the sheet itself is drawn, with its round corners and rim; a printer wants the picture alone.
    ValueError if there is no such card, deck, index, language or face, or the deck has not this card.
    """
    title = card_name(card, deck=deck, language=language)
    _one_of(index, INDEXES, "index")
    _one_of(face, FACES, "face")
    pack = PACKS[deck]
    drawing = _large(card, pack, language) if face == "large" else _plain(card, pack, index, language)
    made = _document((_paper() if paper else "") + drawing, title, _shared(pack, language))
    return in_greys(made) if pack.greys else made


@cache
def back_svg(back: str = "lattice", *, paper: bool = True) -> str:
    """A back as a stand-alone SVG document. ValueError if there is no such back."""
    _one_of(back, tuple(_BACKS), "back")
    return _document(_back(back, paper), "card back", {})


def _back(back: str, paper: bool = True) -> str:
    return (_paper() if paper else "") + _centred(_BACKS[back][1]())


@cache
def empty_svg() -> str:
    """The outline that marks an empty place, as a stand-alone SVG document."""
    return _document(_empty(), "empty place", {})


def _symbol(name: str, drawing: str, box: str = f"0 0 {WIDTH} {HEIGHT}") -> str:
    return element("symbol", drawing, id=name, viewBox=box)


def symbols(deck: str, index: str = "standard", language: str = "en") -> str:
    """The shared drawings of a deck, and a symbol for every plain face. ValueError if there is no such deck, index or language."""
    pack = _pack(deck)
    _one_of(index, INDEXES, "index")
    _one_of(language, tuple(LANGUAGES), "language")
    drawn = element("defs", "".join(_named(name, drawing) for name, drawing in _shared(pack, language).items()))
    drawn += "".join(_symbol(f"card-{card}", _paper() + _plain(card, pack, index, language)) for card in pack.cards)
    return in_greys(drawn) if pack.greys else drawn


def sprite(*, deck: str = "french", index: str = "standard", language: str = "en", back: str = "lattice") -> str:
    """One SVG document with a symbol for everything; the module's text lists the ids. It shows nothing by itself.

    ValueError if there is no such deck, index, language or back.
    """
    cards = symbols(deck, index, language)
    _one_of(back, tuple(_BACKS), "back")
    pack = PACKS[deck]
    words = names(pack.system, language)
    called = {"system": pack.system, "language": language, "colours": pack.colours} | vars(words)
    parts = [
        _symbol(f"suit-{suit}", place(f"pip-{suit}", 50, 50, 1, fill=pack.colours[suit]), "0 0 100 100") for suit in range(4)
    ]
    for rank, name in enumerate(words.indices):
        parts.append(_symbol(f"rank-{rank}", place(f"glyph-{name}", 25, 30, 1, stroke="currentColor"), "0 0 50 60"))
    parts += [_symbol(f"card-{card}-large", _paper() + _large(card, pack, language)) for card in pack.cards]
    others = in_greys("".join(parts)) if pack.greys else "".join(parts)
    drawn = element("metadata", json.dumps(called, ensure_ascii=False)) + cards + others
    drawn += _symbol("card-back", _back(back)) + _symbol("card-empty", _empty())
    return element("svg", drawn, xmlns="http://www.w3.org/2000/svg", width=0, height=0, aria_hidden="true")
