"""What each seat remembers: for every card the places where it may be, and its slot in a pile where that is known.

`watch` works it out from successive tables, one function for all games. Memory depends on what a seat could see and
nothing else: tables that look alike to a seat at every step give it the same memory, and the truth is never ruled out.

- A card in sight is where it is; one seen to leave into hiding is followed, unless the step used randomness or a choice
  that the seat does not see (a *veiled* one).
- What moves unseen moves as a flow: if cards went from A to B and to C, whatever may have been in A may be in B or C; if
  all of A went to B, it is in B. So nothing hangs on which of the hidden cards moved.
- Slots are followed while steps are clear and forgotten at a shuffle; a shuffled deal forgets everything.
- Equal cards are exchangeable: of several that may have left a place the one known to lie there is taken to go first, else
  what is known of the candidates is put together before one of them is taken. The rows of a kind are kept in order.
- A choice shows what it excludes: if the rules allow it to a hand of that card alone (a call: to an empty hand) and would
  object if x were there too, the chooser does not hold x. This rests on more cards never making a choice legal that fewer
  make illegal; phases where a room breaks that, or where an objection costs a search, are listed in its SILENT.

What this asks of a room: a step that shuffles does nothing else, and in any other step a hidden place does not both
gain and lose cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.kit import DEAL, NOBODY, bag_copies, lowest, rule

from .dispatch import hold, objection, pack, plays_at, sights, survey, unknowns

if TYPE_CHECKING:
    from .rooms import Room

Ints = npt.NDArray[np.int64]
BAG_PLANES = 8
VEILS, NO_LACKS = 1, 2
"""Flags of a phase: its choices are hidden from the others; its choices are not asked what they exclude."""


class Notes(NamedTuple):
    """What `watch` works on. Rows first[k] .. first[k + 1] - 1 of every array by card are the cards of kind k."""

    kind: Ints  # [cards]
    first: Ints  # [55]
    may: Ints  # [seats, cards] set of places
    slot: Ints  # [seats, cards] 1.. from the bottom of a pile, or -1
    phases: Ints  # [128] flags
    repeated: Ints  # [1] whether there are equal cards
    # working room
    scratch: Any  # one table
    where: Ints  # [2, cards] true place before and after the step
    at: Ints  # [2, cards] true slot
    fill: Ints  # [54]
    seen: Ints  # [seats] places in sight
    flow: Ints  # [places] where hidden cards of a place are after the step
    next: Ints  # [3, cards] may and slot after the step, and whether they are settled
    moves: Ints  # [5] sets of places: FULL, GAINED, LOST and of UNKNOWN cards; kinds that the mover LACKS


FULL, GAINED, LOST, UNKNOWN, LACKS = range(5)


@rule
def fresh(tables, i, notes):  # type: ignore[no-untyped-def]
    """Begin to watch at tables[i]: what is in sight is known, the rest may be anywhere hidden."""
    t = tables[i]
    survey(t, notes.first, notes.fill, notes.where[1], notes.at[1])
    sights(t, notes.seen)
    full = 0
    for row in range(len(notes.kind)):
        if notes.where[1, row] >= 0:
            full |= 1 << notes.where[1, row]
    # in a table with unknown cards, too, a card that is not found is at one of them
    unknown = 0
    for n in range(min(unknowns(t, notes.next[0], notes.next[1]), len(notes.kind))):
        unknown |= 1 << notes.next[0, n]
    notes.moves[FULL], notes.moves[UNKNOWN] = full, unknown
    for seat in range(t.seats):
        forget(notes, seat)


@rule
def forget(notes, seat):  # type: ignore[no-untyped-def]
    """The seat knows of the cards in sight and nothing else."""
    seen = notes.seen[seat]
    for row in range(len(notes.kind)):
        place = notes.where[1, row]
        if place >= 0 and (seen >> place) & 1:
            notes.may[seat, row], notes.slot[seat, row] = 1 << place, notes.at[1, row]
        else:
            notes.may[seat, row], notes.slot[seat, row] = (notes.moves[FULL] & ~seen) | notes.moves[UNKNOWN], -1
    if notes.repeated[0]:
        for kind in range(54):
            arrange(notes, seat, notes.first[kind], notes.first[kind + 1])


@rule
def watch(before, i, after, j, notes, mover, choice, shuffled):  # type: ignore[no-untyped-def]
    """Bring the memories of all seats from before[i] to after[j], which one step has made of it.

    mover, choice: who chose what, NOBODY and anything for a step nobody chose. shuffled: the step used the random state.
    """
    old, new = before[i], after[j]
    survey(old, notes.first, notes.fill, notes.where[0], notes.at[0])
    survey(new, notes.first, notes.fill, notes.where[1], notes.at[1])
    sights(new, notes.seen)
    if notes.repeated[0]:
        pair_equal(notes)
    gather_moves(notes)
    if mover == NOBODY and old.phase == DEAL and shuffled:
        for seat in range(new.seats):
            forget(notes, seat)
        return
    home = NOBODY
    phase = notes.phases[old.phase]
    if mover != NOBODY and phase == 0:
        home = home_of(old, notes, mover, choice)
        if home != NOBODY:
            notes.moves[LACKS] = lacks(before, i, notes, mover, choice, home)
    for seat in range(new.seats):
        veiled = mover != NOBODY and mover != seat and ((phase & VEILS) != 0 or unseen_choice(notes, seat, choice))
        if home != NOBODY and seat != mover and not veiled and not (notes.seen[seat] >> home) & 1:
            exclude(notes, seat, home)
        follow(notes, seat, not veiled and not shuffled, shuffled)


# what happened


@rule
def pair_equal(notes):  # type: ignore[no-untyped-def]
    """Put the rows of equal cards after the step in an order that moves as few as possible."""
    for kind in range(54):
        low, high = notes.first[kind], notes.first[kind + 1]
        if high - low < 2:
            continue
        for by_slot in range(1, -1, -1):
            for row in range(low, high):
                if not stays(notes, row, row, by_slot):
                    for other in range(low, high):
                        if stays(notes, row, other, by_slot) and not stays(notes, other, other, by_slot):
                            place, slot = notes.where[1, row], notes.at[1, row]
                            notes.where[1, row], notes.at[1, row] = notes.where[1, other], notes.at[1, other]
                            notes.where[1, other], notes.at[1, other] = place, slot
                            break


@rule
def stays(notes, row, other, by_slot):  # type: ignore[no-untyped-def]
    """Whether a card lies after the step (row `other`) where another (row `row`) lay before it."""
    same = notes.where[0, row] == notes.where[1, other]
    return same and (notes.at[0, row] == notes.at[1, other] or not by_slot)


@rule
def gather_moves(notes):  # type: ignore[no-untyped-def]
    """The places that hold cards after the step, those that gained cards and those that lost some."""
    full = gained = lost = 0
    for row in range(len(notes.kind)):
        a, b = notes.where[0, row], notes.where[1, row]
        if b >= 0:
            full |= 1 << b
        if a != b:
            if b >= 0:
                gained |= 1 << b
            if a >= 0:
                lost |= 1 << a
    notes.moves[FULL], notes.moves[GAINED], notes.moves[LOST], notes.moves[UNKNOWN] = full, gained, lost, 0


@rule
def unseen_choice(notes, seat, choice):  # type: ignore[no-untyped-def]
    """Whether a card was chosen and the seat saw no card of its kind come, go or move."""
    if choice >= 54:
        return False
    seen = notes.seen[seat]
    for row in range(notes.first[choice], notes.first[choice + 1]):
        a, b = notes.where[0, row], notes.where[1, row]
        if a != b or notes.at[0, row] != notes.at[1, row]:
            if (a >= 0 and (seen >> a) & 1) or (b >= 0 and (seen >> b) & 1):
                return False
    return True


@rule
def home_of(t, notes, mover, choice):  # type: ignore[no-untyped-def]
    """The mover's place that the card was chosen from, or for a call the first one that holds cards; NOBODY if none."""
    own = plays_at(t, mover)
    if choice >= 54:
        low, high = 0, len(notes.kind)
    else:
        low, high = notes.first[choice], notes.first[choice + 1]
    held = 0
    for row in range(low, high):
        if notes.where[0, row] >= 0:
            held |= 1 << notes.where[0, row]
    held &= own
    for seat in range(t.seats):
        if held and not (notes.seen[seat] >> lowest(held)) & 1:
            return lowest(held)
    return NOBODY


@rule
def lacks(before, i, notes, mover, choice, home):  # type: ignore[no-untyped-def]
    """The set of the kinds that cannot have been in the place `home` when this was chosen."""
    notes.scratch[0] = before[i]
    t = notes.scratch[0]
    own = plays_at(t, mover)
    while own:
        hold(t, lowest(own), -1, -1)
        own &= own - 1
    card = choice if choice < 54 else -1
    hold(t, home, card, -1)
    if objection(t, choice) != 0:
        return 0
    kinds = 0
    for kind in range(54):
        copies = notes.first[kind + 1] - notes.first[kind]
        if copies > (1 if kind == choice else 0):
            hold(t, home, card, kind)
            if objection(t, choice) > 0:
                kinds |= 1 << kind
    return kinds


# what a seat makes of it


@rule
def exclude(notes, seat, home):  # type: ignore[no-untyped-def]
    """The kinds that the mover lacks are not in the place `home`."""
    kinds = notes.moves[LACKS]
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        for row in range(notes.first[kind], notes.first[kind + 1]):
            notes.may[seat, row] &= ~(1 << home)


@rule
def follow(notes, seat, clear, shuffled):  # type: ignore[no-untyped-def]
    """Bring one seat's memory over the step. clear: no randomness was used and no choice veiled from it."""
    find_flows(notes, seat, clear, shuffled)
    seen = notes.seen[seat]
    gained = notes.moves[GAINED] & ~seen
    last, moved = -1, 0  # many rows hold the same set
    for kind in range(54):
        low, high = notes.first[kind], notes.first[kind + 1]
        if high - low > 1:
            follow_equal(notes, seat, low, high, clear, shuffled)
            continue
        if high == low:
            continue
        a, b = notes.where[0, low], notes.where[1, low]
        if b < 0:
            notes.may[seat, low], notes.slot[seat, low] = 0, -1
        elif (seen >> b) & 1:
            notes.may[seat, low], notes.slot[seat, low] = 1 << b, notes.at[1, low]
        elif a < 0 or (seen >> a) & 1:
            if clear:
                notes.may[seat, low], notes.slot[seat, low] = 1 << b, notes.at[1, low]
            else:
                notes.may[seat, low], notes.slot[seat, low] = gained, -1
        elif notes.slot[seat, low] >= 0 and kept(notes, low, clear, shuffled):
            notes.may[seat, low], notes.slot[seat, low] = 1 << b, notes.at[1, low]
        else:
            may = notes.may[seat, low]
            if may != last:
                last, moved = may, flow_of(notes, may)
            notes.may[seat, low], notes.slot[seat, low] = moved, -1


@rule
def kept(notes, row, clear, shuffled):  # type: ignore[no-untyped-def]
    """Whether a card whose slot the seat knows can be followed: in a clear step, or where its pile lost nothing."""
    if clear:
        return True
    a = notes.where[0, row]
    still = notes.where[1, row] == a and notes.at[1, row] == notes.at[0, row]
    return not shuffled and still and not (notes.moves[LOST] >> a) & 1


@rule
def find_flows(notes, seat, clear, shuffled):  # type: ignore[no-untyped-def]
    """flow[A] = the hidden places where a card is after the step that lay hidden in A before it.

    Cards that are followed by their slot are no part of it. In a shuffled step every place that took part may have given
    to every one that gained: what went where is chance, and none of the seat's business.
    """
    seen = notes.seen[seat]
    hidden = notes.moves[FULL] & ~seen
    if shuffled:
        gained = notes.moves[GAINED] & hidden
        part = notes.moves[GAINED] | notes.moves[LOST]
        for place in range(len(notes.flow)):
            notes.flow[place] = ((1 << place) | (gained if (part >> place) & 1 else 0)) & hidden
        return
    if not (notes.moves[GAINED] & hidden and notes.moves[LOST] & ~seen):
        for place in range(len(notes.flow)):
            notes.flow[place] = (1 << place) & hidden
        return
    for place in range(len(notes.flow)):
        notes.flow[place] = 0
    for kind in range(54):
        low, high = notes.first[kind], notes.first[kind + 1]
        for row in range(low, high):
            a, b = notes.where[0, row], notes.where[1, row]
            if a < 0 or b < 0 or ((seen >> a) | (seen >> b)) & 1:
                continue
            known = notes.at[0, row] >= 0 and find(notes, seat, low, high, a, notes.at[0, row]) >= 0
            if not (known and kept(notes, row, clear, shuffled)):
                notes.flow[a] |= 1 << b


@rule
def find(notes, seat, low, high, place, slot):  # type: ignore[no-untyped-def]
    """The row among low .. high - 1 that the seat knows to lie in this slot of this place, -1 if none."""
    for row in range(low, high):
        if notes.slot[seat, row] == slot and notes.may[seat, row] == 1 << place:
            return row
    return -1


@rule
def flow_of(notes, may):  # type: ignore[no-untyped-def]
    """Where a hidden card may be after the step that may have been in any of these places."""
    moved = 0
    while may:
        moved |= notes.flow[lowest(may)]
        may &= may - 1
    return moved


@rule
def follow_equal(notes, seat, low, high, clear, shuffled):  # type: ignore[no-untyped-def]
    """`follow` for the cards of a kind of which there are several."""
    seen = notes.seen[seat]
    for row in range(low, high):
        notes.next[2, row] = 0
    # cards that came into sight, and those that were in sight
    for hidden_first in range(2):
        for row in range(low, high):
            a, b = notes.where[0, row], notes.where[1, row]
            from_sight = a < 0 or (seen >> a) & 1
            to_sight = b < 0 or (seen >> b) & 1
            if not from_sight and to_sight and hidden_first == 0:
                settle_row(notes, hidden_copy(notes, seat, low, high, a, notes.at[0, row]), b, notes.at[1, row])
            elif from_sight and hidden_first == 1:
                copy = open_copy(notes, seat, low, high, a)
                settle_row(notes, copy, b, notes.at[1, row])
                if not to_sight and not clear:
                    notes.next[0, copy], notes.next[1, copy] = notes.moves[GAINED] & ~seen, -1
    # cards that stay hidden: those of known slots first
    for row in range(low, high):
        a, b = notes.where[0, row], notes.where[1, row]
        if a >= 0 and b >= 0 and not ((seen >> a) | (seen >> b)) & 1 and notes.at[0, row] >= 0:
            copy = find(notes, seat, low, high, a, notes.at[0, row])
            if copy >= 0 and not notes.next[2, copy] and kept(notes, row, clear, shuffled):
                settle_row(notes, copy, b, notes.at[1, row])
    for row in range(low, high):
        if not notes.next[2, row]:
            notes.next[0, row], notes.next[1, row] = flow_of(notes, notes.may[seat, row]), -1
    for row in range(low, high):
        notes.may[seat, row], notes.slot[seat, row] = notes.next[0, row], notes.next[1, row]
    arrange(notes, seat, low, high)


@rule
def settle_row(notes, row, place, slot):  # type: ignore[no-untyped-def]
    """The card of this row is known to lie in this slot of this place after the step."""
    notes.next[0, row], notes.next[1, row] = (1 << place if place >= 0 else 0), slot
    notes.next[2, row] = 1


@rule
def open_copy(notes, seat, low, high, place):  # type: ignore[no-untyped-def]
    """A row not settled that stands for a card in sight at this place (below 0: nowhere)."""
    there = 1 << place if place >= 0 else 0
    spare = low
    for row in range(high - 1, low - 1, -1):
        if not notes.next[2, row]:
            if notes.may[seat, row] == there:
                return row
            spare = row
    return spare


@rule
def hidden_copy(notes, seat, low, high, place, slot):  # type: ignore[no-untyped-def]
    """The row that stands for a card which came into sight out of this slot of a hidden place.

    First a card known to lie there. Among several that may have been there nothing tells them apart any more: each gets
    what is known of any of them.
    """
    row = find(notes, seat, low, high, place, slot) if slot >= 0 else -1
    if row >= 0 and not notes.next[2, row]:
        return row
    spare, candidate, union = low, -1, 0
    for row in range(high - 1, low - 1, -1):
        if notes.next[2, row]:
            continue
        spare = row
        if notes.slot[seat, row] >= 0 or not (notes.may[seat, row] >> place) & 1:
            continue
        if notes.may[seat, row] == 1 << place:
            return row
        candidate = row
        union |= notes.may[seat, row]
    if candidate < 0:
        return spare
    for row in range(low, high):
        if not notes.next[2, row] and notes.slot[seat, row] < 0 and (notes.may[seat, row] >> place) & 1:
            notes.may[seat, row] = union
    return candidate


@rule
def arrange(notes, seat, low, high):  # type: ignore[no-untyped-def]
    """Put the rows of a kind in ascending order, so that equal knowledge is equal memory."""
    for row in range(low + 1, high):
        may, slot = notes.may[seat, row], notes.slot[seat, row]
        at = row
        while at > low and (
            may < notes.may[seat, at - 1] or (may == notes.may[seat, at - 1] and slot < notes.slot[seat, at - 1])
        ):
            notes.may[seat, at], notes.slot[seat, at] = notes.may[seat, at - 1], notes.slot[seat, at - 1]
            at -= 1
        notes.may[seat, at], notes.slot[seat, at] = may, slot


@rule
def pack_row(tables, i, bag):  # type: ignore[no-untyped-def]
    """`pack` for tables[i]."""
    pack(tables[i], bag)


class Recall(NamedTuple):
    """What one seat remembers: for every card of the pack, in ascending order with repeats, its kind, the set of the places
    where it may be (a bit a place of `Table.places`; none: nowhere on the table yet), and its slot in a pile or -1."""

    kind: Ints
    may: Ints
    slot: Ints


def card_kinds(tables: Any) -> Ints:
    """The kinds of the pack for the seats and house rules of tables[0]: ascending, equal cards repeated."""
    bag = np.zeros(BAG_PLANES, np.int64)
    pack_row(tables, 0, bag)
    return np.array([kind for kind in range(54) for _ in range(bag_copies(bag, kind))], np.int64)


def _zeros(*shape: int) -> Ints:
    return np.zeros(shape, np.int64)


class Memory:
    """What all seats of one match remember. Made by `Memory.fresh`, kept up by `watch` after every step."""

    def __init__(self, room: Room, notes: Notes) -> None:
        self.room, self.notes = room, notes

    @classmethod
    def fresh(cls, tables: Any, room: Room) -> Memory:
        """The memories of seats that see tables[0] (record array) now and have seen nothing before."""
        kind = card_kinds(tables)
        seats, places = room.Table.seats_range[1], len(room.Table.places)
        phases = np.zeros(128, np.int64)
        for phase in (*room.quiet, *room.veiled):
            phases[phase] |= VEILS
        for phase in getattr(room.module, "SILENT", ()):
            phases[phase] |= NO_LACKS
        n = len(kind)
        notes = Notes(
            kind=kind,
            first=np.searchsorted(kind, np.arange(55)).astype(np.int64),
            may=_zeros(seats, n),
            slot=_zeros(seats, n) - 1,
            phases=phases,
            repeated=np.array([len(np.unique(kind)) < n], np.int64),
            scratch=tables[:1].copy(),
            where=_zeros(2, n),
            at=_zeros(2, n),
            fill=_zeros(54),
            seen=_zeros(seats),
            flow=_zeros(places),
            next=_zeros(3, n),
            moves=_zeros(5),
        )
        fresh(tables, 0, notes)
        return cls(room, notes)

    def watch(self, before: Any, after: Any, mover: int, choice: int, shuffled: bool) -> None:
        """One step made after[0] of before[0]: choice by mover, or nobody's (mover NOBODY). `shuffled`: it used randomness."""
        watch(before, 0, after, 0, self.notes, mover, choice, int(shuffled))

    def of(self, seat: int) -> Recall:
        """What one seat remembers (views of the arrays, not copies)."""
        return Recall(self.notes.kind, self.notes.may[seat], self.notes.slot[seat])

    def copy(self) -> Memory:
        """An independent copy."""
        return Memory(self.room, Notes(*(array.copy() for array in self.notes)))
