"""A deal of which some places are chosen: the others share the rest of the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from parlour.engine import positions
from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.history import Chance
from parlour.kit.cards import card_name


def stacked(game: Game, seed: int, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a whole first deal, for `Game.opening`.

    Places that are not chosen keep their cards of the seed's own deal, as far as no chosen place has them.

    seed: of the deal. wanted: the fields that are chosen, as in a position. BadInput: a place takes another number of cards, or a
    card stands twice.
    """
    room = game.room
    row = _dealt(game, seed)
    chosen = positions.flat(wanted)
    usual = {place.name: _cards(row, place) for place in positions.live_places(room, game.seats)}
    tables = game.blank()
    tables[:] = row
    positions.set_fields(room, tables[0], {name: value for name, value in chosen.items() if name in usual})
    left = positions.pack_of_table(room, row)
    named: dict[str, list[int]] = {}
    for place in positions.live_places(room, game.seats):
        if place.name in chosen:
            named[place.name] = _cards(tables[0], place)
            if len(named[place.name]) != len(usual[place.name]):
                have, want = counted(len(named[place.name]), "card"), len(usual[place.name])
                raise BadInput(f"{place.name}: {have} are named, and {want} are dealt there")
            left.subtract(named[place.name])
    twice = next((card for card, count in left.items() if count < 0), None)
    if twice is not None:
        where = next(name for name, cards in named.items() if twice in cards)
        raise BadInput(f"{where}: {card_name(twice, room.Table.suited)} is named more often than the pack has it")
    rest = _shared({name: cards for name, cards in usual.items() if name not in named}, left)
    texts = {name: " ".join(card_name(card, room.Table.suited) for card in cards) for name, cards in rest.items()}
    return texts | dict(chosen)


def _dealt(game: Game, seed: int) -> Any:
    """The record of the table after the seed's own deal."""
    tables = game.blank()
    lots, dealt, *_ = (entry for entry in game.start(seed).log if isinstance(entry, Chance))
    for fields in (lots.fields, dealt.fields):
        positions.set_fields(game.room, tables[0], fields)
    return tables[0]


def _cards(row: Any, place: Any) -> list[int]:
    return positions.zone_cards(place.zone, positions.place_item(row, place))[0]


def _shared(usual: Mapping[str, list[int]], left: Counter[int]) -> dict[str, list[int]]:
    """By place its own cards as far as they are left, and others that are left where they are not."""
    rest, found = +left, {name: list[int]() for name in usual}
    for name, cards in usual.items():
        for card in cards:
            taken = card if rest[card] > 0 else -1
            rest[card] -= taken >= 0
            found[name].append(taken)
    spare = sorted((+rest).elements())
    return {name: [card if card >= 0 else spare.pop(0) for card in cards] for name, cards in found.items() if cards}
