"""The time of one table: its clock, its lock, and what runs by itself.

Bots, windows and races wait for something that belongs to one moment of the match. When the match goes on a new moment begins,
and nothing of the earlier one is awaited any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

Spawn = Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]
"""Let something run by itself; the server logs how it fails."""
BEAT = 0.1
"""Seconds between the beats on which bots answer. All tables share them: what falls on one is one turn of the event loop, and
what it changes is one write to the disk."""


def on_the_beat(due: float) -> float:
    """The beat that is nearest to a time of the clock."""
    return BEAT * round(due / BEAT)


class Agenda:
    """The time of one table. tempo: what its waits are multiplied by, 0 in tests that do not wait."""

    def __init__(self, spawn: Spawn, tempo: float) -> None:
        self.spawn, self.tempo = spawn, tempo
        self.lock = asyncio.Lock()
        """Only its owner changes the match or who plays."""
        self.moment = 0
        """Grows when the match goes on."""
        self.calm = 0.0
        """When the table as it is has stood long enough to be followed; what happens next is timed from here."""
        self._waiting: set[asyncio.Task[None]] = set()
        self._calls: dict[asyncio.TimerHandle, Callable[[], None]] = {}
        self._begun = -1

    @staticmethod
    def now() -> float:
        """The clock of the table, in seconds."""
        return asyncio.get_running_loop().time()

    @property
    def stands(self) -> float:
        """The time from which people are awaited: now, or when the table has stood long enough to be followed."""
        return max(self.now(), self.calm)

    async def until(self, due: float) -> None:
        """Sleep until this time of the clock."""
        await asyncio.sleep(max(0.0, due - self.now()))

    # the moments of the match

    @property
    def running(self) -> bool:
        """Whether the bots and clocks of this moment have been set going."""
        return self._begun == self.moment

    def begin(self) -> None:
        """The bots and clocks of this moment are set going."""
        self._begun = self.moment

    def next_moment(self) -> None:
        """The match goes on."""
        self.moment += 1
        self.cancel()

    def halt(self) -> None:
        """Nothing of this moment runs until it is set going again."""
        self.cancel()
        self._begun = -1

    def later(self, act: Coroutine[Any, Any, None]) -> None:
        """Let something of this moment run by itself."""
        task = self.spawn(act)
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    def at(self, due: float, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begin something of this moment on the beat nearest to a time of the clock. It becomes a task only then."""

        def begin() -> None:
            del self._calls[handle]
            self.later(act())

        handle = asyncio.get_running_loop().call_at(on_the_beat(due), begin)
        self._calls[handle] = begin

    def hasten(self) -> None:
        """Begin now what is to begin later in this moment."""
        for handle, begin in list(self._calls.items()):
            handle.cancel()
            begin()

    def cancel(self) -> None:
        """End what runs of this moment, except the caller."""
        for handle in self._calls:
            handle.cancel()
        self._calls.clear()
        for task in list(self._waiting):
            if task is not asyncio.current_task():
                task.cancel()
                self._waiting.discard(task)
