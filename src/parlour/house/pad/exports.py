"""A sheet as text for a terminal or a printer, as CSV for a spreadsheet, as JSON with all there is."""

from __future__ import annotations

import json
from collections.abc import Sequence

from parlour.engine.spreadsheet import write_rows

from .sheet import HandOfPad, MatchOfPad, Sheet

SHOWN = {
    "open": "values missing",
    "differs": "entered differently",
    "refused": "cannot be",
    "waiting": "waits",
    "after the end": "after the end",
}


def columns_of(sheet: Sheet) -> list[str]:
    """Return the headings of the columns: one column per side."""
    return [" & ".join(sheet.players[p] for p in side) for side in sheet.sides]


def as_csv(sheet: Sheet) -> str:
    """A line for each hand: match, hand, dealer, state, points and totals by player, entries."""
    names = sheet.players
    points, totals = [f"{name} points" for name in names], [f"{name} total" for name in names]
    rows: list[list[object]] = [["match", "hand", "dealer", "state", *points, *totals, "entries"]]
    for hand in sheet.hands:
        dealer = names[hand.dealer] if hand.dealer >= 0 else ""
        blank = [""] * len(names)
        entries = "; ".join([*hand.words, hand.note] if hand.note else hand.words)
        rows.append([hand.match, hand.number, dealer, hand.state, *(hand.points or blank), *(hand.totals or blank), entries])
    return write_rows(rows)


def as_json(sheet: Sheet) -> str:
    """The whole sheet."""
    return json.dumps(sheet.as_dict(), ensure_ascii=False, indent=2) + "\n"


def as_text(sheet: Sheet) -> str:
    """The sheet as people write it: hands down the page, a column for each side, matches one after the other."""
    lines = [sheet.title]
    for match in sheet.matches:
        lines += ["", *match_lines(sheet, match)]
    if sheet.differences:
        lines += ["", "Entered differently:"]
        for one in sheet.differences:
            claims = ", ".join(f"{claim.by} {claim.text or claim.value}" for claim in one.claims)
            lines.append(f"  match {one.match}, hand {one.hand}, {one.label}: {claims}")
    if sheet.left:
        lines += ["", *sheet.left]
    return "\n".join(lines) + "\n"


def match_lines(sheet: Sheet, match: MatchOfPad) -> list[str]:
    """A match as lines."""
    heads = columns_of(sheet)
    first = [side[0] for side in sheet.sides]
    rows = [hand_row(sheet, hand, first) for hand in match.hands]
    widths = [max(len(head), *(len(row[n + 1]) for row in rows), 6) if rows else len(head) for n, head in enumerate(heads)]
    lines = [f"Match {match.number}" if len(sheet.matches) > 1 else "", _line(["", *heads], widths)]
    lines += [_line(row, widths) for row in rows]
    lines.append(_line(["total", *(str(match.totals[p]) for p in first)], widths))
    for counter in (next((h.counters for h in reversed(match.hands) if h.counters), [])) if match.hands else []:
        lines.append(_line([counter.label.lower(), *(str(counter.values[p]) for p in first)], widths))
    if match.over:
        won = [name for name, side in zip(heads, sheet.sides, strict=True) if side[0] in match.winners]
        lines.append(f"{' and '.join(won)} won" if won else "Nobody won")
    elif match.ended:
        lines.append("Left off here")
    return [line for line in lines if line]


def hand_row(sheet: Sheet, hand: HandOfPad, first: Sequence[int]) -> list[str]:
    """A hand as cells of text: its number, and by side points and total."""
    mark = f"{hand.number}"
    if hand.state != "scored":
        return [mark, SHOWN[hand.state], *[""] * (len(first) - 1)]
    dealer = hand.dealer
    return [mark, *(f"{'·' if dealer in side else ''}{hand.points[side[0]]:+} {hand.totals[side[0]]:>5}" for side in sheet.sides)]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join([f"{cells[0]:>9}", *(f"{cell:>{width}}" for cell, width in zip(cells[1:], widths, strict=True))]).rstrip()
