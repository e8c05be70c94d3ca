"""Fair turns for slow work: a client that has asked for much waits for those that have asked for less.

Networks take turns, and within a network its browsers: a new cookie costs nothing, so sixty browsers of one address have together
no more turns than one browser elsewhere.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

T = TypeVar("T")
Client = str | tuple[str, str]
"""A network, or a network and one of its browsers."""


class Turns:
    """Threads that are lent in turn to those who ask, one thought at a time. `threads`: how many there are."""

    def __init__(self, threads: int, name: str) -> None:
        self._free = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._waiting: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]] = OrderedDict()
        """By network and browser the thoughts that wait, the network and the browser whose turn is next first."""

    async def think(self, client: Client, act: Callable[..., T], *arguments: Any) -> T:
        """Do something in a thread when it is this client's turn, in the language of the caller's reader.

        What has not begun is dropped if the caller is cancelled.
        """
        if self._free:
            self._free -= 1
        else:
            turn = asyncio.get_running_loop().create_future()
            network, browser = client if isinstance(client, tuple) else (client, "")
            self._waiting.setdefault(network, OrderedDict()).setdefault(browser, deque()).append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.cancelled():
                    self._leave(network, browser, turn)
                elif turn.done():  # the turn had come already
                    self._next()
                raise
        job = asyncio.get_running_loop().run_in_executor(self._pool, copy_context().run, act, *arguments)
        job.add_done_callback(lambda done: self._next())
        return await asyncio.shield(job)

    def close(self) -> None:
        """Begin nothing more; who waits for a turn waits no longer."""
        for browsers in self._waiting.values():
            for turn in (turn for turns in browsers.values() for turn in turns):
                turn.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _leave(self, network: str, browser: str, turn: asyncio.Future[None]) -> None:
        """Wait no longer: a thought that nobody wants any more does not cost its network a turn."""
        browsers = self._waiting.get(network, OrderedDict())
        turns = browsers.get(browser, deque())
        if turn in turns:
            turns.remove(turn)
            if not turns:
                del browsers[browser]
            if not browsers:
                del self._waiting[network]

    def _next(self) -> None:
        while self._waiting:
            network, browsers = self._waiting.popitem(last=False)
            browser, turns = browsers.popitem(last=False)
            turn = turns.popleft()
            if turns:
                browsers[browser] = turns
            if browsers:
                self._waiting[network] = browsers
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
