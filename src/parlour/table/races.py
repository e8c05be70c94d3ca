"""A race at a live table: when a tick opens and closes, how long an answer took, when a bot acts.

`RoundTrip` and `RaceClock` are figures only, `Race` does the waiting. All times are seconds of one steady clock. An answer
counts from when it was given, not from when it came: half of its browser's usual round trip is taken off, but never more than
`MOST_LEAD`, so a browser that answers pings late gains no more than that; see docs/decisions/0030-time-at-a-live-table.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Sequence
from typing import Any

from parlour.engine.errors import BadInput
from parlour.kit.layout import NOBODY
from parlour.kit.races import reactions
from parlour.languages import in_list, lazy_gettext
from parlour.machine import body

from . import players, wire
from .connections import Connection, tell
from .shared import Shared
from .thinking import Apply, Bots

MOST_LEAD = 0.150
"""Seconds at most by which an answer was given before it came."""
LEAST_MS = 1
"""Milliseconds: nobody answers sooner after a tick has opened."""
PING_SECONDS = 1.0
"""A browser's round trip is measured at most so often."""
SMOOTHING = 0.25
UNANSWERED = 8
"""Pings on their way at most; older ones are given up."""


class RoundTrip:
    """The time that messages take to a browser and back, smoothed."""

    def __init__(self) -> None:
        self._on_way: dict[int, float] = {}
        self._number = 0
        self._last = -PING_SECONDS
        self._usual = 0.0

    def due(self, now: float) -> bool:
        """Whether it should be measured again."""
        return now - self._last >= PING_SECONDS

    def ping(self, now: float) -> int:
        """A ping is sent; its number."""
        self._number += 1
        self._last = now
        self._on_way[self._number] = now
        self._on_way.pop(self._number - UNANSWERED, None)
        return self._number

    def pong(self, number: int, now: float) -> None:
        """A ping is answered."""
        sent = self._on_way.pop(number, None)
        if sent is not None:
            self._usual += (now - sent - self._usual) * (SMOOTHING if self._usual else 1.0)

    @property
    def lead(self) -> float:
        """Return by how much an answer was given before it came."""
        return min(MOST_LEAD, self._usual / 2)


class RaceClock:
    """The clock of one table."""

    def __init__(self, tables: Any) -> None:
        self._tables = tables  # only the figures of its house rules are read
        self.tick = int(tables[0].tick_ms) / 1000
        self.grace = MOST_LEAD + int(tables[0].tie_window) / 1000
        """Seconds that an answer may still be on its way that was given before or at the same time as one that is here."""
        self.opened = 0.0
        self.running = False
        self._first: float | None = None
        self._left: dict[int, float] = {}

    def open(self, at: float) -> None:
        """A tick opens, perhaps only in a moment."""
        self.opened, self.running, self._first = at, True, None

    def hold(self) -> None:
        """The tick stands still, until it is opened again."""
        self.running = False

    def elapsed(self, at: float, lead: float = 0.0) -> int:
        """The milliseconds that an answer took which came at this time."""
        return max(LEAST_MS, round(1000 * (at - lead - self.opened)))

    def acted(self, at: float) -> None:
        """Note that an answer came that is an action."""
        self._first = min(at, self._first) if self._first is not None else at

    def closes(self, acted: bool, awaited: bool) -> float:
        """Return when the tick closes. acted: there is an action; awaited: somebody may still act."""
        end = self.opened + self.tick
        if not acted:
            return end
        first = self.opened if self._first is None else self._first  # after a restart nobody knows when it came
        return min(end, max(self.opened, first + (self.grace if awaited else 0.0)))

    # bots

    def reaction(self, seat: int) -> float:
        """Return when a bot acts, in seconds from the opening: drawn again, or the rest if the last tick closed before it."""
        if seat not in self._left:
            low, number = body(reactions)(self._tables[0], seat)  # as plain Python: not worth compiling
            self._left[seat] = (int(low) + secrets.randbelow(int(number))) / 1000
        return min(self._left[seat], self.tick - 0.001)

    def looked(self, seat: int) -> None:
        """A bot has looked, and acts or does nothing: in the next tick it looks again."""
        self._left.pop(seat, None)

    def close(self, at: float) -> None:
        """The tick has closed at this time. A bot that has not acted was already looking, and acts the sooner in the next."""
        if self.running:
            for seat in self._left:
                self._left[seat] = max(LEAST_MS / 1000, self._left[seat] - max(0.0, at - self.opened))
        self.running = False


class Race:
    """The ticks of one table: it opens them, takes answers, lets bots act, closes them. The caller holds the table's lock."""

    def __init__(self, shared: Shared, bots: Bots, apply: Apply) -> None:
        self._live, self._seats, self._connections, self._agenda = shared.live, shared.seats, shared.connections, shared.agenda
        self._bots, self._apply = bots, apply
        self.clock = RaceClock(shared.live.match.tables)
        self.trips: dict[Connection, RoundTrip] = {}
        self._news = asyncio.Event()

    def absent(self) -> list[int]:
        """The people of this table who are not here, and for whom no bot plays."""
        return self._seats.awaited()

    def open(self) -> bool:
        """A tick begins when the table before it has stood; False if it stands still because somebody is not there."""
        if self.absent():
            self.hold()
            return False
        self._connections.announce("")
        self.measure()
        self.clock.open(self._agenda.stands)
        for seat in self._live.asked():
            self.wake(seat)
        self._agenda.later(self._close(self._agenda.moment))
        return True

    def wake(self, seat: int) -> None:
        """Let the bot at a seat act in the open tick, if there is one and it may."""
        if self._seats.bot_at(seat) and seat in self._live.asked() and self._live.may_act(seat):
            self._agenda.later(self._let_bot(seat, self._agenda.moment))

    def hold(self) -> None:
        """The tick stands still until all are there again."""
        if self._live.racing():
            self.clock.hold()
            names = in_list(self._seats[seat].place.name for seat in self.absent())
            self._connections.announce(lazy_gettext("waiting for {players}", players=names))

    def measure(self) -> None:
        """Measure how long messages take to and from those who race."""
        self.trips = {connection: self.trips.get(connection) or RoundTrip() for connection in self._connections}
        for connection, trip in self.trips.items():
            if connection.seat != NOBODY and trip.due(self._agenda.now()):
                tell(connection, wire.Ping(trip.ping(self._agenda.now())))

    def pong(self, connection: Connection, number: int, at: float) -> None:
        """A browser has answered a ping; this needs no lock."""
        if connection in self.trips:
            self.trips[connection].pong(number, at)

    async def answer(self, connection: Connection, request: wire.Choose, received: float) -> None:
        """A person's answer. What was meant for the view before is still an answer, or else nothing: nobody is scolded."""
        late = request.n != self._live.feeds[connection.seat].n
        try:
            if self._live.racing() and not self.clock.running:
                raise BadInput(lazy_gettext("the race goes on when everybody is there"))
            lead = self.trips[connection].lead if connection in self.trips else 0.0
            await self._act(connection.seat, request.choices, self.clock.elapsed(received, lead), received)
        except BadInput:
            if not late:
                raise

    async def _act(self, seat: int, choices: Sequence[str | int], elapsed: int, received: float) -> None:
        await self._apply(self._live.choose, seat, choices, elapsed)
        if seat in self._live.acted():
            self.clock.acted(received)
        self._news.set()

    async def _let_bot(self, seat: int, moment: int) -> None:
        """Let a bot act when its reaction time is over, no matter how long it thought; to do nothing it says nothing."""
        agenda = self._agenda
        due = self.clock.opened + self.clock.reaction(seat)
        async with agenda.lock:
            if agenda.moment != moment:
                return
            kind = self._seats.bot_at(seat) or players.SIMPLEST
            seen = await self._bots.look(seat, kind)
        codes = await self._bots.thought(kind, seen, agenda.now())
        received = max(due, agenda.now())
        await agenda.until(due)
        async with agenda.lock:
            if agenda.moment != moment or not self._seats.bot_at(seat) or seat not in self._live.asked():
                return
            self.clock.looked(seat)
            self._seats[seat].bot_chose()
            if codes and codes[0] not in self._live.room.races.values():
                await self._act(seat, codes, self.clock.elapsed(received), received)

    async def _close(self, moment: int) -> None:
        """Carry out a tick when its time is up: when all have acted, a moment after the first who has, or at its end."""
        agenda, live = self._agenda, self._live
        while True:
            async with agenda.lock:
                if agenda.moment != moment:
                    return
                awaited = [seat for seat in live.asked() if live.may_act(seat)]
                left = self.clock.closes(bool(live.acted()), bool(awaited)) - agenda.now()
                if left <= 0:
                    await self._apply(live.close)
                    return
                self._news.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(
                    left
                ):  # `wait_for` of Python 3.11 may swallow that it was cancelled, and go on for ever
                    await self._news.wait()
