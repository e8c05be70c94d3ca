"""Ctrl-C where Python swallows it.

LLVM compiles for seconds and then calls back into Python. So this call is where a KeyboardInterrupt is often raised, and there
it is lost: Python prints "Exception ignored", numba misses what LLVM has compiled and fails with an error of its own, or the work
goes on as if nobody had pressed anything.
"""

from __future__ import annotations

import _thread
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

AGAIN_SECONDS = 0.05
"""The interrupt comes again after this time, when the call that has swallowed it is over."""


@contextmanager
def interrupts() -> Iterator[list[threading.Timer]]:
    """Interrupt again if an interrupt was swallowed inside; the list is then no longer empty."""
    swallowed, before = list[threading.Timer](), sys.unraisablehook

    def unraisable(given: sys.UnraisableHookArgs, /) -> None:
        if not issubclass(given.exc_type, KeyboardInterrupt):
            before(given)
            return
        again = threading.Timer(AGAIN_SECONDS, _thread.interrupt_main)
        again.daemon = True
        again.start()
        swallowed.append(again)

    sys.unraisablehook = unraisable
    try:
        yield swallowed
    finally:
        sys.unraisablehook = before
        for again in swallowed:
            again.cancel()
