"""Limits that a process sets for itself before it works for a stranger. A system that has no such limit goes without."""

from __future__ import annotations

import ctypes
import signal
import sys

_PDEATHSIG, _GET_DUMPABLE, _SET_DUMPABLE = 1, 3, 4
"""Numbers of the requests to prctl, as Linux counts them."""


def limit(**most: int) -> None:
    """Limit what this process may use, by the names of the module `resource` in small letters: `limit(cpu=20, core=0)`."""
    try:
        import resource  # which Windows does not have
    except ImportError:
        return
    for name, value in most.items():
        kind = getattr(resource, f"RLIMIT_{name.upper()}")
        _, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        try:
            resource.setrlimit(kind, (value, value))
        except (OSError, ValueError):  # a system that has the name and not the limit
            continue


def end_with_parent() -> None:
    """Be killed when the thread that started this process ends, however that happens."""
    _prctl(_PDEATHSIG, signal.SIGKILL)


def set_private(private: bool) -> bool:
    """Keep other processes of this user from reading this one's memory and open files; returns whether they were kept from it.

    A superuser can always read them, and everybody the command line.
    """
    before = _prctl(_GET_DUMPABLE, 0) == 0
    _prctl(_SET_DUMPABLE, int(not private))
    return before


def _prctl(request: int, value: int) -> int:
    """Ask the kernel; -1 if it knows no such request."""
    if not sys.platform.startswith("linux"):
        return -1
    return int(ctypes.CDLL(None).prctl(request, value, 0, 0, 0))
