"""A stranger's compiled functions on a stranger's records: prints what they give and the code they are made into.

`python foreign.py` alone, or with `parlour` for all of the house imported first.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys

import numba
import numpy as np
from numba import njit

KIND = np.dtype([("a", "i2", 3), ("b", "i2"), ("grid", "i4", (2, 3)), ("x", "f8"), ("phase", "i1"), ("rng", "i8", 4)])


@njit
def last(r):
    return r.a[-1], r.grid[-1, -2], r["a"][-3], r.rng[-4]


@njit
def at(r, i, j):
    return r.a[i], r.grid[i, j], r.grid[j][i]


@njit
def scalars(r):
    return r.b + r.x + r["b"], r.phase


@njit
def write(r, i, value):
    r.a[i] = value
    r.grid[i, -1] = value + 1
    r.b = value
    r.x = value
    r["phase"] = 3
    r.rng[-1] += 5


@njit
def whole(rows):
    rows[-1] = rows[0]
    total = 0
    for row in rows:
        for n in row.a:
            total += n
    return total, rows.grid[-1].sum(), max(rows[1].a[0], rows[1].b), len(rows[0].a[1:])


@njit
def given_on(array, i):
    return array[i] + array[-1]


@njit
def lend(r, i):
    return given_on(r.a, i) + given_on(r.rng, i)


def rows():
    made = np.zeros(3, KIND)
    for k, row in enumerate(made):
        row["a"], row["b"], row["x"], row["phase"] = np.arange(3) + 10 * k, 7 + k, k / 2, k
        row["grid"], row["rng"] = np.arange(6).reshape(2, 3) * (k + 1), np.arange(4) - k
    return made


def main() -> None:
    if "parlour" in sys.argv:
        parlour = importlib.import_module("parlour")
        for module in pkgutil.walk_packages(parlour.__path__, "parlour."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    table = rows()
    print(last(table[1]), at(table[2], 1, -1), at(table[2], -1, 1), scalars(table[1]))
    write(table[0], -2, 41)
    write(table[1], 1, -3)
    print(table.tolist(), whole(table), table.tolist(), lend(table[2], -2), lend(table[2], 1))
    print(numba.typeof(table), numba.typeof(table[0]), {k: v for k, v in vars(numba.config).items() if k.isupper()})
    for function in (last, at, scalars, write, whole, lend):
        for code in function.inspect_llvm().values():
            # counters of the process, of which the house has used some, and addresses
            code = re.sub(r"B\d+v\d+|RecordILi\d+E|pickledata\.\d+|\$\d+", "", code)
            code = re.sub(r"inttoptr \(i64 \d+|i64 \d{12,}", "", code)
            print(re.sub(r"^.*missing Environment.*$", lambda line: re.sub(r"\d", "", line[0]), code, flags=re.MULTILINE))


if __name__ == "__main__":
    main()
