"""Rules called by the address of their machine code, always with the same arrays.

Numba looks at every array of every call and unpacks it, which takes tens of microseconds for a table. Here the arrays are looked
at once; after that a call costs a microsecond plus the time of the rule. What changes from call to call is written into the
arrays. The calling convention is Numba's own for compiled code: a place for the result, a place for an exception, and then each
array as seven words.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import typeof

from .dispatcher import Rule
from .records import own


class Native:
    """A rule with the arrays that it is always called with. They are kept alive. `call()` holds the interpreter lock.

    function: a rule of one-dimensional arrays that returns nothing and raises nothing.
    """

    def __init__(self, function: Callable[..., Any], *arrays: np.ndarray[Any, Any]) -> None:
        self._arrays = arrays
        self.call: Callable[[], Any] = (
            _by_address(function, arrays) if isinstance(function, Rule) else self._interpreted(function)
        )

    def _interpreted(self, function: Callable[..., Any]) -> Callable[[], Any]:
        def call() -> int:
            function(*self._arrays)
            return 0

        return call


def _by_address(function: Rule, arrays: tuple[np.ndarray[Any, Any], ...]) -> Callable[[], Any]:
    kinds = tuple(map(typeof, arrays))
    function.compile(kinds)
    found = function.overloads[tuple(map(own, kinds))]
    code = ctypes.PYFUNCTYPE(ctypes.c_int32)(found.library.get_pointer_to_function(found.fndesc.llvm_func_name))
    result, error = ctypes.c_void_p(), ctypes.c_void_p()
    words: list[Any] = [ctypes.byref(result), ctypes.byref(error)]
    for array in arrays:
        layout = (array.size, array.itemsize, array.ctypes.data, array.shape[0], array.strides[0])
        words += [ctypes.c_void_p(), ctypes.c_void_p(), *map(ctypes.c_int64, layout)]
    return functools.partial(code, *words)  # without `argtypes` each word goes as it is
