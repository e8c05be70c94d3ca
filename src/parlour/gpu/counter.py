"""A counter that all lanes of a card share: each draws a number of its own from it."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import config, types
from numba.core.typing import signature
from numba.extending import intrinsic


def drawn(counter: Any) -> int:
    """Return counter[0], an int64, and raise it by 1, in one step that no other lane can divide."""
    number = int(counter[0])
    counter[0] += 1
    return number


if not config.DISABLE_JIT:

    @intrinsic
    def drawn(typing_context: Any, counter: Any) -> Any:
        def draw(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            array = context.make_array(sig.args[0])(context, builder, args[0])
            return builder.atomic_rmw("add", array.data, ir.Constant(ir.IntType(64), 1), "monotonic")

        return signature(types.int64, counter), draw
