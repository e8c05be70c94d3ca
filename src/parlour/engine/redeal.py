"""Redeals: the unseen cards of a view dealt anew at random, uniformly over the deals that fit what the seat remembers.

`unseen` prepares a `Deck` once from a masked table and a memory; `redeal` then makes full tables of it, as many as a search
wants, without allocating. Where every unseen card may be anywhere it is a shuffle. Else it is a walk over the deals that
fit: each redeal proposes a fresh deal, cards with fewest places first, each to one of its places with probability
proportional to the room left there. The chance of proposing a deal is then one over the product of the rooms it chose among,
so accepting it by the ratio of these products (Metropolis and Hastings) keeps the walk uniform. Swaps of two and rotations
of three follow; which of the two is drawn before looking, or some deals would be favoured.

Where the room has a `misfit`, swaps that prefer fewer contradictions go on from there until none is left, and then some
more among the deals without any.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.kit import NOBODY, card_name, count, lowest, next_word, random_below, random_unit, rule, seed_random

from .dispatch import complete, misfit, survey, unknowns
from .errors import BadInput
from .memory import Ints, Memory

SEAT, CARDS, WALKERS, DEALT, PLAIN, JUDGED, KEPT, ORDERED, BLAMED = range(9)
"""Figures of a deck: the viewer; how many cards are unseen; how many of those have a choice of places; how many are dealt
at random at all; whether a shuffle will do; whether the room has a `misfit`; whether a deal without contradictions is
known; the set of the piles; the kind or place that an impossible memory is blamed on."""
FITS, TOO_MANY, TOO_FEW, NO_PLACE = range(4)
WARM_UP = 4
"""Steps of the walk from the first deal that was found before one is given out."""
DESCENT = 400
"""Swaps a card, at most, that look for a deal without contradictions."""


class Deck(NamedTuple):
    """The unseen cards of one view, ready to be dealt. Belongs to one thread; `fork` makes another. Made by `unseen`.

    The cards dealt at random come in rows: those with a choice of places, fewest first, then those known to be in a pile,
    but not where. A *spot* is one of the unknown cards of the view, numbered place by place.
    """

    masked: Any  # the view: one table
    rng: Ints  # [4] the deck's own random state: the kit's `random_below(deck, n)` works on it
    figures: Ints  # [9]
    kind: Ints  # [rows]
    may: Ints  # [rows] set of places
    place: Ints  # [rows] where each card is in the deal at hand
    proposal: Ints  # [rows]
    spot: Ints  # [rows] in which spot each card is
    kept: Ints  # [rows] the spots of a deal without contradictions
    scale: Any  # float64[rows]
    spot_place: Ints  # [spots]
    spot_slot: Ints  # [spots]
    free: Ints  # [spots] the spots dealt at random, place by place
    begin: Ints  # [places + 1] where the places begin in `free`
    cards: Ints  # [spots] the kind dealt to each spot
    room: Ints  # [places] how many of the rows go to each place
    left: Ints  # [places]
    work: Ints  # [2, rows or places]


# once a view


@rule
def prepare(deck, view, i, notes, seat):  # type: ignore[no-untyped-def]
    """Make a deck of the masked table view[i] and a seat's memory (seat NOBODY: none). FITS, or what is wrong with them."""
    deck.masked[0] = view[i]
    t = deck.masked[0]
    figures = deck.figures
    figures[SEAT], figures[KEPT] = seat, 0
    spots = unknowns(t, deck.spot_place, deck.spot_slot)
    if spots > len(deck.cards):
        return TOO_FEW
    places = 0
    for n in range(len(deck.room)):
        deck.room[n] = 0
    for spot in range(spots):
        deck.cards[spot] = -1
        deck.room[deck.spot_place[spot]] += 1
        places |= 1 << deck.spot_place[spot]
    status = gather_unseen(deck, t, notes, seat, spots, places)
    if status == FITS:
        status = narrow(deck)
    if status != FITS:
        return status
    order_rows(deck)
    list_free(deck, spots)
    status = first_deal(deck)
    if status == FITS and not deck.figures[PLAIN]:
        for _ in range(WARM_UP):
            walk(deck)
    return status


@rule
def gather_unseen(deck, t, notes, seat, spots, places):  # type: ignore[no-untyped-def]
    """The rows of the cards that the view does not show; those in a known slot are laid there."""
    survey(t, notes.first, notes.fill, notes.where[0], notes.at[0])
    rows = laid = 0
    for kind in range(54):
        low, high = notes.first[kind], notes.first[kind + 1]
        if high == low:
            continue
        for row in range(low, high):
            notes.next[0, row] = notes.may[seat, row] if seat != NOBODY else places
            notes.next[1, row] = notes.slot[seat, row] if seat != NOBODY else -1
        for shown in range(low, notes.fill[kind]):
            take_shown(notes, low, high, 1 << notes.where[0, shown], places)
        for row in range(low, high):
            if notes.next[0, row] <= 0:  # shown, or nowhere on the table
                continue
            may = notes.next[0, row] & places
            if may == 0:
                deck.figures[BLAMED] = kind
                return NO_PLACE
            if rows + laid >= spots:
                return TOO_MANY
            if notes.next[1, row] >= 0:
                spot = spot_at(deck, spots, lowest(may), notes.next[1, row])
                if spot >= 0:
                    deck.cards[spot] = kind
                    deck.room[lowest(may)] -= 1
                    laid += 1
                    continue
            deck.kind[rows], deck.may[rows] = kind, may
            rows += 1
    deck.figures[CARDS], deck.figures[DEALT] = spots, rows
    return FITS if rows + laid == spots else TOO_FEW


@rule
def take_shown(notes, low, high, there, places):  # type: ignore[no-untyped-def]
    """Strike out the row that stands for a card the view shows in the place `there`.

    First one known to lie there, then one that is at none of the unknown cards (the seat has moved it since, in a chain of
    picks), then one that may be there.
    """
    best, found = -1, 4
    for row in range(low, high):
        may = notes.next[0, row]
        if may >= 0:
            worth = 0 if may == there else 1 if may & places == 0 else 2 if may & there else 3
            if worth < found:
                best, found = row, worth
    if best >= 0:
        notes.next[0, best] = -1


@rule
def spot_at(deck, spots, place, slot):  # type: ignore[no-untyped-def]
    """The free spot in this slot of this place, -1 if there is none."""
    for spot in range(spots):
        if deck.spot_place[spot] == place and deck.spot_slot[spot] == slot and deck.cards[spot] < 0:
            return spot
    return -1


@rule
def narrow(deck):  # type: ignore[no-untyped-def]
    """Give cards with one place their room, and take full places from the others, until nothing changes.

    `work[1]` marks the rows whose room is given.
    """
    rows = deck.figures[DEALT]
    for n in range(len(deck.room)):
        deck.left[n] = deck.room[n]
    for row in range(rows):
        deck.work[1, row] = 0
    changed = True
    while changed:
        changed = False
        for row in range(rows):
            if deck.work[1, row]:
                continue
            may = deck.may[row]
            rest = may
            while rest:
                place = lowest(rest)
                rest &= rest - 1
                if deck.left[place] == 0:
                    may &= ~(1 << place)
            if may == 0:
                deck.figures[BLAMED] = deck.kind[row]
                return NO_PLACE
            deck.may[row] = may
            if may & (may - 1) == 0:
                deck.work[1, row] = 1
                deck.left[lowest(may)] -= 1
                changed = True
    return FITS


@rule
def order_rows(deck):  # type: ignore[no-untyped-def]
    """Lay cards known to be in an unordered place there; rows by number of places, those with one at the end."""
    rows = n = 0
    for row in range(deck.figures[DEALT]):
        may = deck.may[row]
        if may & (may - 1) == 0 and not may & deck.figures[ORDERED]:
            spot = spot_at(deck, deck.figures[CARDS], lowest(may), -1)
            deck.cards[spot] = deck.kind[row]
            deck.room[lowest(may)] -= 1
        else:
            deck.kind[rows], deck.may[rows] = deck.kind[row], may
            rows += 1
    for row in range(1, rows):
        kind, may = deck.kind[row], deck.may[row]
        n = row
        while n > 0 and rank_of_set(deck.may[n - 1]) > rank_of_set(may):
            deck.kind[n], deck.may[n] = deck.kind[n - 1], deck.may[n - 1]
            n -= 1
        deck.kind[n], deck.may[n] = kind, may
    walkers = 0
    for row in range(rows):
        deck.place[row] = lowest(deck.may[row])
        if deck.may[row] & (deck.may[row] - 1):
            walkers += 1
    for row in range(walkers):
        deck.scale[row] = 1.0 / (walkers - row)
    deck.figures[DEALT], deck.figures[WALKERS] = rows, walkers


@rule
def rank_of_set(may):  # type: ignore[no-untyped-def]
    """The place of a row in the order: by number of places, one place last."""
    return count(may) if may & (may - 1) else 64


@rule
def list_free(deck, spots):  # type: ignore[no-untyped-def]
    """List the free spots place by place, and see whether a plain shuffle will do."""
    n = 0
    for place in range(len(deck.room)):
        deck.begin[place] = n
        for spot in range(spots):
            if deck.spot_place[spot] == place and deck.cards[spot] < 0:
                deck.free[n] = spot
                n += 1
    deck.begin[len(deck.room)] = n
    plain = 1
    for row in range(deck.figures[DEALT]):
        deck.spot[row] = deck.free[row]
        if deck.may[row] != deck.may[0]:
            plain = 0
    deck.figures[PLAIN] = plain


@rule
def first_deal(deck):  # type: ignore[no-untyped-def]
    """A deal that fits, by augmenting paths: a card goes where there is room, if need be by moving others on.

    From a card's places the search goes on through the cards that lie there to theirs; `work[0]` has the row by which a
    place was reached, -1 where it was not.
    """
    rows = deck.figures[DEALT]
    for place in range(len(deck.room)):
        deck.left[place] = deck.room[place]
    for row in range(rows - 1, -1, -1):
        if row >= deck.figures[WALKERS]:
            deck.left[deck.place[row]] -= 1
        else:
            deck.place[row] = -1
    for row in range(deck.figures[WALKERS]):
        target = open_place(deck, row)
        if target < 0:
            deck.figures[BLAMED] = deck.kind[row]
            return NO_PLACE
        deck.left[target] -= 1
        while True:
            by = deck.work[0, target]
            came_from = deck.place[by]
            deck.place[by] = target
            if by == row:
                break
            target = came_from
    return FITS


@rule
def open_place(deck, start):  # type: ignore[no-untyped-def]
    """The place with room left that is reached from a row over the fewest others, -1 if none."""
    for place in range(len(deck.room)):
        deck.work[0, place] = -1
    reached = fringe = deck.may[start]
    mark_reached(deck, fringe, start)
    while fringe:
        rest = fringe
        while rest:
            if deck.left[lowest(rest)] > 0:
                return lowest(rest)
            rest &= rest - 1
        beyond = 0
        for row in range(start):
            if (fringe >> deck.place[row]) & 1:
                more = deck.may[row] & ~(reached | beyond)
                mark_reached(deck, more, row)
                beyond |= more
        reached |= beyond
        fringe = beyond
    return -1


@rule
def mark_reached(deck, places, row):  # type: ignore[no-untyped-def]
    """The places were reached by moving this row."""
    while places:
        deck.work[0, lowest(places)] = row
        places &= places - 1


# once a deal


@rule
def redeal(tables, i, deck):  # type: ignore[no-untyped-def]
    """Make tables[i] the deck's view with all that is unknown dealt at random, and a random state of its own.

    Returns 0, or the number of contradictions that `misfit` still counts where no deal without any was found in time.
    """
    if deck.figures[PLAIN]:
        shuffle_spots(deck)
    else:
        walk(deck)
        choose_spots(deck)
    for row in range(deck.figures[DEALT]):
        deck.cards[deck.spot[row]] = deck.kind[row]
    wrong = lay_out(tables, i, deck)
    return settle_misfit(tables, i, deck, wrong) if deck.figures[JUDGED] else wrong


@rule
def lay_out(tables, i, deck):  # type: ignore[no-untyped-def]
    """Write the deal at hand into tables[i]; returns the contradictions."""
    tables[i] = deck.masked[0]
    t = tables[i]
    for n in range(4):
        t.rng[n] = next_word(deck)
    complete(t, deck.cards)
    return misfit(t, deck.figures[SEAT]) if deck.figures[JUDGED] else 0


@rule
def shuffle_spots(deck):  # type: ignore[no-untyped-def]
    """Any card anywhere: Fisher and Yates."""
    for row in range(deck.figures[DEALT] - 1, 0, -1):
        other = random_below(deck, row + 1)
        deck.spot[row], deck.spot[other] = deck.spot[other], deck.spot[row]


@rule
def walk(deck):  # type: ignore[no-untyped-def]
    """Move on to another deal of the walkers to places."""
    n = deck.figures[WALKERS]
    fresh = propose(deck)
    if fresh > 0.0:
        present = weight(deck)
        if fresh >= present or random_unit(deck) * present < fresh:
            for row in range(n):
                deck.place[row] = deck.proposal[row]
    if n < 2:
        return
    place, may = deck.place, deck.may
    for _ in range(2 * n):
        a, b = random_below(deck, n), random_below(deck, n)
        p, q = place[a], place[b]
        if n < 3 or next_word(deck) < 0:
            if p != q and (may[a] >> q) & (may[b] >> p) & 1:
                place[a], place[b] = q, p
        else:
            c = random_below(deck, n)
            r = place[c]
            if p != q and q != r and p != r and (may[a] >> q) & (may[b] >> r) & (may[c] >> p) & 1:
                place[a], place[b], place[c] = q, r, p


@rule
def start_rooms(deck):  # type: ignore[no-untyped-def]
    """The room for the walkers in each place."""
    for place in range(len(deck.room)):
        deck.left[place] = deck.room[place]
    for row in range(deck.figures[WALKERS], deck.figures[DEALT]):
        deck.left[deck.place[row]] -= 1


@rule
def propose(deck):  # type: ignore[no-untyped-def]
    """A fresh deal into `proposal`; the product of the rooms it chose among (scaled), 0 at a dead end."""
    start_rooms(deck)
    product = 1.0
    for row in range(deck.figures[WALKERS]):
        room, rest = 0, deck.may[row]
        while rest:
            room += deck.left[lowest(rest)]
            rest &= rest - 1
        if room == 0:
            return 0.0
        product *= room * deck.scale[row]
        ticket, rest = random_below(deck, room), deck.may[row]
        place = lowest(rest)
        while ticket >= deck.left[place]:
            ticket -= deck.left[place]
            rest &= rest - 1
            place = lowest(rest)
        deck.proposal[row] = place
        deck.left[place] -= 1
    return product


@rule
def weight(deck):  # type: ignore[no-untyped-def]
    """The same product for the deal at hand."""
    start_rooms(deck)
    product = 1.0
    for row in range(deck.figures[WALKERS]):
        room, rest = 0, deck.may[row]
        while rest:
            room += deck.left[lowest(rest)]
            rest &= rest - 1
        product *= room * deck.scale[row]
        deck.left[deck.place[row]] -= 1
    return product


@rule
def choose_spots(deck):  # type: ignore[no-untyped-def]
    """A spot for each card in its place, in a pile at random."""
    for place in range(len(deck.room)):
        deck.left[place] = deck.begin[place]
    # each place's rows are shuffled as they arrive; `work[1]` has the row in each free spot
    for row in range(deck.figures[DEALT]):
        place = deck.place[row]
        here = deck.left[place]
        deck.left[place] += 1
        if (deck.figures[ORDERED] >> place) & 1:
            other = deck.begin[place] + random_below(deck, here - deck.begin[place] + 1)
            deck.work[1, here] = deck.work[1, other]
            here = other
        deck.work[1, here] = row
    for n in range(deck.figures[DEALT]):
        deck.spot[deck.work[1, n]] = deck.free[n]


# contradictions


@rule
def settle_misfit(tables, i, deck, wrong):  # type: ignore[no-untyped-def]
    """Swaps that prefer fewer contradictions until none is left, then a round more among the deals without any.

    A step to one contradiction more is taken with probability 1/4. If time runs out it is gone back to a deal without
    contradictions that is known from before.
    """
    rows = deck.figures[DEALT]
    if rows < 2:
        return wrong
    patience = DESCENT * rows
    while wrong > 0 and patience > 0:
        wrong = try_swap(tables, i, deck, wrong)
        patience -= 1
    if wrong == 0:
        keep_spots(deck)
    elif deck.figures[KEPT]:
        wrong = back_to_kept(tables, i, deck)
    else:
        return wrong
    steps, patience = 0, 8 * rows
    while (steps < rows or wrong > 0) and patience > 0:
        wrong = try_swap(tables, i, deck, wrong)
        patience -= 1
        steps += 1 if wrong == 0 else 0
    return back_to_kept(tables, i, deck) if wrong > 0 else wrong


@rule
def keep_spots(deck):  # type: ignore[no-untyped-def]
    """Keep the deal at hand as one without contradictions."""
    deck.figures[KEPT] = 1
    for row in range(deck.figures[DEALT]):
        deck.kept[row] = deck.spot[row]


@rule
def back_to_kept(tables, i, deck):  # type: ignore[no-untyped-def]
    """Make the deal at hand the one that was kept; returns its contradictions (the numbers filled in may differ)."""
    for row in range(deck.figures[DEALT]):
        deck.spot[row] = deck.kept[row]
        deck.cards[deck.spot[row]] = deck.kind[row]
        deck.place[row] = deck.spot_place[deck.spot[row]]
    return lay_out(tables, i, deck)


@rule
def try_swap(tables, i, deck, wrong):  # type: ignore[no-untyped-def]
    """Let two cards change places if that fits the memory and makes no more contradictions, or by luck."""
    rows = deck.figures[DEALT]
    a, b = random_below(deck, rows), random_below(deck, rows)
    p, q = deck.spot_place[deck.spot[a]], deck.spot_place[deck.spot[b]]
    if deck.kind[a] == deck.kind[b] or not (deck.may[a] >> q) & (deck.may[b] >> p) & 1:
        return wrong
    if p == q and not (deck.figures[ORDERED] >> p) & 1:
        return wrong
    swap_spots(deck, a, b)
    then = lay_out(tables, i, deck)
    if then <= wrong or random_unit(deck) < 0.25 ** (then - wrong):
        return then
    swap_spots(deck, a, b)
    return lay_out(tables, i, deck)


@rule
def swap_spots(deck, a, b):  # type: ignore[no-untyped-def]
    """Two rows change spots."""
    deck.spot[a], deck.spot[b] = deck.spot[b], deck.spot[a]
    deck.cards[deck.spot[a]], deck.cards[deck.spot[b]] = deck.kind[a], deck.kind[b]
    deck.place[a], deck.place[b] = deck.spot_place[deck.spot[a]], deck.spot_place[deck.spot[b]]


@rule
def seed_deck(deck, seed):  # type: ignore[no-untyped-def]
    """Set the deck's random state."""
    seed_random(deck, seed, 0, 0)


# for callers in Python


def blank_deck(memory: Memory) -> Deck:
    """A deck for any view of the memory's match, to be filled by `prepare`."""
    room, cards, places = memory.room, len(memory.notes.kind), len(memory.room.Table.places)
    figures = _zeros(9)
    figures[JUDGED] = room.function("misfit") is not None
    figures[ORDERED] = sum(1 << place.number for place in room.Table.places if place.zone.kind == "pile")
    return Deck(
        masked=memory.notes.scratch.copy(),
        rng=_zeros(4),
        figures=figures,
        kind=_zeros(cards),
        may=_zeros(cards),
        place=_zeros(cards),
        proposal=_zeros(cards),
        spot=_zeros(cards),
        kept=_zeros(cards),
        scale=np.zeros(cards, np.float64),
        spot_place=_zeros(cards),
        spot_slot=_zeros(cards),
        free=_zeros(cards),
        begin=_zeros(places + 1),
        cards=_zeros(cards),
        room=_zeros(places),
        left=_zeros(places),
        work=_zeros(2, max(cards, places)),
    )


def _zeros(*shape: int) -> Ints:
    return np.zeros(shape, np.int64)


def unseen(view: Any, memory: Memory, seat: int, seed: int = 0) -> Deck:
    """A deck of the cards that view[0], a table masked for the seat, does not show, by what the seat remembers.

    With seat NOBODY nothing is remembered: every unknown card may be in every unknown place. Decks of equal seeds give
    equal deals. BadInput where no deal fits the view and the memory.
    """
    deck = blank_deck(memory)
    seed_deck(deck, seed)
    status = prepare(deck, view, 0, memory.notes, seat)
    if status != FITS:
        raise BadInput(_complaint(status, deck, memory))
    return deck


def _complaint(status: int, deck: Deck, memory: Memory) -> str:
    if status == NO_PLACE:
        name = card_name(int(deck.figures[BLAMED]), memory.room.Table.suited)
        return f"no deal of the unknown cards fits: there is no place for {name}"
    fewer = "more" if status == TOO_MANY else "fewer"
    return f"no deal of the unknown cards fits: the pack has {fewer} cards to spare than there are unknown ones"


def fork(deck: Deck, seed: int) -> Deck:
    """An independent copy of a deck with a random state of its own, for another thread."""
    copied = Deck(*(array.copy() for array in deck))
    seed_deck(copied, seed)
    return copied


def redealt(view: Any, memory: Memory, seat: int, seed: int) -> Any:
    """One redeal as a record array of shape (1,). BadInput where no deal fits, or none without contradictions was found."""
    deck, tables = unseen(view, memory, seat, seed), view[:1].copy()
    if redeal(tables, 0, deck):
        raise BadInput("no deal of the unknown cards was found that fits what was said and shown")
    return tables
