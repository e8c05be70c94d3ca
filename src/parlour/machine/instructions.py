"""A few machine instructions on sets and words, and the Python that does the same."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from llvmlite import binding as llvm
from llvmlite.ir import FunctionType, IntType
from numba import config, types
from numba.core import cgutils
from numba.core.codegen import get_host_cpu_features
from numba.core.extending import _Intrinsic

from .dispatcher import INTERPRETED, rule


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
        return self.__wrapped__(*words)


def _instruction(emit: Callable[..., Any]) -> Callable[..., Any]:
    return lambda function: function if INTERPRETED else Instruction(function, emit)


def _word(x: Any) -> int:
    return int(x) & 0xFFFFFFFFFFFFFFFF


def _signed(x: int) -> int:
    return ((x + (1 << 63)) & 0xFFFFFFFFFFFFFFFF) - (1 << 63)


@_instruction(lambda builder, x: builder.ctpop(x))
def count(cards):
    """Return the number of set bits: the number of cards in a set."""
    return _word(cards).bit_count()


@_instruction(lambda builder, x: builder.cttz(x, cgutils.true_bit))
def lowest(cards):
    """The lowest card of a set that is not empty."""
    return (int(cards) & -int(cards)).bit_length() - 1


@_instruction(lambda builder, x: builder.xor(builder.ctlz(x, cgutils.true_bit), x.type(63)))
def highest(cards):
    """The highest card of a set that is not empty."""
    return _word(cards).bit_length() - 1


@_instruction(lambda builder, x, y: builder.add(x, y))
def wrapping_add(x, y):
    """x + y, cut to 64 bits."""
    return _signed(int(x) + int(y))


@_instruction(lambda builder, x, y: builder.mul(x, y))
def wrapping_mul(x, y):
    """x * y, cut to 64 bits."""
    return _signed(int(x) * int(y))


@_instruction(lambda builder, x, y: builder.shl(x, y))
def shift_left(x, n):
    """x moved up by n bits (0..63), cut to 64 bits."""
    return _signed(int(x) << int(n))


@_instruction(lambda builder, x, y: builder.lshr(x, y))
def shift_right(x, n):
    """x moved down by n bits (0..63) with zeros coming in, where `>>` copies the sign."""
    return _signed(_word(x) >> int(n))


@_instruction(lambda builder, x, y: builder.or_(builder.shl(x, y), builder.lshr(x, builder.sub(x.type(64), y))))
def rotate_left(x, n):
    """x turned up by n bits (1..63): what leaves above comes in below."""
    return _signed(_word(x) << int(n) | _word(x) >> (64 - int(n)))


def _short_remainder(builder: Any, x: Any, y: Any) -> Any:
    short = IntType(32)
    return builder.zext(builder.urem(builder.trunc(x, short), builder.trunc(y, short)), x.type)


@_instruction(_short_remainder)
def remainder(x, y):
    """x % y for 0 <= x < 2**32 and 0 < y < 2**32."""
    return int(x) % int(y)


def _lower_half_below(builder: Any, x: Any, y: Any) -> Any:
    short = IntType(32)
    return builder.zext(builder.icmp_unsigned("<", builder.trunc(x, short), builder.trunc(y, short)), x.type)


@_instruction(_lower_half_below)
def lower_half_below(x, y):
    """1 if x % 2**32 < y, otherwise 0, for 0 <= y < 2**32."""
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
def deposit(bits, places):
    """The bits from the lowest on laid in turn into the places that are set in a word. Only if DEPOSITS."""
    laid = 0
    for k in range(64):
        if (int(places) >> k) & 1:
            laid |= (int(bits) & 1) << k
            bits = int(bits) >> 1
    return _signed(laid)


@rule(inline=True)
def nth(cards, n):
    """The set with only the n-th lowest card of a set (0 is the lowest)."""
    if DEPOSITS:
        return deposit(1 << n, cards)
    for _ in range(n):
        cards &= cards - 1
    return cards & -cards
