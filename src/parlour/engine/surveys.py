"""The parts that surveys of a table and redeals are put together from, zone by zone (see `generate_places`).

They are compiled once for the whole house; what is compiled for a room is one call a zone.
"""

from __future__ import annotations

from parlour.kit import CARD_BITS, bag_add, lowest, rule, unknown_count

KIND, FIRST, FILL = range(3)
"""First rows of a memory's book: by card its kind; by kind where its cards begin and how many have been found."""


@rule
def note(kind, place, slot, book, row):  # type: ignore[no-untyped-def]
    """A card lies in this place: put it down in two rows of the book, if the pack has a card of the kind to spare."""
    n = book[FILL, kind]
    if n < book[FIRST, kind + 1]:
        book[row, n], book[row + 1, n] = place, slot
        book[FILL, kind] = n + 1


@rule
def note_set(cards, place, book, row):  # type: ignore[no-untyped-def]
    """`note` the known cards of a set."""
    cards &= CARD_BITS
    while cards:
        note(lowest(cards), place, -1, book, row)
        cards &= cards - 1


@rule
def note_bag(bag, place, book, row):  # type: ignore[no-untyped-def]
    """`note` the known cards of a bag."""
    for k in range(len(bag)):
        note_set(bag[k], place, book, row)


@rule
def note_pile(pile, place, book, row):  # type: ignore[no-untyped-def]
    """`note` the known cards of a pile."""
    for k in range(1, pile[0] + 1):
        if pile[k] >= 0:
            note(pile[k], place, k, book, row)


@rule
def begin_notes(book, row):  # type: ignore[no-untyped-def]
    """No card has been found yet."""
    for kind in range(54):
        book[FILL, kind] = book[FIRST, kind]
    for n in range(book[FIRST, 54]):
        book[row, n] = book[row + 1, n] = -1


@rule
def list_unknown(cards, place, n, book, row):  # type: ignore[no-untyped-def]
    """Put down the unknown cards of a set (or of a bag's first plane); returns how many there are by now.

    The count goes on where the book is full.
    """
    for _ in range(unknown_count(cards)):
        if n < book.shape[1]:
            book[row, n], book[row + 1, n] = place, -1
        n += 1
    return n


@rule
def list_unknown_pile(pile, place, n, book, row):  # type: ignore[no-untyped-def]
    """Put down the unknown cards of a pile; returns how many there are by now."""
    for k in range(1, pile[0] + 1):
        if pile[k] == -1:
            if n < book.shape[1]:
                book[row, n], book[row + 1, n] = place, k
            n += 1
    return n


@rule
def complete_set(cards, dealt, n):  # type: ignore[no-untyped-def]
    """The set with cards dealt[n] .. for its unknown ones."""
    known = cards & CARD_BITS
    for k in range(n, n + unknown_count(cards)):
        known |= 1 << dealt[k]
    return known


@rule
def complete_bag(bag, dealt, n):  # type: ignore[no-untyped-def]
    """Put cards dealt[n] .. into a bag for its unknown ones; returns the next n."""
    last = n + unknown_count(bag[0])
    bag[0] &= CARD_BITS
    for k in range(n, last):
        bag_add(bag, dealt[k])
    return last


@rule
def complete_pile(pile, dealt, n):  # type: ignore[no-untyped-def]
    """Put cards dealt[n] .. into the unknown slots of a pile, from the bottom up; returns the next n."""
    for k in range(1, pile[0] + 1):
        if pile[k] == -1:
            pile[k] = dealt[n]
            n += 1
    return n
