"""The time of a patience, the bonus for a quick win, and money that is carried from deal to deal: all beside the rules.

The time counts from the first choice, while a page of the player shows the table: a hidden page, a closed one and a dead line
stop it. It is kept with every choice and when it stops. Scores are the rules' own; a room's look says in `[patience]` which of
its house rules bring a bonus and which count money.
"""

from __future__ import annotations

from typing import Any

from parlour.engine import speech
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.kit.layout import NOBODY
from parlour.languages import lazy_gettext

from . import results
from .connections import Connection, tell
from .live import Change
from .shared import Shared
from .wire_patience import Time

BONUS, LEAST_SECONDS = 700_000, 30
"""The bonus of a win is this much divided by its seconds, if it took more than the least."""


def says(game: Game, what: str) -> bool:
    """Whether the look says that the house rules of a game bring a `bonus` for time, or count `money`."""
    wanted = speech.look(game.room).get("patience", {}).get(what)
    return wanted is not None and all(game.options[name] == value for name, value in wanted.items())


def time_bonus(seconds: float) -> int:
    """The points for a win in this many seconds."""
    return int(BONUS / seconds) if seconds > LEAST_SECONDS else 0


class Patience:
    """The time of one table for one player. The caller holds the table's lock, except for `left`."""

    def __init__(self, shared: Shared) -> None:
        self._store, self._row, self._live, self._agenda = shared.store, shared.row, shared.live, shared.agenda
        self._connections = shared.connections
        self._alone = len(shared.seats) == 1
        kept = shared.row.summary.get("seconds")
        self._begun = isinstance(kept, int | float)
        self._spent = float(kept) if isinstance(kept, int | float) else 0.0
        self._since: float | None = None
        self._looking: set[Connection] = set()

    @property
    def seconds(self) -> float:
        """The time that the deal has taken so far."""
        return self._spent + (0.0 if self._since is None else max(0.0, self._agenda.now() - self._since))

    def kept(self) -> dict[str, Any]:
        """Return what is kept on disk beside the summary."""
        return {"seconds": round(self.seconds, 1)} if self._alone and self._begun else {}

    def chose(self, change: Change) -> None:
        """The time begins with the first choice."""
        self._begun = self._begun or any(row.kind == "choice" for row in change.rows)

    async def look(self, connection: Connection, on: bool) -> None:
        """A page shows the table, or does so no more. BadInput if others play too."""
        if not self._alone:
            raise BadInput(lazy_gettext("only in games for one is the time taken"))
        (self._looking.add if on else self._looking.discard)(connection)
        self.set()
        if on:
            tell(connection, await self._message(connection))

    def left(self, connection: Connection) -> None:
        """A browser has gone."""
        if connection in self._looking:
            self._looking.discard(connection)
            self.set()

    def set(self) -> None:
        """Let the time run while it should, and tell the pages when that changes."""
        runs = bool(self._begun and self._looking and not self._live.match.over)
        if runs == (self._since is not None):
            return
        self._spent, self._since = self.seconds, self._agenda.now() if runs else None
        if not runs:
            self._agenda.spawn(self._keep())
        for connection in self._looking:
            self._agenda.spawn(self._tell(connection))

    async def _tell(self, connection: Connection) -> None:
        tell(connection, await self._message(connection))

    async def _message(self, connection: Connection) -> Time:
        """Return how the time stands, the bonus for it once the deal is won, and the money of all other deals."""
        live, bank, counted = self._live, None, self._live.reopened
        if says(live.game, "money"):
            rule, value = next(iter(speech.look(live.room)["patience"]["money"].items()))
            holder, table = connection.holder, "" if counted else self._row.id
            bank = await self._store.transact(lambda file: results.money(file, holder, live.room.name, rule, value, table))
        won = live.match.over and connection.seat != NOBODY and connection.seat in live.match.winners
        bonus = time_bonus(self.seconds) if won and not counted and says(live.game, "bonus") else 0
        return Time(round(self.seconds, 1), self._since is not None, bonus, bank, counted)

    async def _keep(self) -> None:
        """Keep the time if no choice does."""
        async with self._agenda.lock:
            summary = self._row.summary | self.kept()
            if summary != self._row.summary:
                await self._store.set_summary(self._row.id, summary)
                self._row.summary = summary
