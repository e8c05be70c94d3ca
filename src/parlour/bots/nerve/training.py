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

from parlour.bots.base import workspace_for
from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.game import Game

from .files import TENTHS, UNKNOWN, Strategy
from .infosets import FREE, InfoSets, blank_infosets, row_of
from .regret import learn, traversal_for
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
    """The progress of learning: batches done, matches begun, situations met."""

    batch: int
    matches: int
    situations: int


@dataclass(frozen=True)
class Course:
    """The games played to learn: batches of this many hands, from a seed.

    tables: further numbers of seats; under: house rules with which all of them are played, too. These take every other batch in
    turn. rows: of the table of situations. naive: the share of hands in which some of the others are naive, 0 to 1; see
    `naive_infosets`.
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
    player distinguishes, or the table of situations is full.
    """
    naive = naive_infosets(game, course)
    return with_worths(
        game, average(game, run_course(game, course, tremble=tremble, naive=naive, progress=progress)), course, naive
    )


def run_course(
    game: Game,
    course: Course,
    *,
    tremble: float = 0.0,
    others: InfoSets | None = None,
    naive: InfoSets | None = None,
    progress: Callable[[Lesson], None] | None = None,
) -> InfoSets:
    """Return the situations of a course, with their regrets; see `train`. others: those of all but the learner, if they do not
    play by the learner's own; naive: those of the naive ones among them."""
    phases = phases_of_nerve(game.room)
    if not phases:
        raise BadInput(f"{game.room.name} does not say what a player distinguishes: its folder has no nerve.py")
    work, infosets = workspace_for(game), blank_infosets(course.rows)
    traversal = traversal_for(game.room, phases, tremble if others is None else 0.0, course.naive if naive else 0.0, naive)
    runs, match = course.runs(game), 0
    for batch in range(course.batches):
        run, whose = turn_of(runs, batch), infosets if others is None else others
        match = int(learn(run, work, traversal, infosets, whose, course.seed, match, course.hands, float(batch + 1)))
        if 8 * infosets.used[0] >= 7 * course.rows:
            raise BadInput(
                f"{game.room.name}: more than {counted(infosets.used[0], 'situation')}; "
                f"a table of {counted(course.rows, 'row')} is full"
            )
        if progress is not None:
            progress(Lesson(batch + 1, match, int(infosets.used[0])))
    return infosets


def naive_infosets(game: Game, course: Course) -> InfoSets | None:
    """Return the situations of the best answer to players who choose at random, learned in a quarter of a course; None if there
    are no naive players."""
    if not course.naive:
        return None
    quarter = replace(course, batches=max(course.batches // 4, 1), naive=0.0)
    return run_course(game, quarter, others=blank_infosets(course.rows))


def turn_of(runs: list[Any], batch: int) -> Any:
    """The run of a batch: every other one of the first, the rest in turn of the others."""
    return runs[batch // 2 % (len(runs) - 1) + 1] if batch % 2 and len(runs) > 1 else runs[0]


def average(game: Game, infosets: InfoSets) -> Strategy:
    """Return the average strategy of every situation that was met often enough to have one, situations ascending."""
    whole = infosets.sums.sum(axis=1)
    kept = np.flatnonzero((infosets.visits >= SELDOM) & (whole > 0.0))
    kept = kept[np.argsort(infosets.keys[kept])]
    odds = infosets.sums[kept] / whole[kept, None]
    odds[odds < RARE] = 0.0
    odds /= odds.sum(axis=1, keepdims=True)
    house = {name: value for name, value in game.options.items() if name not in indifferent(game.room)}
    worths = np.full(odds.shape, UNKNOWN, np.int16)
    return Strategy(digest(game.room), house, infosets.keys[kept], np.rint(255 * odds).astype(np.uint8), worths)


def infosets_of(strategy: Strategy, rows: int = ROWS) -> InfoSets:
    """Return situations whose regrets are in proportion to a strategy's odds, so that a player who uses them plays
    the strategy."""
    infosets = blank_infosets(rows)
    for key, odds in zip(strategy.keys, strategy.odds, strict=True):
        infosets.regrets[row_of(infosets, int(key), True)] = odds
    assert int((infosets.keys != FREE).sum()) == len(strategy.keys)
    return infosets


def with_worths(game: Game, strategy: Strategy, course: Course, naive: InfoSets | None = None) -> Strategy:
    """Return a strategy with what its ways bring, found in a course; see `run_course`. Rules for the match are not tried."""
    if for_the_match(game.room):
        return strategy
    work, infosets = workspace_for(game), infosets_of(strategy, course.rows)
    traversal = traversal_for(game.room, phases_of_nerve(game.room), 0.0, course.naive if naive else 0.0, naive)
    runs, match = course.runs(game), 0
    for batch in range(course.batches):
        match = int(learn(turn_of(runs, batch), work, traversal, infosets, infosets, course.seed, match, course.hands, UNHEARD))
    places = [row_of(infosets, int(key), False) for key in strategy.keys]
    tried: npt.NDArray[np.int64] = infosets.tried[places]
    tenths = np.clip(np.rint(TENTHS * infosets.brought[places] / np.maximum(tried, 1)), UNKNOWN + 1, -UNKNOWN - 1)
    return replace(strategy, worths=np.where(tried >= OFTEN, tenths, UNKNOWN).astype(np.int16))
