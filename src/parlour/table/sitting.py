"""How somebody takes a seat: by a link, from the page of the table, by the host, or on another device.

A key lets one browser sit down once: with it the seat gets a new key, which only that browser is told. Every way ends in
`take` or `move`, which write it to disk first: what is on disk is what holds.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from parlour.engine.errors import BadInput
from parlour.kit.layout import NOBODY
from parlour.languages import lazy_gettext

from . import wire
from .connections import NOT_HERE, tell
from .devices import Devices, Move
from .links import new_key
from .menus import Menus
from .premoves import Premoves
from .presence import Attendance
from .reception import Reception
from .shared import Shared
from .store import SeatRow

STALE = lazy_gettext(
    "this link is no longer good: somebody has sat down by it, or there is a newer one; the person who made the table can"
    " give you a new one"
)
FULL = lazy_gettext("every seat is taken meanwhile")


class Sitting:
    """The ways to take a seat of one table. The caller holds the table's lock.

    begin: deals the cards if nobody is awaited any more.
    """

    def __init__(
        self,
        shared: Shared,
        devices: Devices,
        attendance: Attendance,
        premoves: Premoves,
        menus: Menus,
        reception: Reception,
        begin: Callable[[], Awaitable[None]],
    ) -> None:
        self._store, self._row, self._live, self._seats = shared.store, shared.row, shared.live, shared.seats
        self._connections, self._tell = shared.connections, shared.news.tell
        self._devices, self._attendance, self._premoves = devices, attendance, premoves
        self._menus, self._reception, self._begin = menus, reception, begin

    # people who come by themselves

    async def by_link(self, holder: str, key: str, name: str) -> None:
        """Sit down by the key of a seat: a free one under a name, or a taken one, whose present device is asked if it is here.

        BadInput if no seat has this key any more.
        """
        number = self._row.seat_for(key)
        if number is None:
            raise BadInput(STALE)
        if self._row.seat_of(holder) != NOBODY:
            return
        place = self._seats[number].place
        if place.open:
            await self._sit_down(number, holder, name)
        else:
            await self._devices.want(Move(holder, number, place.key == key))

    async def at_free_seat(self, holder: str, wanted: int, name: str) -> None:
        """Sit down at a free seat: the one wanted, or another if somebody was quicker. BadInput if none is free."""
        if self._row.seat_of(holder) != NOBODY:
            return
        free = [seat.number for seat in self._seats if seat.place.open]
        if not free:
            raise BadInput(FULL)
        await self._sit_down(wanted if wanted in free else free[0], holder, name)

    async def _sit_down(self, number: int, holder: str, name: str) -> None:
        if self._live.match.over or self._row.ended:
            raise BadInput(lazy_gettext("this match is over, so nobody can sit down any more"))
        place = self._seats[number].place
        await self.take(number, place.claimed(holder, name=name or place.name))

    # what all ways come to

    async def take(self, number: int, place: SeatRow) -> None:
        """Another person has a seat from now on, or a bot, or nobody; all are told, and the match begins if all are there."""
        await self._keep(number, place, same=False)
        self._attendance.reseated(number)
        self._live.rename(number, place.name)
        self._reception.greet()
        self._attendance.wake(number)
        self._menus.pass_on()
        if place.open:
            self._attendance.look_round()
        self._tell(self._news(number, place))
        await self._begin()

    async def move(self, move: Move) -> None:
        """A seat is played on another device from now on, which all are told."""
        place = self._seats[move.seat].place
        await self._keep(move.seat, place.claimed(move.holder), move.own)
        self._reception.greet()
        own = lazy_gettext("{player} plays on another device now", player=place.name)
        by_host = lazy_gettext("{player} plays on another device now, by a new link from the host", player=place.name)
        self._tell(own if move.own else by_host)
        self._attendance.wake(move.seat)

    async def renew_link(self, number: int, host: str) -> None:
        """The old links of a person's seat die; who sits there stays. host: the name of the host, "" if it is for themselves.

        All are told that the host has a link to somebody's seat.
        """
        place = self._seats[number].place
        await self._keep(number, replace(place, key=new_key(), renewed=new_key() if host else ""), same=False)
        if host:
            self._tell(lazy_gettext("{host} has made a new link for the seat of {player}", host=host, player=place.name))
        self._reception.greet()

    # inside

    def _news(self, number: int, place: SeatRow) -> str:
        if place.open:
            return lazy_gettext("Seat {n} is free", n=number + 1)
        if place.kind != "human":
            return lazy_gettext("{player} takes seat {n}", player=place.name, n=number + 1)
        if self._seats.waits(number):
            return lazy_gettext("{player} sits down; a bot plays to the end of this hand", player=place.name)
        return lazy_gettext("{player} sits down", player=place.name)

    async def _keep(self, number: int, place: SeatRow, same: bool) -> None:
        """Write to disk who has a seat, then let go of those who had it. same: it is one person on another device."""
        before, place = self._seats[number].place, self._seats.placed(number, place, same)
        maker = place.holder if place.holder and number == self._row.host_seat else self._row.maker
        await self._store.seat(self._row.id, number, place, maker)
        self._seats[number].place, self._row.maker = place, maker
        if before.holder != place.holder:
            self._premoves.drop(number)
            moved, freed = lazy_gettext("your seat is played on another device now"), lazy_gettext("the host has freed your seat")
            await self._let_go(number, moved if place.holder else freed)

    async def _let_go(self, number: int, reason: str) -> None:
        """The browsers that have played at a seat go, or play on for others who share them."""
        for connection in self._connections.at(number):
            if others := self._seats.owned_by(connection.holder):
                connection.seat = others[0]
                await self._reception.show(connection)
                continue
            tell(connection, wire.Error(reason))
            connection.close(reason, NOT_HERE)
