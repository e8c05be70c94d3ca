"""Names of cards in a language: suits and ranks of the four suit systems, and the letters in the corners."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from .catalogue import ENGLISH, FOLDER, own_name

FILE = "cards.toml"


@dataclass(frozen=True)
class CardWords:
    """The words of `cards.toml`. The keys of the tables are French, German and Latin suits, for indices all four suit systems."""

    numbers: tuple[str, ...]
    """Two to ten."""
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
    return CardWords(
        tuple(found["numbers"].split()), form=form, form_before_vowel=before, jokers=tuple(found["jokers"]), **tables
    )


_TABLES = ("courts", "plurals", "suits", "stems", "indices")
