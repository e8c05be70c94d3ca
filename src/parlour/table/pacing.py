"""How quickly a table goes on: at the pace of the slowest who plays, and after a hand when all have read its account.

A browser that says nothing of this has the usual pace and is never waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from parlour.engine.view import plain

from . import wire_pacing
from .agenda import on_the_beat
from .connections import Connection
from .live import Change
from .shared import Shared
from .views import has_no_part

TEMPO = {"slow": 1.7, "normal": 1.0, "quick": 0.4}
"""Factors of all waits, by pace."""
NOBODY_PLAYS = 0.05
"""The same if nobody of those present plays in this hand any more."""
REST_SECONDS = 30.0
"""Seconds that people who share a table may read the account of a hand; for one alone with bots there is no limit."""


class Pacing:
    """The pace of one table. The caller holds the table's lock, except for `left`. go_on: the table goes on after a rest."""

    def __init__(self, shared: Shared, go_on: Callable[[], Awaitable[None]]) -> None:
        self._live, self._seats, self._connections, self._agenda = shared.live, shared.seats, shared.connections, shared.agenda
        self._resume = go_on
        self._paces: dict[Connection, str] = {}
        self._resters: set[Connection] = set()
        self._awaited: set[Connection] = set()
        self._skipped: set[Connection] = set()
        self._hurry = asyncio.Event()
        self._rest_pauses = 0.0
        self._clock: asyncio.Task[None] | None = None

    @property
    def resting(self) -> bool:
        """Whether the account of a hand is being read."""
        return bool(self._awaited)

    @property
    def tempo(self) -> float:
        """The factor of the server's waits for bots and views."""
        players = self._connections.players()
        slowest = max((TEMPO[self._paces.get(one, "normal")] for one in players), default=1.0)
        return self._agenda.tempo * slowest * self.haste

    @property
    def haste(self) -> float:
        """The factor of waits of any kind: below 1 if nobody of those present plays in this hand any more."""
        return NOBODY_PLAYS if self.idle() else 1.0

    def idle(self) -> bool:
        """Whether nobody of those present has a part in this hand any more: they have folded, or are out."""
        players = self._connections.players()
        if not players or not self._live.begun:
            return False
        room, row, waits = self._live.room, plain(self._live.match.tables), self._seats.waits
        return all(waits(one.seat) or has_no_part(room, row, one.seat) for one in players)

    async def handle(self, connection: Connection, request: wire_pacing.Request) -> None:
        """Do what a browser says of its pace."""
        match request:
            case wire_pacing.SetPace():
                self._paces[connection] = request.pace
            case wire_pacing.SetRest():
                (self._resters.add if request.on else self._resters.discard)(connection)
            case wire_pacing.Skip():
                self._skipped.add(connection)
                if self._skipped >= set(self._connections.players()):
                    self._agenda.calm = min(self._agenda.calm, self._agenda.now())
                    self._hurry.set()
                    self._agenda.hasten()
            case wire_pacing.Continue():
                await self._read(connection)

    def moved(self) -> None:
        """The match goes on."""
        self._skipped.clear()
        self._hurry.clear()
        self._awaited.clear()
        if self._clock is not None and self._clock is not asyncio.current_task():
            self._clock.cancel()
        self._clock = None

    def rests(self, change: Change) -> bool:
        """Whether the table waits now for those who read the account of a hand."""
        ends = [k for k, beat in enumerate(change.beats) if beat.account]
        if not ends or self._live.match.over:
            return False
        self._awaited = {one for one in self._connections.players() if one in self._resters}
        if not self._awaited:
            return False
        self._rest_pauses = sum(beat.pause for beat in change.beats[ends[-1] + 1 :]) / 1000
        self._tell()
        if len(self._seats.people()) > 1:
            self._clock = self._agenda.spawn(self._patience())
        return True

    def left(self, connection: Connection) -> None:
        """A browser has gone."""
        self._paces.pop(connection, None)
        self._resters.discard(connection)
        self._skipped.discard(connection)
        if connection in self._awaited:
            self._agenda.spawn(self._gone(connection))

    async def sleep(self, due: float) -> None:
        """Wait until the beat nearest to a time of the table's clock, or until all have seen enough."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, on_the_beat(due) - self._agenda.now())):
                await self._hurry.wait()

    # inside

    def _tell(self) -> None:
        self._connections.tell(wire_pacing.Resting(sorted({one.seat for one in self._awaited})))

    async def _read(self, connection: Connection) -> None:
        if not self._awaited:
            return
        self._awaited = {one for one in self._awaited if one.seat != connection.seat}
        self._tell()
        if not self._awaited:
            await self._go_on()

    async def _go_on(self) -> None:
        self._awaited.clear()
        self._tell()
        self._agenda.calm = self._agenda.now() + self.tempo * self._rest_pauses
        await self._resume()

    async def _gone(self, connection: Connection) -> None:
        async with self._agenda.lock:
            await self._read(connection)

    async def _patience(self) -> None:
        await asyncio.sleep(self._agenda.tempo * REST_SECONDS)
        async with self._agenda.lock:
            self._clock = None
            if self._awaited:
                await self._go_on()
