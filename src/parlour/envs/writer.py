"""Observations and masks written by machine code that is made for one layout: the same columns as `tensors.encode` and
`actions.mark` write, many times as fast.

The orders of a layout become straight lines of instructions. All columns that are 0 or 1 are bits first, 64 to a word, so that a
set of cards is one shift; eight bits at a time then become eight figures. What is not a flag is written over them.

The code reads the true table of a lane, not a masked copy. The orders of a layout read nothing else than what the viewer sees, so
both give the same; tests compare them for every game.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from llvmlite import ir

from parlour.engine.steps import mask_row
from parlour.kit import CARD_BITS, FIRST_CALL
from parlour.kit.layout import UNKNOWN, copy_of
from parlour.machine import DEPOSITS, INTERPRETED, Emitted

from . import tensors
from .actions import Actions
from .packed import Packed
from .tensors import LINEAR, LN_TWO, ROOT_OF_TWO, Tensors

BYTE, WORD, SINGLE, DOUBLE = ir.IntType(8), ir.IntType(64), ir.FloatType(), ir.DoubleType()
BITS = 64
LANES = {SINGLE: 8, BYTE: 32}
"""Flags that become figures at once."""
SIZES = {SINGLE: 4, BYTE: 1}
"""Bytes of a figure."""
FEW_RUNS = 2
"""A pack of at most this many runs of cards is packed by shifts, one of more by one instruction, if there is one."""


def runs_in(cards: int) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of neighbours in a set: the first card, how many they are, and how many cards come before."""
    first = before = 0
    while cards >> first:
        size = 0
        while (cards >> (first + size)) & 1:
            size += 1
        if size:
            yield first, size, before
        before, first = before + size, first + size + 1


def writer_of(made: Tensors) -> Pen:
    """Return what writes the observation of a table, for a viewer at a seat, into a row of float32."""
    if INTERPRETED:
        return Interpreted(lambda tables, i, viewer, rows, j: _write_masked(made, tables, i, viewer, rows, j))
    return _emitted("observation", _layout(made), lambda *arguments: _Observation(made, *arguments).emit())


def packer_of(packed: Packed) -> Pen:
    """Return what writes the packed observation of a table, for a viewer at a seat, into a row of `packed.row` float32."""
    if INTERPRETED:
        return Interpreted(lambda tables, i, viewer, rows, j: _pack_masked(packed, tables, i, viewer, rows, j))
    made = packed.tensors
    return _emitted("packed", _layout(made), lambda *arguments: _PackedObservation(packed, *arguments).emit())


def _layout(made: Tensors) -> tuple[Any, ...]:
    """All that the code of an observation depends on."""
    orders = made.orders
    return made.width, made.game.seats, *(array.tobytes() for array in (orders.orders, orders.scales, orders.columns))


def _pack_masked(packed: Packed, tables: Any, i: int, viewer: int, rows: Any, j: int) -> None:
    seen = np.zeros((1, packed.width), np.float32)
    _write_masked(packed.tensors, tables, i, viewer, seen, 0)
    rows[j] = packed.pack(seen).view(np.float32)[0]


def _write_masked(made: Tensors, tables: Any, i: int, viewer: int, rows: Any, j: int) -> None:
    masked = copy_of(tables[i : i + 1])
    mask_row(masked, 0, viewer)
    made.write(masked, 0, viewer, rows, j)


def marker_of(actions: Actions) -> Pen:
    """Return what writes a mask, a row of int8, for the cards and first calls that are offered (`machine.offered`), int64[2]."""
    if INTERPRETED:
        return Interpreted(_blank_mask)
    key = actions.n, actions.lookup.tobytes()
    return _emitted("mask", key, lambda *arguments: _Mask(actions, *arguments).emit())


def _emitted(name: str, key: tuple[Any, ...], emit: Callable[..., None]) -> Emitted:
    """Return the code for what a key describes, made once in a process: its memory is never given back."""
    with _making:
        if (name, *key) not in _made:
            _made[name, *key] = Emitted(name, emit)
        return _made[name, *key]


_made: dict[tuple[Any, ...], Emitted] = {}
_making = threading.Lock()


class Pen(Protocol):
    """Code for `write_by`."""

    @property
    def address(self) -> Any:
        """The address; interpreted, a function."""


@dataclass(frozen=True)
class Interpreted:
    """The same in Python, which has no addresses."""

    address: Callable[..., None]


def _blank_mask(offered: Any, i: int, number: int, rows: Any, j: int) -> None:
    rows[j] = 0


def _word(value: int) -> Any:
    return WORD(value)


class _Bits:
    """Code that writes a row of flags, while it is written: 64 of them to a word first."""

    def __init__(self, builder: Any, source: Any, row: Any, kind: Any, width: int, pack: int) -> None:
        """source: what is read. row: what is written, `width` figures of a kind. pack: the cards that have columns."""
        self.b, self.source, self.kind, self.width, self.pack = builder, source, kind, width, pack
        self.row = builder.bitcast(row, kind.as_pointer())
        self.kinds = pack.bit_count()
        self.words: dict[int, Any] = {}

    def put(self, at: int, size: int, bits: Any) -> None:
        """Set columns from `at` on to the lowest `size` bits of a word; the others are 0."""
        word, shift = divmod(at, BITS)
        self._join(word, self.b.shl(bits, _word(shift)) if shift else bits)
        if shift + size > BITS:
            self._join(word + 1, self.b.lshr(bits, _word(BITS - shift)))

    def _join(self, word: int, bits: Any) -> None:
        self.words[word] = self.b.or_(self.words[word], bits) if word in self.words else bits

    def packed(self, cards: Any) -> Any:
        """The cards of the pack in a set, as bits without gaps."""
        runs = list(runs_in(self.pack))
        if len(runs) > FEW_RUNS and DEPOSITS:
            return self.call("llvm.x86.bmi.pext.64", WORD, cards, _word(self.pack))
        found = None
        for first, size, before in runs:
            part = self.b.and_(cards, _word(((1 << size) - 1) << first))
            if first != before:
                part = self.b.lshr(part, _word(first - before))
            found = part if found is None else self.b.or_(found, part)
        return _word(0) if found is None else found

    def spread(self) -> None:
        """Write every column as its flag, several at a time."""
        words, lanes = -(-self.width // BITS), LANES[self.kind]
        kept = self.b.alloca(WORD, words)
        for word in range(words):
            self.b.store(self.words.get(word, _word(0)), self.b.gep(kept, [_word(word)]))
        flags = self.b.bitcast(kept, ir.IntType(lanes).as_pointer())
        whole, rest = divmod(self.width, lanes)
        self.repeat(whole, lambda k: self._some(self.b.load(self.b.gep(flags, [k])), self.b.mul(k, _word(lanes))))
        at = whole * lanes
        if rest == 0:
            return
        left: Any = self.b.load(self.b.gep(flags, [_word(whole)]))
        while rest:
            some = 1 << (rest.bit_length() - 1)
            self._some(self.b.trunc(left, ir.IntType(some)), _word(at))
            left, at, rest = self.b.lshr(left, left.type(some)), at + some, rest - some

    def _some(self, flags: Any, at: Any) -> None:
        """Write the bits of a word as figures from a column on. Rows begin anywhere."""
        n = flags.type.width
        many = ir.VectorType(self.kind, n)
        one, zero = (ir.Constant(many, [self.kind(value)] * n) for value in (1, 0))
        figures = self.b.select(self.b.bitcast(flags, ir.VectorType(ir.IntType(1), n)), one, zero)
        self.b.store(figures, self.b.bitcast(self.column(at), many.as_pointer()), align=SIZES[self.kind])

    def column(self, at: Any) -> Any:
        """The place of a column."""
        return self.b.gep(self.row, [at])

    def repeat(self, times: int, body: Callable[[Any], None]) -> None:
        """Write a loop: `body` writes what is done for k from 0 to times - 1."""
        self.loop(_word(0), _word(times), body)

    def loop(self, first: Any, end: Any, body: Callable[[Any], None]) -> None:
        """Write a loop: `body` writes what is done for k from `first` to `end` - 1."""
        before, head = self.b.block, self.b.append_basic_block()
        inner, after = self.b.append_basic_block(), self.b.append_basic_block()
        self.b.branch(head)
        self.b.position_at_end(head)
        k = self.b.phi(WORD)
        k.add_incoming(first, before)
        self.b.cbranch(self.b.icmp_signed("<", k, end), inner, after)
        self.b.position_at_end(inner)
        body(k)
        k.add_incoming(self.b.add(k, _word(1)), self.b.block)
        self.b.branch(head)
        self.b.position_at_end(after)

    def call(self, name: str, kind: Any, *arguments: Any) -> Any:
        """One of LLVM's own functions."""
        module = self.b.module
        known = ir.FunctionType(kind, [argument.type for argument in arguments])
        function = module.globals.get(name) or ir.Function(module, known, name)
        return self.b.call(function, arguments)

    def _constant(self, name: str, kind: Any, items: list[Any]) -> Any:
        """A table of constants of this code."""
        module = self.b.module
        if name not in module.globals:
            table = ir.ArrayType(kind, len(items))
            made = ir.GlobalVariable(module, table, name)
            made.linkage, made.global_constant = "internal", True
            made.initializer = ir.Constant(table, [kind(item) for item in items])
        return module.globals[name]


class _Mask(_Bits):
    """A mask, of two words: the cards and the first calls that are offered."""

    def __init__(self, actions: Actions, builder: Any, source: Any, number: Any, row: Any) -> None:
        lookup = actions.lookup
        pack = sum(1 << code for code in range(FIRST_CALL) if lookup[code] >= 0)
        super().__init__(builder, source, row, BYTE, actions.n, pack)
        self.runs = list(_runs_of_calls(lookup[FIRST_CALL : FIRST_CALL + BITS].tolist()))

    def emit(self) -> None:
        """Write it all."""
        words = self.b.bitcast(self.source, WORD.as_pointer())
        cards, calls = (self.b.load(self.b.gep(words, [_word(k)])) for k in range(2))
        if self.pack:
            self.put(0, self.kinds, self.packed(cards))
        for first, size, action in self.runs:
            some = self.b.lshr(calls, _word(first)) if first else calls
            self.put(action, size, self.b.and_(some, _word((1 << size) - 1)) if size < BITS else some)
        self.spread()


def _runs_of_calls(actions: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of calls whose actions are neighbours too: the first call, how many they are, the first action."""
    first = 0
    while first < len(actions):
        size = 1
        while first + size < len(actions) and actions[first + size] == actions[first] + size and actions[first] >= 0:
            size += 1
        if actions[first] >= 0:
            yield first, size, actions[first]
        first += size


class _Observation(_Bits):
    """An observation, of a table; what is not a flag is written over the flags."""

    def __init__(self, made: Tensors, builder: Any, table: Any, viewer: Any, row: Any) -> None:
        self.columns = made.orders.columns
        pack = sum(1 << int(kind) for kind in np.flatnonzero(self.columns >= 0))
        super().__init__(builder, table, row, SINGLE, made.width, pack)
        self.viewer, self.seats = viewer, made.game.seats
        self.orders, self.scales = made.orders.orders.tolist(), made.orders.scales.tolist()
        self.later: list[Callable[[], None]] = []
        """Writes what is not a flag."""
        self.turned: dict[int, Any] = {}

    def emit(self) -> None:
        """Write it all."""
        ways = {
            tensors.SET: self.set_of_cards,
            tensors.SET_SIZE: self.set_size,
            tensors.BAG: self.bag,
            tensors.BAG_SIZE: self.bag_size,
            tensors.SLOT: self.slots,
            tensors.HEAP: self.heap,
            tensors.PILE_SIZE: self.scaled,
            tensors.SCALED: self.scaled,
            tensors.LOGARITHM: self.logarithm,
            tensors.VALUE: self.value,
            tensors.DIGIT: self.digits,
            tensors.TO_SEAT: self.to_seat,
            tensors.TO_SEATS: self.to_seats,
            tensors.PARTNERS: self.partners,
        }
        for order, scale in zip(self.orders, self.scales, strict=True):
            ways[order[tensors.OP]](order, scale)
        self.spread()
        for write in self.later:
            write()

    # reading the table

    def turn(self, seat: int) -> Any:
        """The number of a seat counted from the viewer."""
        if seat not in self.turned:
            past = self.b.add(self.viewer, _word(seat))
            over = self.b.icmp_signed(">=", past, _word(self.seats))
            self.turned[seat] = self.b.select(over, self.b.sub(past, _word(self.seats)), past) if seat else self.viewer
        return self.turned[seat]

    def place(self, order: list[int], k: Any = 0) -> Any:
        """The address of item k of an order."""
        start, stride, seat = order[tensors.START], order[tensors.STRIDE], order[tensors.SEAT]
        at = _word(start) if isinstance(k, int) else self.b.add(_word(start), k)
        if isinstance(k, int):
            at = _word(start + k)
        if seat >= 0 and stride:
            at = self.b.add(at, self.b.mul(self.turn(seat), _word(stride)))
        kind = ir.IntType(8 << order[tensors.FORM])
        return self.b.gep(self.b.bitcast(self.source, kind.as_pointer()), [at])

    def item(self, order: list[int], k: Any = 0) -> Any:
        """Item k of an order, a signed word."""
        found = self.b.load(self.place(order, k))
        return found if found.type == WORD else self.b.sext(found, WORD)

    def known(self, order: list[int]) -> Any:
        """The figure of an order, 0 if it is not known."""
        value = self.item(order)
        if order[tensors.HIDDEN]:
            value = self.b.select(self.b.icmp_signed("==", value, _word(UNKNOWN)), _word(0), value)
        return value

    # flags

    def one_of(self, index: Any, size: int, known: Any = None) -> Any:
        """The bit `index`, if that is from 0 to size - 1 and `known`; size at most 64."""
        inside = self.b.icmp_unsigned("<", index, _word(size))
        if known is not None:
            inside = self.b.and_(inside, known)
        bit = self.b.shl(_word(1), self.b.and_(index, _word(BITS - 1)))
        return self.b.select(inside, bit, _word(0))

    def set_of_cards(self, order: list[int], scale: float) -> None:
        self.put(order[tensors.AT], self.kinds, self.packed(self.item(order)))

    def slots(self, order: list[int], scale: float) -> None:
        held = self.item(order)
        for slot in range(1, order[tensors.SIZE] + 1):
            card, lies = self.item(order, slot), self.b.icmp_signed("<=", _word(slot), held)
            self.put(order[tensors.AT] + (slot - 1) * self.kinds, self.kinds, self.packed(self.one_of(card, BITS - 1, lies)))

    def value(self, order: list[int], scale: float) -> None:
        value, low, size = self.item(order), order[tensors.LOW], order[tensors.SIZE]
        known = self.b.icmp_signed("!=", value, _word(UNKNOWN)) if order[tensors.HIDDEN] else None
        for first in range(0, size, BITS):
            some = min(BITS, size - first)
            index = self.b.sub(value, _word(low + first)) if low + first else value
            self.put(order[tensors.AT] + first, some, self.one_of(index, some, known))

    def digits(self, order: list[int], scale: float) -> None:
        size = order[tensors.SIZE]
        self.put(order[tensors.AT], size, self.b.and_(self.known(order), _word((1 << size) - 1)))

    def to_seat(self, order: list[int], scale: float) -> None:
        value = self.item(order)
        far = self.b.sub(value, self.viewer)
        behind = self.b.icmp_signed("<", far, _word(0))
        far = self.b.select(behind, self.b.add(far, _word(self.seats)), far)
        somebody = self.b.icmp_signed(">=", value, _word(0))
        self.put(order[tensors.AT], self.seats, self.one_of(far, self.seats, somebody))

    def to_seats(self, order: list[int], scale: float) -> None:
        value, every = self.known(order), _word((1 << self.seats) - 1)
        some = self.b.and_(self.b.select(self.b.icmp_signed(">", value, _word(0)), value, _word(0)), every)
        back = self.b.shl(some, self.b.sub(_word(self.seats), self.viewer))
        self.put(order[tensors.AT], self.seats, self.b.and_(self.b.or_(self.b.lshr(some, self.viewer), back), every))

    def partners(self, order: list[int], scale: float) -> None:
        mine, bits = self.item(order, self.viewer), _word(0)
        for p in range(1, self.seats):
            same = self.b.icmp_signed("==", self.item(order, self.turn(p)), mine)
            bits = self.b.or_(bits, self.b.shl(self.b.zext(same, WORD), _word(p - 1)))
        self.put(order[tensors.AT], self.seats - 1, bits)

    # what is not a flag

    def figure(self, at: int, value: Any, scale: float) -> None:
        """Write a whole number times a scale into a column."""
        product = self.b.fmul(self.b.sitofp(value, DOUBLE), DOUBLE(scale))
        self.b.store(self.b.fptrunc(product, SINGLE), self.column(_word(at)))

    def scaled(self, order: list[int], scale: float) -> None:
        self.later.append(lambda: self.figure(order[tensors.AT], self.known(order), scale))

    def set_size(self, order: list[int], scale: float) -> None:
        self.later.append(lambda: self.figure(order[tensors.AT], self.size(order, 1), scale))

    def bag_size(self, order: list[int], scale: float) -> None:
        self.later.append(lambda: self.figure(order[tensors.AT], self.size(order, order[tensors.SIZE]), scale))

    def size(self, order: list[int], planes: int) -> Any:
        """The number of cards that some planes hold, known or not."""
        first = self.item(order)
        n = self.b.and_(self.b.lshr(first, _word(56)), _word(0x7F))
        for plane in range(planes):
            cards = self.b.and_(self.item(order, plane) if plane else first, _word(CARD_BITS))
            n = self.b.add(n, self.call("llvm.ctpop.i64", WORD, cards))
        return n

    def bag(self, order: list[int], scale: float) -> None:
        """The number of each card, as a part of the planes: added one by one, as sums of parts are rounded."""
        planes, at = order[tensors.SIZE], order[tensors.AT]

        def write() -> None:
            held = [self.packed(self.item(order, plane)) for plane in range(planes)]

            def one(k: Any) -> None:
                total = SINGLE(0.0)
                for bits in held:
                    bit = self.b.trunc(self.b.lshr(bits, k), ir.IntType(1))
                    more = self.b.fptrunc(self.b.fadd(self.b.fpext(total, DOUBLE), DOUBLE(1.0 / planes)), SINGLE)
                    total = self.b.select(bit, more, total)
                self.b.store(total, self.column(self.b.add(_word(at), k)))

            self.repeat(self.kinds, one)

        self.later.append(write)

    def heap(self, order: list[int], scale: float) -> None:
        """The height of each card, whether it lies on top, how many there are."""
        size, at = order[tensors.SIZE], order[tensors.AT]

        def write() -> None:
            held = self.item(order)

            def one(slot: Any) -> None:
                card = self.item(order, slot)
                with self.b.if_then(self.b.icmp_signed(">=", card, _word(0))):
                    place = self.b.load(self.b.gep(self.table_of_columns(), [_word(0), card]))
                    column = self.b.add(place, _word(at))
                    height = self.b.fdiv(self.b.sitofp(slot, DOUBLE), DOUBLE(size))
                    self.b.store(self.b.fptrunc(height, SINGLE), self.column(column))
                    copies = self.column(self.b.add(column, _word(2 * self.kinds)))
                    more = self.b.fadd(self.b.fpext(self.b.load(copies), DOUBLE), DOUBLE(scale))
                    self.b.store(self.b.fptrunc(more, SINGLE), copies)
                    top = self.b.icmp_signed("==", slot, held)
                    above = self.column(self.b.add(column, _word(self.kinds)))
                    self.b.store(self.b.select(top, SINGLE(1.0), self.b.load(above)), above)

            self.loop(_word(1), self.b.add(held, _word(1)), one)

        self.later.append(write)

    def table_of_columns(self) -> Any:
        """By card its column."""
        return self._constant("columns", WORD, [int(column) for column in self.columns])

    def logarithm(self, order: list[int], scale: float) -> None:
        """A figure x as ln(1 + |x|) with its sign; small ones come from a table."""

        def write() -> None:
            value = self.known(order)
            minus = self.b.icmp_signed("<", value, _word(0))
            x = self.b.select(minus, self.b.sub(_word(0), value), value)
            small = self.b.icmp_unsigned("<=", x, _word(LINEAR))
            before, far, after = self.b.block, self.b.append_basic_block(), self.b.append_basic_block()
            table = self._constant("logarithms", DOUBLE, [float(one) for one in tensors._LOGARITHMS])
            near = self.b.load(self.b.gep(table, [_word(0), self.b.select(small, x, _word(0))]))
            self.b.cbranch(small, after, far)
            self.b.position_at_end(far)
            away = self.b.call(self._far(), [x])
            self.b.branch(after)
            self.b.position_at_end(after)
            found = self.b.phi(DOUBLE)
            found.add_incoming(near, before)
            found.add_incoming(away, far)
            product = self.b.fmul(found, DOUBLE(scale))
            signed = self.b.select(minus, self.b.fneg(product), product)
            self.b.store(self.b.fptrunc(signed, SINGLE), self.column(_word(order[tensors.AT])))

        self.later.append(write)

    def _far(self) -> Any:
        """The function `tensors.logarithm`, operation by operation."""
        module, outer = self.b.module, self.b
        if "logarithm" in module.globals:
            return module.globals["logarithm"]
        function = ir.Function(module, ir.FunctionType(DOUBLE, [WORD]), "logarithm")
        function.linkage = "internal"
        function.attributes.add("noinline")
        self.b = ir.IRBuilder(function.append_basic_block())
        part = self.b.fadd(self.b.sitofp(function.args[0], DOUBLE), DOUBLE(1.0))
        begin, head = self.b.block, self.b.append_basic_block()
        halve, after = self.b.append_basic_block(), self.b.append_basic_block()
        self.b.branch(head)
        self.b.position_at_end(head)
        part_now, far = self.b.phi(DOUBLE), self.b.phi(DOUBLE)
        part_now.add_incoming(part, begin)
        far.add_incoming(DOUBLE(0.0), begin)
        self.b.cbranch(self.b.fcmp_ordered(">", part_now, DOUBLE(ROOT_OF_TWO)), halve, after)
        self.b.position_at_end(halve)
        part_now.add_incoming(self.b.fmul(part_now, DOUBLE(0.5)), halve)
        far.add_incoming(self.b.fadd(far, DOUBLE(LN_TWO)), halve)
        self.b.branch(head)
        self.b.position_at_end(after)
        ratio = self.b.fdiv(self.b.fsub(part_now, DOUBLE(1.0)), self.b.fadd(part_now, DOUBLE(1.0)))
        square, odd = self.b.fmul(ratio, ratio), 21
        series: Any = DOUBLE(1.0 / odd)
        while odd > 1:
            odd -= 2
            series = self.b.fadd(self.b.fmul(series, square), DOUBLE(1.0 / odd))
        twice = self.b.fmul(self.b.fmul(DOUBLE(2.0), ratio), series)
        self.b.ret(self.b.fadd(far, twice))
        self.b = outer
        return function


class _PackedObservation(_Observation):
    """An observation in bits; what is not a flag is written behind them."""

    def __init__(self, packed: Packed, builder: Any, table: Any, viewer: Any, row: Any) -> None:
        super().__init__(packed.tensors, builder, table, viewer, row)
        self.packed_as, self.orders = packed, packed.orders

    def spread(self) -> None:
        """Write the words, and zeros for figures that are counted up."""
        row = self.b.bitcast(self.row, WORD.as_pointer())
        for word in range(self.packed_as.words):
            self.b.store(self.words.get(word, _word(0)), self.b.gep(row, [_word(word)]), align=SIZES[self.kind])
        if any(order[tensors.OP] == tensors.HEAP for order in self.orders):
            first, figures = self.packed_as.row - len(self.packed_as.figures), len(self.packed_as.figures)
            self.repeat(figures, lambda k: self.b.store(SINGLE(0.0), self.column(self.b.add(_word(first), k))))
