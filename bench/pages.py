"""Results of the benchmarks: read from the files that keep them, and written into pages of the documentation.

Tables are in Markdown, between two marks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")


def read_kept(kept: Path, made: Callable[..., Found]) -> dict[str, dict[str, Found]]:
    """Return the results in a file by their two keys, none if there is no file. made: of the fields of a result."""
    if not kept.is_file():
        return {}
    read = json.loads(kept.read_text(encoding="utf-8"))
    return {key: {other: made(**found) for other, found in inner.items()} for key, inner in read.items()}


def as_table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells in Markdown, the first as the head."""
    head, *rest = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([head, "|" + " --- |" * len(rows[0]), *rest])


def put(page: Path, begin: str, end: str, text: str) -> None:
    """Replace the text of a page between two marks. ValueError if a mark is missing."""
    whole = page.read_text(encoding="utf-8")
    head, found, rest = whole.partition(begin)
    _, closed, tail = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"{page}: there must be {begin} and, after it, {end}")
    page.write_text(f"{head}{begin}\n\n{text}\n\n{end}{tail}", encoding="utf-8")
