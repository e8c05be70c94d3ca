"""Questions of a player about the table, and the answers in sentences.

They are the same in the terminal, at the keys of the web table and in its command box. All are made from the table as the player
sees it, in the language of the reader.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from parlour.engine.game import Game
from parlour.engine.speech import look, prompt
from parlour.kit.cards import FIRST_CALL
from parlour.kit.layout import NOBODY
from parlour.languages import gettext as _
from parlour.languages import in_language, in_list, mark, ngettext

from .screen import BACK, Screen

QUESTIONS = {
    "hand": mark("your cards"),
    "trick": mark("the trick, or the cards in the middle"),
    "last": mark("the last trick"),
    "who": mark("whose turn it is"),
    "score": mark("the score"),
    "stakes": mark("bids, trumps, stakes"),
    "may": mark("what you may choose"),
    "missed": mark("what has happened since your last choice"),
    "table": mark("the whole table"),
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
        return _listed(own) or _("You hold no cards. {middle}", middle=self._middle(sight))

    def _middle(self, sight: Sight) -> str:
        return _listed(self.screen.zones(sight.row, "centre", None)) or _("No cards lie in the middle.")

    def _trick(self, sight: Sight) -> str:
        """The plays since the last trick, if there is a trick; otherwise the cards in the middle."""
        zones = look(self.room).get("zones", {})
        tricks = [zone for zone in self.room.Table.zones.values() if zones.get(zone.name, {}).get("look") == "trick"]
        plays: list[str] = []
        for line in reversed(sight.lines):
            if line.kind in ("trick", "hand"):
                break
            if line.kind == "play":
                plays.insert(0, in_language(line.text))
        lies = self.screen.holds_cards(sight.row, tricks)
        return _("The trick: {plays}.", plays=". ".join(plays)) if lies and plays else self._middle(sight)

    def _last(self, sight: Sight) -> str:
        line = next((line for line in reversed(sight.lines) if line.kind == "trick"), None)
        if line is None:
            return _("No trick has been taken yet.")
        played = [
            _("{player}: {what}", player=self._name(seat), what=self.screen.choice(card))
            if seat != NOBODY
            else self.screen.choice(card)
            for seat, card in line.trick
        ]
        return ". ".join([in_language(line.text), *played]) + "."

    def _name(self, seat: int) -> str:
        return str(in_language(self.names[seat]))

    def _who(self, sight: Sight) -> str:
        if sight.row["over"]:
            return _("The match is over.")
        if sight.codes:
            return _("It is your turn: {prompt}", prompt=_sentence(prompt(self.room, int(sight.row["phase"]))))
        others = [self._name(seat) for seat in sight.asked if seat != self.seat]
        return (
            _("Waiting for {players}.", players=in_language(in_list(others))) if others else _("Nobody is asked at the moment.")
        )

    def _score(self, sight: Sight) -> str:
        scores = [f"{self._name(seat)} {int(sight.row['score'][seat])}" for seat in range(len(self.names))]
        return _("Hand {n}. Score: {scores}.", n=int(sight.row["hand_number"]), scores=", ".join(scores))

    def _stakes(self, sight: Sight) -> str:
        """Figures of the game: bids, trumps, stakes, who deals."""
        row = sight.row
        found = [*self.screen.figures(row, "centre", None), *self.screen.figures(row, "sheet", None)]
        for seat in range(len(self.names)):
            own = [figure.strip("[]") for figure in self.screen.figures(row, "seat", seat)]
            found += [_("{player}: {what}", player=self._name(seat), what=", ".join(own))] if own else []
        return _listed(found) or _("This game has no bids or stakes.")

    def _may(self, sight: Sight) -> str:
        if not sight.codes:
            return _("You are not asked now. {who}", who=self._who(sight))
        codes = self.screen.sorted(sight.codes)
        cards = [self.screen.choice(code) for code in codes if code < FIRST_CALL]
        calls = self.screen.calls([code for code in codes if code >= FIRST_CALL], sight.row)
        between = " " if self.room.Table.suited else ", "  # ranks alone, 5 6 J, would be heard as one thing
        parts = [part for part in (between.join(cards), ", ".join(calls)) if part]
        phase = int(sight.row["phase"])
        written = look(self.room).get("writing", {}).get(self.room.phases[phase])
        # TRANSLATORS: {cards} are the cards that may be played, {calls} what the buttons say
        may = _("You may choose: {cards}; or {calls}.", cards=parts[0], calls=parts[-1])
        sentences = [
            _sentence(prompt(self.room, phase)),
            may if len(parts) > 1 else _("You may choose: {choices}.", choices="".join(parts)),
        ]
        if written:
            sentences.append(_("You may also write it: {example}", example=written["example"]))
        return " ".join(sentences)

    def _missed(self, sight: Sight) -> str:
        since: list[str] = []
        for line in reversed(sight.lines):
            if line.by == self.seat or len(since) == MOST_LINES:
                break
            since.insert(0, in_language(line.text))
        return f"{'. '.join(since)}." if since else _("Nothing has happened since your last choice.")

    def _table(self, sight: Sight) -> str:
        row, found = sight.row, [self._score(sight)]
        for seat in range(len(self.names)):
            own = [*self.screen.zones(row, "seat", seat), *self.screen.figures(row, "seat", seat)]
            found += [_("{player}: {what}", player=self._name(seat), what=_listed(own))] if own else []
        found += [self._middle(sight), _listed(self.screen.figures(row, "centre", None))]
        return " ".join(part for part in found if part)


def _listed(parts: Sequence[str]) -> str:
    """Parts of the screen as sentences, backs as numbers of cards."""
    words = [" ".join(part.split()).strip("[]") for part in parts]
    words = [word[:1].upper() + word[1:] for word in words]
    return _BACKS.sub(_face_down, ". ".join(words)) + ("." if words else "")


def _face_down(back: re.Match[str]) -> str:
    return ngettext("{n} card face down", "{n} cards face down", int(back[1] or 1))


def _sentence(text: str) -> str:
    return text + "." * (text[-1:] not in ".?!…:")
