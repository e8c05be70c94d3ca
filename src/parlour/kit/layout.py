"""Declare a table once: which zones there are, who sees them, which house rules exist.

    class Table(Layout, seats=(3, 6), default_seats=4):
        target = Option(10, range(5, 51), "points that end the game")
        hand = Cards(per=SEATS, seen=OWNER, plays=True)
        trick = Pile(6)
        taken = Cards(per=SEATS, seen=NOBODY)

From this come the record's memory layout (`Table.dtype`), the list of places where a card can lie (`Table.places`), and,
in the engine, masks, memory, redeals, the text form of positions and the house-rule form.

Fields lie in the record largest first, padded to eight bytes, after a marker field whose name holds the room and a digest
of its folder: Numba types are structural, and without the marker rooms with equal fields would be one type and play by
each other's rules. Interpreted, every field is int64, because NumPy's small integers wrap.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import sys
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from parlour.machine import INTERPRETED, Records, callable_from, of_constants

NOBODY = -1
"""As a seat: nobody. As `seen`: lies face down for all."""
ALL, OWNER = -2, -3
UNKNOWN = -128
"""A hidden number in a masked table."""
AUTO = -128
"""An option that `house` settles from the seats and the other options."""
DEAL = 0
"""The phase in which the engine deals the next hand."""
YES_NO = (False, True)


class _Seats:
    def __repr__(self) -> str:
        return "SEATS"


SEATS = _Seats()
"""As `per`: one for each seat at the table."""


@dataclass(frozen=True)
class By:
    """A value that depends on a house rule: `seen` of a field, `quiet` of a phase."""

    option: str
    when_on: int
    otherwise: int

    def under(self, row: Any) -> int:
        """Return the value under the house rules of a table."""
        return self.when_on if row[self.option] else self.otherwise


def by(option: str, when_on: int, otherwise: int) -> By:
    """`when_on` if the house rule is on (not zero), otherwise `otherwise`: who sees a field, whether a phase is quiet."""
    return By(option, when_on, otherwise)


class Field:
    """One declared field. `kept`: it outlasts a hand, while every other is empty when `deal` is called.

    `shape` is filled in when the table class is made.
    """

    kind = "field"
    empty = 0

    def __init__(self, per: Any = None, seen: Any = ALL, kept: bool = False) -> None:
        self.per: tuple[Any, ...] = () if per is None else per if isinstance(per, tuple) else (per,)
        self.seen = seen
        self.kept = kept
        self.name = ""
        self.shape: tuple[int, ...] = ()

    @property
    def per_seat(self) -> bool:
        """Whether the first index is a seat."""
        return bool(self.per) and self.per[0] is SEATS

    @property
    def own_shape(self) -> tuple[int, ...]:
        """The shape of one of these, behind the indices of `per`."""
        return ()

    @property
    def base(self) -> str:
        """The NumPy type of one item."""
        raise NotImplementedError

    def indices(self, seats: int | None = None) -> list[tuple[int, ...]]:
        """All indices of the repeats, for this many seats or the most there can be."""
        dims = [seats if p is SEATS and seats is not None else n for p, n in zip(self.per, self.shape, strict=True)]
        return list(itertools.product(*(range(n) for n in dims)))


class Zone(Field):
    """A field that holds cards. `plays`: its cards are chosen from by their owner, always or in the phases named."""

    def __init__(self, per: Any = None, seen: Any = ALL, plays: bool | Sequence[int] = False, *, kept: bool = False) -> None:
        super().__init__(per, seen, kept)
        self.plays = plays


class Cards(Zone):
    """An unordered set of cards from one pack: one int64, one bit per card."""

    kind = "cards"
    base = "i8"


class SizedZone(Zone):
    """A zone of a size that the room gives: a bag or a pile."""

    def __init__(
        self, n: int, per: Any = None, seen: Any = ALL, plays: bool | Sequence[int] = False, *, kept: bool = False
    ) -> None:
        super().__init__(per, seen, plays, kept=kept)
        self.n = n


class Bag(SizedZone):
    """An unordered multiset with at most n equal cards: n int64 planes."""

    kind = "bag"
    base = "i8"

    @property
    def own_shape(self) -> tuple[int, ...]:
        return (self.n,)


class Pile(SizedZone):
    """An ordered pile of at most n cards: slot 0 is the size, then the cards from the bottom up."""

    kind = "pile"

    @property
    def own_shape(self) -> tuple[int, ...]:
        return (self.n + 1,)

    @property
    def base(self) -> str:
        return "i1" if self.n <= 127 else "i2"


class Number(Field):
    """A figure from low to high; hidden from some if `seen` says so."""

    kind = "number"

    def __init__(self, low: int, high: int, per: Any = None, seen: Any = ALL, *, kept: bool = False) -> None:
        super().__init__(per, seen, kept)
        if seen is not ALL and low <= UNKNOWN <= high:
            raise ValueError(f"a hidden number cannot have {UNKNOWN} in its range")
        self.low, self.high = low, high

    @property
    def base(self) -> str:
        low = self.low if self.seen is ALL else min(self.low, UNKNOWN)
        for name in ("i1", "i2", "i4", "i8"):
            info = np.iinfo(name)
            if info.min <= low and self.high <= info.max:
                return name
        raise ValueError(f"no integer holds {self.low}..{self.high}")


class Seat(Number):
    """A seat or NOBODY."""

    kind = "seat"
    empty = NOBODY

    def __init__(self, per: Any = None, seen: Any = ALL, *, kept: bool = False) -> None:
        super().__init__(NOBODY, 63, per, seen, kept=kept)


class _SeatSet(Number):
    """Only for the winners: a set of seats, a bit per seat; as text a list of seats."""

    kind = "seats"

    def __init__(self) -> None:
        super().__init__(0, 2**15 - 1)


class Flag(Number):
    """Yes (1) or no (0)."""

    kind = "flag"

    def __init__(self, per: Any = None, seen: Any = ALL, *, kept: bool = False) -> None:
        super().__init__(0, 1, per, seen, kept=kept)


class _Real(Field):
    """Only for the payoff: a real number by seat."""

    kind = "real"
    base = "f8"


class Option(Field):
    """A house rule: `values` is a range, a tuple of figures, a tuple of words (stored by index) or YES_NO.

    `words` names single figures of a range: `Option(AUTO, range(0, 9), "...", words={0: "any"})`. A default of AUTO is
    settled by the room's `house` and may be asked for as "auto".

    Rules compare an option with its words by name, with `_` for anything a Python name cannot hold:
    `t.direction == Table.direction.counter`.
    """

    kind = "option"

    def __init__(self, default: Any, values: Sequence[Any], text: str, words: Mapping[int, str] | None = None) -> None:
        super().__init__()
        self.values, self.text = values, text
        self.words: dict[int, str] = dict(words or {})
        self.boolean = isinstance(values[0], bool)
        if self.boolean:
            self.codes: Sequence[int] = [0, 1]
        elif isinstance(values[0], str):
            self.codes = list(range(len(values)))
            self.words = dict(enumerate(values))
        else:
            self.codes = values if isinstance(values, range) else [int(v) for v in values]  # a range may be long
        self.auto = isinstance(default, int) and not isinstance(default, bool) and default == AUTO
        self.default = AUTO if self.auto else self.read(default)
        self._by_name = {re.sub(r"\W", "_", word): code for code, word in self.words.items()}
        for name in self._by_name:
            if hasattr(Option, name) or name in vars(self):
                raise ValueError(f"an option cannot have the word {name!r}: it means something else of every option")

    def __getattr__(self, name: str) -> int:
        """The code of a word."""
        codes = self.__dict__.get("_by_name", {})
        if name not in codes:
            raise AttributeError(f"the option {self.__dict__.get('name')!r} has no word {name!r}", name=name, obj=self)
        return int(codes[name])

    def __dir__(self) -> list[str]:
        """The words, for those who look for a name like one."""
        return [*super().__dir__(), *self._by_name]

    @property
    def base(self) -> str:
        low, high = (self.codes[0], self.codes[-1]) if self.plain_range else (min(self.codes), max(self.codes))
        return Number(AUTO if self.auto else low, high).base

    @property
    def plain_range(self) -> bool:
        """Whether its values are all figures from the first to the last, perhaps so many that nobody wants a list of them."""
        return isinstance(self.codes, range) and self.codes.step == 1 and len(self.codes) > 4 and not self.words

    def read(self, value: Any) -> int:
        """The stored code of a value given as text, number or yes/no. ValueError says which values there are."""
        text = str(value if not isinstance(value, int) or abs(value) < 2**63 else "a number beyond all").strip().lower()
        if self.auto and (text == "auto" or (isinstance(value, int) and not isinstance(value, bool) and value == AUTO)):
            return AUTO
        if self.boolean:
            if text in ("true", "yes", "on", "1"):
                return 1
            if text in ("false", "no", "off", "0"):
                return 0
        else:
            for code, word in self.words.items():
                if text == word.lower():
                    return code
            if not isinstance(value, bool) and not isinstance(self.values[0], str):
                figure = int(text) if re.fullmatch(r"-?[0-9]{1,19}", text) else None
                if figure is not None and figure in self.codes and figure not in self.words:
                    return figure
        raise ValueError(f"{repr(value)[:40] if len(text) < 40 else repr(text[:40])} is not one of {self.range_text()}")

    def write(self, code: int) -> int | bool | str:
        """The value as people write it: a number, true/false or a word."""
        if self.auto and code == AUTO:
            return "auto"
        if self.boolean:
            return bool(code)
        return self.words.get(int(code), int(code))

    def range_text(self) -> str:
        """The allowed values in words, for messages and rulebooks."""
        if self.plain_range:
            return f"{'auto, ' if self.auto else ''}{self.codes[0]}..{self.codes[-1]}"
        named = [self.words[c] for c in self.codes if c in self.words]
        figures = [c for c in self.codes if c not in self.words]
        if self.boolean:
            parts = ["true", "false"]
        elif len(figures) > 4 and figures == list(range(figures[0], figures[-1] + 1)):
            parts = [f"{figures[0]}..{figures[-1]}", *named]
        else:
            parts = [*(str(c) for c in figures), *named]
        return ", ".join((["auto"] if self.auto else []) + parts)


@dataclass(frozen=True)
class Place:
    """Somewhere a card can lie: one repeat of a zone."""

    number: int
    zone: Zone
    index: tuple[int, ...]

    @property
    def owner(self) -> int:
        """The seat it belongs to, or NOBODY."""
        return self.index[0] if self.zone.per_seat else NOBODY

    @property
    def name(self) -> str:
        """The name in positions: `hand.0`, `stock`."""
        return ".".join([self.zone.name, *map(str, self.index)])


def _standard_fields() -> dict[str, Field]:
    """Return the fields that every table has."""
    return {
        "rng": _rng_field(),
        "score": Number(-(2**31), 2**31 - 1, per=SEATS),
        "payoff": _Real(per=SEATS),
        "elapsed": Number(0, 2**31 - 1),
        "hand_number": Number(0, 2**31 - 1),
        "said": Number(-(2**31), 2**31 - 1, per=2),
        "asked": Number(0, 2**15 - 1),
        "chain": Number(0, 2**15 - 1),
        "seats": Number(1, 63),
        "dealer": Seat(),
        "turn": Seat(),
        "phase": Number(0, 127),
        "over": Flag(),
        "winners": _SeatSet(),
        "side": Number(0, 63, per=SEATS),
    }


def _rng_field() -> Field:
    field = Number(-(2**63), 2**63 - 1, per=4)
    field.kind = "random"
    return field


def copy_of(tables: Any) -> Any:
    """An independent copy of an array of tables: NumPy's own goes field by field, and takes ten times as long."""
    return _laid_out(type(tables), tables.shape, tables.dtype, tables.tobytes())


def _laid_out(kind: type[Any], shape: tuple[int, ...], dtype: np.dtype[Any], words: bytes) -> Any:
    return np.ndarray.__new__(kind, shape, dtype, bytearray(words))


class Declared(type):
    """The class of table classes, so that compiled code can tell them from other classes."""


of_constants(Declared)
of_constants(Option)


class Layout(metaclass=Declared):
    """Base of a room's `Table`. Class keywords: `seats` (a number or (fewest, most)), `default_seats`, `suits`.

    `suits=False` is a pack without suits: its cards use the clubs and are written by rank alone.
    """

    room: ClassVar[str]
    marker: ClassVar[str]
    seats_range: ClassVar[tuple[int, int]]
    default_seats: ClassVar[int]
    suited: ClassVar[bool]
    fields: ClassVar[dict[str, Field]]
    zones: ClassVar[dict[str, Zone]]
    options: ClassVar[dict[str, Option]]
    of_a_hand: ClassVar[list[Field]]
    places: ClassVar[list[Place]]
    dtype: ClassVar[np.dtype[Any]]
    _blank: ClassVar[Any]

    def __init_subclass__(cls, seats: int | tuple[int, int], default_seats: int | None = None, suits: bool = True) -> None:
        cls.seats_range = seats if isinstance(seats, tuple) else (seats, seats)
        cls.default_seats = default_seats or cls.seats_range[0]
        cls.suited = suits
        own = _declared(cls)
        cls.fields = _standard_fields() | own
        for name, field in cls.fields.items():
            field.name = name
            field.shape = tuple(cls.seats_range[1] if p is SEATS else p for p in field.per)
            if hasattr(np.record, name):
                raise ValueError(f"a field cannot be called {name!r}: interpreted, NumPy's records have that name already")
            if isinstance(field.seen, By) and field.seen.option not in own:
                raise ValueError(f"{name} depends on the option {field.seen.option}, which is not declared")
        cls.zones = {name: field for name, field in own.items() if isinstance(field, Zone)}
        cls.options = {name: field for name, field in own.items() if isinstance(field, Option)}
        standard = _standard_fields()
        cls.of_a_hand = [f for f in own.values() if isinstance(f, Zone | Number) and f.name not in standard and not f.kept]
        cls.places = []
        for zone in cls.zones.values():
            for index in zone.indices():
                cls.places.append(Place(len(cls.places), zone, index))
        if len(cls.places) > 62:
            raise ValueError(f"{len(cls.places)} places: a memory holds a set of them in one int64, at most 62")
        module = sys.modules[cls.__module__]
        folder = Path(module.__file__ or "").resolve().parent
        cls.room = folder.name
        cls.marker = f"_{cls.room}_{folder_digest(folder, cls.__module__)}"
        cls.dtype = _record(cls.marker, cls.fields)
        cls._blank = cls._first_blank()

    @classmethod
    def blank(cls, n: int = 1) -> Any:
        """n tables with default seats and house rules and nothing on them, as a NumPy record array of shape (n,)."""
        return _laid_out(Records, (n,), cls._blank.dtype, cls._blank.tobytes() * n)

    @classmethod
    def _first_blank(cls) -> Any:
        """The one that all are copies of: bots ask for some at every choice."""
        table = np.zeros(1, cls.dtype).view(Records)
        for name, field in cls.fields.items():
            if isinstance(field, Option):
                table[name] = field.default
            elif field.empty:
                table[name] = field.empty
        table["seats"] = cls.default_seats
        return table


def _declared(table: type) -> dict[str, Field]:
    """The fields of a class and of those it is built on (`class Table(Betting, Layout, ...)`), which other tables share."""
    found: dict[str, Field] = {}
    for base in reversed(table.__mro__):
        for name, field in vars(base).items():
            if isinstance(field, Field):
                found[name] = field if base is table else copy(field)
    return found


def folder_digest(folder: Path, module: str) -> str:
    """Digest of what a room's compiled code depends on: its Python files, what they may call, and the name it knows them by."""
    digest = hashlib.sha256((module + callable_from(folder)).encode())
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def _record(marker: str, fields: Mapping[str, Field]) -> np.dtype[Any]:
    entries: list[tuple[str, np.dtype[Any], tuple[int, ...]]] = []
    for name, field in fields.items():
        base = "i8" if INTERPRETED and field.base != "f8" else field.base
        entries.append((name, np.dtype(base), field.shape + field.own_shape))
    entries.sort(key=lambda entry: -entry[1].itemsize)
    entries.insert(0, (marker, np.dtype("i8"), ()))
    names: list[str] = []
    formats: list[np.dtype[Any]] = []
    offsets: list[int] = []
    at = 0
    for name, item, shape in entries:
        kind = np.dtype((item, shape)) if shape else item
        names.append(name)
        formats.append(kind)
        offsets.append(at)
        at += kind.itemsize
    if at % 8:  # padding as a field, so that copies copy it and equal tables are equal bytes
        names.append("_pad")
        formats.append(np.dtype((np.int8, (8 - at % 8,))))
        offsets.append(at)
        at += 8 - at % 8
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": at})
