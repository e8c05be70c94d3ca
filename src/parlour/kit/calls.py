"""Choices that are not cards: their codes, their names, and the language of patterns that declares them (`asks`).

A pattern takes a block of codes from 64 on, in the order of first mention: `{0..13}` counts, `{♣,♦,♥,♠}` lists words,
and several braces count like digits, the last one fastest. Cards and suits in braces are read as they are everywhere: `9d`, `D`.
"""

from __future__ import annotations

import itertools
import re
from collections import namedtuple
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any

import numpy as np

from .cards import FIRST_CALL, SUIT_SIGNS, card_name, read_card

CARD = "card"
"""Stands in the list of a phase where cards may be chosen."""

_SUITS = dict(zip("CDHS", SUIT_SIGNS, strict=True))
_BRACE = re.compile(r"\{([^{}]*)\}")
_SLOT = re.compile(r"\{(\d+)([+-]\d+)?\}")


def _words(brace: str) -> list[str]:
    span = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", brace)
    if span:
        low, high = int(span[1]), int(span[2])
        return [str(n) for n in range(low, high + 1)]
    return [word.strip() for word in brace.split(",")]


def _as_listed(word: str) -> str:
    """Return a card or a suit as braces list it, `9♦` or `♦`, however it is spelled. Any other word stays as it is."""
    if len(word) == 1:
        return _SUITS.get(word.upper(), word)
    try:
        return card_name(read_card(word))
    except ValueError:
        return word


class Pattern:
    """One entry of the list: a call, or a block of calls with numbers or words in it.

    `braces`: the words that can stand in each brace; `around`: the text before, between and behind the braces.
    """

    def __init__(self, text: str, base: int) -> None:
        self.text, self.base = text, base
        self.braces = [_words(brace) for brace in _BRACE.findall(text)]
        self.size = 1
        for words in self.braces:
            self.size *= len(words)
        self.low, self.high = base, base + self.size - 1
        self.around = tuple(_BRACE.sub("\0", text).split("\0"))
        self._places = [{word: i for i, word in enumerate(words)} for words in self.braces]

    def name(self, code: int) -> str:
        """The name of one of this block's codes."""
        words = (*self.values(code), "")
        return "".join(part + word for part, word in zip(self.around, words, strict=True))

    def values(self, code: int) -> tuple[str, ...]:
        """The words that stand in the braces for this code."""
        rest, words = code - self.base, []
        for choices in reversed(self.braces):
            rest, i = divmod(rest, len(choices))
            words.append(choices[i])
        return tuple(reversed(words))

    @property
    def numbered(self) -> bool:
        """Whether a call has one brace, and it counts."""
        return len(self.braces) == 1 and re.fullmatch(r"-?\d+", self.braces[0][0]) is not None

    def read(self, name: str) -> int | None:
        """Return the code of a name, None if it does not fit this pattern."""
        words = self._words(name)
        if words is None:
            return None
        offset = 0
        for places, word in zip(self._places, words, strict=True):
            place = places.get(word, places.get(_as_listed(word)))
            if place is None:
                return None
            offset = offset * len(places) + place
        return self.base + offset

    def _words(self, name: str) -> list[str] | None:
        """Return the words of a name that fill the pattern's braces, each as short as possible; None if the rest differs.

        Found from left to right without going back: a name may come from outside.
        """
        if not self.braces:
            return [] if name == self.text else None
        start, *between, end = self.around
        if not name.startswith(start):
            return None
        words, at = [], len(start)
        for part in between:
            stop = name.find(part, at + 1)
            if stop < 0:
                return None
            words.append(name[at:stop])
            at = stop + len(part)
        stop = len(name) - len(end)
        return [*words, name[at:stop]] if stop > at and name.endswith(end) else None


class Calls:
    """The choices of each phase and the names of all calls; part of `Phases`.

    >>> found = Calls({1: ("pass", "bid {0..3}"), 2: (CARD, "marriage {♣,♦}")})
    >>> found.code("bid 2"), found.name(64), found.name(70)
    (67, 'pass', 'marriage ♦')
    """

    def __init__(self, phases: Mapping[int, Sequence[str]]) -> None:
        self.patterns: list[Pattern] = []
        self.cards: tuple[int, ...] = tuple(phase for phase, texts in phases.items() if CARD in texts)
        self.phases: dict[int, list[Pattern]] = {}
        known: dict[str, Pattern] = {}
        code = FIRST_CALL
        for text in itertools.chain.from_iterable(phases.values()):
            if text != CARD and text not in known:
                known[text] = pattern = Pattern(text, code)
                self.patterns.append(pattern)
                code += pattern.size
        for phase, texts in phases.items():
            self.phases[phase] = [known[text] for text in texts if text != CARD]
        self.end = code

    def code(self, name: str) -> int:
        """Return the code of a call by its name. ValueError if there is no such call."""
        for pattern in self.patterns:
            code = pattern.read(name)
            if code is not None:
                return code
        raise ValueError(f"there is no call {name!r}")

    def name(self, code: int) -> str:
        """Return the name of a call by its code. ValueError if there is no such code."""
        return self.pattern(code).name(code)

    def pattern(self, code: int) -> Pattern:
        """Return the pattern of a code. ValueError if there is no such code."""
        for pattern in self.patterns:
            if pattern.low <= code <= pattern.high:
                return pattern
        raise ValueError(f"there is no call with code {code}")

    def runs(self) -> list[tuple[int, int, int]]:
        """(phase, lowest code, highest code) of every block that may be said in a phase."""
        return [(phase, p.low, p.high) for phase, patterns in self.phases.items() for p in patterns]


def fill_in(form: str, values: Sequence[str]) -> str:
    """A label or a move written for a pattern, with the words of one call: `{0}` is the first, `{0-1}` one less than it.

    >>> fill_in("up.{0-1} to {1}", ("3", "♥"))
    'up.2 to ♥'
    """

    def word(slot: re.Match[str]) -> str:
        word = values[int(slot[1])]
        return str(int(word) + int(slot[2])) if slot[2] else word

    return _SLOT.sub(word, form)


def slots(form: str) -> list[int]:
    """The braces of a pattern that a label speaks of: `[0, 1]` for "{0} and {1+1}"."""
    return [int(number) for number, _ in _SLOT.findall(form)]


def before_slots(form: str) -> str:
    """Return the part of a label before its first brace."""
    return _SLOT.sub("\0", form).partition("\0")[0]


@dataclass(frozen=True)
class WordRow:
    """Words of which a number chooses one. Made by `word_row`."""

    name: str
    words: tuple[str, ...]


def word_row(name: str, *names: str) -> WordRow:
    """Words in a row, for `words`: `SAY.bid[2]` is the third of `word_row("bid", "nil", "one", "two")`."""
    return WordRow(name, names)


def words(*names: str | WordRow) -> Any:
    """Number the words that the steps of a room may say, for `say`.

    A word is an attribute under its own name, with `_` for what a Python name cannot hold and behind a keyword. A row of words is
    an attribute too, an array of their numbers.

    >>> SAY = words("jack", "last trick", "pass", word_row("bid", "nil", "one"))
    >>> SAY.jack, SAY.last_trick, SAY.pass_, SAY._names
    (1, 2, 3, ('jack', 'last trick', 'pass', 'nil', 'one'))
    >>> int(SAY.bid[1]), SAY.one
    (5, 5)
    """
    rows = [name for name in names if isinstance(name, WordRow)]
    flat = tuple(word for name in names for word in (name.words if isinstance(name, WordRow) else (name,)))
    fields = [re.sub(r"\W", "_", name) + "_" * iskeyword(name) for name in flat]
    for name in flat:
        if fields.count(re.sub(r"\W", "_", name)) > 1:
            raise ValueError(f"{name!r} stands twice among the words, or another word is written like it")
    for row in rows:
        if row.name in fields:
            raise ValueError(f"{row.name!r} is a row of words and one of the words")
    kind = namedtuple("Words", [*fields, *(row.name for row in rows)])  # type: ignore[misc]
    kind._names = flat  # type: ignore[attr-defined]
    numbers = {name: number for number, name in enumerate(flat, 1)}
    return kind(*numbers.values(), *(np.array([numbers[word] for word in row.words]) for row in rows))
