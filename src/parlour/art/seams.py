"""The frame of a court and the slanting seam where its two halves meet.

Each figure is one half drawn around the card's centre (0, 0) with y upwards negative; the other half is the same
drawing turned by half. Everything a half draws stops at the seam or inside the sash over it, so no clipping is needed.
"""

from math import pi, sin

from .shapes import FACE, GOLD, INK, both_ends, element, line, number, path, place, star

FRAME_W, FRAME_H = 66.0, 150.0  # half the frame
SLANT = 0.42  # the seam is y = -SLANT * x
SASH = 8.5  # half the sash, measured upright
HAND = 48  # where the right hand holds what it holds
GROUND = "#fff6e0"  # inside the frame


def seam(x: float) -> float:
    return -SLANT * x


def down(x: float) -> str:
    """The point of the seam under x, as path data."""
    return f"{number(x)} {number(seam(x))}"


def staff(x: float, top: float, width: float, colour: str) -> str:
    left, right = number(x - width / 2), number(x + width / 2)
    return path(f"M{left} {number(top)}H{right}V{number(seam(x))}H{left}Z", colour, stroke_width=1.3)


def outlined(drawing: str, width: float = 1.6) -> str:
    return element("g", drawing, stroke=INK, stroke_width=width, stroke_linejoin="round", stroke_linecap="round")


def figure(half: str, suit: int, rank: int, sash: str, sign: str = "", rim: bool = True) -> str:
    """Half a figure as a court: both halves, the sash over their seam, what stands beside each half, and a frame."""
    inside = both_ends(outlined(half), f"half-{suit}-{rank}") + sash + both_ends(sign)
    return element("g", _ground() + inside + frame() if rim else inside, stroke="none", data_part="court")


def corner(suit: int, colour: str, size: float = 0.27) -> str:
    """The suit's sign in the frame's upper left corner."""
    return place(f"pip-{suit}", -49, -131, size, fill=colour)


def _ground() -> str:
    return element("rect", x=-FRAME_W, y=-FRAME_H, width=2 * FRAME_W, height=2 * FRAME_H, fill=GROUND)


def frame() -> str:
    """Two rims of ink with gold between them."""

    def rim(grow: float, colour: str, width: float, rx: float) -> str:
        w, h = FRAME_W + grow, FRAME_H + grow
        return element("rect", x=-w, y=-h, width=2 * w, height=2 * h, rx=rx, fill="none", stroke=colour, stroke_width=width)

    return rim(1.4, GOLD, 2.8, 4) + rim(3.2, INK, 1.4, 5) + rim(0, INK, 1, 2)


def _belt(cloth: str) -> str:
    w, rise = FRAME_W, FRAME_W * SLANT
    d = f"M{number(-w)} {number(rise - SASH)}L{number(w)} {number(-rise - SASH)}V{number(-rise + SASH)}L{number(-w)} {number(rise + SASH)}Z"
    return path(d, cloth, stroke=INK, stroke_width=1.6)


def lozenge_sash(colour: str) -> str:
    """A gold belt with lozenges along it; the same turned by half, as all sashes are."""
    gems = (
        path(star(4, 5.2, 2.6, 19.0 * k, seam(19.0 * k)), colour if k % 2 else FACE, stroke=INK, stroke_width=0.9)
        for k in range(-3, 4)
    )
    return _belt(GOLD) + "".join(gems)


def beaded_sash(colour: str) -> str:
    """A belt of cloth between gold edges, with pearls."""
    w = FRAME_W
    edges = "".join(
        line(f"M{number(-w)} {number(seam(-w) + side)}L{number(w)} {number(seam(w) + side)}", 2.6, stroke=GOLD)
        for side in (-5.6, 5.6)
    )
    pearls = "".join(
        element("circle", cx=x, cy=number(seam(x)), r=2.9, fill=FACE, stroke=INK, stroke_width=0.9) for x in range(-60, 61, 10)
    )
    return _belt(colour) + edges + pearls


def chevron_sash(colour: str) -> str:
    """A gold belt with chevrons that point outwards from the middle."""
    marks = ""
    for k in range(1, 7):
        x = 10.0 * k
        for side in (1, -1):
            cx, cy = side * x, seam(side * x)
            marks += line(
                f"M{number(cx - 3 * side)} {number(cy - 5.4)}L{number(cx + 2 * side)} {number(cy)}L{number(cx - 3 * side)} {number(cy + 5.4)}",
                2.4,
                stroke=colour,
            )
    return _belt(GOLD) + marks + path(star(4, 6.4, 4.4), FACE, stroke=INK, stroke_width=0.9)


def wave_sash(colour: str) -> str:
    """A belt of cloth with a wave of gold between beads."""
    wave = "".join(f"{'M' if x == -64 else 'L'}{number(x)} {number(seam(x) + 4.6 * sin(x * pi / 16))}" for x in range(-64, 65, 2))
    beads = "".join(
        element("circle", cx=x, cy=number(seam(x) - 3.4 * sin(x * pi / 16)), r=2, fill=FACE) for x in range(-56, 57, 16)
    )
    return _belt(colour) + line(wave, 2.6, stroke=GOLD) + beads
