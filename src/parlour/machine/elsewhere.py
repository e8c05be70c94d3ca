"""Functions that another process compiles, for a server: while it compiles, Python's other threads hardly get a turn.

Somebody sets who compiles (`compile_elsewhere`). From then on a thread of this process that needs machine code which is not on
the disk asks there, waits without holding a lock, and reads from the disk what was compiled. Only what cannot come from there is
compiled here: what is not kept on the disk, and functions that have no name in a module.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from .cache import cache_folder

log = logging.getLogger("parlour.machine")
Maker = Callable[[Callable[..., Any], tuple[Any, ...]], None]
"""Compiles a function for arguments of these types and keeps it on the disk. NotCompiled says why it did not."""


class NotCompiled(RuntimeError):
    """A function has no machine code, and none can be had now."""


class _Process:
    """The process that compiles for this one."""

    maker: Maker | None = None
    warned = False


_here = _Process()


def compile_elsewhere(maker: Maker | None) -> None:
    """Have all functions compiled by this maker from now on; None: by this process."""
    _here.maker, _here.warned = maker, False


def maker_of(function: Callable[..., Any]) -> Maker | None:
    """The process that compiles a function; None: this one."""
    return None if "<" in function.__qualname__ or cache_folder() is None else _here.maker


def note_compiled_here() -> None:
    """Say once that this process compiles although another one should."""
    if _here.maker is not None and not _here.warned:
        _here.warned = True
        log.warning("the server itself compiles and may answer late meanwhile: nothing is kept in %s", cache_folder())
