"""`rule`, and the machine instructions: in compiled code they give what the Python beside them gives."""

import ctypes
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from kit_table import Table, splitmix, table, unsigned, word
from numba.core.caching import NullCache

from parlour import kit, machine
from parlour.kit import rule
from parlour.kit.random import advance_seed, random_unit
from parlour.machine.dispatcher import Rule

EDGES = [0, 1, -1, 2, 63, 64, 2**31, 2**32, -(2**32), 2**53, 2**54 - 1, 2**62, 2**63 - 1, -(2**63), -(2**63) + 1]


def words(n=200):
    rng = random.Random(7)
    return (
        EDGES
        + [word(rng.getrandbits(64)) for _ in range(n)]
        + [word(rng.getrandbits(64) & rng.getrandbits(64)) for _ in range(n)]
    )


@rule
def _unary(x, out):
    out[0] = kit.count(x)
    if x:
        out[1] = kit.lowest(x)
        out[2] = kit.highest(x)


@rule
def _binary(x, y, n, out):
    out[0] = kit.wrapping_add(x, y)
    out[1] = kit.wrapping_mul(x, y)
    out[2] = kit.shift_left(x, n)
    out[3] = kit.shift_right(x, n)
    if n > 0:
        out[4] = kit.rotate_left(x, n)


def test_counting_bits():
    for x in words():
        out = np.zeros(3, np.int64)
        _unary(x, out)
        bits = [i for i in range(64) if unsigned(x) >> i & 1]
        assert out.tolist() == ([len(bits), bits[0], bits[-1]] if bits else [0, 0, 0]), x
        assert kit.count(x) == len(bits)
        if bits:
            assert (kit.lowest(x), kit.highest(x)) == (bits[0], bits[-1])


def test_arithmetic_that_wraps():
    rng = random.Random(3)
    for x, n in zip(words(), [0, 1, 63, *(rng.randrange(64) for _ in range(1000))], strict=False):
        y = word(rng.getrandbits(64))
        out = np.zeros(5, np.int64)
        _binary(x, y, n, out)
        u = unsigned(x)
        expected = [word(x + y), word(x * y), word(u << n), word(u >> n), word(u << n | u >> (64 - n)) if n else 0]
        assert out.tolist() == expected, (x, y, n)
        assert [kit.wrapping_add(x, y), kit.wrapping_mul(x, y), kit.shift_left(x, n), kit.shift_right(x, n)] == expected[:4]
        assert not n or kit.rotate_left(x, n) == expected[4]


@rule
def _remainder(x, y):
    return machine.remainder(x, y)


def test_remainder():
    rng = random.Random(4)
    for _ in range(300):
        x, y = rng.randrange(2**32), rng.randrange(1, 2 ** rng.randrange(1, 33))
        assert _remainder(x, y) == machine.remainder(x, y) == x % y


@rule
def _chain(x, out):
    for i in range(out.size):
        out[i] = kit.splitmix(x)
        x = advance_seed(x)


def test_wrapping_survives_the_optimiser():
    """Two constants that LLVM may add up: with a promise that they do not overflow it made any number of the sum."""
    for seed in (0, 12345, -1, 2**63 - 1):
        out = np.zeros(6, np.int64)
        _chain(seed, out)
        state = seed % 2**64
        for found in out:
            state, expected = splitmix(state)
            assert unsigned(found) == expected


@rule
def _twice(x):
    return 2 * x


@rule(inline=True)
def _thrice(x):
    return 3 * x


@rule
def _both(t, x):
    return _twice(t.turn) + _thrice(x) + _twice(7)


def test_a_rule_can_be_called_from_rules_and_from_python_in_any_order():
    t = Table.blank(1)[0]
    t.turn = 3
    assert _both(t, 5) == 6 + 15 + 14  # first by compiled code only
    assert _twice(21) == 42  # then by Python
    assert _thrice(5) == 15
    assert _both(t, 1) == 23
    assert machine.body(_twice)(4) == 8


@pytest.mark.skipif(kit.INTERPRETED, reason="nothing is compiled")
def test_small_numbers_do_not_multiply_the_code():
    t = Table.blank(1)[0]
    _both(t, 1)
    assert len(_twice._inner) == 1
    assert _twice.__name__ == "_twice"


@pytest.mark.skipif(kit.INTERPRETED, reason="nothing is compiled")
def test_piles_of_any_size_share_their_code():
    @rule
    def fill_both(t):
        kit.push(t.trick, 3)
        kit.push(t.stock, 4)
        for c in range(3):
            kit.push(t.column[c], 5 + c)

    before = len(kit.push._inner)
    t = Table.blank(1)[0]
    fill_both(t)
    assert len(kit.push._inner) <= before + 1
    assert (t.trick[1], t.stock[1], t.column[:, 1].tolist()) == (3, 4, [5, 6, 7])


def test_rules_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(kit.shuffle)) is kit.shuffle


OUT_OF_BOUNDS = """
import sys
sys.path[:0] = {path!r}
from kit_table import table
from parlour.kit import push, rule

@rule
def read(t, p):
    return t.score[p]

@rule
def write(t, pile, n):
    for i in range(n):
        push(pile, i)

@rule
def fill_trick(t, n):
    write(t, t.trick, n)

t = table()
read(t, 4)
fill_trick(t, 4)
for wrong in (lambda: read(t, -1), lambda: read(t, 5), lambda: fill_trick(t, 2)):
    try:
        wrong()
    except IndexError:
        print("caught")
"""


@pytest.mark.skipif(kit.INTERPRETED, reason="nothing is compiled")
def test_with_checks_an_index_out_of_bounds_is_an_error():
    """Also one below zero, which NumPy would count from the end."""
    script = OUT_OF_BOUNDS.format(path=[str(Path(__file__).parent), *sys.path])
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["caught"] * 3, "")


@rule
def _deposit(bits, places):
    return machine.deposit(bits, places)


@rule
def _lower_half_below(x, y):
    return machine.lower_half_below(x, y)


def test_bits_laid_into_places():
    rng = random.Random(5)
    for places in words():
        bits = word(rng.getrandbits(64))
        where = [k for k in range(64) if unsigned(places) >> k & 1]
        expected = word(sum((unsigned(bits) >> i & 1) << k for i, k in enumerate(where)))
        assert machine.deposit(bits, places) == expected
        assert not machine.DEPOSITS or _deposit(bits, places) == expected


def test_comparing_lower_halves():
    rng = random.Random(6)
    for x in words():
        for y in (0, 1, unsigned(x) % 2**32, (unsigned(x) + 1) % 2**32, 2**32 - 1, rng.randrange(2**32)):
            assert _lower_half_below(x, y) == machine.lower_half_below(x, y) == (unsigned(x) % 2**32 < y)


@pytest.mark.skipif(machine.INTERPRETED, reason="nothing is compiled")
def test_machine_code_is_told_of_the_environments_of_inner_functions():
    """As code that comes from the disk is: an inner function has no machine code of its own that could be told."""
    fresh = Rule(random_unit.py_func)  # even if the disk keeps it
    fresh._cache = fresh._inner_cache = NullCache()
    fresh(table())
    found = next(iter(fresh.overloads.values()))
    engine, environments = found.library.codegen._engine, found._find_referenced_environments()
    assert len(environments) > 1
    for one in environments:
        assert ctypes.c_void_p.from_address(engine.get_global_value_address(one.env_name)).value == id(one)
