"""Rulebooks as the pages of the table show them."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from urllib.parse import urlencode

from parlour.engine.game import Game
from parlour.house.examples import with_examples
from parlour.house.rulebook_html import rulebook_html


def rules_url(game: Game) -> str:
    """The address of the rulebook under a game's house rules."""
    changed = {name: _text(value) for name, value in game.options.items() if name in game.house}
    if game.seats != game.room.Table.default_seats:
        changed["seats"] = str(game.seats)
    return f"/rules/{game.room.name}" + (f"?{urlencode(changed)}" if changed else "")


def _text(value: int | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@lru_cache(maxsize=64)
def _body(room: str, seats: int, house: tuple[tuple[str, str], ...]) -> str:
    game = Game(room, seats, dict(house))
    return with_examples(rulebook_html(game), game)


def rulebook_body(game: Game) -> str:
    """The rulebook under a game's house rules, the body of a page. BadInput where the room has none."""
    return _body(game.room.name, game.seats, tuple((name, _text(value)) for name, value in game.options.items()))


def paragraph_html(game: Game, label: str, text: str) -> str:
    """A numbered paragraph of the rulebook as HTML, or the text where there is no such paragraph."""
    if label:
        found = re.search(rf'<(p|li) id="{re.escape(label)}"[^>]*>(.*?)</\1>', rulebook_body(game), re.DOTALL)
        if found:
            return found[2]
    return escape(text)
