"""Remembering Numba's operators changes nothing in the code: they are only asked for less often."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from numba import types
from numba.core.caching import NullCache
from numba.core.types.functions import BaseFunction

from parlour.kit import count
from parlour.machine import dispatcher, operators
from parlour.machine.dispatcher import Rule

NUMBERS = (types.int64, types.uint64, types.float64)


def reckon(x, y, row):  # type: ignore[no-untyped-def]
    """All kinds of operators, with literals too, on all kinds of numbers; and one that the house has given Numba."""
    total = x + 1
    if y + y * 3 - 1.5 > x - total * 3 > -total:  # the same operators on other kinds
        total += 1
    for k in range(len(row)):
        if row[k] > y or k % 3 != 1:
            total -= row[k] * -2 + (x << 3) // 5
        row[k] += count(3)
    return total if total != 0 else max(total, 7)


def code(kinds: tuple[Any, ...]) -> bytes:
    """The function compiled for these types, in LLVM's language; nothing is read from the disk."""
    fresh = Rule(reckon)
    fresh._inner_cache = NullCache()
    return bytes(fresh.inner(kinds).library.serialize_using_object_code()[2])


@pytest.mark.parametrize("y", NUMBERS, ids=str)
def test_the_code_is_the_same(y: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = (types.int64, y, types.Array(types.int64, 1, "C"))
    code(kinds)  # what it calls is compiled by now
    with monkeypatch.context() as without:
        without.setattr(dispatcher, "remembered", contextlib.nullcontext)
        plain = code(kinds)
    asked: list[Any] = []

    def ask(self: Any, context: Any, args: Any, kws: Any) -> Any:
        asked.append((self, args))
        return original(self, context, args, kws)

    original = operators._resolve
    monkeypatch.setattr(operators, "_resolve", ask)
    monkeypatch.setattr(operators, "_known", {})
    assert code(kinds) == plain
    first = len(asked)
    assert len(operators._known) > 5
    assert code(kinds) == plain, "answers that are remembered give the same code"
    assert len(asked) - first <= first - len(operators._known), "nothing that is remembered is asked again"


def test_numba_is_as_it_was_when_nothing_is_compiled() -> None:
    code((types.int64, types.int64, types.Array(types.int64, 1, "C")))
    assert BaseFunction.get_call_type is operators._resolve
