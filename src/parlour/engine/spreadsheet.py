"""Tables as spreadsheets write and read them: CSV with commas, semicolons or tabs.

Half of Europe's spreadsheets separate cells by semicolons and write 0,5 for 0.5: both are read. What is written for others holds
no formulas: a cell with somebody's text, such as a player called `=1+1`, is marked as text.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .errors import BadInput, shown

SEPARATORS = (",", ";", "\t")
FORMULAS = "=+-@|%＝＋－＠"
"""Characters that begin a formula."""
CELLS = ";\t\r\n"
"""Characters that some spreadsheets take for separators, though they are none here. A comma, which is one, is quoted."""


@dataclass(frozen=True)
class Row:
    """A row of a file. line: where it ends, from 1. cells: by column, "" for those that are not there."""

    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


def read_rows(text: str, columns: Sequence[str]) -> list[Row]:
    """The rows below the first line, which names the columns; empty ones are left out. BadInput if a column is missing.

    >>> [row["won"] for row in read_rows("sep=;\\nname;won\\nAnn;0,5\\n", ["name", "won"])]
    ['0,5']
    """
    skipped = 0
    if text[:4].lower() == "sep=":  # a line for spreadsheets
        _, _, text = text.partition("\n")
        skipped = 1
    first = text.partition("\n")[0]
    headers = {separator: _names(first, separator) for separator in SEPARATORS}
    separator = max(SEPARATORS, key=lambda one: sum(column in headers[one] for column in columns))
    header = headers[separator]
    for column in columns:
        if column not in header:
            raise BadInput(f"the file has no column {column}; its first line names the columns, among them {', '.join(columns)}")
    if twice := next((name for k, name in enumerate(header) if name and name in header[:k]), ""):
        raise BadInput(f"the file has two columns {shown(twice)}")
    rows, found = csv.reader(io.StringIO(text, newline=""), delimiter=separator), []
    try:
        next(rows)
        for cells in rows:
            if any(cell.strip() for cell in cells):
                found.append(Row(rows.line_num + skipped, dict(zip(header, map(str.strip, cells), strict=False))))
    except csv.Error as error:
        raise BadInput(f"line {rows.line_num + skipped}: it is not readable as CSV: {error}") from None
    return found


def _names(line: str, separator: str) -> list[str]:
    try:
        return [name.strip() for name in next(csv.reader([line], delimiter=separator), [])]
    except csv.Error:
        return []


def number_of(text: str) -> float | None:
    """A number, with a decimal point or a decimal comma; None if it is none, or infinite.

    >>> number_of("0.5"), number_of("0,5"), number_of("1.234,5"), number_of("inf")
    (0.5, 0.5, None, None)
    """
    plain = text.strip().replace(",", ".", 1)
    if len(plain) > 40 or not set(plain) <= set("0123456789.eE+-"):
        return None
    try:
        value = float(plain)
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


def write_rows(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV with commas, the names of the columns first; texts that a spreadsheet would compute are marked as text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([plain(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return out.getvalue()


def plain(text: str) -> str:
    """Return a text that no spreadsheet of any country takes for a formula: one that begins like a formula gets an apostrophe.

    >>> plain("=1+1"), plain("a;@SUM(A1)"), plain("-5"), plain("Ann-Marie")
    ("'=1+1", "a;'@SUM(A1)", '-5', 'Ann-Marie')
    """
    if number_of(text) is not None:
        return text
    made, begins = [], True
    for sign in text:
        if begins and sign in FORMULAS:
            made.append("'")
        begins = sign in CELLS or (begins and (sign.isspace() or sign == '"'))
        made.append(sign)
    return "".join(made)
