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
from parlour.engine.match import Chosen, Match
from parlour.engine.memory import Memory
from parlour.engine.rooms import GAMES
from parlour.engine.state import random_state
from parlour.engine.view import Tables, View
from parlour.kit import DEAL, NOBODY, rule
from parlour.kit.layout import copy_of

DIGEST = 16
"""Bytes of a digest of what a seat has seen: 128 bits, so that no two ways of a study meet by accident."""


class Walk(Match):
    """A match of a game, walked step by step; begins before the lot for the first dealer, which is chance too."""

    plays_ahead = False

    def __init__(self, game: Game) -> None:
        super().__init__(game, game.blank())
        self.waits = True
        """Whether chance is to decide next."""
        self.begun = False
        self.notes: dict[Any, Any] = {}
        """Results that others have computed from the current table; empty once it has changed, and in copies."""
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
        twin._tables, twin._log, twin.notes, twin._path = copy_of(self.tables), [], {}, list(self._path)
        twin._aside, twin._due = dict(self._aside), list(self._due)
        twin._picks = {seat: list(picks) for seat, picks in self._picks.items()}
        twin._sight, twin._digests = list(self._sight), list(self._digests)
        twin._memory = None if self._memory is None else self._memory.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Walk:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what happened, which is walked again; rooms outside the house by their folder."""
        room = self.game.room
        name = room.name if room.folder.parent == GAMES else str(room.folder)
        return walked, (name, self.game.seats, self.game.house, tuple(self._path))

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
        picks = (*self._picks.get(seat, ()), code)
        if tables[0].chain:
            self._picks[seat] = list(picks)
        else:
            self.accept(Chosen(seat, picks))
        if not self.waits:
            self._look()

    def seen(self, seat: int) -> bytes:
        """Return a digest of everything that a seat has seen so far, in its order, and of its own choices: it is the same for two
        walks exactly if the seat cannot distinguish them."""
        return self._digests[seat]

    # what a match does by itself

    def _carry_out(self, until: str | None) -> None:
        answers, self._aside = self._aside, {}
        self._due = [(seat, code) for seat in sorted(answers) for code in answers[seat].codes]
        self._go_on()

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
        if self._due or not (self._aside or self._picks or int(row.asked) & ~(1 << max(int(row.turn), 0))):
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
def _show(tables, shown):  # type: ignore[no-untyped-def]
    """Into row p what seat p sees of tables[0]."""
    for p in range(tables[0].seats):
        shown[p] = tables[0]
        mask(shown[p], p)


def walked(name: str, seats: int, house: Mapping[str, Any], path: Sequence[int | bytes]) -> Walk:
    """Return a walk that has followed a path: seeds and tables for the decisions of chance, codes for those of a seat."""
    walk = Walk(Game(name, seats, house))
    for step in path:
        if isinstance(step, bytes):
            tables: Any = np.frombuffer(step, walk.tables.dtype).copy().view(np.recarray)
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
def _bound_row(tables, i):  # type: ignore[no-untyped-def]
    return bound(tables[i])
