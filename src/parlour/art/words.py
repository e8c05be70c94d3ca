"""Names of cards: suits, ranks and indices of the four suit systems, in each language that has them (`parlour.languages`).

The suits of a system stand in the places of clubs, diamonds, hearts and spades, as players pair them: acorns, bells,
hearts and leaves; batons, coins, cups and swords. The middle court is the queen, the ober, or the rider.
"""

from dataclasses import dataclass
from functools import cache

from parlour.languages import card_languages, card_words
from parlour.languages.names import whole_name

SYSTEMS = ("french", "german", "italian", "spanish")
LANGUAGES = card_languages()
"""The languages cards are named in, each by its own name."""


@dataclass(frozen=True)
class Names:
    """Names of the cards of one suit system in one language; suits and ranks in the order of the cards' ids."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    plurals: tuple[str, ...]
    """Of the three courts and the ace."""
    indices: tuple[str, ...]
    cards: tuple[str, ...]
    """Whole names by id, the jokers' last."""


@cache
def names(system: str, language: str = "en") -> Names:
    """The names of a suit system's cards. ValueError if there is no such system or language."""
    if system not in SYSTEMS:
        raise ValueError(f"there is no suit system {system!r}: systems are {', '.join(SYSTEMS)}")
    words = card_words(language)
    kind = "latin" if system in ("italian", "spanish") else system
    suits, ranks = words.suits[kind], (*words.numbers, *words.courts[kind])
    stems = words.stems.get(kind, suits)
    indices = (*map(str, range(2, 11)), *words.indices[system])
    cards = tuple(whole_name(words, rank, suit, stem) for suit, stem in zip(suits, stems, strict=True) for rank in ranks)
    return Names(suits, ranks, words.plurals[kind], indices, cards + words.jokers)
