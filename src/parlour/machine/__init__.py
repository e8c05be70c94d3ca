"""The machinery under the kit: how rules become machine code, how rules reach it, and where it is kept.

Built on Numba's inner parts, which nothing above this package touches. `docs/decisions/0004`, `0011` and `0012` tell why.
"""

from .arrays import Records, of_records
from .cache import UnsafeCache, cache_folder, callable_from
from .constants import of_constants
from .dispatcher import INTERPRETED, body, entry, rule
from .elsewhere import NotCompiled, compile_elsewhere
from .emitted import Emitted, write_by
from .held import assign, hold
from .inner import INLINE, INNER
from .instructions import (
    DEPOSITS,
    count,
    deposit,
    highest,
    lower_half_below,
    lowest,
    nth,
    remainder,
    rotate_left,
    shift_left,
    shift_right,
    wrapping_add,
    wrapping_mul,
)
from .lazy_menus import BLOCK, begin_menu, lazy_menu, offered, write_cards, write_code
from .native import Native
from .plain import hurried, in_a_hurry, interpreted, wide
from .rows import lend

__all__ = [
    "BLOCK",
    "DEPOSITS",
    "INLINE",
    "INNER",
    "INTERPRETED",
    "Emitted",
    "Native",
    "NotCompiled",
    "Records",
    "UnsafeCache",
    "assign",
    "begin_menu",
    "body",
    "cache_folder",
    "callable_from",
    "compile_elsewhere",
    "count",
    "deposit",
    "entry",
    "highest",
    "hold",
    "hurried",
    "in_a_hurry",
    "interpreted",
    "lazy_menu",
    "lend",
    "lower_half_below",
    "lowest",
    "nth",
    "of_constants",
    "of_records",
    "offered",
    "remainder",
    "rotate_left",
    "rule",
    "shift_left",
    "shift_right",
    "wide",
    "wrapping_add",
    "wrapping_mul",
    "write_by",
    "write_cards",
    "write_code",
]
