"""The seats of one table: who owns each, whether they are here, and the bot that plays there meanwhile.

Somebody else's cards are nobody's business: if a seat changes its owner within a hand, a bot plays it to the end of that hand,
and the new owner is told what an onlooker sees. See docs/decisions/0375-seats-and-links.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

from parlour.engine.rooms import Room
from parlour.kit.layout import NOBODY
from parlour.languages import lazy_gettext

from . import players, wire
from .connections import Connection, Connections
from .live import LiveMatch
from .store import SeatRow, TableRow
from .wire_company import SeatPresence

WAITS = lazy_gettext(
    "your cards come with the next deal, or with the next match if this hand is the last; until then a bot plays your seat"
)
"""No rule tells beforehand which hand is the last, and a match may have one alone."""


class Seat:
    """One seat. Its owner and its link are on disk (`place`); the rest lasts as long as the table is open."""

    def __init__(self, row: TableRow, number: int) -> None:
        self._row, self.number = row, number
        self.bot = ""
        """The kind of bot that plays for its owner, "" for none."""
        self.choices = 0
        """The number of choices that this bot has made."""
        self.away_since: float | None = None
        """When its owner was last seen, by the table's clock; None while they are here."""
        self.patience: asyncio.Task[None] | None = None
        """Waits for its owner, and then lets a bot play."""
        self.nudged = float("-inf")
        """When its owner has last nudged somebody."""

    @property
    def place(self) -> SeatRow:
        """The owner and the links of the seat, as they are on disk."""
        return self._row.seats[self.number]

    @place.setter
    def place(self, place: SeatRow) -> None:
        self._row.seats[self.number] = place

    @property
    def human(self) -> bool:
        """Whether the seat is for a person."""
        return self.place.kind == "human"

    def play_again(self) -> bool:
        """The owner plays: nobody waits for them, and no bot plays for them any more. Whether one did."""
        if self.patience is not None:
            self.patience.cancel()
        bot, self.bot, self.choices, self.patience = self.bot, "", 0, None
        return bool(bot)

    def bot_chose(self) -> None:
        """The bot that plays for the owner has made a choice."""
        if self.bot:
            self.choices += 1


class Seats:
    """All seats of a table, and what each browser may see from its own."""

    def __init__(self, row: TableRow, room: Room, connections: Connections) -> None:
        self._row, self._room, self._connections = row, room, connections
        self._seats = [Seat(row, number) for number in range(len(row.seats))]
        self._outside: set[Connection] = set()
        """Browsers that are told what an onlooker sees although they have a seat."""
        self.live: LiveMatch | None = None
        """Known when the table is open."""

    def __getitem__(self, number: int) -> Seat:
        return self._seats[number]

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def __len__(self) -> int:
        return len(self._seats)

    # who sits where

    @property
    def names(self) -> list[str]:
        """Return, by seat, what the players are called."""
        return [seat.place.name for seat in self]

    def people(self) -> list[int]:
        """The seats that are for people."""
        return [seat.number for seat in self if seat.human]

    def of(self, holder: str) -> int | None:
        """The seat of a browser by the digest of its token: NOBODY to look on, None if it has no business here."""
        seat = self._row.seat_of(holder)
        return seat if seat != NOBODY or self._row.watch or (holder and holder == self._row.maker) else None

    def is_host(self, connection: Connection) -> bool:
        """Whether it is a browser of the person who made the table."""
        return bool(connection.holder) and connection.holder == self._row.maker

    def owned_by(self, holder: str) -> list[int]:
        """All seats of a browser: several if people share a device."""
        return self._row.seats_of(holder)

    def here(self) -> set[int]:
        """The seats whose people have a browser open at the table; several may share one."""
        holders = {self[one.seat].place.holder for one in self._connections.players()} - {""}
        return {seat for seat in self.people() if self[seat].place.holder in holders}

    def awaited(self) -> list[int]:
        """The people who are not here and for whom no bot plays yet."""
        here = self.here()
        return [seat for seat in self.people() if seat not in here and not self[seat].bot and not self.waits(seat)]

    def bot_at(self, seat: int) -> str:
        """The kind of bot that plays at a seat, also for somebody who is away; "" if a person does."""
        if not self[seat].human:
            return self[seat].place.kind
        return self[seat].bot or (self.level() if self.waits(seat) else "")

    def bots_stand_in(self) -> bool:
        """Whether a bot plays for a person."""
        return any(self[seat].bot or self.waits(seat) for seat in self.people())

    def level(self) -> str:
        """The kind of bot that plays for people here: the best of those at the table, or the best that there is."""
        kinds = players.kinds(self._room)
        seated = {seat.place.kind for seat in self}
        return next((kind for kind in kinds if kind in seated), next(iter(kinds)))

    def presence(self, now: float) -> list[SeatPresence]:
        """Return, by seat, who is there, as everybody may know it."""
        here, found = self.here(), []
        for seat in self:
            state = "bot" if not seat.human else "free" if seat.place.open else "here" if seat.number in here else "away"
            seconds = round(now - seat.away_since) if state == "away" and seat.away_since is not None else 0
            found.append(SeatPresence(state, seconds, self.bot_at(seat.number), seat.choices))
        return found

    # whose cards they are

    def waits(self, seat: int) -> bool:
        """Whether the person who sits there came while this hand was played, so that its cards are not for them."""
        place = self[seat].place
        if not place.late or place.open or place.kind != "human" or place.holder == place.former or self.live is None:
            return False
        return place.late == int(self.live.match.row.hand_number)

    def placed(self, seat: int, place: SeatRow, same: bool) -> SeatRow:
        """A new owner's place, with the hand whose cards they may not see and who may. same: it is the same person."""
        before, live = self[seat].place, self.live
        if place.holder == before.holder and place.kind == before.kind:
            return replace(place, late=before.late, former=before.former)
        hand = int(live.match.row.hand_number) if live is not None and live.begun and not live.match.over else 0
        waited = self.waits(seat)
        if not hand or (same and not waited):
            return replace(place, late=before.late if same else 0, former="")
        former = before.holder if before.holder and not waited else before.former if before.late == hand else ""
        return replace(place, late=hand, former=former)

    # whose view a browser gets

    def viewer(self, connection: Connection) -> int:
        """Return whose view a browser gets: that of its seat, or an onlooker's."""
        return NOBODY if connection in self._outside else connection.seat

    def state(self, connection: Connection) -> list[wire.Message]:
        """Return all that a browser sees when it comes in, and whose view it gets from now on."""
        assert self.live is not None
        feeds, gallery, seat = self.live.feeds, self.live.gallery, connection.seat
        self._outside.discard(connection)
        if seat == NOBODY:
            return gallery.state() if gallery else feeds[seat].state()
        if self.waits(seat):
            self._outside.add(connection)
            return feeds[NOBODY].state()
        return feeds[seat].state(feeds[NOBODY], self[seat].place.late) if self._came_late(seat) else feeds[seat].state()

    def eyes(self, connection: Connection) -> list[int]:
        """The seats whose feeds `state` reads for a browser, NOBODY for that of onlookers."""
        seat = connection.seat
        if seat == NOBODY or self.waits(seat):
            return [NOBODY]
        return [seat, NOBODY] if self._came_late(seat) else [seat]

    def _came_late(self, seat: int) -> bool:
        """Whether the log of onlookers tells the owner of a seat of the hands before they came."""
        place = self[seat].place
        return bool(place.late) and place.holder != place.former

    def dealt_in(self) -> list[Connection]:
        """The browsers that have waited for a deal and may see their cards now."""
        return [connection for connection in self._outside if not self.waits(connection.seat)]

    def left(self, connection: Connection) -> None:
        """A browser has gone."""
        self._outside.discard(connection)
