"""The first message to a browser: the game, who sits where, and what this browser may do."""

from __future__ import annotations

from parlour.engine.game import Game
from parlour.kit.layout import NOBODY
from parlour.languages import lazy_gettext, speaking

from . import wire, wire_company
from .connections import Connection
from .forms import shareable
from .rulebooks import rules_url
from .seats import Seats
from .server import Server
from .settling import can_be_settled
from .store import TableRow
from .talk import Conversation
from .views import game_info


def opens_later(row: TableRow) -> bool:
    """Whether onlookers see all cards of a hand once it is over."""
    return row.watch and row.settings.open_after and len(row.seats) > 1


class Hello:
    """The first message of one table, for each browser its own."""

    def __init__(self, server: Server, row: TableRow, game: Game, seats: Seats, conversation: Conversation) -> None:
        self._server, self._row, self._game, self._seats, self._conversation = server, row, game, seats, conversation

    def to(self, connection: Connection) -> wire.Hello:
        """The message as it stands now, in the language of its reader."""
        with speaking(connection.language):
            return self._to(connection)

    def _to(self, connection: Connection) -> wire.Hello:
        row, seats, seat, host = self._row, self._seats, connection.seat, self._seats.is_host(connection)
        kinds = ["open" if one.place.open else one.place.kind for one in seats]
        names = [lazy_gettext("You") if number == seat else name for number, name in enumerate(seats.names)]
        invitations = {str(one.number): key for one in seats if host and (key := one.place.invitation)}
        own = seats[seat].place.key if seat != NOBODY else ""
        shared = seats.owned_by(connection.holder)
        several = len(shared) > 1
        return wire.Hello(
            game_info(self._game, names, kinds, seat),
            seat,
            row.id,
            len(seats) == 1,
            rules_url(self._game),
            invite={number: self._link(key) for number, key in invitations.items()},
            deal=row.deal,
            host=host,
            link=self._link(own) if own else "",
            home=self._home(host and connection.local),
            talk=self._conversation.info(),
            shared=shared if several else [],
            people=seats.names if several else [],
            shareable=several or shareable(self._game.room),
            open_after=opens_later(row),
            agreed=row.settings if len(seats) > 1 else None,
            solver=can_be_settled(self._game),
            winnable=row.settings.winnable,
            daily=row.settings.daily,
            difficulty=row.settings.difficulty,
            waits=seat != NOBODY and seats.waits(seat),
        )

    def _link(self, key: str) -> str:
        return f"/table/{self._row.id}/sit/{key}"

    def _home(self, here: bool) -> wire_company.HomeInfo | None:
        home = self._server.home
        return None if home is None else wire_company.HomeInfo(home.url, here and home.may)
