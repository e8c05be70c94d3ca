"""The pseudo-language: English that is accented and longer, so that a text nobody marked, or a place too narrow for it, shows.

It is generated, never written, and read from right to left. Places for values and HTML stay as they are.
"""

from __future__ import annotations

import re
from gettext import NullTranslations
from operator import index

ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀćđéƒǵĥíĵķĺḿńóṕɋŕśţúṽŵẋýžÁƁĆĐÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŢÚṼŴẊÝŽ",
)
LONGER = 0.4
"""Translations into German or Spanish are longer than English by about this part."""
WORD = 8
"""Letters of a word of the filling."""
KEPT = re.compile(r"(\{[^{}]*\}|%\(\w+\)[a-z]|%%|<[^<>]*>|&\w+;)")
"""Parts that are not text: places for values, and HTML."""


def pseudo(text: str) -> str:
    """A text in the pseudo-language.

    >>> pseudo("Play {game}")
    '[Ṕĺáý {game}~~]'
    """
    parts = KEPT.split(text)
    words = [part if at % 2 else part.translate(ACCENTED) for at, part in enumerate(parts)]
    letters = sum(len(part) for part in parts[::2])
    more = "~" * round(letters * LONGER)
    filling = " ".join(more[at : at + WORD] for at in range(0, len(more), WORD))  # lines break in it as in any text
    return f"[{''.join(words)}{filling}]" if letters else text


_KEPT_IN_RULEBOOKS = re.compile(
    r"(`[^`\n]*`|\b[RF]\d+\b|(?:10|[2-9AKQJ])[♣♦♥♠]|\{[\w+*-]+(?:(?:<=|>=|[=<>])[^{}?|]+)?\?|\{[\w+*-]+(?:\}| ))"
)
"""Parts of a rulebook that are not text: code, references to paragraphs, cards, and what stands in braces before their texts."""


def pseudo_rulebook(text: str) -> str:
    """A part of a rulebook in the pseudo-language: no longer, because nothing may stand around what can be empty.

    >>> pseudo_rulebook("{draw=2?As in R3|{n card}}")
    '{draw=2?Áś íń R3|{n ćáŕđ}}'
    """
    parts = _KEPT_IN_RULEBOOKS.split(text)
    return "".join(part if at % 2 else part.translate(ACCENTED) for at, part in enumerate(parts))


class Translations(NullTranslations):
    """Translates every text into the pseudo-language."""

    def gettext(self, message: str) -> str:
        """The text in the pseudo-language."""
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form for the number in the pseudo-language."""
        return pseudo(msgid1 if index(n) == 1 else msgid2)  # a number in writing is refused, as in every language

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """The form for the number in the pseudo-language."""
        return self.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        """The text in the pseudo-language."""
        return pseudo(message)
