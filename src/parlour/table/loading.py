"""Bots that are still being compiled: whether they can be asked yet. Until then the table says that they are loading."""

from __future__ import annotations

import asyncio
from typing import Any

from parlour.engine.game import Game
from parlour.languages import lazy_gettext

from .connections import Connections
from .server import Server

STATUS_SECONDS = 0.3
"""Nobody is told of a shorter wait."""
PATIENCE = 2.0
"""Seconds that a hint waits for a bot that is still loading if there is an understudy."""
LOADING = lazy_gettext("The bots are still loading. This happens once per game.")
IMPROVISING = lazy_gettext(
    "The bots are still loading. Until they are ready they play a simple game. This happens once per game."
)


class Loading:
    """The bots of one table, and whether they are loaded."""

    def __init__(self, server: Server, game: Game, connections: Connections) -> None:
        self._server, self._game, self._connections = server, game, connections
        self._telling: asyncio.Task[None] | None = None

    def bots_can(self, kind: str) -> bool:
        """Whether these bots can be asked now, or the understudy for them; if they are still loading, everybody is told."""
        ready = self._server.ready(self._game, kind)
        if self._server.understudy and not ready.done():
            self.tell_until(ready)
        return self._server.understudy is not None or ready.done()

    async def wait_for_player(self, kind: str) -> None:
        """Come back when these bots can be asked."""
        if not self.bots_can(kind):
            await self.wait_until_ready(kind)

    async def wait_until_ready(self, kind: str) -> None:
        """Wait until these bots are loaded, and say so if it takes a while; with an understudy wait only a moment."""
        ready = self._server.ready(self._game, kind)
        if not (await asyncio.wait({ready}, timeout=STATUS_SECONDS))[0]:
            before = self._connections.status
            try:
                self._connections.announce(before or LOADING)
                await asyncio.wait({ready}, timeout=PATIENCE if self._server.understudy else None)
            finally:
                self._connections.announce(before)

    def tell_until(self, ready: asyncio.Future[Any]) -> None:
        """Tell everybody that bots are still loading, until they are ready."""

        async def tell() -> None:
            if not (await asyncio.wait({ready}, timeout=STATUS_SECONDS))[0]:
                self._connections.announce(IMPROVISING)
                await ready
                self._connections.announce("")

        if self._telling is None or self._telling.done():
            self._telling = self._server.spawn(tell())
