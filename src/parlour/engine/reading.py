"""Text from outside: what readers of files, forms and command lines share, so that whatever is given can only be refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from .errors import BadInput, shown

DEEPEST = 16
"""Tables and lists in one another; what the house writes takes five."""
LONGEST_KEY = 1000
"""Characters of a key."""
LONGEST_NAME = 200
"""Characters of the name of a choice or a scenario."""
INT64 = range(-(2**63), 2**63)


def whole_number(text: str, numbers: range) -> int | None:
    """The whole number that a text writes in plain digits, None where it does not or where it is not one of `numbers`.

    >>> whole_number(" 12 ", range(20)), whole_number("-1", range(-1, 5)), whole_number("12", range(10))
    (12, -1, None)
    >>> whole_number("9" * 5000, range(10)), whole_number("1_0", range(20)), whole_number("²", range(20))
    (None, None, None)
    """
    text = text.strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits.lstrip("0")) > 19:
        return None
    value = int(text)
    return value if value in numbers else None


def parse_toml(text: str, what: str) -> dict[str, Any]:
    """TOML as a dictionary, as deep and with numbers as large as the house has a use for.

    BadInput says that `what` is not readable, and where.
    """
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{what} is not readable as TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"{what} is not readable as TOML: it nests too deep") from None
    except (ValueError, OverflowError):  # Python's own limit of digits, a date there is none of
        raise BadInput(f"{what} is not readable as TOML: it has a number or a date that is none") from None
    _check(found, what)
    return found


def _check(found: dict[str, Any], what: str) -> None:
    """BadInput where a value nests too deep, a key is too long or a number too large."""
    waiting: list[tuple[str, Any, int]] = [("", found, 0)]
    while waiting:
        name, value, depth = waiting.pop()
        if depth > DEEPEST:
            raise BadInput(f"{what} is not readable as TOML: {shown(name)} nests too deep")
        if isinstance(value, dict):
            for key, inner in value.items():
                if len(key) > LONGEST_KEY:
                    raise BadInput(f"{what} is not readable as TOML: the name {shown(key)} is too long")
                waiting.append((f"{name}.{key}" if name else key, inner, depth + 1))
        elif isinstance(value, list):
            waiting.extend((name, inner, depth + 1) for inner in value)
        elif isinstance(value, int) and value not in INT64:
            raise BadInput(f"{what} is not readable as TOML: {shown(name)} is a number of more than 64 bits")


def decode(data: bytes) -> str:
    """The text of a file, its line ends as they are. BadInput where it is not UTF-8, with the line."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(f"not UTF-8 text (byte {error.start}, line {line})") from None


def is_file(path: str | Path) -> bool:
    """Whether there is a file of this name; of a name that no file can have there is none."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):  # a name too long, a zero byte
        return False


def read_file(path: str | Path) -> str:
    """The text of a file. BadInput names the file and why it cannot be read."""
    try:
        return decode(Path(path).read_bytes())
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    except ValueError as error:  # a path with a zero byte
        raise BadInput(f"{shown(str(path))}: {error}") from None


def read_toml(path: str | Path) -> dict[str, Any]:
    """A TOML file as a dictionary. BadInput names the file and what is wrong with it."""
    text = read_file(path)
    try:
        return parse_toml(text, "it")
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
