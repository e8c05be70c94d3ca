"""Tables read and written by place: one piece of code for the zones of every room.

A `Sheet` shows the records of an array as plain words, and a map says where in them the cards of each place stand. So what
memory and redeals do with cards is compiled once for the whole house, not for every room; copying a record to where a
sheet shows it is all that is left to compile for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.kit import ALL, CARD_BITS, OWNER, bag_add, lowest, rule, unknown_count
from parlour.kit.layout import By

if TYPE_CHECKING:
    from .rooms import Room

Ints = npt.NDArray[np.int64]

FORM, START, SIZE, FIRST, FILL = range(5)
"""First rows of every book: by place the form of its zone, where it begins (counted in its own items) and how many items it
has; by kind where its cards begin in the rows by card, and how many of them have been found."""
SET, BAG, PILE_8, PILE_16, PILE_64 = range(5)


class Sheet(NamedTuple):
    """The memory of an array of tables, row by row: [tables, items of a record], in three sizes."""

    longs: Ints
    shorts: npt.NDArray[np.int16]
    bytes: npt.NDArray[np.int8]


def sheet_of(tables: Any) -> Sheet:
    """The sheet of a record array; it shows the tables themselves, not a copy."""
    plain = np.asarray(tables)
    longs, shorts, small = (plain.view(size).reshape(len(plain), -1) for size in (np.int64, np.int16, np.int8))
    return Sheet(longs, shorts, small)


def write_map(book: Ints, room: Room) -> None:
    """Fill the first rows of a book with the places of a room."""
    for place in room.Table.places:
        kind, offset = room.Table.dtype.fields[place.zone.name][:2]  # type: ignore[index]
        form = {"cards": SET, "bag": BAG}.get(place.zone.kind, {1: PILE_8, 2: PILE_16, 8: PILE_64}[kind.base.itemsize])
        size = int(np.prod(place.zone.own_shape, dtype=np.int64))
        repeat = np.ravel_multi_index(place.index, place.zone.shape) if place.index else 0
        book[FORM, place.number], book[SIZE, place.number] = form, size
        book[START, place.number] = offset // kind.base.itemsize + int(repeat) * size


def places_in_sight(room: Room, row: Any, seat: int) -> int:
    """The set of the places that lie open to a seat under the house rules of a table."""
    places = 0
    for place in room.Table.places:
        seen = place.zone.seen
        if isinstance(seen, By):
            seen = seen.when_on if row[seen.option] else seen.otherwise
        if seen == ALL or (seen == OWNER and place.owner == seat):
            places |= 1 << place.number
    return places


def places_to_play(room: Room, phase: int, seat: int) -> int:
    """The set of a seat's own places that it chooses cards from in a phase."""
    places = 0
    for place in room.Table.places:
        plays = place.zone.plays
        if place.owner == seat and (plays if isinstance(plays, bool) else phase in plays):
            places |= 1 << place.number
    return places


@rule
def card_at(sheet, i, form, n):
    """Item n of a pile's form in table i."""
    return sheet.bytes[i, n] if form == PILE_8 else sheet.shorts[i, n] if form == PILE_16 else sheet.longs[i, n]


@rule
def put_at(sheet, i, form, n, card):
    """Write item n of a pile's form in table i."""
    if form == PILE_8:
        sheet.bytes[i, n] = card
    elif form == PILE_16:
        sheet.shorts[i, n] = card
    else:
        sheet.longs[i, n] = card


@rule
def survey(sheet, i, book, places, row):
    """Where every known card of table i lies: its place in a row of the book, its slot in a pile or -1 in the next.

    -1 in both for cards not found. Equal cards stand in the order of their places.
    """
    for kind in range(54):
        book[FILL, kind] = book[FIRST, kind]
    for n in range(book[FIRST, 54]):
        book[row, n] = book[row + 1, n] = -1
    for place in range(places):
        form, start, size = book[FORM, place], book[START, place], book[SIZE, place]
        if form == SET or form == BAG:
            for n in range(start, start + size):
                cards = sheet.longs[i, n] & CARD_BITS
                while cards:
                    note(book, row, lowest(cards), place, -1)
                    cards &= cards - 1
        else:
            for k in range(1, card_at(sheet, i, form, start) + 1):
                card = card_at(sheet, i, form, start + k)
                if card >= 0:
                    note(book, row, card, place, k)


@rule
def note(book, row, kind, place, slot):
    """Put a card down in the book, if the pack has a card of the kind to spare."""
    n = book[FILL, kind]
    if n < book[FIRST, kind + 1]:
        book[row, n], book[row + 1, n] = place, slot
        book[FILL, kind] = n + 1


@rule
def list_unknown(sheet, i, book, places, row):
    """Put down the unknown cards of table i place by place, in two rows like `survey`; returns how many there are.

    The count goes on where the book is full.
    """
    n = 0
    for place in range(places):
        form, start = book[FORM, place], book[START, place]
        if form == SET or form == BAG:
            for _ in range(unknown_count(sheet.longs[i, start])):
                if n < book.shape[1]:
                    book[row, n], book[row + 1, n] = place, -1
                n += 1
        else:
            for k in range(1, card_at(sheet, i, form, start) + 1):
                if card_at(sheet, i, form, start + k) == -1:
                    if n < book.shape[1]:
                        book[row, n], book[row + 1, n] = place, k
                    n += 1
    return n


@rule
def strike_unknown(sheet, i, book, places):
    """Take the counts of unknown cards out of the sets and bags of table i."""
    for place in range(places):
        if book[FORM, place] == SET or book[FORM, place] == BAG:
            sheet.longs[i, book[START, place]] &= CARD_BITS


@rule
def lay(sheet, i, book, place, slot, kind):
    """Put a card into a place of table i, where it is a pile into this slot."""
    form, start = book[FORM, place], book[START, place]
    if form == SET:
        sheet.longs[i, start] |= 1 << kind
    elif form == BAG:
        bag_add(sheet.longs[i, start : start + book[SIZE, place]], kind)
    else:
        put_at(sheet, i, form, start + slot, kind)


@rule
def empty(sheet, i, book, place):
    """Take all cards out of a place of table i."""
    form, start = book[FORM, place], book[START, place]
    for n in range(start, start + book[SIZE, place]):
        if form == SET or form == BAG:
            sheet.longs[i, n] = 0
        else:
            put_at(sheet, i, form, n, 0)


@rule
def hold(sheet, i, book, place, a, b):
    """Let a place of table i hold just the cards a and b; below 0: none."""
    empty(sheet, i, book, place)
    form, start = book[FORM, place], book[START, place]
    n = 0
    for card in (a, b):
        if card >= 0:
            n += 1
            lay(sheet, i, book, place, n, card)
    if form != SET and form != BAG:
        put_at(sheet, i, form, start, n)
