"""A room as it ships: `make test` compiles with few of LLVM's optimisations (scripts/test.sh), a player with all."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from parlour.machine import INTERPRETED

LEVEL = ("NUMBA_OPT", "NUMBA_LOOP_VECTORIZE", "NUMBA_SLP_VECTORIZE")
CLIMB = """
import sys
from parlour.engine.rooms import room
from parlour.ladder import Climb, matches, views
climb = Climb(room(sys.argv[1]))
for rung in (matches.menus, matches.in_bulk, matches.perft, views.redeals):
    for fault in rung(climb):
        print(fault)
"""


@pytest.mark.skipif(INTERPRETED or not set(LEVEL) & set(os.environ), reason="all is compiled here as it ships")
def test_as_it_ships() -> None:
    """Every code of many states, many matches, the counted choices, and redeals with memory."""
    environment = {key: value for key, value in os.environ.items() if key not in LEVEL}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run([sys.executable, "-c", CLIMB, "bura"], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
