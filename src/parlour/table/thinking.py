"""The choices of bots at a live table, and in time: nobody waits longer than a moment for a bot that is busy.

A bot that is loaded is asked first. If it has not answered after a while, so is the understudy, and what that says
counts if the bot itself says nothing in time. While the bot is still loading, the understudy alone is asked. If nobody has
answered when the time is up, the choice passes, or is made at random. Without an understudy (in tests) bots are waited for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from parlour.engine.view import View

from . import players
from .live import Change
from .pacing import Pacing
from .server import Server
from .shared import Shared
from .turns import Client
from .windows import Windows

Apply = Callable[..., Awaitable[Change | None]]
"""Do something to the match, keep it and tell of it; see `LiveTable.apply`."""
log = logging.getLogger("parlour.table")
ALONE_SECONDS = 1.0
"""A bot is waited for so long before the understudy is asked too: twice what it may think (`players.SECONDS`)."""
ANSWER_SECONDS = 2.0
"""All in all. With what it takes to make the choice and to tell of it, nobody waits 3 seconds."""
QUIET_ANSWER_SECONDS = 0.7
"""The same in a quiet phase, which lasts longer; where it lasts much longer, until shortly before its end."""
QUIET_MARGIN = 0.2
BOT_SECONDS = 0.9
"""A bot answers this long after it was asked, however long it thought: its time tells nothing of its cards."""


class Bots:
    """The bots of one table. apply: see `Apply`."""

    def __init__(self, server: Server, shared: Shared, pacing: Pacing, windows: Windows, apply: Apply) -> None:
        self._server, self._row, self._live, self._seats = server, shared.row, shared.live, shared.seats
        self._agenda, self._loading = shared.agenda, shared.loading
        self._pacing, self._windows, self._apply = pacing, windows, apply
        self._connections = shared.connections

    def _host(self) -> Client:
        """Return whose turn it takes if a bot thinks here: that of the host, in the network from which somebody plays now."""
        maker = self._row.maker
        here = sorted(self._connections.players(), key=lambda one: (one.holder != maker, one.client))
        return (here[0].client if here else "", maker)

    def think(self, seat: int) -> None:
        """Let the bot at a seat make the choice that is asked of it now."""
        agenda, kind = self._agenda, self._seats.bot_at(seat)
        moment = agenda.moment
        if not kind:
            return
        if self._chooses_blindly(kind) and not self._live.quiet():
            agenda.at(agenda.stands + self._pacing.tempo * BOT_SECONDS, lambda: self._choose_blindly(seat, moment))
        else:
            agenda.later(self.choose(seat, moment, kind))

    def _chooses_blindly(self, kind: str) -> bool:
        """Whether bots of this kind choose without looking, and can at once."""
        return not players.bot(kind).looks and self._server.has_loaded(self._live.game)

    async def _choose_blindly(self, seat: int, moment: int) -> None:
        """Let a bot make a choice that needs no thought."""
        agenda, live = self._agenda, self._live
        async with agenda.lock:
            if agenda.moment == moment and seat in live.asked() and self._seats.bot_at(seat):
                self._seats[seat].bot_chose()
                codes = await self._server.play(live.by_chance, seat)
                await self._apply(live.choose, seat, codes, round(1000 * BOT_SECONDS))

    async def choose(self, seat: int, moment: int, kind: str) -> None:
        """Let a bot make this choice of a seat, unless somebody else has made it when it comes to that."""
        agenda, live = self._agenda, self._live
        asked = agenda.stands
        due = asked + self._pacing.tempo * BOT_SECONDS
        person = not self._seats.bot_at(seat)
        await self._loading.wait_for_player(kind)
        async with agenda.lock:
            if agenda.moment != moment or seat not in live.asked():
                return
            if live.quiet():
                due = 0.0  # nobody sees when it answers
            seen = await self.look(seat, kind)
        codes = await self.thought(kind, seen, asked)
        await self._pacing.sleep(due)
        async with agenda.lock:
            if agenda.moment == moment and seat in live.asked() and (person or self._seats.bot_at(seat)):
                codes = codes or await self._server.play(live.by_chance, seat)
                self._seats[seat].bot_chose()
                await self._apply(live.choose, seat, codes, round(1000 * BOT_SECONDS))

    async def consider(self, seat: int, moment: int) -> list[int]:
        """Return what the bot at a seat would choose; nothing if the match has gone on, or its person is back."""
        agenda, asked = self._agenda, self._agenda.stands
        kind = self._seats.bot_at(seat)
        if not kind:
            return []
        await self._loading.wait_for_player(kind)
        async with agenda.lock:
            if agenda.moment != moment:
                return []
            seen = await self.look(seat, kind)
        return await self.thought(kind, seen, asked)

    async def look(self, seat: int, kind: str) -> View | list[int]:
        """Return the view that a bot of this kind is given: without a memory if the understudy plays for it. A bot that chooses
        without looking has chosen at once: its codes.
        """
        live, server = self._live, self._server
        if self._chooses_blindly(kind):
            return await server.play(live.by_chance, seat)
        return await server.play(live.thought, seat, not server.is_loading(live.game, kind))

    async def thought(self, kind: str, view: View | list[int], since: float) -> list[int]:
        """Return the choice of a bot of this kind, or of the understudy if the view has no memory. Nothing if none came in time.

        view: from `look`. since: when people began to wait for it, by the table's clock.
        """
        if isinstance(view, list):
            return view
        understudy, room, seen = self._server.understudy, self._live.room, view.tables[0]
        now, quiet = self._agenda.now, room.is_quiet(seen)
        due = now() + max(QUIET_ANSWER_SECONDS, self._windows.left() - QUIET_MARGIN) if quiet else since + ANSWER_SECONDS
        asked: list[asyncio.Future[list[int]]] = []
        try:
            if understudy is None or view.memory is not None:
                asked.append(_ask(room.name, kind, self._server.think(self._host(), kind, view, self._pacing.idle())))
                alone = max(0.0, min(since + ALONE_SECONDS, due) - now())
                await asyncio.wait(asked, timeout=alone if understudy else None)
            if understudy is not None and not any(_choice_of(one) for one in asked):
                asked.append(_ask(room.name, "understudy", understudy.choose(view)))
            for one in asked:  # the bot itself first, which may still be quick enough
                await asyncio.wait([one], timeout=max(0.0, due - now()))
                if choice := _choice_of(one):
                    return choice
        finally:
            for one in asked:
                one.cancel()
        passing = room.lets_pass(seen)
        return [] if passing is None else [passing]


def _choice_of(answer: asyncio.Future[list[int]]) -> list[int]:
    return answer.result() if answer.done() else []


def _ask(game: str, who: str, answer: Coroutine[Any, Any, list[int]]) -> asyncio.Future[list[int]]:
    """Begin to wait for an answer; there is none if it fails. The cards that it has seen stay out of the log."""

    async def wait() -> list[int]:
        try:
            return await answer
        except Exception as error:
            log.warning("%s failed at %s: %s", who, game, type(error).__name__)
            return []

    return asyncio.ensure_future(wait())
