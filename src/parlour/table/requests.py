"""Answers to the requests of browsers. Requests about the people at the table are answered in `company`."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from parlour.engine.errors import BadInput
from parlour.house.lessons import WrongChoice
from parlour.kit.layout import NOBODY
from parlour.languages import gettext as _
from parlour.languages import lazy_gettext, speaking

from . import asking, coaching, company, players, wire, wire_company, wire_lesson, wire_pacing, wire_patience
from .connections import Connection, tell, tell_error
from .rulebooks import paragraph_html
from .seats import WAITS
from .tables import LiveTable

log = logging.getLogger("parlour.table")
FREE_ONLY = (wire.Undo, wire.Redo, wire.SetPremove, wire.SetMark, wire.DropMark, wire.GoTo, wire.Drop, wire.Finish)
"""Requests that are refused while a lesson goes on."""


async def handle(table: LiveTable, connection: Connection, request: wire.Request) -> None:
    """Do what a browser asks. BadInput says why it is refused; then nothing has changed."""
    if isinstance(request, wire_company.Request):
        if (
            not isinstance(request, company.BRING_BOTS)
            or not table.seats.is_host(connection)
            or table.loading.bots_can(table.seats.level())
        ):
            await _answer_company(table, connection, request)
        else:  # all play on meanwhile, the host too
            table.agenda.spawn(_answer_when_ready(table, connection, request))
        return
    if isinstance(request, wire_pacing.Request):
        async with table.agenda.lock:
            table.must_be_here()
            if not connection.ended:
                await table.pacing.handle(connection, request)
        return
    if connection.seat == NOBODY:
        raise BadInput(lazy_gettext("you are only looking on"))
    if table.seats.waits(connection.seat) and not isinstance(request, wire.Again | wire.Pong):
        raise BadInput(WAITS)
    received = table.agenda.now()
    if isinstance(request, wire.Pong):
        if table.race:
            table.race.pong(connection, request.id, received)
        return
    async with table.agenda.lock:
        if connection.ended:  # the page has connected again and says again what it was not answered
            return
        if isinstance(request, wire.Choose):
            table.must_run()
            table.attendance.plays(connection.seat)
            table.takebacks.note_choice(connection.seat)
        if table.race and not table.live.guided and isinstance(request, wire.Choose):
            await table.race.answer(connection, request, received)
        else:
            await _answer(table, connection, request)


async def _answer_company(table: LiveTable, connection: Connection, request: wire_company.Request) -> None:
    async with table.agenda.lock:
        table.must_be_here()
        if not connection.ended:
            await company.handle(table, connection, request)


async def _answer_when_ready(table: LiveTable, connection: Connection, request: wire_company.Request) -> None:
    try:
        await table.loading.wait_until_ready(table.seats.level())
        await _answer_company(table, connection, request)
    except BadInput as error:
        tell_error(connection, str(error))


async def _answer(table: LiveTable, connection: Connection, request: wire.Request) -> None:
    """Do what a player asks about the match. The caller holds the table's lock."""
    live, seat = table.live, connection.seat
    about_a_view = isinstance(request, wire.Choose | wire.Ask | wire.AskWhy | wire.Read)
    if about_a_view:
        _must_stand(live.feeds[seat].n, request.n)  # type: ignore[union-attr]
    if isinstance(request, FREE_ONLY):
        live.must_be_free()
    match request:
        case wire.Choose():
            await _choose(table, connection, request)
        case wire.Ask():
            await table.menus.send(connection, request.prefix)
        case wire.AskWhy():
            await _why(table, connection, request)
        case wire.Read():
            await _read(table, connection, request.text)
        case wire.Question():
            with speaking(connection.language):
                tell(connection, await table.server.play(asking.answer, live, seat, request.what, request.prefix))
        case wire.Command():
            await _command(table, connection, request)
        case wire.Undo():
            await table.apply(live.undo)
        case wire.Redo():
            await table.apply(live.redo)
        case wire.SetPremove():
            table.premoves.make(seat, request.call, request.on)
        case wire.Again():
            await _again(table, connection, request.same)
        case wire.SetMark():
            await table.apply(live.mark, " ".join(request.name.split()))
        case wire.DropMark():
            await table.apply(live.unmark, request.name)
        case wire.GoTo():
            await table.apply(live.go_to, request.name)
        case wire_patience.Seen():
            await table.patience.look(connection, request.on)
        case wire_patience.Rewind():
            await table.apply(live.rewind, request.after)
        case wire.Drop():
            await table.apply(live.drop)
        case wire.Finish():
            await table.apply(live.finish)
        case wire_lesson.Learn():
            await table.apply(live.learn, request.act)
        case wire_lesson.Coach():
            if not table.race:
                coaching.begin(table.server, table.row.id, table.live, table.agenda.lock, connection, request.n)
        case wire.Hint():
            _hint(table, connection, request.prefix)


def _must_stand(now: int, then: int) -> None:
    """BadInput if the browser speaks of an earlier view of its seat."""
    if now != then:
        raise BadInput(lazy_gettext("the table has moved on since"))


async def _choose(table: LiveTable, connection: Connection, request: wire.Choose) -> None:
    elapsed = max(1, round(1000 * (table.agenda.now() - table.agenda.calm)))
    try:
        change = await table.apply(table.live.choose, connection.seat, request.choices, elapsed, request.drop)
    except WrongChoice as error:
        if table.tutor:
            table.tutor.tell(str(error))
        await table.menus.send(connection, [])
        return
    if change is None:
        await table.menus.send(connection, request.choices)


async def _read(table: LiveTable, connection: Connection, text: str) -> None:
    try:
        names = await table.server.play(table.live.read, connection.seat, text)
    except BadInput as error:
        tell(connection, wire.Unread(text, str(error)))
    else:
        await table.menus.send(connection, names)


async def _command(table: LiveTable, connection: Connection, request: wire.Command) -> None:
    try:
        with speaking(connection.language):
            found = await table.server.play(asking.command, table.live, connection.seat, request)
        if found.names:
            _must_stand(table.live.feeds[connection.seat].n, request.n)
    except BadInput as error:
        found = wire.Answer(lazy_gettext("No. {why}", why=wire.brief(str(error))))
    tell(connection, found)


async def _why(table: LiveTable, connection: Connection, request: wire.AskWhy) -> None:
    given = request.hand or request.choice
    with speaking(connection.language):
        choice, paragraph, text = await table.server.play(table.live.why, connection.seat, given, request.prefix)
        html = await table.server.work(paragraph_html, table.game, paragraph, text or _("Nothing forbids it."))
        about = await table.server.play(table.live.about, connection.seat, choice, request.prefix) if paragraph else ""
        tell(connection, wire.Why(choice, paragraph, html, about))


def _hint(table: LiveTable, connection: Connection, prefix: Sequence[str]) -> None:
    server, seat = table.server, (table.row.id, connection.seat)
    if seat in server.hinting:
        raise BadInput(lazy_gettext("it is still thinking"))
    table.live.thought(connection.seat, memory=False, prefix=prefix)
    server.budgets.spend("hints", connection.client)
    server.hinting.add(seat)
    server.spawn(_think(table, connection, connection.seat, table.live.feeds[connection.seat].n, prefix))


async def _think(table: LiveTable, connection: Connection, seat: int, n: int, prefix: Sequence[str]) -> None:
    """Send what the adviser would choose in the seat's view `n` after these picks, or why nothing comes; nothing at all if the
    table has moved on meanwhile.
    """
    kind, live = players.adviser(table.game.room), table.live
    try:
        await table.loading.wait_until_ready(kind)
        if table.server.is_loading(table.game, kind):
            raise BadInput(lazy_gettext("the bots are still loading; ask for a hint again in a minute"))
        async with table.agenda.lock:
            if live.feeds[seat].n != n:
                return
            view = await table.server.play(live.thought, seat, True, prefix)
        codes, why = await table.server.advise((connection.client, connection.holder), kind, view)
        async with table.agenda.lock:
            if live.feeds[seat].n != n or connection.seat != seat:  # another person has the device
                return
        names = [table.game.room.choice_name(code) for code in codes]
        tell(connection, wire.Hinted(names[0], names, why, list(prefix)))
    except BadInput as error:
        tell_error(connection, str(error))
    except Exception as error:  # a hint is a favour: its failure must not end the game
        log.warning("no hint at a table of %s: %s", table.game.room.name, type(error).__name__)
        tell_error(connection, lazy_gettext("there is no suggestion"))
    finally:
        table.server.hinting.discard((table.row.id, seat))


async def _again(table: LiveTable, connection: Connection, same: bool) -> None:
    if same and table.row.deal:
        table.connections.tell(wire.Go(f"/table/{await table.repeat(table.row, connection.client, True)}"))
        return
    if not table.live.match.over and not table.row.ended:
        raise BadInput(lazy_gettext("the match is not over"))
    if not table.row.again:
        table.row.again = await table.repeat(table.row, connection.client, False)
    table.connections.tell(wire.Go(f"/table/{table.row.again}"))
