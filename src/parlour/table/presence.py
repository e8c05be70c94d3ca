"""The people who come to a table and leave it, and the bots that play on for those who are away.

Nobody who leaves ends or freezes a table: after a time that the table has agreed on, a bot plays for anyone who is away, says so,
and gives the seat back at once when they are there again. That somebody is away is public, and the time until a bot plays is
counted from it alone, never from being asked: so neither tells anything of the cards. See docs/decisions/0375-seats-and-links.md.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.kit.layout import NOBODY
from parlour.languages import lazy_gettext, lazy_ngettext

from .connections import Connection, tell
from .premoves import Premoves
from .seats import Seat
from .shared import Shared

RETURN_SECONDS = 10.0
"""When somebody comes to a table at which nobody was, the others have at least so long to come as well."""
NOTICED_SECONDS = 5.0
"""A shorter absence, a page that is loaded again, is not spoken of."""


class Attendance:
    """The people who come to one table and leave it. The caller holds the table's lock if this changes who plays.

    wake: lets the bot that plays at a seat from now on think. clocks: sets the clocks again.
    """

    def __init__(self, shared: Shared, premoves: Premoves, wake: Callable[[int], None], clocks: Callable[[], None]) -> None:
        self._row, self._live, self._seats, self._connections = shared.row, shared.live, shared.seats, shared.connections
        self._agenda, self._news, self._loading = shared.agenda, shared.news, shared.loading
        self._premoves, self.wake, self._clocks = premoves, wake, clocks

    # who comes and goes

    def arrived(self, connection: Connection) -> None:
        """Somebody has come: a bot no longer plays for them, and for the others the time begins."""
        now = self._agenda.now()
        news = own = ""
        for number in self._seats.owned_by(connection.holder) if connection.seat != NOBODY else []:
            seat = self._seats[number]
            if seat.bot or (seat.away_since is not None and now - seat.away_since > NOTICED_SECONDS):
                news = lazy_gettext("{player} is back", player=seat.place.name)
            if n := seat.choices:
                own = lazy_ngettext("A bot has played for you: {n} choice", "A bot has played for you: {n} choices", n, n=n)
            seat.away_since = None
            seat.play_again()
        self.look_round()
        for other in self._connections:
            tell(other, self._news.message(own if other is connection else news))

    def left(self) -> None:
        """Somebody has gone."""
        if self._connections:
            self.look_round()
            self._news.tell()
        else:
            for number in self._seats.people():
                self._away(self._seats[number])
            self.stop()

    def look_round(self) -> None:
        """Begin to wait for those who are not here, and let bots play at free seats."""
        now, patience, tempo = self._agenda.now(), self._row.settings.away, self._agenda.tempo
        for number in self._seats.awaited():
            seat = self._seats[number]
            since = self._away(seat)
            if seat.place.open:
                self._wait(seat, now)
            elif patience:
                self._wait(seat, max(since + tempo * patience, now + tempo * min(patience, RETURN_SECONDS)))

    def plays(self, number: int) -> None:
        """Somebody who is here chooses: no bot plays for them any longer."""
        if self._seats[number].play_again():
            self._clocks()
            self._news.tell(lazy_gettext("{player} plays again", player=self._seats[number].place.name))

    def stand_in(self, number: int, news: str) -> None:
        """A bot plays for the person at a seat from now on."""
        seat = self._seats[number]
        if seat.human and not seat.bot:
            seat.bot, seat.choices = self._seats.level(), 0
            self._premoves.drop(number)
            self._news.tell(news)
            self.wake(number)

    def reseated(self, number: int) -> None:
        """Another person sits at a seat now, or a bot, or nobody."""
        self._seats[number].play_again()
        self._seats[number].away_since = None

    def stop(self) -> None:
        """Wait for nobody any more."""
        for seat in self._seats:
            if seat.patience is not None:
                seat.patience.cancel()
                seat.patience = None

    # inside

    def _away(self, seat: Seat) -> float:
        """Since when the owner of a seat is away; from now on, if they have been here."""
        if seat.away_since is None:
            seat.away_since = self._agenda.now()
        return seat.away_since

    def _wait(self, seat: Seat, due: float) -> None:
        if seat.patience is None and self._live.begun and not self._live.match.over:
            seat.patience = self._agenda.spawn(self._replace(seat, due))

    async def _replace(self, seat: Seat, due: float) -> None:
        """Let a bot play at a seat if its owner has not come by then."""
        await self._loading.wait_for_player(self._seats.level())
        await self._agenda.until(due)
        async with self._agenda.lock:
            seat.patience = None
            if seat.number in self._seats.awaited() and self._connections and not self._live.match.over:
                place = seat.place
                self.stand_in(
                    seat.number, "" if place.open else lazy_gettext("{player} is away: a bot plays on", player=place.name)
                )
