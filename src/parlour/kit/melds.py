"""Melds of any list with their worth, wild cards among them: the best that a multiset of at most two packs holds.

`best_melds` tries the melds that a hand holds against one another, until no better choice can come. For sets and runs alone
`kit.splits` is quicker. A multiset is given by its planes, as a bag holds them: the kinds held, and the kinds held twice.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from parlour.machine import count, lowest, rule

from .cards import RANK_NAMES
from .splits import MOST_MELDS

__all__ = [
    "all_in_melds",
    "best_melds",
    "meld_rows",
    "rows_by_card",
    "runs_of",
    "sets_of",
]


def runs_of(order: str, suits: Iterable[int] = range(4), lengths: Iterable[int] = (3, 4, 5)) -> list[tuple[int, ...]]:
    """The runs of these lengths in an order of ranks, lowest first; longer ones are made of these. An ace may stand at both ends.

    >>> [len(run) for run in runs_of("A 2 3 4", [0])]
    [3, 3, 4]
    """
    ranks = [RANK_NAMES.index(name) for name in order.split()]
    return [
        tuple(13 * s + r for r in ranks[start : start + n]) for s in suits for n in lengths for start in range(len(ranks) - n + 1)
    ]


def sets_of(ranks: str, suits: Iterable[int] = range(4), sizes: Iterable[int] = (3, 4)) -> list[tuple[int, ...]]:
    """The sets of these sizes: cards of one rank in different suits.

    >>> sets_of("A", sizes=[4])
    [(12, 25, 38, 51)]
    """
    suits = tuple(suits)
    return [
        tuple(13 * s + RANK_NAMES.index(name) for s in chosen)
        for name in ranks.split()
        for n in sizes
        for chosen in itertools.combinations(suits, n)
    ]


def meld_rows(melds: Iterable[tuple[Sequence[int], int]], wilds: int = 0) -> npt.NDArray[np.int64]:
    """A list of melds (their cards, at most two of a kind; their worth) as `best_melds` wants it.

    A row is a meld with some of its cards, at most `wilds` and not all, left to wild cards: the kinds it needs, those it needs
    twice, its worth, how many wild cards, and its number in the list. Rows go by their lowest card.
    """
    rows = set()
    for number, (cards, worth) in enumerate(melds):
        for gone in range(min(wilds, len(cards) - 1) + 1):
            for kept in itertools.combinations(sorted(cards), len(cards) - gone):
                one = sum(1 << c for c in set(kept))
                two = sum(1 << c for c in set(kept) if kept.count(c) == 2)
                rows.add((kept[0], -worth, gone, one, two, number))
    return np.array([(one, two, -worth, gone, number) for _, worth, gone, one, two, number in sorted(rows)], np.int64)


def rows_by_card(rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return where the rows of `meld_rows` begin whose lowest card is this one or a higher one, by card: 55 numbers."""
    lowest_cards = [(int(one) & -int(one)).bit_length() - 1 for one in rows[:, 0]]
    return np.searchsorted(lowest_cards, np.arange(55)).astype(np.int64)


@rule
def all_in_melds(one, two, wilds, rows, first):
    """Whether melds of a list take up every card of a multiset and every wild card; no cards at all are.

    rows, first: as `meld_rows` and `rows_by_card` make them. The lowest card left goes into one meld after another.
    """
    ones, twos, left = np.empty(MOST_MELDS, np.int64), np.empty(MOST_MELDS, np.int64), np.empty(MOST_MELDS, np.int64)
    at, depth = np.empty(MOST_MELDS, np.int64), 0
    ones[0], twos[0], left[0] = one, two, wilds
    at[0] = first[lowest(one)] if one else 0
    while depth >= 0:
        one, two, wild = ones[depth], twos[depth], left[depth]
        if one == 0:
            if wild == 0:
                return True
            depth -= 1
            continue
        k, end = at[depth], first[lowest(one) + 1]
        while k < end and (rows[k, 0] & ~one or rows[k, 1] & ~two or rows[k, 3] > wild):
            k += 1
        at[depth] = k + 1
        if k == end:
            depth -= 1
            continue
        a, b = rows[k, 0], rows[k, 1]
        depth += 1
        ones[depth], twos[depth], left[depth] = one & ~b & ~(a & ~b & ~two), two & ~a, wild - rows[k, 3]
        at[depth] = first[lowest(ones[depth])] if ones[depth] else 0
    return False


@rule
def best_melds(one, two, wilds, rows, whole, chosen):
    """The most that disjoint melds of a list are worth which a multiset and this many wild cards can form.

    whole: every card and every wild card must be used; then -1 if that is impossible. rows: as `meld_rows` makes them. chosen
    (int64, MOST_MELDS) gets the rows of a best choice, its number of melds in front.
    """
    held, n, dearest = _held_rows(one, two, wilds, rows)
    best, chosen[0] = 0, 0
    if whole and (one or wilds):
        best = -1
    ones, twos, wild, worth = np.empty(MOST_MELDS, np.int64), np.empty(MOST_MELDS, np.int64), np.empty(MOST_MELDS, np.int64), 0
    at, depth = np.zeros(MOST_MELDS, np.int64), 0
    ones[0], twos[0], wild[0] = one, two, wilds
    while depth >= 0:
        one, two, left = ones[depth], twos[depth], wild[depth]
        k = _next_fitting(one, two, left, rows, held, n, at[depth], whole)
        if k == n or worth + dearest * (count(one) + count(two) + left) <= best:
            depth -= 1
            if depth >= 0:
                worth -= rows[held[at[depth] - 1], 2]
            continue
        row = held[k]
        at[depth] = k + 1
        a, b = rows[row, 0], rows[row, 1]
        single = a & ~b
        depth += 1
        ones[depth], twos[depth] = one & ~b & ~(single & ~two), two & ~a
        wild[depth], at[depth] = left - rows[row, 3], k
        worth += rows[row, 2]
        if worth > best and not (whole and (ones[depth] or wild[depth])):
            best, chosen[0] = worth, depth
            for d in range(depth):
                chosen[d + 1] = held[at[d] - 1]
    return best


@rule
def _held_rows(one, two, wilds, rows):
    """The rows that a multiset holds all cards of, how many, and the most that any of them is worth a card."""
    held, n, dearest = np.empty(len(rows), np.int64), 0, 0.0
    for k in range(len(rows)):
        if rows[k, 0] & ~one == 0 and rows[k, 1] & ~two == 0 and rows[k, 3] <= wilds:
            held[n] = k
            n += 1
            dearest = max(dearest, rows[k, 2] / (count(rows[k, 0]) + count(rows[k, 1]) + rows[k, 3]))
    return held, n, dearest


@rule(inline=True)
def _next_fitting(one, two, wilds, rows, held, n, k, whole):
    """The next of the held rows, from k on, that still fits; n if none does, or if the lowest card can no longer be used."""
    least = one & -one
    while k < n:
        a = rows[held[k], 0]
        if whole and a & -a > least:
            return n
        if a & ~one == 0 and rows[held[k], 1] & ~two == 0 and rows[held[k], 3] <= wilds:
            return k
        k += 1
    return n
