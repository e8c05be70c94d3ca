"""Taking back a choice if others play: by right while one's turn goes on and no card came of it, else by agreement.

See docs/decisions/0282-taking-back.md.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from parlour.engine import steps
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Chosen
from parlour.kit.layout import NOBODY, OWNER, By
from parlour.languages import in_list, lazy_gettext, lazy_ngettext

from .connections import Connection
from .live import LiveMatch
from .shared import Shared
from .thinking import Apply
from .views import masked, table_view
from .wire import TableView
from .wire_company import Asking

UNSEEN = -1
"""A card of a pile that all see the back of."""
PATIENCE_SECONDS = 25.0
"""So long the others have to agree."""


def by_right(live: LiveMatch, seat: int) -> bool:
    """Whether a seat's last choice can be taken back without asking: its turn goes on, and no card was drawn or shown since.

    The answer depends only on what an onlooker sees, so that it tells nobody anything about hidden cards.
    """
    match, game, room = live.match, live.game, live.room
    moment = match.before_choice_of(seat)
    if moment is None:
        return False
    since = match.log[moment.entries :]
    phase = int(moment.tables[0].phase)
    if len(since) != 1 or not isinstance(since[0], Chosen) or phase in room.veiled or phase in room.windows:
        return False  # somebody else chose too, chance was in it, or the choice itself is not public
    tables = moment.tables.copy()
    tables[0].turn = seat
    before = table_view(game, masked(tables, NOBODY))
    for code in since[0].codes:
        steps.act_row(tables, 0, code)
        after = table_view(game, masked(tables, NOBODY))
        if not _lays_open_only(game, seat, before, after):
            return False
        before = after
    return before.asked == [seat] and not before.over and int(tables[0].phase) not in room.windows


def _lays_open_only(game: Game, seat: int, before: TableView, after: TableView) -> bool:
    """Whether between two public views no card was drawn, dealt or turned up: a seat may lay cards of its own hand open, and
    cards that all see may go from one open place to another.
    """
    shown = _open_cards(after) - _open_cards(before)
    hidden, remaining = _hidden_cards(before), _hidden_cards(after)
    if any(remaining[place] > hidden[place] for place in remaining):
        return False
    left = [place for place in hidden for _ in range(hidden[place] - remaining[place])]
    if len(left) != shown.total() or any(not _own_hand(game, seat, place) for place in left):
        return False
    return _unknown(after.figures) >= _unknown(before.figures)


def _open_cards(view: TableView) -> Counter[int]:
    """The cards that all see."""
    return Counter(card for place in view.places.values() for card in place.cards if card >= 0)


def _hidden_cards(view: TableView) -> Counter[str]:
    """Return, by place, the number of cards that lie face down, or in a hand."""
    return Counter({name: place.unknown + place.cards.count(UNSEEN) for name, place in view.places.items()})


def _own_hand(game: Game, seat: int, place: str) -> bool:
    """Whether a place is one whose cards a seat sees and the others do not."""
    zone, _, owner = place.partition(".")
    field = game.room.Table.zones[zone]
    seen = field.seen.under(game.blank()[0]) if isinstance(field.seen, By) else field.seen
    return seen == OWNER and owner.partition(".")[0] == str(seat)


def _unknown(figures: object) -> int:
    """Count the hidden figures."""
    if isinstance(figures, dict):
        return sum(map(_unknown, figures.values()))
    if isinstance(figures, list):
        return sum(map(_unknown, figures))
    return figures is None


class TakeBacks:
    """The choices that people want to take back at one table. The caller holds the table's lock.

    apply: see `Apply`. ask_again: sends the menu of a seat once more.
    """

    def __init__(self, shared: Shared, apply: Apply, ask_again: Callable[[int], Awaitable[None]]) -> None:
        self._live, self._seats, self._connections, self._agenda = shared.live, shared.seats, shared.connections, shared.agenda
        self._apply, self._ask_again = apply, ask_again
        self.seat = NOBODY
        """The seat that asks the others, NOBODY if none does."""
        self._waiting: set[int] = set()
        self._number = 0
        self._refused: dict[int, int] = {}
        """By seat the place in the log of the choice that the others would not have taken back."""

    async def ask(self, connection: Connection) -> None:
        """Take back the last choice of a seat, or ask those concerned. BadInput if there is none, or it cannot be."""
        live, seat, match = self._live, connection.seat, self._live.match
        if len(self._seats) == 1:
            raise BadInput(lazy_gettext("alone one takes back with undo"))
        if live.sealed(seat):
            await self._apply(live.retract, seat)
            await self._ask_again(seat)
            return
        live.must_take_back(seat)
        moment = match.before_choice_of(seat)
        assert moment is not None
        others = self._concerned(seat)
        if by_right(live, seat) or not others:
            await self._do(seat)
            return
        away = [self._seats[other].place.name for other in others if other not in self._seats.here()]
        if away:
            raise BadInput(
                lazy_ngettext(
                    "{players} would have to agree but is away",
                    "{players} would have to agree but are away",
                    len(away),
                    players=in_list(away),
                )
            )
        if self._refused.get(seat) == moment.entries:
            raise BadInput(lazy_gettext("the others would rather not"))
        if self.seat != NOBODY:
            raise BadInput(lazy_gettext("something else is being asked just now"))
        self.seat, self._waiting = seat, set(others)
        self._number += 1
        self.tell()
        self._agenda.spawn(self._lapse(self._number))

    async def answer(self, connection: Connection, yes: bool) -> None:
        """One of those concerned agrees or does not. BadInput if they were not asked."""
        seats = set(self._seats.owned_by(connection.holder)) & self._waiting
        if self.seat == NOBODY or not seats:
            raise BadInput(lazy_gettext("nobody has asked you anything"))
        if not yes:
            self._refuse(lazy_gettext("{player} would rather not", player=self._seats[connection.seat].place.name))
            return
        self._waiting -= seats
        if self._waiting:
            self.tell()
        else:
            seat, self.seat = self.seat, NOBODY
            self.tell()
            await self._do(seat)

    def note_choice(self, seat: int) -> None:
        """Withdraw or refuse the question if a seat that has asked, or was asked, chooses instead."""
        if self.seat == seat:
            self.drop()
        elif self.seat != NOBODY and seat in self._waiting:
            self._refuse(lazy_gettext("{player} plays on", player=self._seats[seat].place.name))

    def drop(self, news: str = "") -> None:
        """Nothing is asked any more."""
        if self.seat != NOBODY:
            self.seat, self._waiting = NOBODY, set()
            self.tell(news)

    def tell(self, news: str = "") -> None:
        """Tell all what is asked."""
        self._connections.tell(Asking(self.seat, sorted(self._waiting), news))

    # inside

    def _concerned(self, seat: int) -> list[int]:
        """The other people at the table, here or not: bots do not mind."""
        own = self._seats.owned_by(self._seats[seat].place.holder)
        people = [other for other in self._seats.people() if not self._seats[other].place.open]
        return [other for other in people if other not in own and not self._seats.waits(other)]

    def _refuse(self, news: str) -> None:
        moment = self._live.match.before_choice_of(self.seat)
        if moment is not None:
            self._refused[self.seat] = moment.entries
        self.drop(news)

    async def _do(self, seat: int) -> None:
        self.drop()
        await self._apply(self._live.take_back, seat)

    async def _lapse(self, number: int) -> None:
        await asyncio.sleep(PATIENCE_SECONDS)
        async with self._agenda.lock:
            if self._number == number and self.seat != NOBODY:
                self._refuse(lazy_gettext("Nobody has answered: nothing is taken back"))
