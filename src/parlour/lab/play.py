"""Doing a task: the same task gives the same table, wherever and whenever it is done.

| kind | who plays | a row |
| --- | --- | --- |
| `playouts` | `chance` or `policy`, compiled | a match |
| `totals` | the same | the whole task, added up |
| `matches` | bots, each deal in every seating | a match |
| `decisions` | one bot on all seats | a decision that was looked at |

Every column is described in docs/cluster.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots.base import workspace_for
from parlour.bots.rollouts import Floats
from parlour.engine.errors import BadInput
from parlour.engine.game import Game

from .arrow import Rows, arrow
from .collect import DECISIONS, FIGURES, HANDS, LOGS, WINNERS, Sheet, collect_chance, collect_policy, sheet, tally
from .players import CHANCE, POLICY
from .seated import decisions, matches
from .tasks import CHUNK, Task

BATCH = CHUNK["playouts"]
"""Matches whose rows are held at a time."""


def perform(task: Task) -> Rows:
    """Return the result of a task, one row per match or decision. BadInput if it cannot be done."""
    if task.kind not in KINDS:
        raise BadInput(f"there is no task of the kind {task.kind}; the kinds are {', '.join(KINDS)}")
    return KINDS[task.kind](task)


def _playouts(task: Task) -> Rows:
    game = task.open()
    return _rows(_played(game, task, task.first, task.count))


def _played(game: Game, task: Task, first: int, count: int) -> Sheet:
    """Some matches of a task. RuntimeError if one never ends."""
    if task.bots not in ((CHANCE,), (POLICY,)):
        raise BadInput(f"{task.kind} are played by {CHANCE} or by {POLICY}, not by {', '.join(task.bots)}")
    found, tables, low = sheet(count, game.seats), game.blank(2), int(game.room.low)
    if task.bots == (CHANCE,):
        menu = np.zeros(game.room.menu_size, np.int64)
        stuck = collect_chance(tables, first, task.seed, low, menu, LOGS, found)
    else:
        stuck = collect_policy(tables, first, task.seed, low, workspace_for(game), LOGS, found)
    _ended(game, task, stuck)
    return found


def _ended(game: Game, task: Task, stuck: int) -> None:
    """RuntimeError if a match of a task did not end."""
    if stuck >= 0:
        raise RuntimeError(f"{game.room.name}: match {stuck} of seed {task.seed} went past the bound of its rules")


def _rows(found: Sheet) -> Rows:
    pa = arrow()
    columns: dict[str, Any] = {name: pa.array(found.figures[:, k]) for k, name in enumerate(FIGURES)}
    columns["choices_log"] = pa.array(found.logs)
    columns["payoff"] = lists(found.payoff)
    columns["first_hand_score"] = lists(found.first_score)
    columns["sides"] = lists(found.sides)
    columns["choices_by_tenth"] = lists(found.choices_by_tenth)
    columns["count_by_tenth"] = lists(found.count_by_tenth)
    return pa.table(columns)


def lists(values: npt.NDArray[Any]) -> Any:
    """A column of lists, from an array with a row for each."""
    pa = arrow()
    offsets = np.arange(len(values) + 1, dtype=np.int32) * values.shape[1]
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(np.ascontiguousarray(values).ravel()))


def _totals(task: Task) -> Rows:
    """One row: sums over matches, and of squares if an interval needs them."""
    game, pa = task.open(), arrow()
    sums = _tallied(game, task) if task.bots == (CHANCE,) else _added_up(game, task)
    return pa.table(
        {
            "first": pa.array([task.first]),
            "matches": pa.array([task.count]),
            "decisions": pa.array(sums[0, :1].astype(np.int64)),
            "hands": pa.array(sums[0, 1:2].astype(np.int64)),
            "payoff": lists(sums[:1, 2:]),
            "payoff_squares": lists(sums[1:2, 2:]),
            "wins": lists(sums[2:, 2:]),
        }
    )


def _tallied(game: Game, task: Task) -> Floats:
    """The sums of `tally` over a task. RuntimeError if a match never ends."""
    sums, menu = np.zeros((3, 2 + game.seats)), np.zeros(game.room.menu_size, np.int64)
    one = np.zeros(2 + game.seats)
    _ended(game, task, tally(game.blank(2), task.count, task.first, task.seed, menu, one, sums))
    return sums


def _added_up(game: Game, task: Task) -> Floats:
    """Add up rows, of which this many are held at a time."""
    sums = np.zeros((3, 2 + game.seats))
    for first in range(task.first, task.first + task.count, BATCH):
        found = _played(game, task, first, min(BATCH, task.first + task.count - first))
        values = np.hstack([found.figures[:, DECISIONS : HANDS + 1], found.payoff])
        won = found.figures[:, [WINNERS]] >> np.arange(game.seats) & 1
        sums += [values.sum(axis=0), (values**2).sum(axis=0), np.zeros(2 + game.seats)]
        sums[2, 2:] += (won / np.maximum(won.sum(axis=1, keepdims=True), 1)).sum(axis=0)
    return sums


KINDS: dict[str, Callable[[Task], Rows]] = {
    "playouts": _playouts,
    "totals": _totals,
    "matches": matches,
    "decisions": decisions,
}
