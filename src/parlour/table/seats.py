"""Who may sit down where: free seats, moves to another device, and people who come while a hand is played.

A key lets one browser sit down once: with it the seat gets a new key, which only that browser is told. Somebody else's cards are
nobody's business: if a seat changes its owner within a hand, a bot plays it to the end of that hand, and the new owner is told
what an onlooker sees. See docs/decisions/0375-whose-seat-it-is.md.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput
from parlour.kit.layout import NOBODY

from . import wire
from .feeds import Feed
from .store import SeatRow
from .wire_company import Moving

if TYPE_CHECKING:
    from .tables import Connection, LiveTable

MOVE_SECONDS = 60.0
"""How long the device at which somebody sits may take to let another have the seat."""
GONE_SECONDS = 5.0
"""After this a device that was asked counts as absent; a page that is loaded again is back before."""
STALE = (
    "this link is no longer good: somebody has sat down by it, or there is a newer one; the person who made the table can"
    " give you a new one"
)
TAKEN = "somebody else has sat down there meanwhile"
WAITS = "your cards come with the next deal, or with the next match if this hand is the last; until then a bot plays your seat"
"""No rule tells beforehand which hand is the last, and a match may have one alone."""


@dataclass(frozen=True)
class Move:
    """A device that wants a seat at which somebody sits at another. own: by that person's own link, not by one from the host."""

    holder: str
    seat: int
    own: bool


class Seats:
    """The seats of one table. The caller holds the table's lock, except for `sit` and `take`."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._moves: dict[int, Move] = {}
        """By seat the device that its present one is asked about."""
        self._refused: dict[str, str] = {}
        """By holder why a move did not come about, until its page has said so."""
        self._outside: set[Connection] = set()
        """Browsers that are told what an onlooker sees although they have a seat."""

    # who sits down

    async def sit(self, holder: str, key: str, name: str) -> None:
        """Sit down by the key of a seat: a free one under a name, or a taken one, whose present device is asked if it is here.

        BadInput if no seat has this key any more.
        """
        table = self.table
        await asyncio.wait({table.opened})
        async with table.lock:
            number = table.row.seat_for(key)
            if number is None:
                raise BadInput(STALE)
            if table.row.seat_of(holder) != NOBODY:
                return
            if table.row.seats[number].open:
                await self._sit_down(number, holder, name)
                return
            move = Move(holder, number, table.row.seats[number].key == key)
            if number in table.attendance.here():
                self._ask(move)
            else:
                await self._move(move)

    async def take(self, holder: str, number: int, name: str) -> None:
        """Sit down at a free seat from the page of the table. BadInput if somebody was quicker."""
        table = self.table
        await asyncio.wait({table.opened})
        async with table.lock:
            if table.row.seat_of(holder) != NOBODY:
                return
            if number >= len(table.row.seats) or not table.row.seats[number].open:
                raise BadInput(TAKEN)
            await self._sit_down(number, holder, name)

    async def _sit_down(self, number: int, holder: str, name: str) -> None:
        table = self.table
        if table.live.match.over or table.row.ended:
            raise BadInput("this match is over, so nobody can sit down any more")
        before = table.row.seats[number]
        await table.reseat(number, before.claimed(holder, name=name or before.name))
        self.announce(number)
        await table.begin_if_ready()

    def announce(self, number: int) -> None:
        """Tell all that somebody has sat down, and that a bot plays there for now if it does."""
        later = "; a bot plays to the end of this hand" if self.waits(number) else ""
        self.table.attendance.tell(f"{self.table.names[number]} sits down{later}")

    # moves to another device

    def state_of(self, holder: str) -> tuple[bool, str]:
        """For a browser without a seat: whether another device is asked about it, and why it was refused (told once)."""
        return any(move.holder == holder for move in self._moves.values()), self._refused.pop(holder, "")

    def asked(self, connection: Connection) -> list[Moving]:
        """What a browser that comes in is asked."""
        own = self.table.row.seats_of(connection.holder)
        return [Moving(seat) for seat in self._moves if seat in own]

    async def answer(self, connection: Connection, yes: bool) -> None:
        """The present device lets another have its seat, or does not. BadInput if it was not asked."""
        seat = next((seat for seat in self._moves if seat in self.table.row.seats_of(connection.holder)), NOBODY)
        if seat == NOBODY:
            raise BadInput("no other device asks for your seat")
        if yes:
            await self._move(self._moves[seat])
        else:
            self._refuse(seat, "the device at which you sit has said no")

    def left(self, connection: Connection) -> None:
        """A browser has gone: if it was asked about its seat, nobody is there any more to answer."""
        self._outside.discard(connection)
        for seat in self.table.row.seats_of(connection.holder):
            if move := self._moves.get(seat):
                self.table.hall.spawn(self._gone(move))

    def _ask(self, move: Move) -> None:
        if earlier := self._moves.get(move.seat):
            self._refused[earlier.holder] = "another device has asked for the seat since"
        self._refused.pop(move.holder, None)
        self._moves[move.seat] = move
        self._tell_device(move.seat, Moving(move.seat))
        self.table.hall.spawn(self._lapse(move))

    async def _move(self, move: Move) -> None:
        """The seat is played on another device from now on, which all are told."""
        table, place = self.table, self.table.row.seats[move.seat]
        self._drop(move.seat)
        await table.reseat(move.seat, place.claimed(move.holder), move.own, renamed=False)
        by = "" if move.own else ", by a new link from the host"
        table.greet()
        table.attendance.tell(f"{place.name} plays on another device now{by}")
        table.wake(move.seat)

    def _refuse(self, seat: int, why: str) -> None:
        move = self._drop(seat)
        if move is not None:
            self._refused[move.holder] = why
            self.table.attendance.tell(f"Another device has asked for the seat of {self.table.names[seat]}, and did not get it")

    def _drop(self, seat: int) -> Move | None:
        move = self._moves.pop(seat, None)
        if move is not None:
            self._tell_device(seat, Moving(NOBODY))
        return move

    def _tell_device(self, seat: int, message: Moving) -> None:
        holder = self.table.row.seats[seat].holder
        for connection in self.table.connections:
            if connection.holder == holder and connection.seat != NOBODY:
                connection.send(wire.write(message))

    async def _lapse(self, move: Move) -> None:
        await asyncio.sleep(MOVE_SECONDS)
        async with self.table.lock:
            if self._moves.get(move.seat) is move:
                self._refuse(move.seat, "nobody has answered at the device at which you sit; close the page there, or try again")

    async def _gone(self, move: Move) -> None:
        await asyncio.sleep(GONE_SECONDS)
        async with self.table.lock:
            if self._moves.get(move.seat) is move and move.seat not in self.table.attendance.here():
                await self._move(move)

    # who sees which cards

    def waits(self, seat: int) -> bool:
        """Whether the person who sits there came while this hand was played, so that its cards are not for them."""
        place = self.table.row.seats[seat]
        if not place.late or place.open or place.kind != "human" or place.holder == place.former or not self.table.opened.done():
            return False
        return place.late == int(self.table.live.match.row.hand_number)

    def viewer(self, connection: Connection) -> int:
        """With whose eyes a browser is told of the table: those of its seat, or an onlooker's."""
        return NOBODY if connection in self._outside else connection.seat

    def state(self, connection: Connection) -> list[wire.Message]:
        """All that there is to see for a browser that comes in, and with whose eyes it is told what happens from now on."""
        feeds, seat = self.table.live.feeds, connection.seat
        self._outside.discard(connection)
        if seat == NOBODY:
            gallery = self.table.live.gallery
            return gallery.state() if gallery else feeds[seat].state()
        if self.waits(seat):
            self._outside.add(connection)
            return feeds[NOBODY].state()
        return feeds[seat].state(*self._earlier(seat))

    def _earlier(self, seat: int) -> tuple[Feed, int] | tuple[()]:
        """Whose log tells of the hands before the owner of a seat came, and which hand was the last of them."""
        place = self.table.row.seats[seat]
        return (self.table.live.feeds[NOBODY], place.late) if place.late and place.holder != place.former else ()

    def placed(self, seat: int, place: SeatRow, same: bool) -> SeatRow:
        """A new owner's place, with the hand whose cards they may not see and who may. same: it is the same person."""
        before, match = self.table.row.seats[seat], self.table.live.match
        if place.holder == before.holder and place.kind == before.kind:
            return replace(place, late=before.late, former=before.former)
        hand = int(match.row.hand_number) if self.table.live.begun and not match.over else 0
        waited = self.waits(seat)
        if not hand or (same and not waited):
            return replace(place, late=before.late if same else 0, former="")
        former = before.holder if before.holder and not waited else before.former if before.late == hand else ""
        return replace(place, late=hand, former=former)

    def dealt(self) -> bool:
        """The match has gone on: those who have waited for a deal are shown their cards. Whether there was anybody."""
        dealt_in = [connection for connection in self._outside if not self.waits(connection.seat)]
        for connection in dealt_in:
            self.table.introduce(connection)
        return bool(dealt_in)
