"""Horses for the riders among the courts."""

from .seams import down
from .shapes import GOLD, INK, dot, line, path


def horse(coat: str, mane: str, bridle: str) -> str:
    """The head and neck of a horse that looks to the left, rising from the seam; its rider's hand is at the right."""
    crest = path(f"M-29 -73C-8 -68 9 -44 13 -5L{down(13)}L{down(-6)}C-6 -30 -14 -52 -29 -73Z", mane)
    head = path(
        f"M-29 -72L-31 -86L-38 -73C-46 -66 -56 -53 -63 -40C-65 -34 -62 -29 -57 -29C-52 -29 -48 -33 -44 -35C-40 -35 -37 -33 -36 -29"
        f"C-34 -14 -40 4 -47 14L{down(-50)}L{down(-2)}C-3 -28 -10 -54 -29 -72Z",
        coat,
    )
    forelock = path("M-31 -78C-38 -74 -42 -66 -41 -60C-36 -62 -31 -68 -29 -73Z", mane, stroke_width=1.1)
    eye = dot(-43.5, -55, 2.4, INK, stroke="none") + line("M-47 -58Q-43 -61 -40 -57", 1.2)
    muzzle = dot(-59, -36.5, 1.6, INK, stroke="none") + line("M-62 -32.5Q-57 -31 -53 -33.5", 1.1)
    straps = line("M-36 -74L-40 -36M-56 -51L-49 -33M-52 -42L-40 -38M-44 -36C-30 -20 10 -28 40 -46", 2.6, stroke=bridle)
    return crest + head + forelock + eye + muzzle + straps + dot(-51.5, -39.5, 2.4, GOLD, stroke_width=0.9)
