"""How compiled rules reach into the fields that have several items: piles, bags, figures by seat.

A field comes as Numba's nested array, whose type holds its length. Left at that, `push` would be compiled anew for a pile
of 3 and a pile of 20 cards; a `Row` is what a rule is lent of either. And an index never counts from the end: what looks
for negative indices on every access is left out, so `t.score[NOBODY]` is a mistake that NUMBA_BOUNDSCHECK=1 reports.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core.datamodel.models import StructModel
from numba.core.typing import signature
from numba.extending import lower_builtin, lower_cast, register_model
from numba.np.arrayobj import getitem_array_tuple, getitem_arraynd_intp, setitem_array


class Row(types.Array):  # type: ignore[misc]
    """Items of one type side by side, lent by a caller who keeps them alive."""

    def __init__(self, dtype: Any, constant: bool = False) -> None:
        super().__init__(dtype, 1, "C", readonly=constant, name=f"row({dtype}{', constant' if constant else ''})")


@register_model(Row)
class _RowModel(StructModel):  # type: ignore[misc]
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
        one_of_many = argument.dtype in (types.int8, types.int16)  # a pile of a field that has a pile a seat
        if nested or one_of_many or not argument.mutable:
            return Row(argument.dtype, not argument.mutable)
    return argument


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
        return numba_reads(context, builder, signature(sig.return_type, sig.args[0], kind), (args[0], index))

    return read


def _write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, index = _never_negative(context, builder, sig.args[1], args[1])
    return setitem_array(context, builder, signature(sig.return_type, sig.args[0], kind, sig.args[2]), (args[0], index, args[2]))


for _array in (types.NestedArray, Row):
    lower_builtin(operator.getitem, _array, types.Integer)(_read(getitem_arraynd_intp))
    lower_builtin(operator.getitem, _array, types.BaseTuple)(_read(getitem_array_tuple))
    lower_builtin(operator.setitem, _array, types.Integer, types.Any)(_write)
    lower_builtin(operator.setitem, _array, types.BaseTuple, types.Any)(_write)
