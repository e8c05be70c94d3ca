"""TOML texts: as a dictionary, and the line of a key, for messages about faults, which `tomllib` does not give."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from .errors import BadInput, shown
from .reading import lines_of

DEEPEST = 16
"""Tables and lists in one another; what the house writes takes five."""
LONGEST_KEY = 1000
"""Characters of a key."""
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


def parse_toml(text: str, what: str) -> dict[str, Any]:
    """TOML as a dictionary, as deep and with numbers as large as the house has a use for.

    BadInput says that `what` is not readable, why, and in which line.
    """
    wrong = f"{what} is not readable as TOML"
    # tomllib reads a key in the square of the number of its parts: 10 seconds for 64 kB
    deep = next((piece.start() for piece in _TOML_PIECE.finditer(text) if piece.lastgroup == "deep"), None)
    if deep is not None:
        line = text.count("\n", 0, deep) + 1
        raise BadInput(f"{wrong}: it nests too deep (at line {line})")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{wrong}: {_with_line(str(error), text)}") from None
    except RecursionError:
        raise BadInput(f"{wrong}: it nests too deep (at line {_first_line(text, RecursionError)})") from None
    except (ValueError, OverflowError) as error:  # Python's own limit of digits, a date there is none of
        line = _first_line(text, type(error))
        raise BadInput(f"{wrong}: a number or a date in it is not valid (at line {line})") from None
    fault = _too_large(found)
    if fault is not None:
        key, why = fault
        line = TomlLines(text).line(key)
        raise BadInput(f"{wrong}: {why} (at line {line})" if line else f"{wrong}: {why}")
    return found


def _with_line(message: str, text: str) -> str:
    """Return what `tomllib` says of a fault in a text, with a line also if the fault is at the end of the text.

    >>> _with_line("Unclosed array (at end of document)", "a = 1\\nb = [2,\\n")
    'Unclosed array (at line 2, the end of the text)'
    """
    return message.replace("at end of document", f"at line {max(1, len(lines_of(text)))}, the end of the text")


def _first_line(text: str, kind: type[Exception]) -> int:
    """Return the first line with a fault of this kind in a text that has one: the shortest beginning of the text that has it.

    A beginning may have other faults, such as a list that is not closed, but `tomllib` reads in order and meets this one first.
    """
    lines = lines_of(text)

    def has_it(number: int) -> bool:
        try:
            tomllib.loads("\n".join(lines[:number]))
        except Exception as error:
            return type(error) is kind
        return False

    return bisect_left(range(len(lines)), True, lo=1, key=has_it)


def _too_large(found: dict[str, Any]) -> tuple[tuple[str | int, ...], str] | None:
    """Return the key of a value that nests too deep, is too large a number or has too long a name, and what is wrong with it."""
    waiting: list[tuple[tuple[str | int, ...], Any, int]] = [((), found, 0)]
    while waiting:
        key, value, depth = waiting.pop()
        name = shown(".".join(part for part in key if isinstance(part, str)))
        if depth > DEEPEST:
            return key, f"{name} nests too deep"
        if isinstance(value, dict):
            for part, inner in value.items():
                if len(part) > LONGEST_KEY:
                    return (*key, part), f"the name {shown(part)} is too long"
                waiting.append(((*key, part), inner, depth + 1))
        elif isinstance(value, list):
            waiting.extend(((*key, n), inner, depth + 1) for n, inner in enumerate(value))
        elif isinstance(value, int) and value not in INT64:
            return key, f"{name} is a number of more than 64 bits"
    return None


class TomlLines:
    """The lines of a TOML text, by key."""

    def __init__(self, text: str) -> None:
        self.text = text

    def line(self, key: Sequence[str | int]) -> int:
        """Return the line of a key, or of the innermost table around it that can be found; 0 if there is none."""
        wanted = list(_plain(key))
        while wanted:
            if found := self._lines.get(tuple(wanted)):
                return found
            wanted.pop()
        return 0

    @cached_property
    def _lines(self) -> dict[tuple[str | int, ...], int]:
        found: dict[tuple[str | int, ...], int] = {}
        counts: dict[tuple[str | int, ...], int] = {}
        table: tuple[str | int, ...] = ()
        for number, line in enumerate(lines_of(self.text), 1):
            if header := _HEADER.match(line):
                table = ()
                for part in _parts(header["key"]):  # those of an array hold its number, so that arrays within begin again
                    table = (*table, part)
                    if table in counts:
                        table = (*table, counts[table])
                if header["array"]:
                    if table and isinstance(table[-1], int):
                        table = table[:-1]
                    counts[table] = counts.get(table, -1) + 1
                    table = (*table, counts[table])
                found.setdefault(table, number)
            elif entry := _ENTRY.match(line):
                key = (*table, *_parts(entry["key"]))
                found.setdefault(key, number)
                for within in _INLINE.finditer(line, entry.end()):  # { from = "..", to = ".." }
                    found.setdefault((*key, *_parts(within["key"])), number)
        return found


_NAME = r"""(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = rf"(?P<key>{_NAME}(?:\s*\.\s*{_NAME})*)"
_HEADER = re.compile(rf"\s*(?P<array>\[)?\[\s*{_KEY}\s*\]")
_ENTRY = re.compile(rf"\s*{_KEY}\s*=")
_INLINE = re.compile(rf"[{{,]\s*{_KEY}\s*=")


def _parts(key: str) -> tuple[str, ...]:
    """Return the parts of a key. One that is too deep for any table is a line of a text: then only so many."""
    return tuple(part[0].strip("\"'") for part in islice(re.finditer(_NAME, key), DEEPEST))


def _plain(key: Iterable[str | int]) -> Iterable[str | int]:
    for part in key:
        yield part if isinstance(part, int) else str(part)
