"""A simple player in a process of its own that compiles nothing: `python -m parlour.bots.improvise` under NUMBA_DISABLE_JIT=1.

It reads one question per line and writes one answer per line, in JSON: `[number, room, seats, house rules, seat, fields of a
view]` and `[number, codes]`, the codes of a whole chain, null if it has no answer. It only gets what the seat sees, so it plays
like the level easy, without a memory.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from parlour.engine import positions
from parlour.engine.game import Game
from parlour.engine.rooms import GAMES, room

from .greedy import Greedy

if TYPE_CHECKING:
    from parlour.engine.view import View

PLAYER = Greedy(deals=4, seconds=0.4)


def question(number: int, view: View) -> str:
    """A view as a line, without its memory."""
    game = view.game
    name = game.room.name if game.room.folder.parent == GAMES else str(game.room.folder)
    return json.dumps([number, name, game.seats, game.house, view.seat, positions.fields_of(game.room, view.tables[0])])


def answer(line: str) -> str:
    """The answer to a question."""
    number, name, seats, house, seat, fields = json.loads(line)
    codes: Any = None
    try:
        codes = PLAYER.choose(Game(room(name), seats, house).view(seat, fields))
    except Exception as error:  # one question that fails must not stop the next
        print(f"{name}: {type(error).__name__}", file=sys.stderr)
    return json.dumps([number, codes])


def main() -> None:
    """Answer until the questions end."""
    for line in sys.stdin:
        print(answer(line), flush=True)


if __name__ == "__main__":
    main()
