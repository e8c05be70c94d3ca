"""The levels of strength of the bots, the same for every game: easy, fair and strong.

strong: the best player of the house: the search, or the player that the room names (`hint` in its `table.toml`), and in games of
nerve the strategy learned for them.
fair: the same player, which thinks for a thousandth of a second or two: it remembers most of what has gone and foresees little.
In games of nerve and in patiences, where little thought goes far, it sometimes follows its first impression, as `easy` always
does.
easy: remembers little more than the last round, looks one choice ahead on a handful of deals, and so makes the mistakes that
people make: leads into cards that must still be out, counts on cards that have been played, takes what looks good at once. A room
may name another player for it (`easy` in its `table.toml`): in patiences people do not play at random, and a deal must come to an
end; and at Delphi to look one choice ahead is to weigh all rules, which no person can.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.view import View

from .base import Bot
from .greedy import Greedy
from .nerve import Nerve
from .options import Option
from .recall import faded
from .search import Search
from .solver import Solver
from .strategy import Strategy

CARELESS = 0.1
"""The share of choices in which `fair` follows its first impression if there is a strategy of nerve, or a solver."""


@dataclass(frozen=True)
class _Level(Bot):
    """A level plays every game; which bot does it there is `player`. rounds: how long a card that went by stays in mind."""

    rounds: ClassVar[float] = math.inf

    def player(self, room: Room) -> Bot:
        """The bot that plays a room at this level."""
        raise NotImplementedError

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        return self.player(view.game.room).choose(self.remembered(view))

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        """See `Bot.consider`."""
        return self.player(view.game.room).consider(self.remembered(view))

    def compare(self, view: View, code: int) -> list[Option]:
        """See `Bot.compare`."""
        return self.player(view.game.room).compare(self.remembered(view), code)

    def prepare(self, game: Game) -> None:
        """See `Bot.prepare`."""
        self.player(game.room).prepare(game)

    def remembered(self, view: View) -> View:
        """The view as this level has it in mind. In a patience it is all there: what has gone by can be looked at again."""
        return view if math.isinf(self.rounds) or view.game.seats == 1 else faded(view, self.seed, self.rounds)


@dataclass(frozen=True)
class Strong(_Level):
    """seconds: budget of a move, if the game is searched. iterations: if above 0, the budget instead, of the search or of the
    solver: with a seed it then chooses the same wherever it runs. threads: the most that the search takes."""

    name: ClassVar[str] = "strong"
    seconds: float = 0.5
    iterations: int = 0
    threads: int = 1

    def __post_init__(self) -> None:
        if not self.seconds > 0 or self.threads < 1 or self.iterations < 0:
            raise BadInput(f"{self.name}: seconds and threads must be above 0, iterations not below")

    def player(self, room: Room) -> Bot:
        """See `_Level.player`."""
        if adviser(room) == Strategy.name:
            return Strategy(self.seed)
        if adviser(room) == Solver.name:
            return Solver(self.seed, seconds=self.seconds, iterations=self.iterations)
        if Nerve.plays(room):
            return Nerve(self.seed, seconds=self.seconds, iterations=self.iterations, threads=self.threads)
        return Search(self.seed, seconds=self.seconds, iterations=self.iterations, threads=self.threads)


@dataclass(frozen=True)
class Fair(_Level):
    """iterations: of the search, or of the solver."""

    name: ClassVar[str] = "fair"
    rounds: ClassVar[float] = 20.0
    iterations: int = 50

    def __post_init__(self) -> None:
        if self.iterations < 1:
            raise BadInput(f"{self.name}: iterations must be above 0")

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        return Easy(self.seed).choose(view) if self._careless(view) else self._win(view) or super().choose(view)

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        """See `Bot.consider`."""
        return Easy(self.seed).consider(view) if self._careless(view) else super().consider(view)

    def _win(self, view: View) -> list[int]:
        """Return the choice that wins the match at once, if the room's own player makes it; else nothing. Few iterations miss
        it among the many ways to go on."""
        room = view.game.room
        if adviser(room) != Strategy.name:
            return []
        return Strategy(self.seed).winning(self.remembered(view))

    def _careless(self, view: View) -> bool:
        """Whether it follows its first impression."""
        room = view.game.room
        quick = Nerve.plays(room) or adviser(room) == Solver.name
        return quick and Random(self._seed_for(view)).random() < CARELESS

    def player(self, room: Room) -> Bot:
        """See `_Level.player`."""
        if adviser(room) == Solver.name:
            return Solver(self.seed, iterations=self.iterations)
        if Nerve.plays(room):
            return Nerve(self.seed, iterations=self.iterations)
        return Search(self.seed, iterations=self.iterations)

    def prepare(self, game: Game) -> None:
        """See `Bot.prepare`; what it is careless by and what sees a win too."""
        super().prepare(game)
        if adviser(game.room) == Strategy.name:
            match = game.start(seed=0)
            Strategy(self.seed).winning(match.view(match.turn if match.turn >= 0 else match.asked[0], memory=True))
        Easy(self.seed).prepare(game)


@dataclass(frozen=True)
class Easy(_Level):
    """deals: on which a choice is tried; if the solver plays, its iterations."""

    name: ClassVar[str] = "easy"
    rounds: ClassVar[float] = 2.0
    deals: int = 4

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise BadInput(f"{self.name}: deals must be above 0")

    def player(self, room: Room) -> Bot:
        """See `_Level.player`."""
        named, _, advice = str(room.look.get("easy", Greedy.name)).partition(":")
        if named == Strategy.name:
            return Strategy(self.seed, advice=advice)
        if named == Solver.name:
            return Solver(self.seed, iterations=self.deals)
        return Greedy(self.seed, deals=self.deals, seconds=math.inf)  # a handful, without a time limit

    def remembered(self, view: View) -> View:
        """See `_Level.remembered`; in a patience nothing is looked at again."""
        return replace(view, memory=None) if view.game.seats == 1 else super().remembered(view)


def adviser(room: Room) -> str:
    """The name of the bot that knows a game best."""
    return str(room.look.get("hint", Search.name))


LEVELS: tuple[type[_Level], ...] = (Easy, Fair, Strong)
"""From the lowest up."""
BOTS = LEVELS
