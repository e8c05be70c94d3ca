"""Sums over the results that a study has: `parlour study` prints them, and they must not depend on who did the work."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots.arena import student

from .arrow import Rows
from .store import Store
from .tasks import Task

Group = tuple[str, tuple[tuple[str, Any], ...], tuple[str, ...]]


def totals(store: Store, tasks: Iterable[Task]) -> list[dict[str, Any]]:
    """A dictionary for each kind of task, house rules and bots among the tasks: what was played, and the mean payoff with its
    95 % interval: by seat, or by player if the seats rotate."""
    groups: dict[Group, list[Task]] = {}
    for task in tasks:
        groups.setdefault((task.kind, task.house, task.bots), []).append(task)
    found = []
    for (kind, house, bots), those in groups.items():
        row: dict[str, Any] = {"kind": kind, "house": dict(house), "bots": list(bots), "tasks": len(those)}
        found.append(row | SUMS[kind](store.read_all(those)))
    return found


def square(column: Any) -> npt.NDArray[Any]:
    """A column of lists of one length as an array with a row for each."""
    flat = column.combine_chunks()
    return np.asarray(flat.flatten().to_numpy(zero_copy_only=False).reshape(len(flat), -1))


def _playouts(rows: Rows) -> dict[str, Any]:
    payoff = square(rows["payoff"])
    return _counted(rows, len(payoff)) | _interval(len(payoff), payoff.sum(axis=0), (payoff**2).sum(axis=0))


def _totals(rows: Rows) -> dict[str, Any]:
    matches = int(np.sum(rows["matches"].to_numpy()))
    sums = [square(rows[name]).sum(axis=0) for name in ("payoff", "payoff_squares")]
    return _counted(rows, matches) | _interval(matches, *sums)


def _counted(rows: Rows, matches: int) -> dict[str, Any]:
    return {"matches": matches} | {name: int(np.sum(rows[name].to_numpy())) for name in ("hands", "decisions")}


def _interval(n: int, sums: npt.NDArray[Any], squares: npt.NDArray[Any]) -> dict[str, Any]:
    """Mean and half the width of its 95 % interval, from n values added up."""
    mean = sums / n
    variance = np.maximum(squares - n * mean**2, 0.0) / max(n - 1, 1)
    margin = student(n - 1) * np.sqrt(variance / n) if n > 1 else np.full(len(mean), math.nan)
    return {"mean_payoff": mean.tolist(), "margin": margin.tolist()}


SUMS = {"playouts": _playouts, "totals": _totals}
