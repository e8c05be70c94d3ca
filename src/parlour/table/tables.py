"""A table while somebody looks at it: its match, whoever is connected, the bots, and what happens when.

One lock per table; whoever holds it may change the match. What is computed runs in worker threads, so the event loop only
waits. The order is always the same: change the match, keep the rows on disk, tell the seats, set the clocks, ask the next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.view import View
from parlour.kit.layout import NOBODY

from . import company, requests, wire, wire_company, wire_pacing
from .clocks import Clocks
from .forms import shareable
from .live import Change, LiveMatch
from .pacing import Pacing
from .premoves import Premoves
from .presence import Attendance
from .races import Race
from .replays import past_deals
from .results import results_of
from .rulebooks import rules_url
from .seats import WAITS, Seats
from .settling import can_be_settled
from .store import NotKept, SeatRow, TableRow
from .takebacks import TakeBacks
from .talk import Conversation
from .thinking import thought
from .views import game_info
from .windows import Windows

if TYPE_CHECKING:
    from .hall import Hall

log = logging.getLogger("parlour.table")
BOT_SECONDS = 0.9
"""A bot answers this long after it was asked, however long it thought: its time tells nothing of its cards."""
STATUS_SECONDS = 0.3
PATIENCE = 2.0
"""Seconds that a hint waits for a bot that is still learning, where there is an understudy."""
PREPARING = "preparing the table, first time only"
LEARNING = "the bots are learning the game, first time only"
IMPROVISING = "the bots are still learning the game and play simply, first time only"
TRY_AGAIN, NOT_HERE = 1012, 4404
SEARCHING = "looking for a deal that can be won"
WANTED = "wanted"
READ_AGAIN = "something went wrong; the table is read from disk again"


class Connection(Protocol):
    """One browser at a table."""

    seat: int
    holder: str
    """The digest of its token."""
    client: str
    """Who it counts for in budgets: the network it comes from."""
    page: str
    """The id that the page has given itself, "" for none."""
    name: str
    """What somebody is called who looks on."""
    local: bool
    """Whether it is a browser on the computer of the server."""

    @property
    def ended(self) -> bool:
        """Whether the server has closed it."""

    def send(self, message: bytes) -> None:
        """Queue an encoded message."""

    def close(self, reason: str, code: int = TRY_AGAIN) -> None:
        """Send what is queued, then close, saying why; the browser will come again, except where there is nothing here for it."""


class LiveTable:
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
        self.attendance = Attendance(self)
        self.conversation, self.takebacks, self.clocks = Conversation(self), TakeBacks(self), Clocks(self)
        self.nudged: dict[int, float] = {}
        """By seat when it has last nudged somebody."""
        self.seats = Seats(self)
        self.opened = asyncio.create_task(self._open())
        self.moment = 0  # grows when the match goes on
        self.pacing = Pacing(self)
        self.calm = 0.0
        """When the table as it is has stood long enough to be followed; what happens next is timed from here."""
        self.race: Race | None = None
        self._rows = 0  # how many there are on disk
        self._gone = False
        self._waiting: set[asyncio.Task[None]] = set()  # bots and clocks of this moment
        self._scheduled = -1  # the moment they wait for
        self._status = ""  # what all are told to wait for
        self._telling: asyncio.Task[None] | None = None
        self._answered_told: list[int] = []

    async def _open(self) -> LiveMatch:
        """Bring the match where it was. What the table needs is compiled meanwhile, after what its bots need."""
        ready = [self.hall.ready(self.game, seat.kind) for seat in self.row.seats if seat.kind != "human"]
        self.hall.prepared(self.game)
        if self.hall.understudy and not all(learned.done() for learned in ready):
            self._tell_until(asyncio.gather(*ready))
            self.hall.spawn(self.hall.understudy.begin())
        elif self.game.room.quiet or self.game.room.races:  # nobody may be seen to wait for a bot; a race waits for nobody
            await asyncio.gather(*ready)
        if self.row.settings.winnable == WANTED:
            await self._find_deal()
        rows = await self.hall.store.log(self.row.id)
        past = past_deals(await self.hall.store.log(self.row.origin)) if self.row.origin else None
        live = await self.hall.work(lambda: LiveMatch(self.game, self.names, deal=self.row.deal, redealt=past))
        if self.opens_later:
            live.open_gallery(self.names)
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

    async def _find_deal(self) -> None:
        """A deal that can be won is kept as any other, by its number; it is dealt once that is on disk."""
        self.announce(SEARCHING)
        try:
            self.row.deal, found = await self.hall.settling.deal(self.game)
        finally:
            self.announce("")
        self.row.settings = msgspec.structs.replace(self.row.settings, winnable="yes" if found else "unknown")
        await self.hall.store.set_state(self.row)

    @property
    def live(self) -> LiveMatch:
        """The match, once the table is open."""
        return self.opened.result()

    # who comes and goes

    def seat(self, holder: str) -> int | None:
        """The seat of a token's digest; NOBODY to look on, None for no business here."""
        seat = self.row.seat_of(holder)
        return seat if seat != NOBODY or self.row.watch or (holder and holder == self.row.maker) else None

    @property
    def opens_later(self) -> bool:
        """Whether onlookers see all cards of a hand once it is over."""
        return self.row.watch and self.row.settings.open_after and self.game.seats > 1

    def is_host(self, connection: Connection) -> bool:
        """Whether it is a browser of whoever made the table."""
        return bool(connection.holder) and connection.holder == self.row.maker

    async def reseat(self, number: int, place: SeatRow, same: bool = False, renamed: bool = True) -> None:
        """Somebody else sits at a seat, on disk and here, or (same) one person on another device; who played there has to go."""
        before = self.row.seats[number]
        place = self.seats.placed(number, place, same)
        maker = place.holder if place.holder and number == self.row.host_seat else self.row.maker
        await self.hall.store.seat(self.row.id, number, place, maker)
        self.row.seats[number], self.row.maker = place, maker
        if before.holder != place.holder:
            self.premoves.drop(number)
            await self._let_go(
                number, "your seat is played on another device now" if place.holder else "the host has freed your seat"
            )
        if renamed:
            self.attendance.reseated(number)
            self.names[number] = place.name
            self.live.rename(number, place.name)
            self.greet()
            self.wake(number)
            self.pass_on()

    async def _let_go(self, number: int, reason: str) -> None:
        """The browsers that have played at a seat go, or play on for others who share them."""
        for connection in self.at(number):
            if others := self.row.seats_of(connection.holder):
                connection.seat = others[0]
                await self.show(connection)
                continue
            connection.send(wire.write(wire.Error(reason)))
            connection.close(reason, NOT_HERE)

    def greet(self) -> None:
        """Tell all again who sits where."""
        for connection in self.connections:
            connection.send(wire.write(self._hello(connection)))

    async def begin_if_ready(self) -> None:
        """The first deal, once nobody is awaited any more and somebody is there."""
        if not self.live.begun and self.connections and not any(place.open for place in self.row.seats):
            await self.apply(self.live.begin)
            self.attendance.look_round()

    async def join(self, connection: Connection) -> None:
        """Tell a browser all that its seat knows, and the table that somebody is there. BadInput where it cannot go on."""
        before = self._hello(connection)
        connection.send(wire.write(before))
        await asyncio.wait({self.opened}, timeout=STATUS_SECONDS)
        if not self.opened.done():
            connection.send(wire.write(wire.Status(self._status or PREPARING)))
            await asyncio.wait({self.opened})
            connection.send(wire.write(wire.Status("")))
        if (now := self._hello(connection)) != before:  # somebody may have sat down meanwhile, or a deal been found
            connection.send(wire.write(now))
        async with self.lock:
            self._must_be_here()
            self.connections.add(connection)
            if self.race:
                self.race.measure()
            connection.send(wire.write(wire.Status(self._status)))
            self._tell_state(connection)
            self.attendance.came(connection)
            if not self.live.begun:
                await self.begin_if_ready()
                return
            if self.pacing.resting:
                return
            if self._scheduled != self.moment:
                self.windows.set()
                self._schedule()
            self.clocks.set()
            await self._ask(connection)
            self.pass_on()

    def introduce(self, connection: Connection) -> None:
        """Tell a browser again who it is and what there is to see."""
        connection.send(wire.write(self._hello(connection)))
        self._tell_state(connection)
        connection.send(wire.write(self.attendance.message()))

    async def show(self, connection: Connection) -> None:
        """The same, and what is asked: somebody else has it now."""
        self.introduce(connection)
        if self.live.begun:
            await self._ask(connection)

    def pass_on(self) -> None:
        """Where several share a device, and another of them is asked than has it: tell it so."""
        stands = self.premoves.stands() or self.pacing.resting
        asked = [] if stands else [seat for seat in self.live.asked() if not self.seats.waits(seat)]
        for connection in self.connections:
            own = self.row.seats_of(connection.holder) if connection.seat != NOBODY else []
            if len(own) > 1 and connection.seat not in asked and (others := [seat for seat in own if seat in asked]):
                connection.send(wire.write(wire_company.Pass(others[0])))

    def _tell_state(self, connection: Connection) -> None:
        """What there is to see for somebody who comes in."""
        live = self.live
        found = self.seats.state(connection)
        if live.answered():
            found.append(wire.Answered(live.answered()))
        if live.match.commitments:
            found.append(live.seals())
        if self.game.seats == 1:
            found.append(live.marks())
        for message in found:
            connection.send(wire.write(message))
        for said in self.conversation.past():
            connection.send(wire.write(said))
        if self.clocks.on:
            connection.send(wire.write(self.clocks.message()))
        self.premoves.tell(connection)
        for question in self.seats.asked(connection):
            connection.send(wire.write(question))

    def leave(self, connection: Connection) -> None:
        """A browser has gone; with nobody there the table stands still."""
        self.connections.discard(connection)
        self.pacing.left(connection)
        self.seats.left(connection)
        if self.opened.done() and not self.opened.cancelled() and not self.opened.exception():
            self.attendance.left()
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
                self.clocks.set()
                if self.race:
                    self.race.hold()

    def stop(self, reason: str) -> None:
        """The table is read from disk again by whoever comes next; nothing more happens at this one."""
        self._gone = True
        self._cancel()
        self.attendance.stop()
        self.clocks.stop()
        for connection in self.connections:
            connection.close(reason)

    def _must_be_here(self) -> None:
        if self._gone:
            raise BadInput(READ_AGAIN)

    def at(self, seat: int) -> list[Connection]:
        """The browsers of a seat."""
        return [connection for connection in self.connections if connection.seat == seat]

    def _hello(self, connection: Connection) -> wire.Hello:
        row, seat, host = self.row, connection.seat, self.is_host(connection)
        kinds = ["open" if place.open else place.kind for place in row.seats]
        names = ["You" if number == seat else name for number, name in enumerate(self.names)]
        invite = (
            {str(i): f"/table/{row.id}/sit/{key}" for i, place in enumerate(row.seats) if (key := place.invitation)}
            if host
            else {}
        )
        solitaire = len(row.seats) == 1
        game = game_info(self.game, names, kinds, seat)
        own = row.seats[seat].key if seat != NOBODY else ""
        link = f"/table/{row.id}/sit/{own}" if own else ""
        house, home = self.hall.home, None
        if house is not None:
            home = wire_company.HomeInfo(house.url, host and connection.local and house.may)
        talk, shared = self.conversation.info(), row.seats_of(connection.holder)
        given = (game, seat, row.id, solitaire, rules_url(self.game), invite, row.deal, host, link, home, talk)
        agreed = row.settings if len(row.seats) > 1 else None
        return wire.Hello(
            *given,
            *self._sharing(shared),
            self.opens_later,
            agreed,
            can_be_settled(self.game),
            row.settings.winnable,
            seat != NOBODY and self.seats.waits(seat),
        )

    def _sharing(self, seats: list[int]) -> tuple[list[int], list[str], bool]:
        """For `hello`: the seats of a device that people share, what all are called, and whether it may be shared."""
        return (seats, self.names, True) if len(seats) > 1 else ([], [], shareable(self.game.room))

    # what they say

    async def handle(self, connection: Connection, request: wire.Request) -> None:
        """Do what a browser asks. BadInput says why it is refused; then nothing has changed."""
        if isinstance(request, wire_company.Request):
            if (
                not isinstance(request, company.BRING_BOTS)
                or not self.is_host(connection)
                or self.bots_can(self.attendance.level())
            ):
                await self._answer_company(connection, request)
            else:  # all play on meanwhile, the host too
                self.hall.spawn(self._answer_when_learned(connection, request))
            return
        if isinstance(request, wire_pacing.Request):
            async with self.lock:
                self._must_be_here()
                if not connection.ended:
                    await self.pacing.answer(connection, request)
            return
        if connection.seat == NOBODY:
            raise BadInput("you are only looking on")
        if self.seats.waits(connection.seat) and not isinstance(request, wire.Again | wire.Pong):
            raise BadInput(WAITS)
        came = self.now()
        if isinstance(request, wire.Pong):
            if self.race:
                self.race.pong(connection, request.id, came)
            return
        async with self.lock:
            if connection.ended:  # the page has connected again and says again what it was not answered
                return
            if isinstance(request, wire.Choose):
                self.must_run()
                self.attendance.plays(connection.seat)
                self.takebacks.went_on(connection.seat)
            if self.race and isinstance(request, wire.Choose):
                await self.race.answer(connection, request, came)
            else:
                await requests.answer(self, connection, request)

    async def _answer_company(self, connection: Connection, request: wire_company.Request) -> None:
        async with self.lock:
            self._must_be_here()
            if not connection.ended:
                await company.answer(self, connection, request)

    async def _answer_when_learned(self, connection: Connection, request: wire_company.Request) -> None:
        try:
            await self.learned(self.attendance.level())
            await self._answer_company(connection, request)
        except BadInput as error:
            connection.send(wire.error(str(error)))

    async def send_menu(self, connection: Connection, prefix: list[str]) -> None:
        """The menu of a seat after some picks. BadInput where it is not asked, or a pick is refused."""
        menu = await self.hall.play(self.live.menu, connection.seat, prefix)
        ms = self.windows.ms()
        if ms is not None:
            menu.ms = ms
        connection.send(wire.write(menu))

    # how it goes on

    async def apply(self, act: Callable[..., Change | None], *arguments: Any) -> Change | None:
        """Do something to the match, keep it, tell of it, ask who is next. Called with the lock held."""
        self._must_be_here()
        try:
            change = await self.hall.play(act, *arguments)
            if change is None:
                return None
            summary = self.live.summary() | self.clocks.kept()
            await self.hall.store.append(self.row.id, self._rows, change.rows, summary, results_of(self.row, self.live))
        except BadInput:
            raise
        except BaseException as error:  # memory and disk may differ now: what is on disk holds, whoever comes back reads it
            reason = str(error) if isinstance(error, NotKept) else READ_AGAIN
            self.tell(wire.Error(reason))
            self.hall.drop(self, reason)
            raise
        self._rows += len(change.rows)
        self.row.summary = summary
        self.clocks.chose(change)
        self._tell_change(change)
        if self.seats.dealt():
            self.attendance.look_round()
            self.attendance.tell()
        if change.moved and self.pacing.rests(change):
            self._scheduled = -1
        elif change.moved:  # first the clocks, which need nobody: a browser may go while others are asked
            self.windows.set()
            self._schedule()
            for connection in list(self.connections):
                await self._ask(connection)
        self.clocks.set()
        self.pass_on()
        return change

    async def ask_again(self, seat: int) -> None:
        """The menu of a seat once more."""
        for connection in self.at(seat):
            await self._ask(connection)

    def _tell_change(self, change: Change) -> None:
        """Send what each seat is told, and note until when it stands."""
        live = self.live
        if change.moved:
            self.moment += 1
            self._cancel()
            self.pacing.moved()
            self.premoves.forget(change)
            if self.race:
                self.race.clock.close(self.now())
        pauses = 0
        later = live.gallery
        for beat in change.beats:
            encoded = {
                seat: [(isinstance(one, wire.Seals), wire.write(one)) for one in told] for seat, told in beat.messages.items()
            }
            for connection in self.connections:
                later_only = bool(later) and connection.seat == NOBODY
                for seals, data in encoded.get(self.seats.viewer(connection), ()):
                    if seals or not later_only:
                        connection.send(data)
            pauses += sum(message.pause for message in beat.messages.get(NOBODY, ()) if isinstance(message, wire.View))
        for message in later.fresh() if later else []:
            for connection in self.at(NOBODY):
                connection.send(wire.write(message))
        if change.moved:
            self.calm = self.now() + self.pacing.tempo * pauses / 1000
        if self._answered_told != live.answered():
            self._answered_told = live.answered()
            self.tell(wire.Answered(self._answered_told))
        if self.game.seats == 1:
            self.tell(live.marks())

    async def _ask(self, connection: Connection) -> None:
        """The menu of whoever is asked, or the result."""
        try:
            if self.live.match.over:
                over = self.live.feeds[self.seats.viewer(connection)].over(f"/table/{self.row.id}/record")
                connection.send(wire.write(over))
            elif self.seats.viewer(connection) in self.live.asked() and not self.premoves.stands():
                await self.send_menu(connection, [])
        except Exception as error:  # the others are asked all the same
            log.error("a menu of %s failed: %s", self.game.room.name, type(error).__name__)
            connection.send(wire.error("something went wrong"))

    def must_run(self) -> None:
        """BadInput where the table is paused or ended."""
        if self.row.ended:
            raise BadInput(f"{self.row.ended} has ended the table")
        if self.row.paused:
            raise BadInput(f"{self.row.paused} has paused the table")

    def halt(self) -> None:
        """Nothing happens by itself until `go_on`."""
        self._cancel()
        self._scheduled = -1
        self.clocks.set()
        if self.race:
            self.race.clock.hold()

    async def go_on(self) -> None:
        """What was halted goes on; a window's time begins anew."""
        if self.live.begun:
            self.windows.set()
            self._schedule()
            for connection in list(self.connections):
                await self._ask(connection)
            self.clocks.set()
            self.pass_on()
        await self.begin_if_ready()

    def wake(self, seat: int) -> None:
        """A bot has come to play at a seat: where it is asked it thinks."""
        if not self.live.begun or self._scheduled != self.moment or not self.attendance.bot_at(seat):
            if self.race and self.live.begun and self._scheduled == -1 and not self.pacing.resting:
                self._schedule()  # it was awaited
            return
        if self.race and self.live.racing():
            self.race.wake(seat)
        elif seat in self.live.asked() and not self.premoves.stands():
            self.later(self._bot(seat, self.moment))
        self.clocks.set()

    def _schedule(self) -> None:
        """Set the bots thinking and the clock of a window going, while somebody is there to see it."""
        if not self.connections or self.row.paused or self.row.ended:
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
            if self.attendance.bot_at(seat):
                self.later(self._bot(seat, self.moment))
        self.windows.schedule()

    # bots

    async def _bot(self, seat: int, moment: int) -> None:
        if kind := self.attendance.bot_at(seat):
            await self.bot_chooses(seat, moment, kind)

    async def bot_chooses(self, seat: int, moment: int, kind: str) -> None:
        """Let a bot make this choice of a seat, unless somebody else has made it when it comes to that."""
        asked = max(self.now(), self.calm)
        due = asked + self.pacing.tempo * BOT_SECONDS
        person = not self.attendance.bot_at(seat)
        await self.somebody_plays(kind)
        async with self.lock:
            if self.moment != moment or seat not in self.live.asked():
                return
            if self.live.quiet():
                due = 0.0  # nobody sees when it answers
            view = await self.look(seat, kind)
        codes = await thought(self, kind, view, asked)
        await self.pacing.sleep(due)
        async with self.lock:
            if self.moment == moment and seat in self.live.asked() and (person or self.attendance.bot_at(seat)):
                codes = codes or await self.hall.play(self.live.by_chance, seat)
                self.attendance.chose(seat)
                await self.apply(self.live.choose, seat, codes, round(1000 * BOT_SECONDS))
        self.windows.answered()

    async def look(self, seat: int, kind: str) -> View:
        """What a bot of this kind is given at a seat that is asked: without a memory where the understudy plays for it."""
        return await self.hall.play(self.live.thought, seat, not self.hall.still_learns(self.game, kind))

    def bots_can(self, kind: str) -> bool:
        """Whether these bots can be asked now, or the understudy for them; if they are still learning, all are told."""
        ready = self.hall.ready(self.game, kind)
        if self.hall.understudy and not ready.done():
            self._tell_until(ready)
        return self.hall.understudy is not None or ready.done()

    async def somebody_plays(self, kind: str) -> None:
        """Come back when these bots can be asked."""
        if not self.bots_can(kind):
            await self.learned(kind)

    def _tell_until(self, learned: asyncio.Future[Any]) -> None:
        """Have all told that bots are still learning, for as long as they are."""

        async def tell() -> None:
            if not (await asyncio.wait({learned}, timeout=STATUS_SECONDS))[0]:
                self.announce(IMPROVISING)
                await learned
                self.announce("")

        if self._telling is None or self._telling.done():
            self._telling = self.hall.spawn(tell())

    async def learned(self, kind: str) -> None:
        """Wait until these bots have learned the game, and say so if it takes a while; with an understudy only a moment."""
        ready = self.hall.ready(self.game, kind)
        if not (await asyncio.wait({ready}, timeout=STATUS_SECONDS))[0]:
            before = self._status
            try:
                self.announce(before or LEARNING)
                await asyncio.wait({ready}, timeout=PATIENCE if self.hall.understudy else None)
            finally:
                self.announce(before)

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
