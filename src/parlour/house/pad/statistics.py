"""Statistics of an evening from a pad: matches won, hands scored in, best and worst hands, averages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from parlour.languages import lazy_gettext

from .sheet import Figure, HandOfPad, MatchOfPad


class Tally(NamedTuple):
    """Figures of some scored hands and finished matches, by seat. They can be added up, hand by hand and match by match."""

    hands: int
    points: tuple[int, ...]
    best: tuple[int, ...]
    worst: tuple[int, ...]
    scoring: tuple[int, ...]
    dealt: tuple[int, ...]
    finished: int
    won: tuple[int, ...]
    level: tuple[int, ...]
    """With whom a seat had the same total after every hand, as bits."""

    @classmethod
    def none(cls, seats: int) -> Tally:
        """Return the tally of no hands."""
        zeros = (0,) * seats
        return cls(0, zeros, zeros, zeros, zeros, zeros, 0, zeros, ((1 << seats) - 1,) * seats)

    @classmethod
    def of_hand(cls, hand: HandOfPad) -> Tally:
        """Return the tally of one hand that is scored."""
        points, totals = tuple(hand.points), hand.totals
        seats = range(len(points))
        level = tuple(sum(1 << q for q in seats if totals[q] == totals[p]) for p in seats)
        dealt = tuple(int(hand.dealer == p) for p in seats)
        return cls(1, points, points, points, tuple(int(x > 0) for x in points), dealt, 0, (0,) * len(points), level)

    @classmethod
    def of_end(cls, match: MatchOfPad) -> Tally:
        """Return the tally of the end of a match, without its hands."""
        nothing = cls.none(len(match.totals))
        return nothing._replace(finished=1, won=tuple(int(p in match.winners) for p in range(len(match.totals))))

    def plus(self, other: Tally) -> Tally:
        """Return the sum of two tallies."""
        if not (self.hands and other.hands):
            best, worst = (self.best, self.worst) if self.hands else (other.best, other.worst)
        else:
            best, worst = _each(max, self.best, other.best), _each(min, self.worst, other.worst)
        return Tally(
            self.hands + other.hands,
            _sums(self.points, other.points),
            best,
            worst,
            _sums(self.scoring, other.scoring),
            _sums(self.dealt, other.dealt),
            self.finished + other.finished,
            _sums(self.won, other.won),
            tuple(a & b for a, b in zip(self.level, other.level, strict=True)),
        )

    def together(self, seats: Iterable[int]) -> bool:
        """Whether some seats had one total after every hand."""
        several = list(seats)
        return all(self.level[several[0]] >> p & 1 for p in several)

    def figures(self) -> list[Figure]:
        """The statistics of a sheet; none if no hand is scored."""
        if not self.hands:
            return []
        found = [
            Figure(lazy_gettext("Hands"), [self.hands] * len(self.points)),
            Figure(lazy_gettext("Points per hand"), [round(points / self.hands, 1) for points in self.points]),
            Figure(lazy_gettext("Best hand"), list(self.best)),
            Figure(lazy_gettext("Worst hand"), list(self.worst)),
            Figure(lazy_gettext("Hands with points"), list(self.scoring)),
            Figure(lazy_gettext("Dealt"), list(self.dealt)),
        ]
        if self.finished:
            found.insert(
                0,
                Figure(
                    lazy_gettext("Matches won"),
                    [lazy_gettext("{n} of {matches}", n=won, matches=self.finished) for won in self.won],
                ),
            )
        return found


def _each(choose: Callable[[int, int], int], ours: Sequence[int], theirs: Sequence[int]) -> tuple[int, ...]:
    return tuple(choose(a, b) for a, b in zip(ours, theirs, strict=True))


def _sums(ours: Sequence[int], theirs: Sequence[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(ours, theirs, strict=True))
