"""Functions written by the engine from a room's declarations: masks, the mover's own cards, what may be said now.

Each maker returns Python source; the function it defines is compiled into the engine code that calls it. What a room writes at
its phases is gathered here into the functions of the whole game (`play`, `proceed`, `objection`, `choices`), and what it leaves
out of its rules (a menu, `house`, `contradictions`) gets its default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from parlour import kit
from parlour.kit.layout import ALL, NOBODY, OWNER, SEATS, By, Field, Number, Zone
from parlour.kit.phases import PARTS
from parlour.languages import mark
from parlour.machine import assign, begin_menu, hold, rule

if TYPE_CHECKING:
    from .rooms import Room

NOT_YOURS, NOT_NOW, NO_SUCH = -1, -2, -3
REASONS = {NOT_YOURS: mark("you do not hold that card"), NOT_NOW: mark("not now"), NO_SUCH: mark("there is no such choice")}
"""Why the house itself refuses a choice."""
FEW = 4
"""Calls of one pattern that a menu asks for one by one, not in a loop."""


def make(room: Room, name: str) -> Callable[..., Any]:
    """The generated function of this name for a room, as plain Python."""
    source = _MAKERS[name](room)
    scope: dict[str, Any] = dict(vars(kit)) | {"size_bag": kit.bag_size, "_blank_set": _blank_set, "_blank_bag": _blank_bag}
    scope |= {"hold": hold, "assign": assign}
    scope |= {_name(part, phase): room.part(part, phase) for part in PARTS for phase in range(1, len(room.phases))}
    scope |= _engine_code(name)
    exec(compile(source, f"<{name} of {room.name}>", "exec"), scope)
    return scope[name]


def _engine_code(name: str) -> dict[str, Any]:
    """The engine functions that the generated function of this name calls. Their modules import this one, so not above."""
    if name == "settle_contradictions":
        from . import redeal

        return {"seek_fit": redeal.seek_fit}
    from . import dispatch, steps

    many = {"many": steps.many, "in_rounds": steps.in_rounds, "one_by_one": steps.one_by_one}
    calls: dict[str, dict[str, Any]] = {
        "choices": {"own_cards": dispatch.own_cards, "begin_menu": begin_menu},
        "in_bulk": many,
        "random_match": many,
        "random_hand": {"random_choice": dispatch.random_choice},
        "random_choice": {"choices": dispatch.choices},
        "listed": {"own_cards": dispatch.own_cards},
    }
    return calls.get(name, {})


@rule
def _blank_set(cards):
    return kit.size_of(cards) << 56


@rule
def _blank_bag(bag):
    n = kit.bag_size(bag)
    kit.bag_clear(bag)
    bag[0] = n << 56


def loops(field: Field, indent: str) -> tuple[list[str], str, str]:
    """Loops over the repeats of a field: the lines, the indexed field as text, the inner indent."""
    lines, indices = [], []
    for depth, per in enumerate(field.per):
        variable = f"i{depth}"
        lines.append(f"{indent}for {variable} in range({'t.seats' if per is SEATS else per}):")
        indent += "    "
        indices.append(variable)
    return lines, f"t.{field.name}" + (f"[{', '.join(indices)}]" if indices else ""), indent


def conditions(field: Field) -> Iterator[tuple[str, int]]:
    """(condition on the house rules, who sees the field under it); an empty condition is always true."""
    if isinstance(field.seen, By):
        yield f"t.{field.seen.option} != 0", field.seen.when_on
        yield f"t.{field.seen.option} == 0", field.seen.otherwise
    else:
        yield "", field.seen


def _blank(field: Field, item: str, indent: str) -> list[str]:
    if field.kind == "cards":
        return [f"{indent}{item} = _blank_set({item})"]
    if field.kind == "bag":
        return [f"{indent}_blank_bag({item})"]
    if field.kind == "pile":
        return [f"{indent}for k in range(1, {item}[0] + 1):", f"{indent}    {item}[k] = -1"]
    return [f"{indent}{item} = {kit.UNKNOWN}"]


def _mask(room: Room) -> str:
    lines = ["def mask(t, seat):", "    for i in range(4):", "        t.rng[i] = 0"]
    for field in room.Table.fields.values():
        if not isinstance(field, Zone | Number):
            continue
        for condition, seen in conditions(field):
            if seen == ALL:
                continue
            indent = "    "
            if condition:
                lines.append(f"{indent}if {condition}:")
                indent += "    "
            loop, item, inner = loops(field, indent)
            lines += loop
            if seen == OWNER:
                owner = "i0" if field.per_seat else str(NOBODY)
                lines.append(f"{inner}if {owner} != seat or seat == {NOBODY}:")
                inner += "    "
            lines += _blank(field, item, inner)
    for phase, quiet in room.quiet_by.items():
        rule = f" and {'not ' * (not quiet.when_on)}t.{quiet.option}" if isinstance(quiet, By) else ""
        lines += [
            f"    if t.phase == {phase} and t.turn != seat{rule}:",
            f"        t.turn, t.asked, t.chain = {NOBODY}, 0, 0",
        ]
    return "\n".join(lines) + "\n"


def _own_cards(room: Room) -> str:
    lines = ["def own_cards(t):", "    cards = 0"]
    for zone in room.Table.zones.values():
        if not zone.plays:
            continue
        indent = "    "
        if not isinstance(zone.plays, bool):
            lines.append(f"{indent}if {' or '.join(f't.phase == {phase}' for phase in zone.plays)}:")
            indent += "    "
        indices = []
        for depth, per in enumerate(zone.per):
            if per is SEATS:
                indices.append("t.turn")
            else:
                lines.append(f"{indent}for i{depth} in range({per}):")
                indent += "    "
                indices.append(f"i{depth}")
        item = f"t.{zone.name}" + (f"[{', '.join(indices)}]" if indices else "")
        if zone.kind == "cards":
            lines.append(f"{indent}cards |= {item}")
        elif zone.kind == "bag":
            lines.append(f"{indent}cards |= {item}[0]")
        else:
            lines += [f"{indent}for k in range(1, {item}[0] + 1):", f"{indent}    cards |= 1 << {item}[k]"]
    lines.append(f"    return cards & {kit.CARD_BITS}")
    return "\n".join(lines) + "\n"


def _listed(room: Room) -> str:
    runs = room.calls.runs()
    lines = ["def listed(t, choice):", "    if choice < 0:", f"        return {NO_SUCH}"]
    lines += ["    if choice < 54:"]
    if room.calls.cards:
        lines += [f"        if {' or '.join(f't.phase == {phase}' for phase in room.calls.cards)}:"]
        lines += [f"            return 0 if (own_cards(t) >> choice) & 1 else {NOT_YOURS}"]
    lines += [f"        return {NOT_NOW}"]
    for phase, low, high in runs:
        lines += [f"    if t.phase == {phase} and {low} <= choice <= {high}:", "        return 0"]
    if room.calls.end > kit.FIRST_CALL:
        lines += [f"    if {kit.FIRST_CALL} <= choice < {room.calls.end}:", f"        return {NOT_NOW}"]
    lines += [f"    return {NO_SUCH}"]
    return "\n".join(lines) + "\n"


def _name(part: str, phase: int) -> str:
    """The name in generated code of the function that a room writes for a part of a phase."""
    return f"{part}_{phase}"


def _sharing(room: Room, phases: Iterable[int], *parts: str) -> list[list[int]]:
    """Phases in groups, each of those that have the same functions for some parts."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for phase in phases:
        groups.setdefault(tuple(id(room.part(part, phase)) for part in parts), []).append(phase)
    return list(groups.values())


def _is_one_of(phases: Sequence[int]) -> str:
    return " or ".join(f"phase == {phase}" for phase in phases)


def _by_phase(head: str, ways: Sequence[tuple[Sequence[int], Sequence[str]]], end: str) -> str:
    """A function that goes another way in each group of phases. If there is one way, nothing is asked."""
    lines = [head]
    if len(ways) == 1:
        lines += [f"    {line}" for line in ways[0][1]]
    else:
        lines += ["    phase = t.phase"]
        for k, (phases, way) in enumerate(ways):
            lines += [f"    {'elif' if k else 'if'} {_is_one_of(phases)}:", *(f"        {line}" for line in way)]
    return "\n".join([*lines, f"    {end}"]) + "\n"


def _play(room: Room) -> str:
    """Do what a choice does in its phase."""
    groups = _sharing(room, room.calls.phases, "play")
    return _by_phase("def play(t, choice):", [(group, [f"{_name('play', group[0])}(t, choice)"]) for group in groups], "return")


def _proceed(room: Room) -> str:
    """Take the step of the phase."""
    groups = _sharing(room, [phase for phase in range(1, len(room.phases)) if room.part("step", phase) is not None], "step")
    return _by_phase("def proceed(t):", [(group, [f"{_name('step', group[0])}(t)"]) for group in groups], "return")


def _objection(room: Room) -> str:
    """Say why not: the paragraph that forbids cards which are not allowed, or the objection of the phase."""
    ways = []
    for group in _sharing(room, room.calls.phases, "objection", "allowed"):
        way, phase = [], group[0]
        if (paragraph := room.paragraph(phase)) is not None:
            calls = "choice < 54 and " if any(room.calls.phases[one] for one in group) else ""
            way += [f"if {calls}not holds({_name('allowed', phase)}(t), choice):", f"    return {paragraph}"]
        objects = room.part("objection", phase) is not None
        ways.append((group, [*way, f"return {_name('objection', phase)}(t, choice)" if objects else "return 0"]))
    return _by_phase("def objection(t, choice):", ways, "return 0")


def _choices(room: Room) -> str:
    """The room's own menu, or the derived: each card the mover may choose and every call of the phase without an objection."""
    ways: list[tuple[Sequence[int], Sequence[str]]] = []
    for group in _sharing(room, room.calls.phases, "choices"):
        if room.part("choices", group[0]) is not None:
            ways.append((group, [f"n = {_name('choices', group[0])}(t, menu)"]))
        else:
            ways += [([phase], _menu(room, phase)) for phase in group]
    return _by_phase("def choices(t, menu):\n    begin_menu(menu)\n    n = 0", ways, "return n")


def _menu(room: Room, phase: int) -> list[str]:
    """The lines that write the menu of a phase."""
    objection = _name("objection", phase) if room.part("objection", phase) is not None else ""
    patterns = [p for p in room.calls.phases[phase] if p.low != room.resign]  # in a person's menu only
    codes = sorted(code for p in patterns if p.size <= FEW for code in range(p.low, p.high + 1))
    # asked before anything is written: what two objections have in common is then worked out once
    lines = [f"free{code} = {objection}(t, {code}) == 0" for code in codes if objection]
    if phase in room.calls.cards and room.part("allowed", phase) is not None:
        lines += [f"n = offer_cards(menu, n, {_name('allowed', phase)}(t))"]
    elif phase in room.calls.cards:
        lines += ["cards = own_cards(t)", "while cards:", "    card = lowest(cards)", "    cards &= cards - 1"]
        lines += [f"    n = offer_if(menu, n, card, {objection}(t, card) == 0)"]
    for p in sorted(patterns, key=lambda p: p.low):
        if not objection:
            lines += [f"n = offer_run(menu, n, {p.low}, {p.high})" if p.size > 1 else f"n = offer(menu, n, {p.low})"]
        elif p.size <= FEW:
            lines += [f"n = offer_if(menu, n, {code}, free{code})" for code in range(p.low, p.high + 1)]
        else:
            lines += [f"for code in range({p.low}, {p.high + 1}):"]
            lines += [f"    n = offer_if(menu, n, code, {objection}(t, code) == 0)"]
    return lines


def _clear_away(room: Room) -> str:
    """Every field of a hand is empty again, before the next is dealt."""
    lines = ["def clear_away(t):"]
    for field in room.Table.of_a_hand:
        whole = f"t.{field.name}[:]" if field.shape + field.own_shape else f"t.{field.name}"
        lines.append(f"    {whole} = {field.empty}")
    return "\n".join([*lines, "    return"]) + "\n"


def _in_bulk(room: Room) -> str:
    """Write the function that plays many matches. A game in rounds is played on a held table: if one phase leads straight to
    the next, its figures are known."""
    lines = ["def in_bulk(tables, matches, first, seed, menu, totals):"]
    if room.in_order:
        lines += ["    t = hold(tables[0])", "    stuck = many(t, tables[1], matches, first, seed, menu, totals)"]
        lines += ["    assign(tables[0], t)", "    return stuck"]
    else:
        lines += ["    return many(tables[0], tables[1], matches, first, seed, menu, totals)"]
    return "\n".join(lines) + "\n"


def _random_match(room: Room) -> str:
    """A room says whether it is quicker in rounds."""
    played = "in_rounds" if room.in_order else "one_by_one"
    return f"def random_match(t, seed, match, menu):\n    return {played}(t, seed, match, menu)\n"


def _random_hand(room: Room) -> str:
    """Round after round through the phases in the order of their numbers, this many rounds at most, to the end of the hand.

    If a phase is known, so is which menu is written and what may come of a choice: one phase goes straight to the next.
    """
    lines = ["def random_hand(t, menu, rounds):", "    decisions = 0", "    while rounds:", "        rounds -= 1"]
    for phase in range(1, len(room.phases)):
        if phase in room.calls.phases:
            lines += [f"        if t.turn != {NOBODY} and t.phase == {phase}:"]
            lines += [f"            {_name('play', phase)}(t, random_choice(t, menu))", "            decisions += 1"]
        else:
            lines += [f"        if t.turn == {NOBODY} and t.phase == {phase} and t.over == 0:"]
            lines += [f"            {_name('step', phase)}(t)"]
    after_answers = [phase for phase in room.calls.phases if room.part("step", phase) is not None]
    for group in _sharing(room, after_answers, "step"):
        asked = " or ".join(f"t.phase == {phase}" for phase in group)
        lines += [f"        if t.turn == {NOBODY} and t.over == 0 and ({asked}):", f"            {_name('step', group[0])}(t)"]
    lines += [f"        if t.turn == {NOBODY} and (t.over or t.phase == {kit.DEAL}):", "            break"]
    return "\n".join([*lines, "    return decisions"]) + "\n"


def _pack(room: Room) -> str:
    """The same pack for all seats and house rules."""
    return f"def pack(t, bag):\n    bag[0] = {int(room.module.PACK)}\n"


def _draw_numbers(room: Room) -> str:
    """Write the function that draws hidden numbers, which a redeal leaves unknown, from their range, unless `contradictions`
    fills them.
    """
    lines = ["def draw_numbers(t):"]
    numbers = [field for field in room.Table.fields.values() if isinstance(field, Number) and field.kind != "random"]
    for field in numbers:
        if field.seen != ALL and room.function("contradictions") is None:
            loop, item, indent = loops(field, "    ")
            low, span = str(field.low), str(min(field.high - field.low + 1, 2**31 - 1))
            if field.kind == "seat":
                low, span = str(NOBODY), "t.seats + 1"
            lines += [*loop, f"{indent}if {item} == {kit.UNKNOWN}:", f"{indent}    {item} = {low} + random_below(t, {span})"]
    return "\n".join([*lines, "    return"]) + "\n"


def _settle_contradictions(room: Room) -> str:
    """Write the function that goes on after a redeal to a deal without contradictions, if the room can tell any."""
    found = "seek_fit(tables, i, deck, wrong)" if room.function("contradictions") is not None else "0"
    return f"def settle_contradictions(tables, i, deck, wrong):\n    return {found}\n"


_MAKERS: dict[str, Callable[[Room], str]] = {
    "mask": _mask,
    "own_cards": _own_cards,
    "listed": _listed,
    "objection": _objection,
    "choices": _choices,
    "play": _play,
    "proceed": _proceed,
    "clear_away": _clear_away,
    "draw_numbers": _draw_numbers,
    "settle_contradictions": _settle_contradictions,
    "pack": _pack,
    "in_bulk": _in_bulk,
    "random_match": _random_match,
    "random_hand": _random_hand,
    "random_choice": lambda room: "def random_choice(t, menu):\n    return pick_random(t, menu, choices(t, menu))\n",
    "house": lambda room: "def house(t):\n    return 0\n",
    "contradictions": lambda room: "def contradictions(t, seat):\n    return 0\n",
}
