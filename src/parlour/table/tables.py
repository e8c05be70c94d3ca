"""A table while somebody looks at it: its match, whoever is connected, the bots, and what happens when.

One lock per table; whoever holds it may change the match. What is computed runs in worker threads, so the event loop only
waits. The order is always the same: change the match, keep the rows on disk, tell the seats, set the clocks, ask the next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import View
from parlour.kit.layout import NOBODY

from . import players, requests, wire
from .live import Change, LiveMatch
from .premoves import Premoves
from .races import Race
from .rulebooks import rules_url
from .store import FileGone, TableRow
from .views import game_info
from .windows import Windows

if TYPE_CHECKING:
    from .hall import Hall

log = logging.getLogger("parlour.table")
BOT_SECONDS = 0.9
"""A bot answers this long after it was asked, however long it thought: its time tells nothing of its cards."""
STATUS_SECONDS = 0.3
PREPARING = "preparing the table, first time only"
LEARNING = "the bots are learning the game, first time only"
READ_AGAIN = "something went wrong; the table is read from disk again"


class Connection(Protocol):
    """One browser at a table."""

    seat: int
    thinking: bool

    def send(self, message: bytes) -> None:
        """Queue an encoded message."""

    def close(self, reason: str) -> None:
        """Send what is queued, then close, saying why; the browser will come again."""


class Table:
    """See the module. Made by `Hall.open`, which has one for each table that is looked at."""

    premoves: Premoves
    windows: Windows

    def __init__(self, hall: Hall, row: TableRow, game: Game) -> None:
        self.hall, self.row, self.game = hall, row, game
        self.names = [seat.name for seat in row.seats]
        self.lock = asyncio.Lock()
        self.visitors = self.visits = 0
        """How many are here or on their way in, and how many have ever been; kept by `Hall.visit`."""
        self.connections: set[Connection] = set()
        self.opened = asyncio.create_task(self._open())
        self.moment = 0  # grows when the match goes on
        self.calm = 0.0
        """When the table as it is has stood long enough to be followed; what happens next is timed from here."""
        self.race: Race | None = None
        self._rows = 0  # how many there are on disk
        self._gone = False
        self._waiting: set[asyncio.Task[None]] = set()  # bots and clocks of this moment
        self._scheduled = -1  # the moment they wait for
        self._status = ""  # what all are told to wait for
        self._answered_told: list[int] = []

    async def _open(self) -> LiveMatch:
        """Compile what the table needs, and bring the match where it was."""
        await self.hall.prepared(self.game)
        ready = asyncio.gather(*[self.hall.ready(self.game, seat.kind) for seat in self.row.seats if seat.kind != "human"])
        if self.game.room.quiet or self.game.room.races:  # nobody may be seen to wait for a bot; a race waits for nobody
            await ready
        rows = await self.hall.store.log(self.row.id)
        live = await self.hall.work(lambda: LiveMatch(self.game, self.names, deal=self.row.deal))
        try:
            await self.hall.work(live.resume, rows)
        except BadInput as error:
            raise BadInput(
                f"this table cannot go on under the rules of {self.game.room.title} as they are now: {error}"
            ) from None
        self._rows = len(rows)
        self.premoves, self.windows = Premoves(self, live), Windows(self, live)
        self.race = Race(self, live) if self.game.room.races else None
        return live

    @property
    def live(self) -> LiveMatch:
        """The match, once the table is open."""
        return self.opened.result()

    # who comes and goes

    def seat(self, holder: str) -> int | None:
        """The seat of a token's digest; NOBODY to look on, None for no business here."""
        seat = self.row.seat_of(holder)
        return seat if seat != NOBODY or self.row.watch or (holder and holder == self.row.maker) else None

    async def sit(self, holder: str, key: str, name: str) -> None:
        """Take the free seat of this key, under a name where one is given. BadInput where there is none any more."""
        await asyncio.wait({self.opened})
        async with self.lock:
            if self.row.seat_of(holder) != NOBODY:
                return
            number = self.row.seat_for(key)
            if number is None:
                raise BadInput("somebody else has taken this seat")
            place = self.row.seats[number]
            name = name or place.name
            await self.hall.store.sit(self.row.id, number, holder, name)
            place.holder, place.key, place.name = holder, "", name
            self.names[number] = name
            self.live.rename(number, name)
            for other in self.connections:
                other.send(wire.write(self._hello(other.seat)))
            if self.connections and not any(seat.open for seat in self.row.seats):
                await self.apply(self.live.begin)

    async def join(self, connection: Connection) -> None:
        """Tell a browser all that its seat knows, and the table that somebody is there. BadInput where it cannot go on."""
        connection.send(wire.write(self._hello(connection.seat)))
        await asyncio.wait({self.opened}, timeout=STATUS_SECONDS)
        if not self.opened.done():
            connection.send(wire.write(wire.Status(PREPARING)))
            await asyncio.wait({self.opened})
            connection.send(wire.write(wire.Status("")))
            connection.send(wire.write(self._hello(connection.seat)))  # somebody may have sat down meanwhile
        async with self.lock:
            self._must_be_here()
            self.connections.add(connection)
            if self.race:
                self.race.measure()
            connection.send(wire.write(wire.Status(self._status)))
            self._tell_state(connection)
            if not self.live.begun:
                if not any(place.open for place in self.row.seats):
                    await self.apply(self.live.begin)
                return
            if self._scheduled != self.moment:
                self.windows.set()
                self._schedule()
            await self._ask(connection)

    def _tell_state(self, connection: Connection) -> None:
        """What there is to see for somebody who comes in."""
        live = self.live
        found: list[wire.Message] = live.streams[connection.seat].state()
        if live.answered():
            found.append(wire.Answered(live.answered()))
        if live.match.commitments:
            found.append(live.seals())
        if self.game.seats == 1:
            found.append(live.marks())
        for message in found:
            connection.send(wire.write(message))
        self.premoves.tell(connection)

    def leave(self, connection: Connection) -> None:
        """A browser has gone; with nobody there the table stands still."""
        self.connections.discard(connection)
        if not self.connections or self.race:
            self.hall.spawn(self._rest())

    async def put_away(self) -> None:
        """Forget the table as it is; who sits there is sent to it again, and it is read from disk."""
        async with self.lock:
            for connection in self.connections:
                connection.send(wire.write(wire.Go(f"/table/{self.row.id}")))
            self.hall.drop(self, "the rules have changed")

    async def _rest(self) -> None:
        async with self.lock:  # not amid a change
            if not self.connections or (self.race and self.race.absent()):
                self._cancel()
                self._scheduled = -1
                if self.race:
                    self.race.hold()

    def stop(self, reason: str) -> None:
        """The table is read from disk again by whoever comes next; nothing more happens at this one."""
        self._gone = True
        self._cancel()
        for connection in self.connections:
            connection.close(reason)

    def _must_be_here(self) -> None:
        if self._gone:
            raise BadInput(READ_AGAIN)

    def at(self, seat: int) -> list[Connection]:
        """The browsers of a seat."""
        return [connection for connection in self.connections if connection.seat == seat]

    def _hello(self, seat: int) -> wire.Hello:
        row = self.row
        kinds = ["open" if place.open else place.kind for place in row.seats]
        names = ["You" if number == seat else name for number, name in enumerate(self.names)]
        invite = {}
        if seat != NOBODY and row.seats[seat].holder == row.maker:
            invite = {str(i): f"/table/{row.id}/sit/{place.key}" for i, place in enumerate(row.seats) if place.open}
        solitaire = len(row.seats) == 1
        game = game_info(self.game, names, kinds, seat)
        return wire.Hello(game, seat, row.id, solitaire, rules_url(self.game), invite, row.deal)

    # what they say

    async def handle(self, connection: Connection, request: wire.Request) -> None:
        """Do what a browser asks. BadInput says why it is refused; then nothing has changed."""
        if connection.seat == NOBODY:
            raise BadInput("you are only looking on")
        came = self.now()
        if isinstance(request, wire.Pong):
            if self.race:
                self.race.pong(connection, request.id, came)
            return
        async with self.lock:
            if self.race and isinstance(request, wire.Choose):
                await self.race.answer(connection, request, came)
            else:
                await requests.answer(self, connection, request)

    async def send_menu(self, connection: Connection, prefix: list[str]) -> None:
        """The menu of a seat after some picks. BadInput where it is not asked, or a pick is refused."""
        menu = await self.hall.work(self.live.menu, connection.seat, prefix)
        ms = self.windows.ms()
        if ms is not None:
            menu.ms = ms
        connection.send(wire.write(menu))

    # how it goes on

    async def apply(self, act: Callable[..., Change | None], *arguments: Any) -> Change | None:
        """Do something to the match, keep it, tell of it, ask who is next. Called with the lock held."""
        self._must_be_here()
        try:
            change = await self.hall.work(act, *arguments)
            if change is None:
                return None
            await self.hall.store.append(self.row.id, self._rows, change.rows, self.live.summary())
        except BadInput:
            raise
        except BaseException as error:  # memory and disk may differ now: what is on disk holds, whoever comes back reads it
            reason = str(error) if isinstance(error, FileGone) else READ_AGAIN
            self.tell(wire.Error(reason))
            self.hall.drop(self, reason)
            raise
        self._rows += len(change.rows)
        self._tell_change(change)
        if change.moved:  # first the clocks, which need nobody: a browser may go while others are asked
            self.windows.set()
            self._schedule()
            for connection in list(self.connections):
                await self._ask(connection)
        return change

    def _tell_change(self, change: Change) -> None:
        """Send what each seat is told, and note until when it stands."""
        live = self.live
        if change.moved:
            self.moment += 1
            self._cancel()
            self.premoves.forget(change)
            if self.race:
                self.race.clock.close(self.now())
        pauses = 0
        for beat in change.beats:
            for seat, messages in beat.messages.items():
                encoded = [wire.write(message) for message in messages]
                for connection in self.at(seat):
                    for data in encoded:
                        connection.send(data)
            pauses += sum(message.pause for message in beat.messages.get(NOBODY, ()) if isinstance(message, wire.View))
        if change.moved:
            self.calm = self.now() + self.hall.tempo * pauses / 1000
        if self._answered_told != live.answered():
            self._answered_told = live.answered()
            self.tell(wire.Answered(self._answered_told))
        if self.game.seats == 1:
            self.tell(live.marks())

    async def _ask(self, connection: Connection) -> None:
        """The menu of whoever is asked, or the result."""
        try:
            if self.live.match.over:
                over = self.live.streams[connection.seat].over(f"/table/{self.row.id}/record")
                connection.send(wire.write(over))
            elif connection.seat in self.live.asked() and not self.premoves.stands():
                await self.send_menu(connection, [])
        except Exception as error:  # the others are asked all the same
            log.error("a menu of %s failed: %s", self.game.room.name, type(error).__name__)
            connection.send(wire.error("something went wrong"))

    def _schedule(self) -> None:
        """Set the bots thinking and the clock of a window going, while somebody is there to see it."""
        if not self.connections:
            return
        self._scheduled = self.moment
        if self.premoves.stands():
            self.later(self.premoves.close(self.moment))
            return
        if self.race and self.live.racing():
            if not self.race.open():
                self._scheduled = -1
            return
        self.premoves.schedule()
        for seat in self.live.asked():
            if self.row.seats[seat].kind != "human":
                self.later(self._bot(seat, self.moment))
        self.windows.schedule()

    # bots

    async def _bot(self, seat: int, moment: int) -> None:
        due = max(self.now(), self.calm) + self.hall.tempo * BOT_SECONDS
        kind = self.row.seats[seat].kind
        await self.learned(kind)
        async with self.lock:
            if self.moment != moment:
                return
            if self.live.quiet():
                due = 0.0  # nobody sees when it answers
            view = await self.hall.work(self.live.thought, seat)
        codes = await self.thought(kind, view)
        await asyncio.sleep(max(0.0, due - self.now()))
        async with self.lock:
            if self.moment == moment and seat in self.live.asked():
                await self.apply(self.live.choose, seat, codes, round(1000 * BOT_SECONDS))
        self.windows.answered()

    async def thought(self, kind: str, view: View) -> list[int]:
        """What a bot of this kind chooses."""
        try:
            return await self.hall.think(kind, view)
        except Exception as error:  # whatever ails a bot, the others want to play on; what it saw stays out of the log
            log.warning("bot %s failed at %s: %s", kind, self.game.room.name, type(error).__name__)
            return await self.hall.think(players.SIMPLEST, view)

    async def learned(self, kind: str) -> None:
        """Wait until these bots can play, and say so where it takes a while."""
        ready = self.hall.ready(self.game, kind)
        if (await asyncio.wait({ready}, timeout=STATUS_SECONDS))[0]:
            return
        try:
            self.announce(LEARNING)
            await ready
        finally:
            self.announce("")

    # the rest

    def later(self, act: Coroutine[Any, Any, None]) -> None:
        """Let something of this moment run by itself."""
        task = self.hall.spawn(act)
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    def _cancel(self) -> None:
        """Nothing of the moment before is awaited any more (whoever calls goes on)."""
        for task in list(self._waiting):
            if task is not asyncio.current_task():
                task.cancel()
                self._waiting.discard(task)

    def announce(self, status: str) -> None:
        """Tell all what is awaited, who comes in later too; nothing more where it is empty."""
        if status != self._status:
            self._status = status
            self.tell(wire.Status(status))

    def tell(self, message: wire.Message) -> None:
        """Send a message to everybody here."""
        data = wire.write(message)
        for connection in self.connections:
            connection.send(data)

    @staticmethod
    def now() -> float:
        """The clock of the table, in seconds."""
        return asyncio.get_running_loop().time()
