"""Faces, hair, beards: heads around x = 0 from the brow at -114 to the chin at -69, outlined by the group around them.

A face looks straight ahead, three-quarters to the viewer's right, or in profile to the right; `facing_left` turns any
drawing about.
"""

from .shapes import INK, dot, element, line, mirrored, path

SKIN = "#f8dcbc"
SHADE = "#e9b48d"  # cheeks, noses, the folds between fingers
LIPS, BROW = "#b93c3a", "#4a3324"
WHITE = "#ffffff"


def facing_left(drawing: str) -> str:
    """A drawing that looks to the right, looking to the left."""
    return element("g", drawing, transform="scale(-1 1)")


def _eye(x: float, wide: float = 1) -> str:
    """An eye under its brow, its pupil looking along with the face."""
    eye = line("M-5 -6Q0 -9.6 5.2 -5.6", 1.7, stroke=BROW)
    eye += path("M-4.7 0Q0 -4.8 4.8 0Q0 3.2 -4.7 0Z", WHITE, stroke_width=1) + dot(0.3, -0.4, 2.1, INK, stroke="none")
    return element("g", eye, transform=f"translate({x} -96.2)scale({wide} 1)")


def _cheek(x: float) -> str:
    return dot(x, -87, 3.6, SHADE, stroke="none", opacity=0.55)


def lips(x: float, full: bool) -> str:
    """A mouth around (x, -79): a woman's, or a man's."""
    if full:
        drawn = path("M-5.4 0Q-2.4 -2.8 0 -1.4Q2.4 -2.8 5.4 0Q0 4.6 -5.4 0Z", LIPS, stroke_width=0.9)
    else:
        drawn = line("M-5 -0.4Q0 3.2 5 -0.4", 1.9, stroke=LIPS)
    return element("g", drawn, transform=f"translate({x} -79)")


def front(mouth: str) -> str:
    """A face that looks straight ahead."""
    head = path("M-19.5 -114V-92C-19.5 -78 -9 -68.5 0 -68.5C9 -68.5 19.5 -78 19.5 -92V-114Z", SKIN)
    nose = line("M1.6 -96C1.4 -91 -3.6 -88 -3.4 -86C-2.4 -84.2 0.6 -84.4 2.4 -85", 1.3)
    return head + mirrored(_cheek(12)) + _eye(-9) + _eye(9) + nose + mouth


def three_quarter(mouth: str) -> str:
    """A face turned to the right by an eighth; its mouth lies around x = 4."""
    head = path(
        "M-19.5 -114V-92C-19.5 -79 -9 -68.5 3 -68.5C10.5 -68.5 15.6 -74 17 -82C18.6 -86 18.6 -91 17.2 -96C19 -100 19.5 -106 19 -114Z",
        SKIN,
    )
    nose = line("M6.6 -98C7 -92.5 12.4 -89.5 11.4 -86.6C10.4 -84.8 7 -84.8 5 -85.6", 1.3)
    return head + _cheek(-8) + _eye(-4.5) + _eye(12, 0.72) + nose + mouth


def profile() -> str:
    """A face in profile to the right: one eye."""
    head = path(
        "M-19 -114C-19 -98 -16 -82 -7 -74C-3 -69 4 -67.4 10 -68.4C14.6 -69 15.6 -72.6 14.6 -75.2C16.8 -76.4 16.6 -78.6 14.8 -79.6"
        "C17.4 -80.6 17.4 -83.4 14.6 -85.4C18.4 -85.4 21.8 -86.6 21.4 -89.4C20.6 -92 16 -95 14.6 -100C13.6 -104 14.4 -108 14 -114Z",
        SKIN,
    )
    eye = line("M3.4 -102.4Q8.4 -106 13 -102.6", 1.8, stroke=BROW)
    eye += path("M4.4 -95.8Q8 -100.4 12.2 -97.4Q12 -94.6 4.4 -95.8Z", WHITE, stroke_width=1) + dot(
        9.8, -97, 1.9, INK, stroke="none"
    )
    nostril = line("M16.2 -87.2Q14.4 -88.8 13.8 -86.6M14.6 -79.7H9.6", 1.2)
    return head + _cheek(2) + eye + nostril


# hair


def rolled(colour: str) -> str:
    """Long hair that rolls outwards at the ends, as kings and squires wear it."""
    side = path("M12 -118C25 -114 24 -98 25 -88C26 -80 34 -81 34 -74C34 -67 24 -65 19 -70C16 -74 17 -80 17 -86Z", colour)
    side += line("M21 -106C22 -96 20 -88 23 -80C25 -76 29 -76 29.5 -73.5", 1)
    return mirrored(side)


def curls(colour: str) -> str:
    """Tight curls down both cheeks."""
    locks = ((20.5, -107, 6), (23, -98, 6.4), (24, -88, 6.6), (25, -78, 6.8), (26.5, -69, 6))
    drawn = "".join(dot(x, y, r, colour) for x, y, r in locks)
    swirls = "".join(f"M{x - 2.4} {y + 1}a2.6 2.6 0 1 1 4 1.6" for x, y, _ in locks)
    return mirrored(drawn + line(swirls, 1))


def swept(colour: str, length: float = -68) -> str:
    """The hair of a face in profile to the right: all of it behind the ear, rolled at its end."""
    d = f"M14 -119C-4 -126 -26 -120 -27 -98C-28 -88 -36 -86 -37 -77C-37 {length - 2} -26 {length + 2} -19 {length}C-12 {length - 4} -8 -80 -5 -88C-2 -94 -4 -104 2 -108C8 -110 13 -112 14 -119Z"
    return path(d, colour) + line(
        "M-22 -108C-24 -96 -20 -88 -26 -80C-29 -76 -31 -76 -31.6 -74M-14 -110C-16 -98 -11 -88 -17 -78C-18 -75 -20 -74 -22 -73M-7 -110C-9 -100 -7 -92 -10 -84",
        1,
    )


def straight(colour: str, length: float = -64) -> str:
    """Hair that falls straight over the shoulders, cut at `length`."""
    return mirrored(
        path(f"M4 -122C22 -122 26 -108 26.5 -92L30 {length}Q23 {length + 4} 17 {length}L17 -90Z", colour)
        + line(f"M21 -108L23.5 {length + 2}", 1)
    )


def bob(colour: str) -> str:
    """A page's hair, cut at the jaw and turned in."""
    return mirrored(path("M8 -118C24 -118 27 -108 27 -96C27 -86 31 -82 27 -75C22 -70 17 -74 17 -82Z", colour))


def fringe(colour: str) -> str:
    d = "M-20 -113C-21 -102 -17 -100 -13 -105C-9 -100 -4 -101 -1 -105.5C3 -101 8 -101 12 -105C16 -100 21 -102 20 -113Z"
    return path(d, colour, stroke_width=1.2)


def parting(colour: str) -> str:
    """Hair parted in the middle, over the brow."""
    d = "M0 -114C-9 -113 -17 -106 -20.5 -92C-23 -104 -20 -121 0 -121C20 -121 23 -104 20.5 -92C17 -106 9 -113 0 -114Z"
    return path(d, colour) + line("M0 -120V-114M-7 -117C-12 -113 -16 -107 -18 -101M7 -117C12 -113 16 -107 18 -101", 1)


def waves(colour: str) -> str:
    """A woman's long hair in waves, down to the breast."""
    side = path(
        "M0 -124C24 -124 28 -108 28 -96C28 -86 35 -80 33 -70C31 -62 38 -56 34 -46C28 -40 20 -44 21 -52C22 -60 16 -66 17 -80Z",
        colour,
    )
    return mirrored(side + line("M22 -110C24 -98 25 -84 28 -74C29 -66 27 -60 30 -50M20 -90C20 -78 26 -70 24 -60", 1))


def braids(colour: str) -> str:
    """Two braids laid over the shoulders and bound at their ends."""
    links = "".join(
        path(f"M{19 + k * 1.5} {-98 + 9 * k}q9 1 7.5 9.4q-9.6 0 -7.5 -9.4Z", colour, stroke_width=1.2) for k in range(6)
    )
    return mirrored(path("M6 -121C24 -121 26 -106 26 -94L18 -92Z", colour) + links)


def raised(colour: str, pearl: str = WHITE) -> str:
    """A lady's hair raised over pads in two lobes, with strings of pearls across."""
    lobe = path(
        "M0 -117C-4 -126 4 -131 13 -129C25 -127 31 -116 29 -104C28 -97 25 -92 21 -90C22 -99 19 -107 12 -111C8 -113 3 -113 0 -117Z",
        colour,
    )
    lobe += line("M6 -124C14 -124 21 -118 22 -108M12 -127C21 -125 26 -117 26 -107", 1)
    beads = "".join(
        dot(x, y, 1.6, pearl, stroke_width=0.7)
        for x, y in ((9, -114), (12, -118.4), (15.6, -122), (20, -100), (24, -102), (28, -103))
    )
    return mirrored(lobe + beads)


# beards


def full_beard(colour: str) -> str:
    """A long beard that ends in one point, with its moustache."""
    beard = path(
        "M-19.5 -97C-20 -80 -16 -78 -10 -80H10C16 -78 20 -80 19.5 -97C24 -76 14 -58 0 -44C-14 -58 -24 -76 -19.5 -97Z", colour
    )
    return beard + line("M-7 -69Q-6 -60 -1.6 -54M7 -69Q6 -60 1.6 -54M0 -68V-55", 1) + _mouth_and_moustache(colour)


def forked_beard(colour: str) -> str:
    """A beard in two rolls."""
    beard = path(
        "M-19.5 -97C-20 -82 -16 -79 -10 -80H10C16 -79 20 -82 19.5 -97C25 -78 22 -62 12 -52C6 -46 0 -52 0 -61C0 -52 -6 -46 -12 -52C-22 -62 -25 -78 -19.5 -97Z",
        colour,
    )
    curl = line("M14 -72C15 -64 12 -57 7 -56M7 -70C8 -64 6 -60 3.4 -58", 1)
    return beard + mirrored(curl) + _mouth_and_moustache(colour)


def round_beard(colour: str) -> str:
    """A short, curled beard, and no moustache."""
    d = "M-19.5 -98C-21 -88 -19 -80 -12 -76C-8 -74 -8 -73.5 0 -73.5C8 -73.5 8 -74 12 -76C19 -80 21 -88 19.5 -98C25 -88 24 -72 16 -66C12 -58 6 -60 0 -56C-6 -60 -12 -58 -16 -66C-24 -72 -25 -88 -19.5 -98Z"
    return path(d, colour) + line("M-15 -72q3 3 0 6M15 -72q-3 3 0 6M-7 -68q3 3 1 7M7 -68q-3 3 -1 7", 1)


def profile_beard(colour: str) -> str:
    """The beard of a face in profile, pointing forward."""
    d = "M-10 -96C-6 -84 0 -79 8 -79.4C11 -80 13 -79.6 15 -79.4C17 -77 16.6 -75 15.4 -74C18 -70 20 -62 16 -50C8 -52 -4 -60 -9 -74C-12 -82 -12 -90 -10 -96Z"
    beard = path(d, colour) + line("M12 -73C14 -66 15 -60 14.4 -55M4 -73C7 -66 9 -61 11 -56M-3 -78C0 -70 3 -65 6 -60", 1)
    return beard + path("M18.6 -85C14 -87 8 -86 3.4 -80.6C9 -80.4 14.6 -80.6 18.6 -85Z", colour, stroke_width=1.2)


def moustache(colour: str, x: float = 0) -> str:
    half = path("M0 -84C4 -86.6 8 -83 14.6 -86.4C13 -79.8 5 -79 0 -81.4Z", colour, stroke_width=1.1)
    return element("g", mirrored(half), transform=f"translate({x} 0)")


def _mouth_and_moustache(colour: str) -> str:
    mouth = path("M-5.5 -78Q0 -75.5 5.5 -78Q0 -72.5 -5.5 -78Z", LIPS, stroke_width=0.9)
    return mouth + mirrored(path("M0 -84C4 -86 7 -82 16 -84C14 -78 6 -77 0 -80.5Z", colour, stroke_width=1.2))
