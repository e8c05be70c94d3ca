"""The player for bots that are still loading a game: a process beside the server in which nothing is ever compiled."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys

from parlour.bots.improvise import question
from parlour.engine.errors import BadInput
from parlour.engine.view import View

COMMAND = ("-m", "parlour.bots.improvise")
IDLE_SECONDS = 60.0
"""The process ends when nobody has asked it anything for so long."""


class Understudy:
    """Answers one question at a time. What is asked and given up on is answered in vain, and the answer passed over."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._asked = 0
        self._idle: asyncio.TimerHandle | None = None

    async def choose(self, view: View) -> list[int]:
        """Return the codes of a whole chain in a view. Raise BadInput if it finds none."""
        async with self._lock:
            if self._idle:
                self._idle.cancel()
            process = await self._begun()
            assert process.stdin is not None and process.stdout is not None
            self._asked += 1
            process.stdin.write(question(self._asked, view).encode() + b"\n")
            try:
                await process.stdin.drain()
                while line := await process.stdout.readline():
                    number, codes = json.loads(line)
                    if number == self._asked:
                        break
                else:  # it has ended
                    self._rest()
                    codes = None
            except OSError:
                self._rest()
                codes = None
            self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._rest)
        if codes is None:
            raise BadInput("nothing comes to mind")
        return [int(code) for code in codes]

    async def begin(self) -> None:
        """Have the process ready."""
        async with self._lock:
            await self._begun()

    async def close(self) -> None:
        """End the process."""
        if process := self._rest():
            await process.wait()

    def _rest(self) -> asyncio.subprocess.Process | None:
        """End the process without waiting for its end; the next question begins another."""
        if self._idle:
            self._idle.cancel()
            self._idle = None
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        return process

    async def _begun(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            pipe, silence = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
            known = os.environ | {"NUMBA_DISABLE_JIT": "1"}
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *COMMAND, stdin=pipe, stdout=pipe, stderr=silence, env=known, limit=1 << 22
            )
        return self._process
