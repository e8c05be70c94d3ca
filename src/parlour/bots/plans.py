"""The plans of the solvers: a plan takes several choices, and the bot is asked again for each of them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

KEPT = 10_000
"""The most moves that are kept."""


class Plans:
    """Moves by what they were decided for; those not asked for longest are dropped."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Any, int] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Any) -> int | None:
        """Return the move for a key, None if nothing was decided."""
        with self._lock:
            return self._kept.get(key)

    def put(self, key: Any, move: int) -> None:
        """Decide."""
        with self._lock:
            self._kept[key] = move
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget all plans."""
        with self._lock:
            self._kept.clear()


PLANS = Plans()
