"""Positions as text: every zone and figure of a table that is not empty, as TOML; see docs/room-files.md.

`fields_of` and `set_fields` go between a record and a flat dictionary (`{"hand.0": "A♠ 10♦", "tricks": [1, 0]}`);
`Game.position` and `Match.position` add the head with game, rules version, seats and house rules.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from parlour.kit.cards import card_name, cards_in, read_card
from parlour.kit.layout import NOBODY, UNKNOWN, Field, Number, Option, Place, Zone
from parlour.machine import body

from . import generate
from .counting import counted
from .errors import BadInput, meant, shown
from .reading import whole_number
from .rooms import Room

_SKIPPED = ("rng", "seats")
_BLAMED = re.compile(r"(?<![\w.])([a-z_]+(?:\.[0-9]+)*): ")
_UNKNOWN_CARDS = re.compile(r"\?\?(?:[×x](\d+))?")
Value = Any
"""A value in TOML: text, numbers, lists."""


def seats_of(bits: int) -> list[int]:
    """The seats of a set, a bit per seat, ascending."""
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def zone_cards(zone: Zone, item: Any) -> tuple[list[int], int]:
    """(known cards, number of unknown cards) of one repeat of a zone; a pile bottom to top with -1 for an unknown card."""
    if zone.kind == "cards":
        return cards_in(int(item)), (int(item) >> 56) & 0x7F
    if zone.kind == "bag":
        known = sorted(card for plane in item for card in cards_in(int(plane)))
        return known, (int(item[0]) >> 56) & 0x7F
    return [int(card) for card in item[1 : int(item[0]) + 1]], 0


def place_item(row: Any, place: Place) -> Any:
    """The item of a record that a place stands for: an int64 for `Cards`, otherwise an array."""
    return row[place.zone.name][place.index] if place.index else row[place.zone.name]


def live_places(room: Room, seats: int) -> list[Place]:
    """The places there are with this many seats."""
    return [place for place in room.Table.places if not place.zone.per_seat or place.index[0] < seats]


def fields_of(room: Room, row: Any, derived: bool = False) -> dict[str, Value]:
    """The fields of a record that are not empty, in the order declared, the random state and the house rules left out.

    `derived`: with the standard fields that say nothing beyond the others.
    """
    found: dict[str, Value] = {}
    seats = int(row["seats"])
    for name, field in room.Table.fields.items():
        if name in _SKIPPED or isinstance(field, Option) or (not derived and _derived(name, row)):
            continue
        if isinstance(field, Zone):
            for index in field.indices(seats):
                text = _cards_text(room, field, row[name][index] if index else row[name])
                if text:
                    found[".".join([name, *map(str, index)])] = text
        else:
            value = _figure(room, name, field, row[name], seats)
            if value is not None:
                found[name] = value
    return found


def _derived(name: str, row: Any) -> bool:
    """Standard fields that say nothing beyond the others."""
    if name == "asked":
        return int(row["asked"]) == (1 << int(row["turn"]) if row["turn"] != NOBODY else 0)
    if name == "side":
        return all(int(side) == p for p, side in enumerate(row["side"][: int(row["seats"])]))
    return False


def _cards_text(room: Room, zone: Zone, item: Any) -> str:
    known, unknown = zone_cards(zone, item)
    words = [card_name(card, room.Table.suited) if card >= 0 else "??" for card in known]
    if zone.kind == "pile" and len(words) > 1 and set(words) == {"??"}:
        return f"??×{len(words)}"
    if unknown:
        words.append("??" if unknown == 1 else f"??×{unknown}")
    return " ".join(words)


def _figure(room: Room, name: str, field: Field, item: Any, seats: int) -> Value:
    if name == "phase":
        return room.phases[int(item)] if item else None
    if field.kind == "seats":
        return seats_of(int(item)) or None
    if not field.per:
        return _number(field, item) if item != field.empty else None
    cut = item[:seats] if field.per_seat else item
    if np.all(cut == field.empty):
        return None
    return _nested(field, cut)


def _number(field: Field, item: Any) -> Value:
    if field.kind == "real":
        return float(item)
    return "?" if int(item) == UNKNOWN and field.seen != -2 else int(item)


def _nested(field: Field, item: Any) -> Value:
    return [_nested(field, part) for part in item] if np.ndim(item) else _number(field, item)


def flat(fields: Mapping[str, Any]) -> dict[str, Value]:
    """Nested tables as TOML reads dotted keys (`{"hand": {"0": ...}}`) made flat again."""
    found: dict[str, Value] = {}
    for key, value in fields.items():
        if isinstance(value, Mapping):
            for inner, deep in flat(value).items():
                found[f"{key}.{inner}"] = deep
        else:
            found[key] = value
    return found


def set_fields(room: Room, row: Any, fields: Mapping[str, Value]) -> None:
    """Set the fields named, leaving the others. BadInput names the field that does not exist or does not fit."""
    asked_given = False
    for key, value in flat(fields).items():
        name, _, rest = key.partition(".")
        field = room.Table.fields.get(name)
        if field is None or name in _SKIPPED or isinstance(field, Option):
            raise BadInput(f"{room.name} has no field {shown(name)}{meant(name, room.Table.fields)}")
        asked_given |= name == "asked"
        try:
            if isinstance(field, Zone):
                _set_zone(room, row, field, rest, value)
            elif rest:
                raise ValueError("is not a zone, so it takes a list and no index")
            else:
                _set_figure(room, row, field, value)
        except ValueError as error:
            raise BadInput(f"{key}: {error}") from None
    if not asked_given and "turn" in fields:
        row["asked"] = 1 << int(row["turn"]) if row["turn"] != NOBODY else 0


def clear_fields(room: Room, row: Any) -> None:
    """Empty every zone and figure; the house rules, the seats and the random state stay."""
    for name, field in room.Table.fields.items():
        if name not in _SKIPPED and not isinstance(field, Option):
            row[name] = field.empty
    for p in range(len(row["side"])):
        row["side"][p] = p


def _index(field: Field, text: str, seats: int) -> tuple[int, ...]:
    parts = [whole_number(part, range(1000)) for part in text.split(".")] if text else []
    if None in parts:
        raise ValueError(f"{shown(text)} is not an index")
    index = tuple(part for part in parts if part is not None)
    if field.per and not text:
        first = ".".join(map(str, field.indices(seats)[0]))
        raise ValueError(f"there are several, so it takes an index: {field.name}.{first}")
    if index not in field.indices(seats):
        raise ValueError(f"there is no {field.name}{'.' * bool(text)}{text} at this table")
    return index


def _set_zone(room: Room, row: Any, zone: Zone, rest: str, value: Value) -> None:
    index = _index(zone, rest, int(row["seats"]))
    if not isinstance(value, str):
        raise ValueError("cards are written as text")
    known, unknown = _read_cards(room, value, zone.kind == "pile")
    if zone.kind == "cards":
        cards = 0
        for card in known:
            if (cards >> card) & 1:
                raise ValueError(f"{card_name(card, room.Table.suited)} stands twice")
            cards |= 1 << card
        if index:
            row[zone.name][index] = cards | (unknown << 56)
        else:
            row[zone.name] = cards | (unknown << 56)
        return
    item = row[zone.name][index] if index else row[zone.name]
    item[...] = 0
    if zone.kind == "bag":
        for card, copies in Counter(known).items():
            if copies > len(item):
                raise ValueError(f"{card_name(card, room.Table.suited)} stands {counted(copies, 'time')}, there are {len(item)}")
            for plane in range(copies):
                item[plane] |= 1 << card
        item[0] |= unknown << 56
    else:
        if len(known) >= len(item):
            raise ValueError(f"{counted(len(known), 'card')} in a pile for at most {len(item) - 1}")
        item[0] = len(known)
        item[1 : len(known) + 1] = known


def _read_cards(room: Room, text: str, ordered: bool) -> tuple[list[int], int]:
    known: list[int] = []
    unknown = 0
    for word in text.split():
        blank = _UNKNOWN_CARDS.fullmatch(word)
        count = whole_number(blank[1] or "1", range(1000)) if blank else 1
        copies = 1001 if count is None else count
        if len(known) + unknown + copies > 1000 or (unknown + copies > 127 and not ordered):
            raise ValueError("more cards than any pack has")
        if blank is None:
            known.append(read_card(word, room.Table.suited))
        elif ordered:
            known.extend([-1] * copies)
        else:
            unknown += copies
    return known, unknown


def _set_figure(room: Room, row: Any, field: Field, value: Value) -> None:
    if field.name == "phase":
        if value not in room.phases:
            raise ValueError(f"{shown(value)} is not one of the phases {', '.join(room.phases)}")
        row["phase"] = room.phases.index(value)
    elif field.kind == "seats":
        row[field.name] = _read_seats(value, int(row["seats"]))
    elif not field.per:
        row[field.name] = _read_number(field, value, int(row["seats"]))
    else:
        _set_nested(field, row[field.name], value, int(row["seats"]), field.per_seat)


def _read_seats(value: Value, seats: int) -> int:
    if not isinstance(value, Sequence) or isinstance(value, str) or not all(type(seat) is int for seat in value):
        raise ValueError(f"{value!r} is not a list of seats")
    wrong = [seat for seat in value if not 0 <= seat < seats]
    if wrong:
        raise ValueError(f"there is no seat {wrong[0]} at this table")
    return sum(1 << seat for seat in set(value))


def _set_nested(field: Field, item: Any, value: Value, seats: int, per_seat: bool) -> None:
    length = seats if per_seat else len(item)
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != length:
        raise ValueError(f"takes a list of {length}")
    for i, part in enumerate(value):
        if np.ndim(item[i]):
            _set_nested(field, item[i], part, seats, False)
        else:
            item[i] = _read_number(field, part, seats)


def _read_number(field: Field, value: Value, seats: int) -> float:
    if field.kind == "real" and isinstance(value, int | float):
        if not math.isfinite(value):
            raise ValueError(f"{value} is not a result")
        return float(value)
    if value == "?" and field.seen != -2:
        return UNKNOWN
    if isinstance(value, bool):
        value = int(value)
    if not isinstance(value, int) or not isinstance(field, Number):
        raise ValueError(f"{shown(value)} is not a whole number")
    high = seats - 1 if field.kind == "seat" else field.high
    if not field.low <= value <= high:
        raise ValueError(f"{shown(value)} is outside {field.low}..{high}")
    return value


def pack_of_table(room: Room, row: Any) -> Counter[int]:
    """Return the number of each card in the game with these seats and house rules."""
    bag = np.zeros(8, np.int64)
    _pack_of(room)(row, bag)
    return Counter(card for plane in bag for card in cards_in(int(plane)))


@lru_cache(maxsize=64)
def _pack_of(room: Room) -> Callable[..., Any]:
    """The function that fills a bag with the pack, as plain Python; generated once for a room that has none of its own."""
    return body(room.function("pack") or generate.make(room, "pack"))


def fill_rest(room: Room, row: Any, place_name: str) -> None:
    """Put every card of the pack that lies nowhere into the place named, in ascending order."""
    places = {place.name: place for place in live_places(room, int(row["seats"]))}
    if place_name not in places:
        raise BadInput(f"rest: there is no place {shown(place_name)}; the places are {', '.join(places)}")
    missing = pack_of_table(room, row)
    for place in places.values():
        known, _ = zone_cards(place.zone, place_item(row, place))
        missing.subtract(card for card in known if card >= 0)
    place = places[place_name]
    known, unknown = zone_cards(place.zone, place_item(row, place))
    words = [card_name(card, room.Table.suited) if card >= 0 else "??" for card in known] + ["??"] * unknown
    words += [card_name(card, room.Table.suited) for card in sorted((+missing).elements())]
    try:
        _set_zone(room, row, place.zone, ".".join(map(str, place.index)), " ".join(words))
    except ValueError as error:
        raise BadInput(f"rest: {error}") from None


def blamed(room: Room, given: Container[str], message: str) -> str:
    """The field that a message about a position blames, `hand.1`: the first it names with a colon; nothing if it names none."""
    names = _BLAMED.findall(message)
    return next((name for name in names if name in given or name.partition(".")[0] in room.Table.fields), "")


def check_cards(room: Room, row: Any) -> None:
    """BadInput unless the cards on the table are exactly the pack, unknown cards standing for the rest of it."""
    pack = pack_of_table(room, row)
    where: dict[int, list[str]] = {}
    unknown = 0
    for place in live_places(room, int(row["seats"])):
        known, hidden = zone_cards(place.zone, place_item(row, place))
        unknown += hidden + sum(card < 0 for card in known)
        for card in known:
            if card >= 0:
                where.setdefault(card, []).append(place.name)
    for card, places in sorted(where.items()):
        name = card_name(card, room.Table.suited)
        if card not in pack:
            raise BadInput(f"{places[0]}: {name} is not in the pack of {room.name}")
        if len(places) > pack[card]:
            raise BadInput(
                f"{places[-1]}: {name} stands {counted(len(places), 'time')} (in {', '.join(places)}), the pack has {pack[card]}"
            )
    missing = pack - Counter({card: len(places) for card, places in where.items()})
    if missing.total() != unknown:
        names = " ".join(card_name(card, room.Table.suited) for card in sorted(missing.elements())[:8])
        if unknown:
            raise BadInput(f"{counted(unknown, 'card')} unknown, but {missing.total()} of the pack not named")
        more = " ..." if missing.total() > 8 else ""
        raise BadInput(f"the table lacks {counted(missing.total(), 'card')} of the pack: {names}{more}")


def toml_value(value: Value) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml_value(v)}" for key, v in value.items()) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(toml_value(v) for v in value) + "]"
    return repr(float(value)) if isinstance(value, float) else str(int(value))


def toml_lines(fields: Mapping[str, Value]) -> list[str]:
    """Fields as lines `name = value`."""
    return [f"{key} = {toml_value(value)}" for key, value in fields.items()]


def empty_value(room: Room, key: str, seats: int) -> Value:
    """Return the value written for a field that has become empty."""
    name = key.partition(".")[0]
    field = room.Table.fields[name]
    if isinstance(field, Zone):
        return ""
    if name == "phase":
        return room.phases[0]
    if name == "asked":
        return 0
    if field.kind == "seats":
        return []

    def empty(shape: tuple[int, ...]) -> Value:
        return [empty(shape[1:]) for _ in range(shape[0])] if shape else field.empty

    if name == "side":
        return list(range(seats))
    return empty((seats, *field.shape[1:]) if field.per_seat else field.shape)
