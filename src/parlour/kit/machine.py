"""How rules become machine code: the one decorator of the house, its disk cache, and a few machine instructions.

`rule` is Numba's `njit` without the interpreter lock and with a disk cache that can be trusted. Numba notices a change
in the file of a function only, never in a file the function calls into, so the cache folder's name carries a digest of
every house module that is compiled; a room's own digest is in the type of its table (see `layout`).

Compiled `+`, `-` and `*` must stay within 64 bits: Numba promises LLVM that they do, and what LLVM makes of a broken
promise is any number. Arithmetic that is meant to wrap (random numbers, hashes) says so with `wrapping_add` and its like.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding as llvm
from llvmlite.ir import FunctionType, IntType
from numba import config, types
from numba.core import cgutils
from numba.core.codegen import get_host_cpu_features
from numba.core.compiler_lock import global_compiler_lock
from numba.core.extending import _Intrinsic
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature

from .inner import InnerCache, InnerCompiler, RuleCompiler
from .rows import lent

INTERPRETED = bool(config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: the same functions run as plain Python (to debug, to trace coverage)."""

COMPILED_PACKAGES = ("kit", "engine", "bots", "solve", "lab", "envs")


@functools.cache
def house_digest() -> str:
    """Digest of every module whose code may be compiled into a cached function, and of the compiler's version and settings."""
    house = Path(__file__).resolve().parent.parent
    settings = (numba.__version__, np.__version__, config.BOUNDSCHECK, config.OPT, config.DEBUGINFO_DEFAULT)
    digest = hashlib.sha256(repr(settings).encode())
    for package in COMPILED_PACKAGES:
        for path in sorted((house / package).rglob("*.py")):
            digest.update(path.relative_to(house).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@functools.cache
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


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Python's search for garbage rests: a compilation leaves little to find, and a twelfth of its time went into looking."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def rule(function: Callable[..., Any] | None = None, *, inline: bool = False) -> Any:
    """Compile a function of the rules or the engine on first use, cached on disk; interpreted under NUMBA_DISABLE_JIT=1.

    `@rule(inline=True)` puts its code into every caller: for the few lines that everything else is made of.
    """
    if function is None:
        return lambda function: rule(function, inline=inline)
    return function if INTERPRETED else Rule(function, inline)


_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "boundscheck": None}


def _widened(argument: Any) -> Any:
    return types.int64 if isinstance(argument, types.Integer) else lent(argument)


class Rule(CPUDispatcher):  # type: ignore[misc]
    """Numba's dispatcher, quicker to compile where a function is called by compiled code.

    There it goes without the wrapper that unpacks Python objects, a fifth of all the work; that is made when Python does
    call. And all its integers come as int64: Numba would compile a function anew for each type of small integer and each
    literal it is called with, so that `say(t, 3, 0)` were its own machine code. What is lost, the constants at the call,
    the optimiser finds again when it inlines.
    """

    def __init__(self, function: Callable[..., Any], inline: bool = False) -> None:
        super().__init__(function, targetoptions=dict(_OPTIONS))
        self._compiler.targetoptions = self.targetoptions | {"forceinline": inline}
        self._inner = False  # whether compiled code asks
        self._for_python: set[Any] = set()
        self._inner_cache = self._cache
        with _own_cache(), contextlib.suppress(RuntimeError):  # no place to write to, or a function without a file
            self.enable_caching()
            self._inner_cache = InnerCache(function)

    def __reduce__(self) -> str:
        return self.__qualname__  # type: ignore[no-any-return]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What compiled code asks for before it calls."""
        before, self._inner = self._inner, True
        try:
            return super().get_call_template(tuple(map(_widened, args)), {name: _widened(a) for name, a in kws.items()})
        finally:
            self._inner = before

    def compile(self, sig: Any) -> Any:
        """The machine code for these argument types: compiled before, read from the disk, or compiled now."""
        with global_compiler_lock:
            inner, (args, return_type) = self._inner, normalize_signature(sig)
            known = self.overloads.get(args)
            if known is not None and (inner or args in self._for_python):
                return known.entry_point
            cache = self._inner_cache if inner else self._cache
            found = cache.load_overload(sig, self.targetctx)
            if found is not None:
                self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
            else:
                self._compiler.targetoptions["no_cpython_wrapper"] = inner
                self._compiler.pipeline_class = InnerCompiler if inner else RuleCompiler
                with self._compiling_counter, _uncollected():
                    found = self._compiler.compile(args, return_type)
                cache.save_overload(sig, found)
            if inner:  # not for Python to find: there is nothing it could call
                self.overloads[args] = found
            else:
                self._for_python.add(args)
                self.add_overload(found)
            return found.entry_point


def body(function: Any) -> Callable[..., Any]:
    """The plain Python function behind a rule, compiled or not."""
    return getattr(function, "py_func", function)  # type: ignore[no-any-return]


class Instruction(_Intrinsic):  # type: ignore[misc]
    """A machine instruction on int64 words, with the Python that does the same when it is called from Python."""

    def __init__(self, function: Callable[..., Any], emit: Callable[..., Any]) -> None:
        arity = function.__code__.co_argcount
        signature = types.int64(*[types.int64] * arity)

        def emitted(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return emit(builder, *args)

        typed = (lambda context, x: (signature, emitted)) if arity == 1 else (lambda context, x, y: (signature, emitted))
        super().__init__(function.__name__, typed)
        functools.update_wrapper(self, function)
        self._register()

    def __call__(self, *words: int) -> int:  # type: ignore[override]
        return self.__wrapped__(*words)  # type: ignore[no-any-return]


def _instruction(emit: Callable[..., Any]) -> Callable[..., Any]:
    return lambda function: function if INTERPRETED else Instruction(function, emit)


def _word(x: Any) -> int:
    return int(x) & 0xFFFFFFFFFFFFFFFF


def _signed(x: int) -> int:
    return ((x + (1 << 63)) & 0xFFFFFFFFFFFFFFFF) - (1 << 63)


@_instruction(lambda builder, x: builder.ctpop(x))
def count(cards):  # type: ignore[no-untyped-def]
    """How many bits are set: the number of cards in a set."""
    return _word(cards).bit_count()


@_instruction(lambda builder, x: builder.cttz(x, cgutils.true_bit))
def lowest(cards):  # type: ignore[no-untyped-def]
    """The lowest card of a set that is not empty."""
    return (int(cards) & -int(cards)).bit_length() - 1


@_instruction(lambda builder, x: builder.xor(builder.ctlz(x, cgutils.true_bit), x.type(63)))
def highest(cards):  # type: ignore[no-untyped-def]
    """The highest card of a set that is not empty."""
    return _word(cards).bit_length() - 1


@_instruction(lambda builder, x, y: builder.add(x, y))
def wrapping_add(x, y):  # type: ignore[no-untyped-def]
    """x + y, cut to 64 bits."""
    return _signed(int(x) + int(y))


@_instruction(lambda builder, x, y: builder.mul(x, y))
def wrapping_mul(x, y):  # type: ignore[no-untyped-def]
    """x * y, cut to 64 bits."""
    return _signed(int(x) * int(y))


@_instruction(lambda builder, x, y: builder.shl(x, y))
def shift_left(x, n):  # type: ignore[no-untyped-def]
    """x moved up by n bits (0..63), cut to 64 bits."""
    return _signed(int(x) << int(n))


@_instruction(lambda builder, x, y: builder.lshr(x, y))
def shift_right(x, n):  # type: ignore[no-untyped-def]
    """x moved down by n bits (0..63) with zeros coming in, where `>>` copies the sign."""
    return _signed(_word(x) >> int(n))


@_instruction(lambda builder, x, y: builder.or_(builder.shl(x, y), builder.lshr(x, builder.sub(x.type(64), y))))
def rotate_left(x, n):  # type: ignore[no-untyped-def]
    """x turned up by n bits (1..63): what leaves above comes in below."""
    return _signed(_word(x) << int(n) | _word(x) >> (64 - int(n)))


def _short_remainder(builder: Any, x: Any, y: Any) -> Any:
    short = IntType(32)
    return builder.zext(builder.urem(builder.trunc(x, short), builder.trunc(y, short)), x.type)


@_instruction(_short_remainder)
def remainder(x, y):  # type: ignore[no-untyped-def]
    """x % y for 0 <= x < 2**32 and 0 < y < 2**32."""
    return int(x) % int(y)


def _lower_half_below(builder: Any, x: Any, y: Any) -> Any:
    short = IntType(32)
    return builder.zext(builder.icmp_unsigned("<", builder.trunc(x, short), builder.trunc(y, short)), x.type)


@_instruction(_lower_half_below)
def lower_half_below(x, y):  # type: ignore[no-untyped-def]
    """1 where x % 2**32 < y, else 0, for 0 <= y < 2**32."""
    return int(int(x) & 0xFFFFFFFF < y)


def _deposits() -> bool:
    """Whether this processor has `deposit` as one quick instruction: the first two Zens take it apart."""
    if INTERPRETED or (config.CPU_NAME or llvm.get_host_cpu_name()) in ("znver1", "znver2"):
        return False
    features = get_host_cpu_features() if config.CPU_FEATURES is None else config.CPU_FEATURES
    return "+bmi2" in features.split(",")


DEPOSITS = _deposits()


def _deposit(builder: Any, bits: Any, places: Any) -> Any:
    word = bits.type
    kind = FunctionType(word, [word, word])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), [bits, places])


@_instruction(_deposit)
def deposit(bits, places):  # type: ignore[no-untyped-def]
    """The bits from the lowest on laid in turn into the places that are set in a word. Only where DEPOSITS."""
    laid = 0
    for k in range(64):
        if (int(places) >> k) & 1:
            laid |= (int(bits) & 1) << k
            bits = int(bits) >> 1
    return _signed(laid)
