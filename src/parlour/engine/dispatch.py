"""Names that mean, at compile time, the functions of the game whose table they are given.

Engine code is written once, `play(t, choice)`; Numba's `overload` picks the room from the type of the record, which a
marker field makes a room's own. So the engine reads like ordinary code, every game gets its own machine code, and the
result is cached on disk across processes, which closures over a game's functions are not. Interpreted, the stubs below
find the room by the record's marker.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numba import types
from numba.extending import overload

from parlour.machine import INLINE, INNER, INTERPRETED, UnsafeCache, body, cache_folder

from . import generate
from .errors import BadInput

if TYPE_CHECKING:
    from .rooms import Room

_by_marker: dict[str, Room] = {}
_made: dict[tuple[str, str], Callable[..., Any]] = {}


def register(room: Room) -> None:
    """Make a room known to the compiler and the interpreter. BadInput if the folder of the compile cache is unsafe."""
    _by_marker[room.Table.marker] = room
    if not INTERPRETED:
        try:
            cache_folder()
        except UnsafeCache as error:
            raise BadInput(str(error)) from None


def room_of(t: Any) -> Room:
    """The room of a table, or, when compiling, of a table's type: their first field is its marker."""
    return _by_marker[next(iter(t.fields)) if isinstance(t, types.Record) else t.dtype.names[0]]


def rooms_in(types: str) -> list[Room]:
    """The rooms whose tables are among some types, as text."""
    return [room for marker, room in _by_marker.items() if marker in types]


def function(room: Room, name: str) -> Callable[..., Any]:
    """The room's own function, or the one the engine generates or supplies in its place."""
    key = (room.Table.marker, name)
    if key not in _made:
        own = room.function(name) if name in OWN else None
        _made[key] = body(own) if own is not None else generate.make(room, name)
    return _made[key]


def _of(t: Any, name: str) -> Callable[..., Any]:
    return function(room_of(t), name)


OWN = ("pack", "deal", "random_choice", "contradictions", "house", "bound")
"""The functions of a room that are called by their names from compiled code; all others are written at its phases."""


def pack(t, bag):
    """The cards of the game for these seats and house rules, put into an empty bag."""
    _of(t, "pack")(t, bag)


def deal(t):
    """Set up a hand."""
    _of(t, "deal")(t)


def clear_away(t):
    """Empty every field that does not outlast a hand."""
    _of(t, "clear_away")(t)


def objection(t, choice):
    """Return 0 if the rules allow the choice, otherwise the number of the paragraph that forbids it."""
    return _of(t, "objection")(t, choice)


def choices(t, menu):
    """Write what the seat on turn may do into the menu; returns the number of entries."""
    return _of(t, "choices")(t, menu)


def random_choice(t, menu):
    """A choice by chance, each entry of the menu as likely as any other, then each code of a run; the menu may stay empty."""
    return _of(t, "random_choice")(t, menu)


def play(t, choice):
    """Do what the choice itself does, and name who chooses next."""
    _of(t, "play")(t, choice)


def proceed(t):
    """One step that nobody chooses."""
    _of(t, "proceed")(t)


def in_bulk(tables, matches, first, seed, menu, totals):
    """`steps.playouts`, on tables[0] or on a held copy of it."""
    return _of(tables, "in_bulk")(tables, matches, first, seed, menu, totals)


def random_match(t, seed, match, menu):
    """Play a match that has begun to its end by chance; returns the number of choices."""
    return _of(t, "random_match")(t, seed, match, menu)


def random_hand(t, menu, rounds):
    """Play a hand by chance from the deal on; returns the number of choices."""
    return _of(t, "random_hand")(t, menu, rounds)


def contradictions(t, seat):
    """Fill the hidden numbers of a redealt table and count its contradictions; 0 if the room has none."""
    return _of(t, "contradictions")(t, seat)


def house(t):
    """Settle options left at AUTO; the paragraph that objects to their combination, or 0."""
    return _of(t, "house")(t)


def bound(t):
    """The most choices a match can take."""
    return _of(t, "bound")(t)


def listed(t, choice):
    """Return 0 if the choice belongs to this phase and its card to the mover; otherwise a reason of the house below 0."""
    return _of(t, "listed")(t, choice)


def own_cards(t):
    """The set of the cards (kinds) that the seat on turn chooses from now."""
    return _of(t, "own_cards")(t)


def mask(t, seat):
    """Blank in place all that the seat (or NOBODY) does not see."""
    _of(t, "mask")(t, seat)


def draw_numbers(t):
    """Draw the hidden numbers that a redeal left unknown, in a room without `contradictions`."""
    _of(t, "draw_numbers")(t)


def settle_contradictions(tables, i, deck, wrong):
    """Go on from the redeal in tables[i] to one without contradictions; returns how many are left."""
    return _of(tables, "settle_contradictions")(tables, i, deck, wrong)


if not INTERPRETED:

    @overload(pack, jit_options=INNER)
    def _pack(t, bag):
        return function(room_of(t), "pack")

    @overload(deal, jit_options=INLINE)
    def _deal(t):
        return function(room_of(t), "deal")

    @overload(clear_away, jit_options=INLINE)
    def _clear_away(t):
        return function(room_of(t), "clear_away")

    @overload(objection, jit_options=INNER)
    def _objection(t, choice):
        return function(room_of(t), "objection")

    @overload(choices, jit_options=INLINE)
    def _choices(t, menu):
        return function(room_of(t), "choices")

    @overload(random_choice, jit_options=INLINE)
    def _random_choice(t, menu):
        return function(room_of(t), "random_choice")

    @overload(play, jit_options=INLINE)
    def _play(t, choice):
        return function(room_of(t), "play")

    @overload(proceed, jit_options=INLINE)
    def _proceed(t):
        return function(room_of(t), "proceed")

    @overload(in_bulk, jit_options=INLINE)
    def _in_bulk(tables, matches, first, seed, menu, totals):
        return function(room_of(tables.dtype), "in_bulk")

    @overload(random_match, jit_options=INLINE)
    def _random_match(t, seed, match, menu):
        return function(room_of(t), "random_match")

    @overload(random_hand, jit_options=INLINE)
    def _random_hand(t, menu, rounds):
        return function(room_of(t), "random_hand")

    @overload(contradictions, jit_options=INNER)
    def _contradictions(t, seat):
        return function(room_of(t), "contradictions")

    @overload(house, jit_options=INNER)
    def _house(t):
        return function(room_of(t), "house")

    @overload(bound, jit_options=INNER)
    def _bound(t):
        return function(room_of(t), "bound")

    @overload(listed, jit_options=INNER)
    def _listed(t, choice):
        return function(room_of(t), "listed")

    @overload(own_cards, jit_options=INNER)
    def _own_cards(t):
        return function(room_of(t), "own_cards")

    @overload(mask, jit_options=INNER)
    def _mask(t, seat):
        return function(room_of(t), "mask")

    @overload(draw_numbers, jit_options=INNER)
    def _draw_numbers(t):
        return function(room_of(t), "draw_numbers")

    @overload(settle_contradictions, jit_options=INNER)
    def _settle_contradictions(tables, i, deck, wrong):
        return function(room_of(tables.dtype), "settle_contradictions")
