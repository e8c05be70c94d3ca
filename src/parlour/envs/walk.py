"""A match that stops before each step of chance, so that its caller decides what chance does.

A `Match` runs through deals and shuffles to the next choice. A `Walk` stops before every step that would use the random state,
and continues from a seed (`draw`) or to a table that resulted from one (`happen_as`). It can be copied and pickled at any point,
and keeps for each seat a digest of all that the seat has seen: its information state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from parlour.engine import steps
from parlour.engine.dispatch import bound, mask
from parlour.engine.game import Game
from parlour.engine.match import Chosen
from parlour.engine.memory import Memory
from parlour.engine.rooms import GAMES
from parlour.engine.rounds import Round
from parlour.engine.state import random_state
from parlour.engine.view import Tables, View
from parlour.kit import DEAL, NOBODY, rule
from parlour.kit.layout import copy_of
from parlour.machine import Records

DIGEST = 16
"""Bytes of a digest of what a seat has seen: 128 bits, so that no two ways of a study meet by accident."""


class Walk:
    """A match of a game, walked step by step; begins before the lot for the first dealer, which is chance too.

    tables: the whole table, hidden cards and all. waits: whether chance is to decide next. begun: whether the first dealer has
    been drawn. notes: results that others have computed from the current table; empty once it has changed, and in copies.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.tables = game, game.blank()
        self.waits, self.begun = True, False
        self.notes: dict[Any, Any] = {}
        self._round = Round(game)
        self._memory: Memory | None = None
        self._path: list[int | bytes] = []
        self._due: list[tuple[int, int]] = []
        self._shown = game.blank(game.seats)  # a scratch, which copies may share
        self._sight = [b""] * game.seats
        self._digests = [bytes(DIGEST)] * game.seats

    # copies

    def copy(self) -> Walk:
        """An independent copy, which shares nothing that changes."""
        twin = Walk.__new__(Walk)
        vars(twin).update(vars(self))
        twin.tables, twin.notes, twin._path, twin._due = copy_of(self.tables), {}, list(self._path), list(self._due)
        twin._round, twin._sight, twin._digests = self._round.copy(), list(self._sight), list(self._digests)
        twin._memory = None if self._memory is None else self._memory.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Walk:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what happened, which is walked again; rooms outside the house by their folder."""
        room = self.game.room
        name = room.name if room.folder.parent == GAMES else str(room.folder)
        return walked, (name, self.game.seats, self.game.house, tuple(self._path))

    # what there is to see, as at a `Match`

    @property
    def row(self) -> Any:
        """The record of the table."""
        return self.tables[0]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.row.over)

    @property
    def asked(self) -> list[int]:
        """The seats that may choose now."""
        return self._round.asked(self.tables)

    @property
    def turn(self) -> int:
        """The first seat that may choose now; NOBODY if none may."""
        asked = self.asked
        return asked[0] if asked else NOBODY

    @property
    def answers(self) -> Mapping[int, Chosen]:
        """The answers of seats that wait for others, by seat."""
        return self._round.answers

    @property
    def unfinished(self) -> bool:
        """Whether a seat has begun a chain and has not completed it."""
        return bool(self._round.picks)

    @property
    def score(self) -> list[int]:
        """The scores by seat."""
        return [int(score) for score in self.row.score[: self.game.seats]]

    @property
    def payoff(self) -> list[float]:
        """The results by seat; zeros until the match is over."""
        return [float(payoff) for payoff in self.row.payoff[: self.game.seats]]

    def picks(self, seat: int) -> list[int]:
        """The codes that a seat has picked of a chain that is not complete."""
        return list(self._round.picks.get(seat, ()))

    def table_for(self, seat: int) -> Tables:
        """A copy of the whole table on which a seat that is asked chooses. BadInput if it is not asked."""
        return self._round.table_for(self.tables, self._round.mover(self.tables, seat))

    def view(self, seat: int, memory: bool = False) -> View:
        """Return what a seat sees. memory: whether the view has what the seat remembers; only once the match has begun."""
        recall = self._memory.of(seat) if memory and self._memory is not None else None
        return View(self.game, seat, self._round.sight(self.tables, seat), recall)

    def position(self) -> str:
        """The whole table as a position, hidden cards and all."""
        return self.game.write_position(self.tables)

    def seen(self, seat: int) -> bytes:
        """Return a digest of everything that a seat has seen so far, in its order, and of its own choices: it is the same for two
        walks exactly if the seat cannot distinguish them."""
        return self._digests[seat]

    # chance

    def draw(self, seed: int) -> None:
        """Let chance act with a seed: the lot, the deal or the shuffle before which the walk has stopped."""
        self._path.append(seed)
        if not self.begun:
            ahead = copy_of(self.tables)
            steps.begin_row(ahead, 0, seed, 0)
            self._happen(ahead)
        elif self._dealing():
            ahead = copy_of(self.tables)
            steps.step_row(ahead, 0, seed, 0)
            self._happen(ahead)
        else:
            self.row.rng[:] = random_state(seed)
            self._happen(self._after(*self.next_step()))

    def happen_as(self, after: Tables) -> None:
        """Go on from a table that chance made of this one."""
        self._path.append(after.tobytes())
        self._happen(copy_of(after))

    def _happen(self, after: Tables) -> None:
        self.notes = {}
        if not self.begun:
            self.begun = True
            self.tables = after
            self._memory = Memory.fresh(self.tables, self.game.room)
        else:
            self._commit(after, shuffled=True)
        self._go_on()

    # choices

    def choose(self, code: int) -> None:
        """One legal choice of the seat on turn: the next pick of its chain, or all of it. Legality is the caller's promise."""
        self.notes = {}
        self._path.append(code)
        seat = self.turn
        tables = self.table_for(seat)
        steps.act_row(tables, 0, code)
        picks = [*self.picks(seat), code]
        if tables[0].chain:
            self._round.picks[seat] = picks
        else:
            self._round.add(Chosen(seat, tuple(picks)))
            if self._round.settled(self.tables):
                self._due = [(answer.seat, each) for answer in self._round.take().values() for each in answer.codes]
                self._go_on()
        if not self.waits:
            self._look()

    # what a match does by itself

    def _go_on(self) -> None:
        """Take steps without chance, until a seat is asked, chance is to decide, or the match is over."""
        self.waits = False
        for _ in range(steps.MOST_STEPS):
            if not self._due and (self.row.over or self.row.turn != NOBODY):
                self._look()
                return
            mover, code = self.next_step()
            before = self.tables[0].rng.copy()
            ahead = self._after(mover, code)
            if self._dealing():
                chance = bool(steps.used_chance_row(copy_of(self.tables), 0, ahead, 0, 0, 0))
            else:
                chance = not np.array_equal(before, ahead[0].rng)
            if chance:
                self.waits = True
                return
            self._commit(ahead, shuffled=False)
        raise RuntimeError(f"{self.game.room.name}: nobody is ever asked again")

    def _dealing(self) -> bool:
        return not self._due and int(self.row.phase) == DEAL

    def next_step(self) -> tuple[int, int]:
        """Return the choice that is to be carried out next, no seat's if the table goes on by itself."""
        return self._due[0] if self._due else (NOBODY, NOBODY)

    def _after(self, mover: int, code: int) -> Tables:
        """The table after the next choice or step."""
        ahead = copy_of(self.tables)
        if mover == NOBODY:
            steps.step_row(ahead, 0, 0, 0)
        else:
            ahead[0].turn, ahead[0].elapsed = mover, 0
            steps.act_row(ahead, 0, code)
            ahead[0].elapsed = 0
        return ahead

    def _commit(self, after: Tables, shuffled: bool) -> None:
        mover, code = self.next_step()
        before = self.tables
        if mover != NOBODY:
            before = copy_of(before)
            before[0].turn = mover
            self._digest(mover, code.to_bytes(8, "little"))
            del self._due[0]
        self.tables = after
        assert self._memory is not None
        self._memory.watch(before, after, mover, code, shuffled)
        self._look()

    def _look(self) -> None:
        """Each seat looks at the table, and notes what has changed."""
        row, seats = self.row, range(self.game.seats)
        if self._due or not (self.answers or self.unfinished or int(row.asked) & ~(1 << max(int(row.turn), 0))):
            _show(self.tables, self._shown)
            sights = [self._shown[seat].tobytes() for seat in seats]
        else:
            sights = [_sight(self.view(seat)) for seat in seats]
        for seat, sight in enumerate(sights):
            if sight != self._sight[seat]:
                self._sight[seat] = sight
                self._digest(seat, sight)

    def _digest(self, seat: int, news: bytes) -> None:
        self._digests[seat] = hashlib.blake2b(self._digests[seat] + news, digest_size=DIGEST).digest()


def _sight(view: View) -> bytes:
    tables: bytes = view.tables.tobytes()
    return tables


@rule
def _show(tables, shown):
    """Into row p what seat p sees of tables[0]."""
    for p in range(tables[0].seats):
        shown[p] = tables[0]
        mask(shown[p], p)


def walked(name: str, seats: int, house: Mapping[str, Any], path: Sequence[int | bytes]) -> Walk:
    """Return a walk that has followed a path: seeds and tables for the decisions of chance, codes for those of a seat."""
    walk = Walk(Game(name, seats, house))
    for step in path:
        if isinstance(step, bytes):
            tables: Any = np.frombuffer(step, walk.tables.dtype).copy().view(Records)
            walk.happen_as(tables)
        elif walk.waits:
            walk.draw(step)
        else:
            walk.choose(step)
    return walk


def most_choices(game: Game) -> int:
    """The most choices that a match of a game may take, by the room's own bound."""
    return int(_bound_row(game.blank(), 0))


@rule
def _bound_row(tables, i):
    return bound(tables[i])
