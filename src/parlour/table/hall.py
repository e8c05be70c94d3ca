"""All tables of a server: opened when somebody comes, put away when nobody is there."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace

import msgspec

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import named

from .archive import Archive
from .budgets import Limits
from .difficulty import Difficulties
from .forms import fresh_deal
from .replays import can_be_dealt_again
from .server import Server
from .settings import Settings
from .settling import Settling
from .store import SeatRow, Store, TableRow
from .tables import LiveTable

IDLE_SECONDS = 60.0


def new_id() -> str:
    """An id of a table that nobody guesses, short enough to read out."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


class Hall(Server):
    """A server with its tables."""

    def __init__(self, store: Store, tempo: float = 1.0, limits: Limits | None = None) -> None:
        super().__init__(store, tempo, limits)
        self.tables: dict[str, LiveTable] = {}
        self.outage.tell = self._outage
        self.archive = Archive(self, self.visit)
        self.difficulties = Difficulties(self)
        self.settling = Settling(self, self.archive.load_log, self.difficulties.of)
        self._opening = asyncio.Lock()

    async def close(self) -> None:
        """Stop everything; what is on disk stays as it is."""
        await super().close()
        for table in list(self.tables.values()):
            table.agenda.cancel()  # bots that are to answer on the next beat
        self.settling.close()
        self.difficulties.close()

    async def _outage(self) -> None:
        """The disk takes nothing any more, or again something: tell all tables."""
        for table in list(self.tables.values()):
            await table.stand_still()

    async def open(self, table_id: str) -> LiveTable | None:
        """The table of this id, None if there is none. BadInput if this house cannot go on with it."""
        async with self._opening:
            if table_id not in self.tables:
                row = await self.store.table(table_id)
                if row is None:
                    return None
                self.tables[table_id] = LiveTable(
                    self, row, await self.work(_game_of, row), self.settling.deal, self.repeat, self.drop
                )
            return self.tables[table_id]

    @contextlib.asynccontextmanager
    async def visit(self, table_id: str) -> AsyncIterator[LiveTable | None]:
        """Open a table as `open` does; it stays as long as a visitor is there, also while it is still compiling, and a while
        after."""
        table = await self.open(table_id)
        if table is None:
            yield None
            return
        table.visitors += 1
        table.visits += 1
        try:
            yield table
        finally:
            table.visitors -= 1
            asyncio.get_running_loop().call_later(IDLE_SECONDS, self._put_away, table, table.visits)

    def _put_away(self, table: LiveTable, visits: int) -> None:
        """Forget a table to which nobody has come since."""
        if not table.visitors and table.visits == visits:
            self.drop(table)

    async def make(
        self,
        game: Game,
        seats: list[SeatRow],
        maker: str,
        watch: bool,
        window_ms: int,
        deal: int = 0,
        settings: Settings | None = None,
        *,
        client: str,
    ) -> str:
        """A new table; its id. TooMuch if this client has made too many."""
        row = TableRow(new_id(), game.room.name, game.room.rules_version, game.house, maker, watch, window_ms, seats, deal)
        row.settings, row.agreed = settings or row.settings, game.agreed
        await self._add(row, client)
        for kind in {seat.kind for seat in seats} - {"human"}:
            self.ready(game, kind)  # while the page is on its way
        return row.id

    async def _add(self, row: TableRow, client: str) -> None:
        """Keep a new table. Every way of making one comes through here."""
        self.budgets.spend("tables", client)
        await self.store.add(row)

    async def repeat(self, row: TableRow, client: str, same: bool = False) -> str:
        """A new table with the seats and rules of another, and its deal if `same`; its id. TooMuch as for `make`."""
        wanted = bool(row.settings.winnable) and not same
        deal = 0 if wanted else row.deal if same or not row.deal else fresh_deal()
        seats = [replace(seat, renewed="", late=0, former="") for seat in row.seats]
        again = TableRow(new_id(), row.game, row.rules, row.house, row.maker, row.watch, row.window_ms, seats, deal)
        again.settings, again.agreed = msgspec.structs.replace(row.settings, lesson=False), row.agreed
        if wanted:
            again.settings = msgspec.structs.replace(row.settings, winnable="wanted", daily="")  # as hard as before
        await self._add(again, client)
        if not same:
            await self.store.set_again(row.id, again.id)
        return again.id

    async def deal_again(self, row: TableRow, seat: int, person: SeatRow, kind: str, client: str) -> str:
        """A new table with the house rules and deals of one that is over, for one person at a seat among bots; its id.

        BadInput if its deals cannot be had again. TooMuch as for `make`.
        """
        rows = await self.store.log(row.origin or row.id)
        game = await self.work(_game_of, row)
        if not row.deal and not await self.work(can_be_dealt_again, game, rows):
            raise BadInput("these deals cannot be played again: they were dealt by an earlier version of Parlour")
        bots = [SeatRow(kind, f"Bot {number + 1}") for number in range(len(row.seats))]
        seats = [person if number == seat else bots[number] for number in range(len(row.seats))]
        again = TableRow(new_id(), row.game, row.rules, row.house, person.holder, False, 0, seats, row.deal)
        again.origin = row.origin or row.id
        await self._add(again, client)
        return again.id

    async def renew(self, name: str) -> None:
        """The rules of a guest have been opened again: put its tables away; their players come back to new ones."""
        self.forget(name)
        for table in [table for table in self.tables.values() if table.row.game == name]:
            await table.put_away()

    def drop(self, table: LiveTable, reason: str = "nobody is here") -> None:
        """Forget a table; who comes next reads it from disk."""
        table.stop(reason)
        if self.tables.get(table.row.id) is table:
            del self.tables[table.row.id]


def _game_of(row: TableRow) -> Game:
    if named(row.game).rules_version != row.rules:
        raise BadInput(f"this table was begun under version {row.rules} of the rules of {row.game}, which have changed since")
    game = Game(named(row.game), len(row.seats), row.house)
    game.agreed = row.agreed
    return game
