"""Figures put together from parts: the courts of the German, Italian and Spanish packs."""

from collections.abc import Callable
from dataclasses import dataclass

from . import faces, headgear, robes
from .courts import Cloth
from .faces import facing_left, lips
from .shapes import FACE, GOLD, GREEN_LEAF, STEEL


@dataclass(frozen=True)
class Part:
    """The look of one court card: direction of the face, hair, beard, hat, robe and collar, each by its name."""

    look: str
    hair: str
    tint: str
    hat: str
    robe: str
    collar: str
    beard: str = ""
    shoulders: str = ""
    emblem: str = ""


def dressed(c: Cloth, part: Part) -> str:
    """The figure without arms: mantle, robe, collar, head and hat."""
    back = robes.mantle(c.second, c.third) + _robe(c, part.robe)
    if part.shoulders:
        back += robes.puffs(c.second if part.shoulders == "second" else c.colour, FACE if part.shoulders == "second" else GOLD)
    if part.emblem:
        back += robes.badge(part.emblem, c.second)
    return back + _collar(c, part.collar) + _head(c, part)


def _robe(c: Cloth, cut: str) -> str:
    if cut == "plain":
        return robes.plain_robe(c.sign, c.colour, 28, 32, -36)
    make = {"parted": robes.parted_robe, "striped": robes.striped_robe, "chevron": robes.chevron_robe}[cut]
    return make(c.sign, c.colour, c.second, 28, 32, -36)


def _collar(c: Cloth, kind: str) -> str:
    collars: dict[str, Callable[[], str]] = {
        "ermine": robes.ermine,
        "scalloped": lambda: robes.scalloped(c.third),
        "ruff": robes.ruff,
        "dish": robes.wide_ruff,
        "tabs": lambda: robes.tabs(FACE),
        "gorget": lambda: robes.gorget(STEEL),
        "scarf": lambda: robes.scarf(c.third),
    }
    return collars[kind]()


def _head(c: Cloth, part: Part) -> str:
    tint = part.tint
    hats: dict[str, Callable[[], str]] = {
        "spiked": lambda: headgear.spiked_crown(c.colour, c.second),
        "arched": lambda: headgear.arched_crown(c.colour, c.second),
        "leaved": lambda: headgear.leaved_crown(c.colour, c.second),
        "lily": lambda: headgear.lily_crown(c.colour, c.second),
        "beret": lambda: headgear.beret(c.colour, c.second),
        "brimmed": lambda: headgear.brimmed_hat(c.colour, c.second, c.third),
        "cap": lambda: headgear.flat_cap(c.colour, FACE, GREEN_LEAF),
        "chaperon": lambda: headgear.chaperon(c.second, c.third),
        "helmet": lambda: headgear.helmet(c.colour),
        "tricorne": lambda: headgear.tricorne(c.second, c.colour),
        "hunter": lambda: headgear.hunters_hat(c.second, c.third, c.colour),
        "shako": lambda: headgear.shako(c.second, c.colour),
        "morion": lambda: headgear.morion(c.colour),
    }
    beards: dict[str, Callable[[str], str]] = {
        "full": faces.full_beard,
        "forked": faces.forked_beard,
        "round": faces.round_beard,
        "moustache": faces.moustache,
    }
    profile = part.look.endswith("profile")
    if profile:
        bearded = faces.profile_beard(tint) if part.beard == "full" else faces.moustache(tint, 9) if part.beard else ""
        head = faces.profile() + faces.swept(tint) + bearded + hats[part.hat]()
        return facing_left(head) if part.look.startswith("left") else head
    covered = part.beard in ("full", "forked")
    if part.look == "front":
        face = faces.front("" if covered else lips(0, False))
    else:
        face = faces.three_quarter("" if covered else lips(4, False))
        face = facing_left(face) if part.look == "left" else face
    hair = {"rolled": faces.rolled, "curls": faces.curls, "straight": faces.straight, "bob": faces.bob}[part.hair](tint)
    front = beards[part.beard](tint) if part.beard else ""
    fringe = faces.fringe(tint) if part.hat in ("beret", "tricorne", "shako") else ""
    return hair + face + front + fringe + hats[part.hat]()
