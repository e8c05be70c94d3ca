"""Who is at a table, who is away since when, and the bots that play on for those who are.

Nobody's leaving ends or freezes a table: after a while, which the table has agreed on, a bot plays for whoever is away, says so,
and gives the seat back at once when they are there again. That somebody is away is public, and the time until a bot plays is
counted from it alone, never from being asked: so neither tells anything of the cards. See docs/decisions/0280-who-is-away.md.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from parlour.kit.layout import NOBODY

from . import players
from .wire import write
from .wire_company import Presence, SeatPresence

if TYPE_CHECKING:
    from .tables import Connection, LiveTable

RETURN_SECONDS = 10.0
"""When somebody comes to a table at which nobody was, the others have at least so long to come as well."""
NOTICED_SECONDS = 5.0
"""A shorter absence, a page that is loaded again, is not spoken of."""


class Attendance:
    """The people of one table. Whoever changes who plays holds the table's lock."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._bots: dict[int, str] = {}
        """By seat the bot that plays for a person."""
        self._choices: dict[int, int] = {}
        self._left: dict[int, float] = {}
        """Since when somebody is away, by the table's clock."""
        self._waits: dict[int, asyncio.Task[None]] = {}

    # what there is to know

    def people(self) -> list[int]:
        """The seats that are for people."""
        return [seat for seat, place in enumerate(self.table.row.seats) if place.kind == "human"]

    def here(self) -> set[int]:
        """The seats whose people have a browser open at the table; several may share one."""
        seats = self.table.row.seats
        holders = {seats[c.seat].holder for c in self.table.connections if c.seat != NOBODY}
        return {seat for seat in self.people() if seats[seat].holder and seats[seat].holder in holders}

    def bot_at(self, seat: int) -> str:
        """The kind of bot that plays at a seat, also for somebody who is away; empty where a person does."""
        place = self.table.row.seats[seat]
        if place.kind != "human":
            return place.kind
        return self._bots.get(seat) or (self.level() if self.table.seats.waits(seat) else "")

    def awaited(self) -> list[int]:
        """The people who are not here and for whom no bot plays yet."""
        here = self.here()
        waits = self.table.seats.waits
        return [seat for seat in self.people() if seat not in here and seat not in self._bots and not waits(seat)]

    def bots_stand_in(self) -> bool:
        """Whether a bot plays for a person."""
        return bool(self._bots) or any(self.table.seats.waits(seat) for seat in self.people())

    def level(self) -> str:
        """The kind of bot that plays for people here: the best of those at the table, or the best that there is."""
        kinds = players.kinds(self.table.game.room)
        seated = {place.kind for place in self.table.row.seats}
        return next((kind for kind in kinds if kind in seated), next(iter(kinds)))

    def message(self, news: str = "") -> Presence:
        """What everybody is told. news: what has just happened, in words."""
        table, here = self.table, self.here()
        seats = []
        for seat, place in enumerate(table.row.seats):
            state = "bot" if place.kind != "human" else "free" if place.open else "here" if seat in here else "away"
            seconds = round(table.now() - self._left[seat]) if state == "away" and seat in self._left else 0
            seats.append(SeatPresence(state, seconds, self.bot_at(seat), self._choices.get(seat, 0)))
        onlookers = [connection.name for connection in table.connections if connection.seat == NOBODY]
        return Presence(seats, sorted(onlookers), table.row.paused, table.row.ended, news)

    def tell(self, news: str = "") -> None:
        """Tell everybody who is here."""
        self.table.tell(self.message(news))

    # who comes and goes

    def came(self, connection: Connection) -> None:
        """Somebody has come: what a bot did for them it does no longer, and for the others the time begins."""
        now = self.table.now()
        news = own = ""
        for seat in self.table.row.seats_of(connection.holder) if connection.seat != NOBODY else []:
            since, made = self._left.pop(seat, now), self._choices.get(seat, 0)
            if self._bots.get(seat) or now - since > NOTICED_SECONDS:
                news = f"{self.table.names[seat]} is back"
            if made:
                own = f"A bot has played for you: {made} choice{'s' if made > 1 else ''}"
            self._give_back(seat)
        self.look_round()
        for other in self.table.connections:
            other.send(write(self.message(own if other is connection else news)))

    def left(self) -> None:
        """Somebody has gone."""
        if self.table.connections:
            self.look_round()
            self.tell()
        else:
            for seat in self.people():
                self._left.setdefault(seat, self.table.now())
            self.stop()

    def look_round(self) -> None:
        """Begin to wait for whoever is not here, and let bots play at free seats."""
        table = self.table
        now, away = table.now(), table.hall.tempo * table.row.settings.away
        for seat in self.awaited():
            known = self._left.setdefault(seat, now)
            if table.row.seats[seat].open:
                self._wait(seat, now)
            elif table.row.settings.away:
                self._wait(seat, max(known + away, now + min(away, table.hall.tempo * RETURN_SECONDS)))

    def plays(self, seat: int) -> None:
        """Somebody who is here chooses: the bot that stood in for them does no longer."""
        if self._give_back(seat):
            self.table.clocks.set()
            self.tell(f"{self.table.names[seat]} plays again")

    def stand_in(self, seat: int, news: str) -> None:
        """A bot plays for the person at a seat from now on."""
        if seat not in self._bots and seat in self.people():
            self._bots[seat], self._choices[seat] = self.level(), 0
            self.table.premoves.drop(seat)
            self.tell(news)
            self.table.wake(seat)

    def chose(self, seat: int) -> None:
        """The bot at a seat has made a choice."""
        if seat in self._bots:
            self._choices[seat] += 1

    def reseated(self, seat: int) -> None:
        """Somebody else sits at a seat now, or a bot, or nobody."""
        self._give_back(seat)
        self._left.pop(seat, None)

    def stop(self) -> None:
        """Wait for nobody any more."""
        for task in self._waits.values():
            task.cancel()
        self._waits.clear()

    # inside

    def _give_back(self, seat: int) -> bool:
        if task := self._waits.pop(seat, None):
            task.cancel()
        self._choices.pop(seat, None)
        return self._bots.pop(seat, None) is not None

    def _wait(self, seat: int, due: float) -> None:
        if seat not in self._waits and self.table.live.begun and not self.table.live.match.over:
            self._waits[seat] = self.table.hall.spawn(self._replace(seat, due))

    async def _replace(self, seat: int, due: float) -> None:
        """Let a bot play for those who have not come by then."""
        table = self.table
        await table.somebody_plays(self.level())
        await asyncio.sleep(max(0.0, due - table.now()))
        async with table.lock:
            self._waits.pop(seat, None)
            if seat in self.awaited() and table.connections and not table.live.match.over:
                place = table.row.seats[seat]
                self.stand_in(seat, "" if place.open else f"{place.name} is away: a bot plays on")
