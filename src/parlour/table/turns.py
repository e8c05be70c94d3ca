"""Fair turns for what bots think about: a client that has asked for much waits for those that have asked for less."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

T = TypeVar("T")


class Turns:
    """Threads that are lent in turn to those who ask, one thought at a time. `threads`: how many there are."""

    def __init__(self, threads: int, name: str) -> None:
        self._free = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """By client those of its thoughts that wait, the client whose turn is next first."""

    async def think(self, client: str, act: Callable[..., T], *arguments: Any) -> T:
        """Do something in a thread when it is this client's turn, in the language of the caller's reader.

        What has not begun is dropped if the caller is cancelled.
        """
        if self._free:
            self._free -= 1
        else:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(client, deque()).append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():  # the turn had come already
                    self._next()
                raise
        job = asyncio.get_running_loop().run_in_executor(self._pool, copy_context().run, act, *arguments)
        job.add_done_callback(lambda done: self._next())
        return await asyncio.shield(job)

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _next(self) -> None:
        while self._waiting:
            client, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
