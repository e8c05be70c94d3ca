"""The clock of a race at a live table: when a tick opened, how long an answer took, when the tick closes.

Figures only: `tables.py` asks for them and does the waiting. All times are seconds of one steady clock of the server. An answer
counts from when it was given, not from when it came: half of its browser's usual round trip is taken off, but never more than
`MOST_LEAD`, so whoever answers pings late gains no more than that; see docs/decisions/0013-the-clock-of-a-race.md.
"""

from __future__ import annotations

import secrets
from typing import Any

from parlour.kit import reactions
from parlour.kit.machine import body

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
    """How long messages take to a browser and back, smoothed."""

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
        """By how much an answer was given before it came."""
        return min(MOST_LEAD, self._usual / 2)


class RaceClock:
    """The clock of one table."""

    def __init__(self, tables: Any) -> None:
        self._tables = tables  # only the figures of its house rules are read
        self.tick = int(tables[0].tick_ms) / 1000
        self.grace = MOST_LEAD + int(tables[0].tie_window) / 1000
        """How long an answer may still be on its way that was given before or at the same time as one that is here."""
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
        """An answer came that is an action."""
        self._first = min(at, self._first) if self._first is not None else at

    def closes(self, acted: bool, awaited: bool) -> float:
        """When the tick closes. acted: there is an action; awaited: somebody may still act."""
        end = self.opened + self.tick
        if not acted:
            return end
        first = self.opened if self._first is None else self._first  # after a restart nobody knows when it came
        return min(end, max(self.opened, first + (self.grace if awaited else 0.0)))

    # bots

    def reaction(self, seat: int) -> float:
        """When a bot acts, in seconds from the opening: drawn anew, or what is left where the last tick closed before it."""
        if seat not in self._left:
            low, number = body(reactions)(self._tables[0], seat)  # as plain Python: not worth compiling
            self._left[seat] = (int(low) + secrets.randbelow(int(number))) / 1000
        return min(self._left[seat], self.tick - 0.001)

    def looked(self, seat: int) -> None:
        """A bot has looked, and acts or does nothing: in the next tick it looks anew."""
        self._left.pop(seat, None)

    def close(self, at: float) -> None:
        """The tick has closed at this time. A bot that has not acted was already looking, and acts the sooner in the next."""
        if self.running:
            for seat in self._left:
                self._left[seat] = max(LEAST_MS / 1000, self._left[seat] - max(0.0, at - self.opened))
        self.running = False
