"""Run rules as plain Python for callers that cannot wait until they are compiled.

A room's rules take seconds to compile, and one choice of theirs takes some milliseconds interpreted. So in a thread that is in a
hurry a rule that says it may (`@rule(hurried=True)`) is interpreted until there is machine code for it, with all that it calls.
What comes of it is the same: the tests hold both against each other.

Interpreted, figures are words of 64 bits, as compiled code computes; NumPy would keep what it reads from a byte in a byte. So
the records that a rule is given are copied into wider ones for it, and back when it is done.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from .arrays import Records, of_records


class _Thread(threading.local):
    """The state of a thread."""

    hurried = False
    interpreting = False


_here = _Thread()


@contextlib.contextmanager
def hurried() -> Iterator[None]:
    """Interpret rules that may be interpreted until they are compiled: in this thread, inside the context."""
    before, _here.hurried = _here.hurried, True
    try:
        yield
    finally:
        _here.hurried = before


def in_a_hurry() -> bool:
    """Whether this thread would rather have rules interpreted than wait."""
    return _here.hurried


def in_place_of(function: Callable[..., Any], may: bool, arguments: Sequence[Any]) -> Callable[..., Any] | None:
    """Return the function to call while a rule is not compiled; None if it must be compiled.

    may: whether the rule may be interpreted when it is called from outside of rules, with any arrays.
    """
    if _here.interpreting:  # a rule that was called by an interpreted one has its records already
        return function
    if not _here.hurried or not (may or all(map(_harmless, arguments))):
        return None
    return functools.partial(interpreted, function)


def _harmless(argument: Any) -> bool:
    """Whether interpreted rules can do nothing with it that compiled ones would not: a figure, a table, a constant."""
    if isinstance(argument, np.ndarray):
        return not argument.flags.writeable
    return isinstance(argument, int | float | np.number | np.bool_ | np.void)


def interpreted(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a rule's plain function, run as Python with all its calls, compiled or not."""
    given = [_widened(one) for one in arguments]
    _here.interpreting = True
    try:
        found = function(*given)
    finally:
        _here.interpreting = False
    for narrow, copied in zip(arguments, given, strict=True):
        if isinstance(narrow, np.void):
            for name in narrow.dtype.names or ():
                narrow[name] = copied[name]
        elif copied is not narrow and isinstance(narrow, np.ndarray):
            narrow[...] = copied
    return found


def _widened(argument: Any) -> Any:
    if isinstance(argument, np.void):
        return _widened(np.array([argument]))[0]
    if isinstance(argument, np.ndarray) and argument.dtype.names:
        kind = wide(argument.dtype)
        if argument.dtype == kind:
            return argument
        copied: Any = np.ndarray.__new__(Records, argument.shape, kind)
        copied[...] = argument
        return copied
    return int(argument) if isinstance(argument, np.integer) else argument


@functools.cache
def wide(kind: np.dtype[Any]) -> np.dtype[Any]:
    """A record with the same fields, all integers of which are words."""
    fields = []
    for name in kind.names or ():
        item = kind[name]
        base = np.dtype(np.int64) if item.base.kind == "i" else item.base
        fields.append((name, base, item.shape))
    return of_records(np.dtype(fields))
