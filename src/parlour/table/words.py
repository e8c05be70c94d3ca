"""The words of a game: what its table.toml calls choices, prompts and things said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import UNSET, UnsetType

from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.kit.calls import Pattern

from .wire import Entry

SUITS = ("clubs", "diamonds", "hearts", "spades")
SIGNS = "♣♦♥♠"
RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SHORT_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SLOT = re.compile(r"\{(\d+)([+-]\d+)?\}")
_FIGURE = re.compile(r"\{(\w+)(?::(\w+))?\}")
CARDS = 54


@lru_cache(maxsize=256)
def look(room: Room) -> dict[str, Any]:
    """What the room's table.toml says; nothing where there is none, as in a room in the making."""
    return room.look if (room.folder / "table.toml").is_file() else {}


def card_words(card: int, suited: bool) -> str:
    """A card as one says it: "Ace of spades"; "Ace" where suits do not count."""
    if card >= 52:
        return "Joker"
    rank = RANKS[card % 13].capitalize()
    return f"{rank} of {SUITS[card // 13]}" if suited else rank


def choice_words(room: Room, code: int) -> str:
    """A choice as one says it: the card, or what the call's button says."""
    if code < CARDS:
        return card_words(code, room.Table.suited)
    pattern = room.calls.pattern(code)
    form = look(room).get("calls", {}).get(pattern.text)
    if form is None:
        name = pattern.name(code)
        return "Give up" if code == room.resign else name[:1].upper() + name[1:]
    return _fill(str(form), pattern.values(code))


def _fill(form: str, values: Sequence[str]) -> str:
    """`{0}` is the first word in the call's braces, `{0-1}` one less than the figure there."""

    def slot(match: re.Match[str]) -> str:
        word = values[int(match[1])]
        return str(int(word) + int(match[2])) if match[2] else word

    return _SLOT.sub(slot, form)


def prompt(room: Room, phase: int) -> str:
    """What the player is asked in a phase."""
    return str(look(room).get("prompts", {}).get(room.phases[phase], "Your turn"))


def said(room: Room, word: int, figure: int, names: Sequence[str], seat: int) -> str:
    """What a step says: word counted from 1, 0 for nothing. Where table.toml has no words for it, its identifier."""
    if not 1 <= word <= len(room.words):
        return ""
    name = room.words[word - 1]
    form = str(look(room).get("words", {}).get(name, name[:1].upper() + name[1:]))

    def fill(match: re.Match[str]) -> str:
        if match[1] == "seat":
            return names[seat] if 0 <= seat < len(names) else ""
        if match[1] != "n":
            return match[0]
        return _figure_words(figure, match[2] or "", names)

    return _FIGURE.sub(fill, form)


def _figure_words(figure: int, kind: str, names: Sequence[str]) -> str:
    lists: dict[str, Sequence[str]] = {"seat": names, "suit": SIGNS, "rank": SHORT_RANKS}
    words = lists.get(kind, ())
    return words[figure] if 0 <= figure < len(words) else str(figure)


def entries(game: Game, runs: Sequence[range]) -> list[Entry]:
    """The entries of a menu from runs of codes; a run of numbers stays one entry."""
    found: list[Entry] = []
    for run in runs:
        pattern = game.room.calls.pattern(run[0]) if run[0] >= CARDS else None
        if pattern is not None and len(run) > 1 and run[-1] <= pattern.high and _numbered(pattern):
            found.append(_run(pattern, run, look(game.room).get("calls", {}).get(pattern.text, UNSET)))
        else:
            found += [_entry(game.room, code) for code in run]
    return found


def _numbered(pattern: Pattern) -> bool:
    """Whether a call has one brace, and it counts."""
    return len(pattern.braces) == 1 and re.fullmatch(r"-?\d+", pattern.braces[0][0]) is not None


def _run(pattern: Pattern, run: range, label: str | UnsetType) -> Entry:
    before, after = re.split(r"\{[^{}]*\}", pattern.text)
    low, high = (int(pattern.values(code)[0]) for code in (run[0], run[-1]))
    return Entry(before.strip() or pattern.text, "run", label=label, low=low, high=high, names=[before, after])


def _entry(room: Room, code: int) -> Entry:
    name = room.choice_name(code)
    if code < CARDS:
        return Entry(name, "card", card=code)
    label = choice_words(room, code)
    if code == room.resign:
        return Entry(name, "resign", label=label)
    pattern = room.calls.pattern(code)
    move: dict[str, Any] | None = look(room).get("moves", {}).get(pattern.text)
    if move is None:
        return Entry(name, "call", label=label)
    filled = {key: _fill(str(form), pattern.values(code)) for key, form in move.items()}
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
