"""An event loop with a clock of its own: time passes only while everybody waits, and then at once.

Threads are done with before anything else goes on, so a test sees every moment exactly, and a table that stands still for
ever is an error at once.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Frozen(Exception):
    """Everybody waits, and nothing is going to happen."""


class _Selector(selectors.DefaultSelector):  # type: ignore[valid-type,misc]
    def __init__(self, loop: Clockwork) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if not found and timeout is None:
            raise Frozen
        if not found and timeout:
            self._loop.moment += timeout
        return found


class Clockwork(asyncio.SelectorEventLoop):
    """The loop; `moment` is its time in seconds."""

    def __init__(self) -> None:
        self.moment = 0.0
        super().__init__(_Selector(self))

    def time(self) -> float:
        """The loop's clock."""
        return self.moment

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Do it in the executor's thread before anything else; the caller that waits for it goes on in its turn."""
        done: asyncio.Future[T] = self.create_future()
        try:
            found = executor.submit(func, *args).result()
        except Exception as error:
            self.call_soon(_settle, done.set_exception, done, error)
        else:
            self.call_soon(_settle, done.set_result, done, found)
        return done


def _settle(act: Callable[[Any], None], done: asyncio.Future[Any], value: Any) -> None:
    if not done.done():
        act(value)


def run(act: Coroutine[Any, Any, T]) -> T:
    """Like `asyncio.run`, in a loop of this kind."""
    loop = Clockwork()
    try:
        asyncio.set_event_loop(loop)
        return loop.run_until_complete(act)
    finally:
        asyncio.set_event_loop(None)
        loop.close()
