"""Reading and writing files: the house does all of it here.

Reading: a file from outside has a limit of size; text is UTF-8, with or without a byte order mark, its line
ends become "\\n", and it has no zero bytes. Writing: a file appears whole or not at all, also when the disk is full or the power
fails, and a line that is added to a file is added whole or not at all. Every refusal is one line, BadInput, that names the file.

`tests/test_files.py` finds every place of the house that opens a file in another way.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from .errors import BadInput, shown
from .reading import parse_json
from .toml import parse_toml

LARGEST = 64 << 20
"""Bytes of a file from outside."""
REASONS = {
    errno.ENOENT: "there is no such file or folder",
    errno.ENOTDIR: "there is no such folder",
    errno.EISDIR: "it is a folder, not a file",
    errno.EEXIST: "it is there already",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EFBIG: "the disk is full",
    errno.EROFS: "the disk is read-only",
    errno.ELOOP: "its links go round in a circle",
}
"""Why a file cannot be used, by the system's number; for others the system's own words."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


# reading


def read_bytes(path: str | Path, most: int = LARGEST) -> bytes:
    """The bytes of a file. BadInput if it cannot be read or has more than `most` bytes."""
    with refusals(path), open(path, "rb") as file:
        data = file.read(most + 1)
    return _bounded(data, path, most)


def read_handle(file: Any, name: str, most: int = LARGEST) -> bytes:
    """The bytes of a file that is open already, such as standard input. BadInput as for `read_bytes`."""
    with refusals(name):
        data = file.read(most + 1)
    return _bounded(data, name, most)


def _bounded(data: bytes, name: str | Path, most: int) -> bytes:
    if len(data) > most:
        large = f"{most >> 20} MiB" if most >= 1 << 20 else f"{most} bytes"
        raise BadInput(f"{name}: it is larger than {large}, the most that is read")
    return data


def text_of(data: bytes, name: str | Path = "") -> str:
    """The text of a file's bytes, with "\\n" at the ends of its lines. BadInput, with the line, if it is not text.

    >>> text_of(b"\\xef\\xbb\\xbfone\\r\\ntwo\\rthree")
    'one\\ntwo\\nthree'
    """
    before = f"{name}: " if name else ""
    if data.startswith(UTF_16):
        raise BadInput(f"{before}not UTF-8 text but UTF-16; save it as UTF-8")
    if (zero := data.find(b"\0")) >= 0:
        raise BadInput(f"{before}not text: it has a zero byte (byte {zero}, line {_line(data, zero)})")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        at = _undecodable(data)
        raise BadInput(f"{before}not UTF-8 text (byte {at}, line {_line(data, at)}); save it as UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _undecodable(data: bytes) -> int:
    """The place of the first byte that is not UTF-8. With a byte order mark the codec counts from behind it."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _line(data: bytes, at: int) -> int:
    """The line of a byte, however the lines end."""
    return data.count(b"\n", 0, at) + data.count(b"\r", 0, at) - data.count(b"\r\n", 0, at) + 1


def read_text(path: str | Path, most: int = LARGEST) -> str:
    """The text of a file. BadInput names the file and why it cannot be read."""
    return text_of(read_bytes(path, most), path)


def read_toml(path: str | Path) -> dict[str, Any]:
    """A TOML file as a dictionary. BadInput names the file and what is wrong with it."""
    with _named(path):
        return parse_toml(text_of(read_bytes(path)), "it")


def read_json(path: str | Path) -> Any:
    """A JSON file. BadInput names the file and what is wrong with it."""
    with _named(path):
        return parse_json(text_of(read_bytes(path)), "it")


@contextlib.contextmanager
def _named(path: str | Path) -> Iterator[None]:
    """The file's name before each refusal that does not begin with it."""
    try:
        yield
    except BadInput as error:
        name = f"{path}: "
        raise error if str(error).startswith(name) else BadInput(f"{name}{error}") from None


def is_file(path: str | Path) -> bool:
    """Whether there is a file of this name. There is none if no file can have the name."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):  # a name too long, a zero byte
        return False


def exists(path: str | Path) -> bool:
    """Whether there is a file or folder of this name. There is none if none can have the name."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # a name too long, a zero byte
        return False


def own_bytes(package: str, *names: str) -> bytes:
    """A file that comes with a package of the house."""
    return resources.files(package).joinpath(*names).read_bytes()


def own_text(package: str, *names: str) -> str:
    """The text of a file that comes with a package of the house."""
    return text_of(own_bytes(package, *names), "/".join((package, *names)))


# writing


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file whole or not at all: until all of it is on the disk, the file of before stays. BadInput says why not."""
    with refusals(path):
        target = Path(os.path.realpath(path))  # a link stays a link
        known = target.stat() if target.exists() else None
        if known is not None and stat.S_ISDIR(known.st_mode):
            raise IsADirectoryError(errno.EISDIR, "")
        if known is not None and not stat.S_ISREG(known.st_mode):  # a pipe or a device has no "whole"
            _write_through(os.open(target, os.O_WRONLY), data, sync=False)
            return
        if known is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "")
        with _beside(target, data, None if known is None else stat.S_IMODE(known.st_mode)) as part:
            os.replace(part, target)
        _sync_folder(target.parent)


def check_target(path: str | Path) -> None:
    """Check that a file can be written there, before work that ends with `write_bytes`. BadInput says why not."""
    with refusals(path):
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "")
        if not stat.S_ISDIR(target.parent.stat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, "")
        if not os.access(target if target.exists() else target.parent, os.W_OK):
            raise PermissionError(errno.EACCES, "")


def write_text(path: str | Path, text: str) -> None:
    """Write a text as UTF-8, whole or not at all. BadInput says why not."""
    write_bytes(path, text.encode())


def write_new(path: str | Path, text: str) -> None:
    """Write a text to a file that is not there yet, whole or not at all. BadInput says why not."""
    with refusals(path):
        target = Path(path)
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, "")
        with _beside(target, text.encode(), None) as part:
            try:
                os.link(part, target)  # unlike `replace` it fails if somebody was quicker
            except FileExistsError:
                raise
            except OSError:  # a disk without links
                os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
                os.replace(part, target)
        _sync_folder(target.parent)


def append_text(path: str | Path, text: str) -> None:
    """Add a text to a file, on the disk when this returns; all of it or nothing. BadInput says why not."""
    with refusals(path):
        _write_through(os.open(path, os.O_WRONLY | os.O_APPEND), text.encode(), sync=True)


def cut_file(path: str | Path, size: int) -> None:
    """Take away what a file holds behind its first `size` bytes. BadInput says why not."""
    with refusals(path):
        os.truncate(path, size)


def make_folder(path: str | Path) -> Path:
    """A folder, made with those above it if it is not there. BadInput says why not."""
    with refusals(path):
        folder = Path(path)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise BadInput(f"{path}: it is a file, not a folder") from None
    return folder


@contextlib.contextmanager
def work_folder() -> Iterator[str]:
    """A folder for files that somebody else's program wants to read, gone afterwards. BadInput if the disk is full."""
    with refusals("the folder for temporary files"):
        made = tempfile.TemporaryDirectory(prefix="parlour-", ignore_cleanup_errors=True)
    with made as folder:  # what goes wrong in the block is no fault of the folder
        yield folder


@contextlib.contextmanager
def _beside(target: Path, data: bytes, mode: int | None) -> Iterator[Path]:
    """The data on the disk in a file of its own in the folder of `target`, which is gone afterwards."""
    part = target.with_name(f".{secrets.token_hex(8)}.part")
    handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    try:
        if mode is not None:
            os.chmod(part, mode)
        _write_through(handle, data, sync=True)
        yield part
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)


def _write_through(handle: int, data: bytes, sync: bool) -> None:
    """Write all of the data behind what is there, and close the file; if that fails it is as it was."""
    size = os.fstat(handle).st_size
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(handle, left) :]
        if sync:
            os.fsync(handle)
    except BaseException:
        with contextlib.suppress(OSError):
            os.ftruncate(handle, size)
        raise
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Make a new name last through a power failure, on systems whose folders can be synchronized."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def reason_of(error: OSError) -> str:
    """Return in plain words why the system refuses a file."""
    return REASONS.get(error.errno or 0) or error.strerror or str(error)


@contextlib.contextmanager
def refusals(path: str | Path) -> Iterator[None]:
    """Say in one line, as BadInput, why a file cannot be used."""
    try:
        yield
    except BadInput:
        raise
    except OSError as error:
        raise BadInput(f"{path}: {reason_of(error)}") from None
    except ValueError as error:  # a name with a zero byte
        raise BadInput(f"{shown(str(path))}: {error}") from None
