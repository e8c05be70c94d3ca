"""The small vocabulary every card is drawn with: SVG elements, suit signs, rank glyphs, stars.

Everything here is plain geometry of our own. Two rules keep the drawings sound wherever they are used:

* No `url(#...)`. Clip paths, gradients and patterns fail in some browsers when a sprite is hidden or fetched from
  another file, so shapes end where they should by construction.
* Signs and glyphs carry no colour. A sign takes the `fill`, a glyph the `stroke` of the drawing that uses it, so one drawing
  serves both packs, the courts' robes and the page's own text colour.
"""

from math import cos, pi, sin

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

INK = "#211c24"  # outlines
FACE = "#fffbf1"  # the card's paper
EDGE = "#b8ad97"  # the card's rim
GOLD = "#e2a72e"
STEEL, WOOD, GREEN_LEAF = "#c9d2d8", "#8a5a2b", "#3d7a3f"
BLACK, RED, GREEN, BLUE = "#1a171c", "#c4161f", "#0c6e3d", "#1559ad"
TWO_COLOURS = (BLACK, RED, RED, BLACK)
FOUR_COLOURS = ("#007d4f", "#2205b2", "#a20a01", BLACK)  # by `contrast.nearest`: see docs/decisions/0260-what-a-deck-is.md

WIDTH, HEIGHT = 250, 350
"""A card's size. A suit sign is drawn in a square of 100, a glyph 60 high and at most 50 wide, both centred on (0, 0)."""


def number(value: float) -> str:
    """The shortest text of a coordinate, to a hundredth: equal drawings are equal bytes."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(tag: str, body: str = "", /, **attributes: str | float) -> str:
    """One SVG element. `stroke_width=2` becomes `stroke-width="2"`."""
    parts = [tag]
    for name, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        parts.append(f'{name.replace("_", "-")}="{text}"')
    return f"<{' '.join(parts)}>{body}</{tag}>" if body else f"<{' '.join(parts)}/>"


def path(d: str, fill: str = "none", **attributes: str | float) -> str:
    return element("path", d=d, fill=fill, **attributes)


def line(d: str, width: float = 1.4, **attributes: str | float) -> str:
    """An open stroke in the colour of the group around it."""
    return element("path", d=d, fill="none", stroke_width=width, **attributes)


def dot(x: float, y: float, r: float, fill: str, **attributes: str | float) -> str:
    return element("circle", cx=x, cy=y, r=r, fill=fill, **attributes)


def place(name: str, x: float, y: float, scale: float, turned: bool = False, **attributes: str | float) -> str:
    """The drawing `name` at (x, y); `turned` puts it upside down (a scale of -1 both ways is half a turn)."""
    factor = number(-scale if turned else scale)
    return element("use", href=f"#{name}", transform=f"translate({number(x)} {number(y)})scale({factor})", **attributes)


def both_ends(drawing: str, name: str = "") -> str:
    """A drawing around the card's centre (0, 0) together with itself turned by half; given an id, drawn once and used twice."""
    if name:
        return element("g", drawing, id=name) + element("use", href=f"#{name}", transform="rotate(180)")
    return drawing + element("g", drawing, transform="rotate(180)")


def mirrored(drawing: str) -> str:
    """A drawing and its reflection in the line x = 0."""
    return drawing + element("g", drawing, transform="scale(-1 1)")


def polygon(points: list[tuple[float, float]]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def star(points: int, outer: float, inner: float, x: float = 0, y: float = 0) -> str:
    """Path data of a star with its first point straight up."""
    corners = []
    for k in range(2 * points):
        r, angle = (inner if k % 2 else outer), pi * k / points
        corners.append((x + r * sin(angle), y - r * cos(angle)))
    return polygon(corners)


# The stem shared by clubs and spades: a flared foot, drawn down from the middle of the sign.
_FOOT = "C4 33 9 44 19 50H-19C-9 44 -4 33 -3 22"

# Three discs that just overlap, the triangle between their middles, and the foot; all wound the same way.
_CLUB = (
    "M0 -50A23 23 0 0 1 0 -4A23 23 0 0 1 0 -50M-24.5 -12A23 23 0 0 1 -24.5 34A23 23 0 0 1 -24.5 -12"
    f"M24.5 -12A23 23 0 0 1 24.5 34A23 23 0 0 1 24.5 -12M0 -27L24.5 11L3 22{_FOOT}L-24.5 11Z"
)
# Hollow sides, so that it does not look fatter than the others.
_DIAMOND = "M0 -50C10 -31 25 -13 40 0C25 13 10 31 0 50C-10 31 -25 13 -40 0C-25 -13 -10 -31 0 -50Z"
_HEART = (
    "M0 48C-9 29 -46 8 -46 -20C-46 -36 -35 -46 -22.5 -46C-12 -46 -4 -39 0 -28"
    "C4 -39 12 -46 22.5 -46C35 -46 46 -36 46 -20C46 8 9 29 0 48Z"
)
_SPADE = (
    f"M0 -50C9 -31 45 -12 45 14C45 29 35 37 23.5 37C14 37 6 31 3 22{_FOOT}"
    "C-6 31 -14 37 -23.5 37C-35 37 -45 29 -45 14C-45 -12 -9 -31 0 -50Z"
)
PIPS = (_CLUB, _DIAMOND, _HEART, _SPADE)
