"""table.toml against what it may say: keys that are known, values of their kind, names that the room has, each with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from parlour.art import SUITS
from parlour.engine.counting import NOUNS
from parlour.engine.errors import BadInput, meant
from parlour.engine.families import FAMILIES
from parlour.engine.rooms import Room
from parlour.engine.toml import parse_toml
from parlour.kit.calls import slots
from parlour.kit.cards import read_card
from parlour.kit.layout import Number

from .faults import Fault, TomlSource

LOOKS = ("columns", "fan", "grid", "hidden", "lane", "pile", "row", "sequence", "stack", "trick")
SHOWN = ("flag", "number", "rank", "seat", "suit")
EASY = ("greedy", "strategy", "solver")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Jk")
_PLACE = re.compile(r"\{[^{}]*\}")
_NUMBER = re.compile(r"\{n(?:[/%]\d+)?\}")
_COUNTED = re.compile(rf"{_NUMBER.pattern} (?:\w+ )?(({NOUNS})s)\b")
_ADVICE = re.compile(r"strategy:(?:[+-]\w+)+")
_WHEN = re.compile(r"(\w+) *(==|!=|<=|>=|<|>) *(-?\d+)")

Key = tuple[str | int, ...]
Check = Callable[[Any], str]
"""From a value to what is wrong with it, an empty text if it is right."""


def text(value: Any) -> str:
    return "" if isinstance(value, str) else "is not a text"


def some_text(value: Any) -> str:
    return text(value) or ("" if value.strip() else "is empty")


def easy_bot(value: Any) -> str:
    """A bot of `EASY`; `strategy` may leave out pieces of its advice."""
    return "" if isinstance(value, str) and _ADVICE.fullmatch(value) else one_of(*EASY)(value)


def yes_no(value: Any) -> str:
    return "" if isinstance(value, bool) else "is neither true nor false"


def whole(low: int) -> Check:
    def check(value: Any) -> str:
        return "" if type(value) is int and value >= low else f"is not a whole number from {low} on"

    return check


def pace(value: Any) -> str:
    return "" if type(value) in (int, float) and 0 < value <= 10 else "is not a number above 0, at most 10"


def one_of(*known: str) -> Check:
    def check(value: Any) -> str:
        return "" if value in known else f"is not one of {', '.join(known)}{meant(str(value), known)}"

    return check


def texts(value: Any) -> str:
    return "" if isinstance(value, list) and all(isinstance(part, str) for part in value) else "is not a list of texts"


def spoken(value: Any) -> str:
    """A text, or a text for one thing and a text for other numbers of it."""
    if isinstance(value, str):
        if found := _COUNTED.search(value):
            one = value.replace(found[1], found[2], 1)
            return f'says "1 {found[1]}", too: write ["{one}", "{value}"]'
        return ""
    if texts(value) or len(value) != 2:
        return "is neither a text nor a list of two, for one and for many"
    if not _NUMBER.search(value[1]):
        return "has two forms, and no figure such as {n} that chooses one"
    more = {*_PLACE.findall(value[0])} - {*_PLACE.findall(value[1])}
    return f"has {min(more)} only in the form for one" if more else ""


def picture(value: Any) -> str:
    """Cards side by side, `??` for a back."""
    if text(value) or not value.split():
        return "is not a text of cards"
    try:
        for card in value.split():
            if card != "??":
                read_card(card)
    except ValueError as error:
        return f"holds what is not a card: {error}"
    return ""


def ranks(value: Any) -> str:
    if text(value):
        return text(value)
    unknown = [word for word in value.split() if word not in RANKS]
    if unknown:
        return f"names {unknown[0]!r}, which is not a rank ({' '.join(RANKS)})"
    return "names a rank twice" if len(set(value.split())) < len(value.split()) else ""


def group(value: Any) -> str:
    return next(filter(None, map(ranks, value)), "") if isinstance(value, list) and value else one_of("rank", "run")(value)


def suits(value: Any) -> str:
    if texts(value) or not value:
        return "is not a list of decks"
    return next(filter(None, map(one_of(*SUITS), value)), "")


def families(value: Any) -> str:
    if texts(value) or not value:
        return "is not a list of families"
    unknown = [name for name in value if name not in FAMILIES]
    return f"names {unknown[0]!r}; the families are {', '.join(FAMILIES)}{meant(unknown[0], FAMILIES)}" if unknown else ""


def offers(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return "is not a list of offers"
    for one in value:
        whole = isinstance(one, dict) and set(one) == {"title", "house"} and isinstance(one["house"], dict)
        if not whole or some_text(one["title"]):
            return "holds an offer that is not { title = a text, house = { house rule = value, .. } }"
    return ""


def house_rules(value: Any) -> str:
    return "" if isinstance(value, dict) and len(value) == 1 else "is not { house rule = value }"


HEAD: dict[str, Check] = {
    "title": some_text,
    "families": families,
    "summary": some_text,
    "deck": some_text,
    "minutes": whole(1),
}
"""The keys that every table.toml must have."""
MORE: dict[str, Check] = {
    "hint": some_text,
    "easy": easy_bot,
    "picks": whole(1),
    "suits": suits,
    "dealer": some_text,
    "speaker": one_of("dealer"),
    "pace": pace,
    "done": texts,
    "stake": some_text,
    "home": some_text,
    "picture": picture,
    "start": yes_no,
    "unlogged": texts,
    "joined": texts,
    "names": texts,
    "related": texts,
    "offers": offers,
}
TABLES = (
    "answers",
    "calls",
    "moves",
    "options",
    "patience",
    "prompts",
    "race",
    "speakers",
    "standing",
    "track",
    "trumps",
    "words",
    "workbench",
    "writing",
    "zones",
)


class Look:
    """A room's table.toml, checked against the room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.source = TomlSource(room.folder / "table.toml")
        self.fields = room.Table.fields
        self.zones = tuple(room.Table.zones)
        self.data: dict[str, Any] = {}
        self.found: list[Fault] = []

    def faults(self) -> list[Fault]:
        """All of them, in the order of the file."""
        try:
            self.data = parse_toml(self.source.text, "table.toml")
        except BadInput as error:
            why = str(error).removeprefix("table.toml is ")
            line = re.search(r"at line (\d+)", why)
            return [Fault(f"table.toml:{line[1]}" if line else "table.toml", why)]
        if not self.source.text:
            return [Fault("table.toml", "there is none, or it is empty: the table needs a title, zones and prompts")]
        self._head()
        for name in TABLES:
            if name in self.data and not isinstance(self.data[name], dict):
                self._wrong((name,), f"{name} is not a table: write [{name}]")
                self.data.pop(name)
        for part in (self._zones, self._figures, self._prompts, self._calls, self._words, self._options, self._rest):
            part()
        return sorted(set(self.found), key=lambda fault: (_line(fault), fault.what))

    def _wrong(self, key: Key, what: str) -> None:
        self.found.append(self.source.fault(key, what))

    def _table(self, key: Key, value: Any, known: Mapping[str, Check], needed: Sequence[str] = ()) -> bool:
        """Check the keys of a table and their values; whether it is a table at all."""
        if not isinstance(value, dict):
            self._wrong(key, f"{key[-1]} is not a table")
            return False
        for name, inner in value.items():
            if name not in known:
                listed = ", ".join(sorted(known))
                self._wrong((*key, name), f"{name} means nothing here; known are {listed}{meant(name, known)}")
            elif problem := known[name](inner):
                self._wrong((*key, name), f"{name} = {_short(inner)} {problem}")
        for name in needed:
            if name not in value:
                self._wrong(key, f"{'.'.join(map(str, key))} says no {name}")
        return True

    def _names(self, table: str, needed: Sequence[str], known: Sequence[str], what: str) -> None:
        """The keys of a table are names of one kind: none unknown, none that is needed left out."""
        given = self.data.get(table, {})
        misspelt = {name: meant(name, known) for name in given if name not in known}
        for name, hint in misspelt.items():
            self._wrong((table, name), f"there is no {what} {name!r}{hint}")
        for name in needed:
            if name not in given and not any(repr(name) in hint for hint in misspelt.values()):
                self._wrong((table,), f"the {what} {name!r} has no line in [{table}]")

    def _head(self) -> None:
        known = HEAD | MORE | {"ranking": self._ranking}
        everything = [*known, *TABLES, "figures"]
        for name, value in self.data.items():
            if name in known:
                if problem := known[name](value):
                    self._wrong((name,), f"{name} = {_short(value)} {problem}")
            elif name not in everything:
                self._wrong((name,), f"{name} means nothing here{meant(name, everything)}")
        for name in HEAD:
            if name not in self.data:
                self.found.append(Fault("table.toml", f"it says no {name}"))

    # the cloth

    def _zones(self) -> None:
        self._names("zones", self.zones, self.zones, "zone")
        known = self._zone_keys()
        for name, look in self.data.get("zones", {}).items():
            self._table(("zones", name), look, known, ("area", "look", "label"))

    def _zone_keys(self) -> dict[str, Check]:
        field, option = one_of(*self.fields), one_of(*self.room.Table.options)
        return {
            "area": one_of("seat", "centre"),
            "look": one_of(*LOOKS),
            "label": text,
            "labels": texts,
            "places": option,
            "by_count": texts,
            "sort": one_of("suit", "rank"),
            "ranking": ranks,
            "order": whole(0),
            "group": group,
            "row": whole(1),
            "facing": yes_no,
            "packets": whole(1),
            "packet": text,
            "room": whole(1),
            "caption": yes_no,
            "last": whole(1),
            "marked": self._function,
            "marked_as": text,
            "read": lambda value: texts(value) or next(filter(None, map(self._function, value)), ""),
            "empty": one_of("outline", "space", "gone"),
            "size": one_of("large"),
            "turns": field,
            "left": field,
            "over": one_of(*self.zones),
        }

    def _ranking(self, value: Any) -> str:
        """One order, or a house rule with an order for each of its values."""
        if not isinstance(value, dict):
            return ranks(value)
        for name, orders in value.items():
            option = self.room.Table.options.get(name)
            if option is None or len(value) > 1:
                return f"names no house rule, of which it takes one{meant(name, self.room.Table.options)}"
            if not isinstance(orders, list) or len(orders) != len(option.codes):
                return f"has not an order for each value of {name} ({option.range_text()})"
            return next(filter(None, map(ranks, orders)), "")
        return "says no order"

    def _function(self, value: Any) -> str:
        names = [name for name in vars(self.room.module) if not name.startswith("_")]
        if text(value) or self.room.function(value) is None:
            return f"is not a function of rules.py{meant(str(value), names)}"
        return ""

    def _figures(self) -> None:
        figures = self.data.get("figures", [])
        if not isinstance(figures, list):
            self._wrong(("figures",), "figures is not a list of tables: write [[figures]]")
            return
        known: dict[str, Check] = {
            "field": self._figure_named,
            "label": text,
            "area": one_of("seat", "centre", "sheet"),
            "show": self._show,
            "when": self._when,
        }
        for number, figure in enumerate(figures):
            self._table(("figures", number), figure, known, ("field", "label"))

    def _figure_named(self, value: Any) -> str:
        """A field, or a function of rules.py that works the figure out."""
        return "" if not text(value) and self.room.function(value) is not None else one_of(*self.fields)(value)

    def _show(self, value: Any) -> str:
        if isinstance(value, list):
            return texts(value)
        own = [name for name in vars(self.room.writing) if not name.startswith("_")] if self.room.writing else []
        return one_of(*SHOWN, *own)(value)

    def _when(self, value: Any) -> str:
        match = _WHEN.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            return 'is not a comparison of a field with a figure ("trumps >= 0")'
        problem = self._figure_named(match[1])
        return f"names {match[1]}, which is not a field{meant(match[1], self.fields)}" if problem else ""

    # what is asked and said

    def _prompts(self) -> None:
        asked = [self.room.phases[phase] for phase in self.room.calls.phases]
        self._names("prompts", asked, self.room.phases, "phase")
        for name, value in self.data.get("prompts", {}).items():
            if problem := some_text(value):
                self._wrong(("prompts", name), f"{name} = {_short(value)} {problem}")

    def _calls(self) -> None:
        patterns = {pattern.text: pattern for pattern in self.room.calls.patterns}
        labels, moves = self.data.get("calls", {}), self.data.get("moves", {})
        for table in ("calls", "moves"):
            self._names(table, (), tuple(patterns), "call")
        for name in patterns:
            if name not in labels and name not in moves:
                self._wrong(("calls",), f"the call {name!r} has no line in [calls] or [moves]")
        for name, label in labels.items():
            problem = text(label) or self._slots(label, patterns.get(name))
            if not problem and "{amount}" in label:
                if not re.search(r"\[[^\[\]]*\{amount\}[^\[\]]*\]", label):
                    problem = "holds {amount} outside of brackets: [ {amount}]"
                elif self.room.function("amount") is None:
                    problem = "holds {amount}, and rules.py has no function amount"
            if problem:
                self._wrong(("calls", name), f"{_short(label)} {problem}")
        place: Check = lambda value: text(value) or self._zone_named(value)  # noqa: E731
        for name, move in moves.items():
            if self._table(("moves", name), move, {"from": place, "cards": text, "to": place, "press": place, "button": yes_no}):
                for key, form in move.items():
                    if problem := self._slots(str(form), patterns.get(name)):
                        self._wrong(("moves", name, key), f"{_short(form)} {problem}")

    @staticmethod
    def _slots(form: str, pattern: Any) -> str:
        braces = len(pattern.braces) if pattern is not None else 99
        beyond = [slot for slot in slots(form) if slot >= braces]
        return f"holds {{{beyond[0]}}}, and the call has {braces or 'no'} brace{'s' if braces != 1 else ''}" if beyond else ""

    def _zone_named(self, value: str) -> str:
        zone = value.partition(".")[0]
        return "" if zone in self.zones else f"names the zone {zone!r}, which there is not{meant(zone, self.zones)}"

    def _words(self) -> None:
        self._names("words", self.room.words, self.room.words, "word")
        for name, value in self.data.get("words", {}).items():
            if problem := spoken(value):
                self._wrong(("words", name), f"{name} = {_short(value)} {problem}")

    # the rest

    def _rest(self) -> None:
        zone, option = one_of(*self.zones), one_of(*self.room.Table.options)
        target: Check = lambda value: "" if type(value) is int and value > 0 else option(value)  # noqa: E731
        plain: dict[str, tuple[dict[str, Check], tuple[str, ...]]] = {
            "track": ({"target": target}, ("target",)),
            "race": ({"spot": yes_no}, ()),
            "workbench": ({"zone": zone, "hand": zone, "melds": texts, "rule": option}, ("zone", "hand", "melds")),
            "trumps": ({"cards": self._lines, "field": one_of(*self._numbers())}, ("cards",)),
        }
        for name, (known, needed) in plain.items():
            if name in self.data:
                self._table((name,), self.data[name], known, needed)
        self._names("speakers", (), self.room.words, "word")
        for word, field in self.data.get("speakers", {}).items():
            if field not in self._numbers():
                self._wrong(("speakers", word), f"{word} = {_short(str(field))} is not a figure of the table")
        for key in ("unlogged", "joined"):
            words = self.data.get(key, ())
            for word in words if isinstance(words, list) else ():
                if word not in self.room.words:
                    self._wrong((key,), f"{key}: {_short(str(word))} is not a word of SAY")
        self._names("standing", (), self.room.phases, "phase")
        for phase, call in self.data.get("standing", {}).items():
            if problem := self._call(call):
                self._wrong(("standing", phase), f"{phase} = {_short(call)} {problem}")
        self._answers()
        self._names("writing", (), self.room.phases, "phase")
        form: dict[str, Check] = {"label": some_text, "example": text, "form": yes_no}
        for phase, value in self.data.get("writing", {}).items():
            self._table(("writing", phase), value, form, ("label", "example"))
        if self.data.get("writing") and self.room.writing is None:
            self._wrong(("writing",), "[writing] needs a writing.py beside it")

    def _answers(self) -> None:
        """Questions that the page answers itself: each by a call of its phase, as long as every comparison is true."""
        self._names("answers", (), self.room.phases, "phase")
        form: dict[str, Check] = {"call": self._call, "when": self._conditions}
        for phase, answers in self.data.get("answers", {}).items():
            for number, value in enumerate(answers if isinstance(answers, list) else [answers]):
                self._table(("answers", phase, number), value, form, ("call", "when"))

    def _call(self, value: Any) -> str:
        try:
            self.room.calls.code(value)
        except (ValueError, TypeError):
            return "is not a call"
        return ""

    def _conditions(self, value: Any) -> str:
        if texts(value) or not value:
            return "is not a list of comparisons"
        return next(filter(None, map(self._when, value)), "")

    def _options(self) -> None:
        """Words for the values of house rules: every value that is a word has some."""
        options, texts = self.room.Table.options, self.data.get("options", {})
        self._names("options", (), list(options), "house rule")
        for name, option in options.items():
            given = texts.get(name, {})
            if not isinstance(given, dict):
                self._wrong(("options", name), f"{name} is not a table: write [options.{name}]")
                continue
            known = [*(["auto"] if option.auto else []), *(str(option.write(code)) for code in option.codes[:1000])]
            for value, words in given.items():
                if value not in known or option.boolean:
                    self._wrong(("options", name, value), f"{value!r} is not a value of {name}{meant(value, known)}")
                elif problem := some_text(words):
                    self._wrong(("options", name, value), f"{value} = {_short(str(words))} {problem}")
        for offer in self.data.get("offers", ()) if not offers(self.data.get("offers")) else ():
            self._house(("offers",), offer["house"])
        patience = self.data.get("patience", {})
        self._table(("patience",), patience, {"bonus": house_rules, "money": house_rules, "daily": offers})
        for key in ("bonus", "money"):
            if key in patience and not house_rules(patience[key]):
                self._house(("patience", key), patience[key])
        for offer in patience.get("daily", ()) if not offers(patience.get("daily")) else ():
            self._house(("patience", "daily"), offer["house"])

    def _house(self, key: Key, given: Mapping[str, Any]) -> None:
        """House rules with a value each."""
        options = self.room.Table.options
        for name, value in given.items():
            if name not in options:
                self._wrong(key, f"{name!r} is not a house rule{meant(name, options)}")
            elif value not in [options[name].write(code) for code in options[name].codes[:1000]]:
                self._wrong(key, f"{value!r} is not a value of {name}")

    def _numbers(self) -> list[str]:
        return [name for name, field in self.fields.items() if isinstance(field, Number)]

    @staticmethod
    def _lines(value: Any) -> str:
        """Lines of cards, none twice in one."""
        lines = [value] if isinstance(value, str) else value
        if texts(lines) or not lines:
            return "is neither cards nor a list of such lines"
        for line in lines:
            try:
                if len({read_card(card) for card in line.split()}) < max(1, len(line.split())):
                    return "names no card, or one twice"
            except ValueError as error:
                return f"holds what is not a card: {error}"
        return ""


def look_faults(room: Room) -> Iterator[Fault]:
    """Find what is wrong with a room's table.toml."""
    try:
        yield from Look(room).faults()
    except BadInput as error:
        yield Fault("table.toml", str(error))


def _line(fault: Fault) -> int:
    number = fault.where.rpartition(":")[2]
    return int(number) if number.isdecimal() else 0


def _short(value: Any) -> str:
    shown = repr(value) if not isinstance(value, str) else f'"{value}"'
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
