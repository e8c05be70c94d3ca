"""The house plays Schnapsen choice by choice as the C does: compiled, interpreted, in one go and step by step.

The C agrees with a slow referee written from the rulebook (`test_schnapsen_c`); so do the rules of the house, then.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import schnapsen_c

from parlour.engine import steps
from parlour.engine.rooms import room
from parlour.kit import NOBODY, pick_random, rule, wrapping_mul

pytestmark = pytest.mark.skipif(schnapsen_c.compiler() is None, reason="no C compiler here")

SCHNAPSEN = room("schnapsen")
SEEDS = [0, 1, -1, 2**63 - 1]


def unsigned(word):
    return int(word) % 2**64


def blank(rows):
    return SCHNAPSEN.Table.blank(rows), np.zeros(SCHNAPSEN.menu_size, np.int64)


@rule
def _pick_row(tables, i, menu, n):
    return pick_random(tables[i], menu, n)


@rule
def _play_match(tables, seed, match, menu, codes):
    """Plays one match on tables[0] and writes its choices; returns how many there are."""
    t = tables[0]
    steps.begin(t, seed, match)
    n = 0
    while t.over == 0:
        if t.turn == NOBODY:
            steps.step(t, seed, match)
        else:
            codes[n] = pick_random(t, menu, steps.choices(t, menu))
            steps.act(t, codes[n])
            n += 1
    return n


@rule
def _digest(codes, n, match):
    digest = -0x340D631B7BDDDCDB ^ match  # FNV's 0xCBF29CE484222325 as a signed number
    for i in range(n):
        digest = wrapping_mul(digest ^ codes[i], 0x100000001B3)
    return digest


def trace(seed, match):
    """The choices of a match asked for one by one from Python, and the table at its end."""
    tables, menu = blank(1)
    steps.begin_row(tables, 0, seed, match)
    codes = []
    while not tables[0].over:
        if tables[0].turn == NOBODY:
            steps.step_row(tables, 0, seed, match)
        else:
            n = steps.menu_row(tables, 0, menu)
            codes.append(int(_pick_row(tables, 0, menu, n)))
            assert steps.verdict_row(tables, 0, codes[-1]) == 0
            steps.act_row(tables, 0, codes[-1])
    return codes, tables[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_step_by_step(seed):
    for match in range(60):
        codes, end = trace(seed, match)
        expected, totals = schnapsen_c.trace(unsigned(seed), match)
        assert codes == expected, f"seed {seed}, match {match}"
        assert (end.hand_number, tuple(end.score)) == (totals.hands, totals.victory_points)
        assert tuple(end.payoff) == ((1, -1) if totals.wins[0] else (-1, 1))


@pytest.mark.parametrize("seed", SEEDS)
def test_digest_of_many_matches(seed):
    tables, menu = blank(1)
    codes, digest = np.zeros(schnapsen_c.CHOICES_OF_A_MATCH, np.int64), 0
    for match in range(3000):
        tables[:] = SCHNAPSEN.Table.blank(1)
        n = _play_match(tables, seed, match, menu, codes)
        digest += unsigned(_digest(codes, n, match))
    assert digest % 2**64 == schnapsen_c.run_digest(unsigned(seed), 3000)[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_playouts(seed):
    tables, menu = blank(2)
    totals = np.zeros(4)
    assert steps.playouts(tables, 50_000, 7, seed, menu, totals) == -1
    expected = schnapsen_c.run(unsigned(seed), 50_000, first=7)
    won = expected.wins[0] - expected.wins[1]
    assert totals.tolist() == [expected.decisions, expected.hands, won, -won]


def test_playouts_one_match_at_a_time():
    for match in range(2000):
        tables, menu = blank(2)
        totals = np.zeros(4)
        steps.playouts(tables, 1, match, 5, menu, totals)
        expected = schnapsen_c.trace(5, match)[1]
        assert (totals[0], totals[1]) == (expected.decisions, expected.hands), f"seed 5, match {match}"
        assert tuple(tables[0].score) == expected.victory_points, f"seed 5, match {match}"


INTERPRETED = """
import sys
sys.path[:0] = {path!r}
from test_schnapsen_identical import trace
from parlour.kit import INTERPRETED
assert INTERPRETED
for match in range(40):
    print(*trace({seed}, match)[0])
"""


@pytest.mark.parametrize("seed", SEEDS)
def test_interpreted(seed):
    script = INTERPRETED.format(path=[str(Path(__file__).parent), *sys.path], seed=seed)
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 40
    for match, line in enumerate(lines):
        assert [int(code) for code in line.split()] == schnapsen_c.trace(unsigned(seed), match)[0], f"match {match}"
