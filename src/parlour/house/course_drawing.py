"""The course of a hand, written as a list and drawn as a state diagram (SVG).

All phases stand in one column, in an order in which most arrows point down. An arrow to the next phase is straight; those that
jump ahead run on the right, those that go back on the left, and all that lead to one phase share a line, which is drawn once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from parlour.engine.counting import counted
from parlour.kit.calls import CARD

from .course import CHOICES, Course

WIDTH, HEIGHT, GAP, LANE, MARGIN = 240, 46, 34, 18, 24
LETTERS = 40
"""Of what a phase offers, as many as fit on its line."""
LEGEND = 86
INK, SOFT, ASKS = "#1d1d1b", "#5c584f", "#dcefe4"
_RANGE = re.compile(r"\{([^{}]*)\}")


def course_text(course: Course) -> str:
    """The course in lines: each phase with what it offers and what can follow."""
    lines = [f"{course.title}: the course of a hand", ""]
    order = in_order(course)
    names = {phase: course.names[phase] for phase in order}
    wide = max(map(len, names.values()))
    for phase in order[:-1]:
        after = [f"{names[to]}{'' if (phase, to) in course.seen else '?'}" for to in order if to in course.after(phase)]
        again = ["itself"] if course.lasting(phase) else []
        lines.append(f"  {names[phase]:{wide}}  → {', '.join(again + after) or 'nothing'}")
        lines += [f"  {'':{wide}}    asks for {in_words(course.offers[phase])}"] if course.offers[phase] else []
    if course.rare:
        lines += ["", f"  ? only under other house rules, or not seen in {CHOICES:,} random choices"]
    return "\n".join(lines) + "\n"


def in_order(course: Course) -> list[int]:
    """The phases in the order in which they are drawn: the deal first, the end last, each before what follows it as far as that
    goes (the reverse of the order in which a depth-first search leaves them)."""
    left: list[int] = []
    entered = {course.end}

    def visit(phase: int) -> None:
        entered.add(phase)
        for after in reversed(course.after(phase)):
            if after not in entered:
                visit(after)
        left.append(phase)

    visit(0)
    never = [phase for phase in range(course.end) if phase not in entered]
    return [*reversed(left), *never, course.end]


def in_words(offers: Sequence[str]) -> str:
    """Return the choices of a phase as a line that fits in its box.

    >>> in_words((CARD, "pass", "bid {1..13}", "call {hearts,spades}"))
    'a card, pass, bid 1–13, call ...'
    """
    words = [word for offer in offers for word in _words_of(offer)]
    for shown in range(len(words), 0, -1):
        more = [f"{len(words) - shown} more"] if shown < len(words) else []
        if len(line := ", ".join(words[:shown] + more)) <= LETTERS:
            return line
    return f"{words[0][: LETTERS - 3]}..." if len(words) == 1 else counted(len(words), "choice")


def _words_of(offer: str) -> list[str]:
    """Return an offer as text, or several: a list of words without a verb is an offer for each of them."""
    if offer == CARD:
        return ["a card"]
    if offer.startswith("{") and offer.endswith("}") and "," in offer:
        return offer[1:-1].split(",")
    return [_RANGE.sub(lambda found: found[1].replace("..", "–") if ".." in found[1] else "...", offer)]


@dataclass
class _Side:
    """One side of the column: the lines that lead to each phase, by the place of the phase in the column."""

    sign: int
    """1 for the right, where arrows lead down, -1 for the left, where they lead up."""
    sources: dict[int, list[int]] = field(default_factory=dict)
    lanes: dict[int, int] = field(default_factory=dict)

    def lay(self) -> None:
        """Give each line the innermost lane that no other one needs there, the shortest lines first."""
        taken: list[list[tuple[int, int]]] = []
        spans = {to: (min(to, *at), max(to, *at)) for to, at in self.sources.items()}
        for to, (top, bottom) in sorted(spans.items(), key=lambda one: (one[1][1] - one[1][0], one[0])):
            free = (k for k, spans in enumerate(taken) if all(bottom < above or below < top for above, below in spans))
            lane = next(free, len(taken))
            taken += [[]] if lane == len(taken) else []
            taken[lane].append((top, bottom))
            self.lanes[to] = lane

    def port(self, at: int, to: int) -> float:
        """Return how far below the top of the box at `at` the line to `to` meets it: incoming lines first, then the outer
        lanes; on the left in reverse order."""
        out = sorted((other for other, sources in self.sources.items() if at in sources), key=lambda other: -self.lanes[other])
        order = ([at] if at in self.sources else []) + out
        share = HEIGHT * (order.index(to) + 1) / (len(order) + 1)
        return share if self.sign > 0 else HEIGHT - share

    @property
    def room(self) -> int:
        """Return how wide the side is."""
        return MARGIN + LANE * (1 + max(self.lanes.values(), default=-1))


def course_svg(course: Course) -> str:
    """The course as a drawing, complete in itself."""
    order = in_order(course)
    place = {phase: k for k, phase in enumerate(order)}
    right, left = _Side(1), _Side(-1)
    arrows = [(place[at], place[to], (at, to) in course.seen) for at in order for to in course.after(at)]
    for at, to, _ in arrows:
        if to != at + 1:
            (right if to > at else left).sources.setdefault(to, []).append(at)
    right.lay()
    left.lay()
    x = left.room + MARGIN
    wide, high = x + WIDTH + right.room + MARGIN, len(order) * (HEIGHT + GAP) + MARGIN + LEGEND
    first = {(to, at < to, sure): at for at, to, sure in sorted(arrows, key=lambda one: abs(one[0] - one[1]))}
    drawn = [
        _arrow(x, at, to, right if to > at else left, sure, _joins(first, at, to, sure))
        for at, to, sure in sorted(arrows, key=lambda one: one[2])
    ]
    drawn += [_again(x, place[phase]) for phase in order if course.lasting(phase)]
    drawn += [_box(course, phase, x, _top(place[phase])) for phase in order]
    drawn.append(_legend(x, _top(len(order)), bool(course.rare)))
    title = f"{escape(course.title)}: the course of a hand"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" '
        f'font-family="system-ui, \'Liberation Sans\', sans-serif" fill="{INK}"><title>{title}</title>'
        f'<desc>{escape(course_text(course))}</desc><defs><marker id="tip" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" '
        f'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8Z" fill="{INK}"/></marker></defs>'
        f'<rect width="{wide}" height="{high}" fill="#fff"/>{"".join(drawn)}</svg>\n'
    )


def _top(place: int) -> int:
    return MARGIN + place * (HEIGHT + GAP)


def _joins(first: Mapping[tuple[int, bool, bool], int], at: int, to: int, sure: bool) -> bool:
    """Whether the line that leads to a place is drawn from farther away: one line is not drawn over another, except that a whole
    one covers a broken one. first: by place, direction and `sure` the farthest place from which a line begins."""
    far = [first.get((to, at < to, kind), to) for kind in ((True,) if sure else (True, False))]
    return max(abs(other - to) for other in far) > abs(at - to)


def _line(path: str, sure: bool, tip: bool = True) -> str:
    """A line along a path, with the tip of an arrow, and broken if it is rare."""
    broken = "" if sure else ' stroke-dasharray="5 4"'
    end = ' marker-end="url(#tip)"' if tip else ""
    return f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="1.4"{end}{broken}/>'


def _arrow(x: int, at: int, to: int, side: _Side, sure: bool, joins: bool) -> str:
    """The arrow from one place in the column to another, or only its part up to the line that it joins."""
    if to == at + 1:
        return _line(f"M{x + WIDTH / 2:g} {_top(at) + HEIGHT}V{_top(to)}", sure)
    edge = x + WIDTH if side.sign > 0 else x
    lane = edge + side.sign * (MARGIN + LANE * side.lanes[to])
    start, end = _top(at) + side.port(at, to), _top(to) + side.port(to, to)
    bend, down = 8 * side.sign, 8 if end > start else -8
    out = f"M{edge} {start:.1f}H{lane - bend}Q{lane} {start:.1f} {lane} {start + down:.1f}"
    return _line(out if joins else f"{out}V{end - down:.1f}Q{lane} {end:.1f} {lane - bend} {end:.1f}H{edge}", sure, not joins)


def _again(x: int, place: int) -> str:
    """The loop of a phase that can follow itself, at the lower edge of its box."""
    right, low = x + WIDTH - 22, _top(place) + HEIGHT
    return _line(f"M{right} {low}v8q0 8 -8 8h-14q-8 0 -8 -8v-8", True)


def _box(course: Course, phase: int, x: int, y: int) -> str:
    """A phase: round if the hand begins or ends there, tinted if a player chooses, plain if it happens by itself."""
    name, offers = course.names[phase], in_words(course.offers[phase]) if course.offers[phase] else ""
    middle = x + WIDTH / 2
    if phase in (0, course.end):
        look = f'rx="{HEIGHT / 2:g}" fill="#fff" stroke="{INK}" stroke-width="2.2"'
    else:
        look = f'rx="9" fill="{ASKS}" stroke="{INK}" stroke-width="1.6"' if offers else f'fill="#fff" stroke="{SOFT}"'
    low, weight = (20, 600) if offers else (28, 400)
    texts = f'<text x="{middle:g}" y="{y + low}" font-size="15" font-weight="{weight}">{escape(name)}</text>'
    if offers:
        texts += f'<text x="{middle:g}" y="{y + 37}" font-size="11.5" fill="{SOFT}">{escape(offers)}</text>'
    return f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" {look}/><g text-anchor="middle">{texts}</g>'


def _legend(x: int, y: int, broken: bool) -> str:
    """Draw the legend of the boxes and the lines."""
    marks = [
        (f'<rect x="{x}" y="{{y}}" width="22" height="14" rx="4" fill="{ASKS}" stroke="{INK}"/>', "a player chooses"),
        (f'<rect x="{x}" y="{{y}}" width="22" height="14" fill="#fff" stroke="{SOFT}"/>', "happens by itself"),
    ]
    if broken:
        dashes = f'<path d="M{x} {{y}}m0 7h22" stroke="{INK}" stroke-width="1.4" stroke-dasharray="5 4"/>'
        marks.append((dashes, "only under other house rules, or rarely"))
    return "".join(
        f'{mark.format(y=y + 24 * k)}<text x="{x + 32}" y="{y + 24 * k + 11}" font-size="12" fill="{SOFT}">{text}</text>'
        for k, (mark, text) in enumerate(marks)
    )
