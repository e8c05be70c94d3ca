"""Objects in the hands of courts, and their arms. The hand closes around the point (48, -47)."""

from .faces import SKIN
from .seams import HAND, down, staff
from .shapes import FACE, GOLD, GREEN_LEAF, INK, STEEL, WOOD, dot, element, line, path, place

# arms


def fist(colour: str, trim: str = GOLD) -> str:
    """A forearm rising from the seam to a hand closed around a staff."""
    arm = path(f"M{down(18)}C24 -24 30 -32 38 -35L57 -31C58 -26 56 -26 {down(56)}Z", colour)
    arm += line("M25 -17C29 -24 34 -29 39 -31M22 -9C28 -18 36 -24 46 -27", 1.1, stroke=trim)
    cuff = path("M35 -35L39 -43L58 -39L59 -30Z", FACE) + line("M42 -41.5L39.4 -34M49 -40L47.6 -32.4M55 -38.6L55 -31", 0.9)
    hand = path("M39 -54Q48 -59 57 -54L57.5 -39L40 -42Z", SKIN)
    return arm + cuff + hand + line("M47 -51H57M47 -47H57M47 -43H57", 1.1)


def palm(colour: str) -> str:
    """An arm that holds up its open hand, on the viewer's left."""
    arm = path(f"M{down(-22)}C-26 -14 -30 -24 -38 -30L-58 -26C-60 -10 -60 8 {down(-58)}Z", colour)
    arm += line("M-28 -4C-30 -14 -34 -22 -40 -26", 1.1, stroke=GOLD)
    cuff = path("M-35 -30L-39 -40L-58 -37L-60 -26Z", FACE)
    hand = path(
        "M-40 -40C-37 -48 -37 -51 -33 -55C-31 -57 -29 -55 -30 -52.6L-35.5 -44L-36 -66C-36 -69 -40.6 -69 -41 -66L-41.6 -56L-42.4 -69.6C-42.8 -72.4 -47.2 -72.4 -47.2 -69.4L-47 -56.4"
        "L-49 -67.6C-49.8 -70.2 -53.8 -69.4 -53.4 -66.6L-52 -55L-55 -62.6C-56.4 -65 -59.6 -63.6 -59 -61L-56.4 -50C-55.6 -46 -56 -42 -56.6 -37Z",
        SKIN,
        stroke_width=1.3,
    )
    return arm + cuff + hand


def resting(colour: str) -> str:
    """An arm laid across the breast, on the viewer's left, its hand at the belt."""
    arm = path("M-56 -42C-62 -24 -60 -4 -50 4C-40 6 -28 -4 -20 -10L-26 -22C-34 -18 -40 -16 -42 -22Z", colour)
    arm += line("M-52 -30C-54 -16 -50 -4 -44 -4C-38 -4 -32 -10 -27 -14", 1.1, stroke=GOLD)
    cuff = path("M-31 -23L-25 -7L-18 -10L-24 -26Z", FACE)
    hand = path(
        "M-24 -24C-16 -26 -8 -24 -5 -20C-3 -17 -6 -16 -9 -17L-6 -13C-5 -10 -8 -9 -10 -11L-19 -10Z", SKIN, stroke_width=1.3
    )
    return arm + cuff + hand


# things


def sword() -> str:
    blade = path("M43.6 -64V-137L48 -149L52.4 -137V-64Z", STEEL) + line("M48 -140V-66", 1.1)
    guard = path(
        "M34 -66C34 -69 37 -70 39 -68L46 -66H50L57 -68C59 -70 62 -69 62 -66C62 -62 58 -61 56 -61H40C38 -61 34 -62 34 -66Z", GOLD
    )
    return blade + guard + path("M45.6 -61H50.4V-38H45.6Z", WOOD, stroke_width=1.2) + dot(48, -34.4, 4.6, GOLD, stroke_width=1.3)


def sword_behind() -> str:
    """A sword whose blade passes behind the head: hilt at the hand, point at the upper left. Drawn before the head."""
    blade = path("M-4.4 -14H4.4V-101L0 -113L-4.4 -101Z", STEEL) + line("M0 -104V-16", 1.1)
    guard = path("M-14 -14C-14 -18 -10 -18 -8 -16H8C10 -18 14 -18 14 -14C14 -10 10 -9 8 -9H-8C-10 -9 -14 -10 -14 -14Z", GOLD)
    hilt = path("M-2.6 -9H2.6V9H-2.6Z", WOOD, stroke_width=1.2) + dot(0, 11.6, 4.2, GOLD, stroke_width=1.2)
    return element("g", blade + guard + hilt, transform="translate(46 -52)rotate(-45)")


def axe() -> str:
    shaft = staff(HAND, -140, 4.4, WOOD) + path("M45 -147L48 -150L51 -147V-140H45Z", GOLD, stroke_width=1.1)
    head = path("M50 -131C55 -131 59 -135 62 -141C66 -128 66 -112 62 -100C59 -106 55 -110 50 -110Z", STEEL, stroke_width=1.4)
    head += line("M60 -134C62 -126 62 -114 60 -107", 1)
    return (
        shaft
        + head
        + path("M46 -130L36 -134V-108L46 -112Z", STEEL, stroke_width=1.3)
        + path("M44.4 -133H51.6V-108H44.4Z", GOLD, stroke_width=1.2)
    )


def halberd() -> str:
    shaft = staff(HAND, -134, 4, WOOD)
    blade = path("M50 -126C54 -128 58 -131 60 -135C65 -123 65 -109 60 -98C58 -103 54 -107 50 -108Z", STEEL, stroke_width=1.3)
    hook = path("M46 -122C42 -124 38 -124 35 -122C37 -117 41 -113 46 -112Z", STEEL, stroke_width=1.3)
    tassel = path("M44 -106H52L54 -92L51 -95L48 -91L45 -95L42 -92Z", GOLD, stroke_width=1)
    return shaft + blade + hook + tassel + path("M48 -149L52.5 -134L50 -126H46L43.5 -134Z", STEEL, stroke_width=1.3)


def orb(colour: str) -> str:
    """A globe with a cross on it, on the palm of the hand."""
    ball = dot(48, -67, 13.4, colour) + line("M35 -70Q48 -62 61 -70", 4.4) + line("M35.4 -70Q48 -62 60.6 -70", 2.6, stroke=GOLD)
    ball += line("M48 -80V-66", 4.4) + line("M48 -80V-65.4", 2.6, stroke=GOLD) + line("M40 -74Q42 -78 45 -78.6", 1.3, stroke=FACE)
    cross = path(
        "M46.4 -98H49.6L49.4 -93.4L54 -93.8V-89.4L49.4 -89.8L50 -80H46L46.6 -89.8L42 -89.4V-93.8L46.6 -93.4Z",
        GOLD,
        stroke_width=1.2,
    )
    return ball + cross


def sceptre(sign: str, colour: str) -> str:
    shaft = (
        staff(HAND, -112, 4, GOLD) + path("M41 -118H55L52 -109H44Z", GOLD) + path("M44 -104H52V-100H44Z", GOLD, stroke_width=1.1)
    )
    return shaft + place(sign, HAND, -131, 0.27, fill=colour, stroke="none")


def rose(colour: str) -> str:
    stem = staff(HAND, -102, 2.6, GREEN_LEAF)
    stem += path(
        "M48 -74C54 -76 60 -82 60 -90C52 -88 48 -83 48 -74ZM48 -68C42 -70 38 -74 37 -81C44 -80 48 -76 48 -68Z",
        GREEN_LEAF,
        stroke_width=1.2,
    )
    sepals = path("M36 -104Q42 -94 48 -96Q54 -94 60 -104L52 -102H44Z", GREEN_LEAF, stroke_width=1.1)
    bloom = dot(48, -114, 13, colour) + dot(48, -115.6, 7, colour, stroke_width=1.3) + dot(48, -116, 2.8, GOLD, stroke_width=1)
    folds = line("M36 -110Q40 -104 47 -103.6M60 -110Q56 -104 49 -103.6M38 -120Q40 -126 46 -126.6M58 -120Q56 -126 50 -126.6", 1.1)
    return stem + sepals + bloom + folds


def lily(colour: str) -> str:
    stem = staff(HAND, -100, 2.6, GREEN_LEAF)
    stem += path(
        "M48 -66C58 -70 62 -80 60 -92C52 -86 48 -76 48 -66ZM48 -72C40 -74 36 -80 36 -88C43 -86 47 -80 48 -72Z",
        GREEN_LEAF,
        stroke_width=1.2,
    )
    outer = path(
        "M48 -100C36 -102 32 -112 34 -124C40 -122 46 -114 48 -106C50 -114 56 -122 62 -124C64 -112 60 -102 48 -100Z", colour
    )
    inner = path("M48 -100C40 -110 42 -124 48 -134C54 -124 56 -110 48 -100Z", FACE)
    return (
        stem
        + outer
        + inner
        + line("M48 -102V-122M45 -104L43.4 -116M51 -104L52.6 -116", 1)
        + "".join(dot(x, y, 1.5, GOLD, stroke_width=0.7) for x, y in ((48, -123), (43.2, -117), (52.8, -117)))
    )


def falcon(colour: str) -> str:
    """A hooded falcon on the gloved hand, looking to the left."""
    tail = path("M52 -62L64 -44L58 -42L49 -58Z", colour)
    body = path("M41 -96C34 -84 36 -64 46 -55C56 -56 62 -66 60 -80C58 -92 52 -100 46 -101Z", FACE)
    wing = path("M47 -88C58 -88 63 -76 60 -54C52 -58 45 -70 47 -88Z", colour) + line(
        "M51 -82C56 -76 58 -68 58 -60M49 -76C52 -70 54 -66 56 -62", 1
    )
    head = dot(45, -103, 8.6, FACE) + path("M53 -106C53 -113 47 -114 43 -112L46 -100H52Z", colour, stroke_width=1.2)
    beak = path("M37.4 -105L32 -101.4L38 -99.4Z", GOLD, stroke_width=1.1) + dot(41, -104, 1.5, INK, stroke="none")
    spots = line("M42 -86v3M46 -80v3M41 -76v3M47 -70v3M43 -66v3", 1.3)
    return tail + body + spots + wing + head + beak + line("M44 -56V-52M50 -56V-52", 2, stroke=GOLD)


def arrow(colour: str) -> str:
    shaft = path("M46.6 -128H49.4V-28H46.6Z", WOOD, stroke_width=1.1) + path(
        "M48 -149L54 -132L48 -127L42 -132Z", STEEL, stroke_width=1.3
    )
    vanes = "".join(
        path(f"M46.6 {y}L39 {y - 6}V{y - 12}L46.6 {y - 6}ZM49.4 {y}L57 {y - 6}V{y - 12}L49.4 {y - 6}Z", colour, stroke_width=1)
        for y in (-62, -70, -78)
    )
    return shaft + vanes


def horn(colour: str) -> str:
    """A hunting horn on its cord."""
    cord = line("M55 -112C64 -96 64 -60 52 -42", 2.2, stroke=colour)
    body = path("M38 -132C44 -138 60 -138 64 -130C60 -104 56 -76 50 -52L44 -54C46 -80 45 -106 38 -132Z", FACE)
    mouth = path("M37 -132C42 -141 61 -141 65 -130C58 -124 44 -125 37 -132Z", GOLD)
    bands = path("M43.6 -104L60 -101L59.4 -95L44.6 -97.6ZM45.4 -78L55.4 -76.6L54.4 -70.6L45.6 -72Z", GOLD, stroke_width=1.1)
    return cord + body + mouth + bands + line("M48 -118Q52 -110 50 -102M49 -92Q51 -86 50 -80", 1)


def ribboned_staff(colour: str) -> str:
    """A staff wound with ribbon, a ball at its head."""
    shaft = staff(HAND, -132, 5.6, FACE)
    turns = "".join(path(f"M44 {y}L52 {y - 9}V{y - 3}L44 {y + 6}Z", colour, stroke_width=1) for y in range(-118, -54, 13))
    bow = path(
        "M48 -128C40 -134 34 -130 35 -122C40 -122 45 -124 48 -128ZM48 -128C56 -134 62 -130 61 -122C56 -122 51 -124 48 -128Z",
        colour,
        stroke_width=1.2,
    )
    return shaft + turns + bow + dot(48, -138, 6.4, GOLD) + line("M43 -140Q48 -136 53 -140", 1)


def sabre() -> str:
    blade = path("M46 -62C44 -92 48 -120 60 -146C64 -118 60 -88 51 -62Z", STEEL, stroke_width=1.3) + line(
        "M49 -66C49 -92 52 -116 58 -136", 1
    )
    guard = path("M38 -65H58V-60H53C60 -54 60 -42 50 -36L48 -39C55 -44 55 -54 48 -60H38Z", GOLD, stroke_width=1.2)
    return blade + guard


def spear(colour: str) -> str:
    shaft = staff(HAND, -128, 4, WOOD)
    tip = path("M48 -150C54 -142 55 -134 51 -126H45C41 -134 42 -142 48 -150Z", STEEL, stroke_width=1.3) + line("M48 -146V-128", 1)
    pennon = path("M50 -124L64 -118L58 -112L64 -104L50 -100Z", colour, stroke_width=1.2)
    return shaft + tip + pennon + path("M45 -127H51V-122H45Z", GOLD, stroke_width=1)


def stein(colour: str) -> str:
    """A lidded tankard."""
    handle = line("M58 -86C68 -86 68 -66 58 -66", 5) + line("M58 -86C68 -86 68 -66 58 -66", 2.4, stroke=FACE)
    body = path("M35 -92H60L61 -58H34Z", FACE) + path(
        "M34.6 -84H60.4L60.6 -78H34.4ZM34.2 -68H60.8L60.9 -62H34.1Z", colour, stroke_width=1
    )
    lid = path("M34 -92C36 -102 59 -102 61 -92Z", STEEL) + path("M44 -101C44 -107 51 -107 51 -101Z", STEEL, stroke_width=1.2)
    return handle + body + lid + line("M40 -76.4L44 -70M46 -76.4L50 -70M52 -76.4L56 -70", 1)


def fife() -> str:
    """A flute held upright."""
    pipe = path("M45 -132H51V-30H45Z", WOOD, stroke_width=1.3) + path(
        "M44 -134H52V-128H44ZM44 -96H52V-91H44Z", GOLD, stroke_width=1
    )
    return pipe + "".join(dot(48, y, 1.2, INK, stroke="none") for y in (-120, -86, -80, -74, -68, -62))


def drumsticks(colour: str) -> str:
    """A drum at the hip and its sticks in the hand."""
    sticks = "".join(
        path("M46.8 -50L48 -110L49.2 -50Z", WOOD, stroke_width=1.2, transform=f"rotate({turn} 48 -48)") for turn in (-12, 14)
    )
    knobs = dot(35, -109, 3, WOOD, stroke_width=1.2) + dot(63, -108, 3, WOOD, stroke_width=1.2)
    drum = path("M-60 -32H-24V4C-34 12 -52 18 -60 16Z", colour) + path(
        "M-62 -36C-54 -42 -30 -42 -22 -36V-30C-32 -26 -54 -26 -62 -30Z", FACE
    )
    return drum + line("M-58 -27L-50 14L-42 -25L-34 8L-26 -28", 1.6, stroke=GOLD) + sticks + knobs


def scroll() -> str:
    """A sealed charter."""
    sheet = path("M36 -126H60V-64H36Z", FACE) + path(
        "M33 -132C33 -138 63 -138 63 -132C63 -126 33 -126 33 -132ZM34 -64C34 -69 62 -69 62 -64C62 -59 34 -59 34 -64Z", FACE
    )
    return (
        sheet
        + line("M41 -116H55M41 -109H55M41 -102H52M41 -95H55M41 -88H50", 1.2)
        + dot(54, -78, 4.4, "#b93c3a", stroke_width=1.1)
    )
