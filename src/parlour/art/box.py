"""The box of a deck: a tuck box's net to the deck's thickness, with its die's lines. Lengths are millimetres.

From left to right the net has a flap to glue, the back, a side, the front and the other side. Lid and bottom join the back, and dust
flaps on the sides; the front has a notch for the thumb.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.engine.counting import counted
from parlour.engine.errors import BadInput

from .deck import DECKS
from .imposition import SIZES, Size
from .inks import CREASE, CUT, Inks
from .paper import BOLD, Paper
from .printing import Job, Look
from .vector import Box, Segment

SPARE = 1.2
"""Inner play of a box around its cards, in each direction."""
GLUE, TUCK, NOTCH = 12.0, 14.0, 9.0
_ROUND = 0.5523
_MARGIN = 8.0


@dataclass(frozen=True)
class BoxJob:
    """A box to print. stock: how thick a card is. sheet: None for one of the net's own size. BadInput if the sheet is too small."""

    look: Look = field(default_factory=Look)
    size: Size = SIZES["poker"]
    cards: int = 0
    stock: float = 0.3
    sheet: tuple[float, float] | None = (210, 297)
    inks: Inks = field(default_factory=Inks)

    @property
    def count(self) -> int:
        """Number of cards in it."""
        return self.cards or len(self.look.cards)

    @property
    def panel(self) -> tuple[float, float, float]:
        """Width, height and depth of the box."""
        return self.size.width + SPARE, self.size.height + SPARE, self.count * self.stock + SPARE


@dataclass(frozen=True)
class Net:
    """A net of a box of `width`, `height` and `depth`; its lower left corner is (0, 0)."""

    width: float
    height: float
    depth: float

    @property
    def columns(self) -> tuple[float, ...]:
        """The upright creases from the glue flap on, and the right edge."""
        w, d = self.width, self.depth
        return GLUE, GLUE + w, GLUE + w + d, GLUE + 2 * w + d, GLUE + 2 * w + 2 * d

    @property
    def rows(self) -> tuple[float, float]:
        """The body's lower and upper edge."""
        below = TUCK + self.depth
        return below, below + self.height

    @property
    def extent(self) -> tuple[float, float]:
        """Return how large the net is."""
        return self.columns[-1], self.rows[1] + self.depth + TUCK

    @property
    def dust(self) -> float:
        """Length of a dust flap."""
        return min(15.0, 0.45 * self.width)

    def front(self) -> Box:
        """Left, bottom, right, top of the front."""
        return self.columns[2], self.rows[0], self.columns[3], self.rows[1]

    def back(self) -> Box:
        """Those of the back."""
        return self.columns[0], self.rows[0], self.columns[1], self.rows[1]

    def sides(self) -> tuple[Box, Box]:
        """Those of the sides."""
        _, b, c, d, e = self.columns
        return (b, self.rows[0], c, self.rows[1]), (d, self.rows[0], e, self.rows[1])

    def outline(self) -> list[Segment]:
        """Return where it is cut: around, from the glue flap's lower corner on, clockwise."""
        a, b, c, d, e = self.columns
        low, high = self.rows
        found: list[Segment] = [("M", (a, low)), ("L", (0, low + 7)), ("L", (0, high - 7)), ("L", (a, high))]
        found += self._lid(a, b, high, 1)
        found += self._dust(b, c, high, 1)
        middle, k = (c + d) / 2, NOTCH * _ROUND
        found += [
            ("L", (middle - NOTCH, high)),
            ("C", (middle - NOTCH, high - k, middle - k, high - NOTCH, middle, high - NOTCH)),
            ("C", (middle + k, high - NOTCH, middle + NOTCH, high - k, middle + NOTCH, high)),
            ("L", (d, high)),
        ]
        found += self._dust(d, e, high, 1)
        found += [("L", (e, low))]
        found += self._dust(e, d, low, -1)
        found += [("L", (c, low))]
        found += self._dust(c, b, low, -1)
        found += self._lid(b, a, low, -1)
        return [*found, ("Z", ())]

    def _lid(self, begin: float, end: float, y: float, up: int) -> list[Segment]:
        """The outline of a lid and what tucks in, between two upright creases."""
        sign = 1 if end > begin else -1
        left, right, fold, tip = begin + 0.6 * sign, end - 0.6 * sign, y + up * self.depth, y + up * (self.depth + TUCK)
        r = min(9.0, TUCK - 2)
        k = r * (1 - _ROUND)
        return [
            ("L", (begin, fold)),
            ("L", (left, fold)),
            ("L", (left, tip - up * r)),
            ("C", (left, tip - up * k, left + sign * k, tip, left + sign * r, tip)),
            ("L", (right - sign * r, tip)),
            ("C", (right - sign * k, tip, right, tip - up * k, right, tip - up * r)),
            ("L", (right, fold)),
            ("L", (end, fold)),
            ("L", (end, y)),
        ]

    def _dust(self, begin: float, end: float, y: float, up: int) -> list[Segment]:
        sign = 1 if end > begin else -1
        return [
            ("L", (begin + 0.4 * sign, y)),
            ("L", (begin + 0.4 * sign, y + up * self.dust * 0.4)),
            ("L", (begin + sign * min(3.5, self.depth / 3), y + up * self.dust)),
            ("L", (end - sign * min(3.5, self.depth / 3), y + up * self.dust)),
            ("L", (end - 0.4 * sign, y + up * self.dust * 0.4)),
            ("L", (end - 0.4 * sign, y)),
            ("L", (end, y)),
        ]

    def creases(self) -> list[Box]:
        """Return where it is folded: (x1, y1, x2, y2)."""
        a, b, c, d, e = self.columns
        low, high = self.rows
        upright = [(x, low, x, high) for x in (a, b, c, d)]
        level = [(x1, y, x2, y) for x1, x2 in ((a, b), (b, c), (d, e)) for y in (low, high)]
        return upright + level + [(a, y, b, y) for y in (low - self.depth, high + self.depth)]


def box_pdf(job: BoxJob) -> bytes:
    """The net of a box on a page of its own. BadInput if it does not fit on the sheet."""
    width, height, depth = job.panel
    net = Net(width, height, depth)
    w, h = net.extent
    fitting = [sheet for sheet in _sheets(job, w, h) if w + 10 <= sheet[0] and h + 10 <= sheet[1]]
    if not fitting:
        raise BadInput(
            f"a box's net of {w:.0f} × {h:.0f} mm does not fit on the sheet: say --sheet a3, or card for one of its size"
        )
    page = fitting[0]
    x, y = (page[0] - w) / 2, (page[1] - h) / 2
    paper = Paper(job.inks, f"{DECKS[job.look.deck]}: box for {counted(job.count, 'card')}")
    paper.page(*page, (x, y, x + w, y + h), (x, y, x + w, y + h))
    _pictures(paper, job, net, x, y)
    paper.rule([_moved(each, x, y) for each in net.creases()], CREASE, 0.12, (2.0, 1.2))
    paper.path(
        [(kind, tuple(p + (y if k % 2 else x) for k, p in enumerate(points))) for kind, points in net.outline()], CUT, 0.12
    )
    line = f"Box for {counted(job.count, 'card')} of {job.stock:g} mm, {width:.1f} × {height:.1f} × {depth:.1f} mm inside · cut the red lines, fold the blue ones, glue the flap"
    paper.text(x + w / 2, max(3.0, y - 4), line, 2.2, align="middle")
    paper.show()
    return paper.bytes()


def _sheets(job: BoxJob, w: float, h: float) -> list[tuple[float, float]]:
    return (
        [(w + 2 * _MARGIN, h + 2 * _MARGIN)]
        if job.sheet is None
        else [(min(job.sheet), max(job.sheet)), (max(job.sheet), min(job.sheet))]
    )


def _moved(box: Box, x: float, y: float) -> Box:
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def _pictures(paper: Paper, job: BoxJob, net: Net, x: float, y: float) -> None:
    """The back of the cards on the front, an ace on the back, the deck's name on the sides and on the lid."""
    print_job = Job(job.look, job.size, None, safe=4)
    left, bottom, right, top = _moved(net.front(), x, y)
    # As on the cards but within a wider frame, so that the notch cuts paper only.
    sx, sy = print_job.back_fit
    room = (net.height - 2 * NOTCH - 3) / net.height
    paper.place(
        paper.form("back", print_job.back), print_job.back, ((left + right) / 2, (bottom + top) / 2), (sx * room, sy * room)
    )
    ace = max(job.look.cards, key=lambda card: (card < 52 and card % 13 == 12, card))
    drawing = print_job.faces[ace]
    left, bottom, right, top = _moved(net.back(), x, y)
    scale, raised = print_job.fit
    paper.place(paper.form(ace, drawing, raised), drawing, ((left + right) / 2, (bottom + top) / 2), (scale, scale))
    title = DECKS[job.look.deck]
    size = max(2.0, min(4.2, net.depth * 0.35))
    for box, text in zip(
        net.sides(), (f"Parlour · {title}", f"{counted(job.count, 'card')} · {str(job.size).lower()}"), strict=True
    ):
        left, bottom, right, top = _moved(box, x, y)
        paper.text((left + right) / 2, (bottom + top) / 2, text, size, BOLD, "middle", upright=True)
    left, _, right, top = _moved(net.back(), x, y)
    paper.text((left + right) / 2, top + net.depth / 2 - size * 0.35, "PARLOUR", size * 1.3, BOLD, "middle")
