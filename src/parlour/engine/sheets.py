"""Tables read and written by place: one piece of code for the zones of every room.

A *sheet* shows the records of an array as plain words, int64[tables, words of a record], and a map says where in them the cards
of each place stand. So what memory and redeals do with cards is compiled once for the whole house, not for every room;
copying a record to where a sheet shows it is all that is left to compile for each.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from parlour.kit import ALL, CARD_BITS, OWNER, lowest, rule, unknown_count
from parlour.kit.layout import By
from parlour.machine import shift_left, shift_right

if TYPE_CHECKING:
    from .rooms import Room

Ints = npt.NDArray[np.int64]

FORM, START, SIZE, FIRST, FILL = range(5)
"""First rows of every book: by place the form of its zone, where in the record it begins and how many items it has, counted in
items of its size; by kind where its cards begin in the rows by card, and how many of them have been found."""
SET, BAG = 4, 5
"""Forms. That of a pile says the size of its items: 0 a byte, 1 two, 3 eight (the power of two)."""


def sheet_of(tables: Any) -> Ints:
    """The sheet of a record array; it shows the tables themselves, not a copy."""
    assert sys.byteorder == "little"
    words: Ints = tables.view(np.ndarray).view(np.int64).reshape(len(tables), -1)
    return words


def write_map(book: Ints, room: Room) -> None:
    """Fill the first rows of a book with the places of a room."""
    for place in room.Table.places:
        kind, offset = room.Table.dtype.fields[place.zone.name][:2]  # type: ignore[index]
        form = {"cards": SET, "bag": BAG}.get(place.zone.kind, {1: 0, 2: 1, 8: 3}[kind.base.itemsize])
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
            seen = seen.under(row)
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
        if form >= SET:
            for n in range(start, start + size):
                cards = sheet[i, n] & CARD_BITS
                while cards:
                    note(book, row, lowest(cards), place, -1)
                    cards &= cards - 1
        else:
            for k in range(1, item(sheet, i, form, start) + 1):
                card = item(sheet, i, form, start + k)
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
        if form >= SET:
            for _ in range(unknown_count(sheet[i, start])):
                if n < book.shape[1]:
                    book[row, n], book[row + 1, n] = place, -1
                n += 1
        else:
            for k in range(1, item(sheet, i, form, start) + 1):
                if item(sheet, i, form, start + k) == -1:
                    if n < book.shape[1]:
                        book[row, n], book[row + 1, n] = place, k
                    n += 1
    return n


@rule
def strike_unknown(sheet, i, book, places):
    """Take the counts of unknown cards out of the sets and bags of table i."""
    for place in range(places):
        if book[FORM, place] >= SET:
            sheet[i, book[START, place]] &= CARD_BITS


@rule(inline=True)
def lay(sheet, i, book, place, slot, kind):
    """Put a card into a place of table i, where it is a pile into this slot."""
    form, n, bit = book[FORM, place], book[START, place], 1 << kind
    if form < SET:
        put_item(sheet, i, form, n + slot, kind)
    else:
        last = n + book[SIZE, place] - 1
        while sheet[i, n] & bit and n < last:
            n += 1
        sheet[i, n] |= bit


@rule
def hold(sheet, i, book, place, a, b):
    """Let a place of table i hold just the cards a and b; below 0: none."""
    form, start = book[FORM, place], book[START, place]
    if form < SET:
        for k in range(item(sheet, i, form, start), -1, -1):
            put_item(sheet, i, form, start + k, 0)
        put_item(sheet, i, form, start, (1 if a >= 0 else 0) + (1 if b >= 0 else 0))
    else:
        for n in range(start, start + book[SIZE, place]):
            sheet[i, n] = 0
    if a >= 0:
        lay(sheet, i, book, place, 1, a)
    if b >= 0:
        lay(sheet, i, book, place, 2 if a >= 0 else 1, b)
