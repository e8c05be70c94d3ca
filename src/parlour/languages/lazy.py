"""Texts that are made once and read by people of several languages: what a table tells.

A `Text` is English and keeps what it was made of, a marked text and values. As a string it is the English text, so that code
can compare and search it as any other; `in_language` makes it again in the language of the reader. A text that is joined to
another by `+` or an f-string is plain English from then on: use the functions here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial, reduce
from typing import Any

from .catalogue import current, game_form, game_text, gettext, plural_form
from .formats import ending_in_or, listed, number
from .names import card_name, rank_name, ranks_name, suit_name

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""The numbers that English sentences have in words."""
_PLACE = re.compile(r"\{([^{}]*)\}")


class Text(str):
    """A text for readers of any language: English as a string, in the reader's language by `in_language`.

    again: makes the text in the language that is current then.
    """

    again: Callable[[], str]

    def __new__(cls, english: str, again: Callable[[], str]) -> Text:
        text = super().__new__(cls, english)
        text.again = again
        return text

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Text, (str.__str__(self), self.again)


def in_language(text: str) -> str:
    """A text in the reader's language, if it is a `Text`; otherwise as it is."""
    if not isinstance(text, Text):
        return text
    return str.__str__(text) if current().is_english else text.again()


def filled(form: str, values: Mapping[str, Any]) -> str:
    """A form with its places filled in the reader's language; a place without a value stays.

    >>> filled("{a} and {b:c}", {"a": 1, "b:c": "x"})
    '1 and x'
    """
    return _PLACE.sub(lambda place: str(in_language(values[place[1]])) if place[1] in values else place[0], form)


def english_of(form: str, values: Mapping[str, Any]) -> str:
    """A form with its places filled in English."""
    parts = _parts(str.__str__(form))
    if len(parts) == 1:
        return parts[0]
    filled = [*parts]
    for k in range(1, len(parts), 2):
        name = parts[k]
        filled[k] = str.__str__(str(values[name])) if name in values else f"{{{name}}}"
    return "".join(filled)


@lru_cache(maxsize=1 << 12)
def _parts(form: str) -> list[str]:
    """A form in parts: what stands between its places, and by turns the names of the places."""
    return _PLACE.split(form)


def lazy_gettext(form: str, /, **values: Any) -> Text:
    """A marked text with values for its places, for readers of any language.

    >>> lazy_gettext("{player} takes {cards}", player="Ann", cards="7♦")
    'Ann takes 7♦'
    """
    return Text(english_of(form, values), partial(_lazy_gettext, form, values))


def _lazy_gettext(form: str, values: Mapping[str, Any]) -> str:
    return filled(gettext(form), values)


def lazy_ngettext(one: str, many: str, n: int, /, **values: Any) -> Text:
    """A marked text that depends on a number, `{n}` in it: in words as far as English has them, elsewhere in figures.

    >>> [lazy_ngettext("one card", "{n} cards", n) for n in (1, 3, 14)]
    ['one card', 'three cards', '14 cards']
    """
    given = {"n": in_words(n)} | values
    return Text(english_of(one if n == 1 else many, given), partial(_lazy_ngettext, one, many, n, given))


def _lazy_ngettext(one: str, many: str, n: int, values: Mapping[str, Any]) -> str:
    return filled(plural_form(one, many, n), values)


def lazy_game_text(game: str, one: str, many: str = "", n: int = 1, /, **values: Any) -> Text:
    """Return a text that the files of a game have, with values as for `lazy_gettext`: it is translated for that game first.

    many: the form for other numbers than one, `n`, which is `{n}` in both.
    """
    forms = (one, many) if many else (one,)
    given = {"n": n} | values if many else values
    return Text(english_of(forms[0] if n == 1 else forms[-1], given), partial(_lazy_game_text, game, forms, n, given))


def _lazy_game_text(game: str, forms: tuple[str, ...], n: int, values: Mapping[str, Any]) -> str:
    return filled(form_in(game, forms, n), values)


def with_values(form: str, /, **values: Any) -> Text:
    """Return a text made before, with values for its places.

    >>> with_values(lazy_gettext("{seat} folds"), seat="Ann")
    'Ann folds'
    """
    return Text(english_of(form, values), partial(_with_values, form, values))


def _with_values(form: str, values: Mapping[str, Any]) -> str:
    return filled(in_language(form), values)


def form_in(game: str, forms: tuple[str, ...], n: int) -> str:
    """The form of a game's text for a number in the reader's language. forms: one, or one and many."""
    return game_text(game, forms[0]) if len(forms) == 1 else game_form(game, forms[0], forms[1], n)


def with_english(english: str, text: str) -> Text:
    """Return a text with a form of its own in English, for words whose English form is not translated word by word."""
    return Text(english, partial(in_language, text))


def begun(text: str) -> Text:
    """A text at the beginning of a sentence, with a capital letter.

    >>> begun("a bet of 5 is best"), begun("10♠ is best"), begun("")
    ('A bet of 5 is best', '10♠ is best', '')
    """
    return Text(text[:1].upper() + text[1:], partial(_begun, text))


def _begun(text: str) -> str:
    read = in_language(text)
    return read[:1].upper() + read[1:]


def in_words(n: int) -> Text:
    """A number: in English up to ten in words."""
    return Text(NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n), partial(number, n))


def in_row(separator: str, texts: Iterable[str]) -> Text:
    """Texts one after the other, each whole by itself: cards, lines of a menu."""
    items = [*texts]
    return Text(separator.join(items), partial(_in_row, separator, items))


def _in_row(separator: str, items: list[str]) -> str:
    return separator.join(in_language(item) for item in items)


def in_series(texts: Iterable[str]) -> Text:
    """Texts in one sentence, each whole by itself: "a; b; c". How the sign stands between two of them is the language's.

    >>> in_series(["a", "b", "c"]), in_series([])
    ('a; b; c', '')
    """
    first, *more = [*texts] or [""]
    return reduce(lambda before, after: lazy_gettext("{before}; {after}", before=before, after=after), more, in_row("", [first]))


def in_list(texts: Iterable[str], either: bool = False) -> Text:
    """Texts in a list: "a, b and c", "a, b or c".

    >>> in_list(["a", "b", "c"]), in_list(["a", "b"], either=True)
    ('a, b and c', 'a or b')
    """
    items = [*texts]
    last = " or " if either else " and "
    return Text(last.join([", ".join(items[:-1])] * (len(items) > 1) + items[-1:]), partial(_in_list, items, either))


def _in_list(items: list[str], either: bool) -> str:
    return (ending_in_or if either else listed)(in_language(item) for item in items)


def capital(text: str) -> Text:
    """A text with a capital at its beginning."""
    return Text(_capital(text), partial(_capital_of, text))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _capital_of(text: str) -> str:
    return _capital(in_language(text))


def card(number: int, english: str) -> Text:
    """The name of a card with a suit: "ace of spades"."""
    return Text(english, partial(_named, card_name, number))


def rank(number: int, english: str, several: bool = False) -> Text:
    """The name of a rank, or of several such cards."""
    return Text(english, partial(_named, ranks_name if several else rank_name, number))


def suit(number: int, english: str) -> Text:
    """The name of a suit."""
    return Text(english, partial(_named, suit_name, number))


def _named(name: Callable[[str, int], str], number: int) -> str:
    return name(current().code, number)


def read_out(value: object) -> str:
    """A `Text` as its reader reads it: how JSON is written of anything that the encoder does not know."""
    if isinstance(value, Text):
        return in_language(value)
    raise NotImplementedError(f"{type(value).__name__} is not written as JSON")
