"""The faults that the ladder finds: each has a place in the room's folder and a line that says what is wrong, in the author's
words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.engine.files import read_bytes
from parlour.engine.toml import TomlLines


@dataclass(frozen=True)
class Fault:
    """A fault and its place: `rules.py:41`, or only a file if no line is to blame."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


class TomlSource:
    """A TOML file as its author sees it: finds the line of a key, which `tomllib` does not give."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.text = read_bytes(path).decode("utf-8", "replace") if path.is_file() else ""
        self._lines = TomlLines(self.text)

    def fault(self, key: Sequence[str | int], what: str) -> Fault:
        """A fault at a key; a number in the key counts the tables of an array from 0."""
        line = self.line(key)
        return Fault(f"{self.name}:{line}" if line else self.name, what)

    def line(self, key: Sequence[str | int]) -> int:
        """Return the line of a key, as `TomlLines.line` does."""
        return self._lines.line(key)
