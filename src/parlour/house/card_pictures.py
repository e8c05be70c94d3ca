"""Cards in rulebooks, from their text as in `10♥`: our own deck, as files, as parts of a page, in words."""

from __future__ import annotations

import re
from functools import cache

from parlour.art.deck import card_name, card_svg, symbols
from parlour.kit.cards import read_card
from parlour.languages import card_language

SIGNS = "♣♦♥♠"
_SYMBOL = re.compile(r'<symbol id="(card-\d+)".*?</symbol>', re.DOTALL)
_USED = re.compile(r'<use href="#(card-\d+)"/>')


def has_face(text: str) -> bool:
    """Whether a text is a card of our deck: not a suit alone, and not a rank alone, by which packs without suits are written.

    >>> [text for text in ("10♥", "★", "♠", "K") if has_face(text)]
    ['10♥', '★']
    """
    return text in "★☆" or (len(text) > 1 and text[-1] in SIGNS)


def card_words(text: str) -> str:
    """A card in words.

    >>> card_words("10♥")
    'ten of hearts'
    """
    return card_name(read_card(text), language=card_language())


def card_file(text: str) -> str:
    """Return the name of the file of a card's drawing, the same in all languages.

    >>> card_file("Q♥")
    'queen-of-hearts.svg'
    """
    return f"{card_name(read_card(text)).replace(' ', '-')}.svg"


def drawing(text: str) -> str:
    """A card as a stand-alone SVG document."""
    return card_svg(read_card(text), language=card_language())


def in_page(text: str) -> str:
    """A card as a part of a page that has `drawings_of` it."""
    face = f'<use href="#card-{read_card(text)}"/>'
    return f'<svg class="card" viewBox="0 0 250 350" role="img" aria-label="{card_words(text)}">{face}</svg>'


def drawings_of(page: str) -> str:
    """The drawings that the cards in a page refer to, to be put before them; empty if it has none."""
    used = set(_USED.findall(page))
    if not used:
        return ""
    shared, found = _deck(card_language())
    symbols = "".join(found[name] for name in found if name in used)
    return f'<svg class="drawings" width="0" height="0" aria-hidden="true">{shared}{symbols}</svg>\n'


@cache
def _deck(code: str) -> tuple[str, dict[str, str]]:
    """Return the parts that all faces share, and each face by its id. code: of the language of their letters."""
    drawn = symbols("french", language=code)
    return drawn[: drawn.index("</defs>") + len("</defs>")], {match[1]: match[0] for match in _SYMBOL.finditer(drawn)}
