"""The parts of a pad: its head, and every entry with its author and time. Nothing is ever changed or removed.

An event has an id that its device makes up, so the same event sent twice is one event, and two pads with the same head can be put
together whichever way their events came. An event names the events that it replaces (`over`), so no clock decides what counts:
what a correction has not seen, it cannot replace. What follows from that is in `fold`:

- a value counts until an event that enters the same key replaces it; values that do not replace each other differ until one is
  confirmed;
- `undo` takes an event back (an undo too); after a correction of an earlier hand everything after it is computed again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

from parlour.engine.errors import BadInput, one_line, shown
from parlour.engine.game import Game
from parlour.engine.reading import lines_of
from parlour.engine.rooms import named
from parlour.languages import gettext as _
from parlour.languages import listed, ngettext

Cells = dict[str, int | bool | str | list[Any] | None]
"""Values by key; None withdraws what its author entered before."""
Place = tuple[Any, ...]
"""Something of which events of one author replace one another: see `places`."""
Kind = Literal["tell", "undo", "players", "dealer", "end", "note"]
FORMAT = 1
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z", re.ASCII)
MOST_OVER = 1000
MOST_EVENTS, MOST_CELLS, LONGEST_TEXT, LONGEST_NAME = 20_000, 200, 500, 40


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The head of a pad: game, house rules and players. dealer: of the first hand."""

    game: str
    seats: int
    players: list[str]
    dealer: int = 0
    house: dict[str, int | bool | str] = {}
    began: str = ""
    title: str = ""
    pad: int = FORMAT

    def start(self) -> Game:
        """The game under the pad's house rules. BadInput if there is none, or something does not fit it."""
        if self.pad != FORMAT:
            raise BadInput(_("a pad of format {pad}; this house reads format {format}", pad=self.pad, format=FORMAT))
        game = Game(named(self.game), self.seats, self.house)
        check_players(self.players, game.seats)
        if not 0 <= self.dealer < game.seats:
            raise BadInput(_("dealer {dealer}: the seats are 0 to {seats}", dealer=self.dealer, seats=game.seats - 1))
        return game


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry: `tell` (cells of a hand), `undo` (of), `players`, `dealer` (of a match), `end` (of a match), `note` (text).

    at: when, as an ISO text in UTC (`2026-11-22T19:03:11Z`), for display only; "" if it is not known. over: ids of the events
    that this one replaces, if they enter the same; None: it does not say, and replaces what its author entered before.
    """

    id: str
    by: str
    at: str = ""
    kind: Kind = "tell"
    match: int = 1
    hand: int = 0
    cells: Cells = {}
    over: list[str] | None = None
    of: str = ""
    players: list[str] = []
    dealer: int = 0
    text: str = ""


def check_players(players: list[str], seats: int) -> None:
    """BadInput unless there is a name for every seat, each once."""
    if len(players) != seats:
        raise BadInput(
            ngettext("{n} player, and {seats} are needed", "{n} players, and {seats} are needed", len(players), seats=seats)
        )
    for name in players:
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadInput(_("{name} is not a name of a player", name=shown(name)))
    if len({name.casefold() for name in players}) < seats:
        raise BadInput(_("players {players}: two have the same name", players=listed(players)))


class Latest:
    """The last event of each author about each place, for events that do not say what they replace."""

    def __init__(self) -> None:
        self._ids: dict[Place, list[str]] = {}

    def completed(self, event: Event) -> Event:
        """The event, saying what it replaces: if it does not, that is what its author entered before."""
        if event.over is not None:
            return event
        before = (of for place in places(event) for of in self._ids.get((*place, event.by), ()))
        return msgspec.structs.replace(event, over=list(dict.fromkeys(before)))

    def placed(self, event: Event) -> Event:
        """Complete an event as above, and note it among what its author entered last."""
        event = self.completed(event)
        for place in places(event):
            ids = self._ids.setdefault((*place, event.by), [])
            ids[:] = [of for of in ids if of not in (event.over or ())] + [event.id]
        return event


class Pad:
    """A head and its events. `add` takes them in any order, and each only once."""

    def __init__(self, head: Head, events: Iterable[Event] = ()) -> None:
        self.head, self.game = head, head.start()
        self._events: dict[str, Event] = {}
        self._order: list[Event] = []
        self._latest = Latest()
        for event in events:
            self.add(event)

    @classmethod
    def of(cls, game: Game, players: list[str], dealer: int = 0, began: str = "", title: str = "") -> Pad:
        """A new pad. BadInput if the players do not fit the game."""
        house = {name: game.options[name] for name in game.house}
        return cls(Head(game.room.name, game.seats, players, dealer, house, began, title))

    @property
    def events(self) -> list[Event]:
        """All events in the order in which this pad took them. Nothing depends on it but the order of the lines of a file."""
        return list(self._order)

    def since(self, number: int) -> list[Event]:
        """The events after the first this many."""
        return self._order[number:]

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, event_id: str) -> bool:
        return event_id in self._events

    def add(self, event: Event) -> bool:
        """Take an event; False if it is here already. BadInput if it cannot be one, or is another with the same id.

        One that does not say what it replaces is given that here: it replaces what its author has entered so far.
        """
        if not self.lacks(event):
            return False
        event = self._latest.placed(event)
        self._events[event.id] = event
        self._order.append(event)
        return True

    def lacks(self, event: Event, coming: Mapping[str, Event] | None = None) -> bool:
        """Whether `add` would take an event, after others that are coming (by id). BadInput as for `add`."""
        coming = coming or {}
        check_event(event, self.game.seats)
        known = self._events.get(event.id) or coming.get(event.id)
        if known is not None:
            if not same(known, event):
                raise BadInput(_("event {id} was entered before with different contents", id=shown(event.id)))
            return False
        if len(self._order) + len(coming) >= MOST_EVENTS:
            raise BadInput(_("a pad holds at most {most_events} events", most_events=MOST_EVENTS))
        return True

    def write(self) -> str:
        """The pad as text: its head, then a line for each event, as JSON."""
        return "".join(f"{line}\n" for line in self.lines())

    def lines(self) -> Iterator[str]:
        """The lines of the text."""
        yield msgspec.json.encode(self.head).decode()
        for event in self.events:
            yield line_of(event)

    @classmethod
    def read(cls, text: str, name: str = "the pad", skipped: list[str] | None = None) -> Pad:
        """The pad of a text. BadInput names the line that cannot be read.

        A last line that was cut off (its writer had no more time) is left out. skipped: if it is given, any other line that
        cannot be read is noted there, and the others are read.
        """
        lines = lines_of(text)
        if not text.strip():
            raise BadInput(_("{name} is empty", name=name))
        try:
            pad = cls(msgspec.json.decode(lines[0], type=Head))
        except (msgspec.MsgspecError, BadInput) as error:
            raise BadInput(_("{name}, line 1: {error}", name=name, error=one_line(str(error)))) from None
        for number, line in enumerate(lines[1:], 2):
            try:
                pad.add(with_time(msgspec.json.decode(line, type=Event)))
            except (msgspec.MsgspecError, BadInput) as error:
                if number == len(lines) and not text.endswith("\n"):
                    break
                why = f"{name}, line {number}: {one_line(str(error))}"
                if skipped is None:
                    raise BadInput(why) from None
                skipped.append(why)
        return pad


def places(event: Event) -> list[Place]:
    """Return the subject of an event: keys of a hand, the note of a hand, the players, the dealer of a match.

    Events of a common place can replace one another.
    """
    if event.kind == "tell":
        return [("tell", event.match, event.hand, key) for key in event.cells]
    if event.kind == "note":
        return [("note", event.match, event.hand, "")]
    if event.kind in ("players", "dealer"):
        return [(event.kind, event.match if event.kind == "dealer" else 0, 0, "")]
    return []


def same(known: Event, sent: Event) -> bool:
    """Whether an event that is sent is one that is known, apart from what the house adds: the time, and what it replaces."""
    over = known.over if sent.over is None else sent.over
    return known == msgspec.structs.replace(sent, at=known.at, over=over)


def is_time(text: str) -> bool:
    """Whether a text is a time in UTC as events have it: `2026-11-22T19:03:11.120Z`."""
    if not TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def with_time(event: Event) -> Event:
    """An event that was kept, without what is not a time: earlier versions kept any text."""
    return event if not event.at or is_time(event.at) else msgspec.structs.replace(event, at="")


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
    """Check an event by itself. BadInput if it is impossible in any state of the pad."""
    for what, text in (("id", event.id), ("by", event.by)):
        if not text or len(text) > 80 or not text.isprintable():
            raise BadInput(_("{what} {text} is not a name", what=what, text=shown(text)))
    if event.at and not is_time(event.at):
        raise BadInput(_("at {at} is not a time in UTC like 2026-11-22T19:03:11Z", at=shown(event.at)))
    if not 1 <= event.match <= 1000 or not 0 <= event.hand <= 10_000:
        raise BadInput(_("match {match}, hand {hand}: there is no such hand", match=event.match, hand=event.hand))
    if event.kind in ("tell", "note") and event.hand < 1:
        raise BadInput(_("it does not say to which hand it belongs"))
    if len(event.cells) > MOST_CELLS or any(len(key) > 60 for key in event.cells) or len(event.over or ()) > MOST_OVER:
        raise BadInput(_("it has more entries than a hand"))
    if len(event.text) > LONGEST_TEXT:
        raise BadInput(_("a note has at most {longest_text} characters", longest_text=LONGEST_TEXT))
    if event.kind == "players":
        check_players(event.players, seats)
    if event.kind == "dealer" and not 0 <= event.dealer < seats:
        raise BadInput(_("dealer {dealer}: the seats are 0 to {seats}", dealer=event.dealer, seats=seats - 1))
    for value in event.cells.values():
        if isinstance(value, str) and len(value) > 60:
            raise BadInput(_("a word has more than 60 characters"))
        if isinstance(value, int) and abs(value) > 10**12:
            raise BadInput(_("a number is too large"))
        if isinstance(value, list) and (len(value) > 200 or not all(_is_item(item) for item in value)):
            raise BadInput(_("a course is a list of at most 200 entries, each [what, seat, value]"))


def _is_item(item: Any) -> bool:
    return isinstance(item, list) and 1 <= len(item) <= 3 and all(isinstance(part, int | str) for part in item)
