"""Names that mean, at compile time, the functions of the game whose table they are given.

Engine code is written once, `play(t, choice)`; Numba's `overload` picks the room from the type of the record, which a
marker field makes a room's own. So the engine reads like ordinary code, every game gets its own machine code, and the
result is cached on disk across processes, which closures over a game's functions are not. Interpreted, the room is found by
the record's marker. `by_room` makes both of a name, its parameters and a docstring.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
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
    """The room of a table or tables, or, when compiling, of their type: their first field is its marker."""
    kind = t.dtype if isinstance(t, types.Array) else t
    return _by_marker[next(iter(kind.fields)) if isinstance(kind, types.Record) else t.dtype.names[0]]


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


def by_room(options: dict[str, Any], find: Callable[[Room, str], Callable[..., Any]] = function) -> Callable[..., Any]:
    """Make of a function, which is only a name, parameters and a docstring, the function of this name of the room whose table (or
    tables) is its first argument.

    options: `INNER`, or `INLINE` for one that is put into every caller. find: returns the function of a room by its name.
    """

    def declare(stub: Callable[..., Any]) -> Callable[..., Any]:
        name = stub.__name__

        @wraps(stub)
        def called(*given: Any) -> Any:
            return find(room_of(given[0]), name)(*given)

        def compiled(*kinds: Any) -> Callable[..., Any]:
            return find(room_of(kinds[0]), name)

        if not INTERPRETED:
            compiled.__signature__ = inspect.signature(stub)  # type: ignore[attr-defined]  # Numba compares parameter names
            overload(called, jit_options=options)(compiled)
        return called

    return declare


OWN = ("pack", "deal", "random_choice", "contradictions", "house", "bound")
"""The functions of a room that are called by their names from compiled code; all others are written at its phases."""


@by_room(INNER)
def pack(t, bag):
    """The cards of the game for these seats and house rules, put into an empty bag."""


@by_room(INLINE)
def deal(t):
    """Set up a hand."""


@by_room(INLINE)
def clear_away(t):
    """Empty every field that does not outlast a hand."""


@by_room(INNER)
def objection(t, choice):
    """Return 0 if the rules allow the choice, otherwise the number of the paragraph that forbids it."""


@by_room(INLINE)
def choices(t, menu):
    """Write what the seat on turn may do into the menu; returns the number of entries."""


@by_room(INLINE)
def random_choice(t, menu):
    """A random choice, each entry of the menu as likely as any other, then each code of a run; the menu may stay empty."""


@by_room(INLINE)
def play(t, choice):
    """Do what the choice itself does, and name who chooses next."""


@by_room(INLINE)
def proceed(t):
    """One step that nobody chooses."""


@by_room(INLINE)
def in_bulk(tables, matches, first, seed, menu, totals):
    """`steps.playouts`, on tables[0] or on a held copy of it."""


@by_room(INLINE)
def random_match(t, seed, match, menu):
    """Play a match that has begun to its end at random; returns the number of choices."""


@by_room(INLINE)
def random_hand(t, menu, rounds):
    """Play a hand at random from the deal on; returns the number of choices."""


@by_room(INNER)
def contradictions(t, seat):
    """Fill the hidden numbers of a redealt table and count its contradictions; 0 if the room has none."""


@by_room(INNER)
def house(t):
    """Settle options left at AUTO; the paragraph that objects to their combination, or 0."""


@by_room(INNER)
def bound(t):
    """The most choices a match can take."""


@by_room(INNER)
def listed(t, choice):
    """Return 0 if the choice belongs to this phase and its card to the mover; otherwise a reason of the house below 0."""


@by_room(INNER)
def own_cards(t):
    """The set of the cards (kinds) that the seat on turn chooses from now."""


@by_room(INNER)
def mask(t, seat):
    """Blank in place all that the seat (or NOBODY) does not see."""


@by_room(INNER)
def draw_numbers(t):
    """Draw the hidden numbers that a redeal left unknown, in a room without `contradictions`."""


@by_room(INNER)
def settle_contradictions(tables, i, deck, wrong):
    """Go on from the redeal in tables[i] to one without contradictions; returns how many are left."""
