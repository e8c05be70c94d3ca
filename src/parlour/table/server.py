"""All that the tables of a server share: its file, its threads, its budgets, and compiled games. It knows no table."""

from __future__ import annotations

import asyncio
import functools
import logging
import math
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from parlour.engine.game import Game
from parlour.engine.view import View
from parlour.machine import NotCompiled, hurried
from parlour.solve import Settler, rater

from . import players
from .budgets import Budgets, Limits
from .crowd import Crowd
from .home import Home
from .live import LiveMatch
from .outage import Outage
from .store import Store
from .turns import Client, Turns
from .understudy import Understudy

T = TypeVar("T")
log = logging.getLogger("parlour.table")
PLAYERS, WORKERS, THINKERS, ADVISERS, SCORERS, PREPARERS = 4, 4, 2, 1, 2, 4
"""Threads: what people and bots choose never waits for pages, for what bots think about or for what is compiled."""
RETRY_SECONDS = 60.0
"""A preparation that failed is tried again after so long, if somebody still needs it."""
SOLVER, RATER = "solver of deals", "difficulty of deals"
"""Prepared in the same way as bots, but none."""


class Server:
    """`tempo` scales what the server waits for bots and windows (0: not at all, for tests)."""

    def __init__(self, store: Store, tempo: float = 1.0, limits: Limits | None = None) -> None:
        self.store, self.tempo = store, tempo
        self.home: Home | None = None
        """Opens the house to the local network."""
        self.understudy: Understudy | None = None
        """Plays for bots that are still loading; without one, tables wait for them."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._prepared: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._loaded: set[tuple[str, str]] = set()
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
        self.painters = Turns(1, "parlour-paint")
        """So have drawings from outside: each may take its 20 seconds."""
        self.scorers = Turns(SCORERS, "parlour-score")
        """So have score pads: to work a large one out again takes seconds."""
        limits = limits or Limits()
        self.budgets = Budgets(time.monotonic, limits.budgets)
        self.crowd = Crowd(limits.room)
        self.outage = Outage(store, self.spawn)
        self.hinting: set[tuple[str, int]] = set()
        """Tables and seats for which a hint is being thought of."""
        self.coaching: dict[tuple[str, int], asyncio.Task[None]] = {}
        """By table and seat what words for a learner are being thought of."""

    async def close(self) -> None:
        """Stop everything; what is on disk stays as it is."""
        if self.understudy:
            await self.understudy.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for pool in (self._players, self._workers, self._preparers):
            pool.shutdown(wait=False, cancel_futures=True)
        self.thinkers.close()
        self.advisers.close()
        self.printers.close()
        self.painters.close()
        self.scorers.close()
        self.store.close()

    # computing

    async def work(self, act: Callable[..., T], *arguments: Any) -> T:
        """Do something that may take long in a worker thread; rules that are not compiled yet are interpreted."""
        return await asyncio.get_running_loop().run_in_executor(self._workers, copy_context().run, _hurriedly, act, *arguments)

    async def play(self, act: Callable[..., T], *arguments: Any) -> T:
        """Run what a live table does, which has threads of its own. What is `brief` is done at once, if the rules are
        compiled: it takes less than the way to a thread and back.
        """
        if getattr(act, "brief", False) and self.has_loaded(act.__self__.game):  # type: ignore[attr-defined]
            return _hurriedly(act, *arguments)
        return await asyncio.get_running_loop().run_in_executor(self._players, copy_context().run, _hurriedly, act, *arguments)

    async def think(self, host: Client, kind: str, view: View, briefly: bool = False) -> list[int]:
        """Let a bot choose when it is the turn of the tables of this host."""
        return await self.thinkers.think(host, players.choose, kind, view, briefly)

    async def advise(self, client: Client, kind: str, view: View) -> tuple[list[int], str]:
        """Ask for a hint, with the reason, when it is the turn of who asked."""
        return await self.advisers.think(client, players.advise, kind, view)

    async def typeset(self, client: str, act: Callable[..., T], *arguments: Any) -> T:
        """Make a document when it is the turn of who asked. TooMuch if this client has asked for too many."""
        self.budgets.spend("documents", client)
        return await self.printers.think(client, _hurriedly, act, *arguments)

    async def recolour(self, client: str, act: Callable[..., T], *arguments: Any) -> T:
        """Change the colours of a drawing when it is the turn of who asked."""
        return await self.painters.think(client, act, *arguments)

    async def score(self, client: str, act: Callable[..., T], *arguments: Any) -> T:
        """Work at a score pad when it is the turn of who asked."""
        return await self.scorers.think(client, _hurriedly, act, *arguments)

    def ponder(self, client: Client, act: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
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
        for all that wait for it.
        """
        return asyncio.shield(self._preparation(game, ""))

    def ready(self, game: Game, kind: str) -> asyncio.Future[None]:
        """Come back when these bots can play a game: what memories and redeals need, then what they themselves do."""
        return asyncio.shield(self._preparation(game, kind))

    def settles(self, game: Game) -> asyncio.Future[None]:
        """Come back when the solver of a game is compiled."""
        return asyncio.shield(self._preparation(game, SOLVER))

    def rates(self, game: Game) -> asyncio.Future[None]:
        """Come back when all that the difficulty of a game's deals needs is compiled."""
        return asyncio.shield(self._preparation(game, RATER))

    def has_loaded(self, game: Game) -> bool:
        """Whether all that a table needs of a game is compiled."""
        return (game.room.name, "") in self._loaded

    def is_loading(self, game: Game, kind: str) -> bool:
        """Whether the understudy is to play for these bots."""
        return self.understudy is not None and (game.room.name, kind) not in self._loaded

    def _preparation(self, game: Game, kind: str) -> asyncio.Task[None]:
        """The preparation of one part of a game; a while after one has failed, a new one."""
        key = (game.room.name, kind)
        if key not in self._prepared or time.monotonic() > self._failed.get(key, math.inf) + RETRY_SECONDS:
            self._failed.pop(key, None)
            self._prepared[key] = self.spawn(self._prepare(game, kind))
            if self.understudy and kind not in ("", SOLVER, RATER):
                self.spawn(self.understudy.begin())
        return self._prepared[key]

    async def _prepare(self, game: Game, kind: str) -> None:
        if kind in (SOLVER, RATER):
            act: Callable[[Game], None] = _rehearse_solver if kind == SOLVER else _rehearse_rater
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
                self._loaded.add((game.room.name, kind))

    def forget(self, name: str) -> None:
        """The rules of a game have changed: everything about it is prepared again."""
        for key in [key for key in self._prepared if key[0] == name]:
            del self._prepared[key]
            self._loaded.discard(key)
            self._failed.pop(key, None)


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


def _rehearse_rater(game: Game) -> None:
    _rehearse_solver(game)
    rater(game, memory=1).warm_up()


def _rehearse_bot(game: Game, kind: str) -> None:
    """Prepare a bot and what a table notes for it; the table's own rules can wait."""
    with hurried():
        live = _begun(game)
        seat = live.asked()[0]
        live.thought(seat)
        _choose_first(live, seat)
        players.bot(kind).prepare(game)


def _begun(game: Game) -> LiveMatch:
    live = LiveMatch(game.fresh(), [str(seat) for seat in range(game.seats)])
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
