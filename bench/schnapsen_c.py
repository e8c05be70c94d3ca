"""Schnapsen in hand-written C (`schnapsen.c`), compiled on the spot and called through ctypes.

The C plays exactly the same matches as the house for the same seed (the conventions stand at the top of the C file), so a
comparison of speed is also a comparison of results: equal digests mean equal choices in every match.
"""

from __future__ import annotations

import ctypes
import functools
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("schnapsen.c")
FLAGS = ("-O3", "-march=native", "-std=gnu11", "-Wall", "-Wextra", "-shared", "-fPIC")
CHOICES_OF_A_MATCH = 512  # 13 hands at most, of 30 choices, an exchange, a close and four marriages at most


class CompilerMissing(RuntimeError):
    """There is no C compiler, or it could not compile the file; the message says which."""


class _Totals(ctypes.Structure):
    _fields_ = [
        ("decisions", ctypes.c_int64),
        ("hands", ctypes.c_int64),
        ("wins", ctypes.c_int64 * 2),
        ("victory_points", ctypes.c_int64 * 2),
    ]


@dataclass(frozen=True)
class Totals:
    """Totals of a run. `wins` and `victory_points` are by seat, summed over the matches; every choice of a player is
    one decision, `continue` and forced cards included."""

    decisions: int
    hands: int
    wins: tuple[int, int]
    victory_points: tuple[int, int]


def compiler() -> str | None:
    """The C compiler to use: `$CC`, otherwise `cc`; None if it is not installed."""
    return shutil.which(os.environ.get("CC") or "cc")


@functools.cache
def library() -> ctypes.CDLL:
    """The compiled C, built again in each process: it is tuned to this very processor, and takes half a second.

    Raises `CompilerMissing`."""
    cc = compiler()
    if cc is None:
        raise CompilerMissing(f"no C compiler: {os.environ.get('CC') or 'cc'} not found (set CC to one)")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "schnapsen.so"
        done = subprocess.run([cc, *FLAGS, "-o", str(target), str(SOURCE)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise CompilerMissing(f"{cc} could not compile {SOURCE.name}: {done.stderr.strip()}")
        lib = ctypes.CDLL(str(target))
    u64, totals = ctypes.c_uint64, ctypes.POINTER(_Totals)
    lib.run.argtypes, lib.run.restype = [u64, u64, u64, totals], None
    lib.run_digest.argtypes, lib.run_digest.restype = [u64, u64, u64, totals], u64
    lib.trace.argtypes = [u64, u64, ctypes.POINTER(ctypes.c_int32), ctypes.c_int64, totals]
    lib.trace.restype = ctypes.c_int64
    return lib


def _settled(totals: _Totals) -> Totals:
    wins, points = totals.wins, totals.victory_points
    return Totals(totals.decisions, totals.hands, (wins[0], wins[1]), (points[0], points[1]))


def run(seed: int, matches: int, first: int = 0) -> Totals:
    """Plays matches `first` .. `first + matches - 1` of a seed at full speed."""
    totals = _Totals()
    library().run(seed, first, matches, totals)
    return _settled(totals)


def run_digest(seed: int, matches: int, first: int = 0) -> tuple[Totals, int]:
    """The same matches, with a 64-bit digest of all their choices (a little slower)."""
    totals = _Totals()
    digest: int = library().run_digest(seed, first, matches, totals)
    return _settled(totals), digest


def trace(seed: int, match: int) -> tuple[list[int], Totals]:
    """All choice codes of one match, in order."""
    codes, totals = (ctypes.c_int32 * CHOICES_OF_A_MATCH)(), _Totals()
    written: int = library().trace(seed, match, codes, CHOICES_OF_A_MATCH, totals)
    if written > CHOICES_OF_A_MATCH:
        raise RuntimeError(f"match {match} of seed {seed} took {written} choices, more than {CHOICES_OF_A_MATCH}")
    return codes[:written], _settled(totals)
