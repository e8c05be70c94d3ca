"""Reading a lesson: `lesson.toml` in a room's folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from parlour.engine import positions
from parlour.engine.counting import counted
from parlour.engine.errors import BadInput, meant, shown
from parlour.engine.files import is_file, read_text
from parlour.engine.game import Game
from parlour.engine.history import Chosen
from parlour.engine.records import read_choices
from parlour.engine.rooms import Room
from parlour.engine.toml import TomlLines, parse_toml
from parlour.kit.cards import read_card

from .lesson import ANY, ANY_CARD, Choice, Lesson, Step

FILE = "lesson.toml"
LONGEST_TEXT, MOST_SENTENCES = 400, 3
"""Characters and sentences of a paragraph: it stands beside a hand, on a phone too."""
MOST_STEPS = 60
_KEYS = ("title", "minutes", "seat", "seats", "house", "seed", "deal", "step")
_STEP_KEYS = ("say", "point", "play", "choose", "hint", "wrong", "otherwise")
_SENTENCE = re.compile(r"[.!?](?=\s|$)")
Key = tuple[str | int, ...]


class Misplaced(BadInput):
    """A fault in a lesson. key: of the place in the file."""

    def __init__(self, key: Key, text: str) -> None:
        super().__init__(text)
        self.key = key


@lru_cache(maxsize=64)
def lesson_of(room: Room) -> Lesson | None:
    """Return the lesson of a room; None if it has none. BadInput, with file and line, if it cannot be read."""
    path = room.folder / FILE
    return read_lesson(room, path) if is_file(path) else None


def read_lesson(room: Room, path: Path) -> Lesson:
    """Return the lesson of a file. BadInput, as `PATH:LINE: what`, for the first fault.

    room: whose game it teaches. Its choices are only read here; `faults` plays them.
    """
    text = read_text(path)
    try:
        data = parse_toml(text, "it")
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    try:
        return _Reader(room).lesson(data, str(path))
    except BadInput as error:
        raise BadInput(f"{path}:{line_of(text, error)}: {error}") from None


def line_of(text: str, error: BadInput) -> int:
    """Return the line that an error is about. text: of the file. error: 1 unless it says where (`Misplaced`)."""
    return TomlLines(text).line(error.key) or 1 if isinstance(error, Misplaced) else 1


class _Reader:
    """Reads a lesson of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.game: Game

    def lesson(self, data: Mapping[str, Any], source: str) -> Lesson:
        _check_keys(data, _KEYS, ())
        seats, house, deal = data.get("seats"), data.get("house", {}), data.get("deal", {})
        for key, value in (("house", house), ("deal", deal)):
            if not isinstance(value, dict):
                raise Misplaced((key,), f"{key} is not a table")
        number = None if seats is None else _whole(data, "seats", (), 1, 1000)
        try:
            self.game = Game(self.room, number, house)
        except BadInput as error:
            raise Misplaced(("seats" if " is for " in str(error) else "house",), str(error)) from None
        steps = data.get("step")
        if not isinstance(steps, list) or not steps or not all(isinstance(one, dict) for one in steps):
            raise Misplaced(("step",), "a lesson has steps: write each below [[step]]")
        if len(steps) > MOST_STEPS:
            raise Misplaced(("step",), f"{counted(len(steps), 'step')} are too many for a first hand; at most {MOST_STEPS}")
        return Lesson(
            room=self.room,
            title=_line(data, "title", ()),
            minutes=_whole(data, "minutes", (), 1, 30, usual=5),
            seat=_whole(data, "seat", (), 0, self.game.seats - 1, usual=0),
            seats=number,
            house=house,
            seed=_whole(data, "seed", (), 0, 2**62, usual=1),
            deal=deal,
            steps=tuple(self._step(one, number) for number, one in enumerate(steps)),
            source=source,
        )

    def _step(self, data: Mapping[str, Any], number: int) -> Step:
        at: Key = ("step", number)
        _check_keys(data, _STEP_KEYS, at)
        choose = self._choose(data, at)
        wrong = data.get("wrong", {})
        if not isinstance(wrong, dict):
            raise Misplaced((*at, "wrong"), 'wrong gives reasons by choice: { "A♠" = "why" }')
        for key in ("hint", "wrong", "otherwise"):
            if key in data and not choose:
                raise Misplaced((*at, key), f"{key} belongs to a step that asks for something: it has no choose")
        if choose and "hint" not in data:
            raise Misplaced((*at, "choose"), "a step that asks for something has a hint")
        reasons = {
            self._choice(name, (*at, "wrong", name)): _paragraph(text, (*at, "wrong", name)) for name, text in wrong.items()
        }
        both = next((codes for codes in reasons if codes in choose), None) if not isinstance(choose, str) else None
        if both:
            raise Misplaced((*at, "wrong"), f"{shown(self._written(both))} is both right and wrong")
        return Step(
            say=tuple(_paragraph(text, (*at, "say")) for text in _texts(data, "say", at, needed=True)),
            point=tuple(self._point(name, (*at, "point")) for name in _texts(data, "point", at)),
            play=tuple(self._play(text, (*at, "play")) for text in _texts(data, "play", at)),
            choose=choose,
            wrong=reasons,
            otherwise=_line(data, "otherwise", at) if "otherwise" in data else "",
            hint=_line(data, "hint", at) if "hint" in data else "",
            number=number,
        )

    def _choose(self, data: Mapping[str, Any], at: Key) -> tuple[Choice, ...] | str:
        key = (*at, "choose")
        given = data.get("choose", [])
        if given in (ANY, ANY_CARD):
            return str(given)
        if isinstance(given, str):
            raise Misplaced(key, f'choose = {shown(given)}: write a list of choices, "{ANY}" or "{ANY_CARD}"')
        return tuple(self._choice(text, key) for text in _texts(data, "choose", at))

    def _choice(self, text: str, key: Key) -> Choice:
        try:
            return tuple(self.game.code(name.strip()) for name in text.split(","))
        except BadInput as error:
            raise Misplaced(key, str(error)) from None

    def _play(self, text: str, key: Key) -> Chosen:
        try:
            chosen = read_choices(self.game, text)
        except BadInput as error:
            raise Misplaced(key, str(error)) from None
        if chosen.seat >= self.game.seats:
            raise Misplaced(key, f"{shown(text)}: there is no seat {chosen.seat} at this table")
        return chosen

    def _point(self, name: str, key: Key) -> str:
        """A zone or place of the table, a card, or a call."""
        places = [place.name for place in positions.live_places(self.room, self.game.seats)]
        if name in places or name in self.room.Table.zones:
            return name
        try:
            read_card(name, self.room.Table.suited)
        except ValueError:
            try:
                self.game.code(name)
            except BadInput:
                known = ", ".join(places)
                raise Misplaced(
                    key, f"point: {shown(name)} is not a card, no call and none of {known}{meant(name, places)}"
                ) from None
        return name

    def _written(self, codes: Choice) -> str:
        return ", ".join(self.room.choice_name(code) for code in codes)


def _check_keys(data: Mapping[str, Any], known: tuple[str, ...], at: Key) -> None:
    for key in data:
        if key not in known:
            what = "a step" if at else "a lesson"
            raise Misplaced((*at, key), f"{shown(key)} is not a key of {what}; they are {', '.join(known)}{meant(key, known)}")


def _texts(data: Mapping[str, Any], key: str, at: Key, needed: bool = False) -> tuple[str, ...]:
    value = data.get(key, [])
    found = [value] if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise Misplaced((*at, key), f"{key} is a text or a list of texts")
    if needed and not found:
        raise Misplaced((*at, key) if key in data else at, f"there is no {key}: say what there is to see or to do")
    return tuple(found)


def _paragraph(text: Any, key: Key) -> str:
    """A text that is short enough to be read beside the cards."""
    if not isinstance(text, str) or not text.strip():
        raise Misplaced(key, f"{shown(text)} is not text")
    words = " ".join(text.split())
    if len(words) > LONGEST_TEXT:
        raise Misplaced(key, f"a paragraph has at most {LONGEST_TEXT} characters, this one has {len(words)}: {shown(words)}")
    if (sentences := len(_SENTENCE.findall(words))) > MOST_SENTENCES:
        raise Misplaced(key, f"a paragraph has at most {MOST_SENTENCES} sentences, this one has {sentences}: {shown(words)}")
    return words


def _line(data: Mapping[str, Any], key: str, at: Key) -> str:
    if key not in data:
        raise Misplaced(at or (key,), f"there is no {key}")
    return _paragraph(data[key], (*at, key))


def _whole(data: Mapping[str, Any], key: str, at: Key, low: int, high: int, usual: int | None = None) -> int:
    value = data.get(key, usual)
    if type(value) is not int or not low <= value <= high:
        raise Misplaced((*at, key), f"{key} = {shown(value)} is not a whole number from {low} to {high}")
    return value
