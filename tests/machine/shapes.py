"""Compiles small rules for records of many layouts: `python shapes.py 0 3 17` for layouts 0, 3 and 17; prints what they give."""

from __future__ import annotations

import gc
import itertools
import sys

import numpy as np
from numba.extending import overload

from parlour.kit import rule
from parlour.machine import INNER, INTERPRETED

WIDE = [("grid", np.int64, (2, 2)), ("line", np.int64, 3)]
NAMES = list(itertools.permutations("abcd"))
"""Layouts of one size: the same four figures, in other places."""


@rule
def steps_down(r, n):
    """Calls itself, so that it stays a function of its own in the machine code of its caller."""
    if n == 0:
        return 1000 * r.a + 100 * r.b + 10 * r.c + r.d
    return steps_down(r, n - 1)


@rule
def told(r, n):
    return steps_down(r, n)


@rule
def told_of(rows, i):
    return steps_down(rows[i], 2) + rows[i].many[1]


@rule
def told_of_both(pair, i):
    return told_of(pair[0], i) - pair[1][i].many[0]


@rule
def raise_last(items):
    """Called with one line of a field and with a whole field: types that look alike and are not."""
    items[len(items) - 1] += 1


@rule
def raise_both(rows):
    raise_last(rows[0].grid[1])
    raise_last(rows[0].line)
    return rows[0].grid[1, 1] + 10 * rows[0].line[2]


def twofold(n):
    """Overloaded below."""
    return 2 * n


if not INTERPRETED:

    @overload(twofold, jit_options=INNER)
    def _twofold(n):
        def twice(n):
            return 2 * n

        return twice


@rule
def doubled(n):
    return twofold(n)


@rule(inline=True)
def doubled_in_place(n):
    return twofold(n)


@rule
def doubled_here(n):
    return twofold(n)


@rule
def doubled_below(n):
    return doubled(n)


@rule
def doubled_inline(n):
    return doubled_in_place(n)


def rows_of(layout):
    """Return two records of a layout made again, with a dtype of their own."""
    word = np.int64 if INTERPRETED else np.int16
    rows = np.zeros(2, [(name, word) for name in NAMES[layout]] + [("many", word, 2 + layout % 3)] + WIDE).view(np.recarray)
    rows["a"], rows["b"], rows["c"], rows["d"] = 1 + layout % 8, 2, 3, 4
    rows["many"][:, 0], rows["many"][:, 1] = 5, 10_000
    return rows


def expected(layout):
    told_ = 1000 * (1 + layout % 8) + 234
    return [told_, told_ + 10_000, told_ + 9_995, 11]


def found(layout):
    rows = rows_of(layout)
    values = [told(rows[0], 3), told_of(rows, 1), told_of_both((rows, rows), 0), raise_both(rows)]
    del rows
    gc.collect()
    return [int(value) for value in values]


def main() -> None:
    for layout in map(int, sys.argv[1:]):
        print(layout, found(layout) == expected(layout), flush=True)


if __name__ == "__main__":
    main()
