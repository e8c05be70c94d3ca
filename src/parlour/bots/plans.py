"""What the solvers have decided upon: a plan takes several choices, and each asks the bot anew."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

KEPT = 10_000
"""How many moves are kept."""


class Plans:
    """Moves by what they were decided for; those not asked for longest are dropped."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Any, int] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Any) -> int | None:
        """The move for a key, None where nothing was decided."""
        with self._lock:
            return self._kept.get(key)

    def put(self, key: Any, move: int) -> None:
        """Decide."""
        with self._lock:
            self._kept[key] = move
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Think anew about everything."""
        with self._lock:
            self._kept.clear()


PLANS = Plans()
