"""Python in a process of its own, with rules that run uncompiled: for tests that are shorter than compiling."""

from __future__ import annotations

import os
import subprocess
import sys


def interpreted(*arguments: str, folder: str | os.PathLike[str] = "") -> str:
    """Return what `python ARGUMENTS` prints; it must succeed. It finds the modules of this process, those of `folder` first."""
    path = os.pathsep.join(filter(None, [os.fspath(folder), *sys.path]))
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
