"""Windows and quiet phases at a live table: until when people are awaited, and what closes them.

A quiet phase, in which nobody may know who is asked, always lasts the same time, whoever is asked in it and whoever answers how
fast; see docs/decisions/0230-a-quiet-phase-lasts-its-time.md.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from .forms import WINDOW_SECONDS

if TYPE_CHECKING:
    from .live import LiveMatch
    from .tables import Table

GRACE_SECONDS = 0.5
"""What a window waits beyond what it says, for the way there and back."""
QUIET_SECONDS = 1.8
"""How long a quiet phase lasts at least where one person plays with bots and nobody is hurried."""


class Windows:
    """The clock of one table's windows and quiet phases. Whoever calls holds the table's lock."""

    def __init__(self, table: Table, live: LiveMatch) -> None:
        self.table, self.live = table, live
        self._due = 0.0
        self._answers = asyncio.Event()
        row = table.row
        alone = sum(seat.kind == "human" for seat in row.seats) + row.watch < 2
        self._seconds = row.window_ms / 1000
        self._quiet_seconds = self._seconds or (QUIET_SECONDS if alone else WINDOW_SECONDS)
        self._patient = alone and not row.window_ms
        """Whether a quiet phase waits for the only person there: nobody else is there to be told anything by it."""

    def set(self) -> None:
        """The match has come to stand; the time of a window begins when the table before it has stood."""
        table, live = self.table, self.live
        begins = max(table.calm, table.now())
        self._due = 0.0
        if live.quiet():
            self._due = begins + table.hall.tempo * self._quiet_seconds
        elif self._seconds and live.window():
            table.calm = begins
            self._due = begins + table.hall.tempo * self._seconds + GRACE_SECONDS

    def ms(self) -> int | None:
        """How many milliseconds an answer is awaited from now on; None for as long as people like."""
        if not self._due or (self.live.quiet() and self._patient):
            return None
        grace = 0.0 if self.live.quiet() else GRACE_SECONDS
        return max(0, round(1000 * (self._due - max(self.table.now(), self.table.calm) - grace)))

    def schedule(self) -> None:
        """Set the clock going."""
        if self._due:
            self.table.later(self._close(self.table.moment))

    def answered(self) -> None:
        """Somebody has answered."""
        self._answers.set()

    async def _close(self, moment: int) -> None:
        """Close a window or a quiet phase when its time is up; where a person is not hurried, when all have answered as well."""
        table = self.table
        await asyncio.sleep(max(0.0, self._due - table.now()))
        while True:
            async with table.lock:
                if table.moment != moment:
                    return
                if not (self._patient and self.live.quiet() and self.live.asked()):
                    await table.apply(self.live.close)
                    return
                self._answers.clear()
            await self._answers.wait()
