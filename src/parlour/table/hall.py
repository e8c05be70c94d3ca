"""All tables of a server: opened when somebody comes, put away when nobody is there; and the threads they compute in."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import View
from parlour.engine.rooms import named

from . import players
from .forms import fresh_deal
from .live import LiveMatch
from .store import SeatRow, Store, TableRow
from .tables import Table

T = TypeVar("T")
log = logging.getLogger("parlour.table")
IDLE_SECONDS = 60.0
WORKERS, THINKERS = 4, 2


def new_id() -> str:
    """An id of a table that nobody guesses, short enough to read out."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


class Hall:
    """`tempo` scales what the server waits for bots and windows (0: not at all, for tests)."""

    def __init__(self, store: Store, tempo: float = 1.0) -> None:
        self.store, self.tempo = store, tempo
        self.tables: dict[str, Table] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._prepared: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._compiler = asyncio.Lock()
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="parlour-work")
        self._thinkers = ThreadPoolExecutor(THINKERS, thread_name_prefix="parlour-think")

    async def close(self) -> None:
        """Stop everything; what is on disk stays as it is."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._workers.shutdown(wait=False, cancel_futures=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self.store.close()

    # computing

    async def work(self, act: Callable[..., T], *arguments: Any) -> T:
        """Do something that may take long in a worker thread."""
        return await asyncio.get_running_loop().run_in_executor(self._workers, act, *arguments)

    async def think(self, kind: str, view: View) -> list[int]:
        """Let a bot choose, in a thread of the bots."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, players.choose, kind, view)

    def spawn(self, act: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Let something run by itself; how it fails, but nothing it was about, goes to the log."""
        task = asyncio.get_running_loop().create_task(act)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a task of the server failed: %s", type(error).__name__)

    def prepared(self, game: Game) -> asyncio.Future[None]:
        """Come back when all that a page needs of a game is compiled. It is done once, however many wait for it."""
        return asyncio.shield(self._preparation(game, ""))

    def ready(self, game: Game, kind: str) -> asyncio.Future[None]:
        """Come back when these bots can play a game: what memories and redeals need, then what they themselves do."""
        return asyncio.shield(self._preparation(game, kind))

    def _preparation(self, game: Game, kind: str) -> asyncio.Task[None]:
        key = (game.room.name, kind)
        if key not in self._prepared:
            self._prepared[key] = self.spawn(self._prepare(game, kind))
        return self._prepared[key]

    async def _prepare(self, game: Game, kind: str) -> None:
        if not kind:
            await self._compile(game, _rehearse_table)
            return
        await self.prepared(game)
        if kind == players.SIMPLEST:
            await self._compile(game, _rehearse_memory)
        else:
            await self.ready(game, players.SIMPLEST)
        await self._compile(game, players.bot(kind).prepare)

    async def _compile(self, game: Game, act: Callable[[Game], None]) -> None:
        """A part of a preparation. The compiler does one thing at a time, so parts queue: a table never waits for all bots."""
        async with self._compiler:
            try:
                await self.work(act, game)
            except Exception as error:  # the table will meet it again, and say so to whom it concerns
                log.warning("%s could not be prepared: %s", game.room.name, type(error).__name__)

    # tables

    async def open(self, table_id: str) -> Table | None:
        """The table of this id, None where there is none. BadInput where this house cannot go on with it."""
        async with self._opening:
            if table_id not in self.tables:
                row = await self.store.table(table_id)
                if row is None:
                    return None
                self.tables[table_id] = Table(self, row, await self.work(_game_of, row))
            return self.tables[table_id]

    @contextlib.asynccontextmanager
    async def visit(self, table_id: str) -> AsyncIterator[Table | None]:
        """As `open`; the table stays as long as anybody is within, also while it is still compiling, and a while after."""
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

    def _put_away(self, table: Table, visits: int) -> None:
        """Forget a table to which nobody has come since."""
        if not table.visitors and table.visits == visits:
            self.drop(table)

    async def make(self, game: Game, seats: list[SeatRow], maker: str, watch: bool, window_ms: int, deal: int = 0) -> str:
        """A new table; its id."""
        row = TableRow(new_id(), game.room.name, game.room.rules_version, game.house, maker, watch, window_ms, seats, deal)
        await self.store.add(row)
        return row.id

    async def repeat(self, row: TableRow, same: bool = False) -> str:
        """A new table with the seats and rules of another, and its deal where `same`; its id."""
        deal = row.deal if same or not row.deal else fresh_deal()
        seats = [replace(seat) for seat in row.seats]
        again = TableRow(new_id(), row.game, row.rules, row.house, row.maker, row.watch, row.window_ms, seats, deal)
        await self.store.add(again)
        if not same:
            await self.store.set_again(row.id, again.id)
        return again.id

    async def renew(self, name: str) -> None:
        """The rules of a guest have been opened anew: its tables are put away, and who sits there comes back to new ones."""
        for key in [key for key in self._prepared if key[0] == name]:
            del self._prepared[key]
        for table in [table for table in self.tables.values() if table.row.game == name]:
            await table.put_away()

    def drop(self, table: Table, reason: str = "nobody is here") -> None:
        """Forget a table; who comes next reads it from disk."""
        table.stop(reason)
        if self.tables.get(table.row.id) is table:
            del self.tables[table.row.id]


def _game_of(row: TableRow) -> Game:
    if named(row.game).rules_version != row.rules:
        raise BadInput(f"this table was begun under version {row.rules} of the rules of {row.game}, which have changed since")
    return Game(named(row.game), len(row.seats), row.house)


def _rehearse_table(game: Game) -> None:
    """Do once what a page asks of a table, so that it is compiled."""
    live = _begun(game)
    seat = live.asked()[0]
    menu = live.menu(seat)
    live.why(seat, menu.choices[0].name if menu.choices[0].kind != "run" else "A♠")
    _choose_first(live, seat)
    if live.racing():
        live.close()


def _rehearse_memory(game: Game) -> None:
    """The same for what a table notes for its bots."""
    live = _begun(game)
    seat = live.asked()[0]
    live.thought(seat)
    _choose_first(live, seat)


def _begun(game: Game) -> LiveMatch:
    live = LiveMatch(game, [str(seat) for seat in range(game.seats)], live=False)
    live.begin()
    return live


def _choose_first(live: LiveMatch, seat: int) -> None:
    """The first choice of the menu, and of every menu of its chain."""
    names: list[str] = []
    while not (menu := live.menu(seat, names)).complete:
        entry = menu.choices[0]
        names.append(entry.name if entry.kind != "run" else str(entry.low).join(entry.names or ()))
    live.choose(seat, names)
