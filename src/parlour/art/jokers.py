"""The jokers."""

from math import cos, radians, sin

from .faces import facing_left, front, three_quarter
from .shapes import FACE, GOLD, INK, RED, dot, element, line, mirrored, number, path, polygon, star

DEEP = "#274b80"


def jester(bright: bool) -> str:
    """The joker: a jester's head in a cap of three horns with bells, single-headed. `bright` is the coloured one, which looks at you; the other looks
    away."""
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
    face = front(grin) if bright else facing_left(three_quarter(element("g", grin, transform="translate(4 0)")))
    head = element("g", face, transform="translate(0 124.5)scale(1.3)")
    tears = path("M13 -19L16 -12H10ZM13 13L16 5H10Z", one, stroke="none")
    paint = mirrored(tears) if bright else tears
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
