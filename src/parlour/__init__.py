"""Parlour: traditional card games by their exact rules, to play, to study and to run by the hundred million hands.

The facade: `parlour.game(name, **house_rules)` gives a `Game`, `Game.start()` a `Match`, `parlour.replay(text)` the match
of a record. The engine, and with it the compiler, is imported when the first of these is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .engine.errors import BadInput, IllegalChoice

if TYPE_CHECKING:
    from .engine.game import Game, Totals, from_position, game
    from .engine.match import Match, Objection
    from .engine.records import read_record as replay
    from .engine.rooms import room_names as game_names
    from .engine.state import State
    from .engine.view import View

__version__ = "0.1.0"
__all__ = [
    "BadInput",
    "Game",
    "IllegalChoice",
    "Match",
    "Objection",
    "State",
    "Totals",
    "View",
    "__version__",
    "from_position",
    "game",
    "game_names",
    "replay",
]

_HOME = {
    "Game": ("game", "Game"),
    "Totals": ("game", "Totals"),
    "from_position": ("game", "from_position"),
    "game": ("game", "game"),
    "Match": ("match", "Match"),
    "Objection": ("match", "Objection"),
    "State": ("state", "State"),
    "View": ("view", "View"),
    "replay": ("records", "read_record"),
    "game_names": ("rooms", "room_names"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOME[name]
    value = getattr(importlib.import_module(f".engine.{module}", __name__), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
