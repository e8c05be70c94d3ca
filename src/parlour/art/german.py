"""The German suits: acorns, bells, hearts and leaves, with king, ober, unter and daus, after the manner of Saxony and Bavaria.

The ober has his sign above, beside his head; the unter has it below, at his hip: this is the difference between them. The
daus, the old deuce, shows two signs and is worth an ace. A pack has 36 cards, from the six up.
"""

from collections.abc import Callable
from math import copysign

from parlour.languages import mark

from . import holds
from .cast import Part, dressed
from .courts import AUBURN, BLOND, CHESTNUT, GREY, RAVEN, WHITE_HAIR, Cloth
from .french import pip_places
from .packs import ACE, CARDS, JACK, JOKER, Pack
from .seams import beaded_sash, chevron_sash, corner, figure, lozenge_sash, wave_sash
from .shapes import FACE, GOLD, GREEN, INK, PIPS, RED, dot, element, line, mirrored, number, path, place, star

ACORNS, BELLS, HEARTS, LEAVES = range(4)
SIX = 4
COLOURS = ("#4a2f16", "#94510a", RED, GREEN)
NUT, CUP, LEAF, BELL = "#c98b3a", "#6f8f3a", "#4d9a4f", "#e8ae35"


def _outlined(drawing: str, width: float = 3) -> str:
    return element("g", drawing, stroke=INK, stroke_width=width, stroke_linejoin="round", stroke_linecap="round")


def _acorn() -> str:
    nut = path("M-25 -12C-27 16 -12 36 0 50C12 36 27 16 25 -12Z", NUT) + line("M-13 2C-12 16 -8 26 -3 33", 3.4, stroke="#efc98b")
    cup = path("M-31 -10C-34 -34 -16 -40 0 -40C16 -40 34 -34 31 -10Q0 2 -31 -10Z", CUP)
    scales = line("M-22 -32L-8 -8M-8 -38L8 -6M8 -38L22 -10M22 -32L8 -8M8 -38L-8 -6M-8 -38L-22 -10", 1.4)
    return _outlined(path("M-3 -38C-4 -44 0 -48 8 -51L10 -46C5 -44 4 -42 4 -38Z", CUP) + nut + cup + scales)


def _bell() -> str:
    loop = dot(0, -43, 7, "none", stroke_width=7) + dot(0, -43, 7, "none", stroke=BELL, stroke_width=3)
    ball = dot(0, 4, 39, BELL) + path("M-38.6 -1Q0 -12 38.6 -1V10Q0 -1 -38.6 10Z", RED)
    slit = (
        line("M0 14V34", 6)
        + dot(0, 15, 6, INK, stroke="none")
        + dot(-14, 22, 3, INK, stroke="none")
        + dot(14, 22, 3, INK, stroke="none")
    )
    return _outlined(loop + ball + slit + line("M-24 -14C-20 -24 -12 -29 -5 -30", 4, stroke="#fbe3a6"))


def _heart() -> str:
    return _outlined(path(PIPS[HEARTS], RED) + line("M-32 -24C-32 -31 -28 -35 -22 -36", 4.4, stroke="#f3a6a0"))


def _leaf() -> str:
    blade = path(
        "M0 -50C6 -38 42 -22 42 8C42 26 28 34 15 30C9 28 4 24 0 18C-4 24 -9 28 -15 30C-28 34 -42 26 -42 8C-42 -22 -6 -38 0 -50Z",
        LEAF,
    )
    veins = line(
        "M0 -36V18M0 -14L18 -22M0 -14L-18 -22M0 2L28 -6M0 2L-28 -6M1 12C10 16 18 20 24 18M-1 12C-10 16 -18 20 -24 18",
        2.2,
        stroke="#1f5c33",
    )
    return _outlined(
        line("M0 18C1 30 -2 42 -10 50", 5.4, stroke=INK) + line("M0 18C1 30 -2 42 -10 49", 2.6, stroke=LEAF) + blade + veins
    )


SIGNS = (_acorn(), _bell(), _heart(), _leaf())


# number cards and the daus


def _twigs(places: list[tuple[float, float]]) -> str:
    """A stem up the middle, from which every acorn or leaf grows."""
    stem = line("M0 -128C6 -96 -6 -64 0 -32C5 -10 -5 10 0 32C6 64 -6 96 0 128", 3)
    twigs = "".join(
        line(
            f"M0 {number(y + copysign(26, y or 1))}C{number(x * 0.3)} {number(y + copysign(6, y or 1))} {number(x * 0.6)} {number(y)} {number(x)} {number(y)}",
            2.2,
        )
        for x, y in places
        if x
    )
    return element("g", stem + twigs, stroke="#5b7f3d", stroke_linecap="round")


def _pips(suit: int, count: int) -> str:
    places = pip_places(count)
    signs = "".join(place(f"pip-{suit}", x, y, 0.47, turned=y > 0) for x, y in places)
    return element("g", (_twigs(places) if suit in (ACORNS, LEAVES) else "") + signs, data_part="pips")


def _daus(suit: int) -> str:
    """Two great signs, head to head with a garland between them."""
    colour = COLOURS[suit]
    tendril = "M16 0C30 -16 52 -14 54 2C55 14 42 18 38 9M30 -9C36 -26 50 -32 62 -26M44 14C52 26 62 26 68 18"
    garland = mirrored(line(tendril, 2.6, stroke="#5b7f3d", stroke_linecap="round"))
    garland += mirrored(
        "".join(
            path(
                "M0 0C6 -4 8 -11 5 -17C-1 -14 -4 -6 0 0Z",
                LEAF,
                stroke=INK,
                stroke_width=1,
                transform=f"translate({x} {y})rotate({turn})",
            )
            for x, y, turn in ((34, -14, 60), (58, -27, 80), (66, 20, 130), (50, 22, 200))
        )
    )
    boss = (
        dot(0, 0, 15, GOLD, stroke=INK, stroke_width=1.6)
        + dot(0, 0, 11, FACE, stroke=INK, stroke_width=1.2)
        + path(star(8, 9, 4), colour)
    )
    signs = place(f"pip-{suit}", 0, -80, 1.05) + place(f"pip-{suit}", 0, 80, 1.05, turned=True)
    return element("g", garland + element("g", garland, transform="rotate(180)") + boss + signs, data_part="ace")


# courts

_CLOTHS = tuple(
    Cloth(suit, *cloths, "weave")
    for suit, cloths in enumerate(
        (
            ("#7b5427", "#4d6b35", "#ecd9a8"),
            ("#d08a1e", "#8d2330", "#f3e2b6"),
            ("#c4161f", "#33517f", "#f0e2c4"),
            ("#2c7a4b", "#a8452e", "#f0dfae"),
        )
    )
)
_SASHES = (chevron_sash, lozenge_sash, beaded_sash, wave_sash)

_KINGS = (
    (Part("front", "rolled", GREY, "leaved", "chevron", "ermine", "full", emblem="acorn"), "orb"),
    (Part("left", "curls", CHESTNUT, "spiked", "striped", "scalloped", "forked", emblem="sun"), "sceptre"),
    (Part("right", "straight", WHITE_HAIR, "lily", "parted", "ermine", "full", emblem="cross"), "sword"),
    (Part("left profile", "", BLOND, "spiked", "plain", "scalloped", "full", emblem="tower"), "scroll"),
)
_OBERS = (
    (Part("left", "bob", RAVEN, "hunter", "striped", "scarf", "moustache", "second"), "sabre"),
    (Part("right", "rolled", BLOND, "tricorne", "parted", "scarf", "", "second"), "stein"),
    (Part("front", "curls", AUBURN, "brimmed", "chevron", "dish", "moustache", "colour"), "halberd"),
    (Part("right profile", "", GREY, "chaperon", "striped", "gorget", "moustache", "colour"), "sword"),
)
_UNTERS = (
    (Part("right", "curls", CHESTNUT, "beret", "parted", "tabs", "", "colour"), "spear"),
    (Part("left profile", "", AUBURN, "cap", "chevron", "ruff", "", "second"), "fife"),
    (Part("front", "bob", BLOND, "shako", "striped", "tabs", "moustache", "colour"), "drum"),
    (Part("left", "rolled", RAVEN, "hunter", "plain", "tabs", "round", "second"), "horn"),
)


def _held(name: str, c: Cloth) -> str:
    things: dict[str, Callable[[], str]] = {
        "orb": lambda: holds.orb(c.second),
        "sceptre": lambda: holds.sceptre(f"pip-{c.suit}", c.colour),
        "sword": holds.sword,
        "scroll": holds.scroll,
        "sabre": holds.sabre,
        "stein": lambda: holds.stein(c.second),
        "halberd": holds.halberd,
        "spear": lambda: holds.spear(c.second),
        "fife": holds.fife,
        "drum": lambda: holds.drumsticks(c.second),
        "horn": lambda: holds.horn(c.colour),
    }
    return things[name]()


def court(suit: int, rank: int) -> str:
    """A framed court: 0 unter, 1 ober, 2 king."""
    c = _CLOTHS[suit]
    part, held = (_UNTERS, _OBERS, _KINGS)[rank][suit]
    half = dressed(c, part) + _held(held, c) + holds.fist(c.colour)
    if rank:
        sign = corner(suit, c.colour, 0.3)
    else:  # below: on a roundel at the hip
        sign = (
            dot(-47, -6, 15, FACE, stroke=INK, stroke_width=1.4)
            + dot(-47, -6, 12.8, "none", stroke=GOLD, stroke_width=1.4)
            + place(f"pip-{suit}", -47, -6, 0.2)
        )
    return figure(half, suit, rank, _SASHES[suit](c.colour), sign)


def _middle(suit: int, rank: int) -> str:
    if rank == ACE:
        return _daus(suit)
    return _pips(suit, rank + 2) if rank < JACK else court(suit, rank - JACK)


WEAVE = path("M0 -46L34 0L0 46L-34 0Z", "inherit", stroke="none")
_CARDS = tuple(card for card in range(CARDS) if card < JOKER and card % 13 >= SIX)
GERMAN = Pack(mark("German"), "german", COLOURS, SIGNS, _middle, cards=_CARDS, shared={"weave": WEAVE})
