"""What the browsers at a table ask for, and how it is answered. Whoever calls holds the table's lock."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput

from . import players, wire
from .rulebooks import paragraph_html

if TYPE_CHECKING:
    from .tables import Connection, LiveTable

log = logging.getLogger("parlour.table")


async def answer(table: LiveTable, connection: Connection, request: wire.Request) -> None:
    """Do what a browser asks. BadInput says why it is refused; then nothing has changed."""
    live, seat = table.live, connection.seat
    about_a_view = isinstance(request, wire.Choose | wire.Ask | wire.AskWhy | wire.Read)
    if about_a_view:
        _must_stand(live.feeds[seat].n, request.n)  # type: ignore[union-attr]
    match request:
        case wire.Choose():
            await _choose(table, connection, request)
        case wire.Ask():
            await table.send_menu(connection, request.prefix)
        case wire.AskWhy():
            await _why(table, connection, request)
        case wire.Read():
            await _read(table, connection, request.text)
        case wire.Undo():
            await table.apply(live.undo)
        case wire.Redo():
            await table.apply(live.redo)
        case wire.SetPremove():
            table.premoves.set(seat, request.call, request.on)
        case wire.Again():
            await _again(table, connection, request.same)
        case wire.SetMark():
            await table.apply(live.mark, " ".join(request.name.split()))
        case wire.DropMark():
            await table.apply(live.unmark, request.name)
        case wire.GoTo():
            await table.apply(live.go_to, request.name)
        case wire.Drop():
            await table.apply(live.drop)
        case wire.Finish():
            await table.apply(live.finish)
        case wire.Hint():
            _hint(table, connection, request.prefix)


def _must_stand(now: int, then: int) -> None:
    """BadInput where a seat's view is not the one any more that was spoken of."""
    if now != then:
        raise BadInput("the table has moved on since")


async def _choose(table: LiveTable, connection: Connection, request: wire.Choose) -> None:
    elapsed = max(1, round(1000 * (table.now() - table.calm)))
    if await table.apply(table.live.choose, connection.seat, request.choices, elapsed) is None:
        await table.send_menu(connection, request.choices)
    table.windows.answered()


async def _read(table: LiveTable, connection: Connection, text: str) -> None:
    try:
        names = await table.hall.play(table.live.read, connection.seat, text)
    except BadInput as error:
        connection.send(wire.write(wire.Unread(text, str(error))))
    else:
        await table.send_menu(connection, names)


async def _why(table: LiveTable, connection: Connection, request: wire.AskWhy) -> None:
    given = request.hand or request.choice
    choice, paragraph, text = await table.hall.play(table.live.why, connection.seat, given, request.prefix)
    html = await table.hall.work(paragraph_html, table.game, paragraph, text or "Nothing forbids it.")
    about = await table.hall.play(table.live.about, connection.seat, choice, request.prefix) if paragraph else ""
    connection.send(wire.write(wire.Why(choice, paragraph, html, about)))


def _hint(table: LiveTable, connection: Connection, prefix: Sequence[str]) -> None:
    hall, seat = table.hall, (table.row.id, connection.seat)
    if seat in hall.hinting:
        raise BadInput("it is still thinking")
    table.live.thought(connection.seat, memory=False, prefix=prefix)
    hall.budgets.spend("hints", connection.holder)
    hall.hinting.add(seat)
    table.hall.spawn(_think(table, connection, connection.seat, table.live.feeds[connection.seat].n, prefix))


async def _think(table: LiveTable, connection: Connection, seat: int, n: int, prefix: Sequence[str]) -> None:
    """Send what the adviser would choose in the seat's view `n` after these picks, or why nothing comes; nothing at all if the
    table has moved on meanwhile.
    """
    kind, feed = players.adviser(table.game.room), table.live.feeds[seat]
    try:
        await table.learned(kind)
        if table.hall.still_learns(table.game, kind):
            raise BadInput("the bots are still learning this game; ask for a hint again in a minute")
        async with table.lock:
            if feed.n != n:
                return
            view = await table.hall.play(table.live.thought, seat, True, prefix)
        codes, why = await table.hall.advise(connection.holder, kind, view)
        if feed.n != n:
            return
        names = [table.game.room.choice_name(code) for code in codes]
        connection.send(wire.write(wire.Hinted(names[0], names, why, list(prefix))))
    except BadInput as error:
        connection.send(wire.error(str(error)))
    except Exception as error:  # a hint is a favour: its failure must not end the game
        log.warning("no hint at a table of %s: %s", table.game.room.name, type(error).__name__)
        connection.send(wire.error("no hint comes to mind"))
    finally:
        table.hall.hinting.discard((table.row.id, seat))


async def _again(table: LiveTable, connection: Connection, same: bool) -> None:
    if same and table.row.deal:
        table.tell(wire.Go(f"/table/{await table.hall.repeat(table.row, connection.client, same=True)}"))
        return
    if not table.live.match.over and not table.row.ended:
        raise BadInput("the match is not over")
    if not table.row.again:
        table.row.again = await table.hall.repeat(table.row, connection.client)
    table.tell(wire.Go(f"/table/{table.row.again}"))
