"""What a seat sees, as a message: made from a masked record and nothing else."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from parlour.engine.game import Game
from parlour.engine.match import Tables
from parlour.engine.positions import live_places, place_item, zone_cards
from parlour.engine.rooms import Room
from parlour.kit.layout import ALL, NOBODY, UNKNOWN, Field, Number, Option

from .wire import GameInfo, HouseRule, Place, PlaceCards, TableView

_ELSEWHERE = ("asked", "chain", "dealer", "elapsed", "hand_number", "over", "phase", "rng", "said", "seats", "turn")
"""Standard fields that stand beside the figures, or say nothing to a player."""


def table_view(game: Game, masked: Tables, asked: list[int] | None = None) -> TableView:
    """A masked record as JSON holds it. `asked`: who may answer, where that is more than the record says (a window)."""
    row = masked[0]
    places = {}
    for place in live_places(game.room, game.seats):
        known, unknown = zone_cards(place.zone, place_item(row, place))
        if known or unknown:
            places[place.name] = PlaceCards([int(card) for card in known], unknown)
    return TableView(
        turn=int(row.turn),
        asked=asked_seats(row) if asked is None else asked,
        phase=game.room.phases[int(row.phase)],
        hand_number=int(row.hand_number),
        dealer=int(row.dealer),
        over=bool(row.over),
        chain=int(row.chain),
        places=places,
        figures=figures(game.room, row, game.seats),
        payoff=[float(payoff) for payoff in row.payoff[: game.seats]],
    )


def asked_seats(row: Any) -> list[int]:
    """The seats that a record says are asked."""
    asked = int(row.asked) | (1 << int(row.turn) if row.turn != NOBODY else 0)
    return [seat for seat in range(int(row.seats)) if asked >> seat & 1]


def figures(room: Room, row: Any, seats: int) -> dict[str, Any]:
    """Every number, seat and flag of a masked record; None for a hidden one."""
    return {field.name: _figure(field, row[field.name], seats) for field in _figure_fields(room)}


@lru_cache(maxsize=256)
def _figure_fields(room: Room) -> tuple[Field, ...]:
    fields = room.Table.fields.values()
    return tuple(f for f in fields if isinstance(f, Number) and not isinstance(f, Option) and f.name not in _ELSEWHERE)


def _figure(field: Field, item: Any, seats: int) -> Any:
    if field.per_seat:
        item = item[:seats]
    if np.ndim(item):
        return [_nested(field, part) for part in item]
    return _nested(field, item)


def _nested(field: Field, item: Any) -> Any:
    if np.ndim(item):
        return [_nested(field, part) for part in item]
    return None if int(item) == UNKNOWN and field.seen != ALL else int(item)


def game_info(game: Game, names: list[str], kinds: list[str]) -> GameInfo:
    """What a browser needs to know of a game once."""
    usual = Game(game.room, game.seats).options if game.house else game.options
    house = [HouseRule(name, game.room.Table.options[name].text, value, usual[name]) for name, value in game.options.items()]
    places = [Place(p.name, p.zone.name, p.owner, p.zone.kind) for p in live_places(game.room, game.seats)]
    room = game.room
    return GameInfo(room.name, room.title, game.seats, room.Table.suited, names, kinds, room.look, house, places)
