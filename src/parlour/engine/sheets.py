"""Tables read and written by place: one piece of code for the zones of every room.

A *sheet* shows the records of an array as plain words, int64[tables, words of a record], and a map says where in them the cards
of each place stand. So what memory and redeals do with cards is compiled once for the whole house, not for every room;
copying a record to where a sheet shows it is all that is left to compile for each.
"""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from parlour.kit import ALL, CARD_BITS, OWNER, lowest, rule, unknown_count
from parlour.kit.layout import By
from parlour.machine import Records, shift_left, shift_right

if TYPE_CHECKING:
    from .rooms import Room

Ints = npt.NDArray[np.int64]


MOST_PLACES, MOST_SEATS, MOST_PHASES = 64, 16, 128
MAP: tuple[Any, ...] = (
    ("places", np.int64),  # how many there are
    ("form", np.int64, MOST_PLACES),  # by place how its cards are written: SET, BAG, or the size of a pile's items
    ("start", np.int64, MOST_PLACES),  # by place its first item in a record, counted in items of its size
    ("items", np.int64, MOST_PLACES),  # by place the number of its items
    ("cards", np.int64),  # how many the pack has
    ("first", np.int64, 55),  # the cards of kind k are rows first[k] .. first[k + 1] - 1 of the fields by card
    ("filled", np.int64, 54),  # by kind the row after the last card that `survey` has found
)
"""The fields of every record that says where in tables the places of a room and the cards of a pack are."""
SET, BAG = 4, 5
"""Forms. That of a pile says the size of its items: 0 a byte, 1 two, 3 eight (the power of two)."""


def sheet_of(tables: Any) -> Ints:
    """The sheet of a record array; it shows the tables themselves, not a copy."""
    assert sys.byteorder == "little"
    words: Ints = tables.view(np.ndarray).view(np.int64).reshape(len(tables), -1)
    return words


@cache
def _map_of(room: Room) -> Ints:
    """Form, start and size of a room's places, int64[3, places]."""
    found = np.zeros((3, len(room.Table.places)), np.int64)
    for place in room.Table.places:
        kind, offset = room.Table.dtype.fields[place.zone.name][:2]  # type: ignore[index]
        form = {"cards": SET, "bag": BAG}.get(place.zone.kind, {1: 0, 2: 1, 8: 3}[kind.base.itemsize])
        size = int(np.prod(place.zone.own_shape, dtype=np.int64))
        repeat = np.ravel_multi_index(place.index, place.zone.shape) if place.index else 0
        found[:, place.number] = form, offset // kind.base.itemsize + int(repeat) * size, size
    return found


def mapped(room: Room, kind: Ints, fields: tuple[Any, ...], by_card: tuple[str, ...]) -> Any:
    """A record with a map of a room, for cards of these kinds (ascending, equal cards repeated), and other fields, all 0.

    by_card: fields that have a word for each card. Their length is a power of two, so that most rooms share one type of record.
    """
    return _blank(room, kind.tobytes(), fields, by_card).copy()


@lru_cache(256)
def _blank(room: Room, cards: bytes, fields: tuple[Any, ...], by_card: tuple[str, ...]) -> Any:
    kind = np.frombuffer(cards, np.int64)
    length = max(128, 1 << (len(kind) - 1).bit_length())
    record = np.zeros(1, np.dtype([*MAP, *fields, *((name, np.int64, length) for name in by_card)])).view(Records)
    row, places = record[0], _map_of(room)
    row.places, row.cards = places.shape[1], len(kind)
    row.form[: row.places], row.start[: row.places], row.items[: row.places] = places
    row.first[:] = np.searchsorted(kind, np.arange(55))
    return record


def places_in_sight(room: Room, row: Any, seat: int) -> int:
    """The set of the places that lie open to a seat under the house rules of a table."""
    places = 0
    for place in room.Table.places:
        seen = place.zone.seen
        if isinstance(seen, By):
            seen = seen.under(row)
        if seen == ALL or (seen == OWNER and place.owner == seat):
            places |= 1 << place.number
    return places


def places_of(room: Room, seat: int) -> int:
    """Return the set of a seat's own places, one bit for each."""
    return sum(1 << place.number for place in room.Table.places if place.owner == seat)


def places_to_play(room: Room, phase: int, seat: int) -> int:
    """The set of a seat's own places that it chooses cards from in a phase."""
    places = 0
    for place in room.Table.places:
        plays = place.zone.plays
        if place.owner == seat and (plays if isinstance(plays, bool) else phase in plays):
            places |= 1 << place.number
    return places


@rule(inline=True)
def item(sheet, i, form, n):
    """Item n of a pile's form in table i, with its sign."""
    bits, at = 8 << form, (n & ((8 >> form) - 1)) << (3 + form)
    return shift_left(sheet[i, n >> (3 - form)], 64 - bits - at) >> (64 - bits)


@rule(inline=True)
def put_item(sheet, i, form, n, card):
    """Write item n of a pile's form in table i."""
    at = (n & ((8 >> form) - 1)) << (3 + form)
    mask = shift_left(shift_right(-1, 64 - (8 << form)), at)
    word = sheet[i, n >> (3 - form)]
    sheet[i, n >> (3 - form)] = (word & ~mask) | (shift_left(card, at) & mask)


@rule
def survey(sheet, i, map, places, slots):
    """Write for each card where it is in table i: its place and its slot there, -1 if the place is not a pile; -1 in both: not
    found.

    Equal cards are in the order of their places.
    """
    for kind in range(54):
        map.filled[kind] = map.first[kind]
    for row in range(map.cards):
        places[row] = slots[row] = -1
    for place in range(map.places):
        form, start, size = map.form[place], map.start[place], map.items[place]
        if form >= SET:
            for n in range(start, start + size):
                cards = sheet[i, n] & CARD_BITS
                while cards:
                    note(map, places, slots, lowest(cards), place, -1)
                    cards &= cards - 1
        else:
            for k in range(1, item(sheet, i, form, start) + 1):
                card = item(sheet, i, form, start + k)
                if card >= 0:
                    note(map, places, slots, card, place, k)


@rule
def note(map, places, slots, kind, place, slot):
    """Write down the location of a card, if the pack has another one of the kind."""
    row = map.filled[kind]
    if row < map.first[kind + 1]:
        places[row], slots[row] = place, slot
        map.filled[kind] = row + 1


@rule
def list_unknown(sheet, i, map, places, slots):
    """List place and slot of the unknown cards of table i, place by place, as many as the pack has cards.

    Returns the number of all unknown cards.
    """
    n, most = 0, map.cards
    for place in range(map.places):
        form, start = map.form[place], map.start[place]
        if form >= SET:
            for _ in range(unknown_count(sheet[i, start])):
                if n < most:
                    places[n], slots[n] = place, -1
                n += 1
        else:
            for k in range(1, item(sheet, i, form, start) + 1):
                if item(sheet, i, form, start + k) == -1:
                    if n < most:
                        places[n], slots[n] = place, k
                    n += 1
    return n


@rule
def strike_unknown(sheet, i, map):
    """Take the counts of unknown cards out of the sets and bags of table i."""
    for place in range(map.places):
        if map.form[place] >= SET:
            sheet[i, map.start[place]] &= CARD_BITS


@rule(inline=True)
def lay(sheet, i, map, place, slot, kind):
    """Put a card into a place of table i, in a pile into this slot."""
    form, n, bit = map.form[place], map.start[place], 1 << kind
    if form < SET:
        put_item(sheet, i, form, n + slot, kind)
    else:
        last = n + map.items[place] - 1
        while sheet[i, n] & bit and n < last:
            n += 1
        sheet[i, n] |= bit


@rule
def hold(sheet, i, map, place, a, b):
    """Let a place of table i hold just the cards a and b; below 0: none."""
    form, start = map.form[place], map.start[place]
    if form < SET:
        for k in range(item(sheet, i, form, start), -1, -1):
            put_item(sheet, i, form, start + k, 0)
        put_item(sheet, i, form, start, (1 if a >= 0 else 0) + (1 if b >= 0 else 0))
    else:
        for n in range(start, start + map.items[place]):
            sheet[i, n] = 0
    if a >= 0:
        lay(sheet, i, map, place, 1, a)
    if b >= 0:
        lay(sheet, i, map, place, 2 if a >= 0 else 1, b)
