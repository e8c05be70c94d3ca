"""Questions of a player about the table, and the answers in sentences.

They are the same in the terminal, at the keys of the web table and in its command box. All are made from the table as the player
sees it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from parlour.engine.counting import counted
from parlour.engine.game import Game
from parlour.engine.speech import look, prompt
from parlour.kit.cards import FIRST_CALL
from parlour.kit.layout import NOBODY

from .screen import BACK, Screen

QUESTIONS = {
    "hand": "your cards",
    "trick": "the trick, or the cards in the middle",
    "last": "the last trick",
    "who": "whose turn it is",
    "score": "the score",
    "stakes": "bids, trumps, stakes",
    "may": "what you may choose",
    "missed": "what has happened since your last choice",
    "table": "the whole table",
}
"""The words that ask, and what each asks for."""

MOST_LINES = 30
"""The latest lines that "missed" tells."""
_BACKS = re.compile(rf"{BACK}(?:×(\d+))?")


class Line(Protocol):
    """A line of the player's log (`parlour.table.wire.LogLine`)."""

    @property
    def text(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def by(self) -> int: ...
    @property
    def trick(self) -> list[list[int]]: ...


@dataclass
class Sight:
    """All that a player knows when they ask.

    row: the table, masked. asked: the seats that are to choose, as far as the player may know. codes: what the player may choose.
    lines: the player's log.
    """

    row: Any
    asked: Sequence[int] = ()
    codes: Sequence[int] = ()
    lines: Sequence[Line] = field(default_factory=list)


class Questions:
    """The questions of one seat. names: the players as the seat's log calls them."""

    def __init__(self, game: Game, names: Sequence[str], seat: int) -> None:
        self.game, self.room, self.names, self.seat = game, game.room, names, seat
        self.screen = Screen(game, names, seat)

    def answer(self, question: str, sight: Sight) -> str:
        """Return the answer to one of QUESTIONS."""
        answers = {
            "hand": self._hand,
            "trick": self._trick,
            "last": self._last,
            "who": self._who,
            "score": self._score,
            "stakes": self._stakes,
            "may": self._may,
            "missed": self._missed,
            "table": self._table,
        }
        return answers[question](sight)

    def _hand(self, sight: Sight) -> str:
        own = self.screen.zones(sight.row, "seat", self.seat) if self.seat != NOBODY else []
        return _listed(own) or "You hold no cards. " + self._middle(sight)

    def _middle(self, sight: Sight) -> str:
        return _listed(self.screen.zones(sight.row, "centre", None)) or "No cards lie in the middle."

    def _trick(self, sight: Sight) -> str:
        """The plays since the last trick, if there is a trick; otherwise the cards in the middle."""
        zones = look(self.room).get("zones", {})
        tricks = [zone for zone in self.room.Table.zones.values() if zones.get(zone.name, {}).get("look") == "trick"]
        plays: list[str] = []
        for line in reversed(sight.lines):
            if line.kind in ("trick", "hand"):
                break
            if line.kind == "play":
                plays.insert(0, line.text)
        lies = self.screen.holds_cards(sight.row, tricks)
        return f"The trick: {'. '.join(plays)}." if lies and plays else self._middle(sight)

    def _last(self, sight: Sight) -> str:
        line = next((line for line in reversed(sight.lines) if line.kind == "trick"), None)
        if line is None:
            return "No trick has been taken yet."
        played = [
            f"{self.names[seat]}: {self.room.choice_name(card)}" if seat != NOBODY else self.room.choice_name(card)
            for seat, card in line.trick
        ]
        return ". ".join([line.text, *played]) + "."

    def _who(self, sight: Sight) -> str:
        if sight.row["over"]:
            return "The match is over."
        if sight.codes:
            return f"It is your turn: {_sentence(prompt(self.room, int(sight.row['phase'])))}"
        others = [self.names[seat] for seat in sight.asked if seat != self.seat]
        return f"Waiting for {_names(others)}." if others else "Nobody is asked at the moment."

    def _score(self, sight: Sight) -> str:
        scores = [f"{name} {int(sight.row['score'][seat])}" for seat, name in enumerate(self.names)]
        return f"Hand {int(sight.row['hand_number'])}. Score: {', '.join(scores)}."

    def _stakes(self, sight: Sight) -> str:
        """Figures of the game: bids, trumps, stakes, who deals."""
        row = sight.row
        found = [*self.screen.figures(row, "centre", None), *self.screen.figures(row, "sheet", None)]
        for seat, name in enumerate(self.names):
            own = [figure.strip("[]") for figure in self.screen.figures(row, "seat", seat)]
            found += [f"{name}: {', '.join(own)}"] if own else []
        return _listed(found) or "This game has no bids or stakes."

    def _may(self, sight: Sight) -> str:
        if not sight.codes:
            return f"You are not asked now. {self._who(sight)}"
        codes = self.screen.sorted(sight.codes)
        cards = [self.screen.choice(code) for code in codes if code < FIRST_CALL]
        calls = self.screen.calls([code for code in codes if code >= FIRST_CALL], sight.row)
        parts = [part for part in (" ".join(cards), ", ".join(calls)) if part]
        phase = int(sight.row["phase"])
        written = look(self.room).get("writing", {}).get(self.room.phases[phase])
        example = f" You may also write it: {written['example']}" if written else ""
        return f"{_sentence(prompt(self.room, phase))} You may choose: {'; or '.join(parts)}.{example}"

    def _missed(self, sight: Sight) -> str:
        since: list[str] = []
        for line in reversed(sight.lines):
            if line.by == self.seat or len(since) == MOST_LINES:
                break
            since.insert(0, line.text)
        return f"{'. '.join(since)}." if since else "Nothing has happened since your last choice."

    def _table(self, sight: Sight) -> str:
        row, found = sight.row, [self._score(sight)]
        for seat, name in enumerate(self.names):
            own = [*self.screen.zones(row, "seat", seat), *self.screen.figures(row, "seat", seat)]
            found += [f"{name}: {_listed(own)}"] if own else []
        found += [self._middle(sight), _listed(self.screen.figures(row, "centre", None))]
        return " ".join(part for part in found if part)


def _listed(parts: Sequence[str]) -> str:
    """Parts of the screen as sentences, backs as numbers of cards."""
    words = [" ".join(part.split()).strip("[]") for part in parts]
    words = [word[:1].upper() + word[1:] for word in words]
    return _BACKS.sub(lambda back: f"{counted(int(back[1] or 1), 'card')} face down", ". ".join(words)) + ("." if words else "")


def _sentence(text: str) -> str:
    return text + "." * text[-1:].isalnum()


def _names(names: Sequence[str]) -> str:
    """Names in a row.

    >>> _names(["Ann"]), _names(["Ann", "Ben", "Cleo"])
    ('Ann', 'Ann, Ben and Cleo')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
