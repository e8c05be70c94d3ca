"""The process of an isolated bot, seen from the match: started, asked, and ended even if it is busy."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Hashable
from typing import Any

from parlour.engine.errors import BadInput, one_line

from .wire import LENGTH, MOST, KnownMoves, unpacked

POSSIBLE = os.name == "posix"
"""Whether this system can have isolated bots."""
LOOK = 1.0
"""Seconds between two looks whether a silent process is still there."""
GRACE = 5.0
"""Seconds in which a process may end by itself when it is not needed any more."""
LINES = 20
"""Lines of what a process prints that are passed on."""
_NAMES = ("HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "PATH", "PARLOUR_CACHE_DIR", "TMPDIR", "TZ", "VIRTUAL_ENV")
_BEGINNINGS = ("BOT_", "CUDA_", "DYLD_", "LC_", "MKL_", "NUMBA_", "OMP_", "OPENBLAS_", "PYTHON")
"""The environment of the process: what Python and its libraries need to run, and what is meant for bots."""


class Process:
    """A fresh interpreter with two pipes to it, and a third for what it prints. It inherits nothing else of this process."""

    def __init__(self, module: str, name: str, introduction: bytes) -> None:
        """module: what it runs. name: of whom it is said that it has printed something. introduction: the first message."""
        self.name, self.introduction, self._lines = name, introduction, 0
        self.place: Hashable = None  # which seat of which matches it plays
        self._description: dict[str, Any] | None = None
        self.asked, self.known = 0, KnownMoves()  # questions so far, and the moves that it knows
        known = {key: value for key, value in os.environ.items() if key in _NAMES or key.startswith(_BEGINNINGS)}
        known["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", module], stdin=pipe, stdout=pipe, stderr=pipe, env=known, start_new_session=True
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._to, self._from = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._to, False)
        os.set_blocking(self._from, False)
        self.pid = self._process.pid
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        with contextlib.suppress(BadInput):  # one that has ended already is found when its answer is read
            self.tell(introduction, LOOK)

    def described(self, seconds: float) -> dict[str, Any]:
        """Return its answer to the introduction, when it is ready. BadInput as for `ask`."""
        if self._description is None:
            self._description = self.hear(seconds)
        return self._description

    def ask(self, message: bytes, seconds: float) -> dict[str, Any]:
        """Its answer to a message. BadInput if it gives none in time or ends, and with the text of a refusal."""
        self.tell(message, seconds)
        return self.hear(seconds)

    def hear(self, seconds: float) -> dict[str, Any]:
        """Return its answer to the last message. BadInput as for `ask`."""
        ends = time.monotonic() + seconds
        (length,) = LENGTH.unpack(self._read(LENGTH.size, ends, seconds))
        if length > MOST:
            raise BadInput(f"its answer has {length:,} bytes, where {MOST:,} are the most")
        found = unpacked(self._read(length, ends, seconds))
        if "refused" in found:
            raise BadInput(str(found["refused"]))
        return found

    def tell(self, message: bytes, seconds: float) -> None:
        """Send it a message. BadInput if it does not take it in time, or has ended."""
        rest, ends = memoryview(LENGTH.pack(len(message)) + message), time.monotonic() + seconds
        while rest:
            try:
                rest = rest[os.write(self._to, rest) :]
            except BlockingIOError:
                self._wait(self._to, select.POLLOUT, ends, seconds)
            except OSError:
                raise self._gone() from None

    def _read(self, size: int, ends: float, seconds: float) -> bytes:
        found = b""
        while len(found) < size:
            self._wait(self._from, select.POLLIN, ends, seconds)
            part = os.read(self._from, size - len(found))
            if not part:
                raise self._gone()
            found += part
        return found

    def _wait(self, pipe: int, what: int, ends: float, seconds: float) -> None:
        """Wait until a pipe is ready. BadInput if the process is too slow or has ended; its own children may hold the pipe."""
        poll = select.poll()
        poll.register(pipe, what)
        while not poll.poll(1000 * min(LOOK, max(ends - time.monotonic(), 0))):
            if self._process.poll() is not None:
                raise self._gone()
            if time.monotonic() >= ends:
                raise BadInput(f"it did not answer within {seconds:g} s")

    def _gone(self) -> BadInput:
        """Return why there is no answer."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        code = self._process.returncode
        if code is None:
            return BadInput("it closed the line to the match")
        self._listener.join(LOOK)
        if code >= 0:
            return BadInput(f"its process ended with status {code}")
        return BadInput(f"its process was ended by {signal.Signals(-code).name}")

    def _listen(self) -> None:
        """Pass on what the process prints, each line with its name; of much only the beginning."""
        printed = self._process.stderr
        assert printed is not None
        with printed:
            while line := printed.readline(4096):
                self._lines += 1
                if self._lines <= LINES:
                    text = one_line(line.decode(errors="replace").rstrip("\n"))
                    print(f"parlour: {self.name} prints: {text}", file=sys.stderr)
                elif self._lines == LINES + 1:
                    print(f"parlour: {self.name} prints more, which is not shown", file=sys.stderr)

    def dismiss(self) -> None:
        """Close the lines to it: it will be asked nothing more, and ends."""
        assert self._process.stdin is not None and self._process.stdout is not None
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()

    def end(self, at_once: bool = False) -> None:
        """See that it ends, with what it has started. at_once: without the time to do so by itself."""
        if not at_once:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)
        self.kill()
        self._process.wait()
        self._listener.join(GRACE)

    def kill(self) -> None:
        """End the process and all that it has started, busy or not."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
