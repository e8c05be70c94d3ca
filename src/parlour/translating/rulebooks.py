"""The rulebooks as a catalogue, one text for each part, and what cannot be right about a translated part.

A translation is filled in beside its English text under many house rules: both must be empty under the same ones, refer to the
same paragraphs. An example has the same figures in all languages: the tests compute those of the English text again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

from babel.messages.catalog import Catalog, Message

from parlour.engine.errors import BadInput
from parlour.engine.files import is_file
from parlour.engine.rooms import Room, named, room_names
from parlour.engine.rulebook import NUMBERED, english, filled, nouns, own_forms
from parlour.engine.rulebook_parts import cells, items, parts
from parlour.house.rulebook_text import MARKDOWN
from parlour.languages import ENGLISH, current, language, speaking

TRIES = 24
"""Settings of the house rules in a part under which it is filled."""
_CODE = re.compile(r"`[^`\n]*`")
_REFERENCE = re.compile(r"\b[RF]\d+\b")
_BRACE = re.compile(r"\{([^{}?|\s<>=]+)(?:(?:<=|>=|[=<>])([^{}?|]+))?")
_FIGURE = re.compile(r"(?<![\w♣♦♥♠])\d+(?![\w♣♦♥♠])")
_IN_WORDS = re.compile(
    r"(?i)\b(?:ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b"
)
_NAME = re.compile(r"[A-Za-z_]\w*")


@cache
def passages() -> dict[str, list[Room]]:
    """All parts of all rulebooks that have a letter, each with the rooms that have it. Titles are texts of their games."""
    found: dict[str, list[Room]] = {}
    for name in room_names():
        room = named(name)
        if is_file(room.folder / "rulebook.md"):
            for part in parts(english(room)):
                if not part.is_title and any(letter.isalpha() for letter in part.text):
                    rooms = found.setdefault(part.text, [])
                    rooms += [room] if room not in rooms else []
    return found


@cache
def example_parts() -> set[str]:
    """The parts of all rulebooks that stand under a heading such as "Examples"."""
    found: set[str] = set()
    for room in {room for rooms in passages().values() for room in rooms}:
        heading = ""
        for part in parts(english(room)):
            heading = part.text if part.is_heading else heading
            found |= {part.text} if heading.startswith("Example") and not part.is_heading else set()
    return found


def rulebook_texts() -> Catalog:
    """The catalogue in English, in the order of the games and of their rulebooks."""
    catalogue = Catalog()
    for text, rooms in passages().items():
        catalogue.add(text, locations=[(f"games/{room.name}", 0) for room in rooms])
    return catalogue


def rulebook_faults(catalogue: Catalog, code: str) -> Iterator[str]:
    """Yield a line for each fault of a translated part: braces, references, code, tables, lists that do not fit the English."""
    with speaking(language(code)):
        for message in catalogue:
            rooms = passages().get(str(message.id or ""), [])
            if not message.id or message.fuzzy or not message.string:
                continue
            for room in rooms:
                if not message.context or room.name == message.context:
                    yield from (f"{room.name}: {_short(str(message.id))}: {fault}" for fault in part_faults(room, message))
                    break  # rooms that share a part have the same options in it


def _short(text: str) -> str:
    return repr(text if len(text) < 60 else f"{text[:56]} ...")


def part_faults(room: Room, message: Message) -> Iterator[str]:
    """Yield what is wrong with one translated part, in the reader's language. message: of a catalogue."""
    text, translation = str(message.id), str(message.string)
    yield from _in_shape(text, translation)
    wanted, used = _options(text), _options(translation)
    if unknown := sorted(used - room.Table.options.keys() - {"seats"}):
        yield f"{{{unknown[0]}}} is not a house rule of this game"
        return
    if lacking := sorted(wanted - used - {"seats"}):
        yield f"its translation lacks the house rule {{{lacking[0]}}}"
    yield from _counted(translation)
    yield from _under_house_rules(room, text, translation)


def _in_shape(text: str, translation: str) -> Iterator[str]:
    """Yield faults that do not depend on house rules."""
    if NUMBERED.match(translation) or re.match(r"[ \t]*(?:#|[-*] )", translation):
        yield "its translation begins with a sign that the book adds by itself"
    if sorted(set(_CODE.findall(text))) != sorted(set(_CODE.findall(translation))):
        yield "its translation has other words between `signs of code`"
    if items(text) != items(translation):
        yield f"its translation has {items(translation)} lines that begin with - where the English text has {items(text)}"
    if cells(text) != cells(translation):
        yield "its translation has other rows or columns than the table"
    elif not cells(text) and text.count("\n") != translation.count("\n"):
        yield f"its translation has {translation.count(chr(10))} ends of lines where the English text has {text.count(chr(10))}"
    if translation != translation.strip() and text == text.strip():
        yield "its translation begins or ends with a space or an empty line"


def _options(text: str) -> set[str]:
    """The names of house rules in braces; `a` and `b` of `{a-b=c?...}`, and `c` if it is one of them elsewhere."""
    return {name for match in _BRACE.finditer(_CODE.sub("", text)) for name in _NAME.findall(match[1])}


def _counted(translation: str) -> Iterator[str]:
    needed = current().nouns
    for forms in nouns(translation):
        if len(forms) != needed:
            yield f"{'|'.join(forms)!r} needs {needed} forms, with | between them"


def _under_house_rules(room: Room, text: str, translation: str) -> Iterator[str]:
    """Yield faults under some settings of the house rules that either text depends on."""
    marked = own_forms(translation)
    for row in _rows(room, text, translation):
        with speaking(language(ENGLISH)):
            read = filled(room, text, row)
        try:
            here = filled(room, marked, row)
        except BadInput as error:
            yield f"its translation cannot be filled: {error}"
            return
        if _stray(here) > _stray(read):
            yield "its translation has a * without its pair"
            return
        under = ", ".join(f"{name}={row[name]}" for name in sorted(_options(text) | _options(translation)))
        if bool(read.strip()) != bool(here.strip()):
            yield f"under {under} only one of the texts is empty"
            return
        differ = set(_REFERENCE.findall(_CODE.sub("", read))) ^ set(_REFERENCE.findall(_CODE.sub("", here)))
        if differ:
            yield f"under {under} only one of the texts refers to {', '.join(sorted(differ))}"
            return
        if text in example_parts() and (differ := _other_figures(read, here)):
            yield f"under {under} only one of the texts has {', '.join(sorted(differ))}"
            return


def _other_figures(read: str, here: str) -> set[str]:
    """The figures that only one of two texts has. read: in English; here: the translation.

    Zero and one may become words, as any number of several digits may that English has in words.
    """
    wanted, used = ({*_FIGURE.findall(text)} for text in (read, here))
    more = set() if _IN_WORDS.search(read) else {figure for figure in used if len(figure) > 1}
    return (wanted - used - {"0", "1"}) | (more - wanted)


def _stray(text: str) -> int:
    """The number of signs of emphasis that emphasize nothing."""
    found = MARKDOWN.parseInline(text)[0].children or []
    return sum(token.content.count("*") for token in found if token.type == "text")


def _rows(room: Room, text: str, translation: str) -> Iterator[dict[str, int]]:
    """Settings of the house rules, usual ones first: for those in a part the extreme values, and the figures it compares with."""
    options, chance = room.Table.options, random.Random(text)
    usual = {"seats": room.Table.default_seats, **{name: option.default for name, option in options.items()}}
    yield usual
    names = sorted(_options(text) | _options(translation))
    low, high = room.Table.seats_range
    figures = [
        int(figure) for figure in re.findall(r"\d+", "".join(match[2] or "" for match in _BRACE.finditer(text + translation)))
    ]
    values = {name: list(options[name].codes[:200]) if name in options else list(range(low, high + 1)) for name in names}
    for _ in range(TRIES if names else 0):
        row = dict(usual)
        for name, codes in values.items():
            near = [code for code in codes if {code, code - 1, code + 1} & set(figures)]
            row[name] = chance.choice([codes[0], codes[-1], chance.choice(codes), chance.choice(near or codes)])
        yield row
