"""The rulebook's text: a room's rulebook.md with the house rules filled in, and its numbered paragraphs.

Braces are filled from the options: `{target}` the value, `{show?text|else}` by whether it is on, `{draw=3?text|else}` by
its value; texts in braces may hold further braces. See docs/room-files.md.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from .errors import BadInput, meant
from .files import is_file, read_text
from .generate import REASONS
from .rooms import Room

_CONDITION = re.compile(r"\{(\w+)(?:=([^{}?|]+))?\?((?:[^{}|]|\{\w+\})*)(?:\|((?:[^{}]|\{\w+\})*))?\}")
_VALUE = re.compile(r"\{(\w+)\}")
_PARAGRAPH = re.compile(r"^\*\*([RF]\d+)\*\*[ \t]*", re.MULTILINE)


OPEN, CLOSE = "\ue000", "\ue001"
"""Around what reads otherwise than under other house rules, in a text that marks it."""
_LINE_START = re.compile(rf"{OPEN}([\s|]*(?:(?:[-*]|#+)\s+)?(?:\*\*[RF]\d+\*\*\s*)?)")


def rulebook(room: Room, row: Any, usual: Any = None) -> str:
    """The rulebook as Markdown under the seats and house rules of a table record. BadInput for a brace nothing fills.

    usual: another record; what a brace gives otherwise than for that one then stands between OPEN and CLOSE.
    """
    text = _fill(room, _text(room), row, usual)
    if usual is None:
        return text
    return _LINE_START.sub(rf"\1{OPEN}", re.sub(rf"(\s+){CLOSE}", rf"{CLOSE}\1", text))


@lru_cache(maxsize=64)
def _text(room: Room) -> str:
    path = room.folder / "rulebook.md"
    if not is_file(path):
        raise BadInput(f"{room.name} has no rulebook.md")
    return read_text(path)


def _value(room: Room, name: str, row: Any) -> str:
    if name == "seats":
        return str(int(row["seats"]))
    if name not in room.Table.options:
        raise BadInput(f"{room.name}/rulebook.md: {{{name}}} is no house rule of the game{meant(name, room.Table.options)}")
    written = room.Table.options[name].write(int(row[name]))
    return ("yes" if written else "no") if isinstance(written, bool) else str(written)


def _fill(room: Room, text: str, row: Any, usual: Any) -> str:
    def holds(match: re.Match[str], row: Any) -> bool:
        written = _value(room, match[1], row)
        return written == match[2].strip() if match[2] is not None else int(row[match[1]]) != 0

    def condition(match: re.Match[str]) -> str:
        on = holds(match, row)
        chosen = match[3] if on else match[4] or ""
        return marked(chosen) if usual is not None and on != holds(match, usual) else chosen

    def value(match: re.Match[str]) -> str:
        written = _value(room, match[1], row)
        return marked(written) if usual is not None and written != _value(room, match[1], usual) else written

    def marked(text: str) -> str:
        return f"{OPEN}{text}{CLOSE}"

    filled = None
    while filled != text:  # from the inside out
        filled, text = text, _CONDITION.sub(condition, text)
    return _VALUE.sub(value, text)


def paragraphs(room: Room, row: Any) -> dict[str, str]:
    """The numbered paragraphs, `{"R5": "..."}`: each from its number to the next number, heading or blank line."""
    return _paragraphs(rulebook(room, row))


@lru_cache(maxsize=64)
def _paragraphs(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _PARAGRAPH.finditer(text):
        rest = text[match.end() :]
        stop = re.search(r"\n[ \t]*\n(?![ \t]*[-*|])|\n#|\n\*\*[RF]\d+\*\*", rest)
        found[match[1]] = rest[: stop.start()].strip() if stop else rest.strip()
    return found


def label(paragraph: int) -> str:
    """The name of a paragraph by the number that `objection` gives: R5; F101 for rulings of the house."""
    return f"{'F' if paragraph > 100 else 'R'}{paragraph}"


def explain(room: Room, row: Any, paragraph: int) -> str:
    """Why a choice is refused, as a line: the paragraph that forbids it, or the house's own reason."""
    if paragraph < 0:
        return REASONS[paragraph]
    if not (room.folder / "rulebook.md").is_file():
        return label(paragraph)  # a room in the making
    return f"{label(paragraph)}: {paragraphs(room, row).get(label(paragraph), '(no such paragraph in the rulebook)')}"
