"""The account of a hand: what it was worth to whom and where every point comes from, gathered by one seat from its own views.

Nothing in it is declared twice. A step that changes points and what is said in it is an entry; the figures that the look shows at
the seats (cards, coins, primiera; bid and tricks) are its table as they stand at the end; cards that have come to light since
anybody chose are whose hand was what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from parlour.engine import speech
from parlour.engine.game import Game
from parlour.engine.positions import live_places
from parlour.kit.layout import ALL, NOBODY
from parlour.languages import lazy_gettext

from .wire import StepInfo, TableView
from .wire_pacing import Account, AccountEntry, AccountFigure, AccountHand

MOST_SHOWN = 52
"""A place with more cards than this is not shown: two packs are nothing to be looked at."""
_POINT_TEXT = re.compile(r"(?:[^:]+: )?(One|[0-9]{1,6}) points?")
"""English words that say nothing but a number of points."""
MOST_ENTRIES = 24
"""The latest; a hand with more of them is told by the log."""


class Accountant:
    """Keeps the account of the hand that goes on. `names`: as the log calls the players; may change."""

    def __init__(self, game: Game, names: list[str]) -> None:
        self.game, self.room, self.names = game, game.room, names
        self.owners = {place.name: place.owner for place in live_places(game.room, game.seats)}
        self.stakes: list[int] | None = None
        """The stakes that every player begins with."""
        self._entries: list[AccountEntry] = []
        self._hands: dict[str, AccountHand] = {}
        self._figures: list[AccountFigure] = []
        self._values: list[Any] = []
        """The values of `kinds` that they were made of."""
        self.kinds = [figure for figure in speech.english(self.room).get("figures", ()) if self._counts(figure)]
        self._labels = [speech.text(self.room, str(figure["label"])) for figure in self.kinds]
        self.open = dict(self._open_places())

    def begin(self, view: TableView) -> None:
        """A hand has been dealt, or choices were taken back."""
        self._entries.clear()
        self._hands.clear()
        self._figures.clear()
        self._values.clear()
        if self.stakes is None:
            stake = speech.english(self.room).get("stake")
            score = view.figures.get("score")
            self.stakes = [int(self.game.options[stake])] * self.game.seats if stake else list(score or [0] * self.game.seats)

    def note(self, before: TableView, after: TableView, info: StepInfo) -> None:
        """Add the entries of a step."""
        if before.phase == self.room.phases[0]:
            if after.phase != self.room.phases[0]:
                first = self.stakes is None
                self.begin(after)
                self._ante(before, after, first)
            return
        chosen = info.seat is not None
        if chosen:
            self._hands.clear()
            self._entries = [entry for entry in self._entries if any(entry.points)]
        values = [after.figures.get(figure["field"]) for figure in self.kinds]
        if values != self._values:
            self._figures, self._values = self._figures_of(values, after.figures) or self._figures, values
        if not self._pays(before, after):
            self._enter(self._won(before, after), info)
        if not chosen:
            self._show(after, before)

    def close(self, n: int, hand: int, scores: Sequence[int], totals: Sequence[int]) -> Account:
        """The account of a hand that has ended; `n`: the view after which it stands."""
        hands = sorted(self._hands.values(), key=lambda shown: shown.seat)
        figures = [figure for figure in self._figures if [value or 0 for value in figure.values] != list(scores)]  # said once
        return Account(n, hand, list(self.names), list(self._entries), figures, hands, list(scores), list(totals))

    # inside

    def _ante(self, before: TableView, after: TableView, first: bool) -> None:
        """Add the cost of the deal; in the first hand, of the stakes that every player begins with."""
        if self._pays(before, after):
            return
        points = self._points(before, after)
        if first and self.stakes is not None and isinstance(after.figures.get("score"), list):
            points = [now - stake for now, stake in zip(after.figures["score"], self.stakes, strict=True)]
        if any(points):
            self._entries.append(AccountEntry(lazy_gettext("Ante"), points))

    def _enter(self, points: list[int], info: StepInfo) -> None:
        """An entry for points, or for words of a step that nobody chooses; points without words belong to the words before."""
        last = self._entries[-1] if self._entries else None
        if any(points) and not info.said and last is not None and not any(last.points) and self._about(last.text, points):
            last.points = points
            if not _may_say(last.text, points):
                last.text = lazy_gettext("Points")
        elif any(points) or (info.said and info.seat is None):
            text, speaker = info.said or lazy_gettext("Points"), info.said_by if info.seat is None else info.seat
            if speaker is not None and not text.startswith(self.names[speaker]):
                text = lazy_gettext("{player}: {what}", player=self.names[speaker], what=text)
            self._entries = [*self._entries[1 - MOST_ENTRIES :], AccountEntry(text, points)]

    def _about(self, text: str, points: list[int]) -> bool:
        """Whether words may be what points are for: those of one player alone are not for what others get too."""
        named = [seat for seat, name in enumerate(self.names) if text.startswith(f"{name}: ")]
        return not named or not any(more for seat, more in enumerate(points) if seat not in named)

    def _points(self, before: TableView, after: TableView) -> list[int]:
        old, new = before.figures.get("score"), after.figures.get("score")
        if not isinstance(old, list) or not isinstance(new, list):
            return [0] * self.game.seats
        return [b - a for a, b in zip(old, new, strict=True)]

    def _won(self, before: TableView, after: TableView) -> list[int]:
        """The points of a step, without chips that only come back: they are not counted as paid any more."""
        points, paid, now = self._points(before, after), before.figures.get("paid"), after.figures.get("paid")
        back = [a - b for a, b in zip(paid, now, strict=True)] if isinstance(paid, list) and isinstance(now, list) else points
        return [0] * len(points) if any(now or []) and points == back else points

    def _pays(self, before: TableView, after: TableView) -> bool:
        """Whether chips only go to the pot."""
        paid, now = before.figures.get("paid"), after.figures.get("paid")
        return isinstance(paid, list) and isinstance(now, list) and sum(now) > sum(paid)

    def _open_places(self) -> Iterator[tuple[str, tuple[int, str]]]:
        """The places at the seats that all see, each with its seat and with what it is called."""
        zones, looks = self.room.Table.zones, speech.english(self.room).get("zones", {})
        for name, seat in self.owners.items():
            zone = name.partition(".")[0]
            drawn = looks.get(zone, {})
            if seat != NOBODY and zones[zone].seen == ALL and drawn.get("look") not in ("hidden", "stack", None):
                yield name, (seat, speech.text(self.room, str(drawn.get("label", zone))))

    def _show(self, after: TableView, before: TableView) -> None:
        """The cards of places at the seats that lie open to all and did not before."""
        for name, (seat, label) in self.open.items():
            place, was = after.places.get(name), before.places.get(name)
            if place is None or place.unknown or not place.cards or min(place.cards) < 0 or len(place.cards) > MOST_SHOWN:
                continue
            if name in self._hands or was is None or len(was.cards) < len(place.cards):
                self._hands[name] = AccountHand(seat, label, list(place.cards), list(place.read))

    def _counts(self, figure: dict[str, Any]) -> bool:
        """Whether a figure of the look is one that the account may show at the seats."""
        field = self.room.Table.fields.get(figure["field"])
        if figure["field"] == "score" or not figure.get("label") or (field is not None and not field.per_seat):
            return False
        return figure.get("show") == "number" or (figure.get("show") == "flag" and "when" not in figure)

    def _figures_of(self, found: Sequence[Any], figures_now: Mapping[str, Any]) -> list[AccountFigure]:
        """The figures at the seats, those of which there are any. A zero that the table does not show is none of them."""
        figures = []
        for figure, label, values in zip(self.kinds, self._labels, found, strict=True):
            if isinstance(values, list) and len(values) == self.game.seats and all(isinstance(one, int) for one in values):
                if any(one > 0 for one in values):
                    shown = [value if _meant(figure, value) else None for value in values]
                    for seat in _unshown(figure, figures_now, self.game.seats):
                        shown[seat] = shown[seat] or None
                    figures.append(AccountFigure(label, shown))
        return figures


def _may_say(text: str, points: Sequence[int]) -> bool:
    """Whether words may be what these points are for: the points of the last trick are not those of the hand."""
    found = _POINT_TEXT.fullmatch(text)
    return found is None or all(abs(n) == (1 if found[1] == "One" else int(found[1])) for n in points if n)


def _unshown(figure: Mapping[str, Any], figures: Mapping[str, Any], seats: int) -> list[int]:
    """The seats where the table shows a figure only above zero, and it is not: partners whose cards lie in one pile, say."""
    least = re.fullmatch(r"(\w+) > 0", str(figure.get("when", "")))
    values = figures.get(least[1]) if least else None
    return [seat for seat in range(seats) if values[seat] <= 0] if isinstance(values, list) and len(values) == seats else []


def _meant(figure: dict[str, Any], value: int) -> bool:
    """Whether a figure says anything: below its range it stands for "none"."""
    return value > 0 or (value == 0 and figure.get("show") == "number")
