"""The matches of a server that are being looked at again, worked out once and kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from parlour.bots.review import entries_of
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.languages import lazy_gettext

from . import players, replays
from .replays import Entries, MatchReplay
from .server import Server
from .store import TableRow
from .tables import LiveTable
from .turns import Client
from .wire_replay import Reviewed, Verdict

T = TypeVar("T")
MOST_KEPT = 12
"""Matches, each with one pair of eyes, that are kept for who looks at the next hand."""
MOST_REVIEWS = 256
"""Reviews that are kept: each takes half a minute."""
LOOKS_AGAIN = 0.1
"""Seconds between two looks whether who asked is still there."""


class Archive:
    """The matches of a server that are being looked at again, and who has a question about them. visit: opens a table."""

    def __init__(self, server: Server, visit: Callable[[str], AbstractAsyncContextManager[LiveTable | None]]) -> None:
        self._server, self._visit = server, visit
        self._replays: OrderedDict[tuple[str, str, int, int], asyncio.Task[MatchReplay]] = OrderedDict()
        self._reviews: OrderedDict[tuple[str, int], Reviewed] = OrderedDict()
        self._asking: dict[Client, asyncio.Future[Any]] = {}

    async def replay(self, row: TableRow, eye: str, own: int, line: tuple[int, Entries] | None = None) -> MatchReplay:
        """A match as an eye sees it, worked out once. line: after so many entries another log that goes on from there."""
        key = (row.id, eye, own, -1 if line is None else line[0])
        if key not in self._replays:
            self._replays[key] = self._server.spawn(self._make_replay(row.id, eye, own, None if line is None else line[1]))
        self._replays.move_to_end(key)
        while len(self._replays) > MOST_KEPT:
            self._replays.popitem(last=False)
        try:
            return await asyncio.shield(self._replays[key])
        except Exception:
            self._replays.pop(key, None)
            raise

    async def _make_replay(self, table: str, eye: str, own: int, instead: Entries | None) -> MatchReplay:
        game, log, names = await self.load_log(table)
        return await self._server.work(replays.make_replay, game, instead or log, names, eye, own)

    async def load_log(self, table_id: str) -> tuple[Game, Entries, list[str]]:
        """The game of a table, the log of its match and who sat there."""
        async with self._visit(table_id) as table:
            assert table is not None
            await asyncio.wait({table.opened})
            async with table.agenda.lock:
                return table.game, list(table.live.match.log), table.seats.names

    async def verdict(self, visitor: Client, row: TableRow, entry: int, gone: Callable[[], Awaitable[bool]]) -> Verdict:
        """See `replays.verdict`. There is one question at a time for a visitor: one that asks again, or goes away, is not thought
        for any longer. BadInput if that has happened.
        """
        game, log, _ = await self.load_log(row.id)
        await self._server.ready(game, players.adviser(game.room))
        return await self._asked(visitor, gone, replays.verdict, game, log, entry)

    async def review(self, visitor: Client, row: TableRow, seat: int, gone: Callable[[], Awaitable[bool]]) -> Reviewed:
        """Return the review of a seat's choices, thought about one by one, so that others who ask need not wait for all of them.
        BadInput as `verdict`."""
        if (row.id, seat) in self._reviews:
            return self._reviews[row.id, seat]
        game, log, _ = await self.load_log(row.id)
        for kind in (players.adviser(game.room), replays.PEER):
            await self._server.ready(game, kind)
        found, (entries, step) = [], entries_of(log, seat)
        for k, entry in enumerate(entries):
            if k and visitor in self._asking:
                raise BadInput(lazy_gettext("you have asked something else since"))
            if one := await self._asked(visitor, gone, replays.weighed, game, log, entry):
                found.append(one)
        self._reviews[row.id, seat] = reviewed = replays.reviewed(game, found, step)
        while len(self._reviews) > MOST_REVIEWS:
            self._reviews.popitem(last=False)
        return reviewed

    async def _asked(self, visitor: Client, gone: Callable[[], Awaitable[bool]], act: Callable[..., T], *arguments: Any) -> T:
        """Ask a bot something for a visitor, in place of what they asked before."""
        if before := self._asking.pop(visitor, None):
            before.cancel()
        thinking = self._server.ponder(visitor, act, *arguments)
        self._asking[visitor] = thinking
        try:
            while not (await asyncio.wait({thinking}, timeout=LOOKS_AGAIN))[0]:
                if await gone():
                    thinking.cancel()
            if thinking.cancelled():
                raise BadInput(lazy_gettext("you have asked something else since"))
            return thinking.result()
        finally:
            if self._asking.get(visitor) is thinking:
                del self._asking[visitor]
