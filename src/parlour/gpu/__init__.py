"""Games on a graphics card: random matches and many matches side by side, by the very rules that the processor plays by.

>>> from parlour.gpu import code, lanes
>>> import parlour
>>> ".target sm_90" in code(parlour.game("schnapsen").room, lanes.play_out)
True
"""

from __future__ import annotations

from . import lanes
from .driver import Card, CardArray, CardFailed, CardField, CardMissing
from .ptx import NotForCards
from .tables import CardTables, code, playouts

__all__ = [
    "Card",
    "CardArray",
    "CardFailed",
    "CardField",
    "CardMissing",
    "CardTables",
    "NotForCards",
    "code",
    "lanes",
    "playouts",
]
