"""A limit of processor time, for tests of what meets hostile texts. Other processes do not count."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

needs_clock = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no clock of processor time")


class TooSlow(Exception):
    """The limit was hit."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise TooSlow


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TooSlow if what stands inside takes more processor time."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
