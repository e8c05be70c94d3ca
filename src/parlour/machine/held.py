"""A table held in variables: what a function works on by itself, with its figures in registers as far as they go.

In memory every figure of a table is written when it changes, and whether it was 0 before is soon forgotten: LLVM follows memory
across some hundred blocks, variables across any number. So a held table has two places on the stack. One is for the figures,
each of which LLVM makes a variable if all that reaches it is taken into one function. The other is for what is reached by an
index, which has to be memory. Rules see no difference; they are compiled for held tables as for others.
"""

from __future__ import annotations

import hashlib
from typing import Any

from llvmlite.ir import Constant, IntType
from numba import config, types
from numba.core import cgutils
from numba.core.datamodel.models import StructModel
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typing import signature
from numba.extending import intrinsic, register_model

from .records import OwnRecord
from .rows import get_field, set_field

FIGURES = ("rng", "said")
"""Fields of several items that are reached by numbers known beforehand, and so are figures too."""


class HeldRecord(OwnRecord):
    """The type of a held table; `record` is that of the table."""

    def __init__(self, record: Any) -> None:
        super().__init__(record)
        self.name = f"held {record.name}"
        self.digest = hashlib.sha256(self.name.encode()).hexdigest()[:24]
        self.record = record

    def is_figure(self, name: str) -> bool:
        """Whether a field has its place among the figures."""
        return name in FIGURES or not isinstance(self.typeof(name), types.NestedArray)


@register_model(HeldRecord)
class _HeldModel(StructModel):
    """Two places, each as large as the table, in which every field lies where it does in the table."""

    def __init__(self, manager: Any, held: HeldRecord) -> None:
        super().__init__(manager, held, [("figures", types.voidptr), ("items", types.voidptr)])


def _places(context: Any, builder: Any, kind: Any, value: Any) -> tuple[Any, Any]:
    """Return where the figures of a table lie, held or not, and where its items."""
    if not isinstance(kind, HeldRecord):
        return value, value
    places = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    return places.figures, places.items


def _place(context: Any, builder: Any, held: Any, value: Any, name: str) -> Any:
    figures, items = _places(context, builder, held, value)
    return builder.bitcast(figures if held.is_figure(name) else items, context.get_value_type(held.record))


@lower_getattr_generic(HeldRecord)
def _get_field(context: Any, builder: Any, held: Any, value: Any, name: str) -> Any:
    return get_field(context, builder, held.record, _place(context, builder, held, value, name), name)


@lower_setattr_generic(HeldRecord)
def _set_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    held, kind = sig.args
    place = _place(context, builder, held, args[0], name)
    set_field(context, builder, signature(sig.return_type, held.record, kind), (place, args[1]), name)


def hold(t):
    """A copy of a table, for the function that asks for it and what that calls: when it returns there is none any more."""
    return t.copy()


def assign(t, source):
    """Make a table, held or not, what another is."""
    for name in t.dtype.names:
        t[name] = source[name]


def _copy(builder: Any, target: Any, source: Any, offset: int, size: int) -> None:
    target, source = (cgutils.pointer_add(builder, place, offset) for place in (target, source))
    cgutils.raw_memmove(builder, target, source, Constant(IntType(64), size), 1)


def _copy_table(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (figures, items), (its_figures, its_items) = (
        _places(context, builder, kind, value) for kind, value in zip(sig.args, args, strict=True)
    )
    _copy(builder, items, its_items, 0, sig.args[0].size)
    held = [kind for kind in sig.args if isinstance(kind, HeldRecord)]
    for name in filter(held[0].is_figure, held[0].fields) if held else ():
        kind = held[0].typeof(name)
        item, n = (kind.dtype, kind.nitems) if isinstance(kind, types.NestedArray) else (kind, 1)
        size = n * context.get_abi_sizeof(context.get_data_type(item))
        _copy(builder, figures, its_figures, held[0].offset(name), size)
    return context.get_dummy_value()


if not config.DISABLE_JIT:

    @intrinsic
    def hold(typing_context, t):
        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            made = cgutils.create_struct_proxy(sig.return_type)(context, builder)
            for name in ("figures", "items"):
                place = cgutils.alloca_once(builder, context.get_data_type(t))
                setattr(made, name, builder.bitcast(place, cgutils.voidptr_t))
            found = made._getvalue()
            _copy_table(context, builder, signature(types.none, sig.return_type, t), (found, args[0]))
            return found

        return signature(HeldRecord(t), t), emit

    @intrinsic
    def assign(typing_context, t, source):
        return signature(types.none, t, source), _copy_table
