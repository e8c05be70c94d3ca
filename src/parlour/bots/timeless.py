"""Bots whose budgets are not times, so that they choose the same on every machine and under every load."""

from __future__ import annotations

import math
from dataclasses import replace

from parlour.engine.errors import BadInput
from parlour.engine.rooms import Room

from . import make
from .base import Bot
from .greedy import Greedy
from .levels import LEVELS

ITERATIONS = 1000
"""A budget that is recommended instead of time."""


def timeless(text: str, room: Room, seed: int | None = None) -> Bot:
    """The bot of a text, without a clock; with this seed if the text gives none.

    BadInput if there is no such bot, it does not play the room, or its budget is time. What a bot from a file
    (`mine.py:MyBot`) chooses by is not known: it has to choose by what it is shown.
    """
    bot = make(text)
    behind = bot.player(room) if isinstance(bot, LEVELS) else bot
    if not type(bot).plays(room) or not type(behind).plays(room):
        raise BadInput(f"the bot {bot.name} does not play {room.name}")
    if hasattr(behind, "seconds") and getattr(behind, "iterations", None) == 0:
        raise BadInput(f"{text} thinks by the clock; in a study budgets are not times: {bot.name}:iterations={ITERATIONS}")
    if isinstance(bot, Greedy):
        bot = replace(bot, seconds=math.inf)
    return bot if bot.seed is not None else replace(bot, seed=seed)
