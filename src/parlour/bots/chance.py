"""The bot that chooses by chance: the measure of all others, and the opponent for a first look at a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from parlour.engine.view import View

from .base import Bot, Thought


@dataclass(frozen=True)
class Chance(Bot):
    """Every entry of the menu equally likely, then every code of a run."""

    name: ClassVar[str] = "chance"

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        thought = Thought(view, self._seed_for(view))
        while (code := thought.any()) >= 0:
            thought.take(code)
        return thought.codes


BOT = Chance
