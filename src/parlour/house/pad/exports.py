"""A sheet as text for a terminal or a printer, as CSV for a spreadsheet, as JSON with all there is."""

from __future__ import annotations

import json
from collections.abc import Sequence

from parlour.engine.spreadsheet import write_rows
from parlour.languages import current, in_language, in_row, listed, mark, ngettext
from parlour.languages import gettext as _

from .sheet import Counter, HandOfPad, MatchOfPad, Sheet

SHOWN = {
    "open": mark("values missing"),
    "differs": mark("entered differently"),
    "refused": mark("cannot be"),
    "waiting": mark("waits"),
    "after the end": mark("after the end"),
}
"""The word in place of the points of a hand that is not scored."""


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
    lines = [in_language(sheet.title)]
    for match in sheet.matches:
        lines += ["", *match_lines(sheet, match)]
    if sheet.differences:
        lines += ["", _("Entered differently:")]
        for one in sheet.differences:
            claims = in_language(in_row(", ", (in_row(" ", [claim.by, claim.text or str(claim.value)]) for claim in one.claims)))
            where = {"match": one.match, "hand": one.hand, "entry": in_language(one.label), "claims": claims}
            lines.append("  " + _("match {match}, hand {hand}, {entry}: {claims}", **where))
    if sheet.left:
        lines += ["", *map(in_language, sheet.left)]
    return "\n".join(lines) + "\n"


def match_lines(sheet: Sheet, match: MatchOfPad) -> list[str]:
    """A match as lines."""
    heads = columns_of(sheet)
    first = [side[0] for side in sheet.sides]
    rows = [hand_row(sheet, hand, first) for hand in match.hands]
    last = next((hand.counters for hand in reversed(match.hands) if hand.counters), [])
    below = [[_("total"), *(str(match.totals[p]) for p in first)]]
    below += [[label_of(counter), *(str(counter.values[p]) for p in first)] for counter in last]
    wide = max(9, *(len(row[0]) for row in below))
    widths = [max(len(head), *(len(row[n + 1]) for row in rows), 6) if rows else len(head) for n, head in enumerate(heads)]
    lines = [_("Match {n}", n=match.number) if len(sheet.matches) > 1 else ""]
    lines += [_line(row, [wide, *widths]) for row in (["", *heads], *rows, *below)]
    if match.over or match.ended:
        lines.append(end_of(sheet, match))
    return [line for line in lines if line]


def label_of(counter: Counter) -> str:
    """Return the name of a count in a column of names: in small letters where the language writes nouns so."""
    return counter.label.lower() if current().is_english else in_language(counter.label)


def end_of(sheet: Sheet, match: MatchOfPad) -> str:
    """Return in the reader's language how a match ended."""
    if not match.over:
        return _("Left off here")
    won = [name for name, side in zip(columns_of(sheet), sheet.sides, strict=True) if side[0] in match.winners]
    if not won:
        return _("Nobody has won")
    several = 2 if len(won) > 1 or " & " in won[0] else 1
    return ngettext("{names} has won", "{names} have won", several, names=listed(won))


def hand_row(sheet: Sheet, hand: HandOfPad, first: Sequence[int]) -> list[str]:
    """A hand as cells of text: its number, and by side points and total."""
    number = f"{hand.number}"
    if hand.state != "scored":
        return [number, _(SHOWN[hand.state]), *[""] * (len(first) - 1)]
    dealer = hand.dealer
    return [
        number,
        *(f"{'·' if dealer in side else ''}{hand.points[side[0]]:+} {hand.totals[side[0]]:>5}" for side in sheet.sides),
    ]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()
