"""Stationery for a table with real cards, in the cards' own style: score sheets, and quick cards with a game's rules.

Both are made from the game itself: its title, its seats, its rulebook under these house rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from reportlab.platypus import Frame, Paragraph

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rulebook import Section, sections
from parlour.engine.speech import title
from parlour.languages import gettext as _
from parlour.languages import ngettext, pgettext

from .imposition import FLIPS, SIZES, Layout, Size, impose
from .inks import REGISTRATION, Inks
from .lettering import HEADING, markup, paragraphs, style
from .paper import BOLD, ITALIC, MM, Paper, text_width
from .shapes import PIPS, TWO_COLOURS, path
from .vector import Box, Drawing, read_drawing

MARGIN = 14.0
ROW = 7.5
_LEFT_OUT = ("example", "good to know", "house rules")


def shown_sections(game: Game) -> list[Section]:
    """A rulebook's sections under its house rules, without examples, advice and the list of house rules."""
    return [one for one in sections(game.room, game.blank()[0]) if not one.key.lower().startswith(_LEFT_OUT)]


def _signs(paper: Paper, x: float, y: float, size: float, gap: float) -> None:
    """The four suits in a row that ends at x, their middles at y."""
    for number, (d, colour) in enumerate(zip(reversed(PIPS), reversed(TWO_COLOURS), strict=True)):
        drawing = _sign(d, colour)
        form = paper.form(("sign", d), drawing)
        middle = x - size / 2 - number * (size + gap), y
        paper.place(form, drawing, (middle[0] + size / 2, middle[1] - size / 2), (size / 100, size / 100))


def _sign(d: str, colour: str) -> Drawing:
    return read_drawing(f'<svg viewBox="-50 -50 100 100">{path(d, colour)}</svg>')


def _set(paper: Paper, story: list[Any], box: Box) -> list[Any]:
    """Set paragraphs in a box (left, bottom, right, top); what did not fit any more."""
    left, bottom, right, top = (side * MM for side in box)
    frame = Frame(left, bottom, right - left, top - bottom, 0, 0, 0, 0)
    rest = list(story)
    while rest:
        # A heading goes with some lines of what it is over.
        lines = 3 * rest[0].style.leading if rest[0].style.name == HEADING else 0
        if lines and frame._y - frame._y1p < rest[0].wrap(right - left, top)[1] + lines:
            break
        if frame.add(rest[0], paper.canvas):
            del rest[0]
            continue
        rest[:1] = frame.split(rest[0], paper.canvas) or rest[:1]
        if frame.add(rest[0], paper.canvas):
            del rest[0]
        break
    return rest


def score_pdf(game: Game, names: Sequence[str] = (), sheet: tuple[float, float] = (210, 297), inks: Inks | None = None) -> bytes:
    """A score sheet: a column for each player, with the hand's score and the total. A log of deals if one plays alone.

    names: of the players, from the first dealer on. BadInput if there are more names than seats.
    """
    seats = int(game.blank()[0]["seats"])
    if len(names) > seats:
        raise BadInput(ngettext("{names} names for one player", "{names} names for {n} players", seats, names=len(names)))
    if names and seats == 1:
        raise BadInput(_("{game} is played alone: its score sheet has no names", game=title(game.room)))
    paper = Paper(inks or Inks(), _("{game}: score sheet", game=title(game.room)))
    width, height = sheet
    paper.page(width, height, (0, 0, width, height))
    top = height - MARGIN
    paper.text(MARGIN, top - 8, title(game.room), 9, BOLD)
    _signs(paper, width - MARGIN, top - 5, 6, 2.5)
    paper.rule([(MARGIN, top - 11.5, width - MARGIN, top - 11.5)], width=0.5)
    paper.text(MARGIN, top - 16, _("Place and date"), 2.6, ITALIC)
    facts = [
        ngettext("one player", "{n} players", seats),
        *([] if seats == 1 else [_("the lowest total wins") if game.room.low else _("the highest total wins")]),
    ]
    paper.text(width - MARGIN, top - 16, " · ".join(facts), 2.6, ITALIC, "right")
    aim = next((one.text for one in shown_sections(game) if one.key == "Aim"), "")
    story = paragraphs(aim, 2.9)
    tall = sum(each.wrap((width - 2 * MARGIN) * MM, height * MM)[1] + each.style.spaceAfter for each in story) / MM + 1
    _set(paper, story, (MARGIN, top - 18.5 - tall, width - MARGIN, top - 18.5))
    _grid(paper, _columns(seats, names), (MARGIN, MARGIN + 5, width - MARGIN, top - 20 - tall), seats > 1)
    paper.text(MARGIN, MARGIN - 2, _("A mark at the left: who dealt.") if seats > 1 else "Parlour", 2.4, ITALIC)
    paper.show()
    return paper.bytes()


def _columns(seats: int, names: Sequence[str]) -> list[str]:
    if seats == 1:
        return [pgettext("heading", "Deal"), _("Result"), _("Score")]
    return [names[seat] if seat < len(names) else "" for seat in range(seats)]


def _grid(paper: Paper, columns: list[str], box: Box, halved: bool) -> None:
    """Rows to write in: the hands down the page, and at the end a total. halved: each column has the hand and the sum so far."""
    left, bottom, right, top = box
    first = left + 9
    wide = (right - first) / len(columns)
    head = top - 2 * ROW if halved else top - ROW
    rows = int((head - bottom - ROW) / ROW)
    end = head - rows * ROW
    for number, name in enumerate(columns):
        x = first + number * wide
        size = min(4.0, 4.0 * (wide - 3) / max(1.0, text_width(name, 4.0, BOLD)))
        paper.text(x + wide / 2, top - 0.68 * ROW, name, size, BOLD, "middle")
        if halved:
            paper.text(x + wide / 4, head + 0.3 * ROW, _("hand"), 2.3, ITALIC, "middle")
            paper.text(x + 3 * wide / 4, head + 0.3 * ROW, _("total"), 2.3, ITALIC, "middle")
    for row in range(rows):
        paper.text(left + 7.5, head - (row + 0.66) * ROW, str(row + 1), 2.6, align="right")
    paper.text(left + 7.5, end - 0.66 * ROW, _("End"), 2.6, BOLD, "right")
    fine = [(left, head - row * ROW, right, head - row * ROW) for row in range(1, rows) if row % 5]
    fifth = [(left, head - row * ROW, right, head - row * ROW) for row in range(5, rows, 5)]
    upright = [first + number * wide for number in range(1, len(columns))]
    paper.rule(fine, width=0.1)
    paper.rule([*fifth, *((x, end - ROW, x, top) for x in upright)], width=0.28)
    paper.rule(
        [(left, y, right, y) for y in (top, head, end, end - ROW)] + [(x, end - ROW, x, top) for x in (left, first, right)],
        width=0.5,
    )
    if halved:
        halves = [first + (number + 0.5) * wide for number in range(len(columns))]
        paper.rule([(x, end, x, head + ROW) for x in halves], width=0.1, dash=(0.6, 0.9))


@dataclass(frozen=True)
class QuickJob:
    """Quick cards of a game: its rules on as many sides of cards as they take.

    letters: how high its letters are, mm. flip: the edge a printer turns sheets about, as for a deck.
    """

    game: Game
    size: Size = SIZES["poker"]
    sheet: tuple[float, float] | None = (210, 297)
    letters: float = 2.1
    safe: float = 4.0
    bleed: float = 3.0
    flip: str = FLIPS[0]
    inks: Inks = field(default_factory=Inks)


def quick_pdf(job: QuickJob) -> bytes:
    """The cards as a PDF for both sides of sheets: the second side of a card lies behind its first. BadInput if they do not fit."""
    layout = impose(job.size, job.sheet, job.bleed, None, 5, True)
    paper = Paper(job.inks, _("{game}: quick cards", game=title(job.game.room)))
    sides = _sides(paper, job)
    for first in range(0, len(sides), 2 * layout.places):
        fronts, backs = sides[first : first + 2 * layout.places : 2], sides[first + 1 : first + 2 * layout.places : 2]
        _sheet(paper, job, layout, [(place, False, card) for place, card in enumerate(fronts)])
        if backs:
            _sheet(paper, job, layout, [(*layout.behind(place, job.flip), card) for place, card in enumerate(backs)])
    return paper.bytes()


def _sides(paper: Paper, job: QuickJob) -> list[str]:
    """All sides, set one after the other until the rules are through."""
    for each in zip(PIPS, TWO_COLOURS, strict=True):
        paper.form(("sign", each[0]), _sign(*each))
    story: list[Any] = []
    for one in shown_sections(job.game):
        story += [Paragraph(markup(one.heading), style(job.letters * 1.15, HEADING)), *paragraphs(one.text, job.letters)]
    sides: list[str] = []
    while story:
        before = len(story)
        paper.begin_card(job.size.width, job.size.height)
        story = _side(paper, job, len(sides) + 1, story)
        sides.append(paper.end_card())
        if len(story) > before or len(sides) > 60:
            raise BadInput(
                _(
                    "the rules of {game} do not fit on cards of {width} × {height} mm",
                    game=title(job.game.room),
                    width=f"{job.size.width:g}",
                    height=f"{job.size.height:g}",
                )
            )
    return sides


def _side(paper: Paper, job: QuickJob, number: int, story: list[Any]) -> list[Any]:
    left, bottom, right, top = job.safe, job.safe, job.size.width - job.safe, job.size.height - job.safe
    name = title(job.game.room)
    size = min(4.2, 4.2 * (right - left - 15) / text_width(name, 4.2, BOLD))
    paper.text(left, top - 3.4, name, size, BOLD)
    _signs(paper, right, top - 1.9, 2.5, 0.7)
    paper.rule([(left, top - 4.9, right, top - 4.9)], width=0.3)
    paper.text(right, bottom - 0.4, str(number), 1.9, ITALIC, "right")
    return _set(paper, story, (left, bottom + 2, right, top - 6))


def _sheet(paper: Paper, job: QuickJob, layout: Layout, cards: list[tuple[int, bool, str]]) -> None:
    left, bottom, right, top = layout.block()
    bleed = (left - job.bleed, bottom - job.bleed, right + job.bleed, top + job.bleed)
    paper.page(layout.width, layout.height, (left, bottom, right, top), bleed)
    for place, turned, card in cards:
        paper.lay(card, layout.trim(place), turned)
    paper.rule(layout.marks(), REGISTRATION)
    paper.show()
