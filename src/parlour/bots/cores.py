"""Share the cores of the machine: a thinker gets at least one thread, and more if other thinkers here leave cores free."""

from __future__ import annotations

import os
from threading import Lock


class Cores:
    """A number of cores, lent to thinkers of this process."""

    def __init__(self, number: int) -> None:
        self.number, self.used = number, 0
        self._lock = Lock()

    def take(self, most: int) -> int:
        """Take as many threads as there are free cores, at least 1 and at most `most`; later callers find fewer."""
        with self._lock:
            threads = max(1, min(most, self.number - self.used))
            self.used += threads
        return threads

    def give_back(self, threads: int) -> None:
        """These threads have done their work."""
        with self._lock:
            self.used -= threads


MACHINE = Cores(os.cpu_count() or 1)
