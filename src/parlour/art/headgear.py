"""Hats, crowns and helmets of courts, above a brow at -112."""

from .shapes import FACE, GOLD, STEEL, dot, element, line, mirrored, path, star

PEARL = "#ffffff"


def band(colour: str, gem: str) -> str:
    """The rim of a crown, with stones."""
    drawn = path("M-22 -118Q0 -112 22 -118V-109.5Q0 -103.5 -22 -109.5Z", GOLD)
    drawn += path(star(4, 4.2, 3, 0, -110.6), colour, stroke_width=1)
    return drawn + mirrored(dot(11, -112, 2.3, gem, stroke_width=1) + dot(18, -114, 1.4, PEARL, stroke_width=0.8))


def spiked_crown(colour: str, gem: str) -> str:
    """Five tall points with pearls."""
    points = path("M-21 -112L-28 -137L-14 -125L-12 -139L-5 -126L0 -145L5 -126L12 -139L14 -125L28 -137L21 -112Z", GOLD)
    points += path("M-15 -116L-18 -125L-12 -119ZM15 -116L18 -125L12 -119ZM-5 -117L0 -130L5 -117Z", colour, stroke_width=1)
    tips = dot(0, -145, 3, PEARL) + mirrored(dot(28, -137.6, 2.8, PEARL) + dot(12, -139.6, 2.3, PEARL))
    return points + band(colour, gem) + tips


def arched_crown(colour: str, gem: str) -> str:
    """A closed crown: a cap of cloth under two hoops and a cross."""
    cap = path("M-20 -113C-26 -126 -18 -137 0 -137C18 -137 26 -126 20 -113Z", colour)
    hoops = path(
        "M-22 -113C-33 -127 -22 -140 0 -139C22 -140 33 -127 22 -113L18 -114C26 -126 18 -134 0 -134C-18 -134 -26 -126 -18 -114Z",
        GOLD,
    )
    hoops += path("M-2.6 -137H2.6L3 -114H-3Z", GOLD, stroke_width=1.2)
    beads = "".join(dot(0, y, 1.3, PEARL, stroke_width=0.7) for y in (-132, -127, -122))
    beads += mirrored(dot(22.4, -124, 1.4, PEARL, stroke_width=0.7) + dot(17.4, -133, 1.4, PEARL, stroke_width=0.7))
    cross = path(
        "M-1.6 -149H1.6L1.4 -145.6L4.6 -146V-142.4L1.4 -142.8L1.6 -139H-1.6L-1.4 -142.8L-4.6 -142.4V-146L-1.4 -145.6Z",
        GOLD,
        stroke_width=1.1,
    )
    return cap + hoops + beads + cross + band(colour, gem)


def leaved_crown(colour: str, gem: str) -> str:
    """Three large leaves of gold and pearls between them."""
    leaf = "C{0} -122 {1} -122 {1} -128C{1} -133 {2} -133 {3} -131C{2} -138 {4} -142 {5} -147C{6} -142 {7} -138 {8} -131C{7} -133 {9} -133 {9} -128C{9} -122 {10} -122 {11} -114Z"

    def at(x: float, k: float) -> str:
        xs = [x + k * v for v in (-3, -9, -9, -3.4, -4, 0, 4, 9, 3.4, 9, 3, 4)]
        return path(f"M{x - 4 * k} -114" + leaf.format(*(f"{v:.4g}" for v in xs)), GOLD, stroke_width=1.3)

    side = element("g", at(0, 0.8), transform="rotate(22 0 -90)")
    stalk = path("M11 -114L12.6 -128L15 -114Z", GOLD, stroke_width=1.1) + dot(12.6, -129.4, 2.2, PEARL, stroke_width=1)
    return (
        mirrored(side)
        + mirrored(stalk)
        + at(0, 1)
        + path("M0 -137L2.4 -131L0 -125L-2.4 -131Z", colour, stroke_width=0.9)
        + band(colour, gem)
    )


def lily_crown(colour: str, gem: str) -> str:
    """Points that end in lilies."""
    lily = path(
        "M0 -147C4 -142 4 -138 1.8 -134C5.4 -138 9 -136.4 8.4 -132C6.8 -133 4.6 -132 3.6 -129.4H-3.6C-4.6 -132 -6.8 -133 -8.4 -132C-9 -136.4 -5.4 -138 -1.8 -134C-4 -138 -4 -142 0 -147Z",
        GOLD,
        stroke_width=1.1,
    )
    lily += path("M-2.6 -129L-4 -113H4L2.6 -129Z", GOLD, stroke_width=1.1)
    small = element("g", lily, transform="translate(0 -18)scale(0.85)")
    side = element("g", small, transform="rotate(21 0 -96)")
    hoop = path("M-21 -113L-23 -122Q-11 -127 0 -120Q11 -127 23 -122L21 -113Z", colour, stroke_width=1.2)
    return hoop + mirrored(side) + lily + band(colour, gem)


def coronet(colour: str) -> str:
    """A queen's low crown of points and pearls."""
    crown = path("M-22 -116L-25 -131L-15 -124L-9 -135L0 -125L9 -135L15 -124L25 -131L22 -116Q0 -124 -22 -116Z", GOLD)
    crown += mirrored(dot(25, -132, 2.7, PEARL) + dot(9, -136.5, 2.7, PEARL))
    return crown + dot(0, -122.6, 2.2, colour, stroke_width=1) + mirrored(dot(10, -122, 1.8, colour, stroke_width=1))


def tall_coronet(colour: str) -> str:
    """A queen's crown on the top of the head, with one high leaf."""
    crown = path("M-17 -119L-23 -137L-11 -129L0 -147L11 -129L23 -137L17 -119Q0 -126 -17 -119Z", GOLD)
    crown += path("M0 -140L4 -130L0 -125L-4 -130Z", colour, stroke_width=1)
    return (
        crown
        + mirrored(dot(23, -137.6, 2.6, PEARL))
        + dot(0, -146.6, 2.4, PEARL)
        + mirrored(dot(10.6, -124, 1.7, colour, stroke_width=0.9))
    )


def rose_wreath(colour: str, leaf: str) -> str:
    """A circlet of gold with roses on it."""
    ring = path("M-23 -116Q0 -127 23 -116L22 -110.6Q0 -121 -22 -110.6Z", GOLD)
    leaves = mirrored(path("M20 -121q7 -6 11 -2q-3 6 -10 4ZM7 -126q2 -8 8 -8q1 7 -5 10Z", leaf, stroke_width=1.1))

    def rose(x: float, y: float, r: float) -> str:
        bloom = dot(0, 0, r, colour) + line(
            f"M{-0.45 * r} {-0.1 * r}a{0.5 * r} {0.5 * r} 0 1 1 {0.5 * r} {0.55 * r}M{-0.75 * r} {0.3 * r}a{0.8 * r} {0.8 * r} 0 0 0 {1.2 * r} {0.3 * r}",
            1,
        )
        return element("g", bloom, transform=f"translate({x} {y})")

    return ring + leaves + rose(-15.5, -122.5, 5.4) + rose(15.5, -122.5, 5.4) + rose(0, -126.6, 6.8)


def hood(colour: str, lining: str) -> str:
    """A gabled hood of cloth that frames the face and falls behind the shoulders, with a jewelled edge."""
    cloth = path("M0 -137L27 -121C31 -108 30 -92 37 -62H22C20 -80 24 -98 20 -112L0 -122Z", colour)
    edge = path("M0 -129L22.6 -116C25 -102 22 -84 24.6 -64H19C18 -82 21.6 -100 18.4 -111L0 -121Z", lining, stroke_width=1.2)
    pearls = "".join(
        dot(x, y, 1.5, PEARL, stroke_width=0.7)
        for x, y in ((4.6, -122), (11, -118), (17, -114.4), (21, -107), (21.4, -98), (21, -89))
    )
    return mirrored(cloth + edge + pearls) + dot(0, -125, 2.4, PEARL, stroke_width=0.9)


# caps


def plume(colour: str) -> str:
    """A long feather that hangs to the left from a badge at (-13, -113)."""
    feather = path(
        "M-13 -113C-28 -124 -50 -116 -56 -86C-57 -80 -55 -76 -53 -74C-51 -86 -46 -92 -39 -96C-30 -98 -20 -104 -13 -113Z", colour
    )
    return feather + line("M-14 -112.6C-34 -114 -46 -104 -53 -82M-36 -105L-33 -99M-44 -98L-41 -94M-29 -110L-25 -103", 1)


def beret(colour: str, gem: str) -> str:
    """A soft cap that hangs over on one side, with a feather."""
    cap = path(
        "M-30 -116C-38 -126 -28 -138 -8 -141C10 -150 34 -146 36 -131C37 -124 30 -119 25 -117C10 -112 -18 -112 -30 -116Z", colour
    )
    cap += line("M-22 -126C-10 -130 4 -132 14 -139M-14 -120C-4 -126 12 -127 24 -131", 1.2, stroke=GOLD)
    cap += path("M-24 -119Q0 -112 24 -119V-110Q0 -103.5 -24 -110Z", GOLD)
    return cap + plume(FACE) + dot(-13, -112.6, 4, gem, stroke_width=1.2)


def brimmed_hat(colour: str, lining: str, plumes_in: str) -> str:
    """A hat whose brim is turned up in front, with a short plume behind."""
    plumes = path("M4 -141C6 -152 20 -153 27 -147C33 -141 34 -132 30 -124C27 -132 22 -136 14 -136Z", plumes_in)
    plumes += line("M9 -141C17 -147 26 -142 29 -129M17 -145L17 -140M24 -143L22 -138", 1)
    crown = path("M-20 -116C-24 -136 -12 -146 2 -145C18 -144 24 -134 21 -116Z", colour)
    brim = path(
        "M-33 -112C-36 -124 -24 -127 -14 -122Q0 -116 14 -122C24 -127 36 -124 33 -112Q16 -105 0 -105Q-16 -105 -33 -112Z", lining
    )
    return plumes + crown + brim + line("M-28 -113Q0 -103 28 -113", 1) + path(star(5, 5, 2.2, 0, -113), GOLD, stroke_width=0.9)


def flat_cap(colour: str, gem: str, leaf: str) -> str:
    """A round flat cap set back on the head, for a face in profile to the right; a sprig of leaves in its rim."""
    sprig = path(
        "M-18 -122C-32 -124 -40 -134 -40 -146C-28 -145 -19 -136 -18 -122ZM-14 -122C-20 -132 -18 -142 -11 -149C-5 -141 -5 -131 -14 -122Z",
        leaf,
        stroke_width=1.2,
    )
    sprig += line("M-20 -125L-34 -140M-14 -126L-12 -142", 1)
    cap = path("M-27 -113C-34 -128 -18 -142 2 -141C20 -140 26 -126 19 -112Q-4 -121 -27 -113Z", colour)
    cap += line("M-22 -122C-10 -132 6 -132 18 -124M-14 -132C-6 -136 6 -137 13 -133", 1.1, stroke=GOLD)
    rim = path("M-28 -116Q-4 -124 20 -115L19 -106.6Q-4 -115 -27 -107Z", GOLD)
    return (
        cap
        + sprig
        + rim
        + "".join(dot(x, y, 2, gem, stroke_width=0.9) for x, y in ((-18, -114), (-7, -116), (4, -115.6), (14, -113)))
    )


def chaperon(colour: str, lining: str) -> str:
    """A rolled hood with a crest and a tail, for a face in profile to the right."""
    tail = path("M-18 -116C-30 -112 -38 -98 -36 -74C-44 -78 -52 -76 -57 -68C-60 -90 -50 -112 -26 -124Z", colour)
    tail += line("M-24 -119C-38 -112 -46 -98 -47 -79", 1)
    crest = path("M-20 -124C-30 -142 -6 -150 8 -143C20 -138 22 -128 18 -120Z", lining)
    crest += line("M-14 -128C-14 -138 -4 -143 4 -142M-4 -124C-4 -134 4 -138 10 -138M6 -122C7 -128 11 -131 15 -131", 1)
    roll = path(
        "M-28 -118C-32 -128 -24 -132 -14 -129Q2 -126 14 -128C24 -128 26 -118 21 -112C8 -110 -10 -110 -22 -108C-28 -108 -30 -112 -28 -118Z",
        colour,
    )
    slashes = line("M-20 -129L-16 -109M-8 -128L-5 -110M4 -127L6 -111M14 -128L15 -111", 1.6, stroke=GOLD)
    return tail + crest + roll + slashes


def helmet(colour: str) -> str:
    """An open helmet of steel with a plume."""
    feather = path(
        "M2 -139C-6 -152 22 -152 34 -140C43 -131 44 -118 38 -106C37 -118 31 -126 22 -130C14 -133 6 -134 2 -139Z", colour
    )
    shell = path("M-23 -112C-25 -134 -12 -143 0 -143C12 -143 25 -134 23 -112Q0 -119 -23 -112Z", STEEL)
    shell += line("M0 -142V-116M-12 -139C-16 -132 -17 -124 -16 -116M12 -139C16 -132 17 -124 16 -116", 1.1)
    rim = path("M-25 -115Q0 -123 25 -115V-107Q0 -114 -25 -107Z", GOLD)
    return feather + shell + rim + dot(0, -114.6, 3, colour, stroke_width=1)


def tricorne(colour: str, cockade: str) -> str:
    """A three-cornered hat with a gold edge and a cockade."""
    crown = path("M-19 -116C-22 -134 -10 -142 0 -142C10 -142 22 -134 19 -116Z", colour)
    brim = path(
        "M-37 -120C-26 -116 -14 -126 0 -137C14 -126 26 -116 37 -120C34 -108 18 -106 0 -106C-18 -106 -34 -108 -37 -120Z", colour
    )
    edge = line("M-36 -119C-26 -114.6 -14 -123 0 -133.6C14 -123 26 -114.6 36 -119", 2.2, stroke=GOLD)
    return crown + brim + edge + dot(0, -118, 5.4, FACE, stroke_width=1.2) + dot(0, -118, 2.8, cockade, stroke_width=1)


def hunters_hat(colour: str, ribbon: str, feather: str) -> str:
    """A felt hat with a ribbon and two feathers at its side."""
    feathers = path("M18 -124C24 -140 34 -148 46 -149C46 -136 36 -124 20 -118Z", feather) + path(
        "M14 -124C14 -140 20 -150 28 -152C32 -140 26 -126 18 -119Z", FACE
    )
    feathers += line("M19 -121C26 -134 34 -142 43 -146M17 -122C19 -134 23 -142 27 -148", 1)
    crown = path("M-21 -116C-20 -130 -16 -143 -4 -141Q0 -139 4 -141C16 -143 20 -130 21 -116Z", colour)
    band_ = path("M-21 -122Q0 -116 21 -122V-114Q0 -108 -21 -114Z", ribbon)
    brim = path(
        "M-35 -112C-24 -118 -12 -114 0 -114C12 -114 24 -118 35 -112C28 -104 14 -105 0 -105C-14 -105 -28 -104 -35 -112Z", colour
    )
    return feathers + crown + band_ + brim


def shako(colour: str, plume_: str) -> str:
    """A soldier's tall cap with a plate and a pompon."""
    pompon = path("M-4 -141C-8 -148 -4 -152 0 -152C4 -152 8 -148 4 -141Z", plume_)
    body = path("M-21 -114L-24 -139Q0 -146 24 -139L21 -114Q0 -120 -21 -114Z", colour) + line(
        "M-23 -134Q0 -141 23 -134", 2.2, stroke=GOLD
    )
    plate = path(star(8, 8, 5, 0, -127), GOLD, stroke_width=1) + dot(0, -127, 2.6, plume_, stroke_width=0.8)
    peak = path("M-24 -114Q0 -124 24 -114Q20 -104 0 -108Q-20 -104 -24 -114Z", colour)
    return pompon + body + plate + peak + line("M-21 -111Q0 -120 21 -111", 1.4, stroke=GOLD)


def morion(colour: str) -> str:
    """A crested helmet with a turned-up brim, and a plume behind."""
    plume_ = path(
        "M10 -136C24 -150 44 -146 50 -128C53 -118 50 -108 45 -103C45 -116 38 -124 28 -126C20 -127 13 -130 10 -136Z", colour
    )
    shell = path("M-21 -114C-24 -132 -14 -138 -8 -140C-6 -150 6 -150 8 -140C14 -138 24 -132 21 -114Z", STEEL)
    shell += path("M-8 -140C-6 -150 6 -150 8 -140L3 -114H-3Z", GOLD, stroke_width=1.2) + line(
        "M-14 -134C-17 -128 -17 -120 -16 -114M14 -134C17 -128 17 -120 16 -114", 1
    )
    brim = path(
        "M-37 -122C-30 -112 -14 -112 0 -118C14 -112 30 -112 37 -122C36 -108 18 -103 0 -107C-18 -103 -36 -108 -37 -122Z", STEEL
    )
    return (
        plume_ + shell + brim + mirrored(dot(18, -110.6, 1.5, GOLD, stroke_width=0.8)) + dot(0, -113, 1.5, GOLD, stroke_width=0.8)
    )
