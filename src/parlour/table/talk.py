"""Talk between the people at a table: ready phrases, the words of the game, and free text if they are among themselves.

The server adds nothing to it and knows nothing of it: it passes on what was written, cleaned, to everybody at the table. It is
not kept on disk; who comes in hears the last of it.
"""

from __future__ import annotations

import unicodedata
from collections import deque

from parlour.engine.errors import BadInput
from parlour.engine.rooms import Room
from parlour.engine.speech import english
from parlour.languages import in_language, lazy_game_text, lazy_gettext, mark, speaking

from .agenda import Agenda
from .connections import Connection, Connections
from .store import TableRow
from .wire_company import LONGEST_TALK, Talk, TalkInfo

PHRASES = (
    mark("Hello!"),
    mark("Well played"),
    mark("Thank you"),
    mark("One moment, please"),
    mark("Take your time"),
    mark("Sorry!"),
    mark("Ha!"),
    mark("Again?"),
    mark("Good night"),
)
MOST_WORDS, LONGEST_WORD = 8, 18
_NUMBERS = (
    "nil",
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
)
"""Bids are not conversation."""
KEPT = 30
MOST, SECONDS = 5, 10.0
"""This many things may be said in this many seconds."""
MOST_MARKS = 2
"""Marks that may stand over one letter; with more it grows over its neighbours."""
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def words_of(room: Room) -> list[str]:
    """Return the words of a game that players always say in the same form, in English for every reader."""
    texts = [text for text in english(room).get("words", {}).values() if isinstance(text, str) and "{" not in text]
    found = [text for text in texts if len(text) <= LONGEST_WORD and text.casefold() not in _NUMBERS]
    return list(dict.fromkeys(found))[:MOST_WORDS]


def cleaned(text: str) -> str:
    """One line without signs that cannot be seen, turn the writing round, or pile up."""
    found, marks = "", 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            found += " " if kind in _UNSEEN else sign
    return " ".join(found.split())[:LONGEST_TALK]


class Conversation:
    """The talk at one table. The caller holds the table's lock."""

    def __init__(self, row: TableRow, room: Room, connections: Connections, agenda: Agenda) -> None:
        self._row, self._connections, self._agenda = row, connections, agenda
        self.phrases: list[str] = [*map(lazy_gettext, PHRASES), *(lazy_game_text(room.name, text) for text in words_of(room))]
        """Phrases that can be said with one press; each reader sees and says them in their own language."""
        self._lines: deque[Talk] = deque(maxlen=KEPT)
        self._times: dict[int, deque[float]] = {}

    @property
    def free(self) -> bool:
        """Whether people may write what they like: among themselves only, if nobody looks on."""
        row = self._row
        people = sum(place.kind == "human" for place in row.seats)
        return row.settings.talk == "free" and not row.watch and people > 1

    def info(self) -> TalkInfo | None:
        """Return what a browser needs to know of it; None if nothing is said."""
        row = self._row
        return None if row.settings.talk == "off" or len(row.seats) == 1 else TalkInfo(self.phrases, self.free)

    def say(self, connection: Connection, text: str) -> None:
        """Somebody says something. BadInput if that is not done here, or too often."""
        if self.info() is None:
            raise BadInput(lazy_gettext("nothing is said at this table"))
        text, seat, now = cleaned(text), connection.seat, self._agenda.now()
        text = self._phrase(connection, text)
        if not text:
            raise BadInput(lazy_gettext("there is nothing in it to be heard"))
        if not self.free and text not in self.phrases:
            raise BadInput(lazy_gettext("at this table people say ready phrases only"))
        times = self._times.setdefault(seat, deque(maxlen=MOST))
        if len(times) == MOST and now - times[0] < SECONDS:
            raise BadInput(lazy_gettext("that is much in a short time; wait a moment"))
        times.append(now)
        line = Talk(seat, self._row.seats[seat].name, text)
        self._lines.append(line)
        self._connections.tell(line)

    def _phrase(self, connection: Connection, text: str) -> str:
        """Return the phrase that a browser shows with this text, for readers of any language; another text as it is."""
        with speaking(connection.language):
            return next((phrase for phrase in self.phrases if text in (phrase, in_language(phrase))), text)

    def past(self) -> list[Talk]:
        """Return the last of it for a browser that comes in."""
        return [Talk(line.seat, line.name, line.text, past=True) for line in self._lines]
