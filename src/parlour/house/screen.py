"""A masked table as lines of text, drawn by what the room's table.toml says; and the words for choices and steps."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from parlour.engine import positions, speech
from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.kit.cards import FIRST_CALL, RANK_NAMES, SUIT_SIGNS
from parlour.kit.layout import NOBODY, UNKNOWN, Place, Zone
from parlour.languages import current, in_language, lettered_card
from parlour.languages import gettext as _

BACK = "▒"
WIDTH = 100
MANY = 60  # entries of a menu, from which on calls in a row are drawn together
_FACED = {"stack", "pile"}
_CONDITION = re.compile(r"\s*(\w+)\s*(>=|<=|==|!=|>|<)\s*(-?\d+)\s*")
_COMPARISONS = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}


class Screen:
    """Draws one seat's views of a game. `names` are the players as they are called in lines."""

    def __init__(self, game: Game, names: Sequence[str], seat: int) -> None:
        self.room, self.seat = game.room, seat
        self.names = [str(in_language(name)) for name in names]
        self._called = list(names)  # for sentences, in which "You" is spoken to
        order = speech.ranking(game.room, game.blank()[0]).split() or list(RANK_NAMES)
        self._height = {rank: order.index(rank) if rank in order else -1 for rank in RANK_NAMES}

    # the table

    def table(self, row: Any) -> list[str]:
        """The table: the other seats, the centre, the viewer's own seat below."""
        seats = int(row["seats"])
        others = [(self.seat + n) % seats for n in range(1, seats)]
        lines = [self._heading(row)]
        for p in others:
            lines += self._area(self.names[p], [*self.zones(row, "seat", p), *self.figures(row, "seat", p)])
        for _number, group in self._rows():
            lines += self._area("", [part for zone in group for part in self._zone(row, zone, None)])
        lines += self._area("", self.figures(row, "centre", None))
        own = [*self.zones(row, "seat", self.seat), *self.figures(row, "seat", self.seat)]
        return lines + self._area(self.names[self.seat], own)

    def _heading(self, row: Any) -> str:
        scores = " · ".join(f"{self.names[p]} {int(row['score'][p])}" for p in range(int(row["seats"])))
        title = _("{game}, hand {n}", game=speech.title(self.room), n=int(row["hand_number"]))
        return f"── {title} ── {scores} ──"

    def _area(self, title: str, parts: list[str]) -> list[str]:
        """Parts side by side if they fit in a line, a column each on a line of its own."""
        margin = " " * (max(map(len, self.names)) + 2)
        lines, line, empty = [], title.ljust(len(margin)), True
        for part in parts:
            alone = part.startswith("\n")
            if not empty and (alone or len(line) + len(part) > WIDTH):
                lines.append(line)
                line, empty = margin, True
            line += ("" if empty else "   ") + part.strip("\n")
            empty = False
            if alone:
                lines.append(line)
                line, empty = margin, True
        return lines if empty else [*lines, line]

    def _looks(self, area: str) -> list[tuple[Zone, dict[str, Any]]]:
        """The zones of an area that are drawn, in their order; a zone drawn under another comes with that one."""
        looks = speech.look(self.room).get("zones", {})
        under = {look["over"] for look in looks.values() if "over" in look}
        found = [
            (zone, look)
            for name, zone in self.room.Table.zones.items()
            if (look := looks.get(name, {})).get("area") == area and look.get("look") != "hidden" and name not in under
        ]
        return sorted(found, key=lambda pair: pair[1].get("order", 0))

    def _rows(self) -> list[tuple[int, list[Zone]]]:
        rows: dict[int, list[Zone]] = {}
        for zone, look in self._looks("centre"):
            rows.setdefault(int(look.get("row", 1)), []).append(zone)
        return sorted(rows.items())

    def zones(self, row: Any, area: str, seat: int | None) -> list[str]:
        """Return the zones of an area in which cards lie, and their cards. seat: whose, None for the centre."""
        return [part for zone, _ in self._looks(area) for part in self._zone(row, zone, seat)]

    def holds_cards(self, row: Any, zones: Sequence[Zone]) -> bool:
        """Return whether cards lie in one of these zones."""
        return any(
            any(part for part in positions.zone_cards(zone, row[zone.name][index] if index else row[zone.name]))
            for zone in zones
            for index in zone.indices(int(row["seats"]))
        )

    def _zone(self, row: Any, zone: Zone, seat: int | None) -> Iterator[str]:
        """A zone's label and cards; of one with several repeats a column each on its line, otherwise all of them together."""
        look = speech.look(self.room)["zones"][zone.name]
        label = str(look.get("label", zone.name))
        seats = int(row["seats"])
        places = int(row[look["places"]]) if "places" in look else zone.shape[-1] if zone.shape else 0
        indices = [i for i in zone.indices(seats) if not zone.per_seat or seat is None or i[0] == seat]
        indices = [i for i in indices if not i or i[-1] < places]
        if look.get("facing"):
            yield from self._facing(row, zone, indices)
            return
        texts = [(index, self._cards(row, zone, index, look)) for index in indices]
        if look.get("look") == "columns":
            for index, text in texts:
                column = f"{label} {index[-1] + 1}" if index else label
                yield f"\n{_labelled(column, text or '·')}\n"
        elif "turns" in look:
            yield from self._line(row, zone, look)
        elif len(texts) > 1:
            if any(text for _, text in texts):
                owned = zone.per_seat and seat is None
                of_all = "  ".join((f"{self.names[i[0]]} " if owned else "") + (text or "·") for i, text in texts)
                yield _labelled(label, of_all)
        elif texts and texts[0][1]:
            yield _labelled(label, texts[0][1])

    def _line(self, row: Any, zone: Zone, look: dict[str, Any]) -> Iterator[str]:
        """A line of cards, and after it those that did not come into it, each with the card that was the last of the line."""
        line, _unknown = positions.zone_cards(zone, row[zone.name])
        aside = str(look["over"])
        beside, _unknown = positions.zone_cards(self.room.Table.zones[aside], row[aside])
        if line:
            yield _labelled(look.get("label", zone.name), _packed([self._card(card) for card in line]))
        texts, last = list[str](), 0
        for n in range(len(line) - 1 + len(beside)):
            if int(row[look["turns"]]) >> n & 1:
                last += 1
            else:
                texts.append(_("{card} after {last}", card=self._card(beside[len(texts)]), last=self._card(line[last])))
        if texts:
            label = speech.look(self.room)["zones"][aside].get("label", aside)
            yield _labelled(label, ", ".join(texts))

    def _facing(self, row: Any, zone: Zone, indices: list[tuple[int, ...]]) -> Iterator[str]:
        """Rows that face each other, a line each, as far as cards lie there."""
        for seat in range(int(row["seats"])):
            cards = [self._cards(row, zone, index, {}) for index in indices if index[0] == seat]
            yield "\n" + _labelled(f"p{seat + 1}, {self.names[seat]}", "  ".join(filter(None, cards)) or "·") + "\n"

    def _cards(self, row: Any, zone: Zone, index: tuple[int, ...], look: dict[str, Any]) -> str:
        known, unknown = positions.zone_cards(zone, row[zone.name][index] if index else row[zone.name])
        if zone.kind == "pile" and look.get("look") in _FACED:
            top, size = (known[-1], len(known)) if known else (-1, 0)
            if "over" in look:
                size += int(row[look["over"]][(*index, 0)])  # the size of the pile below it
            if texts := look.get("by_count"):
                return f"{self._card(top) if size else '·'} ({texts[min(size, len(texts) - 1)]})"
            return (f"{self._card(top)} ({size})" if top >= 0 else f"{BACK}×{size}") if size else ""
        if zone.kind != "pile":
            known = sorted(known, key=lambda card: self._order(card, str(look.get("sort", "suit"))))
        words = [self._card(card) for card in known] + [BACK] * unknown
        under = look.get("over")
        if under:
            zone_under = self.room.Table.zones[under]
            below, hidden = positions.zone_cards(zone_under, row[under][index] if index else row[under])
            words = [self._card(card) for card in below] + [BACK] * hidden + words
        return _packed(words)

    def _card(self, card: int) -> str:
        return BACK if card < 0 else str(in_language(speech.card_sign(self.room, card)))

    def _order(self, card: int, by: str) -> tuple[int, int]:
        if card >= 52:
            return 9, card
        suit, height = card // 13, self._height[RANK_NAMES[card % 13]]
        return (height, suit) if by == "rank" else (suit, height)

    def figures(self, row: Any, area: str, seat: int | None) -> list[str]:
        """Return the figures of an area that have something to say. seat: whose, None for those of all."""
        return list(self._figures(row, area, seat))

    def _figures(self, row: Any, area: str, seat: int | None) -> Iterator[str]:
        worked_out = speech.worked_out(self.room, row)
        for figure in speech.look(self.room).get("figures", ()):
            name = figure["field"]
            if figure.get("area") != area or name == "score" or not self._holds(row, worked_out, figure.get("when"), seat):
                continue
            item: Any = worked_out[name] if name in worked_out else row[name]
            show = figure.get("show", "number")
            if seat is None:
                text = self._of_all(item, show, area) if self._by_seat(name, worked_out) else self._figure(item, show)
            elif self._by_seat(name, worked_out):
                text = self._figure(item[seat], show)
            else:  # a seat's badge
                if int(item) == seat:
                    yield f"[{figure['label']}]"
                continue
            if text is None:
                continue
            label = figure["label"]
            yield f"[{label}]" if show == "flag" else _labelled(label, text) if label else text

    def _by_seat(self, name: str, worked_out: Mapping[str, Any]) -> bool:
        """Whether a figure has a value for each seat."""
        return isinstance(worked_out[name], list) if name in worked_out else self.room.Table.fields[name].per_seat

    def _holds(self, row: Any, worked_out: Mapping[str, Any], condition: str | None, seat: int | None) -> bool:
        """Whether the comparison of a figure's `when` is true, of this seat if there is one by seat, otherwise of any."""
        match = _CONDITION.fullmatch(condition) if condition else None
        if match is None:
            return True
        name = match[1]
        item = worked_out[name] if name in worked_out else row[name]
        if seat is not None and self._by_seat(name, worked_out):
            item = item[seat]
        return bool(np.any(_COMPARISONS[match[2]](np.asarray(item), int(match[3]))))

    def _of_all(self, item: Any, show: Any, area: str) -> str | None:
        """A figure with a part for each seat: on the sheet by name, in the centre the parts that are not zero (the pots, say)."""
        parts = list(item)[: len(self.names)]
        if len(parts) == 1:
            return self._figure(parts[0], show)
        if area == "sheet":
            texts = [f"{name} {text}" for name, part in zip(self.names, parts, strict=True) if (text := self._figure(part, show))]
        else:
            texts = [self._figure(part, show) or "·" for part in parts if int(part)]
        return ", ".join(texts) or None

    def _figure(self, item: Any, show: Any) -> str | None:
        """The text of a figure, nothing if there is nothing to say."""
        several = bool(getattr(item, "ndim", 0))
        own = getattr(self.room.writing, show, None) if isinstance(show, str) else None
        if own is not None:  # the room's writing.py has the words
            hidden = bool(np.any(np.asarray(item) == UNKNOWN))
            return None if hidden else str(own(item.tolist() if several else int(item))) or None
        if several:
            return ", ".join(self._figure(part, show) or "·" for part in item)
        value = int(item)
        if value == UNKNOWN:
            return "?"
        if isinstance(show, list):
            return str(show[value]) or None if 0 <= value < len(show) else None
        if show == "flag":
            return _("yes") if value else None
        if show == "seat":
            return self.names[value] if 0 <= value < len(self.names) else None
        return self.number(value, show)

    def number(self, value: int, show: str) -> str:
        """A figure as a suit's sign, a rank or a number."""
        if show == "suit" and 0 <= value < 4:
            return SUIT_SIGNS[value]
        if show == "rank" and 0 <= value < 13:
            return lettered_card(RANK_NAMES[value])
        return str(value)

    def place(self, place: Place) -> str:
        """A place in words: the zone's label, and whose it is."""
        label = str(speech.look(self.room).get("zones", {}).get(place.zone.name, {}).get("label", place.zone.name))
        if place.owner != NOBODY:
            return f"{self.names[place.owner]}, {label}"
        return " ".join([label, *(str(i + 1) for i in place.index)])

    # words

    def choice(self, code: int, row: Any = None) -> str:
        """A choice in the words of the room: a card, or the label of a call."""
        if code < 54:
            return self._card(code)
        pattern = self.room.calls.pattern(code)
        labelled = speech.look(self.room).get("calls", {}).get(pattern.text)
        return speech.choice_words(self.room, code, row) if labelled or not current().is_english else pattern.name(code)

    def sorted(self, codes: Sequence[int]) -> list[int]:
        """A menu in the order of the player's hand, calls behind the cards, giving up last."""
        zones = speech.look(self.room).get("zones", {})
        looks = [zones.get(name, {}) for name, zone in self.room.Table.zones.items() if zone.plays]
        by = next((str(look["sort"]) for look in looks if "sort" in look), "suit")
        cards = sorted((code for code in codes if code < FIRST_CALL), key=lambda card: self._order(card, by))
        calls = [code for code in codes if code >= FIRST_CALL]
        return cards + sorted(calls, key=lambda code: code == self.room.resign)

    def calls(self, codes: Sequence[int], row: Any = None) -> list[str]:
        """Return calls in words; three or more in a row of one kind with their first and last."""
        found, at = [], 0
        while at < len(codes):
            high, end = self.room.calls.pattern(codes[at]).high, at
            while end + 1 < len(codes) and codes[end + 1] == codes[end] + 1 <= high:
                end += 1
            first, last = self.choice(codes[at], row), self.choice(codes[end], row)
            row_of = _("{first} up to {last}", first=first, last=last)
            found += [row_of] if end > at + 1 else [self.choice(code, row) for code in codes[at : end + 1]]
            at = end + 1
        return found

    def menu(self, codes: Sequence[int], row: Any = None) -> list[str]:
        """The numbered menu in lines; of a long one, calls in a row with their first and last. `row`: the table, masked."""
        entries, at = [], 0
        while at < len(codes):
            end = at
            if len(codes) > MANY and codes[at] >= FIRST_CALL:
                high = self.room.calls.pattern(codes[at]).high
                while end + 1 < len(codes) and codes[end + 1] == codes[end] + 1 <= high:
                    end += 1
            if end > at + 1:
                entries.append(f"{at + 1}..{end + 1} {self.choice(codes[at], row)} .. {self.choice(codes[end], row)}")
            else:
                end = at
                entries.append(f"{at + 1} {self.choice(codes[at], row)}")
            at = end + 1
        lines = [""]
        for entry in entries:
            if lines[-1] and len(lines[-1]) + len(entry) > WIDTH:
                lines.append("")
            lines[-1] += f"   {entry}"
        return lines

    def prompt(self, phase: str) -> str:
        """Return the question to the player on turn."""
        return str(speech.look(self.room).get("prompts", {}).get(phase) or _("Your choice"))

    def spoken_text(self, word: int, figure: int, speaker: int) -> str:
        """A step's spoken word."""
        return str(in_language(speech.spoken_text(self.room, word, figure, self._called, speaker)))


def _labelled(label: str, text: str) -> str:
    """The text of a place: its name, then its cards."""
    return _("{what}: {value}", what=label, value=text)


def _packed(words: list[str]) -> str:
    """Backs in a row as one with their number."""
    found: list[str] = []
    run = 0
    for word in [*words, ""]:
        if word == BACK:
            run += 1
            continue
        if run:
            found.append(BACK if run == 1 else f"{BACK}×{run}")
            run = 0
        found.append(word)
    return " ".join(filter(None, found))


def seen_cards(room: Room, row: Any) -> list[tuple[Place, list[int]]]:
    """The cards that lie known in each place of a masked table."""
    return [
        (place, [card for card in positions.zone_cards(place.zone, positions.place_item(row, place))[0] if card >= 0])
        for place in positions.live_places(room, int(row["seats"]))
    ]
