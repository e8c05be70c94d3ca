"""What a bot at a live table chooses, and in time: nobody waits for it longer than a moment, whatever it is busy with.

A bot that has learned its game is asked first. If it has not answered after a while, so is the understudy, and what that says
counts if the bot itself says nothing in time. While the bot is still learning, the understudy alone is asked. If nobody has
answered when the time is up, the choice passes, or is made by chance. Without an understudy (in tests) bots are waited for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from parlour.engine.view import View

if TYPE_CHECKING:
    from .tables import LiveTable

log = logging.getLogger("parlour.table")
ALONE_SECONDS = 1.0
"""A bot is waited for so long before the understudy is asked too: twice what it may think (`players.SECONDS`)."""
ANSWER_SECONDS = 2.0
"""All in all. With what it takes to make the choice and to tell of it, nobody waits 3 seconds."""
QUIET_ANSWER_SECONDS = 0.7
"""The same in a quiet phase, which lasts longer; where it lasts much longer, until shortly before its end."""
QUIET_MARGIN = 0.2


async def thought(table: LiveTable, kind: str, view: View, since: float) -> list[int]:
    """What a bot of this kind chooses in a view, or the understudy if that has no memory. Nothing if no answer came in time.

    since: when people began to wait for it, by the table's clock.
    """
    hall, room, row = table.hall, table.game.room, view.tables[0]
    quiet = room.is_quiet(row)
    due = table.now() + max(QUIET_ANSWER_SECONDS, table.windows.left() - QUIET_MARGIN) if quiet else since + ANSWER_SECONDS
    asked: list[asyncio.Future[list[int]]] = []
    try:
        if hall.understudy is None or view.memory is not None:
            asked.append(_ask(table, kind, hall.think(table.row.maker, kind, view, table.pacing.idle())))
            alone = max(0.0, min(since + ALONE_SECONDS, due) - table.now())
            await asyncio.wait(asked, timeout=alone if hall.understudy else None)
        if hall.understudy is not None and not any(_said(one) for one in asked):
            asked.append(_ask(table, "understudy", hall.understudy.choose(view)))
        for one in asked:  # the bot itself first, which may still be quick enough
            await asyncio.wait([one], timeout=max(0.0, due - table.now()))
            if said := _said(one):
                return said
    finally:
        for one in asked:
            one.cancel()
    passing = room.lets_pass(row)
    return [] if passing is None else [passing]


def _said(answer: asyncio.Future[list[int]]) -> list[int]:
    return answer.result() if answer.done() else []


def _ask(table: LiveTable, who: str, answer: Coroutine[Any, Any, list[int]]) -> asyncio.Future[list[int]]:
    """Begin to wait for an answer; there is none where it fails. What was seen stays out of the log."""

    async def wait() -> list[int]:
        try:
            return await answer
        except Exception as error:
            log.warning("%s failed at %s: %s", who, table.game.room.name, type(error).__name__)
            return []

    return asyncio.ensure_future(wait())
