"""The memory of each seat: for every card the places where it may be, and its slot in a pile if that is known.

`watch` works it out from successive tables, one function for all games. Memory depends on what a seat could see and
nothing else: tables that look alike to a seat at every step give it the same memory, and the truth is never ruled out.

- A card in sight is where it is; one seen to leave into hiding is followed, unless the step used randomness or a choice
  that the seat does not see (a *veiled* one).
- Cards that move unseen move as a flow: if cards went from A to B and to C, a card that may have been in A may be in B or C; if
  all of A went to B, it is in B. So nothing depends on which of the hidden cards moved.
- Slots are followed while steps are clear and forgotten at a shuffle; a shuffled deal forgets everything.
- Equal cards are exchangeable: of several that may have left a place the one known to lie there is taken to go first, else
  the knowledge about the candidates is merged before one of them is taken. The rows of a kind are kept in order.
- A choice shows what it excludes: if the rules allow it to a hand of that card alone (a call: to an empty hand) and would
  object if x were there too, the chooser does not hold x. This rests on more cards never making a choice legal that fewer
  make illegal; phases in which a room breaks that, or in which an objection costs a search, are declared `telling=False`.
- If everybody plays with a pack of their own, equal cards that are all hidden lie one with each seat. And the chance in the
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
from parlour.machine import Records

from .dispatch import objection, pack
from .sheets import (
    MOST_PHASES,
    MOST_PLACES,
    MOST_SEATS,
    Ints,
    hold,
    list_unknown,
    mapped,
    places_in_sight,
    places_of,
    places_to_play,
    sheet_of,
    survey,
)
from .steps import mask_row

if TYPE_CHECKING:
    from .rooms import Room

BAG_PLANES = 8
VEILS, NO_LACKS, NO_SHUFFLE = 1, 2, 4
"""Flags of a phase: its choices are hidden from the others; its choices are not asked what they exclude; its chance moves no
card."""


FACTS: tuple[Any, ...] = (
    ("seats", np.int64),  # how many there are
    ("sees", np.int64, MOST_SEATS),  # by seat the set of the places in sight, one bit for each
    ("owns", np.int64, MOST_SEATS),  # by seat the set of its own places
    ("plays", np.int64, (MOST_SEATS, MOST_PHASES)),  # those of its own that it chooses cards from
    ("phases", np.int64, MOST_PHASES),  # by phase its flags
    ("flow", np.int64, MOST_PLACES),  # by place the set of the places where its hidden cards are after the step
    ("full", np.int64),  # the sets of the places that hold cards after the step,
    ("gained", np.int64),  # that gained cards,
    ("lost", np.int64),  # and that lost some
    ("last_may", np.int64),  # a set of places that a card may have been in before the step,
    ("last_flow", np.int64),  # and that of those where it may be after it
    ("has_equal", np.int64),  # whether there are equal cards
    ("own_packs", np.int64),  # whether everybody has a pack of their own
)
BY_CARD = ("before", "before_slot", "after", "after_slot", "next_may", "next_slot", "settled")
"""The true place and slot of a card before and after a step. For equal cards: what replaces the memory of the seat at hand, and
whether that is worked out."""


class Notes(NamedTuple):
    """The input of `watch`.

    The tables before and after a step; a record of facts, with the fields of MAP, FACTS and BY_CARD; and the memories,
    int64[seats, cards]: the set of the places where a card may be, and its slot or -1.
    """

    tables: Any
    sheet: Ints  # the same tables
    facts: Any  # [1]
    may: Ints
    slot: Ints


# the table is read: compiled for every room


@rule
def fresh(tables, i, notes):
    """Begin the notes of all seats at tables[i]: what is in sight is known, the rest may be anywhere hidden."""
    notes.tables[1] = tables[i]
    look_around(notes.sheet, notes.facts[0], notes.may, notes.slot)


@rule
def watch(before, i, after, j, notes, mover, choice, shuffled):
    """Bring the memories of all seats from before[i] to after[j], which one step has made of it.

    mover, choice: who chose what, NOBODY and anything for a step nobody chose. shuffled: the step used the random state.
    """
    notes.tables[0], notes.tables[1] = before[i], after[j]
    t, facts, lacking = notes.tables[0], notes.facts[0], 0
    phase = t.phase
    home = compare(notes.sheet, facts, phase, mover, choice)
    if home != NOBODY:
        lacking = lacks(t, notes.sheet, facts, mover, choice, home)
    learn(facts, notes.may, notes.slot, phase, mover, choice, shuffled, home, lacking)


@rule
def lacks(t, sheet, facts, mover, choice, home):
    """The set of the kinds that cannot have been in the place `home` when this was chosen.

    t: the table before, which the sheet shows in row 0. It is used up.
    """
    first, own = facts.first, facts.plays[mover, t.phase]
    while own:
        hold(sheet, 0, facts, lowest(own), -1, -1)
        own &= own - 1
    card = choice if choice < 54 else -1
    hold(sheet, 0, facts, home, card, -1)
    if objection(t, choice) != 0:
        return 0
    kinds = 0
    for kind in range(54):
        copies = first[kind + 1] - first[kind]
        if copies > (1 if kind == choice else 0):
            hold(sheet, 0, facts, home, card, kind)
            if objection(t, choice) > 0:
                kinds |= 1 << kind
    return kinds


# what happened: compiled once for all rooms, like all that follows


@rule(inline=True)
def alone(place):
    """The set of this place; of a place below 0, which is nowhere, the empty set."""
    return 1 << place if place >= 0 else 0


@rule(apart=True)
def look_around(sheet, facts, may, slot):
    """All seats know what they see in row 1 of the sheet and nothing else."""
    unknown = 0
    for n in range(min(list_unknown(sheet, 1, facts, facts.before, facts.before_slot), facts.cards)):
        unknown |= 1 << facts.before[n]
    survey(sheet, 1, facts, facts.after, facts.after_slot)
    note_moves(facts)
    for seat in range(facts.seats):
        forget(facts, seat, may[seat], slot[seat], unknown)


@rule(apart=True)
def compare(sheet, facts, phase, mover, choice):
    """Note in `facts` how the cards lie before and after a step, and return what `home_of` finds."""
    survey(sheet, 0, facts, facts.before, facts.before_slot)
    survey(sheet, 1, facts, facts.after, facts.after_slot)
    if facts.has_equal:
        pair_equal(facts)
    note_moves(facts)
    return home_of(facts, phase, mover, choice)


@rule
def pair_equal(facts):
    """Put the rows of equal cards after the step in an order that moves as few as possible."""
    after, after_slot = facts.after, facts.after_slot
    for kind in range(54):
        low, high = facts.first[kind], facts.first[kind + 1]
        if high - low < 2:
            continue
        for slots in range(1, -1, -1):
            for row in range(low, high):
                if stays(facts, row, row, slots):
                    continue
                for other in range(low, high):
                    if stays(facts, row, other, slots) and not stays(facts, other, other, slots):
                        place, slot = after[row], after_slot[row]
                        after[row], after_slot[row] = after[other], after_slot[other]
                        after[other], after_slot[other] = place, slot
                        break


@rule
def stays(facts, a, b, slots):
    """Whether row a was before the step where row b is after it; if slots: in the same slot, too."""
    return facts.before[a] == facts.after[b] and (facts.before_slot[a] == facts.after_slot[b] or not slots)


@rule
def note_moves(facts):
    """Note the places that hold cards after the step, those that gained some and those that lost some."""
    full = gained = lost = 0
    for row in range(facts.cards):
        a, b = facts.before[row], facts.after[row]
        full |= alone(b)
        if a != b:
            gained |= alone(b)
            lost |= alone(a)
    facts.full, facts.gained, facts.lost = full, gained, lost


@rule
def home_of(facts, phase, mover, choice):
    """Return the place among the mover's own from which the card was chosen, for a call the first that holds cards.

    NOBODY if there is none, if everybody sees it, or if choices of this phase tell nothing.
    """
    if mover == NOBODY or facts.phases[phase] != 0:
        return NOBODY
    held, low, high = 0, 0, facts.cards
    if choice < 54:
        low, high = facts.first[choice], facts.first[choice + 1]
    for row in range(low, high):
        held |= alone(facts.before[row])
    held &= facts.plays[mover, phase]
    if held:
        home = lowest(held)
        for seat in range(facts.seats):
            if not (facts.sees[seat] >> home) & 1:
                return home
    return NOBODY


# what the seats make of it


@rule(apart=True)
def learn(facts, may, slot, phase, mover, choice, shuffled, home, lacking):
    """Update the memories of all seats after a step that `compare` has looked at.

    home: the place that was chosen from, if the choice tells anything, and the kinds lacking there.
    """
    sees, flags = facts.sees, facts.phases[phase]
    if flags & NO_SHUFFLE:
        shuffled = 0
    for seat in range(facts.seats):
        if mover == NOBODY and phase == DEAL and shuffled:
            forget(facts, seat, may[seat], slot[seat], 0)
            continue
        veiled = mover != NOBODY and mover != seat and (flags & VEILS != 0 or unseen_choice(facts, sees[seat], choice))
        if lacking and seat != mover and not veiled and not (sees[seat] >> home) & 1:
            exclude(facts.first, may[seat], home, lacking)
        follow(facts, sees[seat], may[seat], slot[seat], not veiled and not shuffled, shuffled)


@rule
def unseen_choice(facts, sees, choice):
    """Whether a card was chosen and a seat that sees these places saw no card of its kind come, go or move."""
    if choice >= 54:
        return False
    for row in range(facts.first[choice], facts.first[choice + 1]):
        if not stays(facts, row, row, True) and (alone(facts.before[row]) | alone(facts.after[row])) & sees:
            return False
    return True


@rule
def forget(facts, seat, may, slot, unknown):
    """The seat knows of the cards in sight and nothing else. unknown: the places of cards that are not known to anybody."""
    sees, after, after_slot = facts.sees[seat], facts.after, facts.after_slot
    for row in range(facts.cards):
        there = alone(after[row])
        if there & sees:
            may[row], slot[row] = there, after_slot[row]
        else:
            may[row], slot[row] = (facts.full & ~sees) | unknown, -1
    if facts.has_equal:
        for kind in range(54):
            low, high = facts.first[kind], facts.first[kind + 1]
            if facts.own_packs and all_hidden(after, sees, low, high):
                for row in range(low, high):
                    may[row] &= facts.owns[row - low]
            arrange(may, slot, low, high)


@rule
def all_hidden(place, sees, low, high):
    """Whether the cards of these rows are all on the table and none of them is in sight."""
    for row in range(low, high):
        if not alone(place[row]) & ~sees:
            return False
    return True


@rule
def exclude(first, may, home, kinds):
    """The place `home` holds none of these kinds."""
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        for row in range(first[kind], first[kind + 1]):
            may[row] &= ~(1 << home)


@rule
def follow(facts, sees, may, slot, clear, shuffled):
    """Bring one seat's memory over the step. clear: no randomness was used and no choice veiled from it."""
    find_flows(facts, sees, may, slot, clear, shuffled)
    for kind in range(54):
        low, high = facts.first[kind], facts.first[kind + 1]
        if high - low == 1:
            may[low], slot[low] = known_after(facts, sees, low, may[low], slot[low], clear, shuffled)
        elif high > low:
            follow_equal(facts, sees, may, slot, low, high, clear, shuffled)


@rule
def known_after(facts, sees, row, may, slot, clear, shuffled):
    """Return where the seat thinks after the step that the card of a row is: the set of places, and the slot or -1.

    may, slot: the same before the step.
    """
    was, there = alone(facts.before[row]), alone(facts.after[row])
    if there & ~sees:  # otherwise it is in sight, or no longer on the table
        if not was & ~sees:
            if not clear:
                return facts.gained & ~sees, -1
        elif slot < 0 or not kept(facts, row, clear, shuffled):
            return flow_of(facts, may), -1
    return there, facts.after_slot[row]


@rule
def kept(facts, row, clear, shuffled):
    """Whether a card whose slot the seat knows can be followed: in a clear step, or if its pile lost nothing."""
    return clear or (not shuffled and stays(facts, row, row, True) and not (facts.lost >> facts.before[row]) & 1)


@rule
def find_flows(facts, sees, may, slot, clear, shuffled):
    """flow[A] = the hidden places where a card is after the step that lay hidden in A before it.

    Cards that are followed by their slot are not part of it. In a shuffled step every place that took part may have given
    to every one that gained: what went where is chance, and none of the seat's business.
    """
    flow, before, before_slot, after = facts.flow, facts.before, facts.before_slot, facts.after
    facts.last_may = facts.last_flow = 0
    hidden, gained = facts.full & ~sees, facts.gained & ~sees
    if shuffled or not (gained and facts.lost & ~sees):
        part = facts.gained | facts.lost if shuffled else 0
        for place in range(facts.places):
            flow[place] = ((1 << place) | (gained if (part >> place) & 1 else 0)) & hidden
        return
    for place in range(facts.places):
        flow[place] = 0
    for kind in range(54):
        low, high = facts.first[kind], facts.first[kind + 1]
        for row in range(low, high):
            a, b = before[row], after[row]
            if a < 0 or b < 0 or ((sees >> a) | (sees >> b)) & 1:
                continue
            followed = before_slot[row] >= 0 and find(may, slot, low, high, a, before_slot[row]) >= 0
            if not (followed and kept(facts, row, clear, shuffled)):
                flow[a] |= 1 << b


@rule
def flow_of(facts, may):
    """Return where a hidden card may be after the step that may have been in any of these places.

    Many cards in a row may be in the same places, so the last answer is kept.
    """
    if may != facts.last_may:
        facts.last_may, moved = may, 0
        while may:
            moved |= facts.flow[lowest(may)]
            may &= may - 1
        facts.last_flow = moved
    return facts.last_flow


@rule
def find(may, slot, low, high, place, at):
    """The row among low .. high - 1 that the seat knows to lie in this slot of this place, -1 if none."""
    for row in range(low, high):
        if slot[row] == at and may[row] == 1 << place:
            return row
    return -1


@rule
def follow_equal(facts, sees, may, slot, low, high, clear, shuffled):
    """`follow` for the cards of a kind of which there are several.

    Each card is given the row of the memory that stands for it: first the cards that came into sight, then those that were
    in sight, then those that stay hidden in slots that the seat knows.
    """
    before, before_slot, settled = facts.before, facts.before_slot, facts.settled
    for turn in range(3):
        for row in range(low, high):
            place, at = before[row], before_slot[row]
            was_hidden, is_hidden = alone(place) & ~sees != 0, alone(facts.after[row]) & ~sees != 0
            if turn != (1 if not was_hidden else 2 if is_hidden else 0):
                continue
            copy = -1
            if turn < 2:
                copy = copy_of_card(may, slot, settled, low, high, place, at)
            elif at >= 0 and kept(facts, row, clear, shuffled):
                copy = find(may, slot, low, high, place, at)
            if copy >= 0 and not settled[copy]:
                settled[copy] = 1
                next_may, next_slot = known_after(facts, sees, row, may[copy], slot[copy], clear, shuffled)
                facts.next_may[copy], facts.next_slot[copy] = next_may, next_slot
    for row in range(low, high):
        if settled[row]:
            may[row], slot[row], settled[row] = facts.next_may[row], facts.next_slot[row], 0
        else:
            may[row], slot[row] = flow_of(facts, may[row]), -1
    arrange(may, slot, low, high)


@rule
def copy_of_card(may, slot, settled, low, high, place, at):
    """The row not settled that stands for a card which was in this slot of this place before the step.

    First one known to be there. Several that may have been there can no longer be distinguished: each gets the knowledge
    about any of them.
    """
    there = alone(place)
    spare = sure = candidate = -1
    union = 0
    for row in range(high - 1, low - 1, -1):
        if settled[row]:
            continue
        spare = row
        if may[row] == there and slot[row] == at:
            return row
        if slot[row] < 0 and may[row] & there:
            candidate = row
            union |= may[row]
            if may[row] == there and sure < 0:
                sure = row
    if sure >= 0:
        return sure
    if candidate < 0:
        return spare
    for row in range(low, high):
        if not settled[row] and slot[row] < 0 and may[row] & there:
            may[row] = union
    return candidate


@rule
def arrange(may, slot, low, high):
    """Put the rows of a kind in ascending order, so that equal knowledge is equal memory."""
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


@cache
def _blank_facts(room: Room) -> Any:
    """The fields of FACTS that depend on the room alone, as a record of shape (1,)."""
    facts = np.zeros(1, list(FACTS)).view(Records)
    row = facts[0]
    row.phases[[*room.quiet, *room.veiled]] |= VEILS
    row.phases[list(set(range(1, len(room.phases))) - set(room.telling))] |= NO_LACKS
    row.phases[list(room.races)] |= NO_SHUFFLE
    row.own_packs = room.own_packs
    for seat in range(room.Table.seats_range[1]):
        row.owns[seat] = places_of(room, seat)
        for phase in range(len(room.phases)):
            row.plays[seat, phase] = places_to_play(room, phase, seat)
    return facts


@dataclass(frozen=True, slots=True)
class Move:
    """One choice that was made: in which hand (counted from 1) and phase, by whom, and its code (-1: its seat alone knows).

    table: what everybody could see when it was made, as spectators do (record array of shape (1,)); None in earlier hands, and
    if others do not see at once what is chosen, or who is asked.
    """

    hand: int
    phase: int
    seat: int
    code: int
    table: Any = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, eq=False)
class Recall:
    """The memory of one seat, as a copy that gives no access to the match. Made by `Memory.of`.

    kind, may, slot: int64[cards], for every card of the pack, in ascending order with repeats, its kind, the set of the places
    where it may be (one bit per place of `Table.places`; none: nowhere on the table yet), and its slot in a pile or -1.
    moves: the choices of the match as the seat saw them, from the first on. token: random, the same for the seat throughout
    the match.
    """

    room: Room
    seat: int
    kind: Ints
    may: Ints
    slot: Ints
    moves: tuple[Move, ...] = ()
    token: str = ""

    @classmethod
    def blank(cls, tables: Any, room: Room) -> Recall:
        """Return the memory of a player who only knows the pack: any card that is not in sight may be in any place."""
        kind = card_kinds(tables)
        return cls(room, NOBODY, kind, np.zeros_like(kind), np.full_like(kind, -1))


class Memory:
    """The memories of all seats of one match, computed from the true tables. It stays in the engine: bots are given what `of`
    copies for one seat. Made by `Memory.fresh`, kept up by `watch` after every step."""

    def __init__(self, room: Room, kind: Ints, notes: Notes) -> None:
        """kind: of the cards. The notes become the memory's own."""
        self.room, self.kind, self.notes = room, kind, notes
        seats = len(notes.may)
        self._tokens = [secrets.token_hex(16) for _ in range(seats)]
        # by seat, and last what everybody saw, which is at index NOBODY: the moves of earlier hands, and of this one
        self._earlier: list[tuple[Move, ...]] = [()] * (seats + 1)
        self._moves: list[list[Move]] = [[] for _ in range(seats + 1)]

    @classmethod
    def fresh(cls, tables: Any, room: Room) -> Memory:
        """The memories of seats that see tables[0] (record array) now and have seen nothing before."""
        kind, seats = card_kinds(tables), int(tables[0].seats)
        facts, blank = mapped(room, kind, FACTS, BY_CARD), _blank_facts(room)
        for name in blank.dtype.names:
            facts[name] = blank[name]
        row = facts[0]
        row.seats, row.has_equal = seats, np.any(kind[1:] == kind[:-1])
        row.sees[:seats] = [places_in_sight(room, tables[0], seat) for seat in range(seats)]
        two = np.concatenate([tables[:1], tables[:1]]).view(Records)
        may, slot = np.zeros((2, seats, len(kind)), np.int64)
        memory = cls(room, kind, Notes(two, sheet_of(two), facts, may, slot))
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
        moves = (*self._earlier[seat], *self._moves[seat])
        if seat == NOBODY:
            return replace(Recall.blank(self.notes.tables[1:], self.room), moves=moves)
        _, _, _, may, slot = self.notes
        return Recall(self.room, seat, self.kind.copy(), may[seat].copy(), slot[seat].copy(), moves, self._tokens[seat])

    def copy(self) -> Memory:
        """An independent copy, for a match that goes on from here in another way."""
        tables, _, facts, may, slot = self.notes
        tables = copy_of(tables)
        copied = Memory(self.room, self.kind, Notes(tables, sheet_of(tables), facts.copy(), may.copy(), slot.copy()))
        copied._tokens, copied._earlier = self._tokens, self._earlier.copy()
        copied._moves = [moves.copy() for moves in self._moves]
        return copied
