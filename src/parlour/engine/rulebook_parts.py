"""A rulebook in the parts that are translated one by one: headings, paragraphs, items of lists, tables.

A part keeps its braces and loses what stays the same in every language: the signs of headings and lists, the identifier and
origin of a numbered paragraph, and the ends of lines that are only wrapped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_PREFIX = re.compile(r"[ \t]*(?:#+[ \t]+|[-*][ \t]+)?(?:\*\*[RF]\d+(?:, \w+)?\*\*)?\s*")
_ITEM = re.compile(r"[ \t]*(?:\{[^{}?\n]*\?|[}|])*[-*] ")
"""An item of a list, perhaps the first one in a brace."""
_STARTS = re.compile(r"#|\*\*[RF]\d+[,*]|\|")
_TABLE = re.compile(r"^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Part:
    """A part of a rulebook. before: what precedes it, kept in every language. written: as the file has it. text: to translate."""

    before: str
    written: str

    @property
    def text(self) -> str:
        """The part without its wrapped lines; lines of tables, and items within a brace, keep theirs."""
        return self.written if _TABLE.search(self.written) else unwrapped(self.written)

    @property
    def is_title(self) -> bool:
        """Whether it is the game's title, which is translated with the other texts of the game."""
        return self.before.strip() == "#"

    @property
    def is_heading(self) -> bool:
        """Whether it is a heading."""
        return self.before.lstrip().startswith("#")


def parts(text: str) -> list[Part]:
    """The parts of a rulebook; put together, `before` and `written` of all give the text again.

    >>> [part.text for part in parts("# Solo\\n\\n**R1, source** Lead\\nany card.\\n\\n- One {n card}.\\n- Two.\\n")]
    ['Solo', 'Lead any card.', 'One {n card}.', 'Two.', '']
    """
    found, at = [], 0
    for start, end in _blocks(text):
        prefix = _PREFIX.match(text, start)
        begin = min(prefix.end() if prefix else start, end)
        stop = begin + len(text[begin:end].rstrip())
        found.append(Part(text[at:begin], text[begin:stop]))
        at = stop
    return [*found, Part(text[at:], "")]


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the beginning and the end of each block. A brace that is open keeps everything in it in one block."""
    begin, depth, at, last = None, 0, 0, ""
    for line in text.splitlines(keepends=True):
        if depth == 0 and begin is not None and (not line.strip() or _begins(line, last)):
            yield begin, at
            begin = None
        if begin is None and line.strip():
            begin = at
        depth += line.count("{") - line.count("}")
        at, last = at + len(line), line
    if begin is not None:
        yield begin, at


def _begins(line: str, last: str) -> bool:
    """Whether a line begins a block of its own, behind a line of another block."""
    if last.startswith("|") and line.startswith("|"):
        return False
    return last.startswith("#") or bool(_STARTS.match(line) or _ITEM.match(line))


def unwrapped(text: str) -> str:
    """A text with lines that are only wrapped joined."""
    lines = text.split("\n")
    found = lines[:1]
    for line in lines[1:]:
        if not line.strip() or not found[-1].strip() or _ITEM.match(line):
            found.append(line.rstrip())
        else:
            found[-1] += f" {line.strip()}"
    return "\n".join(found)


def items(text: str) -> int:
    """The number of items of lists that a part has in its braces."""
    return sum(bool(_ITEM.match(line)) for line in text.split("\n"))


def cells(text: str) -> list[int]:
    """The number of signs between cells in each line of a table; empty if the part is none. Signs of braces do not count."""
    if not _TABLE.search(text):
        return []
    plain, before = text, ""
    while before != plain:
        before, plain = plain, _INNERMOST.sub("", plain)
    return [line.count("|") for line in plain.split("\n")]


_INNERMOST = re.compile(r"\{[^{}]*\}")
