"""A process that compiles for a server and keeps what it compiles on the disk: `python -m parlour.engine.compiling`.

The server asks for one function at a time, in the order in which its threads come, so several games that are opened at once
share it fairly. A request is the function's module and name, the types of its arguments, and the folders of the rooms that these
types are about, pickled; the answer is a text, empty if the function is on the disk. Both processes are the same program of the
same user, which read the same files: machine code is found by what was compiled (`machine.cache`).
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from parlour.machine import NotCompiled

from .dispatch import rooms_in
from .rooms import room

COMMAND = (sys.executable, "-m", "parlour.engine.compiling")
NICENESS = 5
"""The process gives way to others, above all to the server, by this much."""
ENDS = "the server ends"
IDLE_SECONDS = 20.0
"""The process ends when it has had nothing to do for so long."""
MOST = 50
"""Functions that one process compiles: it grows with each, by some 10 MB, and a fresh one begins in a second or two."""
TRIES = 2
"""A process that ends without an answer may have been ended by the system, or have older files in mind: a fresh one is asked."""


class Request(NamedTuple):
    """A function to compile, with its types."""

    module: str
    name: str
    types: tuple[Any, ...]
    rooms: tuple[str, ...]


class Compiler:
    """The server's side. Threads call it as `machine.compile_elsewhere` asks."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="parlour-compile")
        self._process: subprocess.Popen[bytes] | None = None
        self._asked_for = 0
        self._idle: threading.Timer | None = None
        self._closed = False

    def __call__(self, function: Callable[..., Any], types: tuple[Any, ...]) -> None:
        """Have a function compiled for arguments of these types. NotCompiled says why it is not."""
        request = Request(function.__module__, function.__qualname__, types, rooms_of(types))
        try:
            why = self._thread.submit(self._ask, request).result()
        except RuntimeError:  # closed
            why = ENDS
        if why:
            raise NotCompiled(f"{function.__qualname__}: {why}")

    def close(self) -> None:
        """End the process at once and compile nothing more."""
        self._closed = True
        if self._idle:
            self._idle.cancel()
        if process := self._process:
            process.kill()  # its thread reads the end of its answers, and those who wait for it are told
        self._thread.submit(self._rest)
        self._thread.shutdown(wait=False)

    # in its thread

    def _ask(self, request: Request) -> str:
        if self._idle:
            self._idle.cancel()
        try:
            for _ in range(TRIES):
                with contextlib.suppress(OSError, EOFError, pickle.UnpicklingError):
                    return self._asked(request)
                self._rest()
            return ENDS if self._closed else "the compiler ended without an answer"
        finally:
            if not self._closed:
                self._idle = threading.Timer(IDLE_SECONDS, self._end_idle)
                self._idle.daemon = True
                self._idle.start()

    def _end_idle(self) -> None:
        with contextlib.suppress(RuntimeError):  # closed
            self._thread.submit(self._rest)

    def _asked(self, request: Request) -> str:
        if self._asked_for >= MOST:
            self._rest()
        if self._process is None and not self._closed:
            pipe = subprocess.PIPE
            self._asked_for = 0
            self._process = subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        if self._process is None:
            raise EOFError
        process = self._process
        if self._closed:  # closed while the process began
            process.kill()
        assert process.stdin is not None and process.stdout is not None
        self._asked_for += 1
        pickle.dump(request, process.stdin)
        process.stdin.flush()
        return str(pickle.load(process.stdout))

    def _rest(self) -> None:
        """End the process; the next request begins another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def rooms_of(types: tuple[Any, ...]) -> tuple[str, ...]:
    """The folders of the rooms whose tables are among these types."""
    return tuple(sorted(str(one.folder) for one in rooms_in(str(types))))


def compiled(request: Request) -> str:
    """Compile what is asked for; why that cannot be, otherwise nothing.

    If it does not know what is asked for, that ends the process: a fresh one may read newer files.
    """
    known = tuple(str(room(folder).folder) for folder in request.rooms)
    if rooms_of(request.types) != known:
        raise LookupError("a room has changed since it was opened here")
    function = getattr(importlib.import_module(request.module), request.name)
    try:
        function.compile(request.types)
    except Exception as error:
        return type(error).__name__
    return ""


def main() -> None:
    """Answer until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    with contextlib.suppress(EOFError):
        while True:
            pickle.dump(compiled(pickle.load(sys.stdin.buffer)), answers)
            answers.flush()


if __name__ == "__main__":
    main()
