"""Words for a learner in the first matches after a lesson: the reasons of the choices, and questions before mistakes.

The page asks for them with each menu and shows them if they come before the learner chooses: nobody waits for them. What they say
is made from the masked view of the learner's seat, as a hint is (`parlour.bots.coach`).
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput

from . import players, wire_lesson
from .connections import Connection, tell

if TYPE_CHECKING:
    from .live import LiveMatch
    from .server import Server

log = logging.getLogger("parlour.table")


def begin(server: Server, table: str, live: LiveMatch, lock: asyncio.Lock, connection: Connection, n: int) -> None:
    """Think of words for the view `n` of a browser's seat, in place of those for an earlier view.

    table: its id. lock: of the table; the caller holds it. Nothing comes if the seat is not asked, in a quiet phase, or if the
    budget is spent.
    """
    seat = connection.seat
    if live.guided or live.quiet() or live.feeds[seat].n != n or seat not in live.asked():
        return
    try:
        server.budgets.spend("words", connection.client)
    except BadInput:
        return
    key = (table, seat)
    if earlier := server.coaching.pop(key, None):
        earlier.cancel()
    thinking = server.spawn(_think(server, live, lock, connection, n))
    server.coaching[key] = thinking
    thinking.add_done_callback(lambda done: server.coaching.pop(key) if server.coaching.get(key) is done else None)


async def _think(server: Server, live: LiveMatch, lock: asyncio.Lock, connection: Connection, n: int) -> None:
    seat, room = connection.seat, live.game.room
    kind = players.adviser(room)
    try:
        await server.ready(live.game, kind)
        async with lock:
            if live.feeds[seat].n != n:
                return
            view = await server.play(live.thought, seat, True)
        words = await server.advisers.think((connection.client, connection.holder), players.words, kind, view)
    except asyncio.CancelledError:
        raise
    except Exception as error:  # words are a favour: their failure must not end the game
        log.warning("no words for a learner of %s: %s", room.name, type(error).__name__)
        return
    async with lock:
        if words and live.feeds[seat].n == n and connection.seat == seat:
            named = [wire_lesson.Word(room.choice_name(word.code), word.why, word.size, list(word.ask)) for word in words]
            tell(connection, wire_lesson.Words(n, named))
