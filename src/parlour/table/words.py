"""The entries of a menu as a browser gets them, with the labels that a room's table.toml gives them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.speech import CARDS, choice_words, fill_slots, look
from parlour.kit.calls import Pattern

from .wire import Entry


def standing_calls(room: Room) -> dict[int, int]:
    """By phase the call that a seat may wish for before it is asked; that window passes by itself for those who do not."""
    found: dict[str, str] = look(room).get("standing", {})
    return {room.phases.index(phase): room.calls.code(call) for phase, call in found.items()}


def entries(game: Game, runs: Sequence[range], seat: int, row: Any = None) -> list[Entry]:
    """The entries of a seat's menu from runs of codes; a run of numbers stays one entry. `row`: the table as the seat sees it."""
    found: list[Entry] = []
    for run in runs:
        pattern = game.room.calls.pattern(run[0]) if run[0] >= CARDS else None
        if pattern is not None and len(run) > 1 and run[-1] <= pattern.high and _numbered(pattern):
            found.append(_run(pattern, run, look(game.room).get("calls", {}).get(pattern.text, UNSET)))
        else:
            found += [_entry(game.room, code, seat, row) for code in run]
    return found


def _numbered(pattern: Pattern) -> bool:
    """Whether a call has one brace, and it counts."""
    return len(pattern.braces) == 1 and re.fullmatch(r"-?\d+", pattern.braces[0][0]) is not None


def _run(pattern: Pattern, run: range, label: str | UnsetType) -> Entry:
    before, after = re.split(r"\{[^{}]*\}", pattern.text)
    low, high = (int(pattern.values(code)[0]) for code in (run[0], run[-1]))
    return Entry(before.strip() or pattern.text, "run", label=label, low=low, high=high, names=[before, after])


def _entry(room: Room, code: int, seat: int, row: Any) -> Entry:
    name = room.choice_name(code)
    if code < CARDS:
        return Entry(name, "card", card=code)
    label = choice_words(room, code, row)
    if code == room.resign:
        return Entry(name, "resign", label=label)
    pattern = room.calls.pattern(code)
    move: dict[str, Any] | None = look(room).get("moves", {}).get(pattern.text)
    if move is None:
        return Entry(name, "call", label=label)
    seats = {"{me}": str(seat), "{other}": str(1 - seat)}
    filled = {key: fill_slots(str(form), pattern.values(code)) for key, form in move.items()}
    for said, number in seats.items():
        filled = {key: form.replace(said, number) for key, form in filled.items()}
    cards = filled.get("cards")
    return Entry(
        name,
        "call",
        label=label,
        from_=filled.get("from", UNSET),
        cards=int(cards) if cards is not None else UNSET,
        to=filled.get("to", UNSET),
        press=filled.get("press", UNSET),
    )
