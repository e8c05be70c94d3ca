"""Write results of the benchmarks into pages of the documentation: tables in Markdown, between two marks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


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
