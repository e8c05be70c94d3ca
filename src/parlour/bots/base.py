"""The base of all bots: a bot is shown a view and answers with one whole chain of choices.

A bot sees a masked table and the memory of its own seat, never the match. `Thought` is what a bot makes of such a view: the deck
of the cards it does not show, and the picks decided so far.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.memory import Recall
from parlour.engine.redeal import unseen
from parlour.engine.rooms import Room
from parlour.engine.sheets import sheet_of
from parlour.engine.view import View
from parlour.kit import FIRST_CALL, NOBODY, size_of
from parlour.kit.features import WIDTH
from parlour.machine import Records

from . import heuristics
from .options import Option
from .reasons import sentence
from .rollouts import (
    BY_POLICY,
    CHANGE,
    COUNTS,
    HIDDEN,
    NOTHING,
    RUN,
    SEEN,
    STUCK,
    UNORDERED,
    Floats,
    Ints,
    Workspace,
    any_after,
    offered_after,
)
from .weights import equity_of, factors_of, value_of

TRIES = 4
"""Redeals looked at for a likely one."""


@dataclass(frozen=True)
class Bot:
    """A player. Subclasses are frozen dataclasses whose fields are the options; an answer changes nothing in the bot, so one
    may be asked from several threads.

    seed: with a seed, and a budget that is not a time, equal views get equal answers; None draws from the operating system.
    """

    name: ClassVar[str]
    seed: int | None = None

    @classmethod
    def plays(cls, room: Room) -> bool:
        """Whether this kind of bot can play a game.

        room: of the game (`Game.room`).
        """
        return True

    def choose(self, view: View) -> list[int]:
        """Return the codes of one whole chain of choices for the view's seat.

        view: with a memory, of a seat that is asked.

        BadInput: the seat is not asked.
        """
        raise NotImplementedError

    @property
    def looks(self) -> bool:
        """Whether it needs a view. A bot that needs none may be asked by `pick`, without making a view for it."""
        return True

    def pick(self, menu: Sequence[int]) -> int:
        """Return one code out of a menu; asked again until the chain is complete.

        menu: packed, as `Game.packed_menu` returns it.
        """
        raise NotImplementedError

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        """Return what it would choose, and what it expects of the choices that it may begin with, the one that it takes first; no
        options if it cannot say or has no choice.

        view: as for `choose`.
        """
        return self.choose(view), []

    def compare(self, view: View, code: int) -> list[Option]:
        """Return what it expects of a choice that it has not weighed, because the house knows the answer, and of some others:
        that choice first, then the others, best first. None if it cannot say."""
        return []

    def advise(self, view: View) -> tuple[list[int], str]:
        """Return what it would choose, and why in one sentence (see `reasons`).

        view: as for `choose`.
        """
        codes, options = self.consider(view)
        return codes, sentence(view, codes, options, [] if options else self.compare(view, codes[0]))

    def prepare(self, game: Game) -> None:
        """Compile what the first answer would have to wait for.

        game: that it will play.
        """
        match = game.start(seed=0)
        self.hurried().choose(match.view(match.turn, memory=True))

    def hurried(self) -> Bot:
        """Return this bot with the smallest budget of time or iterations, for a first answer while it is compiled."""
        return self

    def __str__(self) -> str:
        """The text that `make` reads: the name, then the options that differ from their defaults."""
        given = [f"{f.name}={getattr(self, f.name)}" for f in fields(self) if getattr(self, f.name) != f.default]
        return self.name + (":" + ",".join(given) if given else "")

    def _seed_for(self, view: View) -> int:
        """A seed of the bot's own and of all that it is shown."""
        if self.seed is None:
            return secrets.randbits(62)
        return ((self.seed << 32) ^ zlib.crc32(view.tables.tobytes(), view.seat)) & 0x3FFFFFFFFFFFFFFF


class Thought:
    """A view prepared for thinking. BadInput if its seat is not asked, or if no deal fits what it remembers.

    weights, value: the policy that plays hands out and the function that judges positions, instead of what the room has learned.
    """

    def __init__(self, view: View, seed: int, weights: Floats | None = None, value: tuple[int, Floats] | None = None) -> None:
        row = view.tables[0]
        if row.over or row.turn == NOBODY or row.turn != view.seat:
            raise BadInput(f"seat {view.seat} is not asked in this view")
        self.view, self.room, self.seat = view, view.game.room, view.seat
        self.deck = unseen(view.tables, view.memory or Recall.blank(view.tables, self.room), seed)
        self.work = workspace_for(view.game, weights, shown(view), value)
        self.codes = list[int]()
        """The picks so far."""
        self.goes_on = False
        """Whether any of the codes offered last leaves more to pick."""
        self.complete = False
        """Whether the picks so far are known to be a whole chain."""
        self._closing: Ints = np.empty(0, np.int64)

    @property
    def picks(self) -> Ints:
        """The picks so far, int64[n]."""
        return np.array(self.codes, np.int64)

    def offered(self) -> Ints:
        """The codes worth trying after the picks so far; none when the chain is complete."""
        if self.complete:
            return np.empty(0, np.int64)
        n, self.goes_on = offered_after(self.deck, self.work, self.picks)
        codes = self.work.offered[:n].copy()
        self._closing = codes[:0] if self.goes_on else codes
        return codes

    def any(self) -> int:
        """Return a random code, -1 when the chain is complete."""
        return int(any_after(self.deck, self.work, self.picks))

    def check(self) -> None:
        """Raise BadInput if playing on from the deals that fit the view never came to an end: no match leads to its position."""
        if self.work.horizon[STUCK]:
            raise BadInput(f"played on from here, {self.room.name} comes to no end: the position cannot be of a match")

    def take(self, code: int) -> None:
        """Decide on the next pick."""
        self.codes.append(int(code))
        self.complete = code in self._closing
        self._closing = self._closing[:0]

    def complete_by(self, codes: Iterable[int]) -> None:
        """Decide on all the rest of the chain."""
        self.codes += codes
        self.complete = True

    @property
    def unseen(self) -> bool:
        """Whether others do not see at once what is chosen: it is hidden, or several are asked."""
        if heuristics.in_the_open(self.room):
            return False
        row = self.view.tables[0]
        return bool(self.work.phases[row.phase] & HIDDEN) or int(row.asked).bit_count() > 1


@dataclass(frozen=True)
class Shown:
    """The choices of others in this hand that reveal something of their cards, one per row.

    plays: int64[n, 2 + seats], who chose, the code, and by seat the cards that have gone from its hand since. tables: record
    array [n], the public table before each choice.
    """

    plays: Ints
    tables: Any


def shown(view: View) -> Shown | None:
    """Return the others' choices that reveal something of their hands, from the history of a view; None if no phase of the room
    has such choices. A choice made with cards in hand that are neither left nor played since is left out: it tells nothing."""
    room, seats = view.game.room, view.game.seats
    if not (revealing := heuristics.revealing_phases(room)):
        return None
    row, gone, plays, tables = view.tables[0], [0] * seats, list[list[int]](), [view.tables[:0]]
    for move in reversed(view.history):
        seat, before = move.seat, move.table
        if move.hand != int(row.hand_number):
            break
        if 0 <= move.code < FIRST_CALL and heuristics.from_hand(room, move.phase):
            gone[seat] |= 1 << move.code
        if seat != view.seat and move.code >= 0 and move.phase in revealing and before is not None:
            if size_of(int(before[0].hand[seat])) == size_of(int(row.hand[seat])) + gone[seat].bit_count():
                plays.append([seat, move.code, *gone])
                tables.append(before)
    return Shown(np.array(plays, np.int64).reshape(-1, 2 + seats), np.concatenate(tables).view(Records))


def workspace_for(
    game: Game, weights: Floats | None = None, shown: Shown | None = None, value: tuple[int, Floats] | None = None
) -> Workspace:
    """Return a workspace for a game. weights: of features, instead of those in the room's `policy.json`. value: the kind and the
    weights of a learned value, instead of the room's `value.json`."""
    room = game.room
    tables: Any = room.Table.blank(SEEN + room.Table.seats_range[1])
    value_kind, slopes = value_of(room) if value is None else value
    stakes_kind, stakes = equity_of(room)
    bounded = value_kind != NOTHING or heuristics.has_value(room)
    met = np.array([[np.inf, -np.inf, 0.0, 0.0]] * 2)
    met[CHANGE, COUNTS] = float(stakes_kind == NOTHING)
    return Workspace(
        tables,
        words=sheet_of(tables),
        menu=np.empty(room.menu_size, np.int64),
        offered=np.empty(RUN * room.menu_size, np.int64),
        phases=_phases(room).copy(),
        worth=np.zeros((room.Table.seats_range[1], 2)),
        range=met,
        low=np.array([room.low], np.int64),
        factors=factors_of(game) if weights is None else np.ascontiguousarray(np.exp(weights), np.float64),
        found=np.zeros((RUN * room.menu_size, WIDTH), np.int64),  # a room that tells of fewer features need not say so
        odds=np.empty(RUN * room.menu_size),
        plays=np.zeros((0, 2), np.int64) if shown is None else shown.plays,
        shown=room.Table.blank(0) if shown is None else shown.tables,
        tries=np.array([TRIES], np.int64),
        horizon=np.array([heuristics.horizon(room) if bounded else heuristics.HORIZON, 0], np.int64),
        value_kind=np.array([value_kind], np.int64),
        slopes=np.ascontiguousarray(slopes, np.float64),
        standing=np.zeros(len(slopes)),
        hope=np.zeros(room.Table.seats_range[1]),
        stakes_kind=np.array([stakes_kind], np.int64),
        stakes=np.ascontiguousarray(stakes, np.float64),
        reached=np.zeros(len(stakes)),
    )


@cache
def _phases(room: Room) -> Ints:
    """Return the flags of a room's phases, for a workspace."""
    phases = np.zeros(128, np.int64)
    for phase in (*room.veiled, *room.quiet) if heuristics.separate(room) else ():
        phases[phase] |= HIDDEN
    for phase in room.unordered:
        phases[phase] |= UNORDERED
    for phase in heuristics.by_policy(room):
        phases[phase] |= BY_POLICY
    return phases
