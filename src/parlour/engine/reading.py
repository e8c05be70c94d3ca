"""Text from outside: functions that readers of files, forms and command lines share. Any bad text gets a refusal, no worse.

Files themselves are read and written in `files`.
"""

from __future__ import annotations

import ast
import contextlib
import json
import re
import threading
import tomllib
from typing import Any, NoReturn, cast

from .errors import BadInput, shown

DEEPEST = 16
"""Tables and lists in one another; what the house writes takes five."""
LONGEST_KEY = 1000
"""Characters of a key."""
LONGEST_NAME = 200
"""Characters of the name of a choice or a scenario."""
INT64 = range(-(2**63), 2**63)
_TOML_STRING = r"""(?:"(?:[^"\\\n]|\\[^\n])*+"?+|'[^'\n]*+'?+)"""
_TOML_PIECE = re.compile(
    rf'''(?P<comment>\#[^\n]*+)
    |(?P<text>"""(?:[^"\\]|\\.|"(?!""))*+"{{0,5}}+|\'\'\'(?:[^']|'(?!\'\'))*+'{{0,5}}+)
    |(?P<deep>(?:(?:[\w-]++|{_TOML_STRING})[ \t]*+\.[ \t]*+){{{DEEPEST}}})
    |(?:[\w-]++|{_TOML_STRING})
    |.''',
    re.VERBOSE | re.DOTALL,
)
"""A piece of a TOML text: a comment, a text of several lines, a key with more parts than the house has a use for, or anything
else. A text that nothing ends goes on to the end, so that no piece is read twice."""


def whole_number(text: str, numbers: range) -> int | None:
    """Return the whole number that a text writes in plain digits, None if it is anything else or not one of `numbers`.

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


def lines_of(text: str) -> list[str]:
    """The lines of a text: they end at "\\n" and nowhere else (`str.splitlines` also ends them within a name or a note).

    >>> lines_of("one\\u2028still one\\ntwo\\n")
    ['one\\u2028still one', 'two']
    """
    return text.removesuffix("\n").split("\n") if text else []


def parse_toml(text: str, what: str) -> dict[str, Any]:
    """TOML as a dictionary, as deep and with numbers as large as the house has a use for.

    BadInput says that `what` is not readable, and where.
    """
    # tomllib reads a key in the square of the number of its parts: 10 seconds for 64 kB
    if any(piece.lastgroup == "deep" for piece in _TOML_PIECE.finditer(text)):
        raise BadInput(f"{what} is not readable as TOML: it nests too deep")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{what} is not readable as TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"{what} is not readable as TOML: it nests too deep") from None
    except (ValueError, OverflowError):  # Python's own limit of digits, a date there is none of
        raise BadInput(f"{what} is not readable as TOML: a number or a date in it is not valid") from None
    _check(found, what)
    return found


def parse_json(text: str, what: str) -> Any:
    """A JSON value without numbers that are none. BadInput says that `what` is not readable, and where."""

    def none(word: str) -> NoReturn:
        raise BadInput(f"{what} is not readable as JSON: {word} is not a number")

    try:
        return json.loads(text, parse_constant=none)
    except json.JSONDecodeError as error:
        raise BadInput(f"{what} is not readable as JSON: {error.msg} (at line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise BadInput(f"{what} is not readable as JSON: it nests too deep") from None
    except BadInput:
        raise
    except ValueError:  # Python's own limit of digits
        raise BadInput(f"{what} is not readable as JSON: a number is too long") from None


_parsing = threading.Lock()


def parse_python(text: str) -> ast.Module:
    """Return the syntax tree of a Python file. SyntaxError if it is not Python."""
    return cast(ast.Module, _parsed(text, "exec"))


def parse_expression(text: str) -> ast.expr:
    """Return the syntax tree of one Python expression. SyntaxError if it is none; ValueError, OverflowError, RecursionError or
    MemoryError if it has a zero byte, a number too long or too many brackets."""
    return cast(ast.Expression, _parsed(text, "eval")).body


def _parsed(text: str, mode: str) -> ast.AST:
    """One parse at a time.

    Python before 3.11.8 counts the depth of the tree for all threads together, so that one parse among others raises SystemError
    (python/cpython#106905): here only one runs at a time, and what a garbage collection or a traceback disturbs starts again.
    """
    with _parsing:
        for _ in range(8):
            with contextlib.suppress(SystemError):
                return ast.parse(text, mode=mode)
        return ast.parse(text, mode=mode)


def _check(found: dict[str, Any], what: str) -> None:
    """Check sizes. BadInput if a value nests too deep, a key is too long or a number too large."""
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
