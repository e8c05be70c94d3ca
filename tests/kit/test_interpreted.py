"""All tests of the kit once more, with the same functions run as plain Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.kit import INTERPRETED


@pytest.mark.skipif(INTERPRETED, reason="this is the interpreted run")
def test_the_same_interpreted():
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", str(Path(__file__).parent)],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
