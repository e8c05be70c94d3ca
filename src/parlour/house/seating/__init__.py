"""Partners and seats at the real table: by draw, by agreement, by strength; and rotations for an evening of several rounds."""

from .draws import Draw, DrawnCard, draw
from .plan import Seating, read_names, read_sizes, seat_sides
from .rotations import Rotation, Round, rotate, rotate_pairs
from .teams import Balance, Wishes, agreed, balanced

__all__ = [
    "Balance",
    "Draw",
    "DrawnCard",
    "Rotation",
    "Round",
    "Seating",
    "Wishes",
    "agreed",
    "balanced",
    "draw",
    "read_names",
    "read_sizes",
    "rotate",
    "rotate_pairs",
    "seat_sides",
]
