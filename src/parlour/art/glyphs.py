"""The characters of the indices, drawn as strokes: digits, and the letters that courts have in seven languages.

A glyph is 60 high and at most 50 wide, centred on (0, 0), and takes the `stroke` of the drawing that uses it.
"""

from functools import cache

from .shapes import element, line, number


def _ring(x: float, y: float, rx: float, ry: float) -> str:
    """Path data of an ellipse."""
    a = f"A{number(rx)} {number(ry)} 0 0 1 "
    return f"M{number(x - rx)} {number(y)}{a}{number(x + rx)} {number(y)}{a}{number(x - rx)} {number(y)}Z"


def _oval(x: float, rx: float, r: float = 14) -> str:
    """Path data of a tall round-ended box from top to bottom of the glyph: the bowl of 0, O and Q."""
    left, right, up = number(x - rx), number(x + rx), r - 25.5
    over = f"A{number(rx)} {number(r)} 0 0 1 "
    return f"M{left} {number(up)}{over}{right} {number(up)}V{number(-up)}{over}{left} {number(-up)}Z"


_SIX = _ring(0, 9.5, 14.5, 16) + "M12.5 -17C11 -22.5 6.5 -25.5 1.5 -25.5C-9.5 -25.5 -14.5 -14 -14.5 9"

# Each glyph: the strokes of its body, and the thinner slab serifs that give letters their card-table look.
_STROKES: dict[str, tuple[str, str]] = {
    "2": ("M-14 -9C-14.5 -19 -9 -25.5 0 -25.5C8.5 -25.5 14 -20 14 -12C14 -4 9 2 2 10L-9 25.5H18", ""),
    "3": (
        "M-14 -13C-13.5 -21 -8 -25.5 0 -25.5C8 -25.5 13.5 -21 13.5 -13.8C13.5 -6.5 8.5 -1.8 1 -1.8H-5M1 -1.8C9.5 -1.8 15 3.5 15 11.5C15 20 9 25.5 0 25.5C-8.5 25.5 -14.5 21 -15 12.5",
        "",
    ),
    "4": ("M8.5 -30V30M8.1 -27.8L-13.5 13.5H19", ""),
    "5": (
        "M14.5 -25.5H-9.5L-12 1.5M-11.8 -1C-8.5 -5 -4.5 -6.8 0 -6.8C9 -6.8 15 -1 15 9C15 19 9 25.5 0 25.5C-8 25.5 -13.5 21 -15 13",
        "",
    ),
    "6": (_SIX, ""),
    "7": ("M-17 -25.5H12.5C3 -10 -4 8 -5 30", ""),
    "8": (_ring(0, -13.2, 12.6, 12.3) + _ring(0, 11.8, 15, 13.7), ""),
    "10": ("M-13.5 -30V28" + _oval(10.2, 8.6, 11), "M-13 -26.5L-22.5 -22M-22 26.5H-5"),
    "J": ("M6.5 -28V10.5C6.5 20 2 25.5 -5 25.5C-12 25.5 -16 21 -16 12.5", "M-5 -26.5H18"),
    "Q": (_oval(0, 15, 17), "M1 9L18 29.5"),
    "K": ("M-11.5 -28V28M12.5 -27L-10 5M-4 -4L13.5 27", "M-20.5 -26.5H-3M-20.5 26.5H-3M4 -26.5H20M5 26.5H21.5"),
    "A": ("M-13 27L0 -28L13 27M-9 9.5H9", "M-21 26.5H-5M5 26.5H21"),
    "1": ("M1 -30V28M2 -28L-13 -15", "M-13 26.5H15"),
    "11": ("M-9 -30V28M-8 -27L-18 -18M14 -30V28M15 -27L5 -18", "M-18 26.5H0M5 26.5H23"),
    "12": (
        "M-13.5 -30V28M3 -11C3 -19 6 -25.5 11.5 -25.5C17 -25.5 20 -20.5 20 -14C20 -5 14 2 4 25.5H23",
        "M-13 -26.5L-22.5 -22M-22 26.5H-5",
    ),
    "O": (_oval(0, 14, 17), ""),
    "B": (
        "M-10.5 -25.5H2C10 -25.5 13.5 -20.5 13.5 -13.5C13.5 -6.5 9.5 -1.5 2 -1.5H-9M2 -1.5C10.5 -1.5 15.5 4 15.5 12C15.5 20 10.5 25.5 2 25.5H-10.5M-10.5 -28V28",
        "M-19 -26.5H-8M-19 26.5H-8",
    ),
    "D": (
        "M-10.5 -25.5H-1C10.5 -25.5 15.5 -17.5 15.5 0C15.5 17.5 10.5 25.5 -1 25.5H-10.5M-10.5 -28V28",
        "M-19 -26.5H-8M-19 26.5H-8",
    ),
    "F": ("M-9.5 -28V28M-10 -25.5H15.5M-9 -1H10", "M-18 26.5H0M-18 -26.5H-8"),
    "H": ("M-12 -28V28M12 -28V28M-12 0H12", "M-20.5 -26.5H-4M4 -26.5H20.5M-20.5 26.5H-4M4 26.5H20.5"),
    "S": (
        "M14.5 -13C14 -21 8.5 -25.5 0.5 -25.5C-8.5 -25.5 -14 -20.5 -14 -13.5C-14 -5.5 -7.5 -3 0.5 -0.5C9 2 15 5 15 12.5C15 20.5 9 25.5 0 25.5C-9 25.5 -15 20.5 -15.5 12",
        "",
    ),
    "U": ("M-13 -28V9C-13 20 -8.5 25.5 0 25.5C8.5 25.5 13 20 13 9V-28", "M-21 -26.5H-5M5 -26.5H21"),
    "V": ("M-14 -28L0 27L14 -28", "M-21.5 -26.5H-6M6 -26.5H21.5"),
    "C": (
        "M16 -14C13.5 -21.5 8 -25.5 1 -25.5C-9 -25.5 -15.5 -17.5 -15.5 -6V6C-15.5 17.5 -9 25.5 1 25.5C8 25.5 13.5 21.5 16 14",
        "",
    ),
    "E": ("M15 -25.5H-10.5V25.5H16M-10.5 0H10", ""),
    "R": ("M-11.5 30V-25.5H2C10 -25.5 14.5 -20.5 14.5 -12.5C14.5 -4.5 10 1 2 1H-9M4 1L13 30", ""),
}
LETTERS = ("J", "O", "K", "E", "R")  # of the joker's word


@cache
def glyph(name: str) -> str:
    """The strokes of a rank or letter, coloured by the `stroke` around them."""
    if name == "9":  # a six on its head
        return element("g", glyph("6"), transform="rotate(180)")
    body, serifs = _STROKES[name]
    drawing = line(body, 9.4 if len(name) == 1 else 9)
    return drawing + line(serifs, 7) if serifs else drawing
