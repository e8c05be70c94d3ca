"""How rules become machine code: the one decorator of the house.

`rule` is Numba's `njit` without the interpreter lock and with a disk cache that can be trusted (`cache`).

Compiled `+`, `-` and `*` must stay within 64 bits: Numba promises LLVM that they do, and what LLVM makes of a broken
promise is any number. Arithmetic that is meant to wrap (random numbers, hashes) says so with `wrapping_add` and its like.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterator
from typing import Any

from numba import config, typeof, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import make_concrete_template

from .borrowed import borrowing
from .cache import RuleCache
from .elsewhere import maker_of, note_compiled_here
from .inner import ApartCompiler, InnerCompiler, RuleCompiler, keep_apart, rebuild_apart, rebuild_inner
from .lean import lean
from .operators import remembered
from .plain import in_place_of
from .records import own
from .rows import lent

INTERPRETED = bool(config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: the same functions run as plain Python (to debug, to trace coverage)."""


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


def rule(function: Callable[..., Any] | None = None, *, inline: bool = False, apart: bool = False, hurried: bool = False) -> Any:
    """Compile a function of the rules or the engine on first use, cached on disk; interpreted under NUMBA_DISABLE_JIT=1.

    `@rule(inline=True)` puts its code into every caller: for the few lines that everything else is made of.
    `@rule(apart=True)` puts it into none: made into machine code once, and called. For what is long, is given no table, and so
    is the same for all rooms; a call costs some nanoseconds.
    `@rule(hurried=True)` may be interpreted by a thread in a hurry until it is compiled (see `plain`): for what Python calls with
    records, arrays of words and figures, among which no array shows the memory of another.
    """
    if function is None:
        return lambda function: rule(function, inline=inline, apart=apart, hurried=hurried)
    return function if INTERPRETED else Rule(function, inline, apart, hurried)


_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "boundscheck": None}


def _widened(argument: Any) -> Any:
    return types.int64 if isinstance(argument, types.Integer) else lent(own(argument))


class Rule(CPUDispatcher):
    """Numba's dispatcher, quicker to compile if a function is called by compiled code.

    There it goes without the wrapper that unpacks Python objects, a fifth of all the work; that is made when Python does
    call. And all its integers come as int64: Numba would compile a function again for each type of small integer and each
    literal it is called with, so that `say(t, 3, 0)` were its own machine code. What is lost, the constants at the call,
    the optimiser finds again when it inlines.

    What Python calls and what compiled code calls are two functions, in two tables: `overloads` and `_inner`. The first is
    optimised for this processor, the second is not optimised at all. If compiled code took the first when it was there,
    its machine code would depend on what ran before, and code for a graphics card would be made of code for a processor.
    """

    def __init__(self, function: Callable[..., Any], inline: bool = False, apart: bool = False, hurried: bool = False) -> None:
        super().__init__(function, targetoptions=dict(_OPTIONS))
        self._compiler.targetoptions = self.targetoptions | {"forceinline": inline}
        self._inner: dict[Any, Any] = {}
        self._reached: set[Any] = set()  # the signatures, as Python's values have them, that Numba finds machine code for
        self._apart, self._hurried = apart, hurried
        self._cache = RuleCache(self.py_func)
        self._inner_cache = RuleCache(self.py_func, rebuild_apart if apart else rebuild_inner)

    def __reduce__(self) -> str:
        return self.__qualname__

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return Numba's template of a call from compiled code, as `Dispatcher.get_call_template` does."""
        pysig, folded = self._compiler.fold_argument_types(args, kws)
        args = tuple(map(_widened, folded))
        self.inner(args)
        signatures = [found.signature for found in self._inner.values()]
        template = make_concrete_template(f"CallTemplate({self.py_func.__name__})", self.py_func.__name__, signatures)
        return template, pysig, args, {}

    def get_overload(self, sig: Any) -> Any:
        """Return what compiled code calls for a signature that `get_call_template` offered."""
        args, _ = normalize_signature(sig)
        return self._inner[args].entry_point

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Asked for by Numba if Python calls with types that nothing is compiled for yet; what comes back is called."""
        return in_place_of(self.py_func, self._hurried, args) or super()._compile_for_args(*args, **kws)

    def load_apart(self, args: Any) -> None:
        """Have the machine code ready that compiled code calls with these types."""
        self.inner(args)

    def inner(self, args: Any) -> Any:
        """Return what compiled code calls with arguments of these types: for a rule that is not kept apart, all that it calls,
        as LLVM's language, not optimised for any processor."""
        with global_compiler_lock:
            args = tuple(map(_widened, args))
            found = self._inner.get(args)
            if found is None:
                found = self._inner[args] = self._made(args, None, ApartCompiler if self._apart else InnerCompiler)
                if self._apart:
                    keep_apart(found.library, self, args)
            return found

    def compile(self, sig: Any) -> Any:
        """Return what Python calls with arguments of these types: compiled before, read from the disk, or compiled now."""
        given, return_type = normalize_signature(sig)
        args = tuple(map(own, given))
        maker = maker_of(self.py_func)
        if maker is not None and not self._at_hand(args, return_type):
            maker(self.py_func, given)  # others may compile and load meanwhile: the lock is free
        with global_compiler_lock:
            found = self.overloads.get(args)
            if found is None:
                found = self.overloads[args] = self._made(args, return_type, RuleCompiler)
            if given not in self._reached:
                self._reached.add(given)
                self._insert([kind._code for kind in given], found.entry_point, False)
            return found.entry_point

    def _at_hand(self, args: Any, return_type: Any) -> bool:
        """Whether what Python calls with these types is compiled, here or on the disk."""
        with global_compiler_lock:
            if args not in self.overloads and (found := self._loaded(args, return_type, self._cache)) is not None:
                self.overloads[args] = found
            return args in self.overloads

    def _loaded(self, args: Any, return_type: Any, cache: RuleCache) -> Any:
        """Return the function for these types from the disk, None if it is not there."""
        found = cache.load_overload((args, return_type), self.targetctx)
        if found is not None:
            found.library._reload_init.update(found.reload_init)  # who links it has to make the same ready
            self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
        return found

    def _made(self, args: Any, return_type: Any, compiler: type[RuleCompiler]) -> Any:
        """Return the function for these types from the disk, or compile it and keep it there."""
        called_by_python = compiler is RuleCompiler
        cache = self._cache if called_by_python else self._inner_cache
        found = self._loaded(args, return_type, cache)
        if found is not None:
            return found
        note_compiled_here()
        self._compiler.targetoptions["no_cpython_wrapper"] = not called_by_python
        self._compiler.pipeline_class = compiler
        with self._compiling_counter, _uncollected(), lean(self.targetctx), remembered(), borrowing(self.targetctx):
            found = self._compiler.compile(args, return_type)
        cache.save_overload((args, return_type), found)
        return found


def entry(function: Callable[..., Any], *args: Any) -> Callable[..., Any]:
    """The machine code of a rule for arguments of the types of these. Call it only with arrays of the same dtypes, dimensions and
    memory layout: nothing checks them any more.

    Numba finds it by looking at every array of every call, twenty microseconds for what a bot works on.
    """
    return function.compile(tuple(map(typeof, args))) if isinstance(function, Rule) else function


def body(function: Any) -> Callable[..., Any]:
    """The plain Python function behind a rule, compiled or not."""
    return getattr(function, "py_func", function)
