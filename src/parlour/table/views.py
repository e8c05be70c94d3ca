"""The view of a seat, as a message: made from a masked record and nothing else."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import numpy as np

from parlour.engine import house_words
from parlour.engine.game import Game
from parlour.engine.positions import live_places, seats_of
from parlour.engine.rooms import Room
from parlour.engine.speech import look, ranking, said, worked_out
from parlour.engine.view import Tables
from parlour.kit import CARD_BITS
from parlour.kit.layout import ALL, NOBODY, UNKNOWN, Field, Number, Option
from parlour.machine import body

from .moves import handles
from .wire import GameInfo, HouseRule, Place, PlaceCards, TableView

_ELSEWHERE = ("asked", "chain", "dealer", "elapsed", "hand_number", "over", "phase", "rng", "said", "seats", "turn", "winners")
"""Standard fields that stand beside the figures, or say nothing to a player."""
_COUNT = 56
"""The byte of a masked set in which the unknown cards are counted begins at this bit."""


def table_view(game: Game, masked: Tables, asked: list[int] | None = None) -> TableView:
    """A masked record as JSON holds it. `asked`: who may answer, where that is more than the record says (a window)."""
    row = masked.view(np.ndarray)[0]  # plain: a recarray takes ten times as long for every field
    turn = int(row["turn"])
    return TableView(
        turn=turn,
        asked=_seats_of(int(row["asked"]), turn) if asked is None else asked,
        phase=game.room.phases[int(row["phase"])],
        hand_number=int(row["hand_number"]),
        dealer=int(row["dealer"]),
        over=bool(row["over"]),
        chain=int(row["chain"]),
        places=_read(game, masked[0], _places(game, row)),
        figures={field.name: _figure(game, field, row[field.name].tolist()) for field in _figure_fields(game.room)}
        | worked_out(game.room, masked[0]),
        payoff=row["payoff"][: game.seats].tolist(),
    )


def asked_seats(row: Any) -> list[int]:
    """The seats that a record says are asked."""
    return _seats_of(int(row["asked"]), int(row["turn"]))


PARTS_OVER = ("folded", "out")
"""Flags by seat that say its part in a hand is over, where the look names no others (`done`)."""


def has_no_part(room: Room, row: Any, seat: int) -> bool:
    """Whether a seat's part in this hand is over: it has folded, or is out."""
    flags = [name for name in look(room).get("done", PARTS_OVER) if name in room.Table.fields]
    return any(bool(row[name][seat]) for name in flags if room.Table.fields[name].per_seat)


def _seats_of(asked: int, turn: int) -> list[int]:
    return seats_of(asked | (1 << turn if turn != NOBODY else 0))


def _bits(number: int) -> list[int]:
    """Which bits are set, ascending."""
    found = []
    while number:
        lowest = number & -number
        found.append(lowest.bit_length() - 1)
        number ^= lowest
    return found


def _places(game: Game, row: Any) -> dict[str, PlaceCards]:
    """The places where cards lie."""
    found = {}
    items = {name: row[name].tolist() for name in game.room.Table.zones}
    for place in live_places(game.room, game.seats):
        item = items[place.zone.name]
        for index in place.index:
            item = item[index]
        cards = _cards(place.zone.kind, item)
        if cards.cards or cards.unknown:
            found[place.name] = cards
    return found


def _read(game: Game, row: Any, places: dict[str, PlaceCards]) -> dict[str, PlaceCards]:
    """Add the words for the cards of a place, if the room reads them (`marked`, `read` in table.toml) and all are known."""
    looks = {name: zone for name, zone in look(game.room).get("zones", {}).items() if "marked" in zone or "read" in zone}
    for name, place in places.items():
        zone = looks.get(name.partition(".")[0])
        if zone is None or place.unknown or min(place.cards) < 0:
            continue
        cards = sum(1 << card for card in set(place.cards))
        if "marked" in zone:
            place.marked = _bits(int(_called(game, zone["marked"], row, cards)))
        found = [_called(game, function, row, cards) for function in zone.get("read", ())]
        texts = [said(game.room, int(word), int(figure), (), NOBODY) for word, figure in found if word]
        place.read = [text[:1].upper() + text[1:] for text in texts]
    return places


def _called(game: Game, name: str, row: Any, cards: int) -> Any:
    """One of the functions of the room's rules, given the table as the viewer sees it and cards in sight."""
    function = game.room.function(name)
    assert function is not None, f"{game.room.name} has no function {name}"
    return body(function)(row, cards)


def known_cards(game: Game, row: Any) -> Counter[int]:
    """The cards that a masked record names, wherever they lie."""
    return Counter(card for place in _places(game, row).values() for card in place.cards if card >= 0)


def _cards(kind: str, item: Any) -> PlaceCards:
    if kind == "cards":
        return PlaceCards(_bits(item & CARD_BITS), item >> _COUNT & 0x7F)
    if kind == "bag":
        return PlaceCards(sorted(card for plane in item for card in _bits(plane & CARD_BITS)), item[0] >> _COUNT & 0x7F)
    return PlaceCards(item[1 : item[0] + 1], 0)


@lru_cache(maxsize=256)
def _figure_fields(room: Room) -> tuple[Field, ...]:
    """Figures of a view: all of the table, and the house rules that the look shows like one."""
    shown = {figure["field"] for figure in room.look.get("figures", [])}
    fields = [f for f in room.Table.fields.values() if isinstance(f, Number) and f.name not in _ELSEWHERE]
    return tuple(f for f in fields if not isinstance(f, Option) or f.name in shown)


def _figure(game: Game, field: Field, item: Any) -> Any:
    """A figure as JSON holds it; None for a hidden one, a text where the room has words for it."""
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


def chosen_from(room: Room, seats: int, seat: int, phase: int) -> list[str]:
    """The names of the places that a seat chooses cards from in a phase: its own, and those that are nobody's."""
    if phase not in room.calls.cards:
        return []
    zones = {zone.name for zone in room.Table.zones.values() if zone.plays is True or (zone.plays and phase in zone.plays)}
    return [p.name for p in live_places(room, seats) if p.zone.name in zones and p.owner in (NOBODY, seat)]


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
    title = str(look(room).get("title", room.name))
    races = [room.phases[phase] for phase in room.races]
    hands = handles(game, seat)
    seen = look(room) | ({"ranking": order} if (order := ranking(room, game.blank()[0])) else {})
    return GameInfo(room.name, title, game.seats, room.Table.suited, names, kinds, seen, house, places, hands, races)
