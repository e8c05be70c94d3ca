"""Read typed entries of a hand as cells: `bid 3 nil 4 4`, `tricks 8 5`, `winner Ben`, `knocks Cleo`.

A line begins with the name of a field, or with what happened in a course; without either it enters the first field that is still
missing. Values come in the order of the seats that are asked, or each after a name: `bid Ben 0 Dan 4`. In other languages a line
begins with the field's words as the form shows them (`Ansage 3 4 4`), and an entry of a course is its whole sentence (`Cleo
klopft`); the English names do too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from parlour.engine.errors import BadInput, meant, shown
from parlour.kit.layout import NOBODY
from parlour.languages import current, in_language, listed, with_values
from parlour.languages import gettext as _

from .events import Cells
from .form import Field, Form, Item

YES, NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")
NONE = ("nobody", "none", "-")
WORDS_OF_A_NAME = 6
ONLY_WHOSE = "{seat}"
"""The text of an entry that needs no words: the field's name says what happened."""


def read_line(form: Form, cells: Mapping[str, Any], line: str) -> Cells:
    """The cells that a line enters for a hand with these `cells`. BadInput says what cannot be read."""
    words = line.split()
    for field in form.fields:
        if field.kind == "course":
            found = _course(form, field, cells, words)
            if found is not None:
                return found
    field, rest = _field(form, cells, words)
    seats = [seat for seat in field.asked if form.is_asked(field, seat, cells)]
    if not seats:
        raise BadInput(_("{field} is not asked in this hand, as it was entered", field=in_language(field.text)))
    if field.per == "hand":
        return {field.name: _value(form, field, " ".join(rest))}
    if field.kind == "flag":
        return _flags(form, field, seats, rest)
    return _values(form, field, seats, rest)


def prompt(form: Form, cells: Mapping[str, Any]) -> str:
    """Return the next question: the first field without a value, and its player; empty if none is open."""
    missing = form.read(cells)[1]
    field = form.field(missing[0]) if missing else None
    if field is None:
        return ""
    if field.per == "hand":
        return name_of(field)
    return f"{name_of(field)} {' '.join(_short(form, field, seat) for seat in field.asked if form.is_asked(field, seat, cells))}"


def name_of(field: Field) -> str:
    """Return what a line begins with that enters a field, in the reader's language."""
    return field.name if current().is_english else in_language(field.text)


def _names(field: Field) -> set[str]:
    """All that a line may begin with, in small letters."""
    return {field.name.replace("_", " ").casefold(), in_language(field.text).replace("_", " ").casefold()}


def entered_as(field: Field, item: Item) -> str:
    """Return how an entry of a course is typed, in the reader's language."""
    if current().is_english or item.text == ONLY_WHOSE:
        name = item.what if current().is_english else name_of(field)
        return f"{name} {_('NAME')}" if item.who else name
    return in_language(with_values(item.text, seat=_("NAME"), value="…"))


def _short(form: Form, field: Field, seat: int) -> str:
    return form.side_name(seat).replace(" & ", "+") if field.per == "side" else form.names[seat]


def _field(form: Form, cells: Mapping[str, Any], words: Sequence[str]) -> tuple[Field, Sequence[str]]:
    """The field a line begins with, by its name or a beginning of it, else the first that is missing."""
    first = words[0].casefold().replace("_", " ")
    plain = [field for field in form.fields if field.kind != "course" or field.per == "seat"]
    for number in range(min(WORDS_OF_A_NAME, len(words)), 0, -1):  # names of several words: "sette bello", "owner A♠"
        start = " ".join(words[:number]).casefold().replace("_", " ")
        for field in plain:
            if start in _names(field):
                return field, words[number:]
    like = [field for field in plain if any(name.startswith(first) for name in _names(field))]
    if len(like) == 1:
        return like[0], words[1:]
    missing = form.read(cells)[1]
    optional = [field for field in plain if field.per == "hand" and field.name not in cells and field.usual is not None]
    waiting = form.field(missing[0]) if missing else next((field for field in optional if _reads(form, field, words)), None)
    if waiting is None or (words[0].isalpha() and not _reads(form, waiting, words)):
        known = [name_of(field) for field in plain]
        raise BadInput(
            _(
                "{word}: the entries here are {fields}{meant}",
                word=shown(words[0]),
                fields=listed(known),
                meant=meant(words[0], known),
            )
        )
    return waiting, words


def _reads(form: Form, field: Field, words: Sequence[str]) -> bool:
    """Whether a line begins with a value of a field or the name of somebody."""
    try:
        if field.per != "hand" and _seat_of(form, field, words[0]) is not None:
            return True
        _value(form, field, " ".join(words) if field.per == "hand" else words[0])
    except BadInput:
        return False
    return True


def _course(form: Form, field: Field, cells: Mapping[str, Any], words: Sequence[str]) -> Cells | None:
    """A line that enters what happened next; None if it does not begin with any of that."""
    line = " ".join(words).casefold()
    if field.per == "seat":
        return None
    starts = [(start, item) for item in field.items for start in _starts(field, item) if f"{line} ".startswith(f"{start} ")]
    if starts:
        start, item = max(starts, key=lambda found: len(found[0]))
        entry: list[Any] | None = _item(form, field, item, words[len(start.split()) :])
    else:
        entry = next((entry for entry in _every_entry(field) if in_language(field.item_in_words(entry)).casefold() == line), None)
    return None if entry is None else {field.name: [*cells.get(field.name, []), entry]}


def _starts(field: Field, item: Item) -> set[str]:
    """The words with which a line begins that enters something in a course."""
    return {item.what.casefold()} | (_names(field) if item.text == ONLY_WHOSE else set())


def _every_entry(field: Field) -> Iterator[list[Any]]:
    """Yield every entry of a course that is a sentence."""
    for item in field.items:
        if item.text != ONLY_WHOSE:
            whose = [[seat] for seat, _name in field.values] if item.who else [[]]
            values = [[value] for value, _word in item.values] or [[]]
            yield from ([item.what, *seat, *value] for seat in whose for value in values)


def _item(form: Form, field: Field, item: Item, words: Sequence[str]) -> list[Any]:
    entry: list[Any] = [item.what]
    rest = list(words)
    if item.who:
        whose = _seat_of(form, field, rest[0]) if rest else None
        if whose is None:
            names = listed((name for _value, name in field.values), either=True)
            if rest:
                raise BadInput(_("{what}: whose? {names}, not {given}", what=item.what, names=names, given=shown(rest[0])))
            raise BadInput(_("{what}: whose? {names}", what=item.what, names=names))
        entry.append(whose)
        del rest[0]
    if item.values:
        text = " ".join(rest).casefold()
        found = [value for value, word in item.values if text in _spelled(word)]
        if not found:
            raise BadInput(
                _(
                    "{what}: {value} is none of {values}",
                    what=item.what,
                    value=shown(text),
                    values=listed(in_language(word) for _value, word in item.values),
                )
            )
        entry.append(found[0])
        rest = []
    if rest:
        raise BadInput(_("{what}: {rest} is too much", what=item.what, rest=shown(" ".join(rest))))
    return entry


def _seat_of(form: Form, field: Field, word: str) -> int | None:
    """The seat, or first seat of the side, that a name (or a beginning that only one has) means."""
    sides = field.per == "side" or (field.kind == "course" and any(item.who == "side" for item in field.items))
    first = {q: p for p, mates in form.mates.items() for q in mates}
    exact = [p for p, name in enumerate(form.names) if name.casefold() == word.casefold()]
    like = exact or [p for p, name in enumerate(form.names) if name.casefold().startswith(word.casefold())]
    seats = {first[p] if sides else p for p in like}
    return seats.pop() if len(seats) == 1 else None


def _spelled(name: str) -> tuple[str, str]:
    """A value as it may be typed: in English, and in the reader's language as the form shows it."""
    return name.casefold(), in_language(name).casefold()


def _is_none(word: str) -> bool:
    """Whether a word in small letters means that it is nobody, or nothing."""
    return word in (*NONE, _("nobody"))


def _value(form: Form, field: Field, text: str) -> Any:
    """A value of a field."""
    word = text.strip().casefold()
    if field.kind == "flag" and word in (*YES, *NO, _("yes"), _("no")):
        return word in (*YES, _("yes"))
    if field.kind == "seat":
        if _is_none(word) and any(value == NOBODY for value, _name in field.values):
            return NOBODY
        seat = _seat_of(form, field, text.strip())
        mates = [first for first, seats in form.mates.items() if seat in seats]
        for candidate in (seat, *mates):
            if any(value == candidate for value, _ in field.values):
                return candidate
    if _is_none(word) and field.kind == "choice" and any(value == 0 and name.startswith("no") for value, name in field.values):
        return 0  # "no low hand", and not a two, which is the first card of a list
    named = [value for value, name in field.values if word in _spelled(name) or str(value).casefold() == word]
    named = named or [value for value, name in field.values if word and any(s.startswith(word) for s in _spelled(name))]
    if len(named) == 1:
        return named[0]
    if field.kind == "number" and word.lstrip("-").isdigit() and len(word) < 12:
        return int(word)
    if field.kind == "number":
        raise BadInput(_("{field}: {value} is not a number", field=in_language(field.text), value=shown(text)))
    values = [in_language(name) for _value, name in field.values] or [_("yes"), _("no")]
    raise BadInput(
        _("{field}: {value} is not one of {values}", field=in_language(field.text), value=shown(text), values=listed(values))
    )


def _flags(form: Form, field: Field, seats: Sequence[int], words: Sequence[str]) -> Cells:
    """Those named are meant, the others not."""
    meant_seats = []
    for word in words:
        if _is_none(word.casefold()):
            continue
        seat = _seat_of(form, field, word)
        if seat is None or seat not in seats:
            raise BadInput(
                _(
                    "{field}: {word} is none of {seats}",
                    field=in_language(field.text),
                    word=shown(word),
                    seats=listed(_short(form, field, p) for p in seats),
                )
            )
        meant_seats.append(seat)
    return {f"{field.name}.{seat}": seat in meant_seats for seat in seats}


def _values(form: Form, field: Field, seats: Sequence[int], words: Sequence[str]) -> Cells:
    """Values in the order of the seats, or each after a name."""
    if words and _seat_of(form, field, words[0]) is not None:
        return _named_values(form, field, seats, words)
    if field.kind == "course" or len(words) != len(seats):
        names = " ".join(_short(form, field, seat) for seat in seats)
        raise BadInput(_("{field}: {words} entered, of {names}", field=in_language(field.text), words=len(words), names=names))
    return {f"{field.name}.{seat}": _value(form, field, word) for seat, word in zip(seats, words, strict=True)}


def _named_values(form: Form, field: Field, seats: Sequence[int], words: Sequence[str]) -> Cells:
    parts: dict[int, list[str]] = {}
    seat: int | None = None
    for word in words:
        named = _seat_of(form, field, word)
        if named is not None:
            seat = named
            parts[seat] = []
        elif seat is not None:
            parts[seat].append(word)
    found: Cells = {}
    for seat, entered in parts.items():
        if seat not in seats:
            raise BadInput(_("{field}: not asked of {seat}", field=in_language(field.text), seat=form.names[seat]))
        if field.kind == "course":
            found[f"{field.name}.{seat}"] = _entries(form, field, " ".join(entered))
        else:
            found[f"{field.name}.{seat}"] = _value(form, field, " ".join(entered))
    return found


def _entries(form: Form, field: Field, text: str) -> list[Any]:
    """Entries of a course of one player, with commas between them."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        item = next((item for item in field.items if part.casefold() in (item.what, in_language(item.text).casefold())), None)
        if item is None:
            raise BadInput(
                _(
                    "{field}: {part} is none of {items}",
                    field=in_language(field.text),
                    part=shown(part),
                    items=listed(in_language(item.text) for item in field.items),
                )
            )
        found.append(_item(form, field, item, []))
    return found
