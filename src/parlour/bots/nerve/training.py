"""Learning a strategy, batch by batch, and what is kept of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.bots.base import furnish
from parlour.engine.errors import BadInput
from parlour.engine.game import Game

from .book import Book, blank_book
from .files import Strategy
from .regret import lay_out, learn
from .rooms import digest, indifferent, phases_of_nerve

ROWS = 1 << 19
SELDOM = 16
"""A situation met less often is left out of the strategy."""
RARE = 0.03
"""A way less likely is left out: it is mostly what was tried before the strategy had learned better."""


@dataclass(frozen=True)
class Lesson:
    """How far it has come: batches done, matches begun, situations met."""

    batch: int
    matches: int
    situations: int


def train(
    game: Game,
    batches: int = 300,
    hands: int = 2000,
    *,
    seed: int = 1,
    tables: tuple[int, ...] = (),
    under: Mapping[str, Any] | None = None,
    rows: int = ROWS,
    tremble: float = 0.0,
    progress: Callable[[Lesson], None] | None = None,
) -> Strategy:
    """The strategy learned in so many batches of so many hands. Equal arguments learn the same.

    tables: further numbers of seats; under: house rules under which all of them are played, too. These take every other batch in
    turn. rows: of the book. tremble: how often others take a way by chance. `progress` is told after each batch.
    BadInput where the room does not say what a player tells apart, or the book is full.
    """
    book = learned(game, batches, hands, seed=seed, tables=tables, under=under, rows=rows, tremble=tremble, progress=progress)
    return average(game, book)


def learned(
    game: Game,
    batches: int,
    hands: int,
    *,
    seed: int,
    tables: tuple[int, ...] = (),
    under: Mapping[str, Any] | None = None,
    rows: int = ROWS,
    tremble: float = 0.0,
    others: Book | None = None,
    progress: Callable[[Lesson], None] | None = None,
) -> Book:
    """The book of so many batches; see `train`. others: the book that all but the learner go by, where that is not its own."""
    phases = phases_of_nerve(game.room)
    if not phases:
        raise BadInput(f"{game.room.name} does not say what a player tells apart: its folder has no nerve.py")
    desk, book = furnish(game.room), blank_book(rows)
    bench = lay_out(game.room, phases, tremble if others is None else 0.0)
    houses = [game.house, game.house | dict(under)] if under else [game.house]
    runs = [Game(game.room, seats, house).blank(2) for house in houses for seats in (game.seats, *tables)]
    match = 0
    for batch in range(batches):
        run = runs[batch // 2 % (len(runs) - 1) + 1] if batch % 2 and len(runs) > 1 else runs[0]
        match = int(learn(run, desk, bench, book, book if others is None else others, seed, match, hands, float(batch + 1)))
        if 8 * book.used[0] >= 7 * rows:
            raise BadInput(f"{game.room.name}: more than {book.used[0]} situations; a book of {rows} rows is full")
        if progress is not None:
            progress(Lesson(batch + 1, match, int(book.used[0])))
    return book


def average(game: Game, book: Book) -> Strategy:
    """What is kept: the average strategy of every situation that was met often enough to have one, situations ascending."""
    whole = book.sums.sum(axis=1)
    kept = np.flatnonzero((book.visits >= SELDOM) & (whole > 0.0))
    kept = kept[np.argsort(book.keys[kept])]
    odds = book.sums[kept] / whole[kept, None]
    odds[odds < RARE] = 0.0
    odds /= odds.sum(axis=1, keepdims=True)
    house = {name: value for name, value in game.options.items() if name not in indifferent(game.room)}
    return Strategy(digest(game.room), house, book.keys[kept], np.rint(255 * odds).astype(np.uint8))
