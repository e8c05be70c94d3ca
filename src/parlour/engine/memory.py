"""What each seat remembers: for every card the places where it may be, and its slot in a pile where that is known.

`watch` works it out from successive tables, one function for all games. Memory depends on what a seat could see and
nothing else: tables that look alike to a seat at every step give it the same memory, and the truth is never ruled out.

- A card in sight is where it is; one seen to leave into hiding is followed, unless the step used randomness or a choice
  that the seat does not see (a *veiled* one).
- What moves unseen moves as a flow: if cards went from A to B and to C, whatever may have been in A may be in B or C; if
  all of A went to B, it is in B. So nothing depends on which of the hidden cards moved.
- Slots are followed while steps are clear and forgotten at a shuffle; a shuffled deal forgets everything.
- Equal cards are exchangeable: of several that may have left a place the one known to lie there is taken to go first, else
  what is known of the candidates is put together before one of them is taken. The rows of a kind are kept in order.
- A choice shows what it excludes: if the rules allow it to a hand of that card alone (a call: to an empty hand) and would
  object if x were there too, the chooser does not hold x. This rests on more cards never making a choice legal that fewer
  make illegal; phases where a room breaks that, or where an objection costs a search, are declared `telling=False`.
- Where everybody plays with a pack of their own, equal cards that are all hidden lie one with each seat. And the chance in the
  ticks of a race moves no card: it draws how long somebody took.

What this asks of a room: a step that shuffles does nothing else, and in any other step a hidden place does not both
gain and lose cards.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from parlour.kit import DEAL, NOBODY, bag_copies, lowest, rule
from parlour.kit.layout import copy_of

from .dispatch import objection, pack
from .sheets import FIRST, Ints, hold, list_unknown, places_in_sight, places_to_play, sheet_of, survey, write_map
from .steps import mask_row

if TYPE_CHECKING:
    from .rooms import Room

BAG_PLANES = 8
COLUMNS = 128
"""Columns of a book at least: one for every phase there can be."""
VEILS, NO_LACKS, NO_SHUFFLE = 1, 2, 4
"""Flags of a phase: its choices are hidden from the others; its choices are not asked what they exclude; its chance moves no
card."""


class Notes(NamedTuple):
    """What `watch` works on: the tables before and after a step, and `book`, int64[SLOT + 3 * seats, cards or more].

    The rows of the book are named here and in `sheets`. Columns first[k] .. first[k + 1] - 1 of a row by card are the cards of
    kind k.
    """

    tables: Any
    sheet: Ints  # the same tables
    book: Ints


KIND, BEFORE, BEFORE_AT, AFTER, AFTER_AT, NEXT_MAY, NEXT_SLOT, SETTLED = range(5, 13)
SEEN, OWNED, FLOW, PHASES, FIGURES, MAY, SLOT, PLAYS = range(13, 21)
"""Rows by card: its kind, its true place and slot before and after a step, and what is worked out of it; by seat the places in
sight and those that are its own; by place where its hidden cards are after the step; by phase its flags; figures; then for
every seat three rows: by card the set of places where it may be, and its slot or -1; by phase the set of its own places it
chooses cards from."""
_KINDS = np.arange(55)
RECALLED_KIND, RECALLED_MAY, RECALLED_SLOT = range(3)
"""Rows of the book of a `Recall`."""
CARDS, PLACES, REPEATED, FULL, GAINED, LOST, UNKNOWN, OWN_PACKS = range(8)
"""Figures: how many cards and places; whether there are equal cards; sets of places that hold cards, gained, lost some, hold
unknown ones; whether everybody has a pack of their own."""


# the table is read: compiled for every room


@rule
def fresh(tables, i, notes):
    """Begin to watch at tables[i]: what is in sight is known, the rest may be anywhere hidden."""
    notes.tables[1] = tables[i]
    look_around(notes.sheet, notes.book, notes.tables[1].seats)


@rule
def watch(before, i, after, j, notes, mover, choice, shuffled):
    """Bring the memories of all seats from before[i] to after[j], which one step has made of it.

    mover, choice: who chose what, NOBODY and anything for a step nobody chose. shuffled: the step used the random state.
    """
    notes.tables[0], notes.tables[1] = before[i], after[j]
    t, sheet, book = notes.tables[0], notes.sheet, notes.book
    seats, phase = t.seats, t.phase
    compare(sheet, book)
    home, lacking = home_of(book, seats, phase, mover, choice), 0
    if home != NOBODY:
        lacking = lacks(t, sheet, book, mover, choice, home)
    learn(book, seats, phase, mover, choice, shuffled, home, lacking)


@rule
def lacks(t, sheet, book, mover, choice, home):
    """The set of the kinds that cannot have been in the place `home` when this was chosen.

    t: the table before, which the sheet shows in row 0. It is used up.
    """
    strip(sheet, book, t.phase, mover)
    card = choice if choice < 54 else -1
    hold(sheet, 0, book, home, card, -1)
    if objection(t, choice) != 0:
        return 0
    kinds = 0
    for kind in range(54):
        copies = book[FIRST, kind + 1] - book[FIRST, kind]
        if copies > (1 if kind == choice else 0):
            hold(sheet, 0, book, home, card, kind)
            if objection(t, choice) > 0:
                kinds |= 1 << kind
    return kinds


# what happened: compiled once for all rooms, like all that follows


@rule(apart=True)
def look_around(sheet, book, seats):
    """All seats know what they see in row 1 of the sheet and nothing else."""
    survey(sheet, 1, book, book[FIGURES, PLACES], AFTER)
    gather_moves(book)
    places = 0
    for n in range(min(list_unknown(sheet, 1, book, book[FIGURES, PLACES], NEXT_MAY), book[FIGURES, CARDS])):
        places |= 1 << book[NEXT_MAY, n]
    book[FIGURES, UNKNOWN] = places
    for seat in range(seats):
        forget(book, seat)


@rule(apart=True)
def compare(sheet, book):
    """How the cards lie before and after a step."""
    survey(sheet, 0, book, book[FIGURES, PLACES], BEFORE)
    survey(sheet, 1, book, book[FIGURES, PLACES], AFTER)
    if book[FIGURES, REPEATED]:
        pair_equal(book)
    gather_moves(book)


@rule
def strip(sheet, book, phase, mover):
    """Empty the mover's places in row 0 of the sheet."""
    own = book[PLAYS + 3 * mover, phase]
    while own:
        hold(sheet, 0, book, lowest(own), -1, -1)
        own &= own - 1


@rule(apart=True)
def learn(book, seats, phase, mover, choice, shuffled, home, lacking):
    """What all seats make of a step that `compare` has looked at.

    home: the place that was chosen from, if the choice tells anything, and the kinds lacking there.
    """
    if book[PHASES, phase] & NO_SHUFFLE:
        shuffled = 0
    dealt = mover == NOBODY and phase == DEAL and shuffled
    veils = (book[PHASES, phase] & VEILS) != 0
    for seat in range(seats):
        if dealt:
            forget(book, seat)
            continue
        veiled = mover != NOBODY and mover != seat and (veils or unseen_choice(book, seat, choice))
        if lacking and seat != mover and not veiled and not (book[SEEN, seat] >> home) & 1:
            exclude(book, seat, home, lacking)
        follow(book, seat, not veiled and not shuffled, shuffled)


@rule
def pair_equal(book):
    """Put the rows of equal cards after the step in an order that moves as few as possible."""
    for kind in range(54):
        low, high = book[FIRST, kind], book[FIRST, kind + 1]
        if high - low < 2:
            continue
        for by_slot in range(1, -1, -1):
            for row in range(low, high):
                if not stays(book, row, row, by_slot):
                    for other in range(low, high):
                        if stays(book, row, other, by_slot) and not stays(book, other, other, by_slot):
                            place, slot = book[AFTER, row], book[AFTER_AT, row]
                            book[AFTER, row], book[AFTER_AT, row] = book[AFTER, other], book[AFTER_AT, other]
                            book[AFTER, other], book[AFTER_AT, other] = place, slot
                            break


@rule
def stays(book, row, other, by_slot):
    """Whether a card lies after the step (row `other`) where another (row `row`) lay before it."""
    same = book[BEFORE, row] == book[AFTER, other]
    return same and (book[BEFORE_AT, row] == book[AFTER_AT, other] or not by_slot)


@rule
def gather_moves(book):
    """The places that hold cards after the step, those that gained cards and those that lost some."""
    full = gained = lost = 0
    for row in range(book[FIGURES, CARDS]):
        a, b = book[BEFORE, row], book[AFTER, row]
        if b >= 0:
            full |= 1 << b
        if a != b:
            if b >= 0:
                gained |= 1 << b
            if a >= 0:
                lost |= 1 << a
    book[FIGURES, FULL], book[FIGURES, GAINED], book[FIGURES, LOST], book[FIGURES, UNKNOWN] = full, gained, lost, 0


@rule
def unseen_choice(book, seat, choice):
    """Whether a card was chosen and the seat saw no card of its kind come, go or move."""
    if choice >= 54:
        return False
    seen = book[SEEN, seat]
    for row in range(book[FIRST, choice], book[FIRST, choice + 1]):
        a, b = book[BEFORE, row], book[AFTER, row]
        if a != b or book[BEFORE_AT, row] != book[AFTER_AT, row]:
            if (a >= 0 and (seen >> a) & 1) or (b >= 0 and (seen >> b) & 1):
                return False
    return True


@rule
def home_of(book, seats, phase, mover, choice):
    """Of the mover's own places the one the card was chosen from, for a call the first that holds cards.

    NOBODY if there is none, if everybody sees it, or if choices of this phase tell nothing.
    """
    if mover == NOBODY or book[PHASES, phase] != 0:
        return NOBODY
    low, high = 0, book[FIGURES, CARDS]
    if choice < 54:
        low, high = book[FIRST, choice], book[FIRST, choice + 1]
    held = 0
    for row in range(low, high):
        if book[BEFORE, row] >= 0:
            held |= 1 << book[BEFORE, row]
    held &= book[PLAYS + 3 * mover, phase]
    if held:
        home = lowest(held)
        for seat in range(seats):
            if not (book[SEEN, seat] >> home) & 1:
                return home
    return NOBODY


# what a seat makes of it


@rule
def forget(book, seat):
    """The seat knows of the cards in sight and nothing else."""
    may, slot = book[MAY + 3 * seat], book[SLOT + 3 * seat]
    seen = book[SEEN, seat]
    for row in range(book[FIGURES, CARDS]):
        place = book[AFTER, row]
        if place >= 0 and (seen >> place) & 1:
            may[row], slot[row] = 1 << place, book[AFTER_AT, row]
        else:
            may[row], slot[row] = (book[FIGURES, FULL] & ~seen) | book[FIGURES, UNKNOWN], -1
    if book[FIGURES, REPEATED]:
        for kind in range(54):
            low, high = book[FIRST, kind], book[FIRST, kind + 1]
            if book[FIGURES, OWN_PACKS] and all_hidden(book, seat, low, high):
                for row in range(low, high):
                    may[row] &= book[OWNED, row - low]
            arrange(book, seat, low, high)


@rule
def all_hidden(book, seat, low, high):
    """Whether the cards of these rows are all on the table and none of them is in sight."""
    for row in range(low, high):
        if book[AFTER, row] < 0 or (book[SEEN, seat] >> book[AFTER, row]) & 1:
            return False
    return True


@rule
def exclude(book, seat, home, kinds):
    """The place `home` holds none of these kinds."""
    may = book[MAY + 3 * seat]
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        for row in range(book[FIRST, kind], book[FIRST, kind + 1]):
            may[row] &= ~(1 << home)


@rule
def follow(book, seat, clear, shuffled):
    """Bring one seat's memory over the step. clear: no randomness was used and no choice veiled from it."""
    may, slot = book[MAY + 3 * seat], book[SLOT + 3 * seat]
    find_flows(book, seat, clear, shuffled)
    seen = book[SEEN, seat]
    gained = book[FIGURES, GAINED] & ~seen
    last, moved = -1, 0  # many rows hold the same set
    for kind in range(54):
        low, high = book[FIRST, kind], book[FIRST, kind + 1]
        if high - low > 1:
            follow_equal(book, seat, low, high, clear, shuffled)
            continue
        if high == low:
            continue
        a, b = book[BEFORE, low], book[AFTER, low]
        if b < 0:
            may[low], slot[low] = 0, -1
        elif (seen >> b) & 1:
            may[low], slot[low] = 1 << b, book[AFTER_AT, low]
        elif a < 0 or (seen >> a) & 1:
            if clear:
                may[low], slot[low] = 1 << b, book[AFTER_AT, low]
            else:
                may[low], slot[low] = gained, -1
        elif slot[low] >= 0 and kept(book, low, clear, shuffled):
            may[low], slot[low] = 1 << b, book[AFTER_AT, low]
        else:
            if may[low] != last:
                last = may[low]
                moved = flow_of(book, last)
            may[low], slot[low] = moved, -1


@rule
def kept(book, row, clear, shuffled):
    """Whether a card whose slot the seat knows can be followed: in a clear step, or where its pile lost nothing."""
    if clear:
        return True
    a = book[BEFORE, row]
    still = book[AFTER, row] == a and book[AFTER_AT, row] == book[BEFORE_AT, row]
    return not shuffled and still and not (book[FIGURES, LOST] >> a) & 1


@rule
def find_flows(book, seat, clear, shuffled):
    """flow[A] = the hidden places where a card is after the step that lay hidden in A before it.

    Cards that are followed by their slot are no part of it. In a shuffled step every place that took part may have given
    to every one that gained: what went where is chance, and none of the seat's business.
    """
    seen = book[SEEN, seat]
    hidden = book[FIGURES, FULL] & ~seen
    if shuffled:
        gained = book[FIGURES, GAINED] & hidden
        part = book[FIGURES, GAINED] | book[FIGURES, LOST]
        for place in range(book[FIGURES, PLACES]):
            book[FLOW, place] = ((1 << place) | (gained if (part >> place) & 1 else 0)) & hidden
        return
    if not (book[FIGURES, GAINED] & hidden and book[FIGURES, LOST] & ~seen):
        for place in range(book[FIGURES, PLACES]):
            book[FLOW, place] = (1 << place) & hidden
        return
    for place in range(book[FIGURES, PLACES]):
        book[FLOW, place] = 0
    for kind in range(54):
        low, high = book[FIRST, kind], book[FIRST, kind + 1]
        for row in range(low, high):
            a, b = book[BEFORE, row], book[AFTER, row]
            if a < 0 or b < 0 or ((seen >> a) | (seen >> b)) & 1:
                continue
            known = book[BEFORE_AT, row] >= 0 and find(book, seat, low, high, a, book[BEFORE_AT, row]) >= 0
            if not (known and kept(book, row, clear, shuffled)):
                book[FLOW, a] |= 1 << b


@rule
def find(book, seat, low, high, place, at):
    """The row among low .. high - 1 that the seat knows to lie in this slot of this place, -1 if none."""
    may, slot = book[MAY + 3 * seat], book[SLOT + 3 * seat]
    for row in range(low, high):
        if slot[row] == at and may[row] == 1 << place:
            return row
    return -1


@rule
def flow_of(book, may):
    """Where a hidden card may be after the step that may have been in any of these places."""
    moved = 0
    while may:
        moved |= book[FLOW, lowest(may)]
        may &= may - 1
    return moved


@rule
def follow_equal(book, seat, low, high, clear, shuffled):
    """`follow` for the cards of a kind of which there are several."""
    may, slot = book[MAY + 3 * seat], book[SLOT + 3 * seat]
    seen = book[SEEN, seat]
    for row in range(low, high):
        book[SETTLED, row] = 0
    # cards that came into sight, and those that were in sight
    for hidden_first in range(2):
        for row in range(low, high):
            a, b = book[BEFORE, row], book[AFTER, row]
            from_sight = a < 0 or (seen >> a) & 1
            to_sight = b < 0 or (seen >> b) & 1
            if not from_sight and to_sight and hidden_first == 0:
                settle_row(book, hidden_copy(book, seat, low, high, a, book[BEFORE_AT, row]), b, book[AFTER_AT, row])
            elif from_sight and hidden_first == 1:
                copy = open_copy(book, seat, low, high, a)
                settle_row(book, copy, b, book[AFTER_AT, row])
                if not to_sight and not clear:
                    book[NEXT_MAY, copy], book[NEXT_SLOT, copy] = book[FIGURES, GAINED] & ~seen, -1
    # cards that stay hidden: those of known slots first
    for row in range(low, high):
        a, b = book[BEFORE, row], book[AFTER, row]
        if a >= 0 and b >= 0 and not ((seen >> a) | (seen >> b)) & 1 and book[BEFORE_AT, row] >= 0:
            copy = find(book, seat, low, high, a, book[BEFORE_AT, row])
            if copy >= 0 and not book[SETTLED, copy] and kept(book, row, clear, shuffled):
                settle_row(book, copy, b, book[AFTER_AT, row])
    for row in range(low, high):
        if not book[SETTLED, row]:
            book[NEXT_MAY, row], book[NEXT_SLOT, row] = flow_of(book, may[row]), -1
    for row in range(low, high):
        may[row], slot[row] = book[NEXT_MAY, row], book[NEXT_SLOT, row]
    arrange(book, seat, low, high)


@rule
def settle_row(book, row, place, slot):
    """The card of this row is known to lie in this slot of this place after the step."""
    book[NEXT_MAY, row], book[NEXT_SLOT, row] = (1 << place if place >= 0 else 0), slot
    book[SETTLED, row] = 1


@rule
def open_copy(book, seat, low, high, place):
    """A row not settled that stands for a card in sight at this place (below 0: nowhere)."""
    may = book[MAY + 3 * seat]
    there = 1 << place if place >= 0 else 0
    spare = low
    for row in range(high - 1, low - 1, -1):
        if not book[SETTLED, row]:
            if may[row] == there:
                return row
            spare = row
    return spare


@rule
def hidden_copy(book, seat, low, high, place, at):
    """The row that stands for a card which came into sight out of this slot of a hidden place.

    First a card known to lie there. Among several that may have been there nothing tells them apart any more: each gets
    what is known of any of them.
    """
    may, slot = book[MAY + 3 * seat], book[SLOT + 3 * seat]
    row = find(book, seat, low, high, place, at) if at >= 0 else -1
    if row >= 0 and not book[SETTLED, row]:
        return row
    spare, candidate, union = low, -1, 0
    for row in range(high - 1, low - 1, -1):
        if book[SETTLED, row]:
            continue
        spare = row
        if slot[row] >= 0 or not (may[row] >> place) & 1:
            continue
        if may[row] == 1 << place:
            return row
        candidate = row
        union |= may[row]
    if candidate < 0:
        return spare
    for row in range(low, high):
        if not book[SETTLED, row] and slot[row] < 0 and (may[row] >> place) & 1:
            may[row] = union
    return candidate


@rule
def arrange(book, seat, low, high):
    """Put the rows of a kind in ascending order, so that equal knowledge is equal memory."""
    may, slot = book[MAY + 3 * seat], book[SLOT + 3 * seat]
    for row in range(low + 1, high):
        places, at, n = may[row], slot[row], row
        while n > low and (places < may[n - 1] or (places == may[n - 1] and at < slot[n - 1])):
            may[n], slot[n] = may[n - 1], slot[n - 1]
            n -= 1
        may[n], slot[n] = places, at


@rule
def pack_row(tables, i, bag):
    """`pack` for tables[i]."""
    pack(tables[i], bag)


def card_kinds(tables: Any) -> Ints:
    """The kinds of the pack for the seats and house rules of tables[0]: ascending, equal cards repeated."""
    bag = np.zeros(BAG_PLANES, np.int64)
    pack_row(tables, 0, bag)
    return np.array([kind for kind in range(54) for _ in range(bag_copies(bag, kind))], np.int64)


def first_rows(kind: Ints) -> Ints:
    """By kind the first of its rows, int64[55], from the kinds of the pack."""
    return np.searchsorted(kind, _KINDS)


@cache
def blank_book(room: Room, seats: int) -> Ints:
    """The part of a book that is the same for all house rules."""
    book = np.zeros((MAY + 3 * seats, COLUMNS), np.int64)
    write_map(book, room)
    book[FIGURES, PLACES] = len(room.Table.places)
    for phase in (*room.quiet, *room.veiled):
        book[PHASES, phase] |= VEILS
    for phase in set(range(1, len(room.phases))) - set(room.telling):
        book[PHASES, phase] |= NO_LACKS
    for phase in room.races:
        book[PHASES, phase] |= NO_SHUFFLE
    book[FIGURES, OWN_PACKS] = room.own_packs
    for seat in range(seats):
        book[OWNED, seat] = sum(1 << place.number for place in room.Table.places if place.owner == seat)
        for phase in range(len(room.phases)):
            book[PLAYS + 3 * seat, phase] = places_to_play(room, phase, seat)
    return book


@dataclass(frozen=True, slots=True)
class Move:
    """One choice that was made: in which hand (counted from 1) and phase, by whom, and its code (-1: its seat alone knows).

    table: what everybody could see when it was made, as spectators do (record array of shape (1,)); None in earlier hands, and
    where others do not see at once what is chosen, or who is asked.
    """

    hand: int
    phase: int
    seat: int
    code: int
    table: Any = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, eq=False)
class Recall:
    """What one seat remembers, as a copy that nothing of the match can be reached from. Made by `Memory.of`.

    book: int64[3, cards], for every card of the pack, in ascending order with repeats, its kind, the set of the places where it
    may be (one bit per place of `Table.places`; none: nowhere on the table yet), and its slot in a pile or -1. moves: the choices
    of the match as the seat saw them, from the first on. token: random, the same for the seat throughout the match.
    """

    room: Room
    seat: int
    book: Ints
    moves: tuple[Move, ...] = ()
    token: str = ""

    @classmethod
    def blank(cls, tables: Any, room: Room) -> Recall:
        """What somebody remembers who only knows the pack: any card that is not in sight may be in any place."""
        kind = card_kinds(tables)
        return cls(room, NOBODY, np.stack([kind, np.zeros_like(kind), np.full_like(kind, -1)]))

    @property
    def kind(self) -> Ints:
        """The kinds of the cards."""
        return self.book[RECALLED_KIND]

    @property
    def may(self) -> Ints:
        """By card the set of the places where it may be."""
        return self.book[RECALLED_MAY]

    @property
    def slot(self) -> Ints:
        """By card its slot in a pile, -1 if it is not known or has none."""
        return self.book[RECALLED_SLOT]


class Memory:
    """What all seats of one match remember, worked out from the true tables. It stays in the engine: bots are given what `of`
    copies for one seat. Made by `Memory.fresh`, kept up by `watch` after every step."""

    def __init__(self, room: Room, tables: Any, book: Ints) -> None:
        """`tables` (two records, of any content) and `book` become the memory's own."""
        self.room, self.notes = room, Notes(tables, sheet_of(tables), book)
        seats = (len(book) - MAY) // 3
        self._tokens = [secrets.token_hex(16) for _ in range(seats)]
        # by seat, and last what everybody saw, which is at index NOBODY: the moves of earlier hands, and of this one
        self._earlier: list[tuple[Move, ...]] = [()] * (seats + 1)
        self._moves: list[list[Move]] = [[] for _ in range(seats + 1)]

    @classmethod
    def fresh(cls, tables: Any, room: Room) -> Memory:
        """The memories of seats that see tables[0] (record array) now and have seen nothing before."""
        kind, seats = card_kinds(tables), int(tables[0].seats)
        book = np.zeros((MAY + 3 * seats, max(len(kind), COLUMNS)), np.int64)
        book[:, :COLUMNS] = blank_book(room, seats)
        book[KIND, : len(kind)] = kind
        book[FIRST, :55] = first_rows(kind)
        book[FIGURES, CARDS] = len(kind)
        book[FIGURES, REPEATED] = len(np.unique(kind)) < len(kind)
        for seat in range(seats):
            book[SEEN, seat] = places_in_sight(room, tables[0], seat)
        memory = cls(room, np.concatenate([tables[:1], tables[:1]]).view(np.recarray), book)
        fresh(tables, 0, memory.notes)
        return memory

    def watch(self, before: Any, after: Any, mover: int, choice: int, shuffled: bool) -> None:
        """One step made after[0] of before[0]: choice by mover, or nobody's (mover NOBODY). `shuffled`: it used randomness."""
        watch(before, 0, after, 0, self.notes, mover, choice, int(shuffled))
        if mover != NOBODY:
            self._note(before, mover, choice)

    def _note(self, before: Any, mover: int, choice: int) -> None:
        """Add a choice to the histories, as far as each seat sees it.

        What others chose face down or all at once is noted without its code, and nothing of what they were asked in secret.
        """
        room, hand, phase, table = self.room, int(before[0].hand_number), int(before[0].phase), None
        if phase not in {*room.veiled, *room.together, *room.quiet, *room.races}:
            table = copy_of(before[:1])
            mask_row(table, 0, NOBODY)
            table = np.ndarray(table.shape, table.dtype, table.tobytes())  # seats share it: nothing can be written into it
        move = Move(hand, phase, mover, choice, table)
        shown = replace(move, code=NOBODY) if phase in {*room.veiled, *room.together} else move
        for seat, moves in enumerate(self._moves):
            if moves and moves[-1].hand != hand:
                self._earlier[seat] += tuple(replace(earlier, table=None) for earlier in moves)
                moves.clear()
            if seat == mover:
                moves.append(move)
            elif phase not in room.quiet:
                moves.append(shown)

    def of(self, seat: int) -> Recall:
        """A copy of what one seat remembers; of NOBODY, a spectator, only the choices that everybody saw."""
        book = self.notes.book
        n, moves = book[FIGURES, CARDS], (*self._earlier[seat], *self._moves[seat])
        if seat == NOBODY:
            return replace(Recall.blank(self.notes.tables[1:], self.room), moves=moves)
        own = np.array([book[KIND, :n], book[MAY + 3 * seat, :n], book[SLOT + 3 * seat, :n]])
        return Recall(self.room, seat, own, moves, self._tokens[seat])

    def copy(self) -> Memory:
        """An independent copy, for a match that goes on from here in another way."""
        copied = Memory(self.room, copy_of(self.notes.tables), self.notes.book.copy())
        copied._tokens, copied._earlier = self._tokens, self._earlier.copy()
        copied._moves = [moves.copy() for moves in self._moves]
        return copied
