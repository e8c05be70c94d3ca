"""The news of a table: who is here, and what has happened to the people here."""

from __future__ import annotations

from parlour.kit.layout import NOBODY

from .agenda import Agenda
from .connections import Connections
from .seats import Seats
from .store import TableRow
from .wire_company import Presence


class News:
    """The messages to everybody at one table about the people there."""

    def __init__(self, row: TableRow, seats: Seats, connections: Connections, agenda: Agenda) -> None:
        self._row, self._seats, self._connections, self._agenda = row, seats, connections, agenda

    def message(self, news: str = "") -> Presence:
        """Return who is here. news: what has just happened, in words."""
        onlookers = sorted(connection.name for connection in self._connections.at(NOBODY))
        return Presence(self._seats.presence(self._agenda.now()), onlookers, self._row.paused, self._row.ended, news)

    def tell(self, news: str = "") -> None:
        """Tell everybody who is here."""
        self._connections.tell(self.message(news))
