"""Text from outside: functions that readers of files, forms and command lines share. Any bad text gets a refusal, no worse.

Files themselves are read and written in `files`.
"""

from __future__ import annotations

import ast
import contextlib
import json
import threading
from typing import Any, NoReturn, cast

from .errors import BadInput

LONGEST_NAME = 200
"""Characters of the name of a choice or a scenario."""


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
