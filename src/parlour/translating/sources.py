"""The English texts of the house: those marked in templates, Python and scripts, and what games say in their files."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript, extract_python
from jinja2.ext import babel_extract

import parlour
from parlour.engine import house_words, speech
from parlour.engine.files import read_bytes
from parlour.engine.rooms import Room, named, room_names
from parlour.house.lessons import lesson_of
from parlour.languages.catalogue import RULEBOOKS

from .rulebooks import rulebook_texts

PACKAGE = Path(parlour.__file__).parent
KEYWORDS: dict[str, Any] = {"_": None, "mark": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
"""The functions that mark a text, and which of their arguments are texts; as Babel has them."""
COMMENTS = ("TRANSLATORS:",)
"""A comment that begins with this is shown to translators."""
TEMPLATE_OPTIONS = {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}
Extractor = Callable[..., Any]


@cache
def texts(name: str) -> Catalog:
    """The texts of a catalogue in English, none translated: `interface`, `games`, `lessons` or `rulebooks`."""
    return {"interface": _interface, "games": _games, "lessons": _lessons, RULEBOOKS: rulebook_texts}[name]()


def _interface() -> Catalog:
    catalogue = Catalog()
    kinds: list[tuple[str, Extractor, dict[str, str], str]] = [
        ("table/templates/*.html", babel_extract, TEMPLATE_OPTIONS, ""),
        ("**/*.py", extract_python, {}, "parlour.languages"),
        ("table/static/js/**/*.js", extract_javascript, {}, "messages.js"),
    ]
    for pattern, extractor, options, importing in kinds:
        for path in sorted(PACKAGE.glob(pattern)):
            data = read_bytes(path)
            if importing.encode() in data and not path.is_relative_to(PACKAGE / "languages"):
                _add(catalogue, path, extractor(io.BytesIO(data), [*KEYWORDS], COMMENTS, options))
    return catalogue


def _add(catalogue: Catalog, path: Path, found: Any) -> None:
    where = path.relative_to(PACKAGE).as_posix()
    for _, function, message, comments in found:
        context, one = None, message
        if function == "pgettext":
            if not isinstance(message, tuple) or not all(isinstance(part, str) for part in message[:2]):
                continue  # the texts are data, found elsewhere
            context, one = message[:2]
        elif function == "ngettext":
            one = tuple(message[:2])
        elif isinstance(message, tuple):
            one = message[0]
        if one and all(isinstance(part, str) for part in (one if isinstance(one, tuple) else (one,))):
            catalogue.add(one, context=context, locations=[(where, 0)], auto_comments=comments)


def _games() -> Catalog:
    catalogue = Catalog()
    for name in room_names():
        for text in said_by(named(name)):
            catalogue.add(text, locations=[(f"games/{name}", 0)])
    return catalogue


def _lessons() -> Catalog:
    """The texts of all lessons, in the order in which a learner reads them."""
    catalogue = Catalog()
    for name in room_names():
        lesson = lesson_of(named(name))
        for text in lesson.texts() if lesson else ():
            catalogue.add(text, locations=[(f"games/{name}", 0)])
    return catalogue


def said_by(room: Room) -> Iterator[str]:
    """Yield the texts that a game shows to players, in the order of its files. Texts without a letter need no translation."""
    for text in _said_by(room):
        if any(letter.isalpha() for letter in text):
            yield text


def _said_by(room: Room) -> Iterator[str]:
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    speech.worded(room.look, note)
    yield from found
    for option in room.Table.options:
        yield house_words.about(room, option)
