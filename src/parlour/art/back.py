"""The back of the cards: a woven lattice of our own, the same whichever way up."""

from .shapes import FACE, GOLD, HEIGHT, WIDTH, element, line, number, path, polygon, star

FIELD, DEEP, PALE = "#1f3f77", "#16305c", "#f3ead6"


def _node(x: float, y: float) -> str:
    return f"M{number(x)} {number(y)}"


def lattice() -> str:
    """The back's drawing around (0, 0): field, woven bands, rosettes, border and medallion."""
    across, down = 8, 12  # lozenges; even numbers keep the middle on a crossing
    half_w, half_h = 102.0, 153.0
    cell_w, cell_h = 2 * half_w / across, 2 * half_h / down
    rising, falling, over = [], [], []
    stars: dict[str, list[str]] = {GOLD: [], PALE: []}
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
                stars[GOLD if i % 2 else PALE].append(
                    _node(x, y - 4.6) + "l1.3 3.3 3.3 1.3-3.3 1.3-1.3 3.3-1.3-3.3-3.3-1.3 3.3-1.3z"
                )
            elif i % 2 and j % 2:
                dx, dy = cell_w / 4, cell_h / 4
                over.append(f"{_node(x - dx, y - dy)}l{number(2 * dx)} {number(2 * dy)}")
    bands = "".join(
        line(d, 5, stroke=PALE, stroke_linecap="butt") + line(d, 2.6, stroke=DEEP, stroke_linecap="butt")
        for d in ("".join(falling), "".join(rising), "".join(over))
    )
    gems = "".join(path("".join(d), colour) for colour, d in stars.items())
    return _field() + bands + gems + _border(half_w, half_h) + _medallion()


def _field() -> str:
    w, h = WIDTH / 2 - 12, HEIGHT / 2 - 12
    return element("rect", x=-w, y=-h, width=2 * w, height=2 * h, rx=9, fill=FIELD)


def _border(half_w: float, half_h: float) -> str:
    def frame(inset: float, colour: str, width: float, rx: float) -> str:
        w, h = half_w - inset, half_h - inset
        return element("rect", x=-w, y=-h, width=2 * w, height=2 * h, rx=rx, fill="none", stroke=colour, stroke_width=width)

    return frame(-2.5, FIELD, 6, 3) + frame(0.5, PALE, 2, 2) + frame(-5.5, GOLD, 1.6, 6)


def _medallion() -> str:
    """A lozenge on the weave with an eight-pointed star: two squares laid over each other, and a rose in it."""
    lozenge = path("M0 -62L42 0L0 62L-42 0Z", FIELD, stroke=PALE, stroke_width=2.4)
    lozenge += path("M0 -54L36.5 0L0 54L-36.5 0Z", stroke=GOLD, stroke_width=1.4)
    squares = [(21.0, 0.0), (0.0, 21.0), (-21.0, 0.0), (0.0, -21.0)]
    knot = path(polygon(squares), PALE) + path(polygon([(15, 15), (-15, 15), (-15, -15), (15, -15)]), PALE)
    knot += path(star(8, 15.5, 8), FIELD) + path(star(8, 11, 4.5), GOLD) + element("circle", r=3, fill=FACE)
    ends = "".join(path(star(4, 6, 2.2, 0, y), PALE) for y in (-37, 37))
    return lozenge + knot + ends
