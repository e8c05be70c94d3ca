"""How rules become machine code: the one decorator of the house, its disk cache, and two machine instructions.

`rule` is Numba's `njit` without the interpreter lock and with a disk cache that can be trusted. Numba notices a change
in the file of a function only, never in a file the function calls into, so the cache folder's name carries a digest of
every house module that is compiled; a room's own digest is in the type of its table (see `layout`).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

INTERPRETED = bool(config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: the same functions run as plain Python (to debug, to trace coverage)."""

COMPILED_PACKAGES = ("kit", "engine", "bots", "solve", "lab", "envs")


@cache
def house_digest() -> str:
    """Digest of every module whose code may be compiled into a cached function, and of the compiler's version."""
    house = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for package in COMPILED_PACKAGES:
        for path in sorted((house / package).rglob("*.py")):
            digest.update(path.relative_to(house).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def cache_folder() -> Path:
    """Where compiled rules are kept: $PARLOUR_CACHE_DIR, else the user's cache folder; a folder per house digest."""
    base = os.environ.get("PARLOUR_CACHE_DIR")
    if not base:
        base = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "parlour")
    return Path(base) / f"compiled-{house_digest()}"


@contextlib.contextmanager
def _own_cache() -> Iterator[None]:
    """Numba reads the cache folder when a function is decorated; other users of Numba keep their own."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        config.CACHE_DIR = before


def rule(function: Callable[..., Any]) -> Any:
    """Compile a function of the rules or the engine on first use, cached on disk; interpreted under NUMBA_DISABLE_JIT=1."""
    if INTERPRETED:
        return function
    with _own_cache():
        try:
            compiled = njit(cache=True, **_OPTIONS)(function)
        except RuntimeError:  # no writable place for a cache, or a function without a source file
            compiled = njit(**_OPTIONS)(function)
    _widen_arguments(compiled)
    return compiled


_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def _widen_arguments(compiled: Any) -> None:
    """Let compiled callers pass every integer as int64.

    Numba compiles a function anew for each type of small integer and for each literal it is called with, so that
    `say(t, 3, 0)` would be its own machine code. Widening first cuts the number of functions compiled by a third; what
    is lost, constants at the call, the optimiser finds again when it inlines.
    """
    fold = compiled._compiler.fold_argument_types

    def widened(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, tuple(types.int64 if isinstance(a, types.Integer) else a for a in folded)

    compiled._compiler.fold_argument_types = widened


def body(function: Any) -> Callable[..., Any]:
    """The plain Python function behind a rule, compiled or not."""
    return getattr(function, "py_func", function)  # type: ignore[no-any-return]


@intrinsic
def _ctpop(typingctx, x):  # type: ignore[no-untyped-def]
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def _cttz(typingctx, x):  # type: ignore[no-untyped-def]
    return types.int64(types.int64), lambda context, builder, signature, args: builder.cttz(args[0], cgutils.true_bit)


@intrinsic
def _ctlz(typingctx, x):  # type: ignore[no-untyped-def]
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctlz(args[0], cgutils.true_bit)


if INTERPRETED:

    def count(cards):  # type: ignore[no-untyped-def]
        """How many bits are set: the number of cards in a set."""
        return (int(cards) & 0xFFFFFFFFFFFFFFFF).bit_count()

    def lowest(cards):  # type: ignore[no-untyped-def]
        """The lowest card of a set that is not empty."""
        return (int(cards) & -int(cards)).bit_length() - 1

    def highest(cards):  # type: ignore[no-untyped-def]
        """The highest card of a set that is not empty."""
        return (int(cards) & 0xFFFFFFFFFFFFFFFF).bit_length() - 1

else:

    @rule
    def count(cards):  # type: ignore[no-untyped-def]
        """How many bits are set: the number of cards in a set."""
        return _ctpop(cards)

    @rule
    def lowest(cards):  # type: ignore[no-untyped-def]
        """The lowest card of a set that is not empty."""
        return _cttz(cards)

    @rule
    def highest(cards):  # type: ignore[no-untyped-def]
        """The highest card of a set that is not empty."""
        return 63 - _ctlz(cards)
