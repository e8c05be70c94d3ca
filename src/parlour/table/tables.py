"""A table that is open: its match, the browsers at it, and what happens when.

One lock per table; its owner may change the match. What is computed runs in worker threads, so the event loop only waits. The
order is always the same: change the match, keep the rows on disk, tell the seats, set the clocks, ask the next.

The parts of a table do not know it. Each is given what it needs: the match, the seats, the browsers, the agenda (clock, lock and
tasks), and functions for what only the whole table can do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import msgspec

from parlour.engine import speech
from parlour.engine.deals import PastDeals
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.house.lessons import Guide, lesson_of
from parlour.kit.layout import NOBODY
from parlour.languages import lazy_gettext, speaking

from . import wire
from .agenda import Agenda
from .clocks import Clocks
from .connections import Connection, Connections, tell
from .devices import Devices, Move
from .hello import Hello, opens_later
from .lessons import Tutor
from .live import Change, LiveMatch
from .loading import STATUS_SECONDS, Loading
from .menus import Menus
from .news import News
from .outcome import results_of
from .pacing import Pacing
from .patience import Patience
from .premoves import Premoves
from .presence import Attendance
from .races import Race
from .reception import Reception
from .replays import past_deals
from .seats import Seats
from .server import Server
from .shared import Shared
from .sitting import Sitting
from .store import NotKept, TableRow
from .takebacks import TakeBacks
from .talk import Conversation
from .thinking import Bots
from .windows import Windows

PREPARING = lazy_gettext("preparing the table, first time only")
SEARCHING = lazy_gettext("looking for a deal that can be won")
WANTED = "wanted"
FEW = 20
"""Steps that a feed is told in the event loop when somebody comes to read it; more are told in a thread."""
READ_AGAIN = lazy_gettext("something went wrong; the table is read from disk again")


class LiveTable:
    """See the module. Made by `Hall.open`, which has one for each table that is looked at.

    find_deal: a deal of a patience that can be won: of a day, of a difficulty, or any. repeat: makes a table for another match.
    drop: forgets this one.
    """

    pacing: Pacing
    windows: Windows
    bots: Bots
    premoves: Premoves
    clocks: Clocks
    attendance: Attendance
    takebacks: TakeBacks
    menus: Menus
    reception: Reception
    sitting: Sitting
    race: Race | None
    patience: Patience
    tutor: Tutor | None

    def __init__(
        self,
        server: Server,
        row: TableRow,
        game: Game,
        find_deal: Callable[[Game, str, str], Awaitable[tuple[int, bool]]],
        repeat: Callable[[TableRow, str, bool], Awaitable[str]],
        drop: Callable[[LiveTable, str], None],
    ) -> None:
        self.server, self.row, self.game, self.repeat = server, row, game, repeat
        self._find, self._drop = find_deal, drop
        self.visitors = self.visits = 0
        """The number of visitors now, those on their way in included, and ever; kept by `Hall.visit`."""
        self.agenda, self.connections = Agenda(server.spawn, server.tempo), Connections()
        self.connections.status = server.outage.words
        self.seats = Seats(row, game.room, self.connections)
        self.conversation = Conversation(row, game.room, self.connections, self.agenda)
        self.loading = Loading(server, game, self.connections)
        self.hello = Hello(server, row, game, self.seats, self.conversation)
        self.news = News(row, self.seats, self.connections, self.agenda)

        async def move(move: Move) -> None:  # nobody moves before the table is open
            await self.sitting.move(move)

        self.devices = Devices(self.seats, self.connections, self.agenda, self.news, move)
        self._rows = 0  # how many there are on disk
        self._gone = False
        self._answered_sent: list[int] = []
        self.opened = asyncio.create_task(self._open())

    # opening

    async def _open(self) -> LiveMatch:
        """Bring the match where it was. What the table needs is compiled meanwhile, after what its bots need."""
        server = self.server
        ready = [server.ready(self.game, seat.kind) for seat in self.row.seats if seat.kind != "human"]
        server.prepared(self.game)
        if server.understudy and not all(one.done() for one in ready):
            self.loading.tell_until(asyncio.gather(*ready))
            server.spawn(server.understudy.begin())
        elif self.game.room.quiet or self.game.room.races:  # nobody may be seen to wait for a bot; a race waits for nobody
            await asyncio.gather(*ready)
        if self.row.settings.winnable == WANTED:
            await self._find_deal()
        rows = await server.store.log(self.row.id)
        past = past_deals(await server.store.log(self.row.origin)) if self.row.origin else None
        lesson = await server.work(lesson_of, self.game.room) if self.row.settings.lesson else None
        if self.row.settings.lesson and lesson is None:
            raise BadInput(f"{self.game.room.title} has no lesson any more")
        match = lesson.fresh(self.game) if lesson else self._fresh(past)
        live = await server.work(lambda: LiveMatch(match, self.seats.names))
        live.guide = Guide(lesson) if lesson else None
        live.follows = lambda seat: self.seats[seat].human or bool(self.connections.at(seat))
        live.readers = self._readers
        if opens_later(self.row):
            live.open_gallery(self.seats.names)
        try:
            await server.work(live.resume, rows)
        except BadInput as error:
            raise BadInput(
                lazy_gettext(
                    "this table cannot go on under the rules of {game} as they are now: {why}",
                    game=speech.text(self.game.room, self.game.room.title),
                    why=str(error),
                )
            ) from None
        self._rows = len(rows)
        self._set_up(live)
        return live

    def _readers(self) -> set[int]:
        """See `LiveMatch.readers`."""
        here = {self.seats.viewer(connection) for connection in self.connections}
        return here | self.premoves.seats() if self._is_open else here

    def _fresh(self, past: PastDeals | None) -> Match:
        """Return the match before its first deal: a numbered deal, deals of an earlier match, or deals that nobody knows."""
        return self.game.fresh(self.row.deal) if self.row.deal else self.game.fresh(live=True, redealt=past)

    async def _find_deal(self) -> None:
        """A deal that can be won is kept as any other, by its number; it is dealt once that is on disk."""
        self.connections.announce(SEARCHING)
        try:
            self.row.deal, found = await self._find(self.game, self.row.settings.daily, self.row.settings.difficulty)
        finally:
            self.connections.announce("")
        self.row.settings = msgspec.structs.replace(self.row.settings, winnable="yes" if found else "unknown")
        await self.server.store.set_state(self.row)

    def _set_up(self, live: LiveMatch) -> None:
        """Make the parts that need the match, each of those before it."""
        self.seats.live = live
        shared = Shared(self.server.store, self.row, live, self.seats, self.connections, self.agenda, self.news, self.loading)
        self.pacing = Pacing(shared, self.go_on)
        self.windows = Windows(shared, lambda: self.apply(live.close))
        self.bots = Bots(self.server, shared, self.pacing, self.windows, self.apply)
        self.premoves = Premoves(shared, self.pacing, self.bots, self.apply)
        self.clocks = Clocks(shared, self.pacing, self.bots)
        self.attendance = Attendance(shared, self.premoves, self.wake, self.clocks.set)
        self.menus = Menus(self.server, shared, self.pacing, self.windows, self.premoves)
        self.takebacks = TakeBacks(shared, self.apply, self.menus.ask_again)
        further = (
            lambda connection: self.conversation.past(),
            lambda connection: self.clocks.messages(),
            self.premoves.messages_for,
            self.devices.asked,
            lambda connection: self.tutor.messages_for(connection) if self.tutor else [],
        )
        self.reception = Reception(shared, self.hello, self.menus, further, self._catch_up)
        self.sitting = Sitting(
            shared, self.devices, self.attendance, self.premoves, self.menus, self.reception, self.begin_if_ready
        )
        self.patience = Patience(shared)
        self.tutor = Tutor(live.guide, shared, self.pacing, self.apply, self.menus.ask_again) if live.guide else None
        self.race = Race(shared, self.bots, self.apply) if self.game.room.races else None

    @property
    def live(self) -> LiveMatch:
        """The match, once the table is open."""
        return self.opened.result()

    @property
    def _is_open(self) -> bool:
        return self.seats.live is not None

    # who comes and goes

    async def sit_down(self, holder: str, name: str, key: str = "", number: int = NOBODY) -> None:
        """Take the seat that a key is for, or a free seat by its number. BadInput says why not."""
        await asyncio.wait({self.opened})
        async with self.agenda.lock:
            self.opened.result()  # BadInput if the table cannot be opened
            if key:
                await self.sitting.by_link(holder, key, name)
            else:
                await self.sitting.at_free_seat(holder, number, name)

    async def join(self, connection: Connection) -> None:
        """Tell a browser all that its seat knows, and the table that somebody is there. BadInput if it cannot go on."""
        before = self.hello.to(connection)
        tell(connection, before)
        await asyncio.wait({self.opened}, timeout=STATUS_SECONDS)
        if not self.opened.done():
            tell(connection, wire.Status(self.connections.status or PREPARING))
            await asyncio.wait({self.opened})
            tell(connection, wire.Status(""))
        if (now := self.hello.to(connection)) != before:  # somebody may have sat down meanwhile, or a deal been found
            tell(connection, now)
        async with self.agenda.lock:
            self.must_be_here()
            self.opened.result()
            await self._catch_up(self.seats.eyes(connection))
            self.connections.add(connection)
            if self.race:
                self.race.measure()
            tell(connection, wire.Status(self.connections.status))
            self.reception.tell_state(connection)
            self.attendance.arrived(connection)
            if not self.live.begun:
                await self.begin_if_ready()
                return
            if self.pacing.resting:
                return
            if not self.agenda.running:
                self.windows.set()
                self._schedule()
            self.clocks.set()
            await self.menus.ask(connection)
            self.menus.pass_on()

    async def _catch_up(self, seats: Collection[int]) -> None:
        """Bring the feeds of these seats up to date before they are read: in a thread if it is much."""
        if self.live.behind(seats) > FEW:
            await self.server.play(self.live.catch_up, seats)

    def leave(self, connection: Connection) -> None:
        """A browser has gone; with nobody there the table stands still."""
        self.connections.discard(connection)
        self.seats.left(connection)
        self.devices.left(connection)
        if not self._is_open:
            return
        self.pacing.left(connection)
        self.attendance.left()
        self.patience.left(connection)
        if not self.connections or self.race:
            self.agenda.spawn(self._rest())

    async def _rest(self) -> None:
        async with self.agenda.lock:  # not amid a change
            if not self.connections or (self.race and self.race.absent()):
                self.agenda.halt()
                self.clocks.set()
                if self.race:
                    self.race.hold()

    async def begin_if_ready(self) -> None:
        """The first deal, once nobody is awaited any more and somebody is there."""
        if (
            not self.live.begun
            and self.connections
            and not self.server.outage.reason
            and not any(seat.place.open for seat in self.seats)
        ):
            await self.begin()

    async def begin(self) -> None:
        """The first deal."""
        await self.apply(self.live.begin)
        self.attendance.look_round()

    async def put_away(self) -> None:
        """Forget the table as it is; its browsers are sent to it again, and it is read from disk."""
        async with self.agenda.lock:
            self.connections.tell(wire.Go(f"/table/{self.row.id}"))
            self.drop(lazy_gettext("the rules have changed"))

    def drop(self, reason: str = lazy_gettext("nobody is here")) -> None:
        """Forget the table; it is read from disk when somebody comes."""
        self._drop(self, reason)

    def stop(self, reason: str) -> None:
        """Nothing more happens at this table."""
        self._gone = True
        self.agenda.cancel()
        if self._is_open:
            self.attendance.stop()
            self.clocks.stop()
        for connection in self.connections:
            connection.close(reason)

    def must_be_here(self) -> None:
        """BadInput if the table was forgotten meanwhile."""
        if self._gone:
            raise BadInput(READ_AGAIN)

    def must_run(self) -> None:
        """BadInput if the table is paused or ended, or nothing can be kept."""
        self.server.outage.check()
        if self.row.ended:
            raise BadInput(lazy_gettext("{player} has ended the table", player=self.row.ended))
        if self.row.paused:
            raise BadInput(lazy_gettext("{player} has paused the table", player=self.row.paused))

    # how it goes on

    async def apply(self, act: Callable[..., Change | None], *arguments: Any) -> Change | None:
        """Do something to the match, keep it, tell of it, ask who is next. Called with the lock held."""
        self.must_be_here()
        self.server.outage.check()
        try:
            await self._catch_up(self.live.newcomers())
            change = await self.server.play(act, *arguments)
            if change is None:
                return None
            self.patience.chose(change)
            self.row.summary = summary = self.live.summary() | self.clocks.kept() | self.patience.kept()
            kept = results_of(self.row, self.live)
            await self.server.store.append(self.row.id, self._rows, change.rows, summary, kept)
        except BadInput:
            raise
        except BaseException as error:  # memory and disk may differ now: what is on disk holds, and is read by the next visitor
            reason = str(error) if isinstance(error, NotKept) else READ_AGAIN
            self.connections.tell(wire.Error(reason))
            self.drop(reason)
            raise
        self._rows += len(change.rows)
        self.windows.answered()
        self.clocks.chose(change)
        self.patience.set()
        self._tell_change(change)
        if dealt_in := self.seats.dealt_in():
            for connection in dealt_in:
                await self._catch_up(self.seats.eyes(connection))
                self.reception.introduce(connection)
            self.attendance.look_round()
            self.news.tell()
        if change.moved and self.pacing.rests(change):
            self.agenda.halt()
        elif change.moved:  # first the clocks, which need nobody: a browser may go while others are asked
            self.windows.set()
            self._schedule()
            await self.menus.ask_all()
        elif self.tutor and self.live.guided:  # an answer is kept aside, and the lesson may have those of the others
            self.tutor.schedule()
        self.clocks.set()
        self.menus.pass_on()
        return change

    def _tell_change(self, change: Change) -> None:
        """Send what each seat is told, and note until when it stands."""
        live = self.live
        if change.moved:
            self.agenda.next_moment()
            self.pacing.moved()
            self.premoves.forget(change)
            if self.race:
                self.race.clock.close(self.agenda.now())
        pauses = 0
        later = live.gallery
        for beat in change.beats:
            encoded: dict[tuple[int, str], list[tuple[bool, bytes]]] = {}
            for connection in self.connections:
                later_only = bool(later) and connection.seat == NOBODY
                viewer, one = self.seats.viewer(connection), connection.language
                if (viewer, one.code) not in encoded:
                    with speaking(one):
                        messages = beat.messages.get(viewer, ())
                        encoded[viewer, one.code] = [
                            (isinstance(message, wire.Seals), wire.write(message)) for message in messages
                        ]
                for seals, data in encoded[viewer, one.code]:
                    if seals or not later_only:
                        connection.send(data)
            pauses += beat.pause
        if later and (onlookers := self.connections.at(NOBODY)):
            for message in later.fresh():
                for connection in onlookers:
                    tell(connection, message)
        if change.moved:
            self.agenda.calm = self.agenda.now() + self.pacing.tempo * pauses / 1000
        if self._answered_sent != live.answered():
            self._answered_sent = live.answered()
            self.connections.tell(wire.Answered(self._answered_sent))
        if self.game.seats == 1:
            self.connections.tell(live.marks())
        if self.tutor:
            self.tutor.tell()

    def halt(self) -> None:
        """Stop all that happens by itself, until `go_on`."""
        self.agenda.halt()
        self.clocks.set()
        if self.race:
            self.race.clock.hold()

    async def stand_still(self) -> None:
        """Halt while the disk takes nothing, and go on when it does again."""
        async with self.agenda.lock:
            self.connections.announce(self.server.outage.words)
            if self._gone or not self._is_open:
                return
            if self.server.outage.reason:
                self.halt()
            elif not (self.row.paused or self.row.ended or self.pacing.resting):
                await self.go_on()

    async def go_on(self) -> None:
        """Go on after a halt; a window's time begins again."""
        if self.live.begun:
            self.windows.set()
            self._schedule()
            await self.menus.ask_all()
            self.clocks.set()
            self.menus.pass_on()
        await self.begin_if_ready()

    def wake(self, seat: int) -> None:
        """A bot has come to play at a seat: if it is asked it thinks."""
        live = self.live
        if live.guided:
            return
        if not live.begun or not self.agenda.running or not self.seats.bot_at(seat):
            if self.race and live.begun and not self.agenda.running and not self.pacing.resting:
                self._schedule()  # it was awaited
            return
        if self.race and live.racing():
            self.race.wake(seat)
        elif seat in live.asked() and not self.premoves.stands():
            self.bots.think(seat)
        self.clocks.set()

    def _schedule(self) -> None:
        """Set the bots thinking and the clock of a window going, while somebody is there to see it."""
        if not self.connections or self.row.paused or self.row.ended or self.server.outage.reason:
            return
        if self.tutor and self.live.guided:
            self.agenda.begin()
            self.tutor.schedule()
            if self.live.quiet():
                self.windows.schedule()
            return
        if self.race and self.live.racing() and not self.premoves.stands():
            if self.race.open():
                self.agenda.begin()
            return
        self.agenda.begin()
        if self.premoves.stands():
            self.agenda.later(self.premoves.close(self.agenda.moment))
            return
        self.premoves.schedule()
        for seat in self.live.asked():
            if self.seats.bot_at(seat):
                self.bots.think(seat)
        self.windows.schedule()
