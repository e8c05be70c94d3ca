"""The French suits: pips in the standard pattern, aces, and the three packs that wear them."""

from collections.abc import Callable

from parlour.languages import mark

from .aces import ace_of_spades
from .courts import Cloth, court
from .packs import ACE, JACK, Pack
from .shapes import CLUBS, DIAMONDS, FOUR_COLOURS, HEARTS, PIPS, SPADES, TWO_COLOURS, dot, element, line, path, place

# Where the pips of 2..10 stand: left and right columns, the middle one; a turned pip is one below the middle.
_SIDE, _TOP = 41.0, 117.0
_THIRD = _TOP / 3
_ROWS: dict[int, tuple[float, ...]] = {  # heights of the pairs in the outer columns
    4: (-_TOP, _TOP),
    5: (-_TOP, _TOP),
    6: (-_TOP, 0, _TOP),
    7: (-_TOP, 0, _TOP),
    8: (-_TOP, 0, _TOP),
    9: (-_TOP, -_THIRD, _THIRD, _TOP),
    10: (-_TOP, -_THIRD, _THIRD, _TOP),
}
_MIDDLE: dict[int, tuple[float, ...]] = {  # heights in the middle column
    2: (-_TOP, _TOP),
    3: (-_TOP, 0, _TOP),
    5: (0,),
    7: (-_TOP / 2,),
    8: (-_TOP / 2, _TOP / 2),
    9: (0,),
    10: (-2 * _THIRD, 2 * _THIRD),
}


def pip_places(count: int) -> list[tuple[float, float]]:
    """Return where the pips of a card of `count` (2..10) stand, from the card's centre, in reading order."""
    places = [(x, y) for y in _ROWS.get(count, ()) for x in (-_SIDE, _SIDE)]
    places += [(0.0, y) for y in _MIDDLE.get(count, ())]
    return sorted(places, key=lambda place: (place[1], place[0]))


def _ace(suit: int, colour: str) -> str:
    """One large sign; the ace of spades is larger and ornate, as is the custom."""
    if suit == SPADES:
        return element("g", ace_of_spades(colour), data_part="ace")
    return element("g", place(f"pip-{suit}", 0, 0, 1.25), data_part="ace")


def _pips(suit: int, count: int) -> str:
    signs = "".join(place(f"pip-{suit}", x, y, 0.48, turned=y > 0) for x, y in pip_places(count))
    return element("g", signs, data_part="pips")


def _pack(title: str, colours: tuple[str, ...], second: tuple[str, ...], third: tuple[str, ...], note: str = "") -> Pack:
    cloths = [Cloth(suit, colours[suit], second[suit], third[suit], f"pip-{suit}") for suit in range(4)]
    return Pack(title, "french", colours, PLAIN_SIGNS, _middle(colours, cloths), note=note)


def _middle(colours: tuple[str, ...], cloths: list[Cloth]) -> Callable[[int, int], str]:
    def middle(suit: int, rank: int) -> str:
        if rank == ACE:
            return _ace(suit, colours[suit])
        return _pips(suit, rank + 2) if rank < JACK else court(rank - JACK, cloths[suit])

    return middle


PLAIN_SIGNS = tuple(path(d, "inherit", stroke="none") for d in PIPS)
TWO_COLOUR = _pack(
    mark("French"), TWO_COLOURS, ("#3d7f86", "#274b80", "#2f5f9e", "#5577a8"), ("#e3c46c", "#e9c05a", "#f0e2c4", "#d9dee6")
)
FOUR_COLOUR = _pack(
    mark("French, four colours"),
    FOUR_COLOURS,
    ("#c98b2b", "#a9bcd6", "#274b80", "#6d7f99"),
    ("#f0e2c4", "#f0dfae", "#f0e2c4", "#d9dee6"),
    mark("These colours were chosen by measure: no two suits come close, whichever colours an eye cannot see, and in grey."),
)


# black and white

_INKED, _BLANK = "#000000", "#ffffff"
_APART = mark("Suits differ in pattern, not in colour: solid, hollow, hatched and ringed.")


def _patterned_signs() -> tuple[str, ...]:
    """Signs that differ without colour: spades solid, clubs solid with a white line inside, hearts hollow, diamonds hatched."""
    trefoil = "".join(dot(x, y, 13, "none") for x, y in ((0, -27), (-24.5, 11), (24.5, 11)))
    club = path(PIPS[CLUBS], _INKED, stroke="none") + element("g", trefoil, stroke=_BLANK, stroke_width=5)

    def hollow(suit: int) -> str:
        return path(PIPS[suit], _BLANK, stroke=_INKED, stroke_width=9, stroke_linejoin="round")

    heart = element("g", hollow(HEARTS), transform="scale(0.92)")
    bars = "".join(f"M{-w} {y}H{w}" for y, w in ((-26, 13), (-13, 24), (0, 34), (13, 24), (26, 13)))
    diamond = hollow(DIAMONDS) + line(bars, 5, stroke=_INKED)
    return club, element("g", diamond, transform="scale(0.94)"), heart, path(PIPS[SPADES], _INKED, stroke="none")


def _monochrome() -> Pack:
    inks = (_INKED,) * 4
    greys = (
        (_INKED, "#7a7a7a", "#b8b8b8"),
        ("#7a7a7a", "#3d3d3d", "#b8b8b8"),
        ("#6b6b6b", _BLANK, "#b8b8b8"),
        (_INKED, "#b8b8b8", "#7a7a7a"),
    )
    cloths = [Cloth(suit, *greys[suit], f"weave-{suit}") for suit in range(4)]
    woven = {f"weave-{suit}": sign for suit, sign in enumerate(PLAIN_SIGNS)}
    title = mark("French, black and white")
    return Pack(title, "french", inks, _patterned_signs(), _middle(inks, cloths), shared=woven, greys=True, note=_APART)


MONOCHROME = _monochrome()
