"""The code of a rule is the same no matter what was compiled before it, and whether the disk had it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit, types
from numba.core.caching import NullCache

from parlour.engine.rooms import room_names
from parlour.machine import INTERPRETED
from parlour.machine.dispatcher import Rule

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
PROGRAM = Path(__file__).with_name("order.py")
ORDERS = ("card,playouts,tables", "tables,playouts,card", "playouts,card,tables")
"""By day the first two: each thing comes before each other once."""
NUMBERS = types.Array(types.int64, 1, "C")


def unkept(function: Any) -> Rule:
    """Return a rule that the disk knows nothing of."""
    made = Rule(function)
    made._cache = made._inner_cache = NullCache()
    return made


def code_for_callers(rule: Rule, *kinds: Any) -> str:
    """Return what compiled code takes in of a rule."""
    return str(rule.inner(kinds).library._get_module_for_linking())


def smallest(row):  # type: ignore[no-untyped-def]
    """Borrow much from Numba: `min`, `hasattr`, a slice, a new array, a power."""
    row[1:] = row[:-1]
    return min(row[0], row[1]) ** 2 + np.empty(3, np.int64).size + hasattr(row, "size")


def test_what_python_calls_is_not_what_compiled_code_takes_in() -> None:
    first, second = unkept(smallest), unkept(smallest)
    before = code_for_callers(first, NUMBERS)
    assert second(np.arange(3)) == first(np.arange(3)) == 4  # the second is optimised for this processor by now
    assert code_for_callers(second, NUMBERS) == before
    assert code_for_callers(first, NUMBERS) == before


def test_what_others_compiled_of_numba_is_not_borrowed() -> None:
    """Another library of the process has used `min` and its like; and what it made stays its own."""
    before = code_for_callers(unkept(smallest), NUMBERS)
    plain = njit(smallest)
    assert plain(np.arange(3)) == 4
    assert code_for_callers(unkept(smallest), NUMBERS) == before
    assert plain(np.arange(3)) == 4


def digests(game: str, order: str, folder: Path, seed: int) -> dict[str, str]:
    """Return the digests that `order.py` prints, with rules kept in a folder and strings hashed by a seed."""
    folder.mkdir(mode=0o700, exist_ok=True)
    environment = os.environ | {"PARLOUR_CACHE_DIR": str(folder), "PYTHONHASHSEED": str(seed)}
    done = subprocess.run([sys.executable, PROGRAM, game, order], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


def check(game: str, folder: Path, orders: Sequence[str]) -> None:
    """A fresh folder for each order, then an order with what another has left on the disk."""
    runs = [digests(game, order, folder / str(n), n) for n, order in enumerate(orders)]
    warm = digests(game, ORDERS[0], folder / "1", 7)
    assert len(runs[0]) > 5
    for run in runs[1:]:
        assert run == runs[0]
    assert warm.items() <= runs[0].items()
    assert "card play_out" in warm


@pytest.mark.slow
def test_the_order_does_not_matter(tmp_path: Path) -> None:
    """Of a small room; at Spades, at night, its code for cards could not be made after random play."""
    check("oh_hell", tmp_path, ORDERS[:2])


@pytest.mark.soak
@pytest.mark.parametrize("name", room_names())
def test_the_order_matters_at_no_game(name: str, tmp_path: Path) -> None:
    check(name, tmp_path, ORDERS)
