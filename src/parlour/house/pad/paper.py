"""A sheet on paper: the hands of a pad as people write them down, in the style of our printed score sheets."""

from __future__ import annotations

from datetime import date

from parlour.art.inks import Inks
from parlour.art.paper import BOLD, ITALIC, Paper, text_width
from parlour.languages import day, in_language, in_series
from parlour.languages import gettext as _

from .events import Pad, is_time
from .exports import SHOWN, columns_of, end_of
from .sheet import HandOfPad, MatchOfPad, Sheet
from .words import house_of

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 16.0
ROW, SMALL, LINE = 6.4, 2.5, 3.2
BOTTOM = MARGIN + 12


def sheet_pdf(pad: Pad, sheet: Sheet) -> bytes:
    """The sheet as PDF on A4: a column for each side, what was entered under each hand, the figures of the evening."""
    return _Sheet(pad, sheet).bytes()


class _Sheet:
    def __init__(self, pad: Pad, sheet: Sheet) -> None:
        self.pad, self.sheet = pad, sheet
        self.title = in_language(sheet.title)
        self.paper = Paper(Inks(), _("{title}: score pad", title=self.title))
        self.columns = columns_of(sheet)
        self.wide = (WIDTH - 2 * MARGIN - 12) / len(self.columns)
        self.y = 0.0
        self.pages = 0

    def bytes(self) -> bytes:
        self._page()
        for match in self.sheet.matches:
            self._match(match)
        self._figures()
        self.paper.show()
        return self.paper.bytes()

    def _page(self) -> None:
        if self.pages:
            self.paper.show()
        self.pages += 1
        self.paper.page(WIDTH, HEIGHT, (0, 0, WIDTH, HEIGHT))
        top = HEIGHT - MARGIN
        self.paper.text(MARGIN, top - 6, self.title, 8, BOLD)
        began = self.pad.head.began
        facts = [day(date.fromisoformat(began[:10]))] if is_time(began) else []
        facts += house_of(self.pad)
        lines = _wrapped(" · ".join(facts), WIDTH - 2 * MARGIN) or [_("by the usual rules")]
        for n, line in enumerate(lines):
            self.paper.text(MARGIN, top - 11 - LINE * n, line, SMALL, ITALIC)
        below = top - 13 - LINE * (len(lines) - 1)
        self.paper.text(WIDTH - MARGIN, top - 6, _("page {n}", n=self.pages), SMALL, ITALIC, "right")
        self.paper.rule([(MARGIN, below, WIDTH - MARGIN, below)], width=0.5)
        self.y = below - 1

    def _room(self, height: float) -> None:
        if self.y - height < BOTTOM:
            self._page()

    def _match(self, match: MatchOfPad) -> None:
        self._room(4 * ROW)
        self.y -= ROW
        if len(self.sheet.matches) > 1:
            self.paper.text(MARGIN, self.y, _("Match {n}", n=match.number), 3.4, BOLD)
        self.y -= ROW
        for n, name in enumerate(self.columns):
            size = min(3.6, 3.6 * (self.wide - 3) / max(1.0, text_width(name, 3.6, BOLD)))
            self.paper.text(MARGIN + 12 + (n + 0.5) * self.wide, self.y, name, size, BOLD, "middle")
        self.y -= 2
        self.paper.rule([(MARGIN, self.y, WIDTH - MARGIN, self.y)], width=0.4)
        for hand in match.hands:
            self._hand(hand)
        self._total(match)

    def _hand(self, hand: HandOfPad) -> None:
        words = _wrapped(in_language(in_series([*hand.words, *([hand.note] if hand.note else [])])), WIDTH - 2 * MARGIN - 14)
        height = ROW * 0.8 + LINE * len(words) + 2
        self._room(height)
        self.y -= ROW * 0.8
        self.paper.text(MARGIN + 8, self.y, str(hand.number), 2.9, align="right")
        if hand.state != "scored":
            self.paper.text(MARGIN + 14, self.y, _(SHOWN[hand.state]), 2.9, ITALIC)
        for n, side in enumerate(self.sheet.sides if hand.state == "scored" else []):
            x = MARGIN + 12 + n * self.wide
            dealt = hand.dealer in side
            self.paper.text(x + self.wide * 0.42, self.y, f"{'• ' if dealt else ''}{hand.points[side[0]]:+}", 2.9, align="right")
            self.paper.text(x + self.wide * 0.78, self.y, str(hand.totals[side[0]]), 3.3, BOLD, "right")
        for line in words:
            self.y -= LINE
            self.paper.text(MARGIN + 14, self.y, line, SMALL, ITALIC)
        self.y -= 2
        self.paper.rule([(MARGIN, self.y, WIDTH - MARGIN, self.y)], width=0.1)

    def _total(self, match: MatchOfPad) -> None:
        self._room(3 * ROW)
        self.y -= ROW
        self.paper.text(MARGIN + 1, self.y, _("Total"), 2.9, BOLD)
        for n, side in enumerate(self.sheet.sides):
            x = MARGIN + 12 + n * self.wide
            self.paper.text(x + self.wide * 0.78, self.y, str(match.totals[side[0]]), 4, BOLD, "right")
        self.y -= 2
        self.paper.rule([(MARGIN, self.y, WIDTH - MARGIN, self.y)], width=0.5)
        ends = end_of(self.sheet, match) if match.over else in_language(in_series(self.sheet.left))
        if match.over or (match is self.sheet.match and ends):
            self.y -= 5
            self.paper.text(MARGIN, self.y, ends, 3, ITALIC)

    def _figures(self) -> None:
        if not self.sheet.statistics:
            return
        self._room(ROW * (len(self.sheet.statistics) + 2))
        self.y -= 1.5 * ROW
        left = MARGIN + 42
        wide = (WIDTH - MARGIN - left) / len(self.sheet.players)
        for n, name in enumerate(self.sheet.players):
            size = min(2.9, 2.9 * (wide - 2) / max(1.0, text_width(name, 2.9, BOLD)))
            self.paper.text(left + (n + 0.9) * wide, self.y, name, size, BOLD, "right")
        for figure in self.sheet.statistics:
            self.y -= 4.6
            self.paper.text(MARGIN, self.y, in_language(figure.label), 2.9)
            for n, value in enumerate(figure.values):
                self.paper.text(left + (n + 0.9) * wide, self.y, in_language(str(value)), 2.9, align="right")


def _wrapped(text: str, wide: float) -> list[str]:
    """A text as lines that fit, in small italics."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, SMALL, ITALIC) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
