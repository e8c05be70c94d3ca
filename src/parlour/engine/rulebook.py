"""The rulebook's text: a room's rulebook.md with the house rules filled in, and its numbered paragraphs.

Braces are filled from the options: `{target}` the value in words, `{target point}` a count with its noun, `{show?text|else}` by
whether it is on, `{draw=3?text|else}` and `{freeze<target?text}` by its value; texts in braces may hold further braces. A
paragraph of which nothing is left is not in force: it disappears. What is left is numbered from 1 on. The source keeps its
identifier (R5, F101), by which rules, scenarios, records and links name it under all house rules. See docs/room-files.md.

All is in the reader's language as far as it is translated, part by part (rulebook_parts.py); the rest is in English.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

from parlour.languages import ENGLISH, Text, current, in_language, in_series, mark, number, plural_index, rulebook_text, speaking
from parlour.languages import gettext as _

from . import house_words
from .errors import BadInput, meant
from .files import is_file, read_text
from .generate import REASONS
from .rooms import Room
from .rulebook_parts import parts
from .speech import title

OPEN, CLOSE = "\ue000", "\ue001"
"""Around what reads otherwise than under other house rules, in a text that marks it."""
KEY = "\ue002"
"""Behind a translated heading: the English one follows, which names the section in links."""
FORMS = "\ue003"
"""Between the plural forms of a translated noun; English has a sign that its text may use."""
ORIGINS = {"source": "", "house": "†", "custom": "‡"}
"""Where a paragraph comes from, and how print marks it."""
ORIGIN_WORDS = {
    "house": mark("settled, wholly or in part, by a ruling of this house, because the source is silent or unclear"),
    "custom": mark("general custom among card players"),
}
NUMBERED = re.compile(r"\*\*([RF]\d+)(?:, (\w+))?\*\*")
"""The start of a paragraph: its identifier and, in the source, where it comes from."""

LONGEST_LINE = 10_000
"""Characters of a paragraph on one line: longer than any."""
NOT_IN_FORCE = mark("That is not played under these house rules.")
"""Why a choice is refused that belongs to a paragraph which is not in force."""

_FIGURE = r"\w+(?:[+*-]\w+)*"
_INNER = r"\{[^{}?]*\}"
_CONDITION = re.compile(
    rf"\{{({_FIGURE})(?:(<=|>=|[=<>])([^{{}}?|\\]+))?\?((?:[^{{}}|\\]|\\(?!\|)|{_INNER})*)(?:\\?\|((?:[^{{}}]|{_INNER})*))?\}}"
)
_VALUE = re.compile(rf"\{{({_FIGURE})(?: ([^{{}}?]+))?\}}")
_PARAGRAPH = re.compile(rf"^(?:[-*] )?{NUMBERED.pattern}[ \t]*", re.MULTILINE)
_STOP = re.compile(rf"\n[ \t]*\n(?![ \t]*(?:[-*] |\|))|\n#|\n(?:[-*] )?{NUMBERED.pattern}")
_SECTION = re.compile(r"^(?=#+ )", re.MULTILINE)
_HEADING = re.compile(rf"^(#+ .*?)(?:{KEY}(.*))?$", re.MULTILINE)
_FIRST_SECTION = re.compile(r"^(?=## )", re.MULTILINE)
_REFERENCE = re.compile(r"(`[^`\n]*`)|(?<!\*\*)\b([RF]\d+)\b")
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+|\n\s*\n)[(\ue000]*$")
_LINE_START = re.compile(rf"{OPEN}([\s|]*(?:(?:[-*]|#+)\s+)?(?:{NUMBERED.pattern}\s*)?)")
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
}


@dataclass(frozen=True)
class Paragraph:
    """A paragraph in force. number: the one in print, under these house rules; origin: of ORIGINS, "" if the room says none."""

    identifier: str
    number: int
    origin: str
    text: str


@dataclass(frozen=True)
class Section:
    """A section of the rulebook as it is printed. key: its heading in English, the same for all readers."""

    key: str
    heading: str
    text: str


def sections(room: Room, row: Any) -> list[Section]:
    """The sections of the rulebook under the seats and house rules of a table record, in the reader's language."""
    printed, english = rulebook(room, row), headings(source(room, row))[1]
    found = list(_HEADING.finditer(printed))
    starts = [at for at, match in enumerate(found) if match[1].startswith("## ")]
    ends = [*(found[at].start() for at in starts[1:]), len(printed)]
    return [
        Section(english[at], found[at][1][3:], printed[found[at].end() : end].strip())
        for at, end in zip(starts, ends, strict=True)
    ]


def rulebook(room: Room, row: Any, rulings: Mapping[str, str] | None = None) -> str:
    """The rulebook as Markdown under the seats and house rules of a table record. BadInput for a brace nothing fills.

    rulings: what a group has settled, by the identifier of the paragraph behind which it stands.
    """
    return _printed(headings(source(room, row))[0], rulings or {})


def source(room: Room, row: Any, usual: Any = None) -> str:
    """The text with identifiers instead of numbers, for what makes links of them.

    usual: another record; what a brace gives otherwise than for that one then stands between OPEN and CLOSE. What stands behind
    translated headings is split off by `headings`.
    """
    text = _fill(room, _text(room, current().code), row, usual)
    if usual is not None:
        text = _LINE_START.sub(rf"\1{OPEN}", re.sub(rf"(\s+){CLOSE}", rf"{CLOSE}\1", text))
    text = _without_empty(text)
    return text if not room.Table.options else f"{text.rstrip()}\n\n{_house_rules(room, row, usual)}"


def headings(text: str) -> tuple[str, list[str]]:
    """Split a source: the text as it is read, and its headings in English, the title included."""
    english = [(match[2] or match[1]).lstrip("# ") for match in _HEADING.finditer(text)]
    return (_HEADING.sub(r"\1", text) if KEY in text else text), english


def filled(room: Room, text: str, row: Any) -> str:
    """A part of a rulebook with the house rules filled in. BadInput for a brace nothing fills.

    row: the number of seats and the codes of the house rules by name, as a table record has them.
    """
    text = _fill(room, text, row, None)
    if left := re.search(r"[{}][^{}]{0,40}", text):
        raise BadInput(f"{left[0]!r} is not a brace of a rulebook")
    return text


def own_forms(text: str) -> str:
    """A translated part with its nouns marked as having the plural forms of its own language."""

    def marked(match: re.Match[str]) -> str:
        return f"{{{match[1]} {match[2].replace('|', FORMS)}{FORMS}}}" if match[2] else match[0]

    return _VALUE.sub(marked, text)


def nouns(text: str) -> list[list[str]]:
    """The plural forms of each noun that a part counts."""
    return [match[2].split("|") for match in _VALUE.finditer(text) if match[2]]


def english(room: Room) -> str:
    """The rulebook as the room's file has it. BadInput if there is none."""
    return _text(room, ENGLISH)


def identifiers(room: Room) -> list[str]:
    """The identifiers of all paragraphs, also of those that are not in force under every house rule."""
    return list(dict.fromkeys(match[1] for match in NUMBERED.finditer(english(room))))


@lru_cache(maxsize=256)
def _text(room: Room, code: str) -> str:
    """The text with its braces, in a language as far as it is translated. The language is the reader's, or English."""
    path = room.folder / "rulebook.md"
    if not is_file(path):
        raise BadInput(f"{room.name} has no rulebook.md")
    written = read_text(path)
    if code == ENGLISH:
        return written
    found: list[str] = []
    for part in parts(written):
        translated = title(room) if part.is_title else rulebook_text(room.name, part.text)
        key = f"{KEY}{part.written}" if part.is_heading and translated else ""
        found += [part.before, own_forms(translated) if translated else part.written, key]
    return "".join(found)


# filling


def _code(room: Room, name: str, row: Any) -> int:
    if name.isdigit():
        return int(name)
    if name != "seats" and name not in room.Table.options:
        raise BadInput(f"{room.name}/rulebook.md: {{{name}}} is not a house rule of the game{meant(name, room.Table.options)}")
    return int(row[name])


def _figure(room: Room, written: str, row: Any) -> int:
    """A figure made of house rules, the number of seats and numbers: `5*seats`, `8-seats`."""
    total = 0
    for sign, term in re.findall(r"([+-]?)([^+-]+)", written):
        product = 1
        for name in term.split("*"):
            product *= _code(room, name, row)
        total += -product if sign == "-" else product
    return total


def _holds(room: Room, row: Any, name: str, compare: str | None, other: str | None) -> bool:
    if compare is None or other is None:
        return _figure(room, name, row) != 0
    option = room.Table.options.get(name)
    if compare == "=" and option is not None and not re.fullmatch(_FIGURE, other.strip()):
        return str(option.write(int(row[name]))) == other.strip()
    if compare == "=" and option is not None and (option.boolean or other.strip() in option.words.values()):
        return str(option.write(int(row[name]))) == other.strip()
    return _COMPARE[compare](_figure(room, name, row), _figure(room, other.strip(), row))


def _filled(room: Room, row: Any, match: re.Match[str]) -> str:
    name, noun = match.groups()
    if noun:
        figure = _figure(room, name, row)
        return f"{number(figure)} {_form(noun, figure)}"
    if name in room.Table.options:
        return house_words.words(room, name, int(row[name]))
    return number(_figure(room, name, row))


def _form(noun: str, figure: int) -> str:
    """The form of a noun for a number: of English `card`, or `ox|oxen`, or all forms that a translation has."""
    if FORMS in noun:
        forms = noun.removesuffix(FORMS).split(FORMS)
        return forms[min(plural_index(figure), len(forms) - 1)]
    one, _, more = noun.partition("|")
    return one if figure == 1 else more or f"{one}s"


def _fill(room: Room, text: str, row: Any, usual: Any) -> str:
    def condition(match: re.Match[str]) -> str:
        on = _holds(room, row, match[1], match[2], match[3])
        chosen = match[4] if on else match[5] or ""
        return marked(chosen) if usual is not None and on != _holds(room, usual, match[1], match[2], match[3]) else chosen

    def value(match: re.Match[str]) -> str:
        written = _filled(room, row, match)
        return marked(written) if usual is not None and written != _filled(room, usual, match) else written

    def marked(text: str) -> str:
        return f"{OPEN}{text}{CLOSE}"

    filled = None
    while filled != text:  # from the inside out
        filled, text = text, _CONDITION.sub(condition, text)
    return _VALUE.sub(value, text)


def _without_empty(text: str) -> str:
    """Without paragraphs and sections of which nothing is left."""
    kept, at = [], 0
    for match, end in _spans(text):
        if not _bare(text[match.end() : end]):
            kept.append(text[at : match.start()])
            at = end
    sections: list[str] = []
    for section in reversed(_SECTION.split("".join([*kept, text[at:]]))):
        heading, _, body = section.partition("\n")
        if not 1 < _level(heading) or _bare(body) or (sections and _level(sections[-1]) > _level(heading)):
            sections.append(section)
    return re.sub(r"\n{3,}", "\n\n", "".join(reversed(sections))).rstrip() + "\n"


def _level(heading: str) -> int:
    return len(heading) - len(heading.lstrip("#"))


def _bare(text: str) -> str:
    return text.replace(OPEN, "").replace(CLOSE, "").strip()


def _spans(text: str) -> list[tuple[re.Match[str], int]]:
    """The paragraphs: the match of their beginning and where they end, at the next one, a heading or a blank line."""
    found = []
    for match in _PARAGRAPH.finditer(text):
        stop = _STOP.search(text, match.end())
        found.append((match, stop.start() if stop else len(text)))
    return found


def _house_rules(room: Room, row: Any, usual: Any) -> str:
    """All house rules as a section: what each is about, how it stands, what may be chosen."""
    title_text = _("House rules")
    heading = "## House rules" if current().is_english else f"## {title_text}{KEY}House rules"
    lines = [heading, "", "| ".join(["", *(f"{word} " for word in (_("rule"), _("here"), _("choices"))), ""]).rstrip()]
    lines += ["| --- | --- | --- |"]
    for name in room.Table.options:
        here = house_words.words(room, name, int(row[name]))
        if usual is not None and int(usual[name]) != int(row[name]):
            here = f"{OPEN}{here}{CLOSE}"
        lines.append(f"| {house_words.about(room, name)} | {here} | {house_words.choices(room, name)} |")
    return "\n".join(lines) + "\n"


# numbers


@lru_cache(maxsize=256)
def _paragraphs(text: str) -> dict[str, Paragraph]:
    found: dict[str, Paragraph] = {}
    for match, end in _spans(text):
        if match[1] not in found:
            found[match[1]] = Paragraph(match[1], len(found) + 1, match[2] or "", text[match.end() : end].strip())
    return found


def paragraphs(room: Room, row: Any) -> Mapping[str, Paragraph]:
    """The paragraphs in force by their identifiers, in the order of print; their texts refer to each other by number."""
    return _in_force(room, current().code, int(row["seats"]), *(int(row[name]) for name in room.Table.options))


@lru_cache(maxsize=256)
def _in_force(room: Room, code: str, *settings: int) -> Mapping[str, Paragraph]:
    """Return the same by the reader's language, the number of seats and the code of each house rule.

    A rulebook uses no other figures of a table. It takes milliseconds, and each card that a page shows as refused asks for it.
    """
    found = _paragraphs(source(room, dict(zip(("seats", *room.Table.options), settings, strict=True))))
    numbers = numbers_of(found)
    return MappingProxyType(
        {name: Paragraph(name, one.number, one.origin, in_numbers(one.text, numbers)) for name, one in found.items()}
    )


def numbers_of(found: Mapping[str, Paragraph]) -> dict[str, int]:
    """The numbers in print by identifier."""
    return {name: one.number for name, one in found.items()}


def in_numbers(text: str, numbers: dict[str, int]) -> str:
    """A text whose references to paragraphs are read as in print: `as in rule 3` for `as in R3`."""

    def reference(match: re.Match[str]) -> str:
        if match[1] or match[2] not in numbers:
            return match[0]
        return referred(numbers[match[2]], text[max(0, match.start() - 9) : match.start()])

    return _REFERENCE.sub(reference, text)


def referred(number: int, before: str) -> str:
    """A reference to a paragraph by its number in print. before: the last letters before it, which may end a sentence.

    >>> referred(3, "See "), referred(3, "You pass. ")
    ('rule 3', 'Rule 3')
    """
    starts = _SENTENCE_START.search(before[-9:])
    capital = starts and (current().is_english or ":" not in starts[0])
    return _("Rule {number}", number=number) if capital else _("rule {number}", number=number)


def _printed(text: str, rulings: Mapping[str, str]) -> str:
    """A filled text with its paragraphs numbered, their origins marked, and the marks explained before the first section."""
    found, pieces, at = _paragraphs(text), [], 0
    numbers = numbers_of(found)
    for match, end in _spans(text):
        bullet = match[0].partition("**")[0]
        pieces += [
            in_numbers(text[at : match.start()], numbers),
            f"{bullet}**{numbers[match[1]]}**{origin_sign(found[match[1]].origin)} ",
        ]
        pieces += [in_numbers(text[match.end() : end].rstrip(), numbers)]
        pieces += [f"\n\n> **{_('Our ruling.')}** {rulings[match[1]]}\n"] if match[1] in rulings else []
        at = end
    printed = "".join([*pieces, in_numbers(text[at:], numbers)])
    explained = legend(one.origin for one in found.values())
    return _FIRST_SECTION.sub(f"*{explained}*\n\n", printed, count=1) if explained else printed


def origin_sign(origin: str) -> str:
    """Return how print marks where a paragraph comes from."""
    return ORIGINS.get(origin, "")


def legend(origins: Iterable[str]) -> str:
    """Return a sentence that explains the marks in a rulebook, empty if it has none."""
    known = set(origins)
    marks = [f"{origin_sign(origin)} {_(words)}" for origin, words in ORIGIN_WORDS.items() if origin in known]
    if not marks:
        return ""
    return _("Rules without a mark come from the source of the game; {marks}.", marks=in_language(in_series(marks)))


def explain(room: Room, row: Any, paragraph: int) -> str:
    """Return why a choice is refused, as a line: the rule that forbids it by its number in print, or the house's own reason."""
    if paragraph < 0:
        return _(REASONS[paragraph])
    if not (room.folder / "rulebook.md").is_file():
        return label(paragraph)  # a room in the making
    found = paragraphs(room, row).get(label(paragraph))
    return _("Rule {number}: {text}", number=found.number, text=found.text) if found else _(NOT_IN_FORCE)


def explained(room: Room, row: Any, paragraph: int, longest: int = LONGEST_LINE) -> Text:
    """Return what `explain` says for readers of any language, on one line of so many characters at most."""
    again = partial(_on_one_line, room, row.copy(), paragraph, longest)
    with speaking(None):
        return Text(again(), again)


def _on_one_line(room: Room, row: Any, paragraph: int, longest: int) -> str:
    return textwrap.shorten(explain(room, row, paragraph), longest, placeholder=" ...")


def label(paragraph: int) -> str:
    """The identifier of a paragraph by the number that `objection` gives: R5; F101 for those from 101 on."""
    return f"{'F' if paragraph > 100 else 'R'}{paragraph}"


def asked_for(room: Room, row: Any, text: str) -> Paragraph | None:
    """The paragraph that people mean: by its number in print, `5` or `rule 5` in their language, or by its identifier, R5."""
    found = paragraphs(room, row)
    word = re.escape(_("rule {number}").partition("{")[0].strip().lower())
    number = re.fullmatch(rf"(?:(?:rule|{word}) )?(\d{{1,3}})", text.strip().lower())
    if number:
        return next((one for one in found.values() if one.number == int(number[1])), None)
    return found.get(text.strip().upper())
