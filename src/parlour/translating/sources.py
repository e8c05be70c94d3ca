"""The English texts of the house: those marked in templates, Python and scripts, and what games say in their files."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_python
from jinja2.ext import babel_extract

import parlour
from parlour.bots.reasons.words import sentence_of
from parlour.engine import house_words, speech
from parlour.engine.files import read_bytes
from parlour.engine.reading import parse_python
from parlour.engine.rooms import Room, named, room_names
from parlour.house.examples import titles
from parlour.house.lessons import lesson_of
from parlour.house.presets import presets
from parlour.languages.catalogue import EXAMPLES, RULEBOOKS
from parlour.languages.scripts import marked_in

from .rulebooks import rulebook_texts

PACKAGE = Path(parlour.__file__).parent
KEYWORDS: dict[str, Any] = {
    **dict.fromkeys(("_", "mark", "gettext", "lazy_gettext")),
    **dict.fromkeys(("ngettext", "lazy_ngettext", "phrase"), (1, 2)),
    **dict.fromkeys(("pgettext", "mark_in"), ((1, "c"), 2)),
}
"""The functions that mark a text, and which of their arguments are texts; as Babel has them."""
COMMENTS = ("TRANSLATORS:",)
"""A comment that begins with this is shown to translators."""
TEMPLATE_OPTIONS = {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}
Extractor = Callable[..., Any]
PLACE_OR_CARD = re.compile(r"\{[^{}]*\}|\b[AKQJ]?[♣♦♥♠]")


@cache
def texts(name: str) -> Catalog:
    """The texts of a catalogue in English, none translated: one of CATALOGUES."""
    found = {"interface": _interface, "games": _games, "lessons": _lessons, RULEBOOKS: rulebook_texts, EXAMPLES: _examples}
    return found[name]()


def _interface() -> Catalog:
    catalogue = Catalog()
    kinds: list[tuple[str, Extractor, dict[str, str], str]] = [
        ("table/templates/*.html", babel_extract, TEMPLATE_OPTIONS, ""),
        ("**/*.py", _extract_python, {}, "parlour.languages"),
        ("table/static/js/**/*.js", _extract_script, {}, "messages.js"),
    ]
    for pattern, extractor, options, importing in kinds:
        for path in sorted(PACKAGE.glob(pattern)):
            data = read_bytes(path)
            if importing.encode() in data or path.is_relative_to(PACKAGE / "languages"):
                _add(catalogue, path, extractor(io.BytesIO(data), [*KEYWORDS], COMMENTS, options))
    return catalogue


def _extract_python(file: Any, keywords: Any, comment_tags: Any, _options: Any) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Yield the marked texts of a module as Babel does, but also those within f-strings, which Babel passes over."""
    source = file.read()
    lines = source.decode().splitlines()
    tree = parse_python(source.decode())
    for line, forms in _refusals(tree):
        yield line, "ngettext" if len(forms) > 1 else "_", forms if len(forms) > 1 else forms[0], []
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        assert isinstance(call.func, ast.Name)
        if call.func.id not in keywords:
            continue
        message = tuple(arg.value if isinstance(arg, ast.Constant) else None for arg in call.args)
        above = lines[call.lineno - 2].strip().removeprefix("# ") if call.lineno > 1 else ""
        comments = [above] if above.startswith(tuple(comment_tags)) else []
        if message:
            yield call.lineno, call.func.id, message if len(message) > 1 else message[0], comments


def _refusals(tree: ast.AST) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield what the score pad says of a hand: the sentences of `hand.refuse`, `hand.needs` and `hand.remark`, with their lines.

    Two forms for a number are one text.
    """
    for call in ast.walk(tree):
        if (
            not isinstance(call, ast.Call)
            or not isinstance(call.func, ast.Attribute)
            or not isinstance(call.func.value, ast.Name)
        ):
            continue
        if call.func.value.id not in ("hand", "self") or call.func.attr not in ("refuse", "needs", "remark"):
            continue
        found = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if call.func.attr == "needs":
            yield from ((call.lineno, (text,)) for text in found)
        elif found:
            yield call.lineno, tuple(found)


def _extract_script(file: Any, _keywords: Any, _tags: Any, _options: Any) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Yield the marked texts of a script as Babel does, which takes code in backquotes for texts, and texts for code."""
    for one in marked_in(file.read().decode()):
        if one.many:
            yield 0, "ngettext", (one.text, one.many), []
        else:
            yield 0, "pgettext" if one.context else "_", (one.context, one.text) if one.context else one.text, []


def _add(catalogue: Catalog, path: Path, found: Any) -> None:
    where = path.relative_to(PACKAGE).as_posix()
    for _, function, message, comments in found:
        context, one = None, message
        if function in ("pgettext", "mark_in"):
            if not isinstance(message, tuple) or not all(isinstance(part, str) for part in message[:2]):
                continue  # the texts are data, found elsewhere
            context, one = message[:2]
        elif function == "phrase":
            one = _sentences(message)
        elif function in ("ngettext", "lazy_ngettext"):
            one = tuple(message[:2])
        elif isinstance(message, tuple):
            one = message[0]
        if one == "{why}":
            continue  # a bot's own words, which are a sentence by themselves
        if one and all(isinstance(part, str) for part in (one if isinstance(one, tuple) else (one,))):
            catalogue.add(one, context=context, locations=[(where, 0)], auto_comments=comments)


def _sentences(message: Any) -> Any:
    """The whole sentences that are translated for a phrase about a choice (`bots.reasons`)."""
    forms = [text for text in (message if isinstance(message, tuple) else (message,)) if isinstance(text, str)]
    return tuple(map(sentence_of, forms)) if len(forms) > 1 else sentence_of(forms[0]) if forms else None


def _games() -> Catalog:
    catalogue = Catalog()
    for name in room_names():
        for text in game_texts(named(name)):
            catalogue.add(text, locations=[(f"games/{name}", 0)])
        for path in sorted(named(name).folder.rglob("*.py")):
            for text, comments in _advice(read_bytes(path)):
                catalogue.add(text, locations=[(f"games/{name}", 0)], auto_comments=comments)
    return catalogue


def _lessons() -> Catalog:
    """The texts of all lessons, in the order in which a learner reads them."""
    catalogue = Catalog()
    for name in room_names():
        lesson = lesson_of(named(name))
        for text in lesson.texts() if lesson else ():
            catalogue.add(text, locations=[(f"games/{name}", 0)])
    return catalogue


def _examples() -> Catalog:
    """The titles of scenarios that a rulebook may show as examples."""
    catalogue = Catalog()
    for name in room_names():
        for title in titles(named(name)):
            catalogue.add(title, locations=[(f"games/{name}", 0)])
    return catalogue


def _advice(source: bytes) -> Iterator[tuple[Any, list[str]]]:
    """Yield what a game's Python marks: `case.phrase(...)` and `case.label(...)` of hints, `form.mark(...)` of its score pad.

    So are the sentences with which the pad refuses a hand, and the words of the game's PROSPECTS.
    """
    kinds: Any = ["phrase", "label", "mark"]
    messages: Any = extract_python(io.BytesIO(source), kinds, COMMENTS, {})
    for _, function, message, comments in messages:
        found = _sentences(message) if function == "phrase" else message[0] if isinstance(message, tuple) else message
        if found:
            yield found, comments
    tree = parse_python(source.decode())
    yield from ((forms if len(forms) > 1 else forms[0], []) for _, forms in _refusals(tree))
    for node in tree.body if b"PROSPECTS" in source else ():
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PROSPECTS":
            yield from ((text, []) for text in ast.literal_eval(node.value))


Forms = str | tuple[str, str]
"""A text, or its forms for a single thing and for other numbers of it."""


def game_texts(room: Room) -> Iterator[Forms]:
    """Yield the texts that a game shows to players, in the order of its files. Texts without a letter need no translation."""
    for text in _game_texts(room):
        if has_words(text if isinstance(text, str) else text[-1]):
            yield text


def has_words(text: str) -> bool:
    """Whether there is something to translate in a text beside places for values and cards."""
    return any(letter.isalpha() for letter in PLACE_OR_CARD.sub("", text))


def _game_texts(room: Room) -> Iterator[Forms]:
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    speech.worded(room.look, note)
    yield from found
    for form in _words_of(room):
        yield from speech.forms_of(form)
    yield from _values_of(room)
    for option in room.Table.options:
        yield house_words.about(room, option)
    yield from entered(room)
    for preset in presets(room):
        yield from (preset.title, preset.text)


FIELDS = frozenset({"number", "flag", "choice", "seat", "side", "course"})
NO_TEXTS = frozenset({"per", "only", "by", "seats", "usual", "early"})
"""Arguments of a field of the score pad that hold no words."""


def entered(room: Room) -> Iterator[str]:
    """Yield the words of the fields of a game's score pad, as its source has them: their number depends on the hand."""
    path = room.folder / "pad" / "__init__.py"
    if not path.is_file():
        return
    for node in ast.walk(parse_python(read_bytes(path).decode())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in FIELDS:
            if isinstance(node.func.value, ast.Name) and node.func.value.id == "form":
                yield from _words(node)
        if isinstance(node, ast.FunctionDef) and node.name == "goal":
            texts = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))
            yield from (text for text in texts if " " in text)  # what else ends a match has one word: "reach", "ends"


def _words(call: ast.Call) -> Iterator[str]:
    """Yield the constant texts of a call, without names of fields, of items and of values."""
    for argument in [*call.args[1:], *(one.value for one in call.keywords if one.arg not in NO_TEXTS)]:
        names = {id(key) for node in ast.walk(argument) if isinstance(node, ast.Dict) for key in node.keys if key is not None}
        names |= {id(node.elts[0]) for node in ast.walk(argument) if isinstance(node, ast.Tuple) and node.elts}
        names |= {id(node.slice) for node in ast.walk(argument) if isinstance(node, ast.Subscript)}
        names |= {id(one) for node in ast.walk(argument) if isinstance(node, ast.Compare) for one in node.comparators}
        for node in ast.walk(argument):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in names:
                yield node.value


def _words_of(room: Room) -> list[str | list[str]]:
    """Return the texts of the words of a game's steps, as its table.toml has them."""
    forms = room.look.get("words", {})
    return [forms.get(name, name[:1].upper() + name[1:]) for name in room.words]


def _values_of(room: Room) -> Iterator[str]:
    """Yield the words in the braces of calls, and the calls that the look has no label for."""
    labels = room.look.get("calls", {})
    for pattern in room.calls.patterns:
        if pattern.text not in labels and not pattern.braces and pattern.base != room.resign:
            yield pattern.text[:1].upper() + pattern.text[1:]
        if "writing" not in room.look:
            yield from (word for words in pattern.braces for word in words if speech.is_word(word))
