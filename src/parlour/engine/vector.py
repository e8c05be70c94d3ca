"""Many matches side by side in one array, for training and study."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.kit import DEAL, NOBODY, rule

from . import steps
from .dispatch import choices, proceed
from .rooms import Room


@rule
def begin_row(tables, i, seed):
    """Match i of a seed on tables[i], up to its first choice."""
    steps.begin(tables[i], seed, i)
    _onward(tables[i], seed, i)


@rule
def _onward(t, seed, match):
    """Steps and deals until somebody must choose, the match is over, or it is given up."""
    for _ in range(steps.MOST_STEPS):
        if t.turn != NOBODY or t.over:
            return
        if t.phase == DEAL:
            steps.open_hand(t, seed, match)
        else:
            proceed(t)
    t.over = steps.GIVEN_UP


@rule
def play_row(tables, i, choice, seed):
    """Make a legal choice on tables[i] and go on to the next one; do nothing if the match is over."""
    if tables[i].over == 0:
        steps.act(tables[i], choice)
        _onward(tables[i], seed, i)


@rule
def menu_row(tables, i, menu):
    """Write the menu of tables[i]. Return its number of entries, 0 if the match is over."""
    return choices(tables[i], menu) if tables[i].over == 0 else 0


@rule
def _begin_all(tables, seed):
    for i in range(len(tables)):
        begin_row(tables, i, seed)


@rule
def _play_all(tables, codes, seed):
    for i in range(len(tables)):
        play_row(tables, i, codes[i], seed)


@rule
def _menus(tables, menus, sizes):
    for i in range(len(tables)):
        sizes[i] = menu_row(tables, i, menus[i])


class TableVector:
    """Matches of one game side by side. Made by `Game.tables`. Matches that are over stay as they ended.

    room: of the game. array: their tables, a record array of shape (n,). seed: of the deals.
    """

    def __init__(self, room: Room, tables: Any, seed: int) -> None:
        self.room, self.array, self.seed = room, tables, seed
        self._menus = np.zeros((len(tables), room.menu_size), np.int64)
        self._sizes = np.zeros(len(tables), np.int64)
        _begin_all(self.array, seed)
        self._check()

    def __len__(self) -> int:
        return len(self.array)

    def menus(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return (menus, sizes), int64[n, menu size] and int64[n]: menus[i, :sizes[i]] are the entries of table i, none if it is
        over.

        The low 32 bits of an entry are a code, the high 32 bits how many codes follow it in a run. Both arrays are written over
        by the next call.
        """
        _menus(self.array, self._menus, self._sizes)
        return self._menus, self._sizes

    def play(self, codes: npt.NDArray[np.int64]) -> None:
        """Make one choice at every table that is not over.

        codes: int64[n], one per table. They must be legal: that is not checked.

        RuntimeError: a match goes on forever with nobody choosing.
        """
        _play_all(self.array, np.ascontiguousarray(codes, np.int64), self.seed)
        self._check()

    def _check(self) -> None:
        """Check that no match goes on forever without a choice. RuntimeError names it."""
        stuck = np.flatnonzero(self.array["over"] == steps.GIVEN_UP)
        if len(stuck):
            raise RuntimeError(f"{self.room.name}: in match {stuck[0]} of seed {self.seed} nobody is ever asked again")

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Return which matches have ended, bool[n]."""
        return np.asarray(self.array["over"] != 0)

    @property
    def payoff(self) -> npt.NDArray[np.float64]:
        """Results by table and seat, float64[n, most seats of the game]; zeros until a match is over."""
        return np.asarray(self.array["payoff"])
