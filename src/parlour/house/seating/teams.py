"""Teams by agreement, with people wished together or kept apart; and teams of equal strength, beside all possible draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial
from random import Random

import numpy as np
import numpy.typing as npt

from parlour.engine.errors import BadInput
from parlour.languages import gettext as _
from parlour.languages import listed, ngettext, number

from .plan import Seating, find_name, players_words, seat_sides, teams_words

Masks = npt.NDArray[np.int64]
MOST_DIVISIONS = 3_000_000
"""More are not looked through one by one."""
HIGHEST_RATING = 10_000
PARTS = 100
"""Ratings are counted in hundredths."""


@dataclass(frozen=True)
class Wishes:
    """Wishes for players to be together or apart. Numbers of players."""

    together: tuple[frozenset[int], ...] = ()
    apart: tuple[frozenset[int], ...] = ()

    def allow(self, group: frozenset[int]) -> bool:
        """Whether a group may be a team."""
        return all(wish <= group or not wish & group for wish in self.together) and all(
            len(wish & group) < 2 for wish in self.apart
        )

    def __bool__(self) -> bool:
        return bool(self.together or self.apart)

    @classmethod
    def read(cls, together: Sequence[str], apart: Sequence[str], names: Sequence[str]) -> Wishes:
        """Read wishes from texts such as `Ann,Bob`. BadInput for a name that no player has, and a wish that says nothing."""
        found = []
        for kind, texts in (("together", together), ("apart", apart)):
            wishes = []
            for text in texts:
                group = frozenset(find_name(part, names) for part in text.split(",") if part.strip())
                if len(group) < 2:
                    raise BadInput(_("{wish}: a wish names at least two players", wish=f"{kind} {text.strip()}"))
                wishes.append(group)
            found.append(tuple(wishes))
        return cls(*found)


NO_WISHES = Wishes()


def count_divisions(sizes: Sequence[int]) -> int:
    """Return in how many ways players fall into teams of these sizes: 3 for two teams of two."""
    ways, left = 1, sum(sizes)
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    for size in set(sizes):
        ways //= factorial(list(sizes).count(size))
    return ways


def divisions(sizes: Sequence[int], wishes: Wishes = NO_WISHES) -> Masks:
    """Every division into teams that the wishes allow: a row each, a column a team, players as the bits of a figure.

    The teams of a row stand in the order of their first players. BadInput if there are too many to look through.
    """
    players = sum(sizes)
    if count_divisions(sizes) > MOST_DIVISIONS:
        raise BadInput(
            _(
                "{players} fall into teams in {ways} ways, and {most} are looked through at most: draw, or seat fewer",
                players=players_words(players),
                ways=number(count_divisions(sizes)),
                most=number(MOST_DIVISIONS),
            )
        )
    rows = np.zeros((1, 0), np.int64)
    left = [list(sizes)]  # by class of rows that have had the same sizes
    classes = np.zeros(1, np.int64)
    while left and left[0]:
        rows, classes, left = _one_more(players, rows, classes, left, wishes)
    return rows


def _one_more(
    players: int, rows: Masks, classes: Masks, left: list[list[int]], wishes: Wishes
) -> tuple[Masks, Masks, list[list[int]]]:
    """Add to every row each team that the first player without one may have."""
    used = rows.sum(axis=1) if rows.shape[1] else np.zeros(len(rows), np.int64)
    states, inverse = np.unique(np.stack([used, classes]), axis=1, return_inverse=True)
    inverse = inverse.reshape(-1)
    found, kinds = [], []
    after: dict[tuple[int, ...], int] = {}
    for state, (mask, kind) in enumerate(states.T.tolist()):
        free = [player for player in range(players) if not mask >> player & 1]
        here = rows[inverse == state]
        for size in sorted(set(left[kind])):
            rest = sorted(left[kind])
            rest.remove(size)
            teams = [
                sum(1 << player for player in (free[0], *others))
                for others in combinations(free[1:], size - 1)
                if not wishes or wishes.allow(frozenset((free[0], *others)))
            ]
            if not teams:
                continue
            wide = np.repeat(here, len(teams), axis=0)
            found.append(np.column_stack([wide, np.tile(np.array(teams, np.int64), len(here))]))
            kinds.append(np.full(len(wide), after.setdefault(tuple(rest), len(after)), np.int64))
    if not found:
        return np.zeros((0, rows.shape[1] + 1), np.int64), np.zeros(0, np.int64), []
    return np.concatenate(found), np.concatenate(kinds), [list(rest) for rest in after]


def _fitting(names: Sequence[str], sizes: Sequence[int], wishes: Wishes) -> Masks:
    """The divisions that the wishes allow. BadInput says why if there is none."""
    for group in wishes.together:
        for other in wishes.apart:
            if len(group & other) > 1:
                raise BadInput(
                    _("{names} are asked both to play together and to be kept apart", names=_named(group & other, names))
                )
        if len(group) > max(sizes):
            raise BadInput(
                _(
                    "{names} are to play together, and a team has {players} at most",
                    names=_named(group, names),
                    players=players_words(max(sizes)),
                )
            )
    for group in wishes.apart:
        if len(group) > len(sizes):
            raise BadInput(
                _("{names} cannot all be kept apart in {teams}", names=_named(group, names), teams=teams_words(len(sizes)))
            )
    found = divisions(sizes, wishes)
    if not len(found):
        raise BadInput(_("no teams of these sizes fulfil all the wishes: let go of one"))
    return found


def _named(group: frozenset[int], names: Sequence[str]) -> str:
    return listed([names[player] for player in sorted(group)])


def agreed(names: Sequence[str], sizes: Sequence[int], wishes: Wishes, rng: Random, game: str = "") -> tuple[Seating, int]:
    """Teams by agreement: as wished, and drawn at random if the wishes leave it open, all that fit equally likely.

    The seating, and among how many divisions there was still to be chosen. BadInput if the wishes cannot be fulfilled.
    """
    if not wishes:  # any order of the players, cut into teams, is as likely as any other
        order, masks = list(range(len(names))), []
        rng.shuffle(order)
        for size in sizes:
            masks.append(sum(1 << player for player in order[:size]))
            del order[:size]
        return seated(names, masks, rng, game), count_divisions(sizes)
    found = _fitting(names, sizes, wishes)
    return seated(names, found[rng.randrange(len(found))].tolist(), rng, game), len(found)


def seated(names: Sequence[str], masks: Sequence[int], rng: Random, game: str = "") -> Seating:
    """Teams at a table, partners spread round it, the seats of a team drawn at random; the larger teams first."""
    teams = [[name for player, name in enumerate(names) if mask >> player & 1] for mask in masks]
    rng.shuffle(teams)
    for team in teams:
        rng.shuffle(team)
    teams.sort(key=len, reverse=True)
    sides = seat_sides([len(team) for team in teams])
    return Seating(tuple(teams[side].pop() for side in sides), sides, game)


@dataclass(frozen=True)
class Balance:
    """Teams of equal strength, and all the draws beside them.

    A team's strength is the mean rating of its members; teams are apart by the strongest less the weakest.
    """

    seating: Seating
    strengths: tuple[float, ...]
    """By team of the seating."""
    apart: float
    draws: tuple[tuple[float, int], ...]
    """Every division that the wishes allow: how far its teams are apart, and how many divisions have that, from the evenest."""

    @property
    def number(self) -> int:
        """Number of divisions."""
        return sum(count for _, count in self.draws)

    @property
    def mean(self) -> float:
        """Mean difference between teams drawn at random."""
        return sum(apart * count for apart, count in self.draws) / self.number

    @property
    def as_even(self) -> int:
        """Number of divisions that are as even as this one."""
        return sum(count for apart, count in self.draws if apart <= self.apart)

    def quantile(self, share: float) -> float:
        """The least that at least this share of the draws do not exceed."""
        reached = 0
        for apart, count in self.draws:
            reached += count
            if reached >= share * self.number:
                return apart
        return self.draws[-1][0]

    @property
    def worst(self) -> float:
        """Largest difference allowed in a draw."""
        return self.draws[-1][0]


def read_ratings(texts: Sequence[str], names: Sequence[str]) -> dict[int, float]:
    """Ratings by player: `Ann=1850`, or figures in the order of the players. BadInput unless there is one for everybody."""
    parts = [part.strip() for text in texts for part in text.split(",") if part.strip()]
    found: dict[int, float] = {}
    for place, part in enumerate(parts):
        name, equals, figure = part.rpartition("=")
        if not equals and place >= len(names):
            raise BadInput(_("{n} ratings for {players}", n=len(parts), players=players_words(len(names))))
        player = find_name(name, names) if equals else place
        if player in found:
            raise BadInput(_("{name} is rated twice", name=names[player]))
        found[player] = read_rating(figure, names[player])
    missing = [name for player, name in enumerate(names) if player not in found]
    if missing:
        raise BadInput(ngettext("{names} has no rating", "{names} have no rating", len(missing), names=listed(missing)))
    return found


def read_rating(text: str, name: str) -> float:
    """A rating: any scale, 0 to 10,000. BadInput names whose it is."""
    try:
        value = float(text)
    except ValueError:
        raise BadInput(_("{name}'s rating: {text} is not a number", name=name, text=repr(text.strip()[:20]))) from None
    if not 0 <= value <= HIGHEST_RATING:
        raise BadInput(
            _(
                "{name}'s rating: {text} is not between 0 and {most}",
                name=name,
                text=text.strip()[:20],
                most=number(HIGHEST_RATING),
            )
        )
    return value


def balanced(
    names: Sequence[str],
    sizes: Sequence[int],
    ratings: Mapping[int, float],
    rng: Random,
    wishes: Wishes = NO_WISHES,
    game: str = "",
) -> Balance:
    """Return teams whose strengths differ least, drawn at random among equally even ones, with the figures of all other
    divisions.

    ratings: by number of the player. BadInput if wishes cannot be fulfilled or there are too many divisions.
    """
    found = _fitting(names, sizes, wishes)
    whole = [round(ratings[player] * PARTS) * _common(sizes) for player in range(len(names))]
    strengths = np.zeros(found.shape, np.int64)
    members = np.zeros(found.shape, np.int64)
    for player, rating in enumerate(whole):
        inside = found >> player & 1
        strengths += inside * rating
        members += inside
    strengths //= members
    apart = strengths.max(axis=1) - strengths.min(axis=1)
    values, counts = np.unique(apart, return_counts=True)
    evenest = np.flatnonzero(apart == values[0])
    chosen = found[evenest[rng.randrange(len(evenest))]].tolist()
    part = PARTS * _common(sizes)
    draws = tuple((value / part, count) for value, count in zip(values.tolist(), counts.tolist(), strict=True))
    seating = seated(names, chosen, rng, game)
    place = {name: player for player, name in enumerate(names)}
    means = tuple(sum(ratings[place[name]] for name in team) / len(team) for team in seating.teams)
    return Balance(seating, means, draws[0][0], draws)


def _common(sizes: Sequence[int]) -> int:
    """A figure that every size divides."""
    return int(np.lcm.reduce(np.array(sizes, np.int64)))
