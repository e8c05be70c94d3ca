"""The house's decks, drawn by its own code as SVG, and the colours of any SVG.

`deck` puts cards together and is what others use; `packs` says what a pack is. Of the packs, `french` has its courts in `courts` and its ace in
`aces`, `german`, `italian` and `spanish` theirs from the parts that `cast` joins: `faces`, `headgear`, `robes`, `holds`, `riders`, on the halves that
`seams` makes one of. `shapes` and `glyphs` are the smallest pieces, `words` the names, `back` and `jokers` what their names say. `sheet` shows
a deck at once, `contrast` measures its colours; `printing`, `imposition`, `inks`, `paper`, `vector` and `hand` bring it onto paper; `colours`,
`recolour` and `expressions` change the colours of other people's drawings.
"""

from .deck import BACKS, DECKS, FACES, INDEXES, NOTES, SUITS, back_svg, card_name, card_svg, deck_cards, empty_svg, sprite
from .words import LANGUAGES

__all__ = [
    "BACKS",
    "DECKS",
    "FACES",
    "INDEXES",
    "LANGUAGES",
    "NOTES",
    "SUITS",
    "back_svg",
    "card_name",
    "card_svg",
    "deck_cards",
    "empty_svg",
    "sprite",
]
