"""What a pad is made of: its head, and everything that was told to it, by whom and when. Nothing is ever changed or taken away.

An event has an id that its device makes up, so the same event sent twice is one event, and two pads with the same head can be put
together whichever way their events came. What follows from that is in `fold`:

- two who tell the same value differently differ until one tells the other's, or somebody settles it (`over`: the events settled);
- `undo` takes an event back (an undo too); what is told anew of an earlier hand has everything after it worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from parlour.engine.errors import BadInput, one_line, shown
from parlour.engine.game import Game
from parlour.engine.rooms import named

Cells = dict[str, int | bool | str | list[Any] | None]
"""Values by key; None withdraws what its author told before."""
Kind = Literal["tell", "undo", "players", "dealer", "end", "note"]
FORMAT = 1
MOST_EVENTS, MOST_CELLS, LONGEST_TEXT, LONGEST_NAME = 20_000, 200, 500, 40


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a pad is of. dealer: of the first hand."""

    game: str
    seats: int
    players: list[str]
    dealer: int = 0
    house: dict[str, int | bool | str] = {}
    began: str = ""
    title: str = ""
    pad: int = FORMAT

    def start(self) -> Game:
        """The game under the pad's house rules. BadInput where there is none, or something does not fit it."""
        if self.pad != FORMAT:
            raise BadInput(f"a pad of format {self.pad}; this house reads format {FORMAT}")
        game = Game(named(self.game), self.seats, self.house)
        check_players(self.players, game.seats)
        if not 0 <= self.dealer < game.seats:
            raise BadInput(f"dealer {self.dealer}: the seats are 0 to {game.seats - 1}")
        return game


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing told: `tell` (cells of a hand), `undo` (of), `players`, `dealer` (of a match), `end` (of a match), `note` (text).

    at: when, as an ISO text in UTC (`2026-11-22T19:03:11Z`): what an author told last counts. over: ids of the events that this
    one settles.
    """

    id: str
    by: str
    at: str
    kind: Kind = "tell"
    match: int = 1
    hand: int = 0
    cells: Cells = {}
    over: list[str] = []
    of: str = ""
    players: list[str] = []
    dealer: int = 0
    text: str = ""


def check_players(players: list[str], seats: int) -> None:
    """BadInput unless there is a name for every seat, each once."""
    if len(players) != seats:
        raise BadInput(f"{len(players)} player{'s' * (len(players) != 1)} for {seats} seat{'s' * (seats != 1)}")
    for name in players:
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadInput(f"{shown(name)} is no name of a player")
    if len({name.casefold() for name in players}) < seats:
        raise BadInput(f"players {', '.join(players)}: two have the same name")


class Pad:
    """A head and its events. `add` takes them in any order, and each only once."""

    def __init__(self, head: Head, events: Iterable[Event] = ()) -> None:
        self.head, self.game = head, head.start()
        self._events: dict[str, Event] = {}
        for event in events:
            self.add(event)

    @classmethod
    def of(cls, game: Game, players: list[str], dealer: int = 0, began: str = "", title: str = "") -> Pad:
        """A new pad. BadInput where the players do not fit the game."""
        house = {name: game.options[name] for name in game.house}
        return cls(Head(game.room.name, game.seats, players, dealer, house, began, title))

    @property
    def events(self) -> list[Event]:
        """All events in the order in which they were told."""
        return sorted(self._events.values(), key=lambda event: (event.at, event.id))

    def __contains__(self, event_id: str) -> bool:
        return event_id in self._events

    def add(self, event: Event) -> bool:
        """Take an event; False where it is here already. BadInput where it cannot be one, or is another with the same id."""
        check_event(event, self.game.seats)
        known = self._events.get(event.id)
        if known is not None:
            if known != event:
                raise BadInput(f"event {shown(event.id)} was told before, and was another")
            return False
        if len(self._events) >= MOST_EVENTS:
            raise BadInput(f"a pad holds at most {MOST_EVENTS} events")
        self._events[event.id] = event
        return True

    def merge(self, other: Pad) -> int:
        """Take the events of another pad of the same evening; how many were new. BadInput where it is another evening's."""
        if other.head != self.head:
            raise BadInput("the pads are of different evenings: their heads differ")
        return sum(self.add(event) for event in other.events)

    def write(self) -> str:
        """The pad as text: its head, then a line for each event, as JSON."""
        return "".join(f"{line}\n" for line in self.lines())

    def lines(self) -> Iterator[str]:
        """The lines of the text."""
        yield msgspec.json.encode(self.head).decode()
        for event in self.events:
            yield line_of(event)

    @classmethod
    def read(cls, text: str, name: str = "the pad") -> Pad:
        """The pad of a text. BadInput names the line that cannot be read.

        A last line that was cut off (its writer had no more time) is left out.
        """
        lines = text.splitlines()
        if not lines:
            raise BadInput(f"{name} is empty")
        try:
            pad = cls(msgspec.json.decode(lines[0], type=Head))
        except (msgspec.MsgspecError, BadInput) as error:
            raise BadInput(f"{name}, line 1: {one_line(str(error))}") from None
        for number, line in enumerate(lines[1:], 2):
            try:
                pad.add(msgspec.json.decode(line, type=Event))
            except (msgspec.MsgspecError, BadInput) as error:
                if number == len(lines) and not text.endswith("\n"):
                    break
                raise BadInput(f"{name}, line {number}: {one_line(str(error))}") from None
        return pad


def line_of(event: Event) -> str:
    """An event as a line of JSON."""
    return msgspec.json.encode(event).decode()


def event_of(data: Any) -> Event:
    """An event from plain JSON data. BadInput says what is wrong with it."""
    try:
        return msgspec.convert(data, Event)
    except msgspec.MsgspecError as error:
        raise BadInput(one_line(str(error))) from None


def check_event(event: Event, seats: int) -> None:
    """BadInput where an event cannot be one, whatever the state of the pad."""
    for what, text in (("id", event.id), ("by", event.by)):
        if not text or len(text) > 80 or not text.isprintable():
            raise BadInput(f"{what} {shown(text)} is no name")
    if not event.at or len(event.at) > 40 or not event.at.isascii() or not event.at.isprintable():
        raise BadInput(f"at {shown(event.at)} is no time")
    if not 1 <= event.match <= 1000 or not 0 <= event.hand <= 10_000:
        raise BadInput(f"match {event.match}, hand {event.hand}: there is no such hand")
    if event.kind in ("tell", "note") and event.hand < 1:
        raise BadInput("it does not say of which hand it is told")
    if len(event.cells) > MOST_CELLS or any(len(key) > 60 for key in event.cells) or len(event.over) > MOST_CELLS:
        raise BadInput("it tells more than a hand has")
    if len(event.text) > LONGEST_TEXT:
        raise BadInput(f"a note has at most {LONGEST_TEXT} characters")
    if event.kind == "players":
        check_players(event.players, seats)
    if event.kind == "dealer" and not 0 <= event.dealer < seats:
        raise BadInput(f"dealer {event.dealer}: the seats are 0 to {seats - 1}")
    for value in event.cells.values():
        if isinstance(value, str) and len(value) > 60:
            raise BadInput("a word of more than 60 characters was told")
        if isinstance(value, int) and abs(value) > 10**12:
            raise BadInput("a figure beyond all figures was told")
        if isinstance(value, list) and (len(value) > 200 or not all(_is_item(item) for item in value)):
            raise BadInput("a course is a list of at most 200 entries, each [what, seat, value]")


def _is_item(item: Any) -> bool:
    return isinstance(item, list) and 1 <= len(item) <= 3 and all(isinstance(part, int | str) for part in item)
