"""Whether captures of a fishing game can give the piles and sweeps that were entered on a pad.

A hand is followed by the number of cards on the table alone. Each turn a card joins the table, or takes 1 card or more of it, and
that is a sweep if none is left. What is left at the end goes to the last player who captured. Cards have no ranks here, except
that a single card is only taken by its own rank: of cards of different ranks a pile gets at most one from such a capture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

Numbers = tuple[tuple[int, bool, int], ...]
"""Numbers of piles: (side, whether of ranks or of all its cards, the number entered)."""


@dataclass(frozen=True)
class Fishing:
    """The captures of a hand.

    turns: the side that plays each card, in order. table: cards on the table at first. most: the most cards of the table that one
    card takes; None: no limit. clears: which captures of all cards are not sweeps: "none", "last" (that of the last card of a
    hand) or "any". takes_all: whether some cards take the whole table, any cards that lie there, which is not a sweep either.
    """

    turns: tuple[int, ...]
    table: int
    most: int | None = None
    clears: str = "none"
    takes_all: bool = False

    def can_give(self, sweeps: Sequence[int], cards: Mapping[int, int], ranks: Mapping[int, int] | None = None) -> bool:
        """Return whether a hand can have these sweeps, by side and in order, and these piles.

        cards: by side, all cards of the pack together. ranks: by side, how many cards of different ranks are known to be among
        them.
        """
        sides = tuple(cards)
        if ranks is None:
            asked: list[Numbers] = [tuple((side, False, cards[side]) for side in sides[:-1])]
        elif len(sides) == 2:
            asked = [((sides[0], False, cards[sides[0]]), *((side, True, ranks[side]) for side in sides))]
        else:  # all piles together without ranks, and each by itself with them: all at once would take too long
            asked = [tuple((side, False, cards[side]) for side in sides[:-1])]
            asked += [((side, False, cards[side]), (side, True, ranks[side])) for side in sides]
        return all(_reaches(self, tuple(sweeps), numbers) for numbers in asked)


class _Ledger:
    """Sets of combinations of numbers of piles, none above what was entered: one bit of an integer per combination."""

    def __init__(self, numbers: Numbers) -> None:
        self.units: dict[int, list[tuple[bool, int, int]]] = {}  # by side: whether of ranks, the unit, the number entered
        unit = 1
        for side, of_ranks, goal in numbers:
            self.units.setdefault(side, []).append((of_ranks, unit, goal))
            unit *= goal + 4  # `add` adds up to three
        every = [(unit, goal) for kinds in self.units.values() for _, unit, goal in kinds]
        self.within = sum(1 << sum(way) for way in product(*(range(0, unit * (goal + 1), unit) for unit, goal in every)))
        self.goal = sum(unit * goal for unit, goal in every)

    def add(self, piles: int, side: int, cards: int, ranks: int) -> int:
        """A pile gets up to three cards, of at most this many ranks."""
        for of_ranks, unit, _ in self.units.get(side, ()):
            piles = _union(piles << n * unit for n in range(ranks + 1)) if of_ranks else piles << cards * unit
        return piles & self.within

    def ends(self, piles: int, side: int, left: int) -> bool:
        """Whether some combination becomes the one entered if a side takes the cards that are left on the table."""
        wanted = [self.goal]
        for of_ranks, unit, goal in self.units.get(side, ()):
            more = range(min(left, goal) + 1) if of_ranks else range(left, min(left, goal) + 1)
            wanted = [number - unit * n for number in wanted for n in more]
        return any(piles >> number & 1 for number in wanted)


def _union(sets: Iterator[int]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found


@lru_cache(maxsize=256)
def _reaches(fishing: Fishing, sweeps: tuple[int, ...], numbers: Numbers) -> bool:
    """Whether some course of the hand has these sweeps and comes to these numbers."""
    ledger = _Ledger(numbers)
    states = {0: {fishing.table: 1}}  # by sweeps made and cards on the table: what the piles may have
    for n, side in enumerate(fishing.turns):
        left = len(fishing.turns) - n - 1
        clears = fishing.clears == "any" or (fishing.clears == "last" and left == 0)
        after: dict[int, dict[int, int]] = {}
        for made, tables in states.items():
            more = {table + 1: piles for table, piles in tables.items()}
            _join(after, made, more)
            captured = _captures(ledger, tables, side, fishing.most)
            cleared = captured.pop(0)
            sweeper = made < len(sweeps) and sweeps[made] == side
            ends = [(made, captured), (made + 1, {0: cleared} if sweeper else {}), (made, {0: cleared} if clears else {})]
            if fishing.takes_all:
                ends.append((made, {0: _captures(ledger, tables, side, None, 2)[0]}))
            for done, found in ends:
                if done == len(sweeps) and any(ledger.ends(piles, side, table + left) for table, piles in found.items()):
                    return True
                _join(after, done, found)
        states = after
    return False


def _join(states: dict[int, dict[int, int]], made: int, found: Mapping[int, int]) -> None:
    tables = states.setdefault(made, {})
    for table, piles in found.items():
        if piles:
            tables[table] = tables.get(table, 0) | piles


def _captures(ledger: _Ledger, tables: Mapping[int, int], side: int, most: int | None, of_pair: int = 1) -> dict[int, int]:
    """Return the results of a capture by the cards that it leaves on the table.

    of_pair: the ranks that a capture of one card has.
    """
    found: dict[int, int] = {}
    taking: list[int] = [0]  # captures under way that took 2 cards, 3, ... so far, or any number together if there is no limit
    for table in reversed(range(max(tables, default=0))):
        of_two = ledger.add(tables.get(table + 2, 0), side, 3, 3)
        further = [ledger.add(piles, side, 1, 1) for piles in taking]
        taking = [of_two | further[0]] if most is None else [of_two, *further][: most - 1]
        found[table] = ledger.add(tables.get(table + 1, 0), side, 2, of_pair) | _union(iter(taking))
    return {0: 0} | found
