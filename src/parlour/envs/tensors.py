"""Observations: what one seat sees, as one row of figures, for every room by its layout alone.

    tensors = Tensors(parlour.game("schnapsen"))
    tensors.of(match.view(match.turn))        float32[tensors.width]
    for part in tensors.parts: ...            which columns mean what

Seats are counted from the viewer on: 0 is its own, 1 the next. What the house rules of the game hide from everybody or
settle for good has no column. A layout becomes a list of orders, and one function, compiled once for the whole house,
carries them out on the words of a masked table: no room has code of its own here. Where thousands of tables are written, code
is made of the same orders (`writer`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.memory import Recall, card_kinds
from parlour.engine.sheets import item, sheet_of
from parlour.engine.view import View
from parlour.kit import CARD_BITS, bag_size, lowest, rule, size_of
from parlour.kit.cards import card_name
from parlour.kit.layout import ALL, NOBODY, OWNER, SEATS, UNKNOWN, By, Field, Number, Pile, Zone
from parlour.machine import body

__all__ = ["Part", "Tensors"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]

SLOTS = 8
"""Piles of at most this many cards are shown slot by slot."""
ONE_HOT = 16
"""Figures of at most this many values have a column for each."""
LINEAR = 1000
"""Figures that go beyond this are on a logarithmic scale, on which this is 1."""
SET_OF_SEATS = 2**15 - 1
"""The highest value of figures that are sets of seats."""
NO_BOUND = 2**31 - 1
"""The highest value of figures without a known limit; other powers of two less one are taken for sets."""

_NONE = np.zeros(1, np.int64)
_NOT_SHOWN = {"rng", "said", "elapsed", "payoff", "seats", "over", "winners"}
"""Standard fields without a column: chance, talk, the clock, results, and what is the same all along."""

OP, FORM, START, STRIDE, SEAT, AT, SIZE, LOW, HIDDEN = range(9)
"""The columns of the table of orders: what to do; the form of the items in the record (see `parlour.engine.sheets`) and the
number of the first one; by how many items the next seat's begin later, and whose they are, counted from the viewer (below 0: no
seat's); the first column; how many items or columns; the lowest value; whether the value may be unknown."""
SET, SET_SIZE, BAG, BAG_SIZE, SLOT, HEAP, PILE_SIZE, SCALED, LOGARITHM, VALUE, DIGIT, TO_SEAT, TO_SEATS, PARTNERS, WHERE = range(
    15
)
"""The kinds of orders."""


@dataclass(frozen=True)
class Part:
    """A group of columns that belong together: from `start` on, as many as `shape` holds.

    name: of the field and its aspect. axes: for each axis of `shape` the names of its positions. low, high: the least and the
    greatest value of its columns.
    """

    name: str
    start: int
    shape: tuple[int, ...]
    axes: tuple[tuple[str, ...], ...]
    meaning: str
    low: float = 0.0
    high: float = 1.0

    @property
    def size(self) -> int:
        """The number of columns."""
        return math.prod(self.shape)

    def labels(self) -> Iterator[str]:
        """A name for each column: `hand A♠`, `tricks +1 3`."""
        for names in itertools.product(*self.axes):
            yield " ".join([self.name, *names])


class Orders(NamedTuple):
    """A layout made ready for `encode`."""

    orders: Ints  # [orders, 9]
    scales: npt.NDArray[np.float64]  # [orders] what a value is multiplied by
    columns: Ints  # [54] by kind of card its column, -1 if the pack has none


@dataclass
class _Plan:
    """Parts and orders while they are made."""

    kinds: Ints
    labels: tuple[str, ...]
    copies: int
    parts: list[Part] = field(default_factory=list)
    orders: list[list[int]] = field(default_factory=list)
    scales: list[float] = field(default_factory=list)

    @property
    def width(self) -> int:
        last = self.parts[-1] if self.parts else None
        return last.start + last.size if last else 0


class Tensors:
    """The observations of a game. memory: also which unseen cards may lie where, as far as the seat remembers.

    `width`: columns of an observation; `low`, `high`: float32[width], their bounds; `parts`: what they are, in order.

    >>> import parlour
    >>> tensors = Tensors(parlour.game("cucumber"))
    >>> tensors.parts[-1].name, tensors.parts[-1].shape
    ('winning', (4,))
    """

    def __init__(self, game: Game, memory: bool = False) -> None:
        self.game, self.memory = game, memory
        row = game.blank()[0]
        every = card_kinds(game.blank())
        kinds, copies = np.unique(every, return_counts=True)
        labels = tuple(card_name(int(kind), game.room.Table.suited) for kind in kinds)
        plan = _Plan(kinds, labels, int(copies.max()))
        for one in game.room.Table.fields.values():
            if one.name not in _NOT_SHOWN and isinstance(one, Zone | Number):
                _add_field(plan, game, row, one, len(every))
        if memory:
            _add_memory(plan, game, row)
        self.parts: tuple[Part, ...] = tuple(plan.parts)
        self.width = plan.width
        self.low, self.high = np.zeros(self.width, np.float32), np.zeros(self.width, np.float32)
        for part in self.parts:
            self.low[part.start : part.start + part.size] = part.low
            self.high[part.start : part.start + part.size] = part.high
        columns = np.full(54, -1, np.int64)
        columns[kinds] = np.arange(len(kinds))
        self.orders = Orders(np.array(plan.orders, np.int64), np.array(plan.scales), columns)

    def labels(self) -> list[str]:
        """Return a name for every column, in order."""
        return list(itertools.chain.from_iterable(part.labels() for part in self.parts))

    def of(self, view: View) -> Floats:
        """Return the observation of a view, float32[width].

        view: of any seat.

        BadInput: the observations have a memory and the view has none.
        """
        out = np.empty((1, self.width), np.float32)
        if self.memory and view.memory is None:
            raise BadInput("these observations hold what a seat remembers: the view must come with its memory")
        self.write(view.tables, 0, view.seat, out, 0, view.memory)
        return out[0]

    def write(self, tables: Any, i: int, viewer: int, out: Floats, j: int, memory: Recall | None = None) -> None:
        """Write the observation of one table into a row of an array.

        tables, i: tables[i] is read; it must be masked for the viewer. viewer: the seat. out, j: row j of float32[rows, width] is
        written. memory: of the viewer (`View.memory`), if the observations have a memory.
        """
        orders, scales, columns = self.orders
        kinds, may = (_NONE, _NONE) if memory is None else (memory.kind, memory.may)
        encode(sheet_of(tables), i, viewer, self.game.seats, orders, scales, columns, kinds, may, out, j)


# from a layout to orders


def _add_field(plan: _Plan, game: Game, row: Any, one: Zone | Number, pack: int) -> None:
    """Add the columns of one field, as far as any seat can see it under these house rules."""
    seen = one.seen.under(row) if isinstance(one.seen, By) else one.seen
    own = seen == OWNER and one.per_seat
    open_to_some = seen == ALL or own
    if one.name == "side":
        if game.seats > 2:
            others = tuple(f"+{p}" for p in range(1, game.seats))
            part = Part("friends", plan.width, (len(others),), (others,), "whether the seat is on the viewer's side")
            _order(plan, part, one, game, (), PARTNERS, size=len(others))
            plan.parts.append(part)
        return
    if isinstance(one, Zone):
        if open_to_some:
            part, what, size = _faces(plan, one)
            _repeat(plan, game, one, part, what, own, size=size, scale=1.0 / plan.copies)
        plan_size = {"cards": SET_SIZE, "bag": BAG_SIZE, "pile": PILE_SIZE}[one.kind]
        most = one.n if isinstance(one, Pile) else pack
        part = Part(f"{one.name}.size", 0, (1,), (("",),), f"how many cards lie there, as a part of {most}")
        _repeat(plan, game, one, part, plan_size, False, size=one.own_shape[0] if one.own_shape else 1, scale=1.0 / most)
    elif open_to_some:
        _add_number(plan, game, one, own)


def _faces(plan: _Plan, zone: Zone) -> tuple[Part, int, int]:
    """Return the columns for the visible cards of a zone: part, what to do, number of items."""
    name, kinds = zone.name, (len(plan.kinds),)
    if not isinstance(zone, Pile):
        n = zone.own_shape[0] if zone.own_shape else 1
        meaning = "the cards that lie there" if n == 1 else f"how many of each card lie there, as a part of {n}"
        return Part(name, 0, kinds, (plan.labels,), meaning), SET if n == 1 else BAG, n
    if zone.n <= SLOTS:
        slots = tuple(f"slot {k + 1}" for k in range(zone.n))
        return Part(name, 0, (zone.n, *kinds), (slots, plan.labels), "the card in the slot, from the bottom up"), SLOT, zone.n
    figures = ("height", "on top", "copies")
    meaning = f"how high the card lies, as a part of {zone.n} (of equal cards the uppermost); whether it lies on top; how many"
    meaning += f" of them lie there, as a part of {plan.copies}"
    return Part(name, 0, (3, *kinds), (figures, plan.labels), meaning), HEAP, zone.n


def _add_number(plan: _Plan, game: Game, one: Number, own: bool) -> None:
    """The columns of a figure."""
    name, hidden = one.name, int(one.seen != ALL)
    low, high = one.low, one.high
    seats = ("own", *(f"+{p}" for p in range(1, game.seats)))
    digits = high.bit_length() if low == 0 and high == 2 ** high.bit_length() - 1 else 0
    if one.kind == "seat":
        part, what, scale = (
            Part(name, 0, (game.seats,), (seats,), "whose seat it is, counted from the viewer; none: nobody's"),
            TO_SEAT,
            1.0,
        )
    elif name == "asked" or (name != "chain" and high == SET_OF_SEATS and not one.per):
        part, what, scale = (
            Part(name, 0, (game.seats,), (seats,), "the seats that belong to it, counted from the viewer"),
            TO_SEATS,
            1.0,
        )
    elif name == "phase":
        phases = tuple(game.room.phases)
        part, what, scale = Part(name, 0, (len(phases),), (phases,), "the phase"), VALUE, 1.0
    elif one.kind == "flag":
        part, what, scale = Part(name, 0, (1,), (("",),), "yes or no"), SCALED, 1.0
    elif high - low < ONE_HOT:
        values = tuple(str(value) for value in range(low, high + 1))
        part, what, scale = Part(name, 0, (len(values),), (values,), "the figure"), VALUE, 1.0
    elif digits and high != NO_BOUND and name != "chain":
        bits = tuple(f"bit {k}" for k in range(digits))
        part, what, scale = Part(name, 0, (digits,), (bits,), "the binary digits of the figure"), DIGIT, 1.0
    elif max(abs(low), abs(high)) <= LINEAR:
        most = max(abs(low), abs(high))
        part = Part(name, 0, (1,), (("",),), f"the figure, as a part of {most}", low / most, high / most)
        what, scale = SCALED, 1.0 / most
    else:
        scale = 1.0 / math.log1p(LINEAR)
        least, greatest = (math.copysign(math.log1p(abs(end)) * scale, end) for end in (low, high))
        meaning = f"the figure x as sign(x) ln(1 + |x|) / ln {LINEAR + 1}"
        part, what = Part(name, 0, (1,), (("",),), meaning, min(least, 0.0), max(greatest, 0.0)), LOGARITHM
    _repeat(plan, game, one, part, what, own, size=part.size, scale=scale, low=low, hidden=hidden)


def _repeat(plan: _Plan, game: Game, one: Field, form: Part, what: int, own: bool, **more: Any) -> None:
    """One part and its orders for all repeats of a field, or only for those of the viewer's own."""
    dims = [range(game.seats) if per is SEATS else range(n) for per, n in zip(one.per, one.shape, strict=True)]
    axes = [tuple(str(k) for k in dim) for dim in dims]
    if one.per_seat:
        axes[0] = ("own", *(f"+{p}" for p in range(1, game.seats)))
    if own:
        dims[0], axes = range(1), axes[1:]
    single = form.shape == (1,)
    shape = tuple(len(axis) for axis in axes) + (() if single else form.shape)
    part = Part(
        form.name,
        plan.width,
        shape or (1,),
        tuple(axes) + (() if single and axes else form.axes),
        form.meaning,
        form.low,
        form.high,
    )
    at = plan.width
    for index in itertools.product(*dims):
        _order(plan, part, one, game, index, what, at=at, **more)
        at += form.size
    plan.parts.append(part)


def _order(
    plan: _Plan,
    part: Part,
    one: Field,
    game: Game,
    index: Sequence[int],
    what: int,
    at: int | None = None,
    size: int = 1,
    scale: float = 1.0,
    low: int = 0,
    hidden: int = 0,
) -> None:
    """One order, about one repeat of a field; the first index of a field per seat is counted from the viewer."""
    kind, offset = game.room.Table.dtype.fields[one.name][:2]  # type: ignore[index]
    nbytes = kind.base.itemsize
    each = math.prod(one.own_shape)
    stride = math.prod(one.shape[1:]) * each if one.per_seat else 0
    seat = index[0] if one.per_seat and index else NOBODY
    placed = [0, *index[1:]] if seat != NOBODY else list(index)
    start = offset // nbytes + int(np.ravel_multi_index(placed, one.shape) if placed else 0) * each
    order = [0] * (HIDDEN + 1)
    order[OP], order[FORM], order[START], order[STRIDE], order[SEAT] = what, nbytes.bit_length() - 1, start, stride, seat
    order[AT], order[SIZE], order[LOW], order[HIDDEN] = part.start if at is None else at, size, low, hidden
    plan.orders.append(order)
    plan.scales.append(scale)


def _add_memory(plan: _Plan, game: Game, row: Any) -> None:
    """Add the columns for the cards that may lie in the places that the viewer does not see. An order's START and STRIDE are
    numbers of places here."""
    first = {place.zone.name: place.number for place in reversed(game.room.Table.places)}
    for zone in game.room.Table.zones.values():
        seen = zone.seen.under(row) if isinstance(zone.seen, By) else zone.seen
        if seen == ALL:
            continue
        others = seen == OWNER and zone.per_seat
        dims = [range(game.seats) if per is SEATS else range(n) for per, n in zip(zone.per, zone.shape, strict=True)]
        axes = [tuple(str(k) for k in dim) for dim in dims]
        if zone.per_seat:
            axes[0] = ("own", *(f"+{p}" for p in range(1, game.seats)))
        if others:
            dims[0], axes[0] = range(1, game.seats), axes[0][1:]
        if not all(len(dim) for dim in dims):
            continue
        shape = (*(len(axis) for axis in axes), len(plan.kinds))
        meaning = "how many of these cards may lie there as the viewer remembers, as a part of those in the pack"
        part = Part(f"{zone.name}.may", plan.width, shape, (*axes, plan.labels), meaning)
        stride = math.prod(zone.shape[1:]) if zone.per_seat else 0
        at = part.start
        for index in itertools.product(*dims):
            seat = index[0] if zone.per_seat else NOBODY
            placed = [0, *index[1:]] if zone.per_seat else list(index)
            start = first[zone.name] + int(np.ravel_multi_index(placed, zone.shape) if placed else 0)
            plan.orders.append([WHERE, 0, start, stride, seat, at, len(plan.kinds), 0, 0])
            plan.scales.append(1.0)
            at += len(plan.kinds)
        plan.parts.append(part)


# carried out: compiled once for all rooms

ROOT_OF_TWO, LN_TWO = math.sqrt(2.0), math.log(2.0)


@rule
def logarithm(x):
    """Return ln(1 + x), x a whole number from 0 on, by arithmetic that gives the same digits on all processors and cards."""
    part, far = float(x) + 1.0, 0.0
    while part > ROOT_OF_TWO:
        part *= 0.5
        far += LN_TWO
    ratio = (part - 1.0) / (part + 1.0)  # ln(part) = 2 (ratio + ratio^3/3 + ratio^5/5 ...), ratio at most 0.172
    square, odd = ratio * ratio, 21
    series = 1.0 / odd
    while odd > 1:
        odd -= 2
        series = series * square + 1.0 / odd
    far += 2.0 * ratio * series
    return far


_LOGARITHMS = np.array([body(logarithm)(x) for x in range(LINEAR + 1)])


@rule(apart=True)
def encode(sheet, i, viewer, seats, orders, scales, columns, kinds, may, out, j):
    """Table i of the sheet, masked for the viewer, as row j of `out`. kinds, may: what the viewer remembers, if an order asks."""
    row = out[j]
    for k in range(len(row)):
        row[k] = 0.0
    for n in range(len(orders)):
        order, scale, what = orders[n], scales[n], orders[n, OP]
        here = whose(order[START], order[STRIDE], order[SEAT], viewer, seats)
        if what <= BAG_SIZE:
            write_set(sheet, i, what, here, order, scale, columns, row)
        elif what <= PILE_SIZE:
            write_pile(sheet, i, what, here, order, scale, columns, row)
        elif what == PARTNERS:
            write_partners(sheet, i, viewer, seats, here, order, row)
        elif what == WHERE:
            if viewer >= 0:
                write_where(kinds, may, here, order[AT], columns, row)
        else:
            write_figure(sheet, i, viewer, seats, what, here, order, scale, row)


@rule(inline=True)
def whose(start, stride, seat, viewer, seats):
    """Return where the items of an order begin.

    seat: counted from the viewer (a spectator counts from seat 0), whose items are `stride` apart; below 0: of no seat.
    """
    if seat < 0:
        return start
    p = seat + (viewer if viewer > 0 else 0)
    return start + stride * (p - seats if p >= seats else p)


@rule
def write_set(sheet, i, what, here, order, scale, columns, row):
    """A set or a bag of some planes, or how many cards it holds."""
    size, at = order[SIZE], order[AT]
    part = 1.0 / size
    if what == SET_SIZE:
        row[at] = size_of(sheet[i, here]) * scale
    elif what == BAG_SIZE:
        row[at] = bag_size(sheet[i, here : here + size]) * scale
    else:
        for plane in range(here, here + size):
            cards = sheet[i, plane] & CARD_BITS
            while cards:
                row[at + columns[lowest(cards)]] += part
                cards &= cards - 1


@rule
def write_pile(sheet, i, what, here, order, scale, columns, row):
    """A pile of at most `size` cards: slot by slot, as a heap, or how many cards it holds."""
    form, size, at, kinds = order[FORM], order[SIZE], order[AT], 0
    for kind in range(54):
        kinds += 1 if columns[kind] >= 0 else 0
    held = item(sheet, i, form, here)
    if what == PILE_SIZE:
        row[at] = held * scale
        return
    for slot in range(1, held + 1):
        card = item(sheet, i, form, here + slot)
        if card < 0:
            continue
        if what == SLOT:
            row[at + (slot - 1) * kinds + columns[card]] = 1.0
        else:
            row[at + columns[card]] = slot / size
            row[at + 2 * kinds + columns[card]] += scale
            if slot == held:
                row[at + kinds + columns[card]] = 1.0


@rule
def write_partners(sheet, i, viewer, seats, here, order, row):
    """Write which seats are on the viewer's side."""
    form, at = order[FORM], order[AT]
    if viewer >= 0:
        mine = item(sheet, i, form, here + viewer)
        for p in range(1, seats):
            if item(sheet, i, form, here + (viewer + p) % seats) == mine:
                row[at + p - 1] = 1.0


@rule
def write_figure(sheet, i, viewer, seats, what, here, order, scale, row):
    """Write a figure, if it is known."""
    low, at, size = order[LOW], order[AT], order[SIZE]
    value = item(sheet, i, order[FORM], here)
    if order[HIDDEN] and value == UNKNOWN:
        return
    if what == VALUE:
        if 0 <= value - low < size:
            row[at + value - low] = 1.0
    elif what == SCALED:
        row[at] = value * scale
    elif what == LOGARITHM:
        far = _LOGARITHMS[abs(value)] if abs(value) <= LINEAR else logarithm(abs(value))
        row[at] = far * scale if value >= 0 else -far * scale
    elif what == DIGIT:
        for k in range(size):
            row[at + k] = (value >> k) & 1
    elif value > 0 or what == TO_SEAT:
        write_seats(value, what, max(viewer, 0), seats, at, row)


@rule
def write_seats(value, what, base, seats, at, row):
    """Write the seat, or the seats of a set, counted from the viewer."""
    if what == TO_SEAT:
        if value >= 0:
            row[at + value - base + (seats if value < base else 0)] = 1.0
    else:
        for p in range(seats):
            if (value >> (base + p if base + p < seats else base + p - seats)) & 1:
                row[at + p] = 1.0


@rule
def write_where(kinds, may, place, at, columns, row):
    """Write for each card the share of its copies that may lie in a place, as the viewer remembers."""
    first, cards = 0, len(kinds)
    while first < cards:
        kind, last = kinds[first], first + 1
        while last < cards and kinds[last] == kind:
            last += 1
        for card in range(first, last):
            if (may[card] >> place) & 1:
                row[at + columns[kind]] += 1.0 / (last - first)
        first = last
