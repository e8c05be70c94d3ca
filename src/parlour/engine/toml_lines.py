"""The line of a key in a TOML text, for messages about faults: `tomllib` does not give it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice

from .reading import DEEPEST, lines_of


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
