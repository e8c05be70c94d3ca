"""Importing the house changes nothing for other code in the process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.machine import INTERPRETED

HERE = Path(__file__).parent

STATE = """
import gc, locale, logging, os, signal, sys, threading, warnings
import numpy as np
import numba
def state():
    return {
        "environment": dict(os.environ),
        "filters": list(warnings.filters),
        "numpy": (np.get_printoptions(), np.geterr()),
        "numba": dict(vars(numba.config)),
        "signals": {n: signal.getsignal(n) for n in signal.valid_signals()},
        "collector": (gc.isenabled(), gc.get_threshold()),
        "threads": (threading.active_count(), threading.excepthook, threading.stack_size()),
        "hooks": (sys.excepthook, sys.displayhook, sys.unraisablehook, list(sys.meta_path), list(sys.path_hooks)),
        "limits": (sys.getrecursionlimit(), sys.get_int_max_str_digits(), sys.getswitchinterval()),
        "path": list(sys.path),
        "streams": (sys.stdout, sys.stderr, sys.stdin),
        "locale": locale.setlocale(locale.LC_ALL),
        "logging": (logging.root.level, list(logging.root.handlers), logging.raiseExceptions),
        "random": __import__("random").getstate(),
        "folder": os.getcwd(),
    }
import contextlib, importlib, numba.extending, numba.np.arrayobj, numba.core.caching
for other in ("gymnasium", "pettingzoo.utils"):  # their changes are theirs; a user of environments has them anyway
    with contextlib.suppress(ImportError):
        importlib.import_module(other)
before = state()
import pkgutil, parlour
for module in pkgutil.walk_packages(parlour.__path__, "parlour."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
after = state()
print(*[key for key in before if before[key] != after[key]])
"""


def output(*arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], env=dict(os.environ), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_foreign_functions_on_foreign_records_stay_as_they_are() -> None:
    """Their results and their machine code, but for the numbers that Numba gives out in turn."""
    alone, beside = (output(str(HERE / "foreign.py"), *more).splitlines() for more in ([], ["parlour"]))
    assert len(alone) > 200
    assert alone[:3] == beside[:3]
    assert alone == beside


def test_importing_everything_leaves_the_process_as_it_was() -> None:
    assert output("-c", STATE).split() == []
