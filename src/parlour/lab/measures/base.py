"""The form of a measure and its input: the columns of a table of results, one row per match or decision.

A measure reads arrays and nothing else, so that it can be tried on made-up results whose answer is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine.errors import BadInput
from parlour.lab.statistics import Figure

Column = npt.NDArray[Any]
Columns = Mapping[str, Column]
"""By name: [rows], or [rows, seats] and the like if every row holds as many values."""
Figures = dict[str, Figure]
"""By part of the measure (a seat, a pair of players, a tenth of the match); "" if there is only one."""


@dataclass(frozen=True)
class Setting:
    """Conditions under which the rows were played. players: the bots of the question, weakest first; seed: of the study, and of
    every resample.
    """

    game: str
    seats: int
    players: tuple[str, ...] = ()
    seed: int = 0


@dataclass(frozen=True)
class Measure:
    """One thing to know of a game. says: its meaning in a sentence; source: who defined it; rows: the kind of task it reads.

    unit: of its figures: "share" (0 to 1), "scale" (1 for certain, below 0 if worse than a seat drawn at random), "gain" (over
    a fair share), "Elo", or a word for what is counted.
    """

    name: str
    title: str
    unit: str
    says: str
    source: str
    rows: str
    work: Callable[[Columns, Setting], Figures]

    def __call__(self, columns: Columns, setting: Setting) -> Figures:
        """The figures; none if the rows do not say (a patience has no seats)."""
        found = self.work(columns, setting) if len(next(iter(columns.values()), ())) else {}
        return {part: _within(figure) for part, figure in found.items()} if self.unit == "share" else found


def _within(figure: Figure) -> Figure:
    """A share is no less than 0 and no more than 1, and so is its interval."""
    return Figure(figure.value, max(figure.low, 0.0), min(figure.high, 1.0), figure.n) if figure.known else figure


def columns_of(tables: Sequence[Any]) -> dict[str, Column]:
    """The columns of Arrow tables, one after the other; a list of equal lengths becomes rows of a matrix, other lists objects."""
    found: dict[str, list[Column]] = {}
    for table in tables:
        for name in table.column_names:
            found.setdefault(name, []).append(_array(table.column(name).combine_chunks()))
    lengths = {sum(len(part) for part in parts) for parts in found.values()}
    if len(lengths) > 1:
        raise BadInput("these results were written by different versions of the lab: their columns differ")
    return {name: _joined(parts) for name, parts in found.items()}


def _joined(parts: list[Column]) -> Column:
    if len({part.shape[1:] for part in parts}) == 1:
        return np.concatenate(parts)
    rows = np.empty(sum(len(part) for part in parts), object)
    rows[:] = [row for part in parts for row in part]
    return rows


def _array(column: Any) -> Column:
    if not hasattr(column, "flatten") or not hasattr(column, "value_lengths"):
        return np.asarray(column.to_numpy(zero_copy_only=False))
    sizes = column.value_lengths().to_numpy(zero_copy_only=False)
    inner = column.flatten()
    if len(sizes) and (sizes == sizes[0]).all() and not hasattr(inner, "value_lengths"):
        return np.asarray(inner.to_numpy(zero_copy_only=False)).reshape(len(sizes), int(sizes[0]))
    rows = np.empty(len(sizes), object)
    rows[:] = [np.asarray(row) if row is not None else None for row in column.to_pylist()]
    return rows


def bits(sets: Column, seats: int) -> npt.NDArray[np.bool_]:
    """bool[rows, seats] of seats written as the bits of a number; nobody for a number below 0."""
    numbers = np.asarray(sets, np.int64)
    return ((numbers[:, None] >> np.arange(seats)) & 1).astype(bool) & (numbers >= 0)[:, None]


def wins(columns: Columns, seats: int) -> npt.NDArray[np.float64]:
    """float[rows, seats]: the part of the match that each seat won, a win shared by several counted in parts."""
    won = bits(columns["winners"], seats)
    return won / np.maximum(won.sum(axis=1, keepdims=True), 1)
