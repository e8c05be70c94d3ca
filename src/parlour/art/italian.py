"""The Italian suits as the north of the country draws them: swords that are bent and interlaced, batons laid in a lattice."""

from math import atan2, degrees

from parlour.languages import mark

from . import latin
from .french import pip_places
from .packs import ACE, CARDS, JACK, JOKER, Pack
from .shapes import GOLD, INK, RED, both_ends, dot, element, line, number, path, place

BATONS, COINS, CUPS, SWORDS = range(4)
Point = tuple[float, float]
Curve = tuple[Point, Point, Point]


def _piece(curve: Curve, low: float, high: float) -> str:
    """A part of a quadratic curve, as path data."""

    def blend(s: float, t: float) -> Point:
        (x0, y0), (x1, y1), (x2, y2) = curve
        a, b, c = (1 - s) * (1 - t), s * (1 - t) + t * (1 - s), s * t
        return a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2

    (ax, ay), (bx, by), (cx, cy) = blend(low, low), blend(low, high), blend(high, high)
    return f"M{number(ax)} {number(ay)}Q{number(bx)} {number(by)} {number(cx)} {number(cy)}"


def _blade(d: str) -> str:
    return line(d, 9, stroke=INK) + line(d, 6.2, stroke=latin.BLADE) + line(d, 1.6, stroke=latin.EDGE)


def _hilt(x: float, y: float, turn: float) -> str:
    grip = (
        path("M-3 0H3V13H-3Z", RED)
        + path("M-11 0C-11 -4 -7 -4 -5 -2H5C7 -4 11 -4 11 0C11 4 7 4 5 3H-5C-7 4 -11 4 -11 0Z", GOLD)
        + dot(0, 15.4, 4, GOLD)
    )
    return element("g", grip, stroke=INK, stroke_width=1.3, transform=f"translate({number(x)} {number(y)})rotate({number(turn)})")


def _point(x: float, y: float, turn: float) -> str:
    tip = path("M-4.5 -1L0 10L4.5 -1", latin.BLADE, stroke=INK, stroke_width=1.4)
    return element("g", tip, transform=f"translate({number(x)} {number(y)})rotate({number(turn)})")


def _bent(k: int, side: int) -> Curve:
    """The k-th pair's blade that bows to one side: it starts and ends on the other."""
    tip, bow = 10.0 + 12 * k, 104.0 + 24 * k
    return (-side * tip, -120.0 + 4 * k), (side * bow, 0.0), (-side * tip, 120.0 - 4 * k)


def _swords(count: int) -> str:
    """Pairs of bent blades that pass over and under each other, and a straight one in the middle of an odd number."""
    pairs = count // 2
    left = [_bent(k, -1) for k in range(pairs)]
    right = [_bent(k, 1) for k in range(pairs)]
    drawn = "".join(_blade(_piece(curve, 0, 1)) for curve in left)
    drawn += "".join(_blade(_piece(curve, 0, 1)) for curve in right)
    drawn += "".join(_blade(_piece(curve, 0.72, 1)) for curve in left)  # over the others at the lower crossing
    for _, middle, (x, y) in left:  # their hilts are below; turned by half, the others' are above
        lean = degrees(atan2(x - middle[0], y - middle[1]))
        drawn += both_ends(_hilt(x, y, -lean) + _point(-x, y, lean))
    if count % 2:
        drawn += path("M-5.4 62V-88L0 -102L5.4 -88V62Z", latin.BLADE, stroke=INK, stroke_width=1.4) + line(
            "M0 -92V60", 1.8, stroke=latin.EDGE
        )
        drawn += element("g", _hilt(0, 64, 0), transform="translate(0 64)scale(1.5)translate(0 -64)")
    return drawn


def _rod(d: str, width: float) -> str:
    return line(d, width, stroke=INK) + line(d, width - 2.8, stroke=latin.BARK) + line(d, 1.5, stroke=latin.LEAF)


def _batons(count: int) -> str:
    """Batons crossed in the middle like a lattice, gold at both ends, and an upright one in an odd number."""
    pairs = count // 2
    width, gap, lean = (10.4, 16.0, 38) if pairs < 4 else (7.8, 14.0, 33)
    shifts = [gap * (k - (pairs - 1) / 2) for k in range(pairs)]

    def ends(shift: float, side: int) -> tuple[Point, Point]:
        return (side * -lean + shift, -118.0), (side * lean + shift, 118.0)

    def bar(a: Point, b: Point) -> str:
        return f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"

    falling, rising = [ends(s, 1) for s in shifts], [ends(s, -1) for s in shifts]
    drawn = "".join(_rod(bar(*rod), width) for rod in falling) + "".join(_rod(bar(*rod), width) for rod in rising)
    knobs = "".join(dot(x, y, 0.66 * width, GOLD, stroke=INK, stroke_width=1.3) for rod in falling + rising for x, y in rod)
    if count % 2:
        upright = _rod("M0 -126V126", width) + "".join(dot(0, y, 7.4, GOLD, stroke=INK, stroke_width=1.3) for y in (-128, 128))
        return drawn + knobs + upright
    return drawn + knobs


def _rod_sign() -> str:
    """A straight baton with gold at its ends, as the index and the courts show it."""
    wood = path("M-9 -40H9V40H-9Z", latin.BARK) + line("M-2 -34V34", 4, stroke=latin.LEAF)
    bands = path("M-11 -22H11V-15H-11ZM-11 15H11V22H-11Z", GOLD, stroke_width=2)
    ends = "".join(dot(0, y, 11, GOLD) for y in (-41, 41))
    return element("g", wood + bands + ends, stroke=INK, stroke_width=3, stroke_linejoin="round", stroke_linecap="round")


def _pips(suit: int, count: int) -> str:
    if suit == SWORDS:
        drawn = _swords(count)
    elif suit == BATONS:
        drawn = _batons(count)
    else:
        size = 0.62 if count < 7 else 0.5
        drawn = "".join(place(f"pip-{suit}", x, y, size, turned=y > 0 and suit == CUPS) for x, y in pip_places(count))
    return element("g", drawn, data_part="pips")


def _ace(suit: int) -> str:
    return element("g", latin.ace(suit), data_part="ace")


def _middle(suit: int, rank: int) -> str:
    if rank == ACE:
        return _ace(suit)
    return _pips(suit, rank + 2) if rank < JACK else latin.court(suit, rank - JACK, latin.ITALIANS)


_CARDS = tuple(card for card in range(CARDS) if card < JOKER)
_SIGNS = (_rod_sign(), *latin.SIGNS[1:])
ITALIAN = Pack(
    mark("Italian"),
    "italian",
    latin.COLOURS,
    _SIGNS,
    _middle,
    latin.SIZES,
    cards=_CARDS,
    shared=latin.shared(_SIGNS),
)
