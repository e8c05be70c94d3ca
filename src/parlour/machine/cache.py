"""Where machine code is kept on the disk.

Numba notices a change in the file of a function only, never in a file the function calls into, so the cache folder's name
carries a digest of every house module that is compiled; a room's own digest is in the type of its table (see `kit.layout`).
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import numba
import numpy as np
from numba import config

COMPILED_PACKAGES = ("machine", "kit", "engine", "bots", "solve", "lab", "envs")


@functools.cache
def house_digest() -> str:
    """Digest of every module whose code may be compiled into a cached function, and of the compiler's version and settings."""
    house = Path(__file__).resolve().parent.parent
    settings = (numba.__version__, np.__version__, config.BOUNDSCHECK, config.OPT, config.DEBUGINFO_DEFAULT)
    digest = hashlib.sha256(repr(settings).encode())
    for package in COMPILED_PACKAGES:
        for path in sorted((house / package).rglob("*.py")):
            digest.update(path.relative_to(house).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@functools.cache
def cache_folder() -> Path:
    """Where compiled rules are kept: $PARLOUR_CACHE_DIR, else the user's cache folder; a folder per house digest."""
    base = os.environ.get("PARLOUR_CACHE_DIR")
    if not base:
        base = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "parlour")
    return Path(base) / f"compiled-{house_digest()}"


@contextlib.contextmanager
def own_cache() -> Iterator[None]:
    """Numba reads the cache folder when a function is decorated; other users of Numba keep their own."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        config.CACHE_DIR = before
