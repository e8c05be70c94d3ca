"""The court figures: half-length, front-facing, double-headed, built from simple shapes.

Each figure is one half drawn around the card's centre (0, 0) with y upwards negative; the other half is the same
drawing turned by half. The halves meet on a slanting seam under a sash. Everything a half draws stops at the seam or
inside the sash, so no clipping is needed.

Rank shows in the outline: a king has a tall open crown, a beard and a sceptre; a queen a low coronet with pearls,
a veil and a flower; a jack a flat cap with a feather and a halberd. Suit shows in the robe, woven with its signs.
"""

from dataclasses import dataclass

from .shapes import FACE, GOLD, INK, both_ends, dot, element, line, mirrored, number, path, place, star

FRAME_W, FRAME_H = 66.0, 150.0  # half the frame
SLANT = 0.42  # the seam is y = -SLANT * x
SASH = 8.5  # half the sash, measured upright
SKIN = "#f8dcbc"
SHADE = "#e9b48d"  # cheeks, noses, the folds between fingers
GROUND = "#fff6e0"  # inside the frame
STEEL = "#c9d2d8"
DEEP = "#274b80"  # the second cloth of red suits
SLATE = "#5d7fa6"  # the second cloth of dark suits


@dataclass(frozen=True)
class Cloth:
    """What a figure wears: its suit's sign and colour, a second cloth, and the colour of its hair."""

    suit: int
    colour: str
    second: str
    hair: str


_HAIR = (("#5b3a22", "#7d4a22", "#c98a2b", "#3a2c2a"), ("#7a4a22", "#d19a3a", "#b5622b", "#40302c"), ("#8a8f96", "#d8cfc0", "#a8662c", "#e9e4da"))


def _seam(x: float) -> float:
    return -SLANT * x


def _down(x: float) -> str:
    """The point of the seam under x, as path data."""
    return f"{number(x)} {number(_seam(x))}"


def court(suit: int, figure: int, colour: str) -> str:
    """A framed court around (0, 0): figure 0 jack, 1 queen, 2 king, in the suit's `colour`."""
    second = DEEP if suit in (1, 2) else SLATE
    cloth = Cloth(suit, colour, second, _HAIR[figure][suit])
    half = (_jack, _queen, _king)[figure](cloth)
    half = element("g", half, stroke=INK, stroke_width=1.6, stroke_linejoin="round", stroke_linecap="round")
    corner = place(f"pip-{suit}", -49, -131, 0.27, fill=colour)
    return _ground() + both_ends(half) + _sash(colour) + both_ends(corner) + _frame()


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


def _robe(c: Cloth, neck: float, hem: float) -> str:
    """The front of the robe from the shoulders to the seam, woven with the suit's sign, and a gold placket."""
    front = path(f"M{-neck} -66L{-hem} -40L{_down(-hem)}L{_down(hem)}L{hem} -40L{neck} -66Z".replace("L-", "L-"), c.colour)
    signs = ""
    for row in range(8):
        y = -52.0 + 11 * row
        for column in range(-4, 5):
            x = 12.5 * column + (6.25 if row % 2 else 0)
            inside = abs(x) < hem - 6 and abs(x) > 12 and y < _seam(x) + SASH - 5
            if inside:
                signs += place(f"pip-{c.suit}", x, y, 0.085)
    woven = element("g", signs, fill=FACE, stroke="none")
    placket = path(f"M-7 -66L{_down(-7)}L{_down(7)}L7 -66Z", GOLD)
    placket += "".join(path(star(4, 4, 4, 0, y), c.second, stroke_width=1) for y in (-40, -27, -14))
    return front + woven + placket


def _mantle(colour: str, top: float = -74) -> str:
    """The cloak behind: from the neck over the shoulders to the frame, and down to the seam."""
    w = number(FRAME_W)
    return path(
        f"M0 {number(top)}C-22 -72 -46 -66 -55 -52C-63 -40 -{w} -24 -{w} -8L{_down(-FRAME_W)}L{_down(FRAME_W)}L{w} -34"
        f"C65 -42 61 -47 55 -52C46 -66 22 -72 0 {number(top)}Z",
        colour,
    )


def _face(brow: str, lips: str, jaw: float = 19) -> str:
    """A face from (-19, -116) to its chin at -69, looking straight ahead."""
    head = path(f"M-19.5 -114V-92C-19.5 -78 -9 -68.5 0 -68.5C9 -68.5 19.5 -78 19.5 -92V-114Z", SKIN)
    eye = line("M4.2 -103.6Q9 -107 14 -103.2", 1.7, stroke=brow)
    eye += path("M4.6 -97.2Q9 -101.6 13.6 -97.2Q9 -94.4 4.6 -97.2Z", "#fff", stroke_width=1)
    eye += dot(9, -97.6, 2, INK, stroke="none")
    nose = line("M1.6 -97C1.4 -92 -3.6 -88.6 -3.4 -86.6C-2.4 -84.8 0.6 -85 2.4 -85.6", 1.3)
    cheeks = mirrored(dot(11.5, -87, 3.6, SHADE, stroke="none", opacity=0.55))
    return head + cheeks + mirrored(eye) + nose + lips


def _fist(x: float, y: float, c: Cloth, sleeve: str) -> str:
    """A forearm rising from the seam to a closed hand at (x, y)."""
    arm = path(f"M{_down(20)}C24 -26 30 -34 {number(x - 11)} {number(y + 13)}L{number(x + 8)} {number(y + 17)}C{number(x + 8)} {number(y + 24)} 54 -30 {_down(54)}Z", sleeve)
    cuff = path(f"M{number(x - 13)} {number(y + 13)}L{number(x - 9)} {number(y + 5)}L{number(x + 10)} {number(y + 9)}L{number(x + 10)} {number(y + 18)}Z", FACE)
    hand = path(f"M{number(x - 9)} {number(y - 6)}Q{number(x)} {number(y - 11)} {number(x + 9)} {number(y - 6)}L{number(x + 9)} {number(y + 9)}L{number(x - 8)} {number(y + 6)}Z", SKIN)
    fingers = "".join(line(f"M{number(x - 1)} {number(y + dy)}H{number(x + 9)}", 1.1) for dy in (-3.5, 0.5, 4.5))
    return arm + cuff + hand + fingers


def _staff(x: float, top: float, width: float, colour: str) -> str:
    left, right = number(x - width / 2), number(x + width / 2)
    return path(f"M{left} {number(top)}H{right}V{number(_seam(x))}H{left}Z", colour, stroke_width=1.3)


def _king(c: Cloth) -> str:
    x = 50.0
    sceptre = _staff(x, -118, 4, GOLD) + path(f"M{x - 6} -116H{x + 6}L{x + 4} -110H{x - 4}Z".replace(".0", ""), GOLD)
    sceptre += place(f"pip-{c.suit}", x, -129, 0.25, fill=c.colour)
    collar = path("M-46 -62C-30 -72 30 -72 46 -62C40 -44 20 -36 0 -36C-20 -36 -40 -44 -46 -62Z", FACE)
    collar += "".join(mirrored(line(f"M{px} {py}v5", 2.2)) for px, py in ((34, -58), (24, -50), (12, -46)))
    hair = mirrored(path("M16 -116C28 -112 27 -96 28 -86C29 -78 34 -74 31 -69C27 -64 19 -66 17 -72Z", c.hair))
    beard = path(
        "M-19.5 -98C-18 -90 -15 -86 -9 -85.5C-5 -88 5 -88 9 -85.5C15 -86 18 -90 19.5 -98C23 -78 14 -60 0 -46C-14 -60 -23 -78 -19.5 -98Z",
        c.hair,
    )
    mouth = path("M-6 -79.5Q0 -77 6 -79.5Q0 -74 -6 -79.5Z", "#b5443c", stroke_width=0.9)
    beard += line("M-6 -68Q-5 -60 -1 -54M6 -68Q5 -60 1 -54M0 -70V-56", 1)
    crown = path("M-21 -110L-27 -138L-13 -124L0 -145L13 -124L27 -138L21 -110Z", GOLD)
    crown += path("M-14 -113L-17 -124L-11 -119Z M14 -113L17 -124L11 -119ZM-6 -114L0 -130L6 -114Z", c.colour, stroke_width=1)
    crown += path("M-22 -115Q0 -109 22 -115V-106Q0 -100 -22 -106Z", GOLD)
    crown += path(star(4, 4, 3, 0, -107), c.colour, stroke_width=1) + mirrored(dot(11, -108.6, 2.2, c.second, stroke_width=1))
    crown += dot(0, -145, 3.2, FACE) + mirrored(dot(27, -138, 3, FACE))
    return (
        _mantle(c.second)
        + _robe(c, 28, 34)
        + sceptre
        + collar
        + hair
        + _face(c.hair, "")
        + beard
        + mouth
        + crown
        + _fist(x, -48, c, c.colour)
    )


def _queen(c: Cloth) -> str:
    x = 50.0
    veil = path("M0 -132C-26 -132 -34 -112 -35 -92C-36 -76 -42 -68 -46 -58H46C42 -68 36 -76 35 -92C34 -112 26 -132 0 -132Z", c.second)
    hair = path("M0 -122C-24 -122 -28 -104 -27 -90C-26 -78 -30 -70 -27 -60H27C30 -70 26 -78 27 -90C28 -104 24 -122 0 -122Z", c.hair)
    neck = path("M-8 -76V-64L-24 -58C-16 -44 16 -44 24 -58L8 -64V-76Z", SKIN)
    pearls = "".join(mirrored(dot(px, py, 2.3, "#fff", stroke_width=0.9)) for px, py in ((14, -60.4), (9.6, -57.4), (5, -55.4)))
    pearls += dot(0, -54.6, 2.3, "#fff", stroke_width=0.9) + path("M0 -52L3.4 -47L0 -42L-3.4 -47Z", c.colour, stroke_width=1)
    lips = path("M-5.4 -79Q-2.4 -81.8 0 -80.4Q2.4 -81.8 5.4 -79Q0 -74.4 -5.4 -79Z", "#c23b3b", stroke_width=0.9)
    parting = path("M0 -116C-10 -116 -18 -108 -20.5 -94C-22 -104 -20 -120 0 -121C20 -120 22 -104 20.5 -94C18 -108 10 -116 0 -116Z", c.hair)
    coronet = path("M-22 -116L-25 -131L-15 -124L-9 -135L0 -125L9 -135L15 -124L25 -131L22 -116Q0 -124 -22 -116Z", GOLD)
    coronet += "".join(mirrored(dot(px, py, 2.7, "#fff")) for px, py in ((25, -132), (9, -136.5)))
    coronet += dot(0, -122.6, 2, c.colour, stroke_width=1) + mirrored(dot(10, -122, 1.7, c.colour, stroke_width=1))
    flower = _staff(x, -104, 2.6, "#3d7a3f")
    flower += path(f"M50 -76C56 -78 61 -84 61 -90C54 -88 50 -84 50 -76ZM50 -70C44 -72 40 -76 39 -82C46 -81 50 -77 50 -70Z", "#3d7a3f", stroke_width=1.2)
    petals = "".join(element("circle", cx=0, cy=-8.4, r=6.2, fill=c.colour, transform=f"rotate({60 * k})") for k in range(6))
    flower += element("g", petals + dot(0, 0, 5, GOLD), transform="translate(50 -112)", stroke_width=1.3, stroke=FACE)
    sleeves = mirrored(path("M30 -60C44 -64 56 -56 58 -42C48 -34 36 -38 30 -46Z", c.colour))
    return veil + _mantle(c.second, -62) + hair + _robe(c, 26, 32) + neck + pearls + sleeves + _face(c.hair, lips) + parting + coronet + flower + _fist(x, -48, c, c.colour)


def _jack(c: Cloth) -> str:
    x = 50.0
    halberd = _staff(x, -132, 4, "#8a5a2b")
    halberd += path("M52 -124C58 -130 62 -130 64 -132V-100C62 -102 58 -104 52 -108Z", STEEL, stroke_width=1.3)
    halberd += path("M48 -120L38 -126L40 -114L48 -112Z", STEEL, stroke_width=1.3)
    halberd += path("M50 -148L54 -134L52 -126H48L46 -134Z", STEEL, stroke_width=1.3)
    hair = mirrored(path("M8 -120C24 -120 27 -108 26 -96C26 -86 33 -82 30 -76C26 -71 18 -74 17 -82Z", c.hair))
    fringe = path("M-20 -112C-18 -104 -14 -105 -10 -109C-6 -104 -2 -104 0 -109C2 -104 6 -104 10 -109C14 -105 18 -104 20 -112Z", c.hair)
    lips = line("M-4.6 -79Q0 -76 4.6 -79", 1.6, stroke="#a8433a")
    ruff = "".join(mirrored(dot(px, py, 6, FACE)) for px, py in ((24, -66), (17, -62), (9, -60))) + dot(0, -59, 6, FACE)
    cap = path("M-33 -122C-36 -138 -14 -146 6 -144C26 -142 36 -132 31 -122C26 -116 -28 -114 -33 -122Z", c.colour)
    cap += path("M-24 -121Q0 -113 24 -121V-111Q0 -104 -24 -111Z", GOLD)
    cap += dot(0, -111.6, 3.2, c.second, stroke_width=1)
    feather = path("M-18 -118C-34 -122 -46 -112 -44 -92C-40 -100 -36 -104 -30 -106C-26 -108 -20 -112 -18 -118Z", FACE)
    feather += line("M-19 -117C-32 -116 -40 -106 -43 -95", 1)
    shoulders = mirrored(path("M30 -62C42 -64 54 -58 58 -44C50 -36 38 -38 32 -46Z", c.colour))
    return _mantle(c.second) + _robe(c, 28, 32) + shoulders + halberd + ruff + hair + _face(c.hair, lips) + fringe + cap + feather + _fist(x, -48, c, c.second)


def jester(bright: bool) -> str:
    """The joker: a jester's head in a cap of three horns with bells. `bright` is the coloured one."""
    return ""
