"""Machine code written instruction by instruction, for long straight lines that are made for one object and not for a room.

Numba would work for seconds on what LLVM makes into machine code in some hundredths of one. Such code is therefore in no file:
it is made again in every process. Rules call it by its address.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.typing import signature
from numba.extending import intrinsic

WRITER = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), ir.IntType(64), ir.IntType(8).as_pointer()])
"""The type of the code: it is given the place of a table, a number, and the place of a row that it writes."""
_numbers = itertools.count()


class Emitted:
    """Machine code of the type WRITER. It lasts as long as the process: numba gives no machine code back.

    emit: writes the instructions, up to the last but `ret`; it is given LLVM's builder and the function's three arguments.
    """

    def __init__(self, name: str, emit: Callable[..., None]) -> None:
        name = f"parlour_{name}_{next(_numbers)}"
        with global_compiler_lock:
            self._library = cpu_target.target_context.codegen().create_library(name)
            module = self._library.create_ir_module(name)
            function = ir.Function(module, WRITER, name)
            for argument in (function.args[0], function.args[2]):
                argument.add_attribute("noalias")
            builder = ir.IRBuilder(function.append_basic_block())
            emit(builder, *function.args)
            builder.ret_void()
            self._library.add_ir_module(module)
            self._library.finalize()
            self.address: int = self._library.get_pointer_to_function(name)


def write_by(address, tables, i, number, rows, j):
    """Call the machine code at an address with tables[i], a number, and rows[j], which it writes. Interpreted: a function with
    all these arguments."""
    address(tables, i, number, rows, j)


def _item(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """Return where the part of an array with this first index begins."""
    array, zero = context.make_array(kind)(context, builder, array), context.get_constant(types.intp, 0)
    indices = [index, *[zero] * (kind.ndim - 1)]
    place = cgutils.get_item_pointer(context, builder, kind, array, indices, wraparound=False)
    return builder.bitcast(place, cgutils.voidptr_t)


def _write_by(typing_context: Any, address: Any, tables: Any, i: Any, number: Any, rows: Any, j: Any) -> Any:
    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        address, tables, i, number, rows, j = args
        code = builder.inttoptr(address, WRITER.as_pointer())
        table, row = _item(context, builder, sig.args[1], tables, i), _item(context, builder, sig.args[4], rows, j)
        builder.call(code, [table, number, row])
        return context.get_dummy_value()

    return signature(types.none, types.int64, tables, types.int64, types.int64, rows, types.int64), emit


if not config.DISABLE_JIT:
    write_by = intrinsic(_write_by)
