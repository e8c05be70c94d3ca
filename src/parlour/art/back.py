"""The backs of the cards. All but the vase are the same whichever way up, so a turned card gives nothing away."""

from math import cos, pi, sin

from .shapes import FACE, GOLD, HEIGHT, WIDTH, both_ends, dot, element, line, mirrored, number, path, polygon, star

PALE = "#f3ead6"
BLUES = ("#1f3f77", "#16305c", GOLD)
REDS = ("#9c2230", "#7b1622", GOLD)
GREYS = ("#2b2b2b", "#000000", "#ffffff")


def _node(x: float, y: float) -> str:
    return f"M{number(x)} {number(y)}"


def lattice(colours: tuple[str, str, str] = BLUES) -> str:
    """Woven bands with rosettes, border and medallion; field, core of the bands and metal in `colours`."""
    field, deep, metal = colours
    across, down = 8, 12  # lozenges; even numbers keep the middle on a crossing
    half_w, half_h = 102.0, 153.0
    cell_w, cell_h = 2 * half_w / across, 2 * half_h / down
    rising, falling, over = [], [], []
    stars: dict[str, list[str]] = {metal: [], PALE: []}
    for k in range(-down, across + 1):  # each band enters on the left or top edge and leaves at the right or bottom one
        i0, i1 = max(0, k), min(across, k + down)
        if i1 > i0:
            x0, x1 = i0 * cell_w - half_w, i1 * cell_w - half_w
            y0, y1 = (i0 - k) * cell_h - half_h, (i1 - k) * cell_h - half_h
            falling.append(f"{_node(x0, y0)}L{number(x1)} {number(y1)}")
            rising.append(f"{_node(x0, -y0)}L{number(x1)} {number(-y1)}")
    for i in range(1, 2 * across):  # crossings lie on the whole points and in the middles of the cells
        for j in range(1, 2 * down):
            x, y = i * cell_w / 2 - half_w, j * cell_h / 2 - half_h
            if (i + j) % 2 and abs(x) / 42 + abs(y) / 62 > 1.15:  # clear of the medallion
                stars[metal if i % 2 else PALE].append(
                    _node(x, y - 4.6) + "l1.3 3.3 3.3 1.3-3.3 1.3-1.3 3.3-1.3-3.3-3.3-1.3 3.3-1.3z"
                )
            elif i % 2 and j % 2:
                dx, dy = cell_w / 4, cell_h / 4
                over.append(f"{_node(x - dx, y - dy)}l{number(2 * dx)} {number(2 * dy)}")
    bands = "".join(
        line(d, 5, stroke=PALE, stroke_linecap="butt") + line(d, 2.6, stroke=deep, stroke_linecap="butt")
        for d in ("".join(falling), "".join(rising), "".join(over))
    )
    gems = "".join(path("".join(d), colour) for colour, d in stars.items())
    return _field(field) + bands + gems + _border(half_w, half_h, field, metal) + _medallion(field, metal)


def _field(colour: str) -> str:
    w, h = WIDTH / 2 - 12, HEIGHT / 2 - 12
    return element("rect", x=-w, y=-h, width=2 * w, height=2 * h, rx=9, fill=colour)


def _border(half_w: float, half_h: float, field: str, metal: str) -> str:
    def frame(inset: float, colour: str, width: float, rx: float) -> str:
        w, h = half_w - inset, half_h - inset
        return element("rect", x=-w, y=-h, width=2 * w, height=2 * h, rx=rx, fill="none", stroke=colour, stroke_width=width)

    return frame(-2.5, field, 6, 3) + frame(0.5, PALE, 2, 2) + frame(-5.5, metal, 1.6, 6)


def _medallion(field: str, metal: str) -> str:
    """A lozenge on the weave with an eight-pointed star: two squares laid over each other, and a rose in it."""
    lozenge = path("M0 -62L42 0L0 62L-42 0Z", field, stroke=PALE, stroke_width=2.4)
    lozenge += path("M0 -54L36.5 0L0 54L-36.5 0Z", stroke=metal, stroke_width=1.4)
    squares = [(21.0, 0.0), (0.0, 21.0), (-21.0, 0.0), (0.0, -21.0)]
    knot = path(polygon(squares), PALE) + path(polygon([(15, 15), (-15, 15), (-15, -15), (15, -15)]), PALE)
    knot += path(star(8, 15.5, 8), field) + path(star(8, 11, 4.5), metal) + element("circle", r=3, fill=FACE)
    ends = "".join(path(star(4, 6, 2.2, 0, y), PALE) for y in (-37, 37))
    return lozenge + knot + ends


# further backs


def _rosette(r: float, swing: float, lobes: int, turn: float, colour: str, width: float, flat: float = 1.0) -> str:
    """A closed wavy ring, as a rose engine cuts it; `flat` squeezes it sideways."""
    points = []
    for k in range(4 * lobes):
        a = pi * k / (2 * lobes)
        d = r + swing * cos(lobes * a + turn)
        points.append((d * flat * cos(a), d * sin(a)))
    return path(_smooth(points), stroke=colour, stroke_width=width)


def _smooth(points: list[tuple[float, float]]) -> str:
    """Path data of a closed curve through points (Catmull-Rom)."""
    n = len(points)
    d = f"M{number(points[0][0])} {number(points[0][1])}"
    for k in range(n):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (points[(k + j) % n] for j in (-1, 0, 1, 2))
        c1, c2 = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6), (x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        d += "C" + " ".join(f"{number(x)} {number(y)}" for x, y in (c1, c2, (x2, y2)))
    return d + "Z"


def guilloche() -> str:
    """Lathe-work as on banknotes: wavy rings laid over each other in an oval, four smaller roses in the corners."""
    field, pale, warm = "#0f5a4d", "#e9f2e4", "#e8c26a"
    rings = ""
    for k in range(7):
        r = 16 + 12 * k
        for turn in (0, pi):
            rings += _rosette(r, 8, 12 if k < 3 else 24, turn, pale if k % 2 else warm, 0.9, 0.9 if k < 6 else 0.96)
    outer = "".join(_rosette(98, 5, 36, turn, pale, 0.9) for turn in (0, 2 * pi / 3, 4 * pi / 3))
    corners = "".join(
        element(
            "g",
            "".join(_rosette(r, 4, 8, t, c, 0.9) for r, c in ((8, warm), (15, pale), (22, warm)) for t in (0, pi)),
            transform=f"translate({x} {y})",
        )
        for x in (-70, 70)
        for y in (-121, 121)
    )
    tops = "".join(
        element("g", "".join(_rosette(r, 3, 8, t, pale, 0.9) for r in (6, 12) for t in (0, pi)), transform=f"translate(0 {y})")
        for y in (-129, 129)
    )
    boss = dot(0, 0, 14, field, stroke=warm, stroke_width=1.4) + path(star(8, 11, 5), pale) + dot(0, 0, 3.4, warm)
    return _field(field) + rings + outer + corners + tops + boss + _frames(pale, warm)


def _frames(pale: str, warm: str) -> str:
    """Two thin frames just inside the field's edge."""
    drawn = ""
    for inset, colour, width, rx in ((5, pale, 2, 6), (9, warm, 1, 4)):
        w, h = WIDTH / 2 - 12 - inset, HEIGHT / 2 - 12 - inset
        drawn += element("rect", x=-w, y=-h, width=2 * w, height=2 * h, rx=rx, fill="none", stroke=colour, stroke_width=width)
    return drawn


def scales() -> str:
    """Fish scales that run from a band in the middle towards both ends."""
    field, dark, pale, warm = "#8f1d2c", "#6e1220", "#f6e7d2", "#e8b860"
    rows = ""
    for j in range(13):  # from the end inwards, each row over the one before
        y = -146 + 11.2 * j
        for i in range(-5, 6):
            x = 19.6 * i + (9.8 if j % 2 else 0)
            if abs(x) > 99:
                continue
            rows += dot(x, y + 9.8, 9.8, dark if (i + j) % 3 else field, stroke=pale, stroke_width=1.1)
            rows += dot(x, y + 10.6, 5.6, "none", stroke=warm, stroke_width=0.9) + dot(x, y + 11.2, 2, pale)
    half = element("g", rows)
    rim = element("rect", x=-108, y=-158, width=216, height=316, rx=8, fill="none", stroke=field, stroke_width=13)
    belt = path("M-103 -13H103V13H-103Z", field, stroke=pale, stroke_width=2) + path(
        "M-103 -9H103V9H-103Z", stroke=warm, stroke_width=1
    )
    gems = "".join(path(star(4, 6, 2.6, x, 0), pale if k % 2 else warm) for k, x in enumerate(range(-88, 89, 16)) if abs(x) > 30)
    boss = dot(0, 0, 29, field, stroke=pale, stroke_width=2.4) + dot(0, 0, 24.6, "none", stroke=warm, stroke_width=1.2)
    boss += path(star(12, 21, 11), pale) + dot(0, 0, 9.6, field) + path(star(6, 8, 4), warm)
    return _field(field) + both_ends(half, "half-back") + rim + belt + gems + boss + _frames(pale, warm)


def vase() -> str:
    """A vase of flowers under an arch: this one has a top and a bottom."""
    field, deep, pale, warm, rose, leaf = "#24344d", "#1a2740", "#f3ead6", "#dfae4a", "#c9545c", "#6f9e7c"
    ground = "".join(
        dot(x, y, 1.5, "#3d5273") for j, y in enumerate(range(-144, 150, 12)) for x in range(-96 + 6 * (j % 2), 97, 12)
    )
    arch = path("M-82 138V-52C-82 -104 -46 -132 0 -138C46 -132 82 -104 82 -52V138Z", deep, stroke=warm, stroke_width=2.4)
    arch += path("M-75 131V-50C-75 -98 -42 -124 0 -130C42 -124 75 -98 75 -50V131Z", stroke=pale, stroke_width=1)
    shelf = path("M-66 118H66V126H-66Z", warm) + path("M-58 112H58V118H-58Z", pale)
    urn = path("M-26 40C-44 56 -40 84 -14 96L-11 104H11L14 96C40 84 44 56 26 40Z", pale) + path(
        "M-29 33H29V41H-29ZM-20 104H20V112H-20Z", warm
    )
    urn += line("M-34 62Q0 74 34 62", 2, stroke=field) + line("M-35 68Q0 80 35 68", 1, stroke=field)
    urn += "".join(path(star(4, 4.6, 1.8, x, 84 - abs(x) / 7), rose if x else field) for x in (-18, 0, 18))
    urn += mirrored(line("M27 44C44 40 50 58 38 70", 3, stroke=pale))

    def flower(x: float, y: float, r: float, petals: str, heart: str, n: int = 8) -> str:
        drawn = "".join(
            element(
                "ellipse", cx=0, cy=-0.62 * r, rx=0.34 * r, ry=0.5 * r, fill=petals, transform=f"rotate({number(360 / n * k)})"
            )
            for k in range(n)
        )
        return element("g", drawn + dot(0, 0, 0.32 * r, heart), transform=f"translate({x} {y})")

    stems = line("M0 36V-70M0 36C-4 0 -20 -20 -34 -34M-4 34C-16 14 -40 8 -54 2M-2 20C-8 -20 -22 -52 -26 -74", 2, stroke=leaf)
    leaves = "".join(
        path("M0 0C8 -4 12 -12 11 -22C3 -18 -2 -10 0 0Z", leaf, transform=f"translate({x} {y})rotate({turn})scale({s})")
        for x, y, turn, s in (
            (-10, 12, -70, 1),
            (-22, 22, -96, 1),
            (-14, -30, -60, 0.9),
            (-4, -24, -20, 0.9),
            (-30, 8, -40, 0.9),
            (-24, -56, -64, 0.8),
            (-46, 6, -20, 0.7),
            (-2, -46, -46, 0.8),
        )
    )
    blooms = (
        flower(-54, 0, 15, warm, rose)
        + flower(-36, -38, 18, rose, warm)
        + flower(-27, -80, 14, pale, warm)
        + flower(-22, 4, 12, pale, rose)
    )
    middle = flower(0, -78, 19, rose, warm, 10) + flower(0, -28, 17, warm, rose, 10) + flower(0, 16, 13, pale, warm)
    return _field(field) + ground + arch + shelf + mirrored(stems + leaves + blooms) + middle + urn + _frames(pale, warm)
