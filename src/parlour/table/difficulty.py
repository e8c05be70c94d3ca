"""How hard the deals of patiences are, in a word: rated in the background, kept while the server runs.

The word depends on hidden cards, and nothing else about them leaves this module. No bot and no hint asks here.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from parlour.engine.game import Game
from parlour.solve import rater
from parlour.solve.deals import Numbered
from parlour.solve.verdicts import Rating

from .rows import written
from .server import Server
from .turns import Turns

SECONDS, MEMORY = 5.0, 128
"""Processor time and MiB for the solver, which is asked only if the player who sees no hidden card never wins."""
MOST_KEPT = 4096
"""Words that are kept for who asks again."""


class Difficulties:
    """The words of a server. They have a thread of their own: no table, bot or question to the solver waits for it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._turns = Turns(1, "parlour-rate")
        self._known: OrderedDict[tuple[str, str, int], asyncio.Task[Rating]] = OrderedDict()
        self._working: Any = None

    def close(self) -> None:
        """Rate nothing any more."""
        if self._working:
            self._working.stop()
        self._turns.close()

    async def of(self, game: Game, deal: int, client: str = "") -> Rating:
        """Return how hard a numbered deal is. It is found once for all who ask, when it is the turn of who asked first."""
        key = (game.room.name, written(game.house), deal)
        task = self._known.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._known[key] = self._server.spawn(self._rate(game, deal, client))
        self._known.move_to_end(key)
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return await asyncio.shield(task)

    async def _rate(self, game: Game, deal: int, client: str) -> Rating:
        await self._server.rates(game)
        return await self._turns.think(client, self._rated, game, deal)

    def _rated(self, game: Game, deal: int) -> Rating:
        self._working = rater(game, SECONDS, MEMORY)
        try:
            found: Rating = self._working.rate(Numbered(game, deal, 1)[0].tables)
            return found
        finally:
            self._working = None
