"""The French courts: twelve figures, half-length and double-headed, each with a face, a hold and an emblem of its own.

Tradition is kept where it is known by everybody: the jacks of spades and hearts and the king of diamonds show one eye, the
king of hearts holds his sword behind his head and wears no moustache, the king of diamonds carries an axe, the king of
clubs an orb, the queen of spades a sceptre. Rank shows in the outline too: a king is crowned and bearded in ermine, a
queen has bare neck and flowers, a jack a cap and a squire's gear. Suit shows in the robe, woven with its signs.
"""

from collections.abc import Callable
from dataclasses import dataclass

from . import faces, headgear, holds, robes
from .faces import SKIN, facing_left, lips
from .seams import beaded_sash, chevron_sash, corner, figure, lozenge_sash, wave_sash
from .shapes import CLUBS, DIAMONDS, FACE, GOLD, GREEN_LEAF, HEARTS, SPADES, STEEL

GREY, WHITE_HAIR, CHESTNUT, BLOND, AUBURN, RAVEN = "#8a8f96", "#eeeae2", "#6b3f22", "#dba63f", "#a8562a", "#33262a"


@dataclass(frozen=True)
class Cloth:
    """The cloths of a suit's courts: the suit's own colour, a second and a third, and the sign that is woven into them."""

    suit: int
    colour: str
    second: str
    third: str
    sign: str


_SASHES = {CLUBS: chevron_sash, DIAMONDS: lozenge_sash, HEARTS: beaded_sash, SPADES: wave_sash}


def court(rank: int, cloth: Cloth) -> str:
    """A framed court around (0, 0): 0 jack, 1 queen, 2 king."""
    drawn = _FIGURES[cloth.suit, rank](cloth)
    return figure(drawn, cloth.suit, rank, _SASHES[cloth.suit](cloth.colour), corner(cloth.suit, cloth.colour))


# kings


def _king_of_clubs(c: Cloth) -> str:
    back = robes.mantle(c.second, c.third) + robes.chevron_robe(c.sign, c.colour, c.second, 28, 32, -30)
    head = faces.rolled(GREY) + faces.front("") + faces.forked_beard(GREY) + headgear.arched_crown(c.colour, c.second)
    return back + robes.badge("cross", c.second) + robes.ermine() + head + holds.orb(c.second) + holds.fist(c.colour)


def _king_of_diamonds(c: Cloth) -> str:
    back = robes.mantle(c.second, c.third) + robes.striped_robe(c.sign, c.colour, c.second, 28, 32, -30)
    head = facing_left(
        faces.profile() + faces.swept(BLOND) + faces.profile_beard(BLOND) + headgear.lily_crown(c.colour, c.second)
    )
    front = holds.axe() + holds.fist(c.colour) + holds.palm(c.colour)
    return back + robes.badge("sun", c.second) + robes.scalloped(FACE) + head + front


def _king_of_hearts(c: Cloth) -> str:
    back = robes.mantle(c.second, c.third) + robes.parted_robe(c.sign, c.colour, c.second, 28, 32, -30) + holds.sword_behind()
    head = (
        faces.curls(CHESTNUT)
        + faces.front(lips(0, False))
        + faces.round_beard(CHESTNUT)
        + headgear.leaved_crown(c.colour, c.second)
    )
    return back + robes.badge("lily", c.second) + robes.ermine() + head + holds.fist(c.colour) + holds.resting(c.second)


def _king_of_spades(c: Cloth) -> str:
    back = robes.mantle(c.second, c.third) + robes.plain_robe(c.sign, c.colour, 28, 32, -30)
    face = facing_left(faces.three_quarter(""))
    head = faces.straight(WHITE_HAIR, -62) + face + faces.full_beard(WHITE_HAIR) + headgear.spiked_crown(c.colour, c.second)
    return back + robes.badge("tower", c.second) + robes.scalloped(c.third) + head + holds.sword() + holds.fist(c.colour)


# queens


def _queen_of_clubs(c: Cloth) -> str:
    back = robes.mantle(c.second, c.third, -62) + robes.parted_robe(c.sign, c.colour, c.second, 26, 30, -36)
    head = facing_left(faces.three_quarter(lips(4, True))) + faces.parting(CHESTNUT) + faces.braids(CHESTNUT)
    head += headgear.coronet(c.second)
    front = holds.lily(c.second) + robes.puffs(c.second, FACE) + holds.fist(c.colour)
    return back + robes.decolletage(SKIN, c.second) + robes.badge("bee", c.second) + head + front


def _queen_of_diamonds(c: Cloth) -> str:
    back = robes.mantle(c.second, c.third, -62) + robes.plain_robe(c.sign, c.colour, 26, 30, -34)
    head = faces.front(lips(0, True)) + faces.raised(BLOND) + headgear.tall_coronet(c.colour)
    front = holds.falcon(c.second) + robes.puffs(c.colour) + holds.fist(c.colour)
    return back + robes.wide_ruff() + robes.badge("star", c.second) + head + front


def _queen_of_hearts(c: Cloth) -> str:
    back = robes.mantle(c.second, c.third, -62) + robes.striped_robe(c.sign, c.colour, c.second, 26, 30, -34)
    head = faces.waves(AUBURN) + facing_left(faces.three_quarter(lips(4, True))) + faces.parting(AUBURN)
    head += headgear.rose_wreath(c.colour, GREEN_LEAF)
    front = holds.rose(c.colour) + holds.fist(c.colour) + holds.resting(c.colour)
    return back + robes.decolletage(SKIN, c.second) + robes.badge("rose", c.second) + head + front


def _queen_of_spades(c: Cloth) -> str:
    back = robes.mantle(c.second, c.third, -62) + robes.chevron_robe(c.sign, c.colour, c.third, 26, 30, -34)
    face = faces.three_quarter(lips(4, True)) + faces.parting(RAVEN)
    head = robes.partlet(SKIN, FACE) + face + headgear.hood(c.colour, GOLD)
    front = holds.sceptre(c.sign, c.colour) + robes.puffs(c.second, FACE) + holds.fist(c.colour)
    return back + robes.badge("moon", c.second) + head + front


# jacks


def _jack_of_clubs(c: Cloth) -> str:
    back = (
        robes.mantle(c.second, c.third)
        + robes.striped_robe(c.sign, c.colour, c.second, 28, 30, -36)
        + robes.puffs(c.colour, FACE)
    )
    face = facing_left(faces.three_quarter(lips(4, False)))
    head = faces.bob(CHESTNUT) + face + faces.fringe(CHESTNUT) + headgear.beret(c.colour, c.third)
    return back + robes.badge("acorn", c.second) + robes.tabs(FACE) + head + holds.arrow(c.second) + holds.fist(c.colour)


def _jack_of_diamonds(c: Cloth) -> str:
    back = robes.mantle(c.second, c.third) + robes.chevron_robe(c.sign, c.colour, c.second, 28, 30, -36) + robes.puffs(c.second)
    head = faces.curls(BLOND) + faces.front(lips(0, False)) + faces.moustache(BLOND)
    head += headgear.brimmed_hat(c.colour, c.second, c.third)
    return back + robes.badge("key", c.second) + robes.ruff() + head + holds.horn(c.colour) + holds.fist(c.colour)


def _jack_of_hearts(c: Cloth) -> str:
    back = robes.mantle(c.second, c.third) + robes.plain_robe(c.sign, c.colour, 28, 30, -36) + robes.puffs(c.second, FACE)
    head = facing_left(
        faces.profile() + faces.swept(BLOND) + faces.moustache(BLOND, 9) + headgear.flat_cap(c.colour, FACE, GREEN_LEAF)
    )
    return back + robes.badge("wheel", c.second) + robes.tabs(FACE) + head + holds.halberd() + holds.fist(c.colour)


def _jack_of_spades(c: Cloth) -> str:
    back = (
        robes.mantle(c.second, c.third) + robes.parted_robe(c.sign, c.colour, c.second, 28, 30, -36) + robes.puffs(c.colour, FACE)
    )
    head = faces.profile() + faces.swept(RAVEN, -72) + headgear.chaperon(c.second, c.third)
    return (
        back + robes.badge("knot", c.second) + robes.gorget(STEEL) + head + holds.ribboned_staff(c.second) + holds.fist(c.colour)
    )


_FIGURES: dict[tuple[int, int], Callable[[Cloth], str]] = {
    (CLUBS, 0): _jack_of_clubs,
    (CLUBS, 1): _queen_of_clubs,
    (CLUBS, 2): _king_of_clubs,
    (DIAMONDS, 0): _jack_of_diamonds,
    (DIAMONDS, 1): _queen_of_diamonds,
    (DIAMONDS, 2): _king_of_diamonds,
    (HEARTS, 0): _jack_of_hearts,
    (HEARTS, 1): _queen_of_hearts,
    (HEARTS, 2): _king_of_hearts,
    (SPADES, 0): _jack_of_spades,
    (SPADES, 1): _queen_of_spades,
    (SPADES, 2): _king_of_spades,
}
