"""A game in one line: number of players, pack, duration, family."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour.engine.families import family
from parlour.engine.game import Game
from parlour.engine.speech import look
from parlour.languages import gettext as _
from parlour.languages import ngettext

_SIZE = re.compile(r"(\d+) cards")


@dataclass(frozen=True)
class Facts:
    """players: fewest and most. pack: in words. cards: in the pack, 0 if its words do not begin with them. minutes: about, 0 if
    nobody said."""

    players: tuple[int, int]
    pack: str
    cards: int
    minutes: int
    families: tuple[str, ...]

    def players_in_words(self) -> str:
        """Return in words for how many players the game is."""
        low, high = self.players
        if low == high:
            return ngettext("one player", "{n} players", high)
        return _("{low} to {high} players", low=low, high=high)

    def in_words(self) -> list[str]:
        """The facts as short texts."""
        return [
            *([", ".join(family(name).one for name in self.families)] if self.families else []),
            self.players_in_words(),
            *([self.pack] if self.pack else []),
            *([ngettext("about {n} minute", "about {n} minutes", self.minutes)] if self.minutes else []),
        ]


def facts_of(game: Game) -> Facts:
    """A game's facts."""
    data = look(game.room)
    size = _SIZE.match(str(game.room.look.get("deck", "")))
    cards = int(size[1]) if size else 0
    families = tuple(data.get("families", ()))
    return Facts(game.room.Table.seats_range, str(data.get("deck", "")), cards, int(data.get("minutes", 0)), families)
