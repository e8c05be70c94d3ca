"""The view of a pad on a phone: the sheet as `parlour.house.pad` works it out, by columns, with the form of every hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.house.pad import HandOfPad, Next, Pad, Sheet
from parlour.house.pad.fold import Folding
from parlour.house.pad.form import Field
from parlour.house.pad.sheet import Entry
from parlour.house.pad.statistics import Tally
from parlour.house.pad.words import house_of
from parlour.kit.layout import Flag
from parlour.languages import gettext as _
from parlour.languages import in_language, in_row, in_series, lazy_gettext, listed, ngettext
from parlour.table.rulebooks import rules_url

from .rows import READER, PadRow, log_line

COMING = 12
"""Hands whose forms are known ahead, for phones that lose their line."""
PICTURES = {"held": "cucumber", "bags": "bag", "stack": "token", "chips": "token", "wins": "star"}
"""By field what is drawn for each of it; fields in no list are given in words."""
PICTURES_OF_LINES = {"san benito": "star", "cucumber": "cucumber"}
"""The drawing beside a line that has this in it."""


def columns_of(sheet: Sheet, tally: Tally) -> list[list[int]]:
    """Return the seats that share each total: the sides, or single players if sides change from hand to hand."""
    return sheet.sides if all(tally.together(seats) for seats in sheet.sides) else [[p] for p in range(len(sheet.players))]


def _names(sheet: Sheet, seats: Sequence[int]) -> str:
    return " & ".join(sheet.players[p] for p in seats)


def _track(pad: Pad) -> int:
    """The score of the last hole, if the game is kept with pegs on a board; else 0."""
    target = pad.game.room.look.get("track", {}).get("target", 0)
    return int(pad.game.options[target] if isinstance(target, str) else target)


def _links(row: PadRow, keeper: int) -> list[dict[str, str]]:
    """The links that somebody may give away: one's own, an invitation for the other keeper, and the link for looking on."""
    found = []
    if keeper != READER:
        found.append({"name": _("Your own link, for your phones alone"), "url": f"/score/pad/{row.places[keeper].holder}"})
        for number, place in enumerate(row.places):
            if number != keeper and place.invitation:
                name = _("{name} keeps the score: works once", name=row.keepers[number])
                found.append({"name": name, "url": f"/score/join/{place.invitation}"})
    return [*found, {"name": _("To look on"), "url": f"/score/pad/{row.reader}"}]


def _people(row: PadRow, keeper: int) -> list[dict[str, Any]]:
    """Return who keeps the score. invited: there is a link that nobody has used; allowed: one that the present phone allows."""
    return [
        {
            "name": name,
            "you": number == keeper,
            "here": bool(place.holder),
            "invited": bool(place.invitation),
            "allowed": place.allowed,
        }
        for number, (name, place) in enumerate(zip(row.keepers, row.places, strict=True))
    ]


class Shown:
    """A sheet as one keeper's phone shows it."""

    def __init__(self, row: PadRow, folding: Folding, sheet: Sheet, ahead: list[Next], keeper: int) -> None:
        self.row, self.folding, self.pad, self.sheet, self.ahead = row, folding, folding.pad, sheet, ahead
        self.keeper, self.you = keeper, row.keepers[keeper] if keeper != READER else ""
        self.columns = columns_of(sheet, folding.tally)
        self.firsts = [seats[0] for seats in self.columns]

    def pad_data(self) -> dict[str, Any]:
        """Return the data that seldom changes."""
        sheet, pad = self.sheet, self.pad
        return {
            "title": self.row.head.title or sheet.title,
            "game": sheet.game,
            "rules": rules_url(pad.game),
            "house": house_of(pad),
            "names": sheet.players,
            "columns": [{"name": _names(sheet, seats), "seats": seats} for seats in self.columns],
            "sides": {str(seats[0]): _names(sheet, seats) for seats in sheet.sides},
            "scored": pad.game.room.Table.seats_range[1] > 1,
            "track": _track(pad),
            "low": sheet.low,
            "keepers": self.row.keepers,
            "you": self.you,
            "links": _links(self.row, self.keeper),
            "people": _people(self.row, self.keeper),
            "log": [{"at": at, "text": log_line(text)} for at, text in self.row.log],
        }

    def sheet_data(self) -> dict[str, Any]:
        """Return how the pad stands, without the hands."""
        sheet = self.sheet
        return {
            "forms": [self._form(n.match, n.hand, n.dealer, n.leader, n.fields) for n in self.ahead],
            "totals": self._by_column(sheet.totals),
            "counters": self._counters(),
            "reach": sheet.left,
            "over": sheet.match.over,
            "result": self._result(),
            "statistics": [{"title": f.label, "values": self._figures(f.values)} for f in sheet.statistics],
            "undone": self._undone(),
        }

    def _by_column(self, values: Sequence[Any]) -> list[Any]:
        return [values[p] for p in self.firsts] if values else []

    def _figures(self, values: Sequence[Any]) -> list[str]:
        """Figures by column: one per side if the players of a side have it in common, else one per player."""
        shown = [list(dict.fromkeys(str(values[p]) for p in seats)) for seats in self.columns]
        return [
            one[0] if len(one) == 1 else in_row(" / ", (str(values[p]) for p in seats))
            for one, seats in zip(shown, self.columns, strict=True)
        ]

    def hand_data(self, hand: HandOfPad) -> dict[str, Any]:
        """One hand."""
        account = [self._line(text, points) for text, points in _together(hand.account)]
        own = self.folding.entries_by(hand.match, hand.number, self.you) if self.you else {}
        cells = {key: event.cells[key] for key, event in own.items() if event.cells[key] is not None}
        return {
            "match": hand.match,
            "number": hand.number,
            "form": self._form(hand.match, hand.number, hand.dealer, hand.leader, hand.fields),
            "cells": hand.cells,
            "own": cells,
            "by": hand.entered_by,
            "events": list(dict.fromkeys(event.id for event in own.values())),
            "change": self._by_column(hand.points),
            "totals": self._by_column(hand.totals),
            "words": [*(_drawn(text) for text in hand.words), *account],
            "account": account,
            "state": hand.state,
            "differences": [
                {
                    "key": difference.key,
                    "text": difference.label,
                    "claims": [{"keeper": claim.by, "value": claim.value, "id": claim.id} for claim in difference.claims],
                }
                for difference in self.folding.differences.get((hand.match, hand.number), ())
            ],
            "why": in_series(problem.text for problem in hand.problems),
        }

    def _form(self, match: int, hand: int, dealer: int, leader: int, fields: Sequence[Field]) -> dict[str, Any]:
        tricks = [field for field in fields if field.name == "tricks" and field.total is not None]
        facts = [_("{field}: {n}", field=in_language(field.text), n=field.total) for field in tricks]
        return {"match": match, "hand": hand, "dealer": dealer, "leader": leader, "facts": facts, "fields": fields, "known": True}

    def _line(self, text: str, points: Sequence[int]) -> dict[str, str]:
        """A line of a hand's account: what was said, and what it brought to whom."""
        brought = [(_names(self.sheet, seats), points[seats[0]]) for seats in self.columns if points and points[seats[0]]]
        shown = ", ".join(f"{name} {value:+}".replace("-", "−") for name, value in brought)
        return _drawn(lazy_gettext("{what}: {points}", what=text, points=shown) if shown else text)

    def _counters(self) -> list[dict[str, Any]]:
        """Return the present counts beside the points; those that are true or false go to the players for whom they are true."""
        scored = [hand for hand in self.sheet.match.hands if hand.state == "scored"]
        found = []
        for counter in scored[-1].counters if scored else []:
            values = self._by_column(counter.values)
            flag = isinstance(self.pad.game.room.Table.fields[counter.field], Flag)
            if flag:
                values = [value or None for value in values]
            found.append({"title": counter.label, "picture": PICTURES.get(counter.field, ""), "values": values, "flag": flag})
        return found

    def _result(self) -> str:
        match = self.sheet.match
        if not match.over:
            return ""
        winners = [_names(self.sheet, seats) for seats in self.columns if set(seats) & set(match.winners)]
        if not winners:
            return _("Nobody has won")
        several = 2 if len(winners) > 1 or " & " in winners[0] else 1
        return ngettext("{names} has won", "{names} have won", several, names=listed(winners))

    def _undone(self) -> list[dict[str, str]]:
        """Return the entries that this keeper has taken back or ended and can restore."""
        known = self.folding.undoing.known
        mine = [event for event in self.folding.acts if event.by == self.you and self.folding.counts(event)]
        undone = [event for event in mine if event.kind == "undo" and known.get(event.of, event).kind == "tell"]
        ended = [event for event in mine if event.kind == "end"]
        return [
            *({"id": event.id, "text": _("Hand {n} was taken back.", n=known[event.of].hand)} for event in undone),
            *({"id": event.id, "text": _("Match {n} was ended.", n=event.match)} for event in ended),
        ]


def _together(account: Sequence[Entry]) -> list[tuple[str, list[int]]]:
    """The lines of an account; points without words that follow one another are one line, as when 52 cards go home."""
    found: list[tuple[str, list[int]]] = []
    for entry in account:
        if found and found[-1][0] == entry.text == "Points":
            points = [was + more for was, more in zip(found[-1][1], entry.points, strict=True)]
            found[-1] = (entry.text, points)
        else:
            found.append((entry.text, entry.points))
    return found


def _drawn(text: str) -> dict[str, str]:
    """A line with the picture that stands beside it, "" for none."""
    return {"text": text, "picture": next((drawn for word, drawn in PICTURES_OF_LINES.items() if word in text.lower()), "")}
