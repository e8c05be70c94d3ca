"""Windows and quiet phases at a live table: until when people are awaited, and what closes them.

A quiet phase, in which nobody may know who is asked, always lasts the same time, no matter who is asked in it and who answers how
fast; see docs/decisions/0030-time-at-a-live-table.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from .forms import WINDOW_SECONDS
from .shared import Shared

GRACE_SECONDS = 0.5
"""Seconds that a window waits longer than it says, for the way there and back."""
QUIET_SHARE = 5 / 8
"""The part of a window's time that a quiet phase takes: it asks for one word about cards that one has had in hand for a while."""
QUIET_SECONDS = 0.9
"""Seconds that a quiet phase lasts at least if one person plays with bots and nobody is hurried: as long as any bot takes to
answer, the time in which it is drawn included.
"""


class Windows:
    """The clock of one table's windows and quiet phases. The caller holds the table's lock. close: closes what is open."""

    def __init__(self, shared: Shared, close: Callable[[], Awaitable[object]]) -> None:
        self._row, self._live, self._seats, self._agenda = shared.row, shared.live, shared.seats, shared.agenda
        self._time_is_up = close
        self._due = 0.0
        self._answers = asyncio.Event()
        self._seconds = shared.row.window_ms / 1000

    @property
    def _unhurried(self) -> bool:
        """Whether one person plays here with bots, watched by nobody, and gave windows no time."""
        return len(self._seats.people()) + self._row.watch < 2 and not self._seconds

    @property
    def _patient(self) -> bool:
        """Whether a quiet phase waits for the only person there: nobody else is there to be told anything by it."""
        return self._unhurried and not self._seats.bots_stand_in()

    def set(self) -> None:
        """The match has come to stand; the time of a window begins when the table before it has stood."""
        agenda, live = self._agenda, self._live
        begins = agenda.stands
        self._due = 0.0
        if live.quiet() and self._unhurried:
            self._due = max(begins, agenda.now() + agenda.tempo * QUIET_SECONDS)
        elif live.quiet():
            self._due = begins + agenda.tempo * QUIET_SHARE * (self._seconds or WINDOW_SECONDS)
        elif self._seconds and live.window():
            agenda.calm = begins
            self._due = begins + agenda.tempo * self._seconds + GRACE_SECONDS

    def ms(self) -> int | None:
        """Return for how many milliseconds an answer is awaited from now on; None: no limit."""
        if not self._due or (self._live.quiet() and self._patient):
            return None
        grace = 0.0 if self._live.quiet() else GRACE_SECONDS
        return max(0, round(1000 * (self._due - self._agenda.stands - grace)))

    def left(self) -> float:
        """Seconds until it closes by itself, below 0 if nothing does."""
        return self._due - self._agenda.now()

    def schedule(self) -> None:
        """Set the clock going."""
        if self._due:
            self._agenda.later(self._close(self._agenda.moment))

    def answered(self) -> None:
        """Somebody has answered."""
        self._answers.set()

    async def _close(self, moment: int) -> None:
        """Close a window or a quiet phase when its time is up; if a person is not hurried, when all have answered as well."""
        agenda = self._agenda
        await agenda.until(self._due)
        while True:
            async with agenda.lock:
                if agenda.moment != moment:
                    return
                if not (self._patient and self._live.quiet() and self._live.asked()):
                    await self._time_is_up()
                    return
                self._answers.clear()
            await self._answers.wait()
