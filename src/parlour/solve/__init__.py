"""Whether a patience can be won when all cards are known, and how.

>>> import parlour
>>> from parlour.solve import solve
>>> verdict = solve(parlour.game("klondike").start(seed=1))
>>> verdict.winnable, len(verdict.line) > 0
(True, True)

What is said here comes from cards that a player does not see: a hint must never ask it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from parlour.engine.errors import BadInput

from .verdicts import Summary, Verdict, wins

if TYPE_CHECKING:
    from parlour.engine.game import Game
    from parlour.engine.match import Match

__all__ = ["GAMES", "Settler", "Summary", "Verdict", "check", "solve"]

GAMES = ("klondike", "spider")
"""The games with a solver, each in a module of its name."""


def _solver_of(game: Game) -> Any:
    """The solver's class. BadInput if there is none for the game, or it does not know its house rules."""
    if game.room.name not in GAMES:
        raise BadInput(f"there is no solver for {game.room.name}; there is one for {' and '.join(GAMES)}")
    solver = importlib.import_module(f".{game.room.name}", __name__).Solver
    solver.check(game.blank()[0])
    return solver


def check(game: Game) -> None:
    """Check that deals of a game can be settled under its house rules.

    game: the game with its house rules.

    BadInput: why they cannot.
    """
    _solver_of(game)


class Settler:
    """Settles positions of one game, one after another; belongs to one thread. BadInput if there is no solver for it.

    seconds: of processor time for each. memory: MiB at most.
    """

    def __init__(self, game: Game, seconds: float = 60.0, memory: int = 512) -> None:
        self._game, self._seconds = game, seconds
        self._solver: Any = _solver_of(game)(memory)

    def warm_up(self) -> None:
        """Compile what the first verdict would have to wait for."""
        self._solver.warm_up(self._game)
        wins(self._game, self._game.blank(), ())

    def stop(self) -> None:
        """Stop, from any thread: the position being settled is left unsettled soon, and so are all that follow."""
        self._solver.stopped = True

    @property
    def stopped(self) -> bool:
        """Whether it was stopped."""
        return bool(self._solver.stopped)

    def settle(self, tables: Any) -> Verdict:
        """Return the verdict on a position. A line that the rules refuse does not count.

        tables: a record array; in the first the player is asked.
        """
        found = self._solver.settle(tables, self._seconds)
        line = self._solver.choices(tables, found.line) if found.winnable else []
        if found.winnable and not wins(self._game, tables, line):
            return Verdict(None, (), found.states, found.seconds)
        return Verdict(found.winnable, tuple(line), found.states, found.seconds)


def rater(game: Game, seconds: float = 5.0, memory: int = 128) -> Any:
    """Return a `parlour.solve.difficulty.Rater`, which says how hard deals of a game are; it brings compiled code of its own."""
    return importlib.import_module(".difficulty", __name__).Rater(game, seconds, memory)


def solve(match: Match, seconds: float = 60.0, memory: int = 512) -> Verdict:
    """Return whether a match can be won as it stands, all cards known.

    match: of Klondike or Spider. seconds: of processor time at most. memory: MiB at most.

    BadInput: the game has no solver, or the match is over.
    """
    if match.over:
        raise BadInput("the match is over")
    return Settler(match.game, seconds, memory).settle(match.tables)
