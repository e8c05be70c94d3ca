"""All tables of a server: opened when somebody comes, put away when nobody is there; and the threads they compute in."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import functools
import logging
import math
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import named
from parlour.engine.view import View
from parlour.machine import NotCompiled, hurried
from parlour.solve import Settler

from . import players
from .archive import Archive
from .budgets import Budgets, Limits
from .crowd import Crowd
from .forms import fresh_deal
from .home import Home
from .live import LiveMatch
from .replays import can_be_dealt_again
from .settings import Settings
from .settling import Settling
from .store import SeatRow, Store, TableRow
from .tables import LiveTable
from .turns import Turns
from .understudy import Understudy

T = TypeVar("T")
log = logging.getLogger("parlour.table")
IDLE_SECONDS = 60.0
PLAYERS, WORKERS, THINKERS, ADVISERS, SCORERS, PREPARERS = 4, 4, 2, 1, 2, 4
"""Threads: what people and bots choose never waits for pages, for what bots think about or for what is compiled."""
RETRY_SECONDS = 60.0
"""A preparation that failed is tried again after so long, if somebody still needs it."""
SOLVER = "solver of deals"
"""What is prepared as a bot is, and is none."""


def new_id() -> str:
    """An id of a table that nobody guesses, short enough to read out."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


class Hall:
    """`tempo` scales what the server waits for bots and windows (0: not at all, for tests)."""

    def __init__(self, store: Store, tempo: float = 1.0, limits: Limits | None = None) -> None:
        self.store, self.tempo = store, tempo
        self.tables: dict[str, LiveTable] = {}
        self.home: Home | None = None
        """What opens the house to the local network."""
        self.understudy: Understudy | None = None
        """Who plays for bots that are still learning a game; where there is nobody, tables wait for them."""
        self.archive = Archive(self)
        self.settling = Settling(self)
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._prepared: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._learned: set[tuple[str, str]] = set()
        self._failed: dict[tuple[str, str], float] = {}
        self._preparing: dict[str, asyncio.Lock] = {}
        """By game: its parts are compiled one after the other, what a table needs first. Games share the compiler."""
        self._preparers = ThreadPoolExecutor(PREPARERS, thread_name_prefix="parlour-prepare")
        self._players = ThreadPoolExecutor(PLAYERS, thread_name_prefix="parlour-play")
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="parlour-work")
        self.thinkers = Turns(THINKERS, "parlour-think")
        self.advisers = Turns(ADVISERS, "parlour-advise")
        """Hints and verdicts have a thread of their own: no bot at a table waits for them."""
        self.printers = Turns(1, "parlour-print")
        """Documents have a thread of their own too."""
        self.scorers = Turns(SCORERS, "parlour-score")
        """So have score pads: to work a large one out again takes seconds."""
        limits = limits or Limits()
        self.budgets = Budgets(time.monotonic, limits.budgets)
        self.crowd = Crowd(limits.room)
        self.hinting: set[tuple[str, int]] = set()
        """Tables and seats for which a hint is being thought of."""

    async def close(self) -> None:
        """Stop everything; what is on disk stays as it is."""
        if self.understudy:
            await self.understudy.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.settling.close()
        for pool in (self._players, self._workers, self._preparers):
            pool.shutdown(wait=False, cancel_futures=True)
        self.thinkers.close()
        self.advisers.close()
        self.printers.close()
        self.scorers.close()
        self.store.close()

    # computing

    async def work(self, act: Callable[..., T], *arguments: Any) -> T:
        """Do something that may take long in a worker thread; rules that are not compiled yet are interpreted."""
        return await asyncio.get_running_loop().run_in_executor(self._workers, _hurriedly, act, *arguments)

    async def play(self, act: Callable[..., T], *arguments: Any) -> T:
        """The same for what a live table does, which takes milliseconds and has threads of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._players, _hurriedly, act, *arguments)

    async def think(self, host: str, kind: str, view: View, briefly: bool = False) -> list[int]:
        """Let a bot choose when it is the turn of the tables of this host."""
        return await self.thinkers.think(host, players.choose, kind, view, briefly)

    async def advise(self, client: str, kind: str, view: View) -> tuple[list[int], str]:
        """The same for a hint, with the reason, when it is the turn of who asked."""
        return await self.advisers.think(client, players.advise, kind, view)

    async def typeset(self, client: str, act: Callable[..., T], *arguments: Any) -> T:
        """Make a document when it is the turn of who asked. TooMuch if this client has asked for too many."""
        self.budgets.spend("documents", client)
        return await self.printers.think(client, _hurriedly, act, *arguments)

    async def score(self, client: str, act: Callable[..., T], *arguments: Any) -> T:
        """Work at a score pad when it is the turn of who asked."""
        return await self.scorers.think(client, _hurriedly, act, *arguments)

    def ponder(self, client: str, act: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Something else that is asked of bots, in the threads of hints; what has not begun may be cancelled."""
        return asyncio.ensure_future(self.advisers.think(client, act, *arguments))

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
        """Come back when all that a page needs of a game is compiled; until then its rules are interpreted. It is done once,
        however many wait for it.
        """
        return asyncio.shield(self._preparation(game, ""))

    def ready(self, game: Game, kind: str) -> asyncio.Future[None]:
        """Come back when these bots can play a game: what memories and redeals need, then what they themselves do."""
        return asyncio.shield(self._preparation(game, kind))

    def settles(self, game: Game) -> asyncio.Future[None]:
        """Come back when the solver of a game is compiled."""
        return asyncio.shield(self._preparation(game, SOLVER))

    def still_learns(self, game: Game, kind: str) -> bool:
        """Whether the understudy is to play for these bots."""
        return self.understudy is not None and (game.room.name, kind) not in self._learned

    def _preparation(self, game: Game, kind: str) -> asyncio.Task[None]:
        """The preparation of one part of a game; a while after one has failed, a new one."""
        key = (game.room.name, kind)
        if key not in self._prepared or time.monotonic() > self._failed.get(key, math.inf) + RETRY_SECONDS:
            self._failed.pop(key, None)
            self._prepared[key] = self.spawn(self._prepare(game, kind))
            if self.understudy and kind not in ("", SOLVER):
                self.spawn(self.understudy.begin())
        return self._prepared[key]

    async def _prepare(self, game: Game, kind: str) -> None:
        if kind == SOLVER:
            act: Callable[[Game], None] = _rehearse_solver
        else:
            act = functools.partial(_rehearse_bot, kind=kind) if kind else _rehearse_table
        async with self._preparing.setdefault(game.room.name, asyncio.Lock()):
            try:
                await asyncio.get_running_loop().run_in_executor(self._preparers, act, game)
            except Exception as error:  # the table will meet it again, and say so to whom it concerns
                why = error if isinstance(error, NotCompiled) else type(error).__name__
                log.warning("%s could not be prepared: %s", game.room.name, why)
                self._failed[game.room.name, kind] = time.monotonic()
            else:
                self._learned.add((game.room.name, kind))

    # tables

    async def open(self, table_id: str) -> LiveTable | None:
        """The table of this id, None where there is none. BadInput where this house cannot go on with it."""
        async with self._opening:
            if table_id not in self.tables:
                row = await self.store.table(table_id)
                if row is None:
                    return None
                self.tables[table_id] = LiveTable(self, row, await self.work(_game_of, row))
            return self.tables[table_id]

    @contextlib.asynccontextmanager
    async def visit(self, table_id: str) -> AsyncIterator[LiveTable | None]:
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
        again.settings, again.agreed = row.settings, row.agreed
        if wanted:
            again.settings = msgspec.structs.replace(row.settings, winnable="wanted")
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
            raise BadInput("these deals cannot be had again: they were dealt by an earlier version of Parlour")
        bots = [SeatRow(kind, f"Bot {number + 1}") for number in range(len(row.seats))]
        seats = [person if number == seat else bots[number] for number in range(len(row.seats))]
        again = TableRow(new_id(), row.game, row.rules, row.house, person.holder, False, 0, seats, row.deal)
        again.origin = row.origin or row.id
        await self._add(again, client)
        return again.id

    async def renew(self, name: str) -> None:
        """The rules of a guest have been opened anew: its tables are put away, and who sits there comes back to new ones."""
        for key in [key for key in self._prepared if key[0] == name]:
            del self._prepared[key]
            self._learned.discard(key)
            self._failed.pop(key, None)
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


def _hurriedly(act: Callable[..., T], *arguments: Any) -> T:
    with hurried():
        return act(*arguments)


def _rehearse_table(game: Game) -> None:
    """Do once what a page asks of a table, so that it is compiled."""
    live = _begun(game)
    seat = live.asked()[0]
    menu = live.menu(seat)
    live.why(seat, menu.choices[0].name if menu.choices[0].kind != "run" else "A♠")
    _choose_first(live, seat)
    if live.racing():
        live.close()


def _rehearse_solver(game: Game) -> None:
    Settler(game, memory=1).warm_up()


def _rehearse_bot(game: Game, kind: str) -> None:
    """The same for a bot and what a table notes for it; the table's own rules can wait."""
    with hurried():
        live = _begun(game)
        seat = live.asked()[0]
        live.thought(seat)
        _choose_first(live, seat)
        players.bot(kind).prepare(game)


def _begun(game: Game) -> LiveMatch:
    live = LiveMatch(game, [str(seat) for seat in range(game.seats)], live=False)
    live.begin()
    while not live.asked() and not live.match.over:  # a quiet phase in which nobody has anything to say
        live.close()
    return live


def _choose_first(live: LiveMatch, seat: int) -> None:
    """The first choice of the menu, and of every menu of its chain."""
    names: list[str] = []
    while not (menu := live.menu(seat, names)).complete:
        entry = menu.choices[0]
        names.append(entry.name if entry.kind != "run" else str(entry.low).join(entry.names or ()))
    live.choose(seat, names)
