"""The Spanish suits: signs that stand apart, numbers from 1 to 12 in the corners, and the frame whose gaps tell the suit.

The frame (la pinta) is broken above and below: not at all for coins, once for cups, twice for swords, three times for
clubs, so a hand reads by its upper edge alone. Sota, caballo and rey are 10, 11 and 12; a pack has 48 cards, without tens.
"""

from parlour.languages import mark

from . import latin
from .french import pip_places
from .packs import ACE, CARDS, JACK, JOKER, Pack
from .shapes import INK, both_ends, element, line, number, place

BATONS, COINS, CUPS, SWORDS = range(4)
GAPS = {COINS: 0, CUPS: 1, SWORDS: 2, BATONS: 3}
TEN = 8
_W, _H, _GAP = 116.0, 166.0, 12.0


def pinta(suit: int) -> str:
    """The frame of the suit's cards around (0, 0): a line with rounded corners, broken above and below."""
    gaps = GAPS[suit]
    middles = [2 * _W * (k + 1) / (gaps + 1) - _W for k in range(gaps)]
    edges = [-_W + 10, *(x for middle in middles for x in (middle - _GAP / 2, middle + _GAP / 2)), _W - 10]
    top = "".join(f"M{number(a)} {number(-_H)}H{number(b)}" for a, b in zip(edges[::2], edges[1::2], strict=True))
    sides = f"M{-_W + 10} {-_H}Q{-_W} {-_H} {-_W} {-_H + 10}V0M{_W - 10} {-_H}Q{_W} {-_H} {_W} {-_H + 10}V0"
    return both_ends(line(top + sides, 2, stroke=INK))


# How long signs stand: how many in each row, how far the outer rows are from the middle, and the size.
_STANDS: dict[int, tuple[tuple[int, ...], float, float]] = {
    2: ((1, 1), 72, 1),
    3: ((1, 1, 1), 106, 0.82),
    4: ((2, 2), 72, 0.94),
    5: ((2, 1, 2), 106, 0.82),
    6: ((3, 3), 72, 0.86),
    7: ((3, 1, 3), 106, 0.78),
    8: ((3, 2, 3), 106, 0.78),
    9: ((3, 3, 3), 106, 0.78),
}


def _pips(suit: int, count: int) -> str:
    if suit in (COINS, CUPS):
        size = 0.58 if count < 7 else 0.5
        places = pip_places(count)
    else:
        rows, height, size = _STANDS[count]
        heights = (-height, height) if len(rows) == 2 else (-height, 0.0, height)
        places = [(44.0 * (k - (n - 1) / 2), y) for n, y in zip(rows, heights, strict=True) for k in range(n)]
    signs = "".join(place(f"pip-{suit}", x, y, size * latin.SIZES[suit], turned=y > 0 and suit != COINS) for x, y in places)
    return element("g", signs, data_part="pips")


def _middle(suit: int, rank: int) -> str:
    if rank == ACE:
        return element("g", latin.ace(suit), data_part="ace")
    return _pips(suit, rank + 2) if rank < JACK else latin.court(suit, rank - JACK, latin.SPANIARDS)


_CARDS = tuple(card for card in range(CARDS) if card < JOKER and card % 13 != TEN)
SPANISH = Pack(
    mark("Spanish"),
    "spanish",
    latin.COLOURS,
    latin.SIGNS,
    _middle,
    latin.SIZES,
    _CARDS,
    latin.shared(latin.SIGNS),
    frame=pinta,
    index=0.78,
    inset=6,
)
