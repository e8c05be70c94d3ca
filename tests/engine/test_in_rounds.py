"""A match in bulk gives the same in rounds as event by event, whether or not its room says that rounds are quicker."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from parlour.engine import steps
from parlour.engine.game import Game
from parlour.kit import rule
from parlour.machine import lazy_menu

SEED = 1
MATCHES = {
    "bura": [0, 1],  # steps happen in phases that ask
    "crash": [1575],  # the next phase is named although the match has ended
    "i_doubt_it": [0],
    "pirate": [0],
    "schnapsen": [0, 1, 2],
    "snip_snap_snorem": [0],
}

INTERPRETED = """
import sys
sys.path[:0] = {path!r}
from test_in_rounds import MATCHES, end
from parlour.engine import steps
for name, matches in MATCHES.items():
    for match in matches:
        assert end(name, match, steps.one_by_one) == end(name, match, steps.in_rounds), (name, match)
"""


def end(name, match, play):
    """Return how many choices a random match takes, and the table at its end."""
    game = Game(name)
    tables, menu = game.blank(), np.zeros(game.room.menu_size, np.int64)
    steps.begin(tables[0], SEED, match)
    return play(tables[0], SEED, match, menu), tables.tobytes()


def test_interpreted():
    script = INTERPRETED.format(path=[str(Path(__file__).parent), *sys.path])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@rule
def _one_by_one(tables, match, menu):
    steps.begin(tables[0], SEED, match)
    return steps.one_by_one(tables[0], SEED, match, lazy_menu(menu))


def test_compiled():
    """In rounds on a held table, which is written back."""
    game = Game("i_doubt_it")
    assert game.room.in_order
    tables, others, menu = game.blank(2), game.blank(), np.zeros(game.room.menu_size, np.int64)
    for match in range(50):
        totals = np.zeros(2 + game.seats)
        others[:] = game.blank()
        assert steps.playouts(tables, 1, match, SEED, menu, totals) == -1
        assert totals[0] == _one_by_one(others, match, menu), f"match {match}"
        assert tables[:1].tobytes() == others.tobytes(), f"match {match}"
