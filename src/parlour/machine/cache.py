"""Where machine code is kept on the disk, and what it goes by there.

Numba's own cache knows a function by its file and the types it is called with. It misses a change in a file that the
function calls into, keeps an index that processes overwrite for each other, and runs what anybody has put there. Here

- the compiler's version and settings, and the machinery that leans on them, are in the name of the folder, by digest;
- a function of the house is known by all modules of its package and of those below it, which are all it can call;
- a function of a room is also known by all Python files beside its own: a room is a folder;
- each function has a file of its own for each signature and processor, named by a digest of all this. A file appears whole
  or not at all, is checked when it is read, and may be deleted at any time;
- symbols in machine code come from the same digest, so no two functions or signatures ever share one, whichever process
  compiled them. Numba's own are numbered in the order of compilation;
- it is code, so only its user may be able to write there.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any

import numba
import numpy as np
from numba import config
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

HOUSE = Path(__file__).resolve().parent.parent
LAYERS = (("machine",), ("kit",), ("games",), ("engine",), ("solve", "gpu"), ("bots",), ("lab", "envs"))
"""The packages whose functions are compiled, from the lowest up. Arrows point down: an import contract keeps it so."""
ROOMS = "games"
"""Its folders are known one by one: as files beside a function, and by the type of their tables."""
SETTINGS = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT")
"""Settings of the compiler that come out in machine code."""
VARIABLE = "PARLOUR_CACHE_DIR"
RUNTIME = b"NRT_"
"""How the names of Numba's runtime begin in machine code."""


class UnsafeCache(ValueError):
    """The folder named for compiled rules is not one to run code from: one clear line says why."""


@functools.cache
def house_digest(package: str = "") -> str:
    """Digest of every module of the house that code of this package may call: its own and those of the packages below.

    For any other name, of all modules that are compiled: code outside of the house may call anything.
    """
    digest = hashlib.sha256()
    for reached in _reach(package):
        for path in sorted((HOUSE / reached).rglob("*.py")):
            digest.update(repr((path.relative_to(HOUSE).as_posix(), path.read_bytes())).encode())
    return digest.hexdigest()[:24]


def _reach(package: str) -> list[str]:
    reached: list[str] = []
    for layer in LAYERS:
        reached += [package] if package in layer else layer
        if package in layer:
            break
    return [one for one in reached if one != ROOMS]


def callable_from(folder: Path) -> str:
    """Digest of every module of the house, outside of rooms, that code in this folder may call."""
    return house_digest(_package(folder))


def _package(folder: Path) -> str:
    """The package of the house that a folder is or lies in; empty for other places."""
    return next(iter(folder.relative_to(HOUSE).parts), "") if folder.is_relative_to(HOUSE) else ""


@functools.cache
def settings_digest() -> str:
    """Digest of what all that is compiled depends on: the compiler's version and settings, and the machinery."""
    versions = (numba.__version__, np.__version__, sys.version_info[:2])
    settings = (*versions, *(getattr(config, name) for name in SETTINGS), house_digest(LAYERS[0][0]))
    return hashlib.sha256(repr(settings).encode()).hexdigest()[:12]


# the folder


@functools.cache
def cache_folder() -> Path | None:
    """Return where compiled rules are kept: in $PARLOUR_CACHE_DIR, otherwise in the user's. None: nowhere, all is compiled again.

    It is made if there is none. UnsafeCache if $PARLOUR_CACHE_DIR names a folder that others can write to or that
    cannot be used; another folder is given up with a line on stderr.
    """
    named = os.environ.get(VARIABLE)
    home = Path(named or os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    base = home if named else home / "parlour"
    try:
        return _made(base)
    except UnsafeCache as why:
        if named:
            raise UnsafeCache(f"{VARIABLE}: {why}") from None
        print(f"parlour: {why}; rules are compiled again in every process", file=sys.stderr)
        return None


def _made(base: Path) -> Path:
    """The folder of this version in a cache folder, made if there is none. UnsafeCache says what is wrong with it."""
    folder = base / f"compiled-{settings_digest()}"
    try:
        for path in (base, folder):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = folder.resolve(strict=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        if os.name == "posix":
            _check(folder)
    except OSError as error:
        raise UnsafeCache(f"compiled rules cannot be kept in {base}: {error.strerror}") from None
    return folder


def _check(folder: Path) -> None:
    """UnsafeCache if somebody else could put code into the folder or another in its place."""
    for path in (folder, *folder.parents):
        found = path.stat()
        ours = path in (folder, folder.parent)
        if ours and found.st_uid != os.geteuid():
            raise UnsafeCache(f"compiled rules are not kept in {path}, which belongs to another user")
        writers = stat.S_IWGRP | stat.S_IWOTH if ours else stat.S_IWOTH
        if found.st_mode & writers and (ours or not found.st_mode & stat.S_ISVTX):
            raise UnsafeCache(f"compiled rules are not kept in {path}, where others can write (chmod go-w would mend it)")


# what a function goes by


@functools.cache
def identity(function: Callable[..., Any]) -> bytes:
    """Digest of a function: its name, its code, what it closes over, and all modules that it may call into."""
    code = function.__code__
    parts = [function.__module__, function.__qualname__, Path(code.co_filename).name, code.co_firstlineno, *_behaviour(code)]
    parts += [_surroundings(function), dumps([cell.cell_contents for cell in function.__closure__ or ()])]
    return hashlib.sha256(repr(parts).encode()).digest()


def _behaviour(code: CodeType) -> list[Any]:
    """Return the behaviour of a code object without its file and lines."""
    constants = [
        _behaviour(one) if isinstance(one, CodeType) else sorted(map(repr, one)) if isinstance(one, frozenset) else one
        for one in code.co_consts
    ]
    return [code.co_code, code.co_names, code.co_freevars, constants]


@functools.cache
def _surroundings(function: Callable[..., Any]) -> str:
    """Digest of what is around a function: modules of the house, and the Python files beside its own unless they are of these."""
    written = function.__code__.co_filename
    below = _below(written)
    if below is not None:
        return below
    file = Path(written).resolve()
    if not file.is_file():
        return house_digest()
    folder = file.parent
    below = callable_from(folder)
    try:
        return below + _files_digest(tuple((p, p.stat().st_mtime_ns, p.stat().st_size) for p in sorted(folder.glob("*.py"))))
    except OSError:
        return below


@functools.cache
def _below(file: str) -> str | None:
    """Digest of all that the functions of a file may call, if the file is a module of the house outside of rooms; else None."""
    path = Path(file).resolve()
    package = _package(path.parent)
    if package == ROOMS or not any(package in layer for layer in LAYERS) or not path.is_file():
        return None
    return house_digest(package)


@functools.lru_cache(maxsize=256)
def _files_digest(files: tuple[tuple[Path, int, int], ...]) -> str:
    digest = hashlib.sha256()
    for path, *_ in files:
        digest.update(repr((path.name, path.read_bytes())).encode())
    return digest.hexdigest()


def symbol(function: Callable[..., Any], args: Any, kind: str) -> str:
    """Return a suffix for symbols that is unique to a function compiled for these types."""
    return hashlib.sha256(identity(function) + repr((kind, [str(arg) for arg in args])).encode()).hexdigest()[:24]


class RuleCache(_Cache):
    """The files of one function: what Python calls, or (inner) what compiled code calls."""

    def __init__(self, function: Callable[..., Any], rebuild: Callable[..., Any] = CompileResult._rebuild) -> None:
        self._function, self._rebuild = function, rebuild
        _surroundings(function)  # as they are when its code is read: somebody may be writing them while it waits to be compiled

    @property
    def cache_path(self) -> str:
        """The folder; empty if there is none."""
        return str(cache_folder() or "")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for a signature; None if it is not there, or not whole.

        Numba's own cache imports first what any code could be compiled with, and makes its runtime ready, a quarter of a second.
        Machine code needs neither, unless it calls the runtime by name.
        """
        path = self._path(sig, target_context.codegen())
        if path is None:
            return None
        try:
            kept = path.read_bytes()
        except OSError:
            return None
        digest, data = kept[:32], kept[32:]
        if hashlib.sha256(data).digest() != digest:
            return None
        if RUNTIME in data:
            rtsys.initialize(target_context)
        return self._rebuild(target_context, *pickle.loads(data))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function, if that is possible."""
        path = None if data.lifted or data.library.has_dynamic_globals else self._path(sig, data.target_context.codegen())
        if path is None:
            return
        kept = dumps(data._reduce())
        with contextlib.suppress(OSError, UnsafeCache):  # a full disk, a folder that has gone and come back as another's
            if not path.parent.is_dir():
                _made(path.parents[2])
                path.parent.mkdir(mode=0o700, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent)
            try:
                with open(handle, "wb") as file:
                    file.write(hashlib.sha256(kept).digest() + kept)
                os.replace(name, path)
            except OSError:
                os.unlink(name)
                raise

    def _path(self, sig: Any, codegen: Any) -> Path | None:
        """The file of a signature; None if there is no cache, or a type is known by an address."""
        args, return_type = sig
        # by their names: a type's `repr` may be that of the class it is built on, as a row's is an array's
        folder, signature = cache_folder(), str([*map(str, args), str(return_type)])
        if folder is None or " at 0x" in signature:
            return None
        kind = self._rebuild.__qualname__
        digest = hashlib.sha256(identity(self._function) + repr((signature, codegen.magic_tuple(), kind)).encode()).hexdigest()[
            :32
        ]
        return folder / self._function.__module__ / f"{self._function.__name__}-{digest}.nbc"

    def enable(self) -> None:
        """Do nothing: this cache is always on."""

    def disable(self) -> None:
        """Do nothing: this cache is always on."""

    def flush(self) -> None:
        """Nothing to empty: what has changed goes by another name."""
