"""The parts of reasons: a reason, its text, and the names of cards, numbers and lists."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from parlour.engine import speech
from parlour.languages import Text, in_words
from parlour.languages.lazy import english_of, filled, form_in, rank, suit


class Reason(NamedTuple):
    """A reason why a choice is good.

    claim: the name of what is said, by which two choices are compared and a test checks it. text: a `Phrase`; a room outside the
    house may give a plain text.
    """

    claim: str
    text: str


class Phrase(Text):
    """Says something of a choice: a predicate ("takes the trick") or a sentence after a colon (": you have four sure tricks").

    In English it is joined to the name of the choice and to others. Other languages get a whole sentence of each (`whole`), so
    what is translated is "{choice} takes the trick", or "you have four sure tricks".
    """

    forms: tuple[str, ...]
    values: dict[str, Any]
    context: str
    n: int

    def whole(self, choice: str) -> Text:
        """The whole sentence about a choice, without an end."""
        forms = tuple(sentence_of(form) for form in self.forms)
        values = {"choice": choice} | self.values
        english = english_of(forms[0] if self.n == 1 else forms[-1], values)
        return Text(english, partial(_whole, self.context, forms, self.n, values))

    @property
    def is_clause(self) -> bool:
        """Whether it is a sentence of its own, and no predicate of the choice."""
        return self.forms[0].startswith(":")


def sentence_of(form: str) -> str:
    """The whole sentence of a phrase, as it is translated.

    >>> sentence_of("takes the trick"), sentence_of(": you have {n} points")
    ('{choice} takes the trick', 'you have {n} points')
    """
    return form.removeprefix(": ") if form.startswith(":") else "{choice} " + form


def _whole(context: str, forms: tuple[str, ...], n: int, values: dict[str, Any]) -> str:
    return filled(form_in(context, forms, n), values)


def phrase(one: str, many: str = "", n: int = 1, /, *, context: str = "", **values: Any) -> Phrase:
    """A phrase with values for its places. one, many: for the number `n`, which is `{n}` in them.

    >>> phrase("keeps {cards}", cards="K♦"), phrase("brings {n} card", "brings {n} cards", 3)
    ('keeps K♦', 'brings three cards')
    """
    given = ({"n": in_words(n)} if many else {}) | values
    forms = (one, many) if many else (one,)
    made = Phrase(english_of(forms[0] if n == 1 else forms[-1], given), partial(_whole, context, forms, n, given))
    made.forms, made.values, made.context, made.n = forms, given, context, n
    return made


def each(cards: int) -> Iterator[int]:
    """The cards of a set, from the lowest."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1


def suit_word(number: int) -> Text:
    """The name of a suit, in English as one card of it is called."""
    return suit(number, speech.SUITS[number][:-1])


def suit_words(number: int) -> Text:
    """The name of a suit, in English as its cards are called."""
    return suit(number, speech.SUITS[number])


def rank_word(card: int) -> Text:
    """The name of a card's rank."""
    return rank(13, "joker") if card >= 52 else rank(card % 13, speech.RANKS[card % 13])


def rank_words(card: int) -> Text:
    """The name of a card's rank, for several of them."""
    return rank(13, "jokers", True) if card >= 52 else rank(card % 13, speech.MANY[card % 13], True)
