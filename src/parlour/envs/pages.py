"""Arrays that are given away and written again when nobody holds them any more.

So what a step returns stays as it is, and nothing is copied.
"""

from __future__ import annotations

import math
import sys
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

ALIGNED = 64
"""Bytes."""
MOST = 4
"""Pages that are kept. Someone who holds more of them gets new ones, which are then theirs alone."""


class Page(NamedTuple):
    """The arrays that a step fills with observations."""

    seen: npt.NDArray[np.float32]  # [n, columns]
    last_seen: npt.NDArray[np.float32]  # [n, columns]
    stale: npt.NDArray[np.bool_]  # [n] the rows of `last_seen` that are not 0


class Pages:
    """The pages of n environments.

    Python counts who holds an array. A view of it, and what another library makes of it without a copy, holds it or its owner.
    """

    def __init__(self, n: int, width: int) -> None:
        self._shape = n, width
        self._kept = [self._blank()]
        self._alone = self._holders()[0]

    def take(self) -> Page:
        """Return a page that nobody else holds; what was in it may still be there."""
        for page, holders in zip(self._kept, self._holders(), strict=True):
            if holders == self._alone:
                return page
        self._kept = [*self._kept[1 - MOST :], self._blank()]
        return self._kept[-1]

    def _blank(self) -> Page:
        seen, last_seen = (aligned(self._shape, np.float32) for _ in range(2))
        return Page(seen, last_seen, np.zeros(self._shape[0], np.bool_))

    def _holders(self) -> list[tuple[int, ...]]:
        """Return the number of those who hold the arrays of each page, and their owners."""
        return [tuple(sys.getrefcount(one) for one in (seen, seen.base, last, last.base)) for seen, last, _ in self._kept]


def aligned(shape: tuple[int, ...], kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return zeros whose memory begins at a multiple of ALIGNED bytes.

    JAX shares memory only from there (XLA's minimum alignment on the processor); it copies any other array without saying so.
    """
    size = math.prod(shape) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNED, np.uint8)
    start = -room.ctypes.data % ALIGNED
    return room[start : start + size].view(kind).reshape(shape)
