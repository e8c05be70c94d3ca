"""Redeals: the unseen cards of a view dealt again at random, uniformly over the deals that fit what the seat remembers.

`unseen` prepares a `Deck` once from a masked table and a memory; `redeal` then makes full tables of it, as many as a search
wants, without allocating. If every unseen card may be anywhere it is a shuffle. Else it is a walk over the deals that
fit: each redeal proposes a fresh deal, cards with fewest places first, each to one of its places with probability
proportional to the room left there. The chance of proposing a deal is then one over the product of the rooms it chose among,
so accepting it by the ratio of these products (Metropolis and Hastings) keeps the walk uniform. Swaps of two and rotations
of three follow; which of the two is drawn before looking, or some deals would be favoured.

If the room counts `contradictions`, swaps that prefer fewer go on from there until none is left, and then some
more among the deals without any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from parlour.kit import NOBODY, card_name, count, lowest, next_word, random_below, random_unit, rule, seed_random
from parlour.kit.layout import copy_of
from parlour.kit.random import advanced, drawn, scrambled

from .dispatch import contradictions, draw_numbers, settle_contradictions
from .errors import BadInput
from .memory import Recall
from .sheets import MOST_PLACES, SET, Ints, lay, list_unknown, mapped, sheet_of, strike_unknown, survey

if TYPE_CHECKING:
    from .rooms import Room


CARDS: tuple[Any, ...] = (
    ("rng", np.int64, 4),  # the deck's own random state: the kit draws from it as from a table's
    ("seat", np.int64),  # the viewer
    ("spots", np.int64),  # how many cards are unknown,
    ("rows", np.int64),  # how many of them are dealt at random,
    ("walkers", np.int64),  # and how many of those have a choice of places
    ("plain", np.int64),  # whether a shuffle will do
    ("stored", np.int64),  # whether a deal without contradictions is stored
    ("begin", np.int64, MOST_PLACES),  # by place where its spots begin among the free ones,
    ("room", np.int64, MOST_PLACES),  # how many free ones it has,
    ("left", np.int64, MOST_PLACES),  # how many of them are left,
    ("reached_by", np.int64, MOST_PLACES),  # and the row by which a search reached it
)
BY_CARD = (
    *("shown", "shown_slot"),  # by card of the pack where the view shows it
    *("left_may", "left_slot"),  # what is remembered of it; the first below 0 once it is found in the view
    *("kind", "may"),  # by row the card, and the set of the places where it may be
    *("place", "spot"),  # where it is in the deal at hand
    *("proposal", "kept"),  # its place in the deal proposed, its spot in a deal without contradictions
    "mark",
    *("spot_place", "spot_slot", "spot_card"),  # by spot its place and slot, and the kind dealt to it, -1: none yet
    "free",  # the spots that no card is known to be in, place by place
)


class Deck(NamedTuple):
    """The unseen cards of one view, ready to be dealt. Belongs to one thread; `fork` makes another. Made by `unseen`.

    The cards dealt at random come in rows: those with a choice of places, fewest first, then those known to be in a pile, but
    not where. A *spot* is one of the unknown cards of the view, numbered place by place. Facts about rows, spots and
    places are in a record with the fields of MAP, CARDS and BY_CARD.
    """

    masked: Any  # the view: one table
    tables: Any  # two tables: the view without the counts of unknown cards, and one to fill
    sheet: Ints  # the same tables
    cards: Any  # [1]


FITS, TOO_MANY, TOO_FEW, NO_PLACE = range(4)
"""Results of `prepare`; NO_PLACE + k: there is no place for a card of kind k."""
WARM_UP = 4
"""Steps of the walk from the first deal that was found before one is given out."""
DESCENT = 400
"""Swaps a card, at most, that look for a deal without contradictions."""


# once a view


@rule
def prepare(deck, view, i, may, slot, seat):
    """Make a deck of the masked table view[i] and what a seat remembers: FITS, or what is wrong with them.

    may, slot: of a `Recall`. With seat NOBODY nothing is remembered.
    """
    deck.masked[0] = view[i]
    deck.tables[0] = view[i]
    return sort_out(deck.sheet, deck.cards[0], may, slot, seat)


@rule(apart=True)
def sort_out(sheet, cards, may, slot, seat):
    """The rest of `prepare`, for all rooms alike."""
    survey(sheet, 0, cards, cards.shown, cards.shown_slot)
    spots = list_unknown(sheet, 0, cards, cards.spot_place, cards.spot_slot)
    strike_unknown(sheet, 0, cards)
    cards.seat, cards.spots, cards.stored = seat, spots, 0
    if spots > cards.cards:
        return TOO_FEW
    cards.room[:] = places = 0
    for spot in range(spots):
        cards.spot_card[spot] = -1
        cards.room[cards.spot_place[spot]] += 1
        places |= 1 << cards.spot_place[spot]
    status = gather_unseen(cards, may, slot, places)
    if status == FITS:
        status = narrow(cards)
    if status == FITS:
        order_rows(cards)
        list_free(cards)
        status = first_deal(cards)
    if status == FITS and not cards.plain:
        for _ in range(WARM_UP):
            walk(cards)
    return status


@rule
def gather_unseen(cards, known, slots, places):
    """The rows of the cards that the view does not show; those in a known slot are laid there. places: of unknown cards."""
    first, left_may, left_slot, seat, spots = cards.first, cards.left_may, cards.left_slot, cards.seat, cards.spots
    rows = laid = 0
    for kind in range(54):
        low, high = first[kind], first[kind + 1]
        for row in range(low, high):
            left_may[row] = known[row] if seat != NOBODY else places
            left_slot[row] = slots[row] if seat != NOBODY else -1
        for shown in range(low, cards.filled[kind]):
            take_shown(left_may, low, high, 1 << cards.shown[shown], places)
        for row in range(low, high):
            if left_may[row] <= 0:  # shown, or nowhere on the table
                continue
            may, slot = left_may[row] & places, left_slot[row]
            if may == 0:
                return NO_PLACE + kind
            if rows + laid >= spots:
                return TOO_MANY
            spot = spot_at(cards, lowest(may), slot) if slot >= 0 else -1
            if spot >= 0:
                lay_in(cards, spot, kind)
                laid += 1
            else:
                cards.kind[rows], cards.may[rows] = kind, may
                rows += 1
    cards.rows = rows
    return FITS if rows + laid == spots else TOO_FEW


@rule
def take_shown(left, low, high, there, places):
    """Strike out the row that stands for a card the view shows in the place `there`.

    First one known to lie there, then one that is at none of the unknown cards (the seat has moved it since, in a chain of
    picks), then one that may be there.
    """
    best, found = -1, 4
    for row in range(low, high):
        may = left[row]
        if may >= 0:
            worth = 0 if may == there else 1 if may & places == 0 else 2 if may & there else 3
            if worth < found:
                best, found = row, worth
    if best >= 0:
        left[best] = -1


@rule
def spot_at(cards, place, slot):
    """The free spot in this slot of this place, -1 if there is none."""
    for spot in range(cards.spots):
        if cards.spot_place[spot] == place and cards.spot_slot[spot] == slot and cards.spot_card[spot] < 0:
            return spot
    return -1


@rule
def lay_in(cards, spot, kind):
    """This card is in this spot in every deal."""
    cards.spot_card[spot] = kind
    cards.room[cards.spot_place[spot]] -= 1


@rule
def narrow(cards):
    """Give cards with one place their room, and take full places from the others, until nothing changes.

    mark: the rows whose room is given.
    """
    left, mark = cards.left, cards.mark
    left[:] = cards.room
    mark[: cards.rows] = 0
    roomy = with_room(cards)
    changed = True
    while changed:
        changed = False
        for row in range(cards.rows):
            if mark[row]:
                continue
            may = cards.may[row] & roomy
            if may == 0:
                return NO_PLACE + cards.kind[row]
            cards.may[row] = may
            if may & (may - 1) == 0:
                mark[row] = changed = True
                left[lowest(may)] -= 1
                if left[lowest(may)] == 0:
                    roomy &= ~may
    return FITS


@rule
def with_room(cards):
    """Return the set of the places with room left."""
    places = 0
    for place in range(cards.places):
        places |= (1 if cards.left[place] > 0 else 0) << place
    return places


@rule
def order_rows(cards):
    """Lay cards known to be in an unordered place there; rows by number of places, those with one at the end."""
    kinds, mays = cards.kind, cards.may
    rows = walkers = 0
    for row in range(cards.rows):
        kind, may = kinds[row], mays[row]
        if may & (may - 1) == 0 and cards.form[lowest(may)] >= SET:
            lay_in(cards, spot_at(cards, lowest(may), -1), kind)
            continue
        n = rows
        while n > 0 and order_of(mays[n - 1]) > order_of(may):
            kinds[n], mays[n] = kinds[n - 1], mays[n - 1]
            n -= 1
        kinds[n], mays[n] = kind, may
        rows += 1
        walkers += 1 if may & (may - 1) else 0
    for row in range(rows):
        cards.place[row] = lowest(mays[row])
    cards.rows, cards.walkers = rows, walkers


@rule
def order_of(may):
    """Return where a row stands in the order: by number of places, one place last."""
    return count(may) if may & (may - 1) else 64


@rule
def list_free(cards):
    """List the free spots place by place, and see whether a plain shuffle will do."""
    n = 0
    for place in range(cards.places):
        cards.begin[place] = n
        for spot in range(cards.spots):
            if cards.spot_place[spot] == place and cards.spot_card[spot] < 0:
                cards.free[n] = spot
                n += 1
    cards.plain = 1
    for row in range(cards.rows):
        cards.spot[row] = cards.free[row]
        if cards.may[row] != cards.may[0]:
            cards.plain = 0


@rule
def first_deal(cards):
    """A deal that fits, by augmenting paths: a card goes to a place that has room, if need be by moving others on."""
    place, left, reached_by = cards.place, cards.left, cards.reached_by
    clear_room(cards)
    for row in range(cards.walkers):
        target = open_place(cards, row, with_room(cards))
        if target < 0:
            return NO_PLACE + cards.kind[row]
        left[target] -= 1
        mover = -1
        while mover != row:
            mover = reached_by[target]
            target, place[mover] = place[mover], target
    return FITS


@rule
def open_place(cards, start, roomy):
    """The place among those with room that a row reaches by moving the fewest of the rows before it, -1 if none.

    From a card's places the search goes on through the cards that lie there to theirs.
    """
    may, place = cards.may, cards.place
    reached = fringe = may[start]
    mark_reached(cards.reached_by, fringe, start)
    while fringe:
        if fringe & roomy:
            return lowest(fringe & roomy)
        beyond = 0
        for row in range(start):
            if (fringe >> place[row]) & 1:
                more = may[row] & ~(reached | beyond)
                mark_reached(cards.reached_by, more, row)
                beyond |= more
        reached |= beyond
        fringe = beyond
    return -1


@rule
def mark_reached(reached_by, places, row):
    """Mark the places as reached by moving this row."""
    while places:
        reached_by[lowest(places)] = row
        places &= places - 1


@rule
def clear_room(cards):
    """All the room for the walkers is left again."""
    left = cards.left
    for place in range(cards.places):
        left[place] = cards.room[place]
    for row in range(cards.walkers, cards.rows):
        left[cards.place[row]] -= 1


# once a deal


@rule(inline=True)
def redeal(tables, i, deck):
    """Make tables[i] the deck's view with all that is unknown dealt at random, and a random state of its own.

    Returns 0, or the number of contradictions still counted if no deal without any was found in time.
    """
    cards = deck.cards[0]
    if cards.plain:
        shuffle_spots(cards)
    else:
        walk(cards)
        choose_spots(cards)
    return settle_contradictions(tables, i, deck, lay_out(tables, i, deck))


@rule(inline=True)
def lay_out(tables, i, deck):
    """Write the deal at hand into tables[i]; returns its contradictions."""
    deck.tables[1] = deck.tables[0]
    t, cards = deck.tables[1], deck.cards[0]
    for n in range(4):
        t.rng[n] = next_word(cards)
    for row in range(cards.rows):
        cards.spot_card[cards.spot[row]] = cards.kind[row]
    for spot in range(cards.spots):
        lay(deck.sheet, 1, cards, cards.spot_place[spot], cards.spot_slot[spot], cards.spot_card[spot])
    tables[i] = t
    draw_numbers(tables[i])
    return contradictions(tables[i], cards.seat)


@rule(inline=True)
def shuffle_spots(cards):
    """Any card anywhere: Fisher and Yates."""
    rng, spot = cards.rng, cards.spot
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]  # in variables, which is quicker
    for row in range(cards.rows, 1, -1):
        other, a, b, c, d = drawn(a, b, c, d, row)
        spot[row - 1], spot[other] = spot[other], spot[row - 1]
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d


@rule(apart=True)
def walk(cards):
    """Move on to another deal of the walkers to places."""
    fresh = product_of(cards, cards.proposal, True)
    if fresh > 0.0:
        present = product_of(cards, cards.place, False)
        if fresh >= present or random_unit(cards) * present < fresh:
            for row in range(cards.walkers):
                cards.place[row] = cards.proposal[row]
    swap(cards)


@rule
def swap(cards):
    """Swaps of two and rotations of three among the walkers, twice as many of both as there are walkers.

    The rows and the kind of move are drawn as one word: 21 bits per row, one for the kind.
    """
    n, place, may, rng = cards.walkers, cards.place, cards.may, cards.rng
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
def product_of(cards, places, fresh):
    """Return the product of the rooms that the walkers are given places from, scaled to stay in range; 0 at a dead end.

    places: by row. fresh: whether they are drawn first, each with probability proportional to the room left there.
    """
    clear_room(cards)
    n, left, may, rng = cards.walkers, cards.left, cards.may, cards.rng
    product, scale = 1.0, 2.0 / (n + 1)
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    for row in range(n):
        rest = may[row]
        room = room_for(left, rest)
        if room == 0:
            product = 0.0
            break
        product *= room * scale
        if fresh:
            ticket, a, b, c, d = drawn(a, b, c, d, room)
            place = lowest(rest)
            while ticket >= left[place]:
                ticket -= left[place]
                rest &= rest - 1
                place = lowest(rest)
            places[row] = place
        left[places[row]] -= 1
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d
    return product


@rule(apart=True)
def choose_spots(cards):
    """A spot for each card in its place, in a pile at random: each row that arrives changes with one that is there."""
    rows, left, begin, mark = cards.rows, cards.left, cards.begin, cards.mark
    for place in range(cards.places):
        left[place] = begin[place]
    for row in range(rows):
        place = cards.place[row]
        here = left[place]
        left[place] += 1
        if cards.form[place] < SET:
            other = begin[place] + random_below(cards, here - begin[place] + 1)
            mark[here] = mark[other]
            here = other
        mark[here] = row
    for n in range(rows):
        cards.spot[mark[n]] = cards.free[n]


# contradictions: compiled only for rooms that count them


@rule
def seek_fit(tables, i, deck, wrong):
    """Swaps that prefer fewer contradictions until none is left, then a round more among the deals without any.

    A step to one contradiction more is taken with probability 1/4. If no deal without contradictions is found in time, the
    last one that was found before is taken again. A fresh shuffle without any is as good as such a walk.
    """
    cards = deck.cards[0]
    if wrong == 0 and cards.plain:
        return 0
    rows = cards.rows
    patience = DESCENT * (rows + 1)
    while wrong > 0 and patience > 0:
        wrong = try_swap(tables, i, deck, wrong)
        patience -= 1
    if wrong == 0:
        cards.stored = 1
        for row in range(rows):
            cards.kept[row] = cards.spot[row]
    elif cards.stored:
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
def back_to_kept(tables, i, deck):
    """Make the deal at hand the one that was kept; returns its contradictions (the numbers filled in may differ)."""
    cards = deck.cards[0]
    for row in range(cards.rows):
        cards.spot[row], cards.place[row] = cards.kept[row], cards.spot_place[cards.kept[row]]
    return lay_out(tables, i, deck)


@rule
def try_swap(tables, i, deck, wrong):
    """Let two cards change places if that fits the memory and makes no more contradictions, and now and then if it makes more."""
    cards = deck.cards[0]
    if cards.rows < 2:  # what can change is the hidden numbers
        return lay_out(tables, i, deck)
    a, b = random_below(cards, cards.rows), random_below(cards, cards.rows)
    p, q = cards.spot_place[cards.spot[a]], cards.spot_place[cards.spot[b]]
    if cards.kind[a] == cards.kind[b] or not (cards.may[a] >> q) & (cards.may[b] >> p) & 1:
        return wrong
    if p == q and cards.form[p] >= SET:
        return wrong
    swap_spots(cards, a, b)
    then = lay_out(tables, i, deck)
    if then > wrong and random_unit(cards) >= 0.25 ** (then - wrong):
        swap_spots(cards, a, b)
        then = lay_out(tables, i, deck)
    return then


@rule
def swap_spots(cards, a, b):
    """Two rows change spots."""
    spot, place, spot_place = cards.spot, cards.place, cards.spot_place
    spot[a], spot[b] = spot[b], spot[a]
    place[a], place[b] = spot_place[spot[a]], spot_place[spot[b]]


@rule
def seed_deck(deck, seed):
    """Set the deck's random state."""
    seed_random(deck.cards[0], seed, 0, 0)


# for callers in Python


def unseen(view: Any, memory: Recall, seed: int = 0) -> Deck:
    """A deck of the cards that view[0], a table masked for the seat of the memory, does not show, by what it remembers.

    If that seat is NOBODY nothing is remembered: every unknown card may be in every unknown place. Decks of equal seeds give
    equal deals. BadInput if no deal fits the view and the memory.
    """
    table = memory.room.Table
    tables = table.blank(2)
    deck = Deck(table.blank(), tables, sheet_of(tables), mapped(memory.room, memory.kind, CARDS, BY_CARD))
    seed_deck(deck, seed)
    status = prepare(deck, view, 0, memory.may, memory.slot, memory.seat)
    if status != FITS:
        raise BadInput(_complaint(status, memory.room))
    return deck


def _complaint(status: int, room: Room) -> str:
    if status >= NO_PLACE:
        return f"no deal of the unknown cards fits: there is no place for {card_name(status - NO_PLACE, room.Table.suited)}"
    fewer = "more" if status == TOO_MANY else "fewer"
    return f"no deal of the unknown cards fits: the pack has {fewer} cards to spare than there are unknown ones"


def fork(deck: Deck, seed: int) -> Deck:
    """An independent copy of a deck with a random state of its own, for another thread."""
    tables = copy_of(deck.tables)
    copied = Deck(copy_of(deck.masked), tables, sheet_of(tables), deck.cards.copy())
    seed_deck(copied, seed)
    return copied


def redealt(view: Any, memory: Recall, seed: int) -> Any:
    """One redeal as a record array of shape (1,). BadInput if no deal fits, or none without contradictions was found."""
    deck, tables = unseen(view, memory, seed), copy_of(view[:1])
    if redeal(tables, 0, deck):
        raise BadInput("no deal of the unknown cards was found that fits what was said and shown")
    return tables
