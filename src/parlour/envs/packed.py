"""Observations in bits: a bit for each column of `Tensors` that is always 0 or 1, and the other figures behind them.

In most games a row is a tenth as long as one in float32, so that thousands of environments stay in the processor's own memory.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from parlour.engine.errors import BadInput

from . import tensors as orders_of
from .tensors import Tensors

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

WORD_BITS, FIGURES_PER_WORD, FIGURE_BYTES = 64, 2, 4
SIZES = {
    orders_of.SET_SIZE: 1,
    orders_of.BAG_SIZE: 1,
    orders_of.PILE_SIZE: 1,
    orders_of.SCALED: 1,
    orders_of.LOGARITHM: 1,
    orders_of.BAG: -1,
    orders_of.HEAP: -3,
}
"""By kind of order its columns that are not bits; below 0, so many for each kind of card."""


class Packed:
    """How the observations of a game are packed.

    width: columns of an observation. size: bytes of a packed one. First comes a bit for each column, column k as bit k % 8 of
    byte k // 8, in words of 8 bytes, then a float32 for each of `figures`, the columns that are not flags: their bits are 0.

    BadInput: the observations have a memory.

    >>> import parlour
    >>> packed = Packed(Tensors(parlour.game("schnapsen")))
    >>> packed.width, packed.size
    (307, 144)
    """

    def __init__(self, tensors: Tensors) -> None:
        if tensors.memory:
            raise BadInput("observations with a memory are not packed")
        self.tensors, self.width = tensors, tensors.width
        self.words = -(-self.width // WORD_BITS)
        kinds = int((tensors.orders.columns >= 0).sum())
        self.orders: list[list[int]] = []
        """The orders of the layout. The first column of one that writes figures is their place in a row of float32."""
        figures: list[int] = []
        for order in tensors.orders.orders.tolist():
            size = SIZES.get(order[orders_of.OP], 0)
            size = -size * kinds if size < 0 else size
            at = order[orders_of.AT]
            if size:
                order[orders_of.AT] = FIGURES_PER_WORD * self.words + len(figures)
                figures += range(at, at + size)
            self.orders.append(order)
        self.figures = np.array(figures, np.int64)
        self.row = FIGURES_PER_WORD * self.words + len(figures)
        """The number of float32 that take as much room as a row."""
        self.size = FIGURE_BYTES * self.row

    def unpack(self, rows: Bytes) -> Floats:
        """Return the observations that `Tensors` writes, float32[n, width].

        rows: uint8[n, size].
        """
        rows = np.ascontiguousarray(rows)
        start = self.row - len(self.figures)
        seen = np.unpackbits(rows[:, : FIGURE_BYTES * start], axis=1, count=self.width, bitorder="little").astype(np.float32)
        seen[:, self.figures] = rows.view(np.float32)[:, start:]
        return seen

    def pack(self, seen: Floats) -> Bytes:
        """Return observations packed, uint8[n, size].

        seen: float32[n, width], from `Tensors`.
        """
        flags = seen == 1.0
        flags[:, self.figures] = False
        rows = np.zeros((len(seen), self.size), np.uint8)
        bits = np.packbits(flags, axis=1, bitorder="little")
        rows[:, : bits.shape[1]] = bits
        rows.view(np.float32)[:, self.row - len(self.figures) :] = seen[:, self.figures]
        return rows
