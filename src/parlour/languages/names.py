"""Names of cards in a language: suits and ranks of the four suit systems, and the letters in the corners."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from .catalogue import ENGLISH, FOLDER, PSEUDO, own_name
from .pseudo import pseudo

FILE = "cards.toml"


@dataclass(frozen=True)
class CardWords:
    """The words of `cards.toml`. The keys of the tables are French, German and Latin suits, for indices all four suit systems."""

    numbers: tuple[str, ...]
    """Two to ten."""
    several: tuple[str, ...]
    """The same for several cards of a rank; as for one if the file has none."""
    courts: dict[str, tuple[str, ...]]
    """The three courts and the ace."""
    plurals: dict[str, tuple[str, ...]]
    suits: dict[str, tuple[str, ...]]
    stems: dict[str, tuple[str, ...]]
    """Suits as the first half of a word, if they are not the suits themselves."""
    indices: dict[str, tuple[str, ...]]
    form: str
    """A whole name: "{rank} of {suit}"; `{stem}` is the suit's stem."""
    form_before_vowel: str
    """The same before a suit that begins with a vowel."""
    jokers: tuple[str, ...]


@cache
def card_languages() -> dict[str, str]:
    """The languages cards are named in: code and own name, English first. Some have no other texts."""
    codes = sorted(path.parent.name for path in FOLDER.glob(f"*/{FILE}"))
    return {code: own_name(code) for code in sorted(codes, key=lambda code: (code != ENGLISH, code))}


@cache
def card_words(code: str) -> CardWords:
    """The names of cards in a language. ValueError if there is none."""
    if code not in card_languages():
        raise ValueError(f"there is no language {code!r}: languages are {', '.join(card_languages())}")
    found = tomllib.loads((FOLDER / code / FILE).read_text(encoding="utf-8"))
    tables = {key: {kind: tuple(words.split()) for kind, words in found.get(key, {}).items()} for key in _TABLES}
    form = found["form"]
    before = found.get("form_before_vowel", form)
    numbers = tuple(found["numbers"].split())
    several = tuple(found.get("several", found["numbers"]).split())
    return CardWords(numbers, several, form=form, form_before_vowel=before, jokers=tuple(found["jokers"]), **tables)


def suit_name(code: str, suit: int) -> str:
    """The name of a French suit in a language; in one that has no names of cards, in English."""
    return _in(code, _known(code).suits["french"][suit])


def rank_name(code: str, rank: int) -> str:
    """The name of a rank, from two to ace, or of the joker."""
    words = _known(code)
    return _in(code, words.jokers[0] if rank > 12 else (*words.numbers, *words.courts["french"])[rank])


def ranks_name(code: str, rank: int) -> str:
    """The name of several cards of a rank."""
    words = _known(code)
    return _in(code, words.jokers[0] if rank > 12 else (*words.several, *words.plurals["french"])[rank])


def card_name(code: str, card: int) -> str:
    """The whole name of a card of the French suits, or of a joker."""
    words, suits = _known(code), _known(code).suits["french"]
    if card // 13 >= len(suits):
        return _in(code, words.jokers[card - 13 * len(suits)])
    stem = words.stems.get("french", suits)[card // 13]
    rank = (*words.numbers, *words.courts["french"])[card % 13]
    return _in(code, whole_name(words, rank, suits[card // 13], stem))


def whole_name(words: CardWords, rank: str, suit: str, stem: str) -> str:
    """The whole name of a card. stem: the suit as the first half of a word."""
    form = words.form_before_vowel if suit[0] in VOWELS else words.form
    return form.format(rank=rank, suit=suit, stem=stem)


def _known(code: str) -> CardWords:
    return card_words(code if code in card_languages() else ENGLISH)


def _in(code: str, name: str) -> str:
    return pseudo(name) if code == PSEUDO else name


VOWELS = "aeiouéè"
_TABLES = ("courts", "plurals", "suits", "stems", "indices")
