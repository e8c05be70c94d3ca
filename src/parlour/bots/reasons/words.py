"""The parts of reasons: a reason, and the names of cards, numbers and lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parlour.engine import speech

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Reason(NamedTuple):
    """A reason why a choice is good.

    claim: the name of what is said, by which two choices are compared and a test checks it. text: a predicate of the choice
    ("takes the trick"), or a sentence after a colon (": you have four sure tricks").
    """

    claim: str
    text: str


def each(cards: int) -> Iterator[int]:
    """The cards of a set, from the lowest."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1


def listed(names: Sequence[str]) -> str:
    """Names in a list.

    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join([", ".join(names[:-1])] * (len(names) > 1) + list(names[-1:]))


def counted(n: int, what: str) -> str:
    """A number and what there is this many of.

    >>> counted(1, "trick"), counted(3, "trick"), counted(14, "point")
    ('one trick', 'three tricks', '14 points')
    """
    return f"{NUMBERS[n] if 0 <= n < len(NUMBERS) else n} {what}{'' if n == 1 else 's'}"


def suit_word(suit: int) -> str:
    """The name of a suit, as one card of it is called."""
    return speech.SUITS[suit][:-1]


def rank_word(card: int) -> str:
    """The name of a card's rank."""
    return "joker" if card >= 52 else speech.RANKS[card % 13]


def rank_words(card: int) -> str:
    """The name of a card's rank, for several of them."""
    return "jokers" if card >= 52 else speech.MANY[card % 13]
