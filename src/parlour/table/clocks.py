"""Clocks, if people want them: a bank of time for the match, and a little more with every choice.

They run while somebody is to choose; not in windows, quiet phases and races, which have a time of their own, nor for bots. At
zero a bot makes the choice. See docs/decisions/0030-time-at-a-live-table.md.
"""

from __future__ import annotations

import asyncio
from typing import Any

from parlour.languages import lazy_gettext

from .live import Change
from .pacing import Pacing
from .shared import Shared
from .thinking import Bots
from .wire_company import Clocks as ClocksMessage


class Clocks:
    """The clocks of one table. The caller holds the table's lock."""

    def __init__(self, shared: Shared, pacing: Pacing, bots: Bots) -> None:
        row, seats = shared.row, shared.seats
        self._row, self._live, self._seats, self._connections = row, shared.live, seats, shared.connections
        self._agenda, self._news, self._loading = shared.agenda, shared.news, shared.loading
        self._pacing, self._bots = pacing, bots
        bank, kept = float(row.settings.bank or row.settings.increment), row.summary.get("clocks")
        self._left = list(kept) if isinstance(kept, list) and len(kept) == len(seats) else [bank] * len(seats)
        self._since: dict[int, float] = {}
        self._timers: dict[int, asyncio.Task[None]] = {}

    @property
    def on(self) -> bool:
        """Whether people play by the clock here."""
        return self._row.settings.clocks and len(self._seats) > 1

    def kept(self) -> dict[str, Any]:
        """Return what is kept on disk beside the summary."""
        return {"clocks": [round(self.left(seat), 1) for seat in range(len(self._seats))]} if self.on else {}

    def left(self, seat: int) -> float:
        """The seconds that a seat has left."""
        since = self._since.get(seat)
        used = 0.0 if since is None else max(0.0, self._agenda.now() - since) / (self._agenda.tempo or 1.0)
        return max(0.0, self._left[seat] - used)

    def chose(self, change: Change) -> None:
        """Those who have chosen get the increment."""
        for seat in {chosen.seat for chosen in change.made} | set(self._live.match.answers):
            if seat in self._since:
                self._stop(seat)
                self._left[seat] += self._row.settings.increment

    def set(self) -> None:
        """Let the clocks run of the people who are to choose now, and no others."""
        if not self.on:
            return
        row, live = self._row, self._live
        stands = row.paused or row.ended or not self._agenda.running or not self._connections or self._pacing.resting
        timed = live.window() or live.quiet() or live.racing()
        asked = [] if stands or timed else [seat for seat in live.asked() if not self._seats.bot_at(seat)]
        for seat in [seat for seat in self._since if seat not in asked]:
            self._stop(seat)
        for seat in asked:
            if seat not in self._since:
                self._since[seat] = self._agenda.stands
                due = self._since[seat] + self._left[seat] * (self._agenda.tempo or 1.0)
                self._timers[seat] = self._agenda.spawn(self._fall(seat, due))
        self._connections.tell(self.message())

    def message(self) -> ClocksMessage:
        """Return how the clocks stand, in milliseconds by seat."""
        waits = {seat: max(0, round(1000 * (since - self._agenda.now()))) for seat, since in self._since.items()}
        left = [round(1000 * self.left(seat)) + waits.get(seat, 0) for seat in range(len(self._seats))]
        return ClocksMessage(left, sorted(self._since))

    def messages(self) -> list[ClocksMessage]:
        """Return the messages for a browser that comes in: none if there are no clocks."""
        return [self.message()] if self.on else []

    def stop(self) -> None:
        """No clock runs any more."""
        for seat in list(self._since):
            self._stop(seat)

    def _stop(self, seat: int) -> None:
        self._left[seat] = self.left(seat)
        del self._since[seat]
        if (timer := self._timers.pop(seat, None)) is not None and timer is not asyncio.current_task():
            timer.cancel()

    async def _fall(self, seat: int, due: float) -> None:
        """The time of a seat runs out: a bot makes this choice, which takes it no time."""
        await self._agenda.until(due)
        await self._loading.wait_for_player(self._seats.level())
        async with self._agenda.lock:
            if seat not in self._since or seat not in self._live.asked():
                return
            self._timers.pop(seat, None)
            name = self._seats[seat].place.name
            self._news.tell(lazy_gettext("The time of {player} is up: a bot chooses", player=name))
            moment = self._agenda.moment
        await self._bots.choose(seat, moment, self._seats.level())
