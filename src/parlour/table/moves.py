"""Calls that are made by moving cards or by pressing places, as `[moves]` of a room's table.toml describes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from parlour.engine.game import Game
from parlour.engine.positions import live_places
from parlour.engine.rooms import Room
from parlour.engine.speech import look
from parlour.kit.calls import fill_in
from parlour.kit.layout import NOBODY

from .wire import Handles, Move

MOST_CODES = 20_000
"""A pattern with more calls than this is not searched for one that nobody offered."""


def move_of(room: Room, code: int, seat: int) -> Move | None:
    """Return the hand movement that makes a call; None if the call is a button."""
    pattern = room.calls.pattern(code)
    forms: dict[str, Any] | None = look(room).get("moves", {}).get(pattern.text)
    if forms is None:
        return None
    filled = {key: fill_in(_by_seat(str(form), seat), pattern.values(code)) for key, form in forms.items()}
    cards = filled.get("cards")
    return Move(
        from_=filled.get("from", UNSET),
        cards=int(cards) if cards is not None else UNSET,
        to=filled.get("to", UNSET),
        press=filled.get("press", UNSET),
    )


def _by_seat(form: str, seat: int) -> str:
    return form.replace("{me}", str(seat)).replace("{other}", str(1 - seat))


def meant(given: Any, place: Any) -> bool:
    """Whether a place is meant by what a move says: the place itself, or any place of a zone."""
    return given is not UNSET and place is not UNSET and (given == place or given == zone_of(place))


def zone_of(place: str) -> str:
    """The zone of a place: `up.3` lies in `up`."""
    return place.partition(".")[0]


def handles(game: Game, seat: int) -> Handles:
    """Return everything that a seat may ever take hold of: zones that moves start from and end in, places that are pressed and
    places that cards are chosen from.
    """
    moves = look(game.room).get("moves", {}).values()
    zones = {key: sorted({zone_of(str(move[key])) for move in moves if key in move}) for key in ("from", "to")}
    pressed = {str(move.press) for _, move in _moves(game, seat) if move.press is not UNSET}
    places = [place.name for place in live_places(game.room, game.seats)]
    chosen = {name for phase in game.room.calls.cards for name in chosen_from(game.room, game.seats, seat, phase)}
    pressed_places = [name for name in places if any(meant(one, name) for one in pressed)]
    return Handles(zones["from"], zones["to"], pressed_places, [name for name in places if name in chosen])


def chosen_from(room: Room, seats: int, seat: int, phase: int) -> list[str]:
    """The names of the places that a seat chooses cards from in a phase: its own, and those that are nobody's."""
    if phase not in room.calls.cards:
        return []
    zones = {zone.name for zone in room.Table.zones.values() if zone.plays is True or (zone.plays and phase in zone.plays)}
    return [p.name for p in live_places(room, seats) if p.zone.name in zones and p.owner in (NOBODY, seat)]


def calls_of(game: Game, seat: int, hand: Move) -> list[int]:
    """The codes of the calls that such a move or press would be, offered or not."""
    return [code for code, move in _moves(game, seat) if _fits(move, hand)]


def _fits(move: Move, hand: Move) -> bool:
    if hand.press is not UNSET:
        return meant(move.press, hand.press)
    cards = 1 if hand.cards is UNSET else hand.cards
    return meant(move.from_, hand.from_) and meant(move.to, hand.to) and (1 if move.cards is UNSET else move.cards) == cards


def _moves(game: Game, seat: int) -> Iterator[tuple[int, Move]]:
    """Every call that is made by hand, with how."""
    moves = look(game.room).get("moves", {})
    for pattern in game.room.calls.patterns:
        if pattern.text in moves and pattern.size <= MOST_CODES:
            for code in range(pattern.low, pattern.high + 1):
                move = move_of(game.room, code, seat)
                assert move is not None
                yield code, move
