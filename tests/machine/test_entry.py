"""Machine code that is called without a look at the types of its arguments."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.kit import rule
from parlour.machine import INTERPRETED, entry


class Pair(NamedTuple):
    """Two arrays, as a bot's desk has many."""

    weights: Any
    figures: Any


@rule
def dot(pair, factor):  # type: ignore[no-untyped-def]
    """The sum of products, into `figures` too."""
    total = 0.0
    for k in range(len(pair.weights)):
        total += pair.weights[k] * pair.figures[k]
    pair.figures[0] = -1
    return factor * total


def pair_of(n: int) -> Pair:
    """Of this length."""
    return Pair(np.arange(n, dtype=np.float64), np.arange(n, dtype=np.int64))


def test_it_does_what_the_rule_does() -> None:
    """With other arrays of the same types, of other lengths, and it writes where the rule would."""
    code = entry(dot, pair_of(3), 2)
    for n in (1, 4, 9):
        given, same = pair_of(n), pair_of(n)
        assert code(given, 5) == dot(same, 5)
        assert given.figures.tolist() == same.figures.tolist()


def test_it_is_there_for_the_types_it_was_asked_for() -> None:
    """A number with a fraction is not cut off if an integer was given first; what is not a rule is called as it is."""
    assert entry(dot, pair_of(3), 0.5)(pair_of(3), 0.5) == 2.5
    assert entry(pair_of, 3) is pair_of
    assert (entry(dot, pair_of(3), 2) is dot) == INTERPRETED
