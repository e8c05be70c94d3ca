"""The court figures: half-length, front-facing, double-headed, built from simple shapes.

Each figure is one half drawn around the card's centre (0, 0) with y upwards negative; the other half is the same
drawing turned by half. The halves meet on a slanting seam under a sash. Everything a half draws stops at the seam or
inside the sash, so no clipping is needed.

Rank shows in the outline: a king has a tall open crown, a beard and a sceptre; a queen a low coronet with pearls,
a veil and a flower; a jack a flat cap with a feather and a halberd. Suit shows in the robe, woven with its signs.
"""

from dataclasses import dataclass
from math import cos, radians, sin

from .shapes import BLUE, FACE, GOLD, INK, RED, both_ends, dot, element, line, mirrored, number, path, place, polygon, star

FRAME_W, FRAME_H = 66.0, 150.0  # half the frame
SLANT = 0.42  # the seam is y = -SLANT * x
SASH = 8.5  # half the sash, measured upright
STAFF = 48  # where the right hand holds sceptre, flower or halberd
SKIN = "#f8dcbc"
SHADE = "#e9b48d"  # cheeks, noses, the folds between fingers
GROUND = "#fff6e0"  # inside the frame
LIPS, BROW, LEAF = "#b93c3a", "#4a3324", "#3d7a3f"
STEEL = "#c9d2d8"
DEEP = "#274b80"  # the second cloth of red suits
SLATE = "#5d7fa6"  # the second cloth of dark suits
MIST = "#a9bcd6"  # the second cloth of blue suits


@dataclass(frozen=True)
class Cloth:
    """What a figure wears: its suit's sign and colour, a second cloth, the colour of its hair, and what the robe is woven with."""

    suit: int
    colour: str
    second: str
    hair: str
    weave: str


_HAIR = (
    ("#5b3a22", "#7d4a22", "#c98a2b", "#3a2c2a"),
    ("#7a4a22", "#d19a3a", "#b5622b", "#40302c"),
    ("#8a8f96", "#d8cfc0", "#a8662c", "#e9e4da"),
)


def _seam(x: float) -> float:
    return -SLANT * x


def _down(x: float) -> str:
    """The point of the seam under x, as path data."""
    return f"{number(x)} {number(_seam(x))}"


def court(suit: int, rank: int, colour: str) -> str:
    """A framed court around (0, 0): 0 jack, 1 queen, 2 king, in the suit's `colour`."""
    second = {RED: DEEP, BLUE: MIST}.get(colour, SLATE)
    cloth = Cloth(suit, colour, second, _HAIR[rank][suit], f"pip-{suit}")
    half = (jack(cloth, _halberd()), _queen(cloth), king(cloth, _sceptre(cloth)))[rank]
    return figure(half, suit, rank, colour)


def figure(half: str, suit: int, rank: int, colour: str) -> str:
    """Half a figure as a framed court: both halves, the sash over their seam, a sign in two corners."""
    half = element("g", half, stroke=INK, stroke_width=1.6, stroke_linejoin="round", stroke_linecap="round")
    corner = place(f"pip-{suit}", -49, -131, 0.27, fill=colour)
    return _ground() + both_ends(half, f"half-{suit}-{rank}") + _sash(colour) + both_ends(corner) + _frame()


def _ground() -> str:
    return element("rect", x=-FRAME_W, y=-FRAME_H, width=2 * FRAME_W, height=2 * FRAME_H, fill=GROUND)


def _frame() -> str:
    def rim(grow: float, colour: str, width: float, rx: float) -> str:
        w, h = FRAME_W + grow, FRAME_H + grow
        return element("rect", x=-w, y=-h, width=2 * w, height=2 * h, rx=rx, fill="none", stroke=colour, stroke_width=width)

    return rim(1.4, GOLD, 2.8, 4) + rim(3.2, INK, 1.4, 5) + rim(0, INK, 1, 2)


def _sash(colour: str) -> str:
    """The belt over the seam, with lozenges along it; the same turned by half."""
    w, rise = FRAME_W, FRAME_W * SLANT
    d = f"M{number(-w)} {number(rise - SASH)}L{number(w)} {number(-rise - SASH)}V{number(-rise + SASH)}L{number(-w)} {number(rise + SASH)}Z"
    belt = path(d, GOLD, stroke=INK, stroke_width=1.6)
    for k in range(-3, 4):
        x = 19.0 * k
        belt += path(star(4, 5.2, 2.6, x, _seam(x)), colour if k % 2 else FACE, stroke=INK, stroke_width=0.9)
    return belt


def robe(c: Cloth, neck: float, hem: float, top: float) -> str:
    """The front of the robe from the shoulders to the seam: gold edges and placket, woven from `top` down."""
    front = path(f"M{-neck} -66L{-hem} -40L{_down(-hem)}L{_down(hem)}L{hem} -40L{neck} -66Z", c.colour)
    signs = ""
    for row in range(8):
        y = top + 11 * row
        for column in range(-4, 5):
            x = 12.4 * column + (6.2 if row % 2 else 0)
            if 11 < abs(x) < hem - 5 and y < _seam(x) + SASH - 5:
                signs += place(c.weave, x, y, 0.09)
    woven = element("g", signs, fill=FACE, stroke="none")
    placket = path(f"M-7 -66L{_down(-7)}L{_down(7)}L7 -66Z", GOLD)
    for side in (-1, 1):
        inner, outer = side * (hem - 1), side * (hem + 4)
        placket += path(
            f"M{side * neck} -66L{inner} -40L{_down(inner)}L{_down(outer)}L{outer} -42L{side * (neck + 5)} -66Z",
            GOLD,
            stroke_width=1.2,
        )
    placket += "".join(dot(0, y, 3.1, c.second, stroke_width=1.1) for y in (-40, -27, -14))
    return front + woven + placket


def mantle(colour: str, top: float = -74) -> str:
    """The cloak behind: from the neck over the shoulders to the frame, and down to the seam."""
    w = number(FRAME_W)
    return path(
        f"M0 {number(top)}C-22 -72 -46 -66 -55 -52C-63 -40 -{w} -24 -{w} -8L{_down(-FRAME_W)}L{_down(FRAME_W)}L{w} -34"
        f"C65 -42 61 -47 55 -52C46 -66 22 -72 0 {number(top)}Z",
        colour,
    )


def face(lips: str) -> str:
    """A face from its brow at -114 to its chin at -69, looking straight ahead."""
    head = path("M-19.5 -114V-92C-19.5 -78 -9 -68.5 0 -68.5C9 -68.5 19.5 -78 19.5 -92V-114Z", SKIN)
    eye = line("M4.2 -101.8Q9 -105.6 14 -101.6", 1.7, stroke=BROW)
    eye += path("M4.4 -96.2Q9 -100.8 13.8 -96.2Q9 -93 4.4 -96.2Z", "#fff", stroke_width=1)
    eye += dot(9, -96.6, 2.1, INK, stroke="none")
    nose = line("M1.6 -96C1.4 -91 -3.6 -88 -3.4 -86C-2.4 -84.2 0.6 -84.4 2.4 -85", 1.3)
    cheeks = mirrored(dot(12, -87, 3.6, SHADE, stroke="none", opacity=0.55))
    return head + cheeks + mirrored(eye) + nose + lips


def fist(c: Cloth) -> str:
    """A forearm rising from the seam to a hand closed around the staff."""
    arm = path(f"M{_down(18)}C24 -24 30 -32 38 -35L57 -31C58 -26 56 -26 {_down(56)}Z", c.colour)
    arm += line("M25 -17C29 -24 34 -29 39 -31", 1.1, stroke=GOLD)
    cuff = path("M35 -35L39 -43L58 -39L59 -30Z", FACE)
    hand = path("M39 -54Q48 -59 57 -54L57.5 -39L40 -42Z", SKIN)
    return arm + cuff + hand + line("M47 -51H57M47 -47H57M47 -43H57", 1.1)


def _staff(x: float, top: float, width: float, colour: str) -> str:
    left, right = number(x - width / 2), number(x + width / 2)
    return path(f"M{left} {number(top)}H{right}V{number(_seam(x))}H{left}Z", colour, stroke_width=1.3)


def _sceptre(c: Cloth) -> str:
    staff = _staff(STAFF, -118, 4, GOLD) + path("M42 -117H54L52 -110H44Z", GOLD)
    return staff + place(f"pip-{c.suit}", STAFF, -130, 0.25, fill=c.colour)


def king(c: Cloth, carried: str) -> str:
    collar = path("M-46 -62C-30 -72 30 -72 46 -62C40 -44 20 -36 0 -36C-20 -36 -40 -44 -46 -62Z", FACE)
    collar += mirrored(line("M34 -58v5M24 -50v5M12 -46v5", 2.2))
    hair = mirrored(path("M15 -116C27 -112 26 -96 27 -86C28 -78 35 -76 32 -69C28 -62 19 -65 17 -72Z", c.hair))
    beard = path(
        "M-19.5 -97C-20 -80 -16 -78 -10 -80H10C16 -78 20 -80 19.5 -97C24 -76 14 -58 0 -44C-14 -58 -24 -76 -19.5 -97Z", c.hair
    )
    beard += path("M-5.5 -78Q0 -75.5 5.5 -78Q0 -72.5 -5.5 -78Z", LIPS, stroke_width=0.9)
    beard += mirrored(path("M0 -84C4 -86 7 -82 16 -84C14 -78 6 -77 0 -80.5Z", c.hair, stroke_width=1.2))
    beard += line("M-7 -69Q-6 -60 -1.6 -54M7 -69Q6 -60 1.6 -54M0 -68V-55", 1)
    crown = path("M-21 -112L-27 -138L-13 -126L0 -144L13 -126L27 -138L21 -112Z", GOLD)
    crown += path("M-15 -116L-18 -126L-11 -120ZM15 -116L18 -126L11 -120ZM-6 -117L0 -131L6 -117Z", c.colour, stroke_width=1)
    crown += path("M-22 -118Q0 -112 22 -118V-109.5Q0 -103.5 -22 -109.5Z", GOLD)
    crown += path(star(4, 4, 3, 0, -110.6), c.colour, stroke_width=1) + mirrored(dot(11, -112, 2.2, c.second, stroke_width=1))
    crown += dot(0, -144.5, 3.2, FACE) + mirrored(dot(27, -138.5, 3, FACE))
    back = mantle(c.second) + robe(c, 28, 32, -41)
    return back + carried + collar + hair + face("") + beard + crown + fist(c)


def _queen(c: Cloth) -> str:
    veil = path(
        "M0 -132C-26 -132 -34 -112 -35 -92C-36 -76 -42 -68 -46 -58H46C42 -68 36 -76 35 -92C34 -112 26 -132 0 -132Z", c.second
    )
    hair = path(
        "M0 -122C-24 -122 -28 -104 -27 -90C-26 -78 -30 -70 -27 -60H27C30 -70 26 -78 27 -90C28 -104 24 -122 0 -122Z", c.hair
    )
    neck = path("M-8 -76V-65L-25 -59C-17 -42 17 -42 25 -59L8 -65V-76Z", SKIN)
    pearls = mirrored("".join(dot(px, py, 2.3, "#fff", stroke_width=0.9) for px, py in ((14, -60.4), (9.6, -57.4), (5, -55.4))))
    pearls += dot(0, -54.6, 2.3, "#fff", stroke_width=0.9) + path("M0 -52.4L3.2 -48L0 -43.6L-3.2 -48Z", c.colour, stroke_width=1)
    lips = path("M-5.4 -79Q-2.4 -81.8 0 -80.4Q2.4 -81.8 5.4 -79Q0 -74.4 -5.4 -79Z", LIPS, stroke_width=0.9)
    parting = path(
        "M0 -116C-10 -116 -18 -108 -20.5 -94C-22 -104 -20 -120 0 -121C20 -120 22 -104 20.5 -94C18 -108 10 -116 0 -116Z", c.hair
    )
    coronet = path("M-22 -116L-25 -131L-15 -124L-9 -135L0 -125L9 -135L15 -124L25 -131L22 -116Q0 -124 -22 -116Z", GOLD)
    coronet += mirrored(dot(25, -132, 2.7, "#fff") + dot(9, -136.5, 2.7, "#fff"))
    coronet += dot(0, -122.6, 2, c.colour, stroke_width=1) + mirrored(dot(10, -122, 1.7, c.colour, stroke_width=1))
    flower = _staff(STAFF, -104, 2.6, LEAF)
    flower += path(
        "M48 -74C54 -76 60 -82 60 -90C52 -88 48 -83 48 -74ZM48 -68C42 -70 38 -74 37 -81C44 -80 48 -76 48 -68Z",
        LEAF,
        stroke_width=1.2,
    )
    petals = "".join(element("circle", cx=0, cy=-9, r=6.6, fill=c.colour, transform=f"rotate({60 * k})") for k in range(6))
    flower += element("g", petals + dot(0, 0, 5.4, GOLD), transform=f"translate({STAFF} -113)", stroke_width=1.3, stroke=FACE)
    sleeves = mirrored(
        path("M31 -61C44 -65 56 -58 59 -44C50 -35 38 -38 32 -46Z", c.colour)
        + line("M38 -58Q43 -50 41 -42M47 -58Q51 -51 50 -42", 1.1, stroke=GOLD)
    )
    back = veil + mantle(c.second, -62) + hair + robe(c, 26, 30, -41)
    return back + neck + pearls + sleeves + face(lips) + parting + coronet + flower + fist(c)


def _halberd() -> str:
    halberd = _staff(STAFF, -134, 4, "#8a5a2b")
    halberd += path("M50 -126C54 -128 58 -131 60 -135C65 -123 65 -109 60 -98C58 -103 54 -107 50 -108Z", STEEL, stroke_width=1.3)
    halberd += path("M46 -122C42 -124 38 -124 35 -122C37 -117 41 -113 46 -112Z", STEEL, stroke_width=1.3)
    return halberd + path("M48 -147L52.5 -134L50 -127H46L43.5 -134Z", STEEL, stroke_width=1.3)


def jack(c: Cloth, carried: str) -> str:
    hair = mirrored(path("M8 -118C24 -118 26 -108 26 -98C26 -88 34 -84 31 -77C27 -71 18 -74 17 -82Z", c.hair))
    fringe = path(
        "M-20 -112C-21 -102 -17 -100 -13 -105C-9 -100 -4 -101 -1 -105.5C3 -101 8 -101 12 -105C16 -100 21 -102 20 -112Z",
        c.hair,
        stroke_width=1.2,
    )
    lips = line("M-5 -79.4Q0 -75.6 5 -79.4", 1.8, stroke=LIPS)
    ruff = mirrored("".join(dot(px, py, 6, FACE) for px, py in ((25, -66), (17.5, -62), (9, -59.4)))) + dot(0, -58.4, 6, FACE)
    cap = path(
        "M-30 -116C-38 -126 -28 -138 -8 -141C10 -150 34 -146 36 -131C37 -124 30 -119 25 -117C10 -112 -18 -112 -30 -116Z", c.colour
    )
    cap += line("M-22 -126C-10 -130 4 -132 14 -139", 1.2, stroke=GOLD)
    cap += path("M-24 -119Q0 -112 24 -119V-110Q0 -103.5 -24 -110Z", GOLD)
    feather = path(
        "M-13 -113C-28 -124 -50 -116 -56 -86C-57 -80 -55 -76 -53 -74C-51 -86 -46 -92 -39 -96C-30 -98 -20 -104 -13 -113Z", FACE
    )
    feather += line("M-14 -112.6C-34 -114 -46 -104 -53 -82M-36 -105L-33 -99M-44 -98L-41 -94M-29 -110L-25 -103", 1)
    badge = dot(-13, -112.6, 4, c.second, stroke_width=1.2)
    shoulders = mirrored(
        path("M31 -62C42 -65 55 -59 59 -45C50 -36 38 -38 32 -46Z", c.colour)
        + line("M39 -59Q44 -51 42 -42M48 -58Q52 -51 51 -42", 1.1, stroke=GOLD)
    )
    back = mantle(c.second) + robe(c, 28, 30, -41) + shoulders
    return back + carried + ruff + hair + face(lips) + fringe + cap + feather + badge + fist(c)


def horse(coat: str, mane: str, bridle: str) -> str:
    """The head and neck of a horse that looks to the left, rising from the seam; its rider's hand is at the right."""
    crest = path(f"M-29 -73C-8 -68 9 -44 13 -5L{_down(13)}L{_down(-6)}C-6 -30 -14 -52 -29 -73Z", mane)
    head = path(
        f"M-29 -72L-31 -86L-38 -73C-46 -66 -56 -53 -63 -40C-65 -34 -62 -29 -57 -29C-52 -29 -48 -33 -44 -35C-40 -35 -37 -33 -36 -29"
        f"C-34 -14 -40 4 -47 14L{_down(-50)}L{_down(-2)}C-3 -28 -10 -54 -29 -72Z",
        coat,
    )
    forelock = path("M-31 -78C-38 -74 -42 -66 -41 -60C-36 -62 -31 -68 -29 -73Z", mane, stroke_width=1.1)
    eye = dot(-43.5, -55, 2.4, INK, stroke="none") + line("M-47 -58Q-43 -61 -40 -57", 1.2)
    muzzle = dot(-59, -36.5, 1.6, INK, stroke="none") + line("M-62 -32.5Q-57 -31 -53 -33.5", 1.1)
    straps = line("M-36 -74L-40 -36M-56 -51L-49 -33M-52 -42L-40 -38M-44 -36C-30 -20 10 -28 40 -46", 2.6, stroke=bridle)
    return crest + head + forelock + eye + muzzle + straps + dot(-51.5, -39.5, 2.4, GOLD, stroke_width=0.9)


def jester(bright: bool) -> str:
    """The joker: a jester's head in a cap of three horns with bells, single-headed. `bright` is the coloured one."""
    one, two, metal = (RED, DEEP, GOLD) if bright else ("#2d2a31", "#c3c6cb", FACE)

    def halves(right_half: str) -> str:
        return path(right_half, two) + element("g", path(right_half, one), transform="scale(-1 1)")

    horn = path("M-17 -58C-12 -84 -5 -98 0 -118C5 -98 12 -84 17 -58L0 -34Z", metal)
    horns = halves("M0 -36C4 -84 40 -106 58 -72C64 -60 63 -46 58 -34C55 -52 47 -58 41 -50C35 -42 33 -34 32 -20L0 -14Z")
    hood = halves("M0 -30H31C39 0 38 30 25 50H0Z")
    tips = []  # the collar's points fan out from the throat
    collar = ""
    for k in range(6):
        sine, cosine = sin(radians(21 * k - 52.5)), cos(radians(21 * k - 52.5))
        petal = [
            (r * sine + side * cosine, 18 + r * cosine - side * sine)
            for r, side in ((26, -7), (57, -11.5), (86, 0), (57, 11.5), (26, 7))
        ]
        collar += path(polygon(petal), (one, metal, two)[k % 3])
        tips.append((90 * sine, 18 + 90 * cosine))
    ruff = "".join(dot(x, 47 + 4 * (1 - abs(x) / 28), 6.5, FACE) for x in (-28, 28, -19, 19, -10, 10, 0))
    grin = path("M-10 -82.5Q0 -77 10 -82.5Q7 -72.5 0 -72.5Q-7 -72.5 -10 -82.5Z", "#fff", stroke_width=1.2)
    grin += line("M-11.4 -83.6l2 1M11.4 -83.6l-2 1M-9 -79.6Q0 -74.6 9 -79.6", 1)
    head = element("g", face(grin), transform="translate(0 124.5)scale(1.3)")
    paint = mirrored(path("M13 -19L16 -12H10ZM13 13L16 5H10Z", one, stroke="none"))
    band = path("M-34 -32Q0 -27 34 -32V-16L22 -10L11 -14L0 -8L-11 -14L-22 -10L-34 -16Z", metal)
    bells = "".join(_bell(x, y, metal) for x, y in ((0, -122), (-58, -29), (58, -29), *tips))
    figure = horn + horns + collar + hood + head + paint + ruff + band + path(star(5, 13, 5.6, 0, -47), metal) + bells
    return element(
        "g", figure, transform="translate(0 7)", stroke=INK, stroke_width=1.8, stroke_linejoin="round", stroke_linecap="round"
    )


def _bell(x: float, y: float, metal: str) -> str:
    return dot(x, y, 6, metal) + line(
        f"M{number(x - 5.6)} {number(y - 0.6)}H{number(x + 5.6)}M{number(x)} {number(y + 1)}v4", 1.4
    )
