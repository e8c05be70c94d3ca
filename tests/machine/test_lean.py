"""A rule compiled without what Numba leaves out is the same rule, and Numba is as before afterwards."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba import njit, types
from numba.core import event, postproc
from numba.core.caching import NullCache
from numba.core.errors import TypingError
from numba.extending import overload

from parlour.machine import INTERPRETED, dispatcher
from parlour.machine.dispatcher import Rule

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
NUMBERS = types.Array(types.int64, 1, "C")


def unkept(function: Any) -> Rule:
    """Return a rule that the disk knows nothing of."""
    made = Rule(function)
    made._cache = made._inner_cache = NullCache()
    return made


def busy(row):  # type: ignore[no-untyped-def]
    """Loops, branches, a variable that is not always set, and functions that are borrowed from Numba."""
    total = 0
    for k in range(len(row)):
        if row[k] > 3:
            found = row[k] * 2
        elif row[k] < 0:
            break
        else:
            found = min(row[k], k)
        while found > 0:
            total += found
            found -= 2
    row[1:] = row[:-1]
    return total + np.empty(3, np.int64).size


@contextlib.contextmanager
def as_usual(*_: Any) -> Iterator[None]:
    """Stand in for `lean`."""
    yield


def code() -> str:
    """Return what compiled code takes in of `busy`."""
    return str(unkept(busy).inner((NUMBERS,)).library._get_module_for_linking())


def test_the_code_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    leanly = code()
    monkeypatch.setattr(dispatcher, "lean", as_usual)
    assert code() == leanly


def test_all_is_as_before_even_if_a_rule_cannot_be_compiled() -> None:
    def wrong(row):  # type: ignore[no-untyped-def]
        return row.nothing_like_this

    before = event.start_event, event.end_event, event.install_timer, postproc.PostProcessor.run
    with pytest.raises(TypingError):
        unkept(wrong)(np.arange(3))
    assert (event.start_event, event.end_event, event.install_timer, postproc.PostProcessor.run) == before
    assert "refresh" not in vars(Rule(wrong).targetctx)
    assert "refresh" not in vars(Rule(wrong).typingctx)


def test_what_was_declared_meanwhile_is_found() -> None:
    assert unkept(busy)(np.arange(3)) > 0

    def newcomer(x):  # type: ignore[no-untyped-def]
        raise AssertionError("interpreted")

    @overload(newcomer)
    def _newcomer(x):  # type: ignore[no-untyped-def]
        return lambda x: x + 1

    def asks(x):  # type: ignore[no-untyped-def]
        return newcomer(x)

    assert unkept(asks)(4) == 5


def test_who_listens_is_told() -> None:
    """Numba's own functions are compiled as before, and a listener hears of rules."""
    with event.install_recorder("numba:llvm_lock") as heard:
        unkept(busy)(np.arange(3))
    assert heard.buffer
    assert njit(busy)(np.arange(3)) == busy(np.arange(3))
