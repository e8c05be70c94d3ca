"""A game in one line: number of players, pack, duration, family."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.engine.families import family
from parlour.engine.game import Game
from parlour.engine.speech import look


@dataclass(frozen=True)
class Facts:
    """players: fewest and most. pack: in words. minutes: about, 0 if nobody said."""

    players: tuple[int, int]
    pack: str
    minutes: int
    families: tuple[str, ...]

    def players_in_words(self) -> str:
        """Return in words for how many players the game is."""
        low, high = self.players
        return "one player" if high == 1 else f"{low} players" if low == high else f"{low} to {high} players"

    def in_words(self) -> list[str]:
        """The facts as short texts."""
        return [
            *([", ".join(family(name).one for name in self.families)] if self.families else []),
            self.players_in_words(),
            *([self.pack] if self.pack else []),
            *([f"about {self.minutes} minutes"] if self.minutes else []),
        ]


def facts_of(game: Game) -> Facts:
    """A game's facts."""
    said = look(game.room)
    low, high = game.room.Table.seats_range
    return Facts((low, high), str(said.get("deck", "")), int(said.get("minutes", 0)), tuple(said.get("families", ())))
