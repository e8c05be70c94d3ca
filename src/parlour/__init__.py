"""Parlour: traditional card games by their exact rules, to play, to study and to run by the hundred million hands.

The facade: `parlour.game(name, **house_rules)` gives a `Game`, `Game.start()` a `Match`, `parlour.replay(text)` the match
of a record.
"""

from .engine.errors import BadInput, IllegalChoice
from .engine.game import Game, Totals, from_position, game
from .engine.match import Match, Objection, View
from .engine.records import read_record as replay
from .engine.rooms import room_names as games

__version__ = "0.1.0"
__all__ = [
    "BadInput",
    "Game",
    "IllegalChoice",
    "Match",
    "Objection",
    "Totals",
    "View",
    "__version__",
    "from_position",
    "game",
    "games",
    "replay",
]
