"""Seats that go to another device: the present one is asked if it is here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from parlour.engine.errors import BadInput
from parlour.kit.layout import NOBODY
from parlour.languages import lazy_gettext

from .agenda import Agenda
from .connections import Connection, Connections, tell
from .news import News
from .seats import Seats
from .wire_company import Moving

MOVE_SECONDS = 60.0
"""Seconds that the device at which a player sits may take to let another have the seat."""
GONE_SECONDS = 5.0
"""After this a device that was asked counts as absent; a page that is loaded again is back before."""


@dataclass(frozen=True)
class Move:
    """A device that wants a seat at which somebody sits at another. own: by that person's own link, not by one from the host."""

    holder: str
    seat: int
    own: bool


class Devices:
    """The devices that want a seat of one table. The caller holds the table's lock. move: gives a seat to another device."""

    def __init__(
        self,
        seats: Seats,
        connections: Connections,
        agenda: Agenda,
        news: News,
        move: Callable[[Move], Awaitable[None]],
    ) -> None:
        self._seats, self._connections, self._agenda, self._news, self._give = seats, connections, agenda, news, move
        self._moves: dict[int, Move] = {}
        """By seat the device that its present one is asked about."""
        self._refused: dict[str, str] = {}
        """By holder why a move did not come about, until its page has said so."""

    def state_of(self, holder: str) -> tuple[bool, str]:
        """Return for a browser without a seat whether another device is asked about it, and why it was refused (said once)."""
        return any(move.holder == holder for move in self._moves.values()), self._refused.pop(holder, "")

    def asked(self, connection: Connection) -> list[Moving]:
        """Return the questions for a browser that comes in."""
        own = self._seats.owned_by(connection.holder)
        return [Moving(seat) for seat in self._moves if seat in own]

    async def want(self, move: Move) -> None:
        """A device wants a seat: the present one is asked, or loses it at once if it is not here."""
        if move.seat not in self._seats.here():
            await self._carry_out(move)
            return
        if earlier := self._moves.get(move.seat):
            self._refused[earlier.holder] = lazy_gettext("another device has asked for the seat since")
        self._refused.pop(move.holder, None)
        self._moves[move.seat] = move
        self._tell_device(move.seat, Moving(move.seat))
        self._agenda.spawn(self._lapse(move))

    async def answer(self, connection: Connection, yes: bool) -> None:
        """The present device lets another have its seat, or does not. BadInput if it was not asked."""
        seat = next((seat for seat in self._moves if seat in self._seats.owned_by(connection.holder)), NOBODY)
        if seat == NOBODY:
            raise BadInput(lazy_gettext("no other device asks for your seat"))
        if yes:
            await self._carry_out(self._moves[seat])
        else:
            self._refuse(seat, lazy_gettext("the device you play on now has refused"))

    def left(self, connection: Connection) -> None:
        """A browser has gone: if it was asked about its seat, nobody is there any more to answer."""
        for seat in self._seats.owned_by(connection.holder):
            if move := self._moves.get(seat):
                self._agenda.spawn(self._gone(move))

    # inside

    async def _carry_out(self, move: Move) -> None:
        self._drop(move.seat)
        await self._give(move)

    def _refuse(self, seat: int, why: str) -> None:
        move = self._drop(seat)
        if move is not None:
            self._refused[move.holder] = why
            self._news.tell(
                lazy_gettext(
                    "Another device has asked for the seat of {player}, and did not get it", player=self._seats[seat].place.name
                )
            )

    def _drop(self, seat: int) -> Move | None:
        move = self._moves.pop(seat, None)
        if move is not None:
            self._tell_device(seat, Moving(NOBODY))
        return move

    def _tell_device(self, seat: int, message: Moving) -> None:
        holder = self._seats[seat].place.holder
        for connection in self._connections.players():
            if connection.holder == holder:
                tell(connection, message)

    async def _lapse(self, move: Move) -> None:
        await asyncio.sleep(MOVE_SECONDS)
        async with self._agenda.lock:
            if self._moves.get(move.seat) is move:
                self._refuse(
                    move.seat,
                    lazy_gettext("nobody has answered at the device at which you sit; close the page there, or try again"),
                )

    async def _gone(self, move: Move) -> None:
        await asyncio.sleep(GONE_SECONDS)
        async with self._agenda.lock:
            if self._moves.get(move.seat) is move and move.seat not in self._seats.here():
                await self._carry_out(move)
