"""Numba's own functions that rules call (`min`, `hasattr`, `np.empty` ...), compiled as rules are.

Numba compiles these itself, optimises them for this processor, numbers their symbols in the order of compilation, and keeps
them for the next caller. The code of a rule would then depend on what was compiled before it, and code for a graphics card
would hold pieces made for this processor. While a rule is compiled, what it borrows is therefore compiled for rules alone: as
LLVM's language, with symbols made from what a function is.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from typing import Any

from numba import jit
from numba.core import compiler
from numba.core.typing.templates import _OverloadFunctionTemplate

from .inner import INNER, InnerCompiler

_subroutines: dict[Any, Any] = {}
"""Subroutines that rules borrow from Numba: as `cached_internal_func` of its target context, which others keep on using."""


class BorrowedCompiler(InnerCompiler):
    """The compiler of inner functions with all of Numba's passes, which its own functions need."""

    kind = "borrowed"
    define_pipelines = compiler.Compiler.define_pipelines


def _jit_of_an_overload(_: Any) -> Any:
    """Stand in for `_OverloadFunctionTemplate._get_jit_decorator`."""
    return lambda **options: jit(**INNER | {"pipeline_class": BorrowedCompiler} | options)


def _subroutine(
    typing_context: Any, target_context: Any, library: Any, function: Any, args: Any, return_type: Any, flags: Any, locals: Any
) -> Any:
    """Stand in for `compiler.compile_internal`: the library is made here, of our own kind."""
    return BorrowedCompiler(typing_context, target_context, None, args, return_type, flags, locals).compile_extra(function)


def _named_by_content(target_context: Any) -> Any:
    """Stand in for `insert_const_bytes`, which names a constant by Python's `hash`: another name in every process."""
    insert = target_context.insert_const_bytes
    return lambda module, text, name=None: insert(module, text, name or hashlib.sha256(text).hexdigest()[:16])


@contextlib.contextmanager
def borrowing(target_context: Any) -> Iterator[None]:
    """Compile what is borrowed from Numba by itself, until the block ends. The caller holds Numba's lock."""
    template: Any = _OverloadFunctionTemplate
    if template._get_jit_decorator is _jit_of_an_overload:  # one rule is compiled for another
        yield
        return
    before = template._get_jit_decorator, compiler.compile_internal, target_context.cached_internal_func
    template._get_jit_decorator, compiler.compile_internal = _jit_of_an_overload, _subroutine
    target_context.cached_internal_func = _subroutines
    target_context.insert_const_bytes = _named_by_content(target_context)
    try:
        yield
    finally:
        del target_context.insert_const_bytes
        template._get_jit_decorator, compiler.compile_internal, target_context.cached_internal_func = before
