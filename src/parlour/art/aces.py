"""The ace of spades: the house's card, engraved all over, as the duty cards of old were."""

from math import cos, pi, sin

from .shapes import FACE, GOLD, INK, SPADES, dot, element, line, mirrored, number, path, place, star


def ace_of_spades(colour: str) -> str:
    """A great spade in `colour`, inlaid with a garland, in a wreath of laurel under a crown."""
    spade = element("g", place(f"pip-{SPADES}", 0, 0, 1.62) + _inlay(colour), transform="scale(0.88)")
    return _wreath(colour) + spade


def _inlay(colour: str) -> str:
    """Inside the spade: an outline, a rosette, and leaves that climb to the point and curl to both sides."""
    edge = path(
        "M0 -71C12 -45 60 -14 60 20C60 38 47 47 34 47C22 47 10 40 4.5 31H-4.5C-10 40 -22 47 -34 47C-47 47 -60 38 -60 20C-60 -14 -12 -45 0 -71Z",
        stroke=FACE,
        stroke_width=1.8,
    )
    second = path(
        "M0 -60C11 -38 54 -10 54 20C54 34 44 41.4 34 41.4C22 41.4 12 34 7 25H-7C-12 34 -22 41.4 -34 41.4C-44 41.4 -54 34 -54 20C-54 -10 -11 -38 0 -60Z",
        stroke=FACE,
        stroke_width=0.8,
    )
    scrolls = line(
        "M7 14C14 30 34 34 42 24C48 15 40 5 32 9C26 12 28 20 34 19M5 -12C16 -10 30 -8 36 0M10 4C16 -2 24 -4 30 -2",
        1.6,
        stroke=FACE,
        stroke_linecap="round",
    )
    leaves = "".join(
        path("M0 0C3 -5 3 -9 0 -14C-3 -9 -3 -5 0 0Z", FACE, transform=f"translate({x} {y})rotate({turn})scale({size})")
        for x, y, turn, size in (
            (9, -19, 48, 0.9),
            (6, -30, 36, 0.8),
            (15, -12, 66, 0.9),
            (36, 0, 120, 0.75),
            (41, 25, 160, 0.6),
            (22, 30, 205, 0.7),
            (14, 22, 200, 0.6),
            (30, -3, 70, 0.7),
            (3.4, -41, 26, 0.7),
        )
    )
    stem = path("M-1.1 -50L0 -56L1.1 -50L1.4 -10H-1.4Z", FACE)
    rosette = (
        dot(0, 4, 13.5, FACE) + path(star(16, 12.4, 8.6, 0, 4), colour) + dot(0, 4, 7, FACE) + path(star(5, 6, 2.5, 0, 4), colour)
    )
    foot = line("M-13 69C-5 62 -2 54 0 46C2 54 5 62 13 69", 1.4, stroke=FACE, stroke_linecap="round", stroke_linejoin="round")
    return element("g", edge + second + mirrored(scrolls + leaves) + stem + rosette + foot, transform="translate(0 2)")


def _wreath(colour: str) -> str:
    """Around the spade: two sprays of laurel from a bow at the foot, and a crown above."""
    leaves, stem = [], []
    for k in range(14):
        angle = pi * (0.94 - 0.053 * k)  # from beside the foot up to the shoulder
        x, y = 71 * sin(angle), -2 - 98 * cos(angle)
        stem.append(f"{'L' if k else 'M'}{number(x)} {number(y)}")
        lean = 180 * angle / pi
        size = 0.95 - 0.012 * k
        for side in (-36, 28):
            turn = f"translate({number(x)} {number(y)})rotate({number(lean - 90 + side)})scale({number(size)})"
            leaves += [path("M0 0C4 -4 4 -11 0 -16C-4 -11 -4 -4 0 0Z", colour, transform=turn)]
    spray = line("".join(stem), 1.4) + "".join(leaves)
    bow = path(
        "M0 100C-10 90 -22 92 -21 101C-20 109 -8 107 0 100C8 107 20 109 21 101C22 92 10 90 0 100Z",
        GOLD,
        stroke=INK,
        stroke_width=1.2,
    )
    bow += path("M-2 101L-14 121L-6 118L-3 124L0 103L3 124L6 118L14 121L2 101Z", GOLD, stroke=INK, stroke_width=1.2) + dot(
        0, 100, 4.4, FACE, stroke=INK, stroke_width=1.2
    )
    crown = path("M-17 -84L-20 -102L-10 -93L0 -108L10 -93L20 -102L17 -84Q0 -89 -17 -84Z", GOLD, stroke=INK, stroke_width=1.3)
    crown += "".join(dot(x, y, 2.2, FACE, stroke=INK, stroke_width=0.9) for x, y in ((-20, -103), (0, -109), (20, -103))) + dot(
        0, -92, 2, colour
    )
    return mirrored(spray) + bow + crown
