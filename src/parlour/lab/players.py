"""Who plays in a study: bots whose budgets are no time, so that they choose the same on every machine and under every load."""

from __future__ import annotations

import math
from dataclasses import replace

from parlour import bots
from parlour.bots.base import Bot
from parlour.bots.greedy import Greedy
from parlour.bots.levels import LEVELS, adviser
from parlour.engine.errors import BadInput
from parlour.engine.rooms import Room

CHANCE, POLICY = "chance", "policy"
"""Who plays `playouts` and `totals`, compiled: any choice, or the policy that rollouts are played by."""
STRONG = 1000
"""Iterations of the strongest player of the usual ladder."""


def ladder(room: Room) -> tuple[str, ...]:
    """The usual players of a study, from the weakest up."""
    best = "strategy" if adviser(room) == "strategy" else f"strong:iterations={STRONG}"
    return (CHANCE, "easy", "fair", best)


def player(text: str, room: Room, seed: int | None = None) -> Bot:
    """The bot of a text, without a clock; with this seed, where the text gives none.

    BadInput where there is no such bot, it does not play the room, or its budget is time. What a bot from a file
    (`mine.py:MyBot`) goes by is not known: it has to choose by what it is shown.
    """
    bot = bots.make(text)
    behind = bot.player(room) if isinstance(bot, LEVELS) else bot
    if not type(bot).plays(room) or not type(behind).plays(room):
        raise BadInput(f"the bot {bot.name} does not play {room.name}")
    if hasattr(behind, "seconds") and getattr(behind, "iterations", None) == 0:
        raise BadInput(f"{text} thinks by the clock; in a study budgets are no time: {bot.name}:iterations={STRONG}")
    if isinstance(bot, Greedy):
        bot = replace(bot, seconds=math.inf)
    return bot if bot.seed is not None else replace(bot, seed=seed)
