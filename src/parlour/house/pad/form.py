"""The form of a hand: fields with their ranges and sums, and a check that entries fit them.

A room fills in a `Form` for a hand that has been dealt (`fields(t, form)`), so the form knows who is in and how many cards there
are. Each value has a *key*: `tricks.2` is the field `tricks` of seat 2; a side is named by its first seat; a value entered once
per hand has the field's name alone. Everything here is plain data, so a browser can check it offline.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import msgspec

from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.kit.layout import NOBODY
from parlour.languages import (
    Text,
    are_ranks,
    in_language,
    in_row,
    in_series,
    lazy_game_text,
    lazy_gettext,
    lettered,
    lettered_ranks,
    with_values,
)

Value = int | bool | str | list[Any]
"""A figure, yes or no, one of several words, a seat (-1: nobody), or a list of items `[what, seat, value]`."""
Per = Literal["hand", "seat", "side"]
Whose = Literal["seat", "side"]
MOST_ITEMS = 200


def with_letters(text: Text) -> Text:
    """Return a text in which the reader's cards have their own letters."""
    return Text(str.__str__(text), partial(_with_letters, text))


def _with_letters(text: Text) -> str:
    return lettered(in_language(text))


def pad_text(game: str, one: str, many: str = "", n: int = 1, /, **values: Any) -> Text:
    """Return a text of a game's pad for readers of any language, as `lazy_game_text` does, with the letters of their cards."""
    return lettered_ranks(one) if are_ranks(one) else with_letters(lazy_game_text(game, one, many, n, **values))


class Item(msgspec.Struct, frozen=True):
    """One kind of entry in the course of a hand: what, by whom, and a value that goes with it."""

    what: str
    text: str
    who: Literal["", "seat", "side"] = "seat"
    values: tuple[tuple[Value, str], ...] = ()


class Field(msgspec.Struct, frozen=True):
    """One entry of a hand. `asked`: the seats (or first seats of sides) for which it is entered; (-1,) if once per hand.

    `usual` holds if nothing was entered; None: it must be entered. `only`: asked if another field (of the same seat, if
    that one is entered per seat) has one of some values. `early`: known before the cards are played, like a
    bid. `total`: what all of it adds up to.
    """

    name: str
    text: str
    kind: Literal["number", "flag", "choice", "seat", "course"]
    per: Per
    asked: tuple[int, ...]
    low: int = 0
    high: int = 0
    values: tuple[tuple[Value, str], ...] = ()
    usual: Value | None = None
    only: tuple[str, tuple[Value, ...]] | None = None
    early: bool = False
    total: int | None = None
    most: int | None = None
    sum_text: str = ""
    note: str = ""
    items: tuple[Item, ...] = ()

    @property
    def keys(self) -> list[str]:
        """The keys of its values."""
        return [self.name if seat == NOBODY else f"{self.name}.{seat}" for seat in self.asked]

    @property
    def blank(self) -> Value:
        """The value of a field that is not asked."""
        return {"flag": False, "seat": NOBODY, "course": []}.get(self.kind, 0)  # type: ignore[return-value]

    def fault(self, value: Any) -> str:
        """Return why a value cannot be; empty if it can."""
        if self.kind == "flag":
            return "" if isinstance(value, bool) else lazy_gettext("it is yes or no")
        if self.kind == "course":
            return _course_fault(self, value)
        if self.kind == "number":
            named = [v for v, _ in self.values]
            if isinstance(value, int) and not isinstance(value, bool) and (self.low <= value <= self.high or value in named):
                return ""
            return lazy_gettext("it is a figure from {low} to {high}", low=self.low, high=self.high)
        if isinstance(value, int | str) and not isinstance(value, bool) and any(value == v for v, _ in self.values):
            return ""
        return lazy_gettext("it is one of {values}", values=in_row(", ", (text for _, text in self.values)))

    def in_words(self, value: Any) -> Text:
        """Return a value in words; a course as a line."""
        if self.kind == "flag":
            return lazy_gettext("yes") if value else lazy_gettext("no")
        if self.kind == "course":
            return in_series(map(self.item_in_words, value)) if value else lazy_gettext("nothing")
        return in_row("", [next((text for v, text in self.values if v == value and isinstance(v, type(value))), str(value))])

    def item_in_words(self, entry: Sequence[Any]) -> Text:
        """Return one entry of a course in words."""
        item = next(item for item in self.items if item.what == entry[0])
        seat = dict(self.values).get(entry[1], "") if len(entry) > 1 else ""
        value = dict(item.values).get(entry[2], "") if len(entry) > 2 else ""
        return with_values(item.text, seat=seat, value=value)


def _course_fault(field: Field, value: Any) -> str:
    if not isinstance(value, list) or len(value) > MOST_ITEMS:
        return lazy_gettext("it is a list of at most {n} entries", n=MOST_ITEMS)
    kinds = {item.what: item for item in field.items}
    seats = [v for v, _ in field.values]
    for number, entry in enumerate(value, 1):
        if not isinstance(entry, list) or not entry or entry[0] not in kinds:
            return lazy_gettext(
                "entry {number} is none of {entries}", number=number, entries=in_row(", ", map(plain, field.items))
            )
        item = kinds[entry[0]]
        what = plain(item)
        if len(entry) != 1 + (item.who != "" or item.values != ()) + (item.values != ()):
            return lazy_gettext("entry {number} ({what}) lacks something or has too much", number=number, what=what)
        if item.who and (isinstance(entry[1], bool) or entry[1] not in seats):
            return lazy_gettext("entry {number} ({what}) does not say whose it is", number=number, what=what)
        if item.values and entry[2] not in [v for v, _ in item.values]:
            values = in_row(", ", (text for _, text in item.values))
            return lazy_gettext("entry {number} ({what}) is one of {values}", number=number, what=what, values=values)
    return ""


def plain(item: Item) -> Text:
    """Return what an entry of a course says, with dots for the player and the value."""
    return with_values(item.text, seat="…", value="…")


def is_out(room: Room, t: Any, seat: int) -> bool:
    """Whether a seat has no part in the hand any more, by the flag that rooms have for it."""
    field = room.Table.fields.get("out")
    return field is not None and field.kind == "flag" and field.per_seat and bool(t.out[seat])


class Problem(msgspec.Struct, frozen=True):
    """A reason why a hand cannot be as it was entered. `key`: of the value that is wrong, empty if it is about several."""

    key: str
    text: str


class Form:
    """The fields of a hand, filled in by the room's `fields`. t: the table as dealt; names: of the players, by seat.

    options: the house rules as they are written; rules: the room's rules, for what they are made of.
    """

    def __init__(self, t: Any, names: Sequence[str], game: Game) -> None:
        self.names, self.options, self.rules, self.game = list(names), game.options, game.room.module, game.room.name
        seats = int(t.seats)
        self.seats = [p for p in range(seats) if not is_out(game.room, t, p)]
        self.sides = sorted({int(t.side[p]): p for p in reversed(range(seats))}.values())
        self.fields: list[Field] = []
        self.mates = {p: [q for q in range(seats) if t.side[q] == t.side[p]] for p in self.sides}

    def side_name(self, first: int) -> str:
        """A side as one names it, by its first seat."""
        return " & ".join(self.names[q] for q in self.mates[first])

    @staticmethod
    def mark(text: str) -> str:
        """Mark a text of a field for translators, if it is not written in the call that adds the field."""
        return text

    def number(self, name: str, text: str, high: int, low: int = 0, *, per: Per = "seat", **more: Any) -> None:
        """A figure. `words`: {figure: what it is called}."""
        words = self._text(more.pop("words", {}).items())
        self._add(name, text, "number", per, low=int(low), high=int(high), values=words, **more)

    def flag(self, name: str, text: str, *, per: Per = "seat", **more: Any) -> None:
        """Yes or no; no if nothing was entered."""
        self._add(name, text, "flag", per, **({"usual": False} | more))

    def choice(self, name: str, text: str, values: Mapping[Any, str], *, per: Per = "hand", **more: Any) -> None:
        """One of several values, each with what it is called."""
        self._add(name, text, "choice", per, values=self._text(values.items()), **more)

    def seat(self, name: str, text: str, *, nobody: str = "", seats: Sequence[int] | None = None, **more: Any) -> None:
        """One of the players, or nobody if there is a word for that."""
        values = tuple((p, self.names[p]) for p in (self.seats if seats is None else seats))
        self._add(name, text, "seat", "hand", values=(*values, *self._text([(NOBODY, nobody)] if nobody else ())), **more)

    def side(self, name: str, text: str, *, nobody: str = "", **more: Any) -> None:
        """One of the sides, or nobody if there is a word for that."""
        values = tuple((p, self.side_name(p)) for p in self.sides)
        self._add(name, text, "seat", "hand", values=(*values, *self._text([(NOBODY, nobody)] if nobody else ())), **more)

    def course(self, name: str, text: str, items: Sequence[tuple[Any, ...]], *, by: Whose = "seat", **more: Any) -> None:
        """Add the events of a hand, in order. items: (what, text[, values]), with {seat} and {value} in the text; by: who {seat}
        is.
        """
        made = tuple(
            Item(
                what,
                pad_text(self.game, words),
                by if "{seat}" in words else "",
                self._text(dict(rest[0]).items() if rest else ()),
            )
            for what, words, *rest in items
        )
        whose = [(p, self.side_name(p)) for p in self.sides] if by == "side" else [(p, self.names[p]) for p in self.seats]
        self._add(name, text, "course", more.pop("per", "hand"), values=tuple(whose), items=made, **({"usual": []} | more))

    def _add(self, name: str, text: str, kind: Any, per: Per, **more: Any) -> None:
        asked: Sequence[int] = {"hand": (NOBODY,), "seat": self.seats, "side": self.sides}[per]
        asked = more.pop("seats", asked)
        more |= {key: pad_text(self.game, more[key]) for key in ("sum_text", "note") if more.get(key)}
        self.fields.append(Field(name, pad_text(self.game, text), kind, per, tuple(int(p) for p in asked), **more))

    def _text(self, values: Iterable[tuple[Any, str]]) -> tuple[tuple[Any, Text], ...]:
        return tuple((value, pad_text(self.game, text)) for value, text in values)

    @property
    def keys(self) -> list[str]:
        """All keys of this hand."""
        return [key for field in self.fields for key in field.keys]

    def field(self, key: str) -> Field | None:
        """The field of a key, None if nothing of the kind is asked."""
        return next((field for field in self.fields if key in field.keys), None)

    def is_asked(self, field: Field, seat: int, values: Mapping[str, Any]) -> bool:
        """Return whether a field is asked of a seat (-1: once per hand), by the entry of the field it depends on."""
        if field.only is None:
            return True
        other = next(one for one in self.fields if one.name == field.only[0])
        if other.per == "hand" or seat == NOBODY or seat not in other.asked:
            keys, seats = other.keys, other.asked
        else:
            keys, seats = [f"{other.name}.{seat}"], (seat,)
        return any(
            self.is_asked(other, at, values) and values.get(key, other.usual) in field.only[1]
            for key, at in zip(keys, seats, strict=True)
        )

    def read(self, values: Mapping[str, Any]) -> tuple[dict[str, Any], list[str], list[Problem]]:
        """(all values with what is usual, keys that must still be entered, what cannot be)."""
        found: dict[str, Any] = {}
        missing: list[str] = []
        problems = [
            Problem(key, lazy_gettext("{key}: there is no such entry for this hand", key=key))
            for key in values
            if self.field(key) is None
        ]
        for field in self.fields:
            entered: list[Any] = []
            for key, seat in zip(field.keys, field.asked, strict=True):
                if not self.is_asked(field, seat, values):
                    found[key] = field.blank
                    continue
                value = values.get(key, field.usual)
                if value is None:
                    missing.append(key)
                    continue
                fault = field.fault(value)
                if fault:
                    problems.append(Problem(key, lazy_gettext("{entry}: {why}", entry=self.label(field, seat), why=fault)))
                    continue
                found[key] = value
                entered.append(value)
            problems += self._sum_problems(field, entered, missing)
        return found, missing, problems

    def _sum_problems(self, field: Field, entered: list[Any], missing: list[str]) -> list[Problem]:
        if (field.total is None and field.most is None) or not all(isinstance(value, int) for value in entered):
            return []
        amount = sum(entered)
        whole = not any(key in missing for key in field.keys)
        top = field.total if field.total is not None else field.most
        assert top is not None
        if amount > top or (whole and entered and field.total is not None and amount < field.total):
            if field.sum_text:
                return [Problem("", with_values(field.sum_text, amount=amount, n=top))]
            return [Problem("", lazy_gettext("{field}: {amount} entered, {n} in a hand", field=field.text, amount=amount, n=top))]
        return []

    def label(self, field: Field, seat: int) -> Text:
        """Return the name of a value: the field, and the player."""
        if seat == NOBODY:
            return in_row("", [field.text])
        player = self.side_name(seat) if field.per == "side" else self.names[seat]
        return lazy_gettext("{entry}, {player}", entry=field.text, player=player)
