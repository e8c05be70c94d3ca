"""The grammar of secret rules: its text, its numbers, which rules accept what, and how often each says yes.

    rule   = clause | and(clause,clause) | or(clause,clause) | if(test,clause,clause) | alt(clause,clause)
    clause = atom | not(atom)

A rule is a number: 1 + (form * CLAUSES + first clause) * CLAUSES + second clause; 0 is not a rule. `alt` is an `if` whose test is
an even place in the line, so that forms from `ALT` on are one kind. An atom is one of 38 statements about a card and the last
card of the line; all of them together are a word of bits, looked up by the two cards.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from parlour.kit import DIAMONDS, HEARTS, points, rank_of, read_card, rule
from parlour.kit.cards import RANK_NAMES

SUIT_LETTERS = "cdhs"


def worth(card: int) -> int:
    """Ace 1, the numbers as printed, jack 11, queen 12, king 13."""
    return (card % 13 + 1) % 13 + 1


def is_red(card: int) -> bool:
    """Diamonds and hearts."""
    return card // 13 in (DIAMONDS, HEARTS)


def is_face(card: int) -> bool:
    """Jack, queen, king."""
    return worth(card) > 10


def same(of: Callable[[int], object]) -> Callable[[int, int], bool]:
    """The relation that two cards have something in common."""
    return lambda last, card: of(last) == of(card)


def within(k: int) -> Callable[[int, int], bool]:
    """The relation that ranks differ by at most k."""
    return lambda last, card: abs(worth(last) - worth(card)) <= k


RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "same-colour": same(is_red),
    "same-suit": same(lambda card: card // 13),
    "same-rank": same(worth),
    "same-parity": same(lambda card: worth(card) % 2),
    "same-kind": same(is_face),
    "higher": lambda last, card: worth(card) > worth(last),
    "lower": lambda last, card: worth(card) < worth(last),
} | {f"within:{k}": within(k) for k in range(1, 13)}
PROPERTIES: dict[str, Callable[[int], bool]] = {
    "red": is_red,
    "face": is_face,
    "even": lambda card: worth(card) % 2 == 0,
    **{f"suit:{SUIT_LETTERS[s]}": (lambda card, s=s: card // 13 == s) for s in range(4)},  # type: ignore[misc]
    **{f"min:{r}": (lambda card, r=r: worth(card) >= r) for r in range(2, 14)},  # type: ignore[misc]
}
ATOMS = (*RELATIONS, *PROPERTIES)
TESTS = (*(f"prev.{name}" for name in PROPERTIES), "rising")
TEST_COUNT, RELATION_COUNT, ATOM_COUNT = len(TESTS), len(RELATIONS), len(ATOMS)
CLAUSES = 2 * ATOM_COUNT
"""A clause is an atom, or ATOM_COUNT more for its contrary."""
CLAUSE, AND, OR, ALT, IF = range(5)
"""Forms; from IF on one for each test."""
FORMS = IF + TEST_COUNT
ROW = CLAUSES * CLAUSES
LAST_RULE = FORMS * ROW
RISING = TEST_COUNT
"""Bits of a word of tests: 0 an even place, then TESTS."""


# tables, once at import


def _statements(last: int, card: int) -> int:
    bits = [holds(last, card) for holds in RELATIONS.values()] + [holds(card) for holds in PROPERTIES.values()]
    return sum(1 << k for k, true in enumerate(bits) if true)


WORTH = points(" ".join(f"{name}={worth(read_card(name + '♣'))}" for name in RANK_NAMES))
STATEMENTS = np.array([[_statements(last, card) for card in range(52)] for last in range(52)], np.int64)
"""STATEMENTS[last, card]: the set of the atoms that are true, a bit an atom."""
_PAIRS = [(last, card) for last in range(52) for card in range(52) if last != card]
_TRUE = np.array([[(STATEMENTS[pair] >> k) & 1 for pair in _PAIRS] for k in range(ATOM_COUNT)], np.int64)
_CLAUSE = np.concatenate([_TRUE, 1 - _TRUE])
_PREVIOUS = np.array([[holds(last) for last, _ in _PAIRS] for holds in PROPERTIES.values()], np.int64)
WHOLE = 2 * len(_PAIRS)
"""The unit of a rate: the ordered pairs of different cards, twice."""
ALONE = _CLAUSE.sum(axis=1)
"""ALONE[x]: in how many pairs a clause accepts."""
BOTH = _CLAUSE @ _CLAUSE.T
"""BOTH[x, y]: in how many two clauses do."""
UNDER = np.concatenate([ALONE[None], 2 * (_PREVIOUS @ _CLAUSE.T), ALONE[None]])
"""UNDER[test, x]: twice in how many the test holds and the clause accepts; a place is even, a line rising in half of all."""


# numbers


@rule(inline=True)
def form_of(number):
    return (number - 1) // ROW


@rule(inline=True)
def first_of(number):
    return (number - 1) // CLAUSES % CLAUSES


@rule(inline=True)
def second_of(number):
    return (number - 1) % CLAUSES


@rule(inline=True)
def rule_of(form, first, second):
    return 1 + (form * CLAUSES + first) * CLAUSES + second


@rule(inline=True)
def clause_bit(statements, clause):
    """Whether a clause holds if these statements are true."""
    return (statements >> clause) & 1 if clause < ATOM_COUNT else ((statements >> (clause - ATOM_COUNT)) & 1) ^ 1


@rule
def tests_of(line, size):
    """The tests that hold for the next card when the line has this many cards: bit 0 an even place, then those of TESTS."""
    last = line[size]
    word = (size & 1) | ((STATEMENTS[last, last] >> RELATION_COUNT) << 1)
    if size > 1 and WORTH[rank_of(last)] > WORTH[rank_of(line[size - 1])]:
        word |= 1 << RISING
    return word


@rule
def accepts(number, line, card):
    """Whether a rule accepts a card after this line (a pile)."""
    statements = STATEMENTS[line[line[0]], card]
    form = form_of(number)
    first = clause_bit(statements, first_of(number))
    second = clause_bit(statements, second_of(number))
    if form == CLAUSE:
        return first
    if form == AND:
        return first & second
    if form == OR:
        return first | second
    return first if (tests_of(line, line[0]) >> (form - ALT)) & 1 else second


@rule
def rate(form, first, second):
    """Count how often a rule accepts a card, of WHOLE: over all pairs of last card and card, each test as often as it holds."""
    if form == CLAUSE:
        return 2 * ALONE[first]
    if form == AND:
        return 2 * BOTH[first, second]
    if form == OR:
        return 2 * (ALONE[first] + ALONE[second] - BOTH[first, second])
    return UNDER[form - ALT, first] + 2 * ALONE[second] - UNDER[form - ALT, second]


@rule
def is_fair(form, first, second, least, most):
    """Whether the rate lies between two percentages, both included."""
    hundredfold = 100 * rate(form, first, second)
    return least * WHOLE <= hundredfold <= most * WHOLE


# text


def clause_text(clause: int) -> str:
    """A clause as it is written."""
    return ATOMS[clause] if clause < ATOM_COUNT else f"not({ATOMS[clause - ATOM_COUNT]})"


def rule_text(number: int) -> str:
    """A rule as it is written: `if(rising,not(higher),red)`; nothing for 0."""
    if number == 0:
        return ""
    form = (number - 1) // ROW
    first, second = (clause_text(c) for c in divmod((number - 1) % ROW, CLAUSES))
    if form == CLAUSE:
        return first
    if form >= IF:
        return f"if({TESTS[form - IF]},{first},{second})"
    return f"{('and', 'or', 'alt')[form - AND]}({first},{second})"


class _Reader:
    """Reads a rule from the left; every complaint says where."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def word(self) -> str:
        """The next name, with its figure."""
        end = self.at
        while end < len(self.text) and self.text[end] not in "(),":
            end += 1
        return self.text[self.at : end]

    def fail(self, wanted: str) -> ValueError:
        found = self.word() or self.text[self.at : self.at + 1]
        return ValueError(f"at character {self.at + 1}: {wanted}, not {found!r}" if found else f"at the end: {wanted}")

    def sign(self, sign: str) -> None:
        """This bracket or comma."""
        if self.text[self.at : self.at + 1] != sign:
            raise self.fail(f"{sign!r} is missing")
        self.at += 1

    def name(self, names: tuple[str, ...], what: str) -> int:
        """The place of the next name in a list."""
        word = self.word()
        if word not in names:
            raise self.fail(f"a {what} comes here")
        self.at += len(word)
        return names.index(word)

    def clause(self) -> int:
        if self.word() != "not":
            return self.name(ATOMS, "clause")
        self.at += len("not")
        self.sign("(")
        atom = self.name(ATOMS, "relation or property")
        self.sign(")")
        return ATOM_COUNT + atom

    def rule(self) -> int:
        forms = {"and": AND, "or": OR, "alt": ALT, "if": IF}
        form = forms.get(self.word())
        if form is None:
            return rule_of(CLAUSE, self.clause(), 0)
        self.at += len(self.word())
        self.sign("(")
        if form == IF:
            form += self.name(TESTS, "test")
            self.sign(",")
        first = self.clause()
        self.sign(",")
        second = self.clause()
        self.sign(")")
        return rule_of(form, first, second)


def read_rule(text: str) -> int:
    """The number of a rule as it is written. ValueError says what is wrong, and at which character.

    >>> rule_text(read_rule("if(prev.face,lower,not(higher))"))
    'if(prev.face,lower,not(higher))'
    """
    reader = _Reader(text)
    number = reader.rule()
    if reader.at < len(text):
        raise reader.fail("the rule ends here")
    return number
