"""Numbers keep to the range that their declaration states: past it a compiled table wraps around without a word.

So random matches are compiled for tables whose integers are all words of 64 bits, in which nothing wraps, and every number is
compared with its range after every step.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from parlour.engine.rooms import Room
from parlour.kit import rule
from parlour.kit.layout import Number
from parlour.machine import Records, wide

from .declared import declarations


def widened(tables: Any, rows: int = 0) -> Any:
    """Return the tables with words of 64 bits for all integers, and this many empty rows behind them."""
    made = np.zeros(len(tables) + rows, wide(tables.dtype)).view(Records)
    made[: len(tables)] = tables
    return made


def words_of(tables: Any) -> Any:
    """Wide tables as words, one row per table; they share their memory."""
    return tables.view(np.int64).reshape(len(tables), -1)


@lru_cache(maxsize=64)
def limits_of(room: Room, seats: int) -> Any:
    """The numbers of a wide table as int64[n, 4]: the word, its lowest and highest figure, and what it is on an empty table."""
    kind = wide(room.Table.dtype)
    found = []
    for name, field in room.Table.fields.items():
        if isinstance(field, Number) and field.kind != "random":
            high = seats - 1 if field.kind == "seat" else field.high
            first, each = _place(kind, name)
            count = each * seats if field.per_seat else each * (field.shape[0] if field.shape else 1)
            found += [(first + k, field.low, high, field.empty) for k in range(count)]
    return np.array(found, np.int64)


def _place(kind: np.dtype[Any], name: str) -> tuple[int, int]:
    """The first word of a field, and how many there are of each first index."""
    fields: Any = kind.fields
    item, offset = fields[name][:2]
    return offset // 8, int(np.prod(item.shape[1:], dtype=int))


@rule
def first_out_of_range(words, limits):
    """The first entry of `limits` that a wide table, words[0], does not keep to; -1 if it keeps to all."""
    for k in range(len(limits)):
        value = words[0, limits[k, 0]]
        if (value < limits[k, 1] or value > limits[k, 2]) and value != limits[k, 3]:
            return k
    return -1


def out_of_range_message(room: Room, words: Any, limit: Any) -> str:
    """Say what is wrong with a number that does not keep to its limit: the field, its value, and where its range is declared."""
    kind, (word, low, high, _) = wide(room.Table.dtype), map(int, limit)
    name = next(n for n in room.Table.fields if _place(kind, n)[0] <= word < _place(kind, n)[0] + kind[n].itemsize // 8)
    written = declarations(room).get(name)
    where = f" in line {written.lineno}" if written is not None else ""
    return f"{name} is {int(words[0, word])}, and it is declared{where} from {low} to {high}"
