"""How compiled rules reach into the fields that have several items: piles, bags, figures by seat.

A field's type holds its length (see `records`). Left at that, `push` would be compiled again for a pile
of 3 and a pile of 20 cards; a `Row` lends a rule one row of either. And an index never counts from the end: what looks
for negative indices on every access is left out, so `t.score[NOBODY]` is a mistake that NUMBA_BOUNDSCHECK=1 reports.

The optimiser is also told what cannot be one and the same place: two fields of a table, a figure and an item, items of
different types. So what was read once stays in a register while other fields change.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite.ir import Constant, IntType, MetaDataString
from llvmlite.ir.instructions import LoadInstr, StoreInstr
from numba import config, types
from numba.core import cgutils
from numba.core.datamodel.models import StructModel
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typing import signature
from numba.extending import intrinsic, lower_builtin, lower_cast, register_model
from numba.np.arrayobj import getitem_array_tuple, getitem_arraynd_intp, record_getattr, record_setattr, setitem_array

from .records import OwnField, OwnRecord, OwnRecords


class Row(types.Array):
    """Items of one type side by side, lent by a caller who keeps them alive."""

    def __init__(self, dtype: Any, constant: bool = False) -> None:
        super().__init__(dtype, 1, "C", readonly=constant, name=f"row({dtype}{', constant' if constant else ''})")


@register_model(Row)
class _RowModel(StructModel):
    """Laid out as an array is, without a reference to count."""

    def __init__(self, manager: Any, row: Row) -> None:
        members = [
            ("meminfo", types.voidptr),
            ("parent", types.pyobject),
            ("nitems", types.intp),
            ("itemsize", types.intp),
            ("data", types.CPointer(row.dtype)),
            ("shape", types.UniTuple(types.intp, 1)),
            ("strides", types.UniTuple(types.intp, 1)),
        ]
        super().__init__(manager, row, members)


@lower_cast(types.Array, Row)
def _lend(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return value


def lent(argument: Any) -> Any:
    """The type a rule gets an argument as: a row for a field with several items and for a table of constants."""
    if isinstance(argument, types.Array) and argument.ndim == 1 and argument.layout == "C" and argument.aligned:
        nested = isinstance(argument, types.NestedArray)
        one_of_many = argument.dtype in (types.int8, types.int16)  # a pile of a field that has one pile per seat
        if nested or one_of_many or not argument.mutable:
            return Row(argument.dtype, not argument.mutable)
    return argument


def lend(given):
    """An array, or a tuple of arrays, that the caller keeps alive: its references are not counted wherever it is passed on.

    Counting is a locked instruction each time, which costs more than most of what is done with an array here.
    """
    return given


if not config.DISABLE_JIT:

    @intrinsic
    def lend(typing_context, given):
        def disown(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return _disowned(context, builder, sig.args[0], args[0])

        return signature(given, given), disown


def _disowned(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.BaseTuple):
        for i, part in enumerate(kind.types):
            value = builder.insert_value(value, _disowned(context, builder, part, builder.extract_value(value, i)), i)
    elif isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        array.meminfo, array.parent = (cgutils.get_null_value(part.type) for part in (array.meminfo, array.parent))
        return array._getvalue()
    return value


def _never_negative(context: Any, builder: Any, kind: Any, index: Any) -> tuple[Any, Any]:
    """An index as an unsigned number, for which Numba counts from the front only."""
    if isinstance(kind, types.BaseTuple):
        unsigned = types.UniTuple(types.uintp, len(kind)) if all(isinstance(k, types.Integer) for k in kind) else kind
    else:
        unsigned = types.uintp
    return unsigned, context.cast(builder, index, kind, unsigned)


def _read(numba_reads: Any) -> Any:
    def read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind, index = _never_negative(context, builder, sig.args[1], args[1])
        item = numba_reads(context, builder, signature(sig.return_type, sig.args[0], kind), (args[0], index))
        return item if isinstance(sig.return_type, types.Array) else only(item, builder, *_items(sig.args[0]))

    return read


def _write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, index = _never_negative(context, builder, sig.args[1], args[1])
    setitem_array(context, builder, signature(sig.return_type, sig.args[0], kind, sig.args[2]), (args[0], index, args[2]))
    only(_last(builder), builder, *_items(sig.args[0]))


def _items(row: Any) -> tuple[str, ...]:
    """Return where its items lie: among all items of their type; those of a field, among the items of fields of its shape."""
    path = ("items", f"items {row.dtype}")
    return (*path, f"items {row.dtype} {row.shape}") if isinstance(row, types.NestedArray) else path


def _last(builder: Any) -> Any:
    """The instruction just made: the write, if it was of one item."""
    return builder.block.instructions[-1] if builder.block.instructions else None


def only(access: Any, builder: Any, *path: str) -> Any:
    """Mark a read or write as one that reaches nothing outside of this path, which goes from the general to the particular."""
    if isinstance(access, LoadInstr | StoreInstr):
        module, zero = builder.module, Constant(IntType(64), 0)
        kind = module.add_metadata([MetaDataString(module, "parlour")])
        for name in path:
            kind = module.add_metadata([MetaDataString(module, name), kind, zero])
        access.set_metadata("tbaa", module.add_metadata([kind, kind, zero]))
    return access


for _array in (OwnField, Row):
    lower_builtin(operator.getitem, _array, types.Integer)(_read(getitem_arraynd_intp))
    lower_builtin(operator.getitem, _array, types.BaseTuple)(_read(getitem_array_tuple))
    lower_builtin(operator.setitem, _array, types.Integer, types.Any)(_write)
    lower_builtin(operator.setitem, _array, types.BaseTuple, types.Any)(_write)


@lower_builtin(operator.setitem, OwnRecords, types.Integer, OwnRecord)
def _copy_record(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """One table over another, moved as a whole: Numba copies byte by byte, which the optimiser puts together again every time."""
    records, index, record = sig.args
    place = getitem_arraynd_intp(context, builder, signature(records.dtype, records, index), args[:2])
    cgutils.raw_memmove(builder, place, args[2], Constant(IntType(64), record.size), 1)
    return context.get_dummy_value()


def _is_scalar(record: Any, name: str) -> bool:
    """Whether this is a field of a table, not of another record, and has one item."""
    return "rng" in record.fields and "phase" in record.fields and not isinstance(record.typeof(name), types.NestedArray)


@lower_getattr_generic(OwnRecord)
def get_field(context: Any, builder: Any, record: Any, value: Any, name: str) -> Any:
    """Return Numba's code that reads a field, marked."""
    found = record_getattr(context, builder, record, value, name)
    return only(found, builder, f"field {name}") if _is_scalar(record, name) else found


@lower_setattr_generic(OwnRecord)
def set_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    """Write a field, with Numba's code, and mark the write."""
    record_setattr(context, builder, sig, args, name)
    if _is_scalar(sig.args[0], name):
        only(_last(builder), builder, f"field {name}")
