"""The bot that chooses at random: the baseline for all others, and the opponent for a first look at a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from parlour.engine.view import View

from .base import Bot, Thought

_draw = Random().random


@dataclass(frozen=True)
class Chance(Bot):
    """Every entry of the menu equally likely, then every code of a run."""

    name: ClassVar[str] = "chance"

    @property
    def looks(self) -> bool:
        """See `Bot.looks`. With a seed equal views get equal answers, so they have to be looked at."""
        return self.seed is not None

    def pick(self, menu: Sequence[int]) -> int:
        """See `Bot.pick`."""
        entry = menu[int(_draw() * len(menu))]
        more = entry >> 32
        return (entry & 0xFFFFFFFF) + int(_draw() * (more + 1)) if more else entry

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        thought = Thought(view, self._seed_for(view))
        while (code := thought.any()) >= 0:
            thought.take(code)
        return thought.codes


BOT = Chance
