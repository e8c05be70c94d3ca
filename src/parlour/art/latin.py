"""The Latin suits: coins, cups, swords and batons, and the riders of their courts.

They stand in the places of the French suits, as Italians play with a French pack where no other is at hand: batons for
clubs, coins for diamonds, cups for hearts, swords for spades. A court is jack, cavalier and king; the cavalier's index is
a C. Unlike French signs these have colours of their own, and each is known by its outline alone.
"""

from .courts import STEEL, Cloth, face, figure, fist, horse, jack, king, mantle, robe
from .shapes import BLUE, FACE, GOLD, GREEN, INK, RED, dot, element, line, mirrored, path, place, star

AMBER = "#8f4e00"
COLOURS = (GREEN, AMBER, RED, BLUE)
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "K", "A")
SUIT_NAMES = ("batons", "coins", "cups", "swords")
RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "cavalier", "king", "ace")

BARK, WOOD, LEAF = "#2f8a4b", "#d9b27a", "#7fc98f"
BLADE, EDGE = "#5b92d4", "#c9def4"


def _outlined(drawing: str, width: float = 3) -> str:
    return element("g", drawing, stroke=INK, stroke_width=width, stroke_linejoin="round", stroke_linecap="round")


def _baton() -> str:
    """A cudgel, thick above, with the stumps of two twigs and a leaf."""
    twigs = path("M-12 -16L-27 -29L-20 -36L-8 -27Z", BARK) + path("M10 6L24 -7L18 -14L9 -8Z", BARK)
    wood = path("M-7 49C-9 22 -15 -8 -17 -33C-18 -45 -9 -50 0 -50C9 -50 18 -45 17 -33C15 -8 9 22 7 49Z", BARK)
    grain = line("M-6 -32C-5 -14 -2 6 -1 26M7 -34C6 -22 5 -12 4 -2", 2.6, stroke=LEAF)
    cuts = path("M-27 -29L-20 -36L-17 -33L-24 -26ZM24 -7L18 -14L15 -11L21 -4Z", WOOD) + path("M-7 49V42H7V49Z", WOOD)
    return _outlined(twigs + wood + grain + cuts)


def _coin() -> str:
    """A gold piece: a rim, and a rose of eight rays."""
    rose = path(star(8, 31, 15), RED, stroke_width=1.6) + dot(0, 0, 9, GOLD, stroke_width=1.6)
    return _outlined(dot(0, 0, 47.5, GOLD) + dot(0, 0, 37, FACE, stroke=AMBER, stroke_width=2) + rose)


def _cup() -> str:
    """A chalice."""
    bowl = path("M-34 -46C-36 -12 -22 4 -5 7V25C-9 34 -26 34 -28 48H28C26 34 9 34 5 25V7C22 4 36 -12 34 -46Z", RED)
    gold = path("M-35 -48H35V-35H-34.5Z", GOLD) + path("M-11 11H11V20H-11Z", GOLD)
    shine = line("M-22 -27C-21 -15 -16 -7 -9 -3", 3.4, stroke="#f3a6a0")
    return _outlined(bowl + gold + shine)


def _sword() -> str:
    """A sword, point upwards."""
    blade = path("M0 -50L12 -36V16H-12V-36Z", BLADE) + path("M0 -42L4.5 -34V14H-4.5V-34Z", EDGE, stroke="none")
    guard = path("M-25 10C-25 5 -19 5 -17 9H17C19 5 25 5 25 10C25 16 19 20 15 20H-15C-19 20 -25 16 -25 10Z", GOLD)
    return _outlined(blade + path("M-5 20H5V38H-5Z", BLUE) + guard + dot(0, 42, 7.5, GOLD))


SIGNS = (_baton(), _coin(), _cup(), _sword())
SIZES = (1.2, 1, 1, 1.2)  # what is long and thin is drawn longer

WEAVE = path("M0 -46L34 0L0 46L-34 0Z", "inherit", stroke="none")
"""What a robe is woven with: signs in their own colours would not show on it."""

# Where a figure carries its sign, and how large: batons and swords are grasped, a coin is held up, a cup stands on the hand.
_CARRIED = ((44, -90, 0.86), (46, -77, 0.4), (46, -79, 0.42), (45, -91, 0.8))


def court(suit: int, rank: int) -> str:
    """A framed court: 0 jack, 1 cavalier, 2 king."""
    cloth = Cloth(suit, COLOURS[suit], _SECOND[suit], _HAIR[rank][suit], "weave")
    carried = place(f"pip-{suit}", *_CARRIED[suit])
    half = (jack, _cavalier, king)[rank](cloth, carried)
    return figure(half, suit, rank, COLOURS[suit])


_SECOND = ("#b9822f", "#5d7fa6", "#274b80", "#a9bcd6")
_HAIR = (
    ("#7d4a22", "#5b3a22", "#c98a2b", "#3a2c2a"),
    ("#4a3a30", "#b5622b", "#6b4326", "#d19a3a"),
    ("#d8cfc0", "#8a8f96", "#e9e4da", "#a8662c"),
)
_COATS = (("#f4efe4", "#b7a98f"), ("#8b5a33", "#3f2817"), ("#3d3a40", "#17151a"), ("#c9c4bd", "#6f6a66"))  # horse and mane


def _cavalier(c: Cloth, carried: str) -> str:
    """A rider in a helmet, the head of the horse before him."""
    hair = mirrored(path("M12 -116C24 -112 25 -100 25 -92C25 -84 29 -80 26 -74C22 -69 17 -72 16.5 -80Z", c.hair))
    lips = line("M-5 -79.4Q0 -76.8 5 -79.4", 1.8, stroke="#b93c3a")
    moustache = mirrored(path("M0 -84C4 -86.5 8 -83 14 -86C12 -80 5 -79.5 0 -81.5Z", c.hair, stroke_width=1.1))
    plume = path(
        "M2 -139C-6 -152 22 -152 34 -140C43 -131 44 -118 38 -106C37 -118 31 -126 22 -130C14 -133 6 -134 2 -139Z", c.colour
    )
    helmet = path("M-23 -112C-25 -134 -12 -143 0 -143C12 -143 25 -134 23 -112Q0 -119 -23 -112Z", STEEL)
    helmet += line("M0 -142V-116", 1.3) + path("M-25 -115Q0 -123 25 -115V-107Q0 -114 -25 -107Z", GOLD)
    helmet += dot(0, -114.6, 3, c.colour, stroke_width=1)
    collar = path("M-27 -66Q0 -58 27 -66L22 -54Q0 -46 -22 -54Z", FACE)
    back = mantle(c.second) + robe(c, 28, 32, -41) + collar
    return back + carried + hair + face(lips) + moustache + plume + helmet + horse(*_COATS[c.suit], c.colour) + fist(c)
