"""Players of a study: bots with budgets that are not times, so that they choose the same on any machine and under any load."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from parlour.bots.base import Bot
from parlour.bots.isolated import BotProcesses, wanted
from parlour.bots.levels import adviser
from parlour.bots.timeless import ITERATIONS, timeless
from parlour.engine.game import Game
from parlour.engine.rooms import Room

if TYPE_CHECKING:
    from .tasks import Task

CHANCE, POLICY = "chance", "policy"
"""Compiled players of `playouts` and `totals`: random choices, or the policy of rollouts."""


def ladder(room: Room) -> tuple[str, ...]:
    """The usual players of a study, from the weakest up."""
    best = "strategy" if adviser(room) == "strategy" else f"strong:iterations={ITERATIONS}"
    return (CHANCE, "easy", "fair", best)


_processes = BotProcesses()
"""The isolated bots of this process, for as long as it lives: the next task may need them again."""
atexit.register(_processes.close)


def player(text: str, game: Game, seed: int | None = None, isolated: bool | None = None) -> Bot:
    """The bot of a text, without a clock; with this seed if the text gives none. isolated: see `bots.isolated.wanted`.

    BadInput if there is no such bot, it does not play the game, or its budget is time.
    """
    if wanted(text, isolated):
        return _processes.invite(game, text, seed=seed, timeless=True)
    return timeless(text, game.room, seed)


def seated(task: Task, bots: Sequence[Bot], *place: int) -> AbstractContextManager[list[Bot]]:
    """The bots of a match of a task by seat, isolated ones with processes. place: distinguishes those of its matches that have
    the same deal."""
    return _processes.seated(bots, (task.bots, task.kind, place))
