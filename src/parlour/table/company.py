"""Requests of the people at a table that are not about the cards: seats, links, bots that stand in, pauses, an end.

The host is the person who made the table; this goes with the host's seat to another device. The caller holds the table's lock.
"""

from __future__ import annotations

from msgspec import structs

from parlour.engine.errors import BadInput
from parlour.kit.layout import NOBODY
from parlour.languages import lazy_gettext

from . import wire_company as asked
from .connections import Connection, tell
from .forms import read_name, shareable
from .links import new_key
from .seats import WAITS, Seat
from .settings import AWAY_SECONDS
from .store import SeatRow
from .tables import LiveTable

NUDGE_SECONDS = 10.0
"""Nobody nudges more often."""
BRING_BOTS = (asked.SetSeat, asked.StandIn, asked.Begin)
"""Requests after which a bot may play: it learns the game before, so that nobody is seen to wait for it."""


async def handle(table: LiveTable, connection: Connection, request: asked.Request) -> None:
    """Do what somebody at the table asks. BadInput says why it is refused; then nothing has changed."""
    if isinstance(request, asked.HOST_ONLY) and not table.seats.is_host(connection):
        raise BadInput(lazy_gettext("only the person who made the table can do that"))
    if isinstance(request, asked.CHANGES):
        table.server.budgets.spend("changes", connection.client)
    if isinstance(request, asked.LetMove):
        await table.devices.answer(connection, request.yes)
        return
    if table.row.ended:
        raise BadInput(lazy_gettext("{player} has ended the table", player=table.row.ended))
    match request:
        case asked.SetSeat():
            await table.sitting.take(request.seat, _new_place(table, connection, request))
        case asked.NewLink():
            await _new_link(table, connection, request.seat)
        case asked.StandIn():
            _stand_in(table, connection, request.seat)
        case asked.Back():
            _must_play(table, connection)
            table.attendance.plays(connection.seat)
        case asked.Pause():
            await _pause(table, connection, request.on)
        case asked.Begin():
            await _begin(table)
        case asked.Say():
            _must_sit(connection)
            table.conversation.say(connection, request.text)
        case asked.Change():
            await _change(table, request)
        case asked.NameMe():
            if connection.seat != NOBODY:
                raise BadInput(lazy_gettext("you have a name at your seat"))
            table.server.budgets.spend("names", connection.client)
            connection.name = read_name(request.name) or connection.name
            table.news.tell()
        case asked.PassTo():
            await _pass(table, connection, request.seat)
        case asked.TakeBack():
            _must_play(table, connection)
            table.live.must_be_free()
            table.must_run()
            await table.takebacks.ask(connection)
        case asked.Agree():
            _must_sit(connection)
            await table.takebacks.answer(connection, request.yes)
        case asked.SendNudge():
            _must_sit(connection)
            _nudge(table, connection, request.seat)
        case asked.OpenHome():
            await _open_home(table, connection, request.on)
        case asked.End():
            table.row.ended = who(table, connection)
            await table.server.store.set_state(table.row)
            table.halt()
            table.attendance.stop()
            table.news.tell(lazy_gettext("{player} has ended the table", player=table.row.ended))


def who(table: LiveTable, connection: Connection) -> str:
    """Return the name of the person behind a browser."""
    return connection.name if connection.seat == NOBODY else table.seats[connection.seat].place.name


def _must_sit(connection: Connection) -> None:
    if connection.seat == NOBODY:
        raise BadInput(lazy_gettext("you are only looking on"))


def _must_play(table: LiveTable, connection: Connection) -> None:
    _must_sit(connection)
    if table.seats.waits(connection.seat):
        raise BadInput(WAITS)


def _seat(table: LiveTable, number: int) -> Seat:
    if number >= len(table.seats):
        raise BadInput(lazy_gettext("there is no seat {n} at this table", n=number + 1))
    return table.seats[number]


def _new_place(table: LiveTable, connection: Connection, request: asked.SetSeat) -> SeatRow:
    """Return the place that the host makes. BadInput says why it cannot be."""
    seat, before = request.seat, _seat(table, request.seat).place
    if len(table.seats) == 1:
        raise BadInput(lazy_gettext("this game is for one"))
    if seat == table.row.host_seat:
        raise BadInput(lazy_gettext("the host's own seat stays the host's; a bot may play for you"))
    name = read_name(request.name)
    match request.who:
        case "bot":
            return SeatRow(table.seats.level(), name or _bot_name(table))
        case "friend":
            return SeatRow("human", name or f"Player {seat + 1}", key=new_key())
        case "here":
            _must_sit(connection)
            if not shareable(table.game.room):
                raise BadInput(
                    lazy_gettext("in this game some choose in secret or at the same time: everyone needs a device of their own")
                )
            if before.kind == "human" and before.holder:
                raise BadInput(lazy_gettext("{player} sits there; free the seat first", player=before.name))
            return SeatRow("human", name or f"Player {seat + 1}", connection.holder, new_key())


def _bot_name(table: LiveTable) -> str:
    names = table.seats.names
    return next(name for k in range(1, 99) if (name := f"Bot {k}") not in names)


def _owns(table: LiveTable, connection: Connection, seat: Seat) -> bool:
    """Whether a seat belongs to who asks, perhaps with others at the same device."""
    return connection.seat != NOBODY and seat.number in table.seats.owned_by(connection.holder)


async def _new_link(table: LiveTable, connection: Connection, number: int) -> None:
    """The old links of a person's seat die; its owner stays. That the host has a link to it is said to all."""
    seat = _seat(table, number)
    own = _owns(table, connection, seat)
    if not seat.human:
        raise BadInput(lazy_gettext("a bot sits there"))
    if not own and not table.seats.is_host(connection):
        raise BadInput(lazy_gettext("only the host can make a link for another player's seat"))
    await table.sitting.renew_link(number, "" if own or seat.place.open else who(table, connection))


def _stand_in(table: LiveTable, connection: Connection, number: int) -> None:
    seat = _seat(table, number)
    if not _owns(table, connection, seat) and not table.seats.is_host(connection):
        raise BadInput(lazy_gettext("only the host can let a bot play for another player"))
    if table.seats.bot_at(number):
        raise BadInput(lazy_gettext("a bot plays there already"))
    table.live.must_be_free()
    if not table.live.begun or len(table.seats) == 1:
        raise BadInput(lazy_gettext("there is nothing for a bot to play"))
    table.attendance.stand_in(number, lazy_gettext("A bot plays for {player}", player=seat.place.name))


async def _pause(table: LiveTable, connection: Connection, on: bool) -> None:
    """The host pauses the table; anybody who sits there has resumed the table, so that no table depends on one person."""
    if on and not table.seats.is_host(connection):
        raise BadInput(lazy_gettext("only the host can stop the table"))
    if not on and connection.seat == NOBODY and not table.seats.is_host(connection):
        raise BadInput(lazy_gettext("you are only looking on"))
    if on == bool(table.row.paused):
        return
    table.row.paused = who(table, connection) if on else ""
    await table.server.store.set_state(table.row)
    if on:
        table.halt()
    name = who(table, connection)
    paused, resumed = (
        lazy_gettext("{player} has paused the table", player=name),
        lazy_gettext("{player} has resumed the table", player=name),
    )
    table.news.tell(paused if on else resumed)
    if not on and not table.pacing.resting:
        await table.go_on()


async def _open_home(table: LiveTable, connection: Connection, on: bool) -> None:
    home = table.server.home
    if home is None or not home.may or not connection.local:
        raise BadInput(lazy_gettext("the house is opened and closed from the computer on which it runs"))
    await (home.open() if on else home.close())
    table.reception.greet()


async def _pass(table: LiveTable, connection: Connection, seat: int) -> None:
    """Another of those who share a device has it now: the browser is told what that seat sees."""
    if seat not in table.seats.owned_by(connection.holder):
        raise BadInput(lazy_gettext("that is nobody's seat at this device"))
    connection.seat = seat
    await table.reception.show(connection)
    table.menus.pass_on()


async def _change(table: LiveTable, request: asked.Change) -> None:
    if request.away not in AWAY_SECONDS:
        raise BadInput(
            lazy_gettext("the time a player may be away is one of {several} seconds", several=", ".join(map(str, AWAY_SECONDS)))
        )
    table.row.settings = structs.replace(table.row.settings, away=request.away, talk=request.talk)
    await table.server.store.set_state(table.row)
    table.attendance.stop()
    table.attendance.look_round()
    table.reception.greet()


def _nudge(table: LiveTable, connection: Connection, seat: int) -> None:
    """Remind somebody who is seen to be awaited; never in a phase in which nobody may know who is."""
    live = table.live
    seen = [] if not live.begun or live.quiet() or live.window() or live.racing() else live.asked()
    if seat not in seen or seat in table.seats.owned_by(connection.holder):
        raise BadInput(lazy_gettext("nobody waits for that seat"))
    sender, now = table.seats[connection.seat], table.agenda.now()
    if now - sender.nudged < NUDGE_SECONDS:
        raise BadInput(lazy_gettext("a little patience"))
    sender.nudged = now
    for other in table.connections.at(seat):
        tell(other, asked.Nudge(sender.place.name))


async def _begin(table: LiveTable) -> None:
    if table.live.begun:
        raise BadInput(lazy_gettext("the cards are dealt already"))
    await table.begin()
