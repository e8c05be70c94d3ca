"""Verdicts on deals. A winning line counts only after it has been played by the rules of the room."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from parlour.engine.counting import counted
from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.steps import act, settle, verdict
from parlour.kit import NOBODY, rule
from parlour.languages import mark

WORDS = (mark("easy"), mark("moderate"), mark("hard"), mark("very hard"))
"""From the easiest quarter of the deals that may be won to the hardest."""
UNWINNABLE = "not solvable"


class Found(NamedTuple):
    """Result of a search, in its own moves. winnable: None if it found neither a win nor an end."""

    winnable: bool | None
    line: list[int]
    states: int
    seconds: float


@dataclass(frozen=True)
class Verdict:
    """Whether a position can be won.

    winnable: None if that was not settled. line: the choices that win, played and found good by the rules. states: positions
    looked at. seconds: of processor time.
    """

    winnable: bool | None
    line: tuple[str, ...]
    states: int
    seconds: float

    def __str__(self) -> str:
        return {True: "winnable", False: "unwinnable", None: "unsettled"}[self.winnable]


@dataclass(frozen=True)
class Rating:
    """The difficulty of a deal.

    word: one of `WORDS`, or `UNWINNABLE` if the solver has proved that. winnable: whether it can be won, None if that is not
    known. ease: mean result of the matches. won: share of them that was won.
    """

    word: str
    winnable: bool | None
    ease: float
    won: float

    def __str__(self) -> str:
        return self.word if self.winnable is not None else f"{self.word}, not known to be winnable"


@lru_cache(maxsize=4096)
def code_of(room: Room, name: str) -> int:
    """The code of a choice."""
    return room.read_choice(name)


def wins(game: Game, tables: Any, line: Sequence[str]) -> bool:
    """Whether these choices win by the rules from tables[0], which is left as it is."""
    codes = np.array([code_of(game.room, name) for name in line], np.int64)
    return bool(follow(tables[:1].copy(), codes))


@rule
def follow(tables, codes):
    """Make choices one after another, as far as the match goes; whether all were legal and the seat has won."""
    t = tables[0]
    settle(t)
    for k in range(len(codes)):
        if t.over:
            break
        if t.turn == NOBODY or verdict(t, codes[k]) != 0:
            return False
        act(t, codes[k])
        settle(t)
    return t.over == 1 and t.payoff[0] > 0.0


@dataclass(frozen=True)
class Summary:
    """Summary of the verdicts on many deals; shares are of all deals.

    low, high: 95 % interval of the share that can be won (Wilson); it is wide enough for every unsettled deal to be either.
    """

    deals: int
    winnable: int
    unwinnable: int
    unsettled: int
    low: float
    high: float
    median_seconds: float
    mean_seconds: float
    most_seconds: float

    @classmethod
    def of(cls, verdicts: Sequence[Verdict]) -> Summary:
        """Sum up; at least one verdict."""
        won = sum(verdict.winnable is True for verdict in verdicts)
        lost = sum(verdict.winnable is False for verdict in verdicts)
        n = len(verdicts)
        seconds = [verdict.seconds for verdict in verdicts]
        return cls(
            deals=n,
            winnable=won,
            unwinnable=lost,
            unsettled=n - won - lost,
            low=wilson(won, n)[0],
            high=wilson(n - lost, n)[1],
            median_seconds=statistics.median(seconds),
            mean_seconds=statistics.fmean(seconds),
            most_seconds=max(seconds),
        )

    def __str__(self) -> str:
        return (
            f"{counted(self.deals, 'deal', form=',')}: {self.winnable:,} winnable "
            f"({100 * self.winnable / self.deals:.2f} %, 95 % interval"
            f" {100 * self.low:.2f} to {100 * self.high:.2f}), {self.unwinnable:,} unwinnable, {self.unsettled:,} unsettled;"
            f" median {1000 * self.median_seconds:.2f} ms, mean {self.mean_seconds:.3f} s, most {self.most_seconds:.1f} s"
        )


def wilson(k: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share, k of n (Wilson's score interval).

    >>> [round(bound, 3) for bound in wilson(90, 100)]
    [0.826, 0.945]
    """
    z = 1.959964
    middle, spread = k / n + z * z / (2 * n), z * math.sqrt(k * (n - k) / n**3 + z * z / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n))
