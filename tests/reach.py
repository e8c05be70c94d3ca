"""Everything that can be reached from an object, and its bytes: attributes, slots, containers, arrays and what they are views of,
buffers, closures, weak references, generators, bound methods, and anything else that the garbage collector sees."""

from __future__ import annotations

import functools
import gc
import sys
import types
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np

ATOMS = (type(None), bool, int, float, complex, str, bytes, np.generic, np.dtype, range, types.CodeType)
CLOSED = (type, types.ModuleType, types.BuiltinFunctionType)
"""Where the walk ends: from these anything of the process can be reached, by anybody who imports it."""


def reached(start: Any, stop: tuple[type, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every object that can be reached, once, with the way to it; nothing beyond objects of the types in `stop`."""
    modules = {id(vars(module)) for module in list(sys.modules.values()) if isinstance(module, types.ModuleType)}
    waiting, known = [("", start)], dict[int, Any]()
    while waiting:
        way, found = waiting.pop()
        if id(found) in known or id(found) in modules or isinstance(found, CLOSED):
            continue
        known[id(found)] = found  # kept, or another object may get its number
        yield way, found
        if not isinstance(found, (*ATOMS, *stop)):
            waiting += reversed([(f"{way}.{name}", part) for name, part in parts(found)])


def parts(found: Any) -> Iterator[tuple[str, Any]]:
    """Yield what an object leads to at once."""
    if isinstance(found, np.ndarray):
        yield "base", found.base
    elif isinstance(found, memoryview):
        yield "obj", found.obj
    elif isinstance(found, dict):
        yield from ((f"[{key!r}]" if isinstance(key, ATOMS) else f"[{n}]", value) for n, (key, value) in enumerate(found.items()))
        yield from ((f"key {n}", key) for n, key in enumerate(found))
    elif isinstance(found, list | tuple | set | frozenset):
        yield from ((f"[{n}]", part) for n, part in enumerate(found))
    elif isinstance(found, types.FunctionType):
        yield from (("closure", cell) for cell in found.__closure__ or ())
        yield "defaults", found.__defaults__
        yield "keywords", found.__kwdefaults__
    elif isinstance(found, types.CellType):
        yield "cell", found.cell_contents
    elif isinstance(found, types.MethodType):
        yield "self", found.__self__
    elif isinstance(found, functools.partial):
        yield from (("function", found.func), ("arguments", found.args), ("keywords", found.keywords))
    elif isinstance(found, weakref.ref):
        yield "weak", found()
    elif isinstance(found, types.GeneratorType) and found.gi_frame is not None:
        yield "locals", dict(found.gi_frame.f_locals)
    yield from (("attributes", getattr(found, name)) for name in ("__dict__",) if hasattr(found, name))
    for kind in type(found).__mro__:
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(found, name):
                yield name, getattr(found, name)
    if not isinstance(found, types.FunctionType):  # its globals are those of a module
        yield from (("referent", part) for part in gc.get_referents(found))


def contents(found: Any) -> bytes | None:
    """The bytes of an object itself; None if it only leads to others."""
    if isinstance(found, np.ndarray):
        return repr((found.dtype.kind, found.dtype.itemsize, found.shape)).encode() + found.tobytes()
    if isinstance(found, memoryview | bytearray):
        return bytes(found)
    return repr(found).encode() if isinstance(found, ATOMS) else None


def lasting(found: Any) -> bool:
    """Whether an object can be changed, so that to share it is to be told what becomes of it."""
    if isinstance(found, np.ndarray):
        return bool(found.flags.writeable)
    frozen = getattr(type(found), "__dataclass_params__", None)
    fixed = frozen is not None and frozen.frozen
    return not (fixed or isinstance(found, (*ATOMS, tuple, frozenset, types.FunctionType)))
