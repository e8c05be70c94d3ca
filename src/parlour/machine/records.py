"""Records as rules see them: types of our own beside Numba's.

What rules do with the fields of a record (see `rows`) must not change what anybody else's compiled functions do with theirs.
So every record that a rule is given, from Python or from compiled code, becomes an `OwnRecord` on its way in, and its fields
with several items an `OwnField`. They lie in memory as Numba's do; nothing is copied or looked up.

Their symbols tell the whole layout. Numba writes a record into a symbol as a counter of the process and a nested array
without its shape, so machine code of two processes could go by the same name and mean different tables.
"""

from __future__ import annotations

import functools
import hashlib
from typing import Any

from numba import types
from numba.core.datamodel.models import ArrayModel, NestedArrayModel, RecordModel
from numba.extending import lower_cast, register_model


class OwnRecord(types.Record):
    """A record whose fields are reached as `rows` says."""

    def __init__(self, record: Any) -> None:
        fields = [(name, field._asdict() | {"type": _field(field.type)}) for name, field in record.fields.items()]
        super().__init__(fields, record.size, record.aligned)
        self.name: str = f"own {self.name}"
        self.digest = hashlib.sha256(self.name.encode()).hexdigest()[:24]

    @property
    def mangling_args(self) -> Any:
        """Its part of a symbol: its first field, which names a table's room and version, and a digest of its layout."""
        return type(self).__name__, (next(iter(self.fields), ""), self.digest)

    def can_convert_to(self, typingctx: Any, other: Any) -> None:
        """Into nothing: Numba would take a record for one that has fewer of its fields."""


class OwnField(types.NestedArray):
    """Several items in a field of a record."""

    def __init__(self, dtype: Any, shape: tuple[int, ...]) -> None:
        super().__init__(dtype, shape)
        self.name = f"field({self.dtype}, {self.shape})"

    @property
    def mangling_args(self) -> Any:
        """Its part of a symbol: its items and its shape."""
        return type(self).__name__, (self.dtype, *self.shape)


class OwnRecords(types.Array):
    """An array of records."""

    def __init__(self, dtype: Any, ndim: int, layout: str, readonly: bool, aligned: bool) -> None:
        super().__init__(dtype, ndim, layout, readonly, f"{ndim}d {layout} {'constant ' * readonly}records({dtype})", aligned)


register_model(OwnRecord)(RecordModel)
register_model(OwnField)(NestedArrayModel)
register_model(OwnRecords)(ArrayModel)


@lower_cast(types.Record, OwnRecord)
@lower_cast(types.Array, OwnRecords)
def _unchanged(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return value


def _field(kind: Any) -> Any:
    if isinstance(kind, types.NestedArray):
        return OwnField(own(kind.dtype), kind.shape)
    return own(kind)


@functools.cache
def own(kind: Any) -> Any:
    """A type with all records in it made our own: a record, an array of records, a tuple with such parts; others as they are."""
    if type(kind) is types.Record:
        return OwnRecord(kind)
    if type(kind) is types.Array and isinstance(kind.dtype, types.Record):
        return OwnRecords(own(kind.dtype), kind.ndim, kind.layout, not kind.mutable, kind.aligned)
    if isinstance(kind, types.BaseTuple):
        parts = tuple(map(own, kind.types))
        if parts != tuple(kind.types):
            return types.BaseTuple.from_types(parts, getattr(kind, "instance_class", None))
    return kind
