"""The record that the parts of one table share."""

from __future__ import annotations

from dataclasses import dataclass

from .agenda import Agenda
from .connections import Connections
from .live import LiveMatch
from .loading import Loading
from .news import News
from .seats import Seats
from .store import Store, TableRow


@dataclass(frozen=True)
class Shared:
    """The things that most parts of a table need once the table is open.

    store: the disk. row: what is on disk about the table. live: the match. seats, connections: who sits here, and the browsers
    that are here. agenda: the table's clock, its lock, and what is due later. news: tells everybody what happens to the people
    here. loading: waits for bots that are not compiled yet.
    """

    store: Store
    row: TableRow
    live: LiveMatch
    seats: Seats
    connections: Connections
    agenda: Agenda
    news: News
    loading: Loading
