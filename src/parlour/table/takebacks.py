"""Taking back a choice where others play: by right while nothing has come of it, else when those concerned agree.

See docs/decisions/0282-taking-back.md.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput
from parlour.engine.match import Chance, Chosen
from parlour.kit.layout import DEAL, NOBODY

from .feeds import masked
from .views import known_cards, table_view
from .wire_company import Asking

if TYPE_CHECKING:
    from .live import LiveMatch
    from .tables import Connection, LiveTable

PATIENCE_SECONDS = 25.0
"""So long the others have to agree."""


def by_right(live: LiveMatch, seat: int) -> bool:
    """Whether a seat's last choice can be taken back without asking: nobody has answered since, nothing was drawn or revealed.

    The mover may have learned nothing by it, the others only of cards that the mover knew.
    """
    match, game = live.match, live.game
    moment = match.before_choice_of(seat)
    if moment is None or match.answers:
        return False
    since = match.log[moment.entries :]
    if any(isinstance(entry, Chance) for entry in since) or [entry.seat for entry in since if isinstance(entry, Chosen)] != [
        seat
    ]:
        return False
    before, after = moment.tables, match.tables
    if before[0].hand_number != after[0].hand_number or int(after[0].phase) == DEAL or after[0].over:
        return False
    known = known_cards(game, masked(before, seat)[0])
    for viewer in range(NOBODY, game.seats):
        old, new = masked(before, viewer), masked(after, viewer)
        learned = known_cards(game, new[0]) - known_cards(game, old[0])
        if learned - (known if viewer != seat else Counter()):
            return False
        if _unknown(table_view(game, new).figures) < _unknown(table_view(game, old).figures):
            return False
    return True


def _unknown(figures: object) -> int:
    """How many figures are hidden."""
    if isinstance(figures, dict):
        return sum(map(_unknown, figures.values()))
    if isinstance(figures, list):
        return sum(map(_unknown, figures))
    return figures is None


class TakeBacks:
    """Who wants to take something back at one table. Whoever calls holds the table's lock."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.seat = NOBODY
        """Who asks the others, NOBODY where nobody does."""
        self._waiting: set[int] = set()
        self._number = 0
        self._refused: dict[int, int] = {}
        """By seat the place in the log of the choice that the others would not have taken back."""

    async def ask(self, connection: Connection) -> None:
        """Take back the last choice of a seat, or ask those concerned. BadInput where there is none, or it cannot be."""
        live, seat, match = self.table.live, connection.seat, self.table.live.match
        if self.table.game.seats == 1:
            raise BadInput("alone one takes back with undo")
        if live.sealed(seat):
            await self.table.apply(live.retract, seat)
            await self.table.ask_again(seat)
            return
        live.must_take_back(seat)
        moment = match.before_choice_of(seat)
        assert moment is not None
        others = self._concerned(seat)
        if by_right(live, seat) or not others:
            await self._do(seat)
            return
        away = [self.table.names[other] for other in others if other not in self.table.attendance.here()]
        if away:
            raise BadInput(f"{' and '.join(away)} would have to agree, and is away")
        if self._refused.get(seat) == moment.entries:
            raise BadInput("the others would rather not")
        if self.seat != NOBODY:
            raise BadInput("something else is being asked just now")
        self.seat, self._waiting = seat, set(others)
        self._number += 1
        self.tell()
        self.table.hall.spawn(self._lapse(self._number))

    async def answer(self, connection: Connection, yes: bool) -> None:
        """One of those concerned agrees or does not. BadInput where they were not asked."""
        seats = set(self.table.row.seats_of(connection.holder)) & self._waiting
        if self.seat == NOBODY or not seats:
            raise BadInput("nobody has asked you anything")
        if not yes:
            self._refuse(f"{self.table.names[connection.seat]} would rather not")
            return
        self._waiting -= seats
        if self._waiting:
            self.tell()
        else:
            seat, self.seat = self.seat, NOBODY
            self.tell()
            await self._do(seat)

    def went_on(self, seat: int) -> None:
        """Somebody who was asked, or who has asked, chooses instead."""
        if self.seat == seat:
            self.drop()
        elif self.seat != NOBODY and seat in self._waiting:
            self._refuse(f"{self.table.names[seat]} plays on")

    def drop(self, news: str = "") -> None:
        """Nothing is asked any more."""
        if self.seat != NOBODY:
            self.seat, self._waiting = NOBODY, set()
            self.tell(news)

    def tell(self, news: str = "") -> None:
        """Tell all what is asked."""
        self.table.tell(Asking(self.seat, sorted(self._waiting), news))

    # inside

    def _concerned(self, seat: int) -> list[int]:
        """The other people at the table, here or not: bots do not mind."""
        own = self.table.row.seats_of(self.table.row.seats[seat].holder)
        return [other for other in self.table.attendance.people() if other not in own and not self.table.row.seats[other].open]

    def _refuse(self, news: str) -> None:
        moment = self.table.live.match.before_choice_of(self.seat)
        if moment is not None:
            self._refused[self.seat] = moment.entries
        self.drop(news)

    async def _do(self, seat: int) -> None:
        self.drop()
        await self.table.apply(self.table.live.take_back, seat)

    async def _lapse(self, number: int) -> None:
        await asyncio.sleep(PATIENCE_SECONDS)
        async with self.table.lock:
            if self._number == number and self.seat != NOBODY:
                self._refuse("Nobody has answered: nothing is taken back")
