"""The questions that the people at one table are asked."""

from __future__ import annotations

import logging

from parlour.languages import lazy_gettext, speaking

from . import wire_company
from .connections import Connection, tell, tell_error
from .pacing import Pacing
from .premoves import Premoves
from .server import Server
from .shared import Shared
from .windows import Windows

log = logging.getLogger("parlour.table")


class Menus:
    """The questions of one table. The caller holds the table's lock."""

    def __init__(self, server: Server, shared: Shared, pacing: Pacing, windows: Windows, premoves: Premoves) -> None:
        self._server, self._row, self._live = server, shared.row, shared.live
        self._seats, self._connections = shared.seats, shared.connections
        self._pacing, self._windows, self._premoves = pacing, windows, premoves

    async def send(self, connection: Connection, prefix: list[str]) -> None:
        """Send the menu of a seat after some picks. BadInput if it is not asked, or a pick is refused."""
        with speaking(connection.language):
            menu = await self._server.play(self._live.menu, connection.seat, prefix)
        ms = self._windows.ms()
        if ms is not None:
            menu.ms = ms
        tell(connection, menu)

    async def ask(self, connection: Connection) -> None:
        """Send the menu if this browser is asked, or the result if the match is over."""
        try:
            viewer = self._seats.viewer(connection)
            if self._live.match.over:
                tell(connection, self._live.feeds[viewer].over(f"/table/{self._row.id}/record"))
            elif (
                viewer in self._live.asked() and self._live.offers(viewer) and (self._live.guided or not self._premoves.stands())
            ):
                await self.send(connection, [])
        except Exception as error:  # the others are asked all the same
            log.error("a menu of %s failed: %s", self._live.room.name, type(error).__name__)
            tell_error(connection, lazy_gettext("something went wrong"))

    async def ask_all(self) -> None:
        """Ask every browser that is to answer."""
        for connection in list(self._connections):
            await self.ask(connection)

    async def ask_again(self, seat: int) -> None:
        """Send the menu of a seat once more."""
        for connection in self._connections.at(seat):
            await self.ask(connection)

    def pass_on(self) -> None:
        """Tell a device that several share if another of them is asked than has it."""
        stands = self._premoves.stands() or self._pacing.resting
        asked = [] if stands else [seat for seat in self._live.asked() if not self._seats.waits(seat)]
        for connection in self._connections.players():
            own = self._seats.owned_by(connection.holder)
            if len(own) > 1 and connection.seat not in asked and (others := [seat for seat in own if seat in asked]):
                tell(connection, wire_company.Pass(others[0]))
