"""The view of a seat, as a message: made from a masked record and nothing else."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine import house_words, steps
from parlour.engine.game import Game
from parlour.engine.positions import live_places, seats_of
from parlour.engine.rooms import Room
from parlour.engine.speech import look, ranking, spoken_text, title, worked_out
from parlour.engine.view import Tables, plain
from parlour.kit import CARD_BITS
from parlour.kit.layout import ALL, NOBODY, UNKNOWN, Field, Number, Option, Zone, copy_of
from parlour.languages import capital, speaking
from parlour.machine import body

from .moves import handles
from .wire import GameInfo, HouseRule, Place, PlaceCards, TableView, write

_ELSEWHERE = ("asked", "chain", "dealer", "elapsed", "hand_number", "over", "phase", "rng", "said", "seats", "turn", "winners")
"""Standard fields that stand beside the figures, or say nothing to a player."""
_COUNT = 56
"""The byte of a masked set in which the unknown cards are counted begins at this bit."""


class Viewer:
    """Makes the views of one seat, one after the other: what has not changed is taken from the view before."""

    def __init__(self, game: Game) -> None:
        self._game, self._parts = game, _parts(game.room, game.seats)
        self.reads = bool(self._parts.read)
        """Whether the game has words for the cards of some places."""
        self._words = b""
        self._places: list[PlaceCards | None] = []
        self._figures: dict[str, Any] = {}
        self._worked_out: dict[str, Any] = {}
        self._payoff: list[float] = []

    def view(self, masked: Tables, asked: list[int] | None = None) -> TableView:
        """A masked record as JSON holds it. asked: who may answer, if that is more than the record says (a window)."""
        game, row = self._game, plain(masked)
        turn = int(row["turn"])
        self._look(masked, row)
        return TableView(
            turn=turn,
            asked=_seats_of(int(row["asked"]), turn) if asked is None else asked,
            phase=game.room.phases[int(row["phase"])],
            hand_number=int(row["hand_number"]),
            dealer=int(row["dealer"]),
            over=bool(row["over"]),
            chain=int(row["chain"]),
            places=self._read(masked[0]) if self.reads else self._found(),
            figures=self._figures | self._worked_out,
            payoff=self._payoff,
        )

    def _look(self, masked: Tables, row: Any) -> None:
        """Read what has changed since the view before."""
        before, words, game, parts = self._words, masked.tobytes(), self._game, self._parts
        if words == before:
            return
        changed: Iterable[int] = range(len(parts.places) + len(parts.figures))
        if before:
            differs = np.frombuffer(words, np.uint8) != np.frombuffer(before, np.uint8)
            changed = set(parts.owners[differs].tolist())
        else:
            self._places = [None] * len(parts.places)
        figures, cut = dict(self._figures), len(parts.places)
        for k in changed:
            if 0 <= k < cut:
                part = parts.places[k]
                self._places[k] = _cards(part.zone.kind, part.base, words[part.start : part.stop])
            elif k >= cut:
                field, _, _ = parts.figures[k - cut]
                figures[field.name] = _figure(game, field, row[field.name].tolist())
        self._figures = figures
        self._payoff = row["payoff"][: game.seats].tolist()
        self._worked_out = worked_out(game.room, masked[0])
        self._words = words

    def _found(self) -> dict[str, PlaceCards]:
        """The places where cards lie."""
        return {part.name: cards for part, cards in zip(self._parts.places, self._places, strict=True) if cards is not None}

    def _read(self, row: Any) -> dict[str, PlaceCards]:
        """Return the places with the words for the cards of a place, if the room reads them (`marked`, `read` in table.toml)
        and all are known.
        """
        game, places = self._game, self._found()
        for name, place in places.items():
            zone = self._parts.read.get(name.partition(".")[0])
            if zone is None or place.unknown or min(place.cards) < 0:
                continue
            cards, marked = sum(1 << card for card in set(place.cards)), place.marked
            if "marked" in zone:
                marked = _bits(int(_called(game, zone["marked"], row, cards)))
            found = [_called(game, function, row, cards) for function in zone.get("read", ())]
            texts = [spoken_text(game.room, int(word), int(figure), (), NOBODY) for word, figure in found if word]
            places[name] = PlaceCards(place.cards, 0, marked, [capital(text) for text in texts])
        return places


def table_view(game: Game, masked: Tables, asked: list[int] | None = None) -> TableView:
    """One view by itself; see `Viewer.view`."""
    return Viewer(game).view(masked, asked)


def in_english(view: TableView) -> bytes:
    """A view as readers of English get it."""
    with speaking(None):
        return write(view)


def masked(tables: Tables, seat: int) -> Tables:
    """A copy of a table as a seat sees it (NOBODY: an onlooker)."""
    copy = copy_of(tables)
    steps.mask_row(copy, 0, seat)
    return copy


@dataclass(frozen=True)
class _PlacePart:
    """The part of a record in which the cards of a place lie: from byte `start` to `stop`, items of the type `base`."""

    name: str
    zone: Zone
    base: str
    start: int
    stop: int


@dataclass(frozen=True)
class _Parts:
    """The parts of a view, and where they lie in the record. owners: by byte of the record the number of its part, places first,
    -1 for none. read: the zones whose cards are read, by name."""

    places: list[_PlacePart]
    figures: list[tuple[Field, int, int]]
    owners: npt.NDArray[np.int64]
    read: dict[str, dict[str, Any]]


@lru_cache(maxsize=256)
def _parts(room: Room, seats: int) -> _Parts:
    fields: Any = room.Table.dtype.fields
    places = []
    for place in live_places(room, seats):
        kind, start = fields[place.zone.name][:2]
        shape = kind.shape[: len(place.index)]
        size = kind.itemsize // math.prod(shape)
        start += size * (int(np.ravel_multi_index(place.index, shape)) if shape else 0)
        places.append(_PlacePart(place.name, place.zone, kind.base.str, start, start + size))
    figures = [(field, start := fields[field.name][1], start + fields[field.name][0].itemsize) for field in _figure_fields(room)]
    owners = np.full(room.Table.dtype.itemsize, -1)
    spans = [*((part.start, part.stop) for part in places), *((start, stop) for _, start, stop in figures)]
    for k, (start, stop) in enumerate(spans):
        owners[start:stop] = k
    zones = look(room).get("zones", {})
    return _Parts(places, figures, owners, {name: zone for name, zone in zones.items() if "marked" in zone or "read" in zone})


def asked_seats(row: Any) -> list[int]:
    """The seats that a record says are asked."""
    return _seats_of(int(row["asked"]), int(row["turn"]))


PARTS_OVER = ("folded", "out")
"""Flags by seat that say its part in a hand is over, if the look names no others (`done`)."""


def has_no_part(room: Room, row: Any, seat: int) -> bool:
    """Whether a seat's part in this hand is over: it has folded, or is out."""
    flags = [name for name in look(room).get("done", PARTS_OVER) if name in room.Table.fields]
    return any(bool(row[name][seat]) for name in flags if room.Table.fields[name].per_seat)


def _seats_of(asked: int, turn: int) -> list[int]:
    return seats_of(asked | (1 << turn if turn != NOBODY else 0))


def _bits(number: int) -> list[int]:
    """Return which bits are set, ascending."""
    found = []
    while number:
        lowest = number & -number
        found.append(lowest.bit_length() - 1)
        number ^= lowest
    return found


def _called(game: Game, name: str, row: Any, cards: int) -> Any:
    """One of the functions of the room's rules, given the table as the viewer sees it and cards in sight."""
    function = game.room.function(name)
    assert function is not None, f"{game.room.name} has no function {name}"
    return body(function)(row, cards)


def known_cards(game: Game, row: Any) -> Counter[int]:
    """The cards that a masked record names, wherever they lie."""
    words = row.tobytes()
    places = [_cards(part.zone.kind, part.base, words[part.start : part.stop]) for part in _parts(game.room, game.seats).places]
    return Counter(card for place in places if place for card in place.cards if card >= 0)


@lru_cache(maxsize=1 << 14)
def _cards(kind: str, base: str, words: bytes) -> PlaceCards | None:
    """The cards that the bytes of a masked place stand for, None for no card."""
    item = np.frombuffer(words, base).tolist()
    if kind == "cards":
        found = PlaceCards(_bits(item[0] & CARD_BITS), item[0] >> _COUNT & 0x7F)
    elif kind == "bag":
        found = PlaceCards(sorted(card for plane in item for card in _bits(plane & CARD_BITS)), item[0] >> _COUNT & 0x7F)
    else:
        found = PlaceCards(item[1 : item[0] + 1], 0)
    return found if found.cards or found.unknown else None


@lru_cache(maxsize=256)
def _figure_fields(room: Room) -> tuple[Field, ...]:
    """Figures of a view: all of the table, and the house rules that the look shows like one."""
    shown = {figure["field"] for figure in room.look.get("figures", [])}
    fields = [f for f in room.Table.fields.values() if isinstance(f, Number) and f.name not in _ELSEWHERE]
    return tuple(f for f in fields if not isinstance(f, Option) or f.name in shown)


def _figure(game: Game, field: Field, item: Any) -> Any:
    """A figure as JSON holds it; None for a hidden one, a text if the room has words for it."""
    if field.per_seat:
        item = item[: game.seats]
    if field.seen != ALL:
        item = _uncovered(item)
    own = _own_words(game.room).get(field.name)
    if own is None:
        return item
    return [_worded(own, one) for one in item] if field.per_seat else _worded(own, item)


@lru_cache(maxsize=256)
def _own_words(room: Room) -> dict[str, Any]:
    """The figures that a function of the room's writing.py puts into words: those whose `show` is its name."""
    shown = {figure["field"]: figure.get("show") for figure in look(room).get("figures", [])}
    found = {name: getattr(room.writing, show, None) for name, show in shown.items() if isinstance(show, str)}
    return {name: function for name, function in found.items() if function is not None}


def _worded(own: Any, item: Any) -> str | None:
    hidden = item is None or (isinstance(item, list) and None in item)
    return None if hidden else str(own(item))


def _uncovered(item: Any) -> Any:
    if isinstance(item, list):
        return [_uncovered(part) for part in item]
    return None if item == UNKNOWN else item


def game_info(game: Game, names: list[str], kinds: list[str], seat: int) -> GameInfo:
    """Return the data about a game that the browser of a seat needs once."""
    usual = Game(game.room, game.seats).options if game.house else game.options
    house = [
        HouseRule(
            name,
            house_words.about(game.room, name),
            value,
            usual[name],
            house_words.value_words(game.room, name, value),
            house_words.value_words(game.room, name, usual[name]),
        )
        for name, value in game.options.items()
    ]
    places = [Place(p.name, p.zone.name, p.owner, p.zone.kind) for p in live_places(game.room, game.seats)]
    room = game.room
    races = [room.phases[phase] for phase in room.races]
    hands = handles(game, seat)
    seen = look(room) | ({"ranking": order} if (order := ranking(room, game.blank()[0])) else {})
    return GameInfo(room.name, title(room), game.seats, room.Table.suited, names, kinds, seen, house, places, hands, races)
