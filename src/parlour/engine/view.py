"""Views: a match as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from parlour.kit.layout import NOBODY

from . import positions

if TYPE_CHECKING:
    from .game import Game
    from .memory import Move, Recall

Tables = Any
"""A NumPy record array of a room's dtype, shape (1,)."""


def plain(tables: Tables) -> Any:
    """The record of a table as an array without dimensions, to read and write by field names: a record of NumPy takes many times
    as long for every field.
    """
    return np.ndarray((), tables.dtype, tables)


@dataclass(frozen=True, repr=False)
class View:
    """A match as one seat sees it: a masked table and the memory of the seat.

    game: the game. seat: the viewer; NOBODY (-1) for a spectator. tables: the masked table, a record array of shape (1,). memory:
    what the seat remembers, or None. All are copies made for that seat. Nothing leads from them to the match, its true table or
    another seat.

    >>> import parlour
    >>> view = parlour.game("cucumber").start(seed=7).view(0)
    >>> view
    parlour.game('cucumber').view(0, {...})
    >>> eval(repr(view)).choices() == view.choices()
    True
    """

    game: Game
    seat: int
    tables: Tables
    memory: Recall | None = None

    def __repr__(self) -> str:
        """Return the expression that makes it again, without the memory; it tells no more than the seat sees."""
        return f"{self.game!r}.view({self.seat}, {positions.fields_of(self.game.room, self.tables[0])!r})"

    @property
    def history(self) -> Sequence[Move]:
        """The choices of the match as this seat saw them (`Recall.moves`); none if the view is without a memory."""
        return () if self.memory is None else self.memory.moves

    def position(self) -> str:
        """Return the view as a position, with `?` for cards that the seat does not see."""
        return self.game.write_position(self.tables)

    def codes(self) -> list[int]:
        """Return the codes of everything that this seat may choose; none if it is not asked."""
        row = self.tables[0]
        return self.game.menu(self.tables) if row.turn == self.seat != NOBODY else []

    def choices(self) -> list[str]:
        """Return the names of everything that this seat may choose; none if it is not asked."""
        return [self.game.room.choice_name(code) for code in self.codes()]
