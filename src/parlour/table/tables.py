"""A table while somebody looks at it: its match, whoever is connected, the bots, and time.

One lock a table; whoever holds it may change the match. What is computed runs in worker threads, so the event loop only
waits. The order is always the same: change the match, keep the rows on disk, tell the seats, ask the next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import View
from parlour.engine.speech import choice_words
from parlour.kit.layout import NOBODY

from . import players, wire, words
from .live import Change, LiveMatch
from .races import Race
from .rulebooks import paragraph_html, rules_url
from .store import TableRow
from .views import game_info

if TYPE_CHECKING:
    from .hall import Hall

T = TypeVar("T")
log = logging.getLogger("parlour.table")
BOT_SECONDS = 0.9
"""A bot answers this long after it was asked, however long it thought: its time tells nothing of its cards."""
STANDING_SECONDS = 0.6
"""The same in a window that passes by itself for people: it comes before every card, so it must be short."""
GRACE_SECONDS = 0.5
"""What a window waits beyond what it says, for the way there and back."""
STATUS_SECONDS = 0.3
PREPARING = "preparing the table, first time only"
LEARNING = "the bots are learning the game, first time only"


class Connection(Protocol):
    """One browser at a table."""

    seat: int
    thinking: bool

    def send(self, message: bytes) -> None:
        """Queue an encoded message."""

    def close(self) -> None:
        """Send what is queued, then close; the browser will come again."""


class Table:
    """See the module. Made by `Hall.open`, which has one for each table that is looked at."""

    def __init__(self, hall: Hall, row: TableRow, game: Game) -> None:
        self.hall, self.row, self.game = hall, row, game
        self.names = [seat.name for seat in row.seats]
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.opened = asyncio.create_task(self._open())
        self._rows = 0  # how many there are on disk
        self.moment = 0  # grows when the match goes on
        self._waiting: set[asyncio.Task[None]] = set()  # bots and clocks of this moment
        self._scheduled = -1  # the moment they wait for
        self._answered = asyncio.Event()
        self.standing = words.standing_calls(game.room)
        self.wishes: dict[int, set[int]] = {}
        """By seat the calls it wishes for before it is asked; not kept on disk, for they bind nobody."""
        self._status = ""  # what all are told to wait for
        self._answered_told: list[int] = []
        self.race: Race | None = None
        self.calm = self._quiet_until = self._deadline = 0.0

    async def _open(self) -> LiveMatch:
        """Compile what the table needs, and bring the match where it was."""
        await self.hall.prepared(self.game)
        ready = self._bots_ready()
        if self.game.room.quiet or self.game.room.races:  # nobody may be seen to wait for a bot; a race waits for nobody
            await ready
        rows = await self.hall.store.log(self.row.id)
        live = await self.hall.work(lambda: LiveMatch(self.game, self.names, deal=self.row.deal))
        await self.hall.work(live.resume, rows)
        self._rows = len(rows)
        self.race = Race(self, live) if self.game.room.races else None
        return live

    def _bots_ready(self) -> asyncio.Future[list[None]]:
        """Come back when the bots of this table can play; they begin to learn at once."""
        return asyncio.gather(*[self.hall.ready(self.game, seat.kind) for seat in self.row.seats if seat.kind != "human"])

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
        live = self.live
        async with self.lock:
            self.connections.add(connection)
            if self.race:
                self.race.measure()
            connection.send(wire.write(wire.Status(self._status)))
            for message in live.streams[connection.seat].state():
                connection.send(wire.write(message))
            self._tell_wishes(connection)
            if live.answered():
                connection.send(wire.write(wire.Answered(live.answered())))
            if live.match.commitments:
                connection.send(wire.write(live.seals()))
            if self.game.seats == 1:
                connection.send(wire.write(live.marks()))
            if live.begun:
                if self._scheduled != self.moment:
                    self._set_clock()
                    self._schedule()
                await self._ask(connection)
            elif not any(place.open for place in self.row.seats):
                await self.apply(self.live.begin)

    def leave(self, connection: Connection) -> None:
        """A browser has gone; with nobody there the table stands still."""
        self.connections.discard(connection)
        if not self.connections or self.race:
            self.hall.spawn(self._rest())

    async def _rest(self) -> None:
        async with self.lock:  # not amid a change
            if not self.connections or (self.race and self.race.absent()):
                self._cancel()
                self._scheduled = -1
                if self.race:
                    self.race.hold()
            if not self.connections:
                self.hall.idle(self)

    def _hello(self, seat: int) -> wire.Hello:
        row = self.row
        kinds = ["open" if place.open else place.kind for place in row.seats]
        names = ["You" if number == seat else name for number, name in enumerate(self.names)]
        invite = {}
        if seat != NOBODY and row.seats[seat].holder == row.maker:
            invite = {str(i): f"/table/{row.id}/sit/{place.key}" for i, place in enumerate(row.seats) if place.open}
        solitaire = len(row.seats) == 1
        return wire.Hello(
            game_info(self.game, names, kinds, seat), seat, row.id, solitaire, rules_url(self.game), invite, row.deal
        )

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
                return
            if (
                isinstance(request, wire.Choose | wire.Ask | wire.AskWhy | wire.Read)
                and request.n != self.live.streams[connection.seat].n
            ):
                raise BadInput("the table has moved on since")
            if isinstance(request, wire.Choose):
                await self._choose(connection, request)
            elif isinstance(request, wire.Ask):
                await self._menu(connection, request.prefix)
            elif isinstance(request, wire.AskWhy):
                await self._why(connection, request)
            elif isinstance(request, wire.Read):
                await self._read(connection, request.text)
            elif isinstance(request, wire.Undo):
                await self.apply(self.live.undo)
            elif isinstance(request, wire.Redo):
                await self.apply(self.live.redo)
            elif isinstance(request, wire.Wish):
                self._wish(connection.seat, request)
            elif isinstance(request, wire.Again):
                await self._again(request.same)
            elif isinstance(request, wire.SetMark):
                await self.apply(self.live.mark, " ".join(request.name.split()))
            elif isinstance(request, wire.DropMark):
                await self.apply(self.live.unmark, request.name)
            elif isinstance(request, wire.GoTo):
                await self.apply(self.live.go_to, request.name)
            elif isinstance(request, wire.Finish):
                await self.apply(self.live.finish)
            else:
                await self._hint(connection)

    async def _choose(self, connection: Connection, request: wire.Choose) -> None:
        elapsed = max(1, round(1000 * (self.now() - self.calm)))
        if await self.apply(self.live.choose, connection.seat, request.choices, elapsed) is None:
            await self._menu(connection, request.choices)
        self._answered.set()

    async def _menu(self, connection: Connection, prefix: list[str]) -> None:
        menu = await self.hall.work(self.live.menu, connection.seat, prefix)
        if self._deadline and self.live.window():
            menu.ms = max(0, round(1000 * (self._deadline - max(self.now(), self.calm) - GRACE_SECONDS)))
        connection.send(wire.write(menu))

    async def _read(self, connection: Connection, text: str) -> None:
        try:
            names = await self.hall.work(self.live.read, connection.seat, text)
        except BadInput as error:
            connection.send(wire.write(wire.Unread(text, str(error))))
        else:
            await self._menu(connection, names)

    async def _why(self, connection: Connection, request: wire.AskWhy) -> None:
        given = request.hand or request.choice
        choice, paragraph, text = await self.hall.work(self.live.why, connection.seat, given, request.prefix)
        html = await self.hall.work(paragraph_html, self.game, paragraph, text or "Nothing forbids it.")
        connection.send(wire.write(wire.Why(choice, paragraph, html)))

    async def _hint(self, connection: Connection) -> None:
        if connection.thinking:
            raise BadInput("it is still thinking")
        self.live.scratch(connection.seat)
        connection.thinking = True
        moment = self.moment
        kind = players.adviser(self.game.room)

        async def think() -> None:
            try:
                await self._learn(kind)
                async with self.lock:
                    if self.moment != moment:
                        return
                    view = await self.hall.work(self.live.thought, connection.seat)
                codes = await self.hall.think(kind, view)
                names = [self.game.room.choice_name(code) for code in codes]
                connection.send(wire.write(wire.Hinted(names[0], names)))
            except Exception as error:  # a hint is a favour: its failure must not end the game
                log.warning("no hint at a table of %s: %s", self.game.room.name, type(error).__name__)
                connection.send(wire.write(wire.Error("no hint comes to mind")))
            finally:
                connection.thinking = False

        self.hall.spawn(think())

    async def _again(self, same: bool) -> None:
        if same and self.row.deal:
            self._tell(wire.Go(f"/table/{await self.hall.repeat(self.row, same=True)}"))
            return
        if not self.live.match.over:
            raise BadInput("the match is not over")
        if not self.row.again:
            self.row.again = await self.hall.repeat(self.row)
        self._tell(wire.Go(f"/table/{self.row.again}"))

    # how it goes on

    async def apply(self, act: Callable[..., Change | None], *arguments: Any) -> Change | None:
        """Do something to the match, keep it, tell of it, ask who is next. Called with the lock held."""
        try:
            change = await self.hall.work(act, *arguments)
            if change is None:
                return None
            await self.hall.store.append(self.row.id, self._rows, change.rows, self.live.summary())
        except BadInput:
            raise
        except BaseException:  # memory and disk may differ now: what is on disk holds, whoever comes back reads it
            self.hall.drop(self)
            self._tell(wire.Error("something went wrong; the table is read from disk again"))
            for connection in self.connections:
                connection.close()
            raise
        self._rows += len(change.rows)
        if change.moved:
            self.moment += 1
            self._cancel()
            self._grant(change)
            if self.race:
                self.race.clock.close(self.now())
        await self._deliver(change)
        if self._answered_told != self.live.answered():
            self._answered_told = self.live.answered()
            self._tell(wire.Answered(self._answered_told))
        if self.game.seats == 1:
            self._tell(self.live.marks())
        if change.moved:
            await self._advance()
        return change

    async def _deliver(self, change: Change) -> None:
        """Send what each seat is told. A phase in which nobody may know who is asked takes its time, whoever was."""
        pauses = 0
        for beat in change.beats:
            if beat.ends_quiet:
                await asyncio.sleep(max(0.0, self._quiet_until - self.now()))
                pauses = 0
            for seat, messages in beat.messages.items():
                encoded = [wire.write(message) for message in messages]
                for connection in self.connections:
                    if connection.seat == seat:
                        for data in encoded:
                            connection.send(data)
            pauses += sum(message.pause for message in beat.messages.get(NOBODY, ()) if isinstance(message, wire.View))
            if beat.begins_quiet:
                self._quiet_until = self.now() + self.hall.tempo * (pauses / 1000 + self._quiet_seconds())
        self.calm = self.now() + self.hall.tempo * pauses / 1000

    async def _advance(self) -> None:
        """The match stands: ask who is to choose, or say how it ended."""
        self._set_clock()
        for connection in self.connections:
            await self._ask(connection)
        self._schedule()

    # what is wished for before it is asked

    def _wish(self, seat: int, request: wire.Wish) -> None:
        code = self.game.code(request.call)
        if code not in self.standing.values():
            raise BadInput("that cannot be wished for")
        wishes = self.wishes.setdefault(seat, set())
        if request.on:
            wishes.add(code)
        else:
            wishes.discard(code)
        for connection in self.connections:
            if connection.seat == seat:
                self._tell_wishes(connection)
        self._schedule_wishes()

    def _tell_wishes(self, connection: Connection) -> None:
        if self.standing and connection.seat != NOBODY:
            on = self.wishes.get(connection.seat, set())
            room = self.game.room
            codes = sorted(set(self.standing.values()))
            calls = [wire.Wished(room.choice_name(code), choice_words(room, code), code in on) for code in codes]
            connection.send(wire.write(wire.Wishes(calls)))

    def _grant(self, change: Change) -> None:
        """A call that was made is no longer wished for; nor is any when a hand is over."""
        made = [(row.data["seat"], self.game.code(row.data["names"][0])) for row in change.rows if row.kind == "choice"]
        over = any(row.kind == "commit" for row in change.rows) or self.live.match.over
        for seat, wishes in self.wishes.items():
            kept = set() if over else {code for code in wishes if (seat, code) not in made}
            if kept != wishes:
                self.wishes[seat] = kept
                for connection in self.connections:
                    if connection.seat == seat:
                        self._tell_wishes(connection)

    def _stands(self) -> bool:
        """Whether a window is open that lets pass by itself who wishes for nothing."""
        return int(self.live.match.row.phase) in self.standing and bool(self.live.window())

    def _schedule_wishes(self) -> None:
        """Make the calls that were wished for by those who are asked by themselves."""
        if self.live.begun and not self._stands() and not self._in_quiet():
            for seat in self.live.asked():
                if self.wishes.get(seat):
                    self.later(self._fulfil(seat, self.moment))

    async def _fulfil(self, seat: int, moment: int) -> None:
        async with self.lock:
            for code in sorted(self.wishes.get(seat, ())):
                if self.moment == moment and self.live.allows(seat, code):
                    await self.apply(self.live.choose, seat, [code])

    async def _stand(self, moment: int) -> None:
        """Close such a window: bots are asked, for people their wishes speak. It takes the same time whoever wishes what."""
        due = self.now() + self.hall.tempo * STANDING_SECONDS
        bots = [seat for seat, _ in self.live.window() if self.row.seats[seat].kind != "human"]
        answers = dict(zip(bots, await asyncio.gather(*[self._consider(seat, moment) for seat in bots]), strict=True))
        if bots:
            await asyncio.sleep(max(0.0, due - self.now()))
        async with self.lock:
            if self.moment == moment:
                call = self.standing[int(self.live.match.row.phase)]
                wished = {seat: [call] for seat, wishes in self.wishes.items() if call in wishes}
                await self.apply(self.live.close_window, answers | wished)

    async def _consider(self, seat: int, moment: int) -> list[int]:
        """What a bot chooses; nothing where the match has gone on without it."""
        kind = self.row.seats[seat].kind
        await self._learn(kind)
        async with self.lock:
            if self.moment != moment:
                return []
            view = await self.hall.work(self.live.thought, seat)
        return await self.thought(kind, view)

    # time

    def _set_clock(self) -> None:
        """When an open window closes; 0 for not before all have answered."""
        self._deadline = 0.0
        if not self._stands() and self.row.window_ms and self.live.window():
            self.calm = max(self.calm, self.now())
            self._deadline = self.calm + self.hall.tempo * self.row.window_ms / 1000 + GRACE_SECONDS
            if self._in_quiet():
                self._deadline = max(self._quiet_until, self.now())

    def _in_quiet(self) -> bool:
        return int(self.live.match.row.phase) in self.game.room.quiet

    async def _ask(self, connection: Connection) -> None:
        """The menu of whoever is asked, or the result."""
        if self.live.match.over:
            over = self.live.streams[connection.seat].over(f"/table/{self.row.id}/record")
            connection.send(wire.write(over))
        elif connection.seat in self.live.asked() and not self._stands():
            await self._menu(connection, [])

    def _schedule(self) -> None:
        """Set the bots thinking and the clock of a window going, while somebody is there to see it."""
        if not self.connections:
            return
        self._scheduled = self.moment
        if self._stands():
            self.later(self._stand(self.moment))
            return
        if self.race and self.live.racing():
            if not self.race.open():
                self._scheduled = -1
            return
        self._schedule_wishes()
        for seat in self.live.asked():
            if self.row.seats[seat].kind != "human":
                self.later(self._bot(seat, self.moment))
        if self.live.window() and (self._deadline or self._in_quiet()):
            self.later(self._close_window(self.moment, self._deadline or self._quiet_until))

    async def _bot(self, seat: int, moment: int) -> None:
        due = max(self.now(), self.calm) + self.hall.tempo * BOT_SECONDS
        kind = self.row.seats[seat].kind
        await self._learn(kind)
        async with self.lock:
            if self.moment != moment:
                return
            if self._in_quiet():
                due = 0.0  # the phase takes its time whoever answers how fast; several may be asked one after another
            view = await self.hall.work(self.live.thought, seat)
        codes = await self.thought(kind, view)
        await asyncio.sleep(max(0.0, due - self.now()))
        async with self.lock:
            if self.moment == moment and seat in self.live.asked():
                await self.apply(self.live.choose, seat, codes, round(1000 * BOT_SECONDS))
        self._answered.set()

    async def thought(self, kind: str, view: View) -> list[int]:
        try:
            return await self.hall.think(kind, view)
        except Exception as error:  # whatever ails a bot, the others want to play on; what it saw stays out of the log
            log.warning("bot %s failed at %s: %s", kind, self.game.room.name, type(error).__name__)
            return await self.hall.think(players.SIMPLEST, view)

    async def _learn(self, kind: str) -> None:
        """Wait until these bots can play, and say so where it takes a while."""
        ready = self.hall.ready(self.game, kind)
        if (await asyncio.wait({ready}, timeout=STATUS_SECONDS))[0]:
            return
        try:
            self.announce(LEARNING)
            await ready
        finally:
            self.announce("")

    async def _close_window(self, moment: int, due: float) -> None:
        """Close a window when its time is up; without a deadline, one in a quiet phase when all have answered as well."""
        await self._bots_ready()
        await asyncio.sleep(max(0.0, due - self.now()))
        while True:
            async with self.lock:
                if self.moment != moment:
                    return
                if self._deadline or not self.live.asked():
                    await self.apply(self.live.close_window)
                    return
                self._answered.clear()
            await self._answered.wait()

    def _quiet_seconds(self) -> float:
        """How long a phase lasts in which nobody may know who is asked."""
        return self.row.window_ms / 1000 or 2 * BOT_SECONDS

    def later(self, act: Any) -> None:
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
            self._tell(wire.Status(status))

    def _tell(self, message: wire.Message) -> None:
        data = wire.write(message)
        for connection in self.connections:
            connection.send(data)

    @staticmethod
    def now() -> float:
        """The clock of the table, in seconds."""
        return asyncio.get_running_loop().time()
