"""The entries of a menu as a browser gets them, with the labels that a room's table.toml gives them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.speech import CARDS, choice_words, look
from parlour.kit.calls import Pattern, before_slots

from .moves import move_of
from .wire import Entry


def standing_calls(room: Room) -> dict[int, int]:
    """Return, by phase, the call that a seat may make before it is asked; that window passes by itself for those who do not."""
    found: dict[str, str] = look(room).get("standing", {})
    return {room.phases.index(phase): room.calls.code(call) for phase, call in found.items()}


def entries(game: Game, runs: Sequence[range], seat: int, row: Any = None) -> list[Entry]:
    """The entries of a seat's menu from runs of codes; a run of numbers stays one entry. `row`: the table as the seat sees it."""
    found: list[Entry] = []
    for run in runs:
        pattern = game.room.calls.pattern(run[0]) if run[0] >= CARDS else None
        if pattern is not None and len(run) > 1 and run[-1] <= pattern.high and _counts(pattern):
            found.append(_run(game.room, pattern, run))
        else:
            found += [_entry(game.room, code, seat, row) for code in run]
    return found


def _counts(pattern: Pattern) -> bool:
    """Whether a pattern has one brace, of numbers throughout: not `{2,3,4,5,6,7,8,9,10,J,Q,K,A}`."""
    return pattern.numbered and all(pattern.values(code)[0].lstrip("-").isdigit() for code in (pattern.low, pattern.high))


def _run(room: Room, pattern: Pattern, run: range) -> Entry:
    before, after = pattern.around
    low, high = (int(pattern.values(code)[0]) for code in (run[0], run[-1]))
    name = before.strip() or pattern.text
    label = str(look(room).get("calls", {}).get(pattern.text, name[:1].upper() + name[1:]))
    label = label if "{0}" in label else f"{label} {{0}}"
    return Entry(name=name, kind="run", label=label, pattern=pattern.text, low=low, high=high, names=[before, after])


def _entry(room: Room, code: int, seat: int, row: Any) -> Entry:
    name = room.choice_name(code)
    if code < CARDS:
        return Entry(name=name, kind="card", card=code)
    pattern = room.calls.pattern(code)
    kind = "resign" if code == room.resign else "call"
    entry = Entry(name=name, kind=kind, label=choice_words(room, code, row), pattern=pattern.text)
    if pattern.braces:
        entry.values = list(pattern.values(code))
    if pattern.numbered:
        entry.group = _group(room, pattern)
    move = move_of(room, code, seat)
    if move is not None:
        entry.from_, entry.cards, entry.to, entry.press = move.from_, move.cards, move.to, move.press
    return entry


def _group(room: Room, pattern: Pattern) -> str:
    """Return the name of all calls of a pattern with one number: their label without the number and its suffix."""
    form = str(look(room).get("calls", {}).get(pattern.text, "{0}".join(pattern.around)))
    words = before_slots(form).strip()
    return words[:1].upper() + words[1:]
