"""Clothes of courts from the neck to the seam: mantles, robes in four cuts, collars, and the emblem on the breast."""

from .seams import FRAME_W, SASH, down, seam
from .shapes import FACE, GOLD, dot, element, line, mirrored, number, path, place, polygon, star


def mantle(colour: str, lining: str = "", top: float = -74) -> str:
    """The cloak behind: from the neck over the shoulders to the frame, and down to the seam; turned back if it has a lining."""
    w = number(FRAME_W)
    cloak = path(
        f"M0 {number(top)}C-22 -72 -46 -66 -55 -52C-63 -40 -{w} -24 -{w} -8L{down(-FRAME_W)}L{down(FRAME_W)}L{w} -34"
        f"C65 -42 61 -47 55 -52C46 -66 22 -72 0 {number(top)}Z",
        colour,
    )
    if not lining:
        return cloak
    folds = path(
        f"M-48 -57C-55 -44 -57 -20 -56 {number(seam(-56))}L{down(-46)}C-46 -10 -45 -36 -40 -60Z", lining, stroke_width=1.2
    )
    return cloak + folds + line(f"M-62 -26C-63 -10 -62 10 {down(-61)}", 1)


def front(colour: str, neck: float, hem: float) -> str:
    """The cloth of a robe from the shoulders to the seam."""
    return path(f"M{-neck} -66L{-hem} -40L{down(-hem)}L{down(hem)}L{hem} -40L{neck} -66Z", colour)


def facings(neck: float, hem: float, colour: str = GOLD) -> str:
    """The gold edges where the robe meets the mantle."""
    drawn = ""
    for side in (-1, 1):
        inner, outer = side * (hem - 1), side * (hem + 4)
        drawn += path(
            f"M{side * neck} -66L{inner} -40L{down(inner)}L{down(outer)}L{outer} -42L{side * (neck + 5)} -66Z",
            colour,
            stroke_width=1.2,
        )
    return drawn


def strewn(sign: str, hem: float, top: float, size: float = 0.09, gap: float = 11, inner: float = 11) -> str:
    """Small signs strewn over a robe in staggered rows."""
    signs = ""
    for row in range(9):
        y = top + gap * row
        for column in range(-4, 5):
            x = 12.4 * column + (6.2 if row % 2 else 0)
            if inner < abs(x) < hem - 5 and y < seam(x) + SASH - 5:
                signs += place(sign, x, y, size)
    return element("g", signs, fill=FACE, stroke="none")


def placket(colour: str = GOLD) -> str:
    return path(f"M-7 -66L{down(-7)}L{down(7)}L7 -66Z", colour)


def plain_robe(sign: str, colour: str, neck: float, hem: float, top: float) -> str:
    """Woven all over with the suit's sign."""
    return front(colour, neck, hem) + strewn(sign, hem, top) + placket() + facings(neck, hem)


def parted_robe(sign: str, colour: str, second: str, neck: float, hem: float, top: float) -> str:
    """Parted down the middle: one cloth to the left, another to the right, signs on both."""
    cloth = front(colour, neck, hem)
    half = path(f"M0 -66L0 0L{down(hem)}L{hem} -40L{neck} -66Z", second, stroke_width=1.2)
    return (
        cloth
        + half
        + strewn(sign, hem, top, inner=8)
        + line("M0 -66V0", 3.4)
        + line("M0 -66V0", 1.6, stroke=GOLD)
        + facings(neck, hem)
    )


def striped_robe(sign: str, colour: str, second: str, neck: float, hem: float, top: float) -> str:
    """Upright stripes of two cloths, signs on the wide ones."""
    cloth = front(colour, neck, hem)
    stripes = ""
    for x in (-hem + 5.5, -12.5, 8.5, hem - 9.5):
        stripes += path(f"M{number(x)} -58L{down(x)}L{down(x + 4)}L{number(x + 4)} -58Z", second, stroke_width=1)
    rows = "".join(
        place(sign, side * 18.6, y, 0.085)
        for y in range(int(top), 10, 11)
        for side in (-1, 1)
        if y < seam(side * 18.6) + SASH - 5
    )
    return cloth + stripes + element("g", rows, fill=FACE, stroke="none") + placket() + facings(neck, hem)


def chevron_robe(sign: str, colour: str, second: str, neck: float, hem: float, top: float) -> str:
    """Chevrons of a second cloth, rows of signs between them."""
    cloth = front(colour, neck, hem)
    bands = ""
    signs = ""
    for k in range(5):
        y = top - 8 + 17 * k
        for side in (-1, 1):
            edge = side * (hem - 3)
            if y + 9 < seam(edge) + SASH - 2:
                bands += path(f"M{side * 7} {y}L{edge} {y + 5}V{y + 10}L{side * 7} {y + 5}Z", second, stroke_width=1)
            for x in (13.4, 22.4):
                if x < hem - 5 and y + 12 + x / 6 < seam(side * x) + SASH - 5:
                    signs += place(sign, side * x, y + 11.6 + x / 6, 0.08)
    return cloth + bands + element("g", signs, fill=FACE, stroke="none") + placket() + facings(neck, hem)


# collars


def ermine() -> str:
    """A king's collar of ermine."""
    collar = path("M-46 -62C-30 -72 30 -72 46 -62C40 -44 20 -36 0 -36C-20 -36 -40 -44 -46 -62Z", FACE)
    tails = "".join(
        f"M{x} {y}l-1.6 4.4M{x} {y}v5M{x} {y}l1.6 4.4" for x, y in ((35, -58), (26, -50), (15, -44), (24, -61), (13, -54))
    )
    return collar + mirrored(line(tails, 1.1))


def scalloped(colour: str, edge: str = GOLD) -> str:
    """A collar cut in scallops with a gold edge."""
    scallops = "M-44 -62C-30 -71 30 -71 44 -62Q46 -52 36 -52Q36 -42 25 -43.6Q22 -35 12 -38Q6 -31 0 -35.6Q-6 -31 -12 -38Q-22 -35 -25 -43.6Q-36 -42 -36 -52Q-46 -52 -44 -62Z"
    return path(scallops, colour) + line("M-39 -60Q-31 -52 -24 -51Q-10 -42 0 -43.6Q10 -42 24 -51Q31 -52 39 -60", 2, stroke=edge)


def ruff() -> str:
    """A ruff in figures of eight."""
    loops = mirrored("".join(dot(x, y, 6, FACE) for x, y in ((25, -66), (17.5, -62), (9, -59.4)))) + dot(0, -58.4, 6, FACE)
    return loops + mirrored(line("M25 -70v5M17.5 -66v5M9 -63.4v5", 1)) + line("M0 -62.4v5", 1)


def wide_ruff() -> str:
    """A starched ruff like a dish around the chin."""
    edge = "M-30 -76C-40 -66 -30 -54 0 -52C30 -54 40 -66 30 -76Z"
    pleats = (
        "M-22 -72L-32 -66M-18 -68L-26 -59M-11 -66L-16 -55M-4 -65L-5.4 -53M4 -65L5.4 -53M11 -66L16 -55M18 -68L26 -59M22 -72L32 -66"
    )
    return path(edge, FACE) + line(pleats, 1) + line("M-30.6 -62Q0 -50 30.6 -62", 1)


def tabs(colour: str, edge: str = GOLD) -> str:
    """A squire's collar of two flaps."""
    flap = path("M2 -66L26 -67L34 -54L20 -46L2 -56Z", colour) + line("M5 -57.6L20 -49L30 -55", 1.6, stroke=edge)
    return mirrored(flap) + dot(0, -60, 3, edge, stroke_width=1.1)


def scarf(colour: str) -> str:
    """A neckcloth tied in front."""
    knot = path("M-24 -70Q0 -60 24 -70L27 -60Q0 -48 -27 -60Z", colour) + path(
        "M-5 -58L-13 -38L-4 -42L0 -54L4 -42L13 -38L5 -58Z", colour
    )
    return knot + dot(0, -57, 4.6, colour) + line("M-20 -64Q0 -55 20 -64", 1)


def gorget(steel: str) -> str:
    """A collar of plate."""
    return (
        path("M-26 -70Q0 -62 26 -70L32 -56Q0 -40 -32 -56Z", steel)
        + line("M-28 -63Q0 -51 28 -63", 1.1)
        + mirrored(dot(22, -58, 1.6, GOLD, stroke_width=0.8))
    )


def decolletage(skin: str, gem: str) -> str:
    """A lady's neck, with pearls and a jewel."""
    neck = path("M-8 -76V-65L-25 -59C-17 -42 17 -42 25 -59L8 -65V-76Z", skin)
    beads = mirrored("".join(dot(x, y, 2.3, "#ffffff", stroke_width=0.9) for x, y in ((14, -60.4), (9.6, -57.4), (5, -55.4))))
    return (
        neck
        + beads
        + dot(0, -54.6, 2.3, "#ffffff", stroke_width=0.9)
        + path("M0 -52.4L3.2 -48L0 -43.6L-3.2 -48Z", gem, stroke_width=1)
    )


def partlet(skin: str, lace: str) -> str:
    """A lady's square neck, its edge laced."""
    neck = path("M-8 -76V-66L-22 -62V-48H22V-62L8 -66V-76Z", skin)
    edge = path("M-25 -64L-20 -63V-51H20V-63L25 -64V-45H-25Z", lace)
    return neck + edge + line("M-20 -48H20", 1, stroke_dasharray="2 2.4") + line("M-14 -64Q0 -52 14 -64", 1.6, stroke=GOLD)


def puffs(colour: str, slash: str = GOLD, left_only: bool = False) -> str:
    """Puffed and slashed shoulders."""
    puff = path("M31 -62C43 -66 56 -59 59 -45C50 -36 38 -38 32 -46Z", colour) + line(
        "M38 -59Q44 -51 41 -42M47 -58Q52 -51 50 -42", 1.3, stroke=slash
    )
    return element("g", puff, transform="scale(-1 1)") if left_only else mirrored(puff)


# emblems


def _emblem(name: str) -> str:
    """A device of about 14 across, around (0, 0)."""
    if name == "sun":
        return path(star(12, 8, 4.6), GOLD, stroke_width=0.9) + dot(0, 0, 3.4, FACE, stroke_width=0.8)
    if name == "moon":
        return path("M2.4 -6.6A6.8 6.8 0 1 0 2.4 6.6A5.4 5.4 0 1 1 2.4 -6.6Z", GOLD, stroke_width=0.9) + path(
            star(5, 2.4, 1, 3.6), FACE, stroke_width=0.6
        )
    if name == "lily":
        d = "M0 -7.6C3 -4.4 2.8 -2 1.4 0C3.6 -3.4 7 -3.2 6.6 0.2C6.2 2.8 3.6 2.4 3.8 0.8C2.2 1 1.6 2 1.4 3.2L2 7H-2L-1.4 3.2C-1.6 2 -2.2 1 -3.8 0.8C-3.6 2.4 -6.2 2.8 -6.6 0.2C-7 -3.2 -3.6 -3.4 -1.4 0C-2.8 -2 -3 -4.4 0 -7.6Z"
        return path(d, GOLD, stroke_width=0.8)
    if name == "tower":
        d = "M-5 7V-2L-6.4 -3.4V-7H-3.6V-5H-1.4V-7H1.4V-5H3.6V-7H6.4V-3.4L5 -2V7H2V3.4A2 2 0 0 0 -2 3.4V7Z"
        return path(d, GOLD, stroke_width=0.9)
    if name == "cross":
        d = "M-2 -7H2L1.4 -1.4L7 -2V2L1.4 1.4L2 7H-2L-1.4 1.4L-7 2V-2L-1.4 -1.4Z"
        return path(d, GOLD, stroke_width=0.9)
    if name == "rose":
        petals = "".join(
            element("circle", cx=0, cy=-4, r=3.4, fill=FACE, stroke_width=0.8, transform=f"rotate({72 * k})") for k in range(5)
        )
        return petals + dot(0, 0, 2.4, GOLD, stroke_width=0.8)
    if name == "star":
        return path(star(8, 7.6, 3.4), GOLD, stroke_width=0.8) + dot(0, 0, 1.6, FACE, stroke_width=0.6)
    if name == "bee":
        wings = mirrored(path("M0.6 -1.6C3 -6 7.4 -6 7 -3C6.6 -0.6 3 0 0.6 -1Z", FACE, stroke_width=0.7))
        return (
            wings
            + path("M0 -4.6C3.4 -4 3.4 4 0 7.4C-3.4 4 -3.4 -4 0 -4.6Z", GOLD, stroke_width=0.9)
            + line("M-2.4 -0.4H2.4M-2.4 2.4H2.4", 1.1)
            + dot(0, -5.6, 1.7, GOLD, stroke_width=0.7)
        )
    if name == "acorn":
        return path("M-4 -1C-4 4 -1.4 5.6 0 8C1.4 5.6 4 4 4 -1Z", FACE, stroke_width=0.9) + path(
            "M-5.2 -0.6C-5.4 -5 5.4 -5 5.2 -0.6Q0 1 -5.2 -0.6ZM-0.8 -4L0 -8L1.2 -7.6L0.8 -4Z", GOLD, stroke_width=0.8
        )
    if name == "key":
        return (
            path("M-1 -1.6H1V7.4H-1ZM1 3H4V7H2.8V5H1Z", GOLD, stroke_width=0.7)
            + dot(0, -4.4, 3.2, GOLD, stroke_width=0.9)
            + dot(0, -4.4, 1.2, FACE, stroke_width=0.7)
        )
    if name == "wheel":
        return (
            dot(0, 0, 6.8, GOLD, stroke_width=0.9)
            + dot(0, 0, 4.6, FACE, stroke_width=0.8)
            + line("M0 -4.6V4.6M-4.6 0H4.6M-3.2 -3.2L3.2 3.2M3.2 -3.2L-3.2 3.2", 1)
        )
    if name == "knot":
        return path(polygon([(6, 0), (0, 6), (-6, 0), (0, -6)]), "none", stroke=GOLD, stroke_width=2) + path(
            polygon([(4.6, 4.6), (-4.6, 4.6), (-4.6, -4.6), (4.6, -4.6)]), "none", stroke=FACE, stroke_width=1.6
        )
    raise KeyError(name)


def badge(name: str, field: str) -> str:
    """An emblem in a roundel on the breast."""
    ring = dot(0, -25.5, 11, GOLD, stroke_width=1.3) + dot(0, -25.5, 9, field, stroke_width=1)
    return ring + element("g", _emblem(name), transform="translate(0 -25.5)")
