"""The grammar of Delphi by itself, straight from the text of a rule: what the room's tables and numbers are measured by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

from parlour.kit.cards import read_card

Line = list[int]
"""Cards from the first to the last."""
Clause = Callable[[Line, int], bool]

RELATIONS = ["same-colour", "same-suit", "same-rank", "same-parity", "same-kind", "higher", "lower"]
RELATIONS += [f"within:{k}" for k in range(1, 13)]
PROPERTIES = ["red", "face", "even", *(f"suit:{s}" for s in "cdhs"), *(f"min:{r}" for r in range(2, 14))]
ATOMS = RELATIONS + PROPERTIES
CLAUSES = ATOMS + [f"not({atom})" for atom in ATOMS]
TESTS = [f"prev.{name}" for name in PROPERTIES] + ["rising"]
PAIRS = [(last, card) for last in range(52) for card in range(52) if last != card]


def rank(card: int) -> int:
    """The ace is 1, the king 13."""
    return 1 if card % 13 == 12 else card % 13 + 2


def has(name: str, card: int) -> bool:
    """Whether a card has a property."""
    name, _, figure = name.partition(":")
    if name == "suit":
        return "cdhs"[card // 13] == figure
    if name == "min":
        return rank(card) >= int(figure)
    return {"red": card // 13 in (1, 2), "face": rank(card) >= 11, "even": rank(card) in (2, 4, 6, 8, 10, 12)}[name]


def holds(clause: str, line: Line, card: int) -> bool:
    """Whether a clause holds for a card after a line."""
    if clause.startswith("not("):
        return not holds(clause[4:-1], line, card)
    if clause in PROPERTIES:
        return has(clause, card)
    last = line[-1]
    if clause.startswith("within:"):
        return abs(rank(last) - rank(card)) <= int(clause[7:])
    return {
        "same-colour": (last // 13 in (1, 2)) == (card // 13 in (1, 2)),
        "same-suit": last // 13 == card // 13,
        "same-rank": rank(last) == rank(card),
        "same-parity": (rank(last) + rank(card)) % 2 == 0,
        "same-kind": (rank(last) >= 11) == (rank(card) >= 11),
        "higher": rank(card) > rank(last),
        "lower": rank(card) < rank(last),
    }[clause]


def passes(test: str, line: Line) -> bool:
    """Whether a test holds of a line."""
    if test == "rising":
        return len(line) > 1 and rank(line[-1]) > rank(line[-2])
    return has(test[5:], line[-1])


def parts(text: str) -> tuple[str, list[str]]:
    """The form of a rule and what stands in its brackets; a clause is of no form."""
    form, bracket, rest = text.partition("(")
    if not bracket or form == "not":
        return "", [text]
    return form, rest[:-1].split(",")


def accepts(text: str, line: Line, card: int) -> bool:
    """Whether a rule accepts a card after a line."""
    form, inside = parts(text)
    first, second = inside[-2:] if form else (text, text)
    if form == "and":
        return holds(first, line, card) and holds(second, line, card)
    if form == "or":
        return holds(first, line, card) or holds(second, line, card)
    if form == "alt":
        return holds(first if (len(line) + 1) % 2 == 0 else second, line, card)
    if form == "if":
        return holds(first if passes(inside[0], line) else second, line, card)
    return holds(text, line, card)


@cache
def pairs_of(clause: str) -> int:
    """The pairs in which a clause, or a test on the last card, holds: a bit a pair."""
    where = (passes(clause, [last]) if clause in TESTS else holds(clause, [last], card) for last, card in PAIRS)
    return sum(1 << n for n, true in enumerate(where) if true)


def rate(text: str) -> float:
    """The percentage of all cards that a rule accepts: over all pairs, a line rising or not, a place even or odd."""
    form, inside = parts(text)
    first, second = pairs_of(inside[-2] if form else text), pairs_of(inside[-1] if form else text)
    if form == "alt" or inside[0] == "rising":
        return 50 * (first.bit_count() + second.bit_count()) / len(PAIRS)
    if form == "if":
        test = pairs_of(inside[0])
        accepted = (first & test) | (second & ~test)
    else:
        accepted = first | second if form == "or" else first & second
    return 100 * accepted.bit_count() / len(PAIRS)


def texts() -> Iterator[str]:
    """Every rule there is."""
    yield from CLAUSES
    for first, second in product(CLAUSES, repeat=2):
        for form in ("and", "or", "alt"):
            yield f"{form}({first},{second})"
        for test in TESTS:
            yield f"if({test},{first},{second})"


def picks(text: str) -> list[str]:
    """The chain by which a rule is chosen."""
    form, inside = parts(text)
    found = [form or "clause"]
    if form == "if":
        found.append(inside.pop(0))
    for clause in inside:
        atom = re.fullmatch(r"not\((.*)\)", clause)
        found += ["not", atom[1]] if atom else ["plain", clause]
    return found


def cards(text: str) -> Line:
    """Cards as they are written."""
    return [read_card(word) for word in text.split()]
