"""Redeals: the unseen cards of a view dealt anew at random, uniformly over the deals that fit what the seat remembers.

`unseen` prepares a `Deck` once from a masked table and a memory; `redeal` then makes full tables of it, as many as a search
wants, without allocating. Where every unseen card may be anywhere it is a shuffle. Else it is a walk over the deals that
fit: each redeal proposes a fresh deal, cards with fewest places first, each to one of its places with probability
proportional to the room left there. The chance of proposing a deal is then one over the product of the rooms it chose among,
so accepting it by the ratio of these products (Metropolis and Hastings) keeps the walk uniform. Swaps of two and rotations
of three follow; which of the two is drawn before looking, or some deals would be favoured.

Where the room counts `contradictions`, swaps that prefer fewer go on from there until none is left, and then some
more among the deals without any.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from parlour.kit import NOBODY, card_name, count, lowest, next_word, random_below, random_unit, rule, seed_random
from parlour.kit.layout import copy_of
from parlour.kit.random import advanced, drawn, scrambled

from .dispatch import contradictions, draw_numbers, settle_contradictions
from .errors import BadInput
from .memory import COLUMNS, RECALLED_MAY, RECALLED_SLOT, Recall, blank_book, first_rows
from .sheets import FILL, FIRST, Ints, lay, list_unknown, sheet_of, strike_unknown, survey

if TYPE_CHECKING:
    from .rooms import Room


class Deck(NamedTuple):
    """The unseen cards of one view, ready to be dealt. Belongs to one thread; `fork` makes another. Made by `unseen`.

    The cards dealt at random come in rows: those with a choice of places, fewest first, then those known to be in a pile, but
    not where. A *spot* is one of the unknown cards of the view, numbered place by place. What is known of rows, spots and
    places stands in `book`, whose rows are named here and in `sheets`.
    """

    masked: Any  # the view: one table
    tables: Any  # two tables: the view without the counts of unknown cards, and one to fill
    sheet: Ints  # the same tables
    rng: Ints  # [4] the deck's own random state: the kit's `random_below(deck, n)` works on it
    book: Ints


class Dice(NamedTuple):
    """A random state by itself."""

    rng: Ints


SHOWN, SHOWN_AT, LEFT_MAY, LEFT_SLOT, KIND, MAY, PLACE, PROPOSAL, SPOT, KEPT, MARK = range(5, 16)
SPOT_PLACE, SPOT_SLOT, CARD, FREE, BEGIN, ROOM, LEFT, REACHED_BY, FIGURES = range(16, 25)
"""Rows: by card of the pack where the view shows it, and what is remembered of it; by row its kind, the set of places where it
may be, where it is in the deal at hand and in the one proposed, its spot there and in a deal without contradictions, a mark;
by spot its place, its slot in a pile, the kind dealt to it, and the free spots place by place; by place where it begins among
them, the number of free spots, the room left, the row by which it was reached; figures."""
SEAT, CARDS, PLACES, SPOTS, ROWS, WALKERS, PLAIN, STORED, ORDERED, BLAMED, RNG_AT = range(11)
"""Figures: the viewer; how many cards and places there are; how many cards are unknown; how many of them are dealt at random;
how many of those have a choice of places; whether a shuffle will do; whether a deal without contradictions is stored; the set
of the piles; the kind that an impossible memory is blamed on; where the random state stands in a table."""
FITS, TOO_MANY, TOO_FEW, NO_PLACE = range(4)
WARM_UP = 4
"""Steps of the walk from the first deal that was found before one is given out."""
DESCENT = 400
"""Swaps a card, at most, that look for a deal without contradictions."""


# once a view


@rule
def prepare(deck, view, i, memory, seat):
    """Make a deck of the masked table view[i] and what a seat remembers: FITS, or what is wrong with them.

    memory: the book of a `Recall`. With seat NOBODY nothing is remembered.
    """
    deck.masked[0] = view[i]
    deck.tables[0] = view[i]
    return sort_out(deck.sheet, Dice(deck.rng), deck.book, memory, seat)


@rule(apart=True)
def sort_out(sheet, dice, book, memory, seat):
    """The rest of `prepare`, for all rooms alike."""
    places = book[FIGURES, PLACES]
    survey(sheet, 0, book, places, SHOWN)
    spots = list_unknown(sheet, 0, book, places, SPOT_PLACE)
    strike_unknown(sheet, 0, book, places)
    book[FIGURES, SEAT], book[FIGURES, SPOTS], book[FIGURES, STORED] = seat, spots, 0
    if spots > book[FIGURES, CARDS]:
        return TOO_FEW
    for place in range(places):
        book[ROOM, place] = 0
    for spot in range(spots):
        book[CARD, spot] = -1
        book[ROOM, book[SPOT_PLACE, spot]] += 1
    status = gather_unseen(book, memory)
    if status == FITS:
        status = narrow(book)
    if status == FITS:
        order_rows(book)
        list_free(book)
        status = first_deal(book)
    if status == FITS and not book[FIGURES, PLAIN]:
        for _ in range(WARM_UP):
            walk(dice, book)
    return status


@rule
def gather_unseen(book, memory):
    """The rows of the cards that the view does not show; those in a known slot are laid there."""
    seat, spots = book[FIGURES, SEAT], book[FIGURES, SPOTS]
    places = 0
    for spot in range(spots):
        places |= 1 << book[SPOT_PLACE, spot]
    rows = laid = 0
    for kind in range(54):
        low, high = book[FIRST, kind], book[FIRST, kind + 1]
        for row in range(low, high):
            book[LEFT_MAY, row] = memory[RECALLED_MAY, row] if seat != NOBODY else places
            book[LEFT_SLOT, row] = memory[RECALLED_SLOT, row] if seat != NOBODY else -1
        for shown in range(low, book[FILL, kind]):
            take_shown(book, low, high, 1 << book[SHOWN, shown], places)
        for row in range(low, high):
            if book[LEFT_MAY, row] <= 0:  # shown, or nowhere on the table
                continue
            may, slot = book[LEFT_MAY, row] & places, book[LEFT_SLOT, row]
            if may == 0:
                book[FIGURES, BLAMED] = kind
                return NO_PLACE
            if rows + laid >= spots:
                return TOO_MANY
            spot = spot_at(book, lowest(may), slot) if slot >= 0 else -1
            if spot >= 0:
                lay_in(book, spot, kind)
                laid += 1
            else:
                book[KIND, rows], book[MAY, rows] = kind, may
                rows += 1
    book[FIGURES, ROWS] = rows
    return FITS if rows + laid == spots else TOO_FEW


@rule
def take_shown(book, low, high, there, places):
    """Strike out the row that stands for a card the view shows in the place `there`.

    First one known to lie there, then one that is at none of the unknown cards (the seat has moved it since, in a chain of
    picks), then one that may be there.
    """
    best, found = -1, 4
    for row in range(low, high):
        may = book[LEFT_MAY, row]
        if may >= 0:
            worth = 0 if may == there else 1 if may & places == 0 else 2 if may & there else 3
            if worth < found:
                best, found = row, worth
    if best >= 0:
        book[LEFT_MAY, best] = -1


@rule
def spot_at(book, place, slot):
    """The free spot in this slot of this place, -1 if there is none."""
    for spot in range(book[FIGURES, SPOTS]):
        if book[SPOT_PLACE, spot] == place and book[SPOT_SLOT, spot] == slot and book[CARD, spot] < 0:
            return spot
    return -1


@rule
def lay_in(book, spot, kind):
    """This card is in this spot in every deal."""
    book[CARD, spot] = kind
    book[ROOM, book[SPOT_PLACE, spot]] -= 1


@rule
def narrow(book):
    """Give cards with one place their room, and take full places from the others, until nothing changes.

    MARK says which are the rows whose room is given.
    """
    rows = book[FIGURES, ROWS]
    for n in range(book[FIGURES, PLACES]):
        book[LEFT, n] = book[ROOM, n]
    for row in range(rows):
        book[MARK, row] = 0
    changed = True
    while changed:
        changed = False
        for row in range(rows):
            if book[MARK, row]:
                continue
            may = book[MAY, row]
            rest = may
            while rest:
                place = lowest(rest)
                rest &= rest - 1
                if book[LEFT, place] == 0:
                    may &= ~(1 << place)
            if may == 0:
                book[FIGURES, BLAMED] = book[KIND, row]
                return NO_PLACE
            book[MAY, row] = may
            if may & (may - 1) == 0:
                book[MARK, row] = 1
                book[LEFT, lowest(may)] -= 1
                changed = True
    return FITS


@rule
def order_rows(book):
    """Lay cards known to be in an unordered place there; rows by number of places, those with one at the end."""
    rows = walkers = 0
    for row in range(book[FIGURES, ROWS]):
        kind, may = book[KIND, row], book[MAY, row]
        if may & (may - 1) == 0 and not may & book[FIGURES, ORDERED]:
            lay_in(book, spot_at(book, lowest(may), -1), kind)
            continue
        n = rows
        while n > 0 and order_of(book[MAY, n - 1]) > order_of(may):
            book[KIND, n], book[MAY, n] = book[KIND, n - 1], book[MAY, n - 1]
            n -= 1
        book[KIND, n], book[MAY, n] = kind, may
        rows += 1
        walkers += 1 if may & (may - 1) else 0
    for row in range(rows):
        book[PLACE, row] = lowest(book[MAY, row])
    book[FIGURES, ROWS], book[FIGURES, WALKERS] = rows, walkers


@rule
def order_of(may):
    """Where a row stands in the order: by number of places, one place last."""
    return count(may) if may & (may - 1) else 64


@rule
def list_free(book):
    """List the free spots place by place, and see whether a plain shuffle will do."""
    n = 0
    for place in range(book[FIGURES, PLACES]):
        book[BEGIN, place] = n
        for spot in range(book[FIGURES, SPOTS]):
            if book[SPOT_PLACE, spot] == place and book[CARD, spot] < 0:
                book[FREE, n] = spot
                n += 1
    plain = 1
    for row in range(book[FIGURES, ROWS]):
        book[SPOT, row] = book[FREE, row]
        if book[MAY, row] != book[MAY, 0]:
            plain = 0
    book[FIGURES, PLAIN] = plain


@rule
def first_deal(book):
    """A deal that fits, by augmenting paths: a card goes where there is room, if need be by moving others on."""
    start_rooms(book)
    for row in range(book[FIGURES, WALKERS]):
        target = open_place(book, row)
        if target < 0:
            book[FIGURES, BLAMED] = book[KIND, row]
            return NO_PLACE
        book[LEFT, target] -= 1
        mover = -1
        while mover != row:
            mover = book[REACHED_BY, target]
            target, book[PLACE, mover] = book[PLACE, mover], target
    return FITS


@rule
def open_place(book, start):
    """The place with room left that a row reaches by moving the fewest of the rows before it, -1 if none.

    From a card's places the search goes on through the cards that lie there to theirs.
    """
    reached = fringe = book[MAY, start]
    mark_reached(book, fringe, start)
    while fringe:
        rest = fringe
        while rest:
            if book[LEFT, lowest(rest)] > 0:
                return lowest(rest)
            rest &= rest - 1
        beyond = 0
        for row in range(start):
            if (fringe >> book[PLACE, row]) & 1:
                more = book[MAY, row] & ~(reached | beyond)
                mark_reached(book, more, row)
                beyond |= more
        reached |= beyond
        fringe = beyond
    return -1


@rule
def mark_reached(book, places, row):
    """The places were reached by moving this row."""
    while places:
        book[REACHED_BY, lowest(places)] = row
        places &= places - 1


@rule
def start_rooms(book):
    """The room for the walkers in each place."""
    for place in range(book[FIGURES, PLACES]):
        book[LEFT, place] = book[ROOM, place]
    for row in range(book[FIGURES, WALKERS], book[FIGURES, ROWS]):
        book[LEFT, book[PLACE, row]] -= 1


# once a deal


@rule(inline=True)
def redeal(tables, i, deck):
    """Make tables[i] the deck's view with all that is unknown dealt at random, and a random state of its own.

    Returns 0, or the number of contradictions still counted where no deal without any was found in time.
    """
    deal_spots(Dice(deck.rng), deck.book)
    return settle_contradictions(tables, i, deck, lay_out(tables, i, deck))


@rule(inline=True)
def deal_spots(dice, book):
    """A deal that fits the memory."""
    if book[FIGURES, PLAIN]:
        shuffle_spots(dice, book)
    else:
        walk(dice, book)
        choose_spots(dice, book)
    for row in range(book[FIGURES, ROWS]):
        book[CARD, book[SPOT, row]] = book[KIND, row]


@rule(inline=True)
def lay_out(tables, i, deck):
    """Write the deal at hand into tables[i]; returns its contradictions."""
    deck.tables[1] = deck.tables[0]
    fill_in(deck.sheet, Dice(deck.rng), deck.book)
    tables[i] = deck.tables[1]
    draw_numbers(tables[i])
    return contradictions(tables[i], deck.book[FIGURES, SEAT])


@rule(inline=True)
def fill_in(sheet, dice, book):
    """Put the cards of the deal at hand and a random state into row 1 of the sheet."""
    at = book[FIGURES, RNG_AT]
    for n in range(at, at + 4):
        sheet[1, n] = next_word(dice)
    for spot in range(book[FIGURES, SPOTS]):
        lay(sheet, 1, book, book[SPOT_PLACE, spot], book[SPOT_SLOT, spot], book[CARD, spot])


@rule(inline=True)
def shuffle_spots(dice, book):
    """Any card anywhere: Fisher and Yates."""
    spot = book[SPOT]
    a, b, c, d = dice.rng[0], dice.rng[1], dice.rng[2], dice.rng[3]  # in variables, which is quicker
    for row in range(book[FIGURES, ROWS], 1, -1):
        other, a, b, c, d = drawn(a, b, c, d, row)
        spot[row - 1], spot[other] = spot[other], spot[row - 1]
    dice.rng[0], dice.rng[1], dice.rng[2], dice.rng[3] = a, b, c, d


@rule(apart=True)
def walk(dice, book):
    """Move on to another deal of the walkers to places."""
    n = book[FIGURES, WALKERS]
    place = book[PLACE]
    fresh = propose(dice, book)
    if fresh > 0.0:
        present = weight(book)
        if fresh >= present or random_unit(dice) * present < fresh:
            for row in range(n):
                place[row] = book[PROPOSAL, row]
    swap(dice.rng, n, place, book[MAY])


@rule
def swap(rng, n, place, may):
    """Swaps of two and rotations of three among the first n rows, twice as many of both as there are rows.

    Which rows and which of the two is drawn as one word: 21 bits a row, one for the kind.
    """
    s0, s1, s2, s3 = rng[0], rng[1], rng[2], rng[3]
    for _ in range(2 * n):
        word = scrambled(s1)
        s0, s1, s2, s3 = advanced(s0, s1, s2, s3)
        a = ((word & 0x1FFFFF) * n) >> 21
        b = (((word >> 21) & 0x1FFFFF) * n) >> 21
        p, q = place[a], place[b]
        if p == q:
            continue
        if word < 0:
            if (may[a] >> q) & (may[b] >> p) & 1:
                place[a], place[b] = q, p
        else:
            c = (((word >> 42) & 0x1FFFFF) * n) >> 21
            r = place[c]
            if q != r and p != r and (may[a] >> q) & (may[b] >> r) & (may[c] >> p) & 1:
                place[a], place[b], place[c] = q, r, p
    rng[0], rng[1], rng[2], rng[3] = s0, s1, s2, s3


@rule(inline=True)
def room_for(left, may):
    """The room left in a set of places."""
    room = 0
    while may:
        room += left[lowest(may)]
        may &= may - 1
    return room


@rule
def propose(dice, book):
    """A fresh deal into PROPOSAL; the product of the rooms it chose among, scaled to stay in range; 0 at a dead end."""
    start_rooms(book)
    n, left = book[FIGURES, WALKERS], book[LEFT]
    may, proposal, rng = book[MAY], book[PROPOSAL], dice.rng
    product, scale = 1.0, 2.0 / (n + 1)
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    for row in range(n):
        rest = may[row]
        room = room_for(left, rest)
        if room == 0:
            product = 0.0
            break
        product *= room * scale
        ticket, a, b, c, d = drawn(a, b, c, d, room)
        place = lowest(rest)
        while ticket >= left[place]:
            ticket -= left[place]
            rest &= rest - 1
            place = lowest(rest)
        proposal[row] = place
        left[place] -= 1
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d
    return product


@rule
def weight(book):
    """The same product for the deal at hand."""
    start_rooms(book)
    n, left = book[FIGURES, WALKERS], book[LEFT]
    product, scale = 1.0, 2.0 / (n + 1)
    may, place = book[MAY], book[PLACE]
    for row in range(n):
        product *= room_for(left, may[row]) * scale
        left[place[row]] -= 1
    return product


@rule(apart=True)
def choose_spots(dice, book):
    """A spot for each card in its place, in a pile at random: each row that arrives changes with one that is there."""
    left, mark = book[LEFT], book[MARK]
    for place in range(book[FIGURES, PLACES]):
        left[place] = book[BEGIN, place]
    for row in range(book[FIGURES, ROWS]):
        place = book[PLACE, row]
        here = left[place]
        left[place] += 1
        if (book[FIGURES, ORDERED] >> place) & 1:
            other = book[BEGIN, place] + random_below(dice, here - book[BEGIN, place] + 1)
            mark[here] = mark[other]
            here = other
        mark[here] = row
    for n in range(book[FIGURES, ROWS]):
        book[SPOT, mark[n]] = book[FREE, n]


# contradictions: compiled only for rooms that count them


@rule
def seek_fit(tables, i, deck, wrong):
    """Swaps that prefer fewer contradictions until none is left, then a round more among the deals without any.

    A step to one contradiction more is taken with probability 1/4. If time runs out it is gone back to a deal without
    contradictions that is known from before. A fresh shuffle without any is as good as such a walk.
    """
    book = deck.book
    if wrong == 0 and book[FIGURES, PLAIN]:
        return 0
    rows = book[FIGURES, ROWS]
    patience = DESCENT * (rows + 1)
    while wrong > 0 and patience > 0:
        wrong = try_swap(tables, i, deck, wrong)
        patience -= 1
    if wrong == 0:
        keep_spots(deck.book)
    elif book[FIGURES, STORED]:
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
def keep_spots(book):
    """Keep the deal at hand as one without contradictions."""
    book[FIGURES, STORED] = 1
    for row in range(book[FIGURES, ROWS]):
        book[KEPT, row] = book[SPOT, row]


@rule
def back_to_kept(tables, i, deck):
    """Make the deal at hand the one that was kept; returns its contradictions (the numbers filled in may differ)."""
    book = deck.book
    for row in range(book[FIGURES, ROWS]):
        book[SPOT, row] = book[KEPT, row]
        book[CARD, book[SPOT, row]] = book[KIND, row]
        book[PLACE, row] = book[SPOT_PLACE, book[SPOT, row]]
    return lay_out(tables, i, deck)


@rule
def try_swap(tables, i, deck, wrong):
    """Let two cards change places if that fits the memory and makes no more contradictions, or by luck."""
    dice, book = Dice(deck.rng), deck.book
    rows = book[FIGURES, ROWS]
    if rows < 2:  # what can change is the hidden numbers
        return lay_out(tables, i, deck)
    a, b = random_below(dice, rows), random_below(dice, rows)
    p, q = book[SPOT_PLACE, book[SPOT, a]], book[SPOT_PLACE, book[SPOT, b]]
    if book[KIND, a] == book[KIND, b] or not (book[MAY, a] >> q) & (book[MAY, b] >> p) & 1:
        return wrong
    if p == q and not (book[FIGURES, ORDERED] >> p) & 1:
        return wrong
    swap_spots(book, a, b)
    then = lay_out(tables, i, deck)
    if then <= wrong or random_unit(dice) < 0.25 ** (then - wrong):
        return then
    swap_spots(book, a, b)
    return lay_out(tables, i, deck)


@rule
def swap_spots(book, a, b):
    """Two rows change spots."""
    book[SPOT, a], book[SPOT, b] = book[SPOT, b], book[SPOT, a]
    book[CARD, book[SPOT, a]], book[CARD, book[SPOT, b]] = book[KIND, a], book[KIND, b]
    book[PLACE, a], book[PLACE, b] = book[SPOT_PLACE, book[SPOT, a]], book[SPOT_PLACE, book[SPOT, b]]


@rule
def seed_deck(deck, seed):
    """Set the deck's random state."""
    seed_random(Dice(deck.rng), seed, 0, 0)


# for callers in Python


def blank_deck(memory: Recall) -> Deck:
    """A deck for any view of the memory's match, to be given a seed and filled by `prepare`."""
    table, cards = memory.room.Table, len(memory.kind)
    book = np.zeros((FIGURES + 1, max(cards, COLUMNS)), np.int64)
    book[:FILL, :COLUMNS] = blank_book(memory.room, table.seats_range[1])[:FILL]
    book[FIRST, :55] = first_rows(memory.kind)
    book[FIGURES, CARDS], book[FIGURES, PLACES] = cards, len(table.places)
    book[FIGURES, ORDERED] = _ordered(memory.room)
    book[FIGURES, RNG_AT] = table.dtype.fields["rng"][1] // 8  # type: ignore[index]
    return _deck(table.blank(), table.blank(2), np.zeros(4, np.int64), book)


@cache
def _ordered(room: Room) -> int:
    """The places whose cards lie in an order, as a set of bits."""
    return sum(1 << place.number for place in room.Table.places if place.zone.kind not in ("cards", "bag"))


def _deck(masked: Any, tables: Any, rng: Ints, book: Ints) -> Deck:
    return Deck(masked, tables, sheet_of(tables), rng, book)


def unseen(view: Any, memory: Recall, seed: int = 0) -> Deck:
    """A deck of the cards that view[0], a table masked for the seat of the memory, does not show, by what it remembers.

    If that seat is NOBODY nothing is remembered: every unknown card may be in every unknown place. Decks of equal seeds give
    equal deals. BadInput if no deal fits the view and the memory.
    """
    deck = blank_deck(memory)
    seed_deck(deck, seed)
    status = prepare(deck, view, 0, memory.book, memory.seat)
    if status != FITS:
        raise BadInput(_complaint(status, deck, memory))
    return deck


def _complaint(status: int, deck: Deck, memory: Recall) -> str:
    if status == NO_PLACE:
        name = card_name(int(deck.book[FIGURES, BLAMED]), memory.room.Table.suited)
        return f"no deal of the unknown cards fits: there is no place for {name}"
    fewer = "more" if status == TOO_MANY else "fewer"
    return f"no deal of the unknown cards fits: the pack has {fewer} cards to spare than there are unknown ones"


def fork(deck: Deck, seed: int) -> Deck:
    """An independent copy of a deck with a random state of its own, for another thread."""
    copied = _deck(copy_of(deck.masked), copy_of(deck.tables), deck.rng.copy(), deck.book.copy())
    seed_deck(copied, seed)
    return copied


def redealt(view: Any, memory: Recall, seed: int) -> Any:
    """One redeal as a record array of shape (1,). BadInput if no deal fits, or none without contradictions was found."""
    deck, tables = unseen(view, memory, seed), copy_of(view[:1])
    if redeal(tables, 0, deck):
        raise BadInput("no deal of the unknown cards was found that fits what was said and shown")
    return tables
