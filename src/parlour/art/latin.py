"""The Latin suits, batons, coins, cups and swords, and the courts of Italy and Spain: jack, rider and king.

They stand in the places of clubs, diamonds, hearts and spades. Unlike French signs these have colours of their own, and
each is known by its outline alone. Every court carries the sign of its suit.
"""

from . import holds
from .cast import Part, dressed
from .courts import AUBURN, BLOND, CHESTNUT, GREY, RAVEN, WHITE_HAIR, Cloth
from .riders import horse
from .seams import beaded_sash, chevron_sash, figure, lozenge_sash, wave_sash
from .shapes import BLUE, FACE, GOLD, GREEN, INK, RED, dot, element, line, mirrored, path, place, star

AMBER = "#8f4e00"
COLOURS = (GREEN, AMBER, RED, BLUE)

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
"""Colour of the weave of a robe: signs in their own colours would not show on it."""


def shared(signs: tuple[str, ...]) -> dict[str, str]:
    """Shared drawings of the faces of a Latin pack besides its signs: the weave, and the signs in finer lines for the aces."""
    return {"weave": WEAVE} | {
        f"great-{suit}": sign.replace('stroke-width="3"', 'stroke-width="1.5"') for suit, sign in enumerate(signs)
    }


def ace(suit: int) -> str:
    """One great sign with two ribbons; a coin in a wreath of rays."""
    if suit == 1:
        rays = path(star(24, 84, 70), GOLD, stroke=INK, stroke_width=1.6) + dot(0, 0, 71, RED, stroke=INK, stroke_width=1.6)
        beads = "".join(dot(0, -65.5, 2.8, FACE, transform=f"rotate({15 * k})") for k in range(24))
        return rays + beads + place("great-1", 0, 0, 1.2)
    ribbon = path("M8 64C34 52 44 72 66 60C72 56 74 50 72 44C82 54 82 70 70 76C50 86 34 66 12 78Z", GOLD)
    ribbon += path("M72 44C64 40 56 46 58 54C62 60 70 56 72 44Z", RED) + path(
        "M12 78C24 84 30 96 24 112L16 104L6 110C12 96 10 86 4 80Z", GOLD
    )
    bows = element("g", mirrored(ribbon), stroke=INK, stroke_width=1.5, stroke_linejoin="round")
    if suit == 2:
        return element("g", bows, transform="translate(0 14)") + place("great-2", 0, -8, 1.62)
    return place(f"great-{suit}", 0, -6, 2.2) + element("g", bows, transform="translate(0 -14)")


# courts


Company = tuple[tuple[Cloth, Part, Part, Part], ...]
"""By suit: the cloths, and who plays the jack, the rider and the king."""


def _cloth(suit: int, second: str, third: str) -> Cloth:
    return Cloth(suit, COLOURS[suit], second, third, "weave")


ITALIANS: Company = (
    (
        _cloth(0, "#b9822f", "#f0dfae"),
        Part("right", "bob", CHESTNUT, "beret", "striped", "tabs", "", "second"),
        Part("left", "curls", RAVEN, "morion", "parted", "gorget", "moustache"),
        Part("front", "rolled", GREY, "spiked", "plain", "ermine", "full"),
    ),
    (
        _cloth(1, "#2f6f6a", "#f3e2b6"),
        Part("left profile", "", BLOND, "cap", "parted", "ruff", "", "colour"),
        Part("front", "bob", CHESTNUT, "helmet", "chevron", "scarf", "moustache"),
        Part("right", "curls", AUBURN, "arched", "striped", "scalloped", "forked"),
    ),
    (
        _cloth(2, "#274b80", "#f0e2c4"),
        Part("front", "rolled", AUBURN, "brimmed", "plain", "dish", "", "second"),
        Part("left", "bob", BLOND, "beret", "striped", "tabs", ""),
        Part("left profile", "", WHITE_HAIR, "lily", "chevron", "ermine", "full"),
    ),
    (
        _cloth(3, "#9c2f37", "#dbe4ee"),
        Part("right profile", "", RAVEN, "chaperon", "chevron", "tabs", "moustache", "colour"),
        Part("front", "rolled", GREY, "morion", "plain", "gorget", "moustache"),
        Part("front", "curls", RAVEN, "leaved", "parted", "scalloped", "round"),
    ),
)
SPANIARDS: Company = (
    (
        _cloth(0, "#8d2330", "#f0dfae"),
        Part("left", "rolled", CHESTNUT, "hunter", "parted", "dish", "", "second"),
        Part("right", "bob", BLOND, "brimmed", "striped", "scarf", "moustache"),
        Part("front", "straight", WHITE_HAIR, "lily", "chevron", "scalloped", "forked"),
    ),
    (
        _cloth(1, "#7c2b3c", "#f3e2b6"),
        Part("right", "curls", AUBURN, "tricorne", "striped", "ruff", "", "second"),
        Part("left", "rolled", RAVEN, "morion", "plain", "ruff", "moustache"),
        Part("left", "rolled", CHESTNUT, "leaved", "parted", "ermine", "full"),
    ),
    (
        _cloth(2, "#3d7f86", "#f0e2c4"),
        Part("left profile", "", CHESTNUT, "cap", "chevron", "tabs", "", "colour"),
        Part("front", "curls", AUBURN, "brimmed", "parted", "dish", "moustache"),
        Part("right", "straight", GREY, "arched", "plain", "ermine", "full"),
    ),
    (
        _cloth(3, "#c98b2b", "#dbe4ee"),
        Part("front", "bob", BLOND, "beret", "plain", "scarf", "", "second"),
        Part("left profile", "", RAVEN, "cap", "chevron", "gorget", "moustache"),
        Part("left profile", "", GREY, "spiked", "striped", "scalloped", "full"),
    ),
)
_COATS = (("#f4efe4", "#b7a98f"), ("#8b5a33", "#3f2817"), ("#3d3a40", "#17151a"), ("#c9c4bd", "#6f6a66"))  # horse and mane
_SASHES = (chevron_sash, lozenge_sash, beaded_sash, wave_sash)


# Where a figure carries its sign, and how large: batons and swords are grasped, a coin is held up, a cup stands on the hand.
_CARRIED = ((44, -90, 0.86), (46, -77, 0.4), (46, -79, 0.42), (45, -91, 0.8))


def court(suit: int, rank: int, company: Company) -> str:
    """A framed court: 0 jack, 1 rider, 2 king."""
    cloth, *parts = company[suit]
    half = dressed(cloth, parts[rank]) + place(f"pip-{suit}", *_CARRIED[suit])
    if rank == 1:
        half += horse(*_COATS[suit], cloth.colour)
    return figure(half + holds.fist(cloth.colour), suit, rank, _SASHES[suit](cloth.colour))
