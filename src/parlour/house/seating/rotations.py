"""An evening of several rounds: everybody partners everybody as evenly as can be, over one table or several, sitting out in turn.

If the best is known it is built (`movements`), and counted all the same; otherwise it is searched for (`search`), and the
count says how far it is from the bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

import numpy as np
import numpy.typing as npt

from parlour.engine.errors import BadInput
from parlour.languages import gettext as _
from parlour.languages import ngettext

from . import movements, search
from .plan import Seating, players_words, seat_sides
from .teams import count_divisions

Team = tuple[int, ...]
Table = tuple[Team, ...]
Counts = npt.NDArray[np.int64]
PAIRS = (2, 2)
"""The usual table: two against two."""
MOST_ROUNDS = 60
MOST_DIVISIONS = 35
"""With no more ways to make teams than this, an evening may have them all."""
FEWEST, MOST = 4, 16


@dataclass(frozen=True)
class Round:
    """A round: the tables, each its teams, each the numbers of its players; and who sits out."""

    tables: tuple[Table, ...]
    out: tuple[int, ...]


@dataclass(frozen=True)
class Evenness:
    """Counts of the meetings of pairs of players. excess: how far the counts are from as even as they can be (0), as a number of
    meetings that would have to be given to another pair. The bound knows of nothing but the number of meetings: it may be out of
    reach.
    """

    least: int
    most: int
    excess: int

    @classmethod
    def of(cls, counts: Sequence[int]) -> Evenness:
        """Return how even some counts are that might be equal."""
        return cls(min(counts), max(counts), excess(counts))

    @property
    def words(self) -> str:
        """`once`, `at most twice`, `2 or 3 times`."""
        if self.least == self.most:
            return times(self.least)
        if not self.least:
            return _("at most {times}", times=times(self.most))
        low = str(self.least) if self.most > 2 else times(self.least)
        if self.most == self.least + 1:
            return _("{low} or {times}", low=low, times=times(self.most))
        return _("{low} to {times}", low=low, times=times(self.most))


def times(count: int) -> str:
    """`once`, `twice`, `3 times`."""
    few = {0: _("never"), 1: _("once"), 2: _("twice")}
    return few[count] if count in few else ngettext("{n} time", "{n} times", count)


def excess(counts: Iterable[int]) -> int:
    """Number of meetings to move to other pairs to make the counts even: half of the excess of their squares."""
    listed = list(counts)
    low, more = divmod(sum(listed), len(listed))
    return (sum(count * count for count in listed) - (len(listed) * low * low + more * (2 * low + 1))) // 2


@dataclass(frozen=True)
class Rotation:
    """The rounds of an evening, by numbers of players."""

    players: int
    shape: tuple[int, ...]
    """The sizes of the teams at a table."""
    rounds: tuple[Round, ...]
    built: bool
    """Whether it was built after a known plan, and not searched for."""
    follows: int = 0
    """If more than 0: every player below this number moves to where the one before sat, the first to where the last of them
    sat, and the remaining player stays."""
    fixed: int = 1
    """Number of players who stay together for the whole evening: 2 if pairs move."""

    def meetings(self) -> tuple[Counts, Counts, Counts]:
        """Return how often each two were partners and opponents (symmetric matrices of players × players), and each sat out."""
        partners = np.zeros((self.players, self.players), np.int64)
        opponents = np.zeros_like(partners)
        out = np.zeros(self.players, np.int64)
        for each in self.rounds:
            out[list(each.out)] += 1
            for table in each.tables:
                for team in table:
                    for a, b in combinations(team, 2):
                        partners[a, b] += 1
                        partners[b, a] += 1
                for team, other in combinations(table, 2):
                    for a in team:
                        for b in other:
                            opponents[a, b] += 1
                            opponents[b, a] += 1
        return partners, opponents, out

    def evenness(self) -> dict[str, Evenness]:
        """Return how even `partners`, `opponents` and `out` are. For pairs that stay together only opponents count, pair by
        pair."""
        partners, opponents, out = self.meetings()
        step = self.fixed
        upper = [(a, b) for a, b in combinations(range(0, self.players, step), 2)]
        found = {"partners": [int(partners[pair]) for pair in upper], "opponents": [int(opponents[pair]) for pair in upper]}
        if step > 1 or max(self.shape) == 1:
            del found["partners"]
        return {name: Evenness.of(counts) for name, counts in found.items()} | {"out": Evenness.of(out[::step].tolist())}

    @property
    def optimal(self) -> bool:
        """Whether nothing could be more even."""
        return not any(each.excess for each in self.evenness().values())

    def sits_again(self) -> int:
        """Number of times that a player sits out two rounds in a row."""
        return sum(len(set(a.out) & set(b.out)) for a, b in zip(self.rounds, self.rounds[1:], strict=False))

    def seatings(self, names: Sequence[str], game: str = "") -> list[list[Seating]]:
        """Return the tables of each round, with names."""
        return [[_seating(table, names, game) for table in each.tables] for each in self.rounds]

    def as_json(self, names: Sequence[str]) -> dict[str, object]:
        """Return data for JSON: rounds with tables and who sits out, how often each two met, how even that is."""
        partners, opponents, out = self.meetings()
        rounds = [
            {
                "tables": [[[names[player] for player in team] for team in table] for table in each.tables],
                "out": [names[player] for player in each.out],
            }
            for each in self.rounds
        ]
        even = {name: {"least": e.least, "most": e.most, "excess": e.excess} for name, e in self.evenness().items()}
        counts = {"players": list(names), "partners": partners.tolist(), "opponents": opponents.tolist(), "out": out.tolist()}
        return {"rounds": rounds, "built": self.built, "optimal": self.optimal, "evenness": even, "meetings": counts}


def _seating(table: Table, names: Sequence[str], game: str) -> Seating:
    sides = seat_sides([len(team) for team in table])
    left = [list(team) for team in table]
    return Seating(tuple(names[left[side].pop(0)] for side in sides), sides, game)


def rotate(
    players: int, rounds: int = 0, tables: int = 0, shape: Sequence[int] = PAIRS, seed: int = 0, moves: int = search.MOVES
) -> Rotation:
    """A rotation in which everybody plays for themselves and changes partners.

    players: 4 to 16. rounds: 0 for as many as it takes for all to have partnered as evenly as can be. tables: at most this many,
    0 for as many as there are players for. shape: sizes of the teams at a table. seed, moves: of the search, if one is
    needed. BadInput if it does not come out.
    """
    shape = tuple(sorted(shape, reverse=True))
    tables = _tables(players, sum(shape), tables)
    whole, follows = _known(players, tables, shape)
    rounds = rounds or len(whole) or (players - 1 if players % 2 == 0 else players)
    _check_rounds(rounds)
    if whole and rounds % len(whole) == 0:
        return Rotation(players, shape, tuple(Round(*each) for each in whole * (rounds // len(whole))), True, follows)
    hint = (whole * (rounds // len(whole) + 1))[:rounds] if whole else ()
    found = search.fill(players, shape, tables, rounds, Random(seed), moves, hint)
    return Rotation(players, shape, tuple(Round(*each) for each in found), False)


def rotate_pairs(pairs: int, rounds: int = 0) -> Rotation:
    """A rotation of pairs that stay together: each meets each. Players 2k and 2k + 1 are pair k.

    pairs: 2 to 8. rounds: 0 for as many as it takes for each to meet each. BadInput if it does not come out.
    """
    if not FEWEST <= 2 * pairs <= MOST:
        raise BadInput(
            _("a movement of pairs is for {least} to {most} pairs, not {n}", least=FEWEST // 2, most=MOST // 2, n=pairs)
        )
    whole = movements.pairs(pairs)
    rounds = rounds or len(whole)
    _check_rounds(rounds)
    plan = (whole * (rounds // len(whole) + 1))[:rounds]
    as_players = [
        (
            tuple(((2 * a, 2 * a + 1), (2 * b, 2 * b + 1)) for (a,), (b,) in tables),
            tuple(player for pair in out for player in (2 * pair, 2 * pair + 1)),
        )
        for tables, out in plan
    ]
    follows = pairs - (pairs % 2 == 0)
    return Rotation(2 * pairs, PAIRS, tuple(Round(*each) for each in as_players), True, follows if pairs > 2 else 0, 2)


def _tables(players: int, size: int, tables: int) -> int:
    if not FEWEST <= players <= MOST:
        raise BadInput(_("a rotation is for {least} to {most} players, not {n}", least=FEWEST, most=MOST, n=players))
    most = players // size
    if not most:
        raise BadInput(
            _(
                "a table of {n} needs {players}, and there are {all}",
                n=size,
                players=players_words(size),
                all=players,
            )
        )
    if tables > most:
        raise BadInput(
            ngettext(
                "{players} fill {n} table of {size}, not {tables}",
                "{players} fill {n} tables of {size}, not {tables}",
                most,
                players=players_words(players),
                size=size,
                tables=tables,
            )
        )
    return tables or most


def _check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(_("an evening has 1 to {most} rounds, not {n}", most=MOST_ROUNDS, n=rounds))


def _known(players: int, tables: int, shape: tuple[int, ...]) -> tuple[tuple[movements.Plan, ...], int]:
    """The plan that is known for it, () if none is, and how many follow one another in it."""
    if shape == PAIRS and tables == players // 4:
        cyclic = players != 9 and players > 4
        return movements.individual(players), (players - (players % 4 == 0)) if cyclic else 0
    if players == sum(shape) and max(shape) > 1 and count_divisions(shape) <= MOST_DIVISIONS:
        return movements.every(shape), 0
    return (), 0
