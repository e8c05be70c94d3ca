"""Tables as Python sees them: arrays of records whose fields are read as fast as NumPy can.

`np.record` looks for a method of a field's name first, fails, and then asks whether the field may be reached: ten times as long
as reading it, and interpreted rules do little else. Here the records of a layout have a class with a property for each field.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np


class _OfRecords(type):
    """The class of classes of records: one is known by the names of its fields, also to a process that reads it from a pickle."""

    names: tuple[str, ...]


@cache
def _class_of(names: tuple[str, ...]) -> _OfRecords:
    fields = {name: property(itemgetter(name), _writer(name)) for name in names}
    return _OfRecords("record", (np.void,), {"__slots__": (), "__doc__": "A record.", "names": names, **fields})


copyreg.pickle(_OfRecords, lambda kind: (_class_of, (kind.names,)))


def _writer(name: str) -> Callable[[Any, Any], None]:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return write


def of_records(kind: np.dtype[Any]) -> np.dtype[Any]:
    """Return the layout with records that have their fields as attributes."""
    return np.dtype((_class_of(kind.names or ()), kind))


class Records(np.recarray):
    """An array of such records."""

    __getattribute__ = np.ndarray.__getattribute__

    def __array_finalize__(self, source: Any) -> None:
        kind = self.dtype
        if kind.names is not None and not isinstance(kind.type, _OfRecords):
            np.ndarray.__setattr__(self, "dtype", of_records(kind))

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except (IndexError, ValueError):
            raise AttributeError(f"records have no field {name!r}") from None

    def __getitem__(self, index: Any) -> Any:
        found = np.ndarray.__getitem__(self, index)
        return found.view(np.ndarray) if isinstance(found, np.ndarray) and found.dtype.names is None else found
