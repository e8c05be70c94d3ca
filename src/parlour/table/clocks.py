"""Clocks, where people want them: a bank of time for the match, and a little more with every choice.

They run while somebody is to choose; not in windows, quiet phases and races, which have a time of their own, nor for bots. At
zero a bot makes the choice. See docs/decisions/0030-time-at-a-live-table.md.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from .wire_company import Clocks as Told

if TYPE_CHECKING:
    from .live import Change
    from .tables import LiveTable


class Clocks:
    """The clocks of one table. Whoever calls holds the table's lock."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        bank, kept = float(table.row.settings.bank or table.row.settings.increment), table.row.summary.get("clocks")
        self._left = list(kept) if isinstance(kept, list) and len(kept) == table.game.seats else [bank] * table.game.seats
        self._since: dict[int, float] = {}
        self._timers: dict[int, asyncio.Task[None]] = {}

    @property
    def on(self) -> bool:
        """Whether people play by the clock here."""
        return self.table.row.settings.clocks and self.table.game.seats > 1

    def kept(self) -> dict[str, Any]:
        """What is kept on disk beside the summary."""
        return {"clocks": [round(self.left(seat), 1) for seat in range(self.table.game.seats)]} if self.on else {}

    def left(self, seat: int) -> float:
        """The seconds that a seat has left."""
        since = self._since.get(seat)
        used = 0.0 if since is None else max(0.0, self.table.now() - since) / (self.table.hall.tempo or 1.0)
        return max(0.0, self._left[seat] - used)

    def chose(self, change: Change) -> None:
        """Whoever has chosen gets the increment."""
        for seat in {chosen.seat for chosen in change.made} | set(self.table.live.match.answers):
            if seat in self._since:
                self._stop(seat)
                self._left[seat] += self.table.row.settings.increment

    def set(self) -> None:
        """Let the clocks run of those who are to choose now, and no others."""
        if not self.on:
            return
        table, live = self.table, self.table.live
        stands = bool(table.row.paused or table.row.ended) or not table.connections or table.pacing.resting
        timed = live.window() or live.quiet() or live.racing()
        asked = [] if stands or timed else [seat for seat in live.asked() if not table.attendance.bot_at(seat)]
        for seat in [seat for seat in self._since if seat not in asked]:
            self._stop(seat)
        for seat in asked:
            if seat not in self._since:
                self._since[seat] = max(table.now(), table.calm)
                due = self._since[seat] + self._left[seat] * (table.hall.tempo or 1.0)
                self._timers[seat] = table.hall.spawn(self._fall(seat, due))
        table.tell(self.message())

    def message(self) -> Told:
        """How they stand, in milliseconds by seat."""
        waits = {seat: max(0, round(1000 * (since - self.table.now()))) for seat, since in self._since.items()}
        left = [round(1000 * self.left(seat)) + waits.get(seat, 0) for seat in range(self.table.game.seats)]
        return Told(left, sorted(self._since))

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
        """Somebody's time runs out: a bot makes this choice, which takes it no time."""
        table = self.table
        moment = table.moment
        await asyncio.sleep(max(0.0, due - table.now()))
        await table.somebody_plays(table.attendance.level())
        async with table.lock:
            if seat not in self._since or seat not in table.live.asked():
                return
            self._timers.pop(seat, None)
            table.attendance.tell(f"The time of {table.names[seat]} is up: a bot chooses")
            moment = table.moment
        await table.bot_chooses(seat, moment, table.attendance.level())
