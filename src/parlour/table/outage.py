"""While the disk takes nothing, all tables are paused; when there is room again they go on by themselves.

Nothing is told before it is on the disk, so nothing that was told is lost. See docs/hosting.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from parlour.engine.errors import BadInput
from parlour.languages import lazy_gettext

from .store import Store

SECONDS = 3.0
"""Between two tries whether the disk takes something again."""


class Outage:
    """The outage of a server's disk, if there is one. `tell`: halts all tables, or lets them go on."""

    def __init__(self, store: Store, spawn: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]) -> None:
        self._store, self._spawn = store, spawn
        self._end: asyncio.Task[None] | None = None
        self.tell: Callable[[], Awaitable[None]] | None = None
        store.refused = self.begin

    @property
    def reason(self) -> str:
        """Return in a sentence what keeps the server from writing; "" if nothing does."""
        return self._store.fault

    @property
    def words(self) -> str:
        """Return the message that a table shows during an outage, "" if there is none."""
        return lazy_gettext("Paused: {why}. The game then goes on by itself.", why=self.reason) if self.reason else ""

    def check(self) -> None:
        """BadInput during an outage: nothing can be chosen."""
        if self.reason:
            raise BadInput(self.words)

    def begin(self) -> None:
        """The disk has refused something."""
        if self._end is None or self._end.done():
            self._end = self._spawn(self._last())

    async def _last(self) -> None:
        if self.tell:
            await self.tell()
        while not await self._store.has_room():
            await asyncio.sleep(SECONDS)
        if self.tell:
            await self.tell()
