"""Learn a strategy, batch by batch, and measure what its ways bring.

What they bring is found by playing the strategy against itself once more, and against naive players if it was learned among them.
The hands are those that the strategy itself reaches, so the others' cards fit what they have done: a redeal of the unseen cards,
as in a search, does not know that a player who has raised twice holds something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots.base import furnish
from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.game import Game

from .book import FREE, Book, blank_book, row_of
from .files import TENTHS, UNKNOWN, Strategy
from .regret import lay_out, learn
from .rooms import digest, for_the_match, indifferent, phases_of_nerve

ROWS = 1 << 19
SELDOM = 16
"""A situation met less often is left out of the strategy."""
RARE = 0.03
"""A way less likely is left out: it is mostly what was tried before the strategy had learned better."""
OFTEN = 100
"""A way tried less often has brought by luck what it has."""
UNHEARD = 1e-9
"""The weight of a batch from which nothing is to be learned."""


@dataclass(frozen=True)
class Lesson:
    """How far it has come: batches done, matches begun, situations met."""

    batch: int
    matches: int
    situations: int


@dataclass(frozen=True)
class Course:
    """The games played to learn: batches of so many hands, from a seed.

    tables: further numbers of seats; under: house rules with which all of them are played, too. These take every other batch in
    turn. rows: of the book. naive: the share of hands in which some of the others are naive, 0 to 1; see `naive_book`.
    """

    batches: int = 300
    hands: int = 2000
    seed: int = 1
    tables: tuple[int, ...] = ()
    under: Mapping[str, Any] = field(default_factory=dict)
    rows: int = ROWS
    naive: float = 0.0

    def runs(self, game: Game) -> list[Any]:
        """Runs of matches: of the game, then of it with other seats, and all of these under other house rules."""
        houses = [game.house, game.house | dict(self.under)] if self.under else [game.house]
        return [Game(game.room, seats, house).blank(2) for house in houses for seats in (game.seats, *self.tables)]


def train(game: Game, course: Course, *, tremble: float = 0.0, progress: Callable[[Lesson], None] | None = None) -> Strategy:
    """Return the strategy learned in a course, with what its ways bring, found in another like it. Equal arguments learn the
    same.

    tremble: how often others choose at random. `progress` is called after each batch. BadInput if the room does not say what a
    player distinguishes, or the book is full.
    """
    naive = naive_book(game, course)
    return reckoned(game, average(game, learned(game, course, tremble=tremble, naive=naive, progress=progress)), course, naive)


def learned(
    game: Game,
    course: Course,
    *,
    tremble: float = 0.0,
    others: Book | None = None,
    naive: Book | None = None,
    progress: Callable[[Lesson], None] | None = None,
) -> Book:
    """Return the book of a course; see `train`. others: the book of all but the learner, if it is not the learner's own; naive:
    the book of naive ones among them."""
    phases = phases_of_nerve(game.room)
    if not phases:
        raise BadInput(f"{game.room.name} does not say what a player distinguishes: its folder has no nerve.py")
    desk, book = furnish(game.room), blank_book(course.rows)
    bench = lay_out(game.room, phases, tremble if others is None else 0.0, course.naive if naive else 0.0, naive)
    runs, match = course.runs(game), 0
    for batch in range(course.batches):
        run, whose = turn_of(runs, batch), book if others is None else others
        match = int(learn(run, desk, bench, book, whose, course.seed, match, course.hands, float(batch + 1)))
        if 8 * book.used[0] >= 7 * course.rows:
            raise BadInput(
                f"{game.room.name}: more than {counted(book.used[0], 'situation')}; "
                f"a book of {counted(course.rows, 'row')} is full"
            )
        if progress is not None:
            progress(Lesson(batch + 1, match, int(book.used[0])))
    return book


def naive_book(game: Game, course: Course) -> Book | None:
    """Return the best book against players who choose at random, learned in a quarter of a course; None if there are no naive
    players."""
    if not course.naive:
        return None
    quarter = replace(course, batches=max(course.batches // 4, 1), naive=0.0)
    return learned(game, quarter, others=blank_book(course.rows))


def turn_of(runs: list[Any], batch: int) -> Any:
    """The run of a batch: every other one of the first, the rest in turn of the others."""
    return runs[batch // 2 % (len(runs) - 1) + 1] if batch % 2 and len(runs) > 1 else runs[0]


def average(game: Game, book: Book) -> Strategy:
    """Return the average strategy of every situation that was met often enough to have one, situations ascending."""
    whole = book.sums.sum(axis=1)
    kept = np.flatnonzero((book.visits >= SELDOM) & (whole > 0.0))
    kept = kept[np.argsort(book.keys[kept])]
    odds = book.sums[kept] / whole[kept, None]
    odds[odds < RARE] = 0.0
    odds /= odds.sum(axis=1, keepdims=True)
    house = {name: value for name, value in game.options.items() if name not in indifferent(game.room)}
    worths = np.full(odds.shape, UNKNOWN, np.int16)
    return Strategy(digest(game.room), house, book.keys[kept], np.rint(255 * odds).astype(np.uint8), worths)


def book_of(strategy: Strategy, rows: int = ROWS) -> Book:
    """Return a book whose regrets are in proportion to a strategy's odds, so that a player who uses it plays the strategy."""
    book = blank_book(rows)
    for key, odds in zip(strategy.keys, strategy.odds, strict=True):
        book.regrets[row_of(book, int(key), True)] = odds
    assert int((book.keys != FREE).sum()) == len(strategy.keys)
    return book


def reckoned(game: Game, strategy: Strategy, course: Course, naive: Book | None = None) -> Strategy:
    """Return a strategy with what its ways bring, found in a course; see `learned`. Rules for the match are not tried."""
    if for_the_match(game.room):
        return strategy
    desk, book = furnish(game.room), book_of(strategy, course.rows)
    bench = lay_out(game.room, phases_of_nerve(game.room), 0.0, course.naive if naive else 0.0, naive)
    runs, match = course.runs(game), 0
    for batch in range(course.batches):
        match = int(learn(turn_of(runs, batch), desk, bench, book, book, course.seed, match, course.hands, UNHEARD))
    places = [row_of(book, int(key), False) for key in strategy.keys]
    tried: npt.NDArray[np.int64] = book.tried[places]
    tenths = np.clip(np.rint(TENTHS * book.brought[places] / np.maximum(tried, 1)), UNKNOWN + 1, -UNKNOWN - 1)
    return replace(strategy, worths=np.where(tried >= OFTEN, tenths, UNKNOWN).astype(np.int16))
