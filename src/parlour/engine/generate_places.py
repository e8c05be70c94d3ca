"""Functions written by the engine from a room's zones, as sets and lists of places: what memory and redeals stand on.

`Table.places` numbers every repeat of every zone, for the most seats there can be; a set of places is an int64. Each maker
returns Python source, like those of `generate`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from parlour import kit
from parlour.kit.layout import ALL, NOBODY, OWNER, SEATS, By, Field, Number, Zone

if TYPE_CHECKING:
    from .rooms import Room


def conditions(field: Field) -> Iterator[tuple[str, int]]:
    """(condition on the house rules, who sees the field under it); an empty condition is always true."""
    if isinstance(field.seen, By):
        yield f"t.{field.seen.option} != 0", field.seen.when_on
        yield f"t.{field.seen.option} == 0", field.seen.otherwise
    else:
        yield "", field.seen


def loops(field: Field, indent: str) -> tuple[list[str], str, str]:
    """Loops over the repeats of a field: the lines, the indexed field as text, the inner indent."""
    lines, indices = [], []
    for depth, per in enumerate(field.per):
        variable = f"i{depth}"
        lines.append(f"{indent}for {variable} in range({'t.seats' if per is SEATS else per}):")
        indent += "    "
        indices.append(variable)
    return lines, f"t.{field.name}" + (f"[{', '.join(indices)}]" if indices else ""), indent


def _bases(room: Room) -> dict[str, int]:
    """The number of each zone's first place."""
    bases: dict[str, int] = {}
    for place in room.Table.places:
        bases.setdefault(place.zone.name, place.number)
    return bases


def _number(zone: Zone, base: int) -> str:
    """The number of a repeat's place, as an expression in the loop variables."""
    text = ""
    for depth, size in enumerate(zone.shape):
        text = f"i{depth}" if not text else f"({text}) * {size} + i{depth}"
    return f"{base} + {text}" if text else str(base)


def _index(zone: Zone, base: int) -> str:
    """The field at the place with number `place`, as an expression: the inverse of `_number`."""
    parts, stride = [], 1
    for size in reversed(zone.shape):
        parts.append(f"(place - {base}) // {stride} % {size}")
        stride *= size
    return f"t.{zone.name}" + (f"[{', '.join(reversed(parts))}]" if parts else "")


def survey(room: Room) -> str:
    """Where every known card lies: two rows of the book, place and slot of a pile or -1; -1 for cards not found."""
    lines = ["def survey(t, book, row):", "    begin_notes(book, row)"]
    for name, base in _bases(room).items():
        zone = room.Table.zones[name]
        loop, item, indent = loops(zone, "    ")
        part = {"cards": "note_set", "bag": "note_bag", "pile": "note_pile"}[zone.kind]
        lines += [*loop, f"{indent}{part}({item}, {_number(zone, base)}, book, row)"]
    return "\n".join(lines) + "\n"


def sights(room: Room) -> str:
    """For every seat the set of the places that lie open to it under these house rules."""
    lines = ["def sights(t, seen):"]
    always = 0
    rest: list[str] = []
    for name, base in _bases(room).items():
        zone = room.Table.zones[name]
        repeats = len(zone.indices())
        every = ((1 << repeats) - 1) << base
        for condition, seen in conditions(zone):
            if seen == ALL and not condition:
                always |= every
            elif seen == ALL:
                rest += [f"        if {condition}:", f"            places |= {every}"]
            elif seen == OWNER and zone.per_seat:
                own = (1 << (repeats // zone.shape[0])) - 1
                line = f"places |= {own} << ({base} + {repeats // zone.shape[0]} * seat)"
                rest += [f"        if {condition}:", f"            {line}"] if condition else [f"        {line}"]
    lines += ["    for seat in range(t.seats):", f"        places = {always}", *rest, "        seen[seat] = places"]
    return "\n".join(lines) + "\n"


def _chosen_from(room: Room) -> Iterator[tuple[Zone, int, str]]:
    """The zones of a seat's own that it chooses cards from: (zone, first place, condition on the phase or nothing)."""
    for name, base in _bases(room).items():
        zone = room.Table.zones[name]
        if zone.plays and zone.per_seat:
            named = [] if isinstance(zone.plays, bool) else [f"t.phase == {phase}" for phase in zone.plays]
            yield zone, base, " or ".join(named)


def plays_at(room: Room) -> str:
    """The set of the seat's own places that it chooses cards from in this phase."""
    lines = ["def plays_at(t, seat):", "    places = 0"]
    for zone, base, condition in _chosen_from(room):
        repeats = len(zone.indices()) // zone.shape[0]
        line = f"places |= {(1 << repeats) - 1} << ({base} + {repeats} * seat)"
        lines += [f"    if {condition}:", f"        {line}"] if condition else [f"    {line}"]
    return "\n".join([*lines, "    return places"]) + "\n"


def hold(room: Room) -> str:
    """Let a place that somebody chooses from hold just the cards a and b; below 0: none."""
    lines = ["def hold(t, place, a, b):"]
    for zone, base, _ in _chosen_from(room):
        last, item = base + len(zone.indices()) - 1, _index(zone, base)
        lines += [f"    if {base} <= place <= {last}:"]
        if zone.kind == "cards":
            lines += [f"        {item} = (1 << a if a >= 0 else 0) | (1 << b if b >= 0 else 0)"]
            continue
        wipe, add = ("bag_clear({0})", "bag_add({0}, {1})") if zone.kind == "bag" else ("clear({0})", "push({0}, {1})")
        lines += [f"        {wipe.format(item)}"]
        for card in "ab":
            lines += [f"        if {card} >= 0:", f"            {add.format(item, card)}"]
    return "\n".join([*lines, "    return"]) + "\n"


def unknowns(room: Room) -> str:
    """The unknown cards of a masked table in the order of the places: two rows of the book, place and slot of a pile or -1."""
    lines = ["def unknowns(t, book, row):", "    n = 0"]
    for name, base in _bases(room).items():
        zone = room.Table.zones[name]
        loop, item, indent = loops(zone, "    ")
        part = "list_unknown_pile" if zone.kind == "pile" else "list_unknown"
        item += "[0]" if zone.kind == "bag" else ""
        lines += [*loop, f"{indent}n = {part}({item}, {_number(zone, base)}, n, book, row)"]
    return "\n".join([*lines, "    return n"]) + "\n"


def complete(room: Room) -> str:
    """Put cards for the unknown ones of a masked table, in the order of `unknowns`.

    Hidden numbers are drawn at random from their range, unless the room's `misfit` fills them.
    """
    lines = ["def complete(t, dealt):", "    n = 0"]
    for zone in room.Table.zones.values():
        loop, item, indent = loops(zone, "    ")
        lines += loop
        if zone.kind == "cards":
            lines += [f"{indent}unknown = unknown_count({item})"]
            lines += [f"{indent}{item} = complete_set({item}, dealt, n)", f"{indent}n += unknown"]
        else:
            lines += [f"{indent}n = complete_{zone.kind}({item}, dealt, n)"]
    if room.function("misfit") is None:
        lines += itertools.chain.from_iterable(map(_draw, room.Table.fields.values()))
    return "\n".join([*lines, "    return n"]) + "\n"


def _draw(field: Field) -> list[str]:
    """Lines that draw a hidden number at random."""
    if not isinstance(field, Number) or field.seen == ALL or field.kind == "random":
        return []
    loop, item, indent = loops(field, "    ")
    low, span = str(field.low), str(min(field.high - field.low + 1, 2**31 - 1))
    if field.kind == "seat":
        low, span = str(NOBODY), "t.seats + 1"
    return [*loop, f"{indent}if {item} == {kit.UNKNOWN}:", f"{indent}    {item} = {low} + random_below(t, {span})"]


def settle_misfit(room: Room) -> str:
    """After a redeal: on to a deal without contradictions, where the room can tell any."""
    found = "seek_fit(tables, i, deck, wrong)" if room.function("misfit") is not None else "0"
    return f"def settle_misfit(tables, i, deck, wrong):\n    return {found}\n"


MAKERS: dict[str, Callable[[Room], str]] = {
    "survey": survey,
    "sights": sights,
    "plays_at": plays_at,
    "hold": hold,
    "unknowns": unknowns,
    "complete": complete,
    "settle_misfit": settle_misfit,
}
