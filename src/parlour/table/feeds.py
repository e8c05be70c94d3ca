"""The messages to one seat of a match, step by step: views, log and score sheet, each made from the seat's masked record.

Two matches that look alike to a seat give it the same feed, byte for byte and pause for pause: nothing below looks at
a table before it has been masked, except at who chose what, which is told only if the phase lets it be known.

One feed has readers of several languages. Its texts are put into words as a message is encoded (`languages.lazy`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Raw, structs

from parlour.engine import speech
from parlour.engine.game import Game
from parlour.engine.match import Step
from parlour.engine.positions import seats_of
from parlour.engine.view import Tables, plain
from parlour.kit.layout import ALL, NOBODY
from parlour.languages import lazy_gettext

from .accounts import Accountant
from .pauses import Pauses, counts_hand, noticed_choice, picks_in_secret
from .telling import Teller
from .views import Viewer, in_english, known_cards, masked
from .wire import Log, LogLine, Message, Over, Sheet, SheetRow, StepInfo, TableView, View

TAKEN_BACK = lazy_gettext("Taken back")
FIRST_LINES = 500
"""The latest lines of the log that a new arrival gets."""


class Feed:
    """The messages of one seat. `names`: the players' names; who sits here is `own` in its own log and sheet."""

    def __init__(self, game: Game, seat: int, names: Sequence[str], own: str, blank: Tables) -> None:
        self.game, self.room, self.seat, self.public = game, game.room, seat, list(names)
        self.names = [own if s == seat else name for s, name in enumerate(names)]
        self._pauses = Pauses(game)
        self.dealer_speaks = speech.english(self.room).get("speaker") == "dealer"
        self.n = 0
        self._begins: dict[int, int] = {}  # by hand how many lines of the log there were before it
        self.lines: list[LogLine] = []
        self.rows: list[SheetRow] = []
        self._viewer = Viewer(game)
        tables = self.sight(blank)
        self.row, self.view = plain(tables), self._viewer.view(tables)
        self._show(self.view)
        self.teller = Teller(game, self.names, self.public, seat if seat != NOBODY and own == "You" else NOBODY)
        self.accountant = Accountant(game, self.names)
        self._open: set[str] = set()  # places that lie open to all and whose cards are read

    def seen_by(self, seat: int, own: str, tables: Tables, asked: list[int] | None) -> Feed:
        """The feed of a seat that somebody takes who has not followed the match: up to now its log and its sheet are these.

        tables: the table as the seat sees it. asked: as for `take`.
        """
        twin = Feed(self.game, seat, self.public, own, tables)
        twin.n, twin.lines, twin.rows = self.n, list(self.lines), list(self.rows)
        twin._begins, twin._pauses, twin.accountant.stakes = (
            dict(self._begins),
            self._pauses.copy(self.game),
            self.accountant.stakes,
        )
        twin.row, twin.view = plain(tables), twin._viewer.view(tables, asked)
        twin._show(twin.view)
        return twin

    def rename(self, seat: int, name: str) -> None:
        """Give the player at a seat another name from now on."""
        self.public[seat] = name
        if seat != self.seat:
            self.names[seat] = name

    def state(self, earlier: Feed | None = None, until: int = 0) -> list[Message]:
        """All that somebody needs who comes in now. earlier: whose log tells of the hands up to this one instead."""
        found: list[Message] = [View(self.n, self._drawn, None, 0)]
        lines = self.lines
        if earlier:
            first = self.n and min((line.n for line in self._after(until)), default=self.n)
            lines_before = earlier.lines[: len(earlier.lines) - len(earlier._after(until))]
            lines = [*(structs.replace(line, n=min(line.n, first)) for line in lines_before), *self._after(until)]
        if lines:
            found.append(Log(lines[-FIRST_LINES:]))
        if self.rows:
            found.append(self.sheet())
        return found

    def _after(self, hand: int) -> list[LogLine]:
        """The lines of the log that tell of the hands after this one."""
        begins = min((at for number, at in self._begins.items() if number > hand), default=len(self.lines))
        return self.lines[begins:]

    def sheet(self) -> Sheet:
        """The score sheet."""
        return Sheet(self.names, self.rows)

    def over(self, record_url: str) -> Over:
        """The end of the match."""
        row = self.row
        payoff = [float(x) for x in row["payoff"][: self.game.seats]]
        return Over(seats_of(int(row["winners"])), [int(x) for x in row["score"][: self.game.seats]], payoff, record_url)

    def take(self, step: Step, asked: list[int] | None) -> list[Message]:
        """Return the messages of a step; none if this seat cannot notice it. `asked`: who may answer, in a window."""
        tables = self.sight(step.after)
        before, self.row, seen = self.row, plain(tables), self.view
        if step.seat != NOBODY and int(before["phase"]) in self.room.races:
            return []  # who raced sees the own answer at once (`show`); all hear of it when it is carried out
        info, choice = self._info(step, before)
        view = self._viewer.view(tables, asked)
        if info.seat is None and info.said and info.said_by is None:
            info.said_by = self._shown_by(view)
        if self._viewer.reads:
            self._open = self._read_openly(view)
        body = in_english(view)
        if body == self.body and info.seat is None and not info.said:
            return []
        if info.seat not in (None, self.seat) and picks_in_secret(self.room, before, self.row):
            return []
        self.view = view
        self._show(view, body)
        self.n += 1
        pause = self._pauses.stands(self.row, int(before["phase"]), info.seat, choice, bool(info.said))
        found: list[Message] = [View(self.n, self._drawn, info, pause)]
        if info.seat not in (None, self.seat) and int(before["phase"]) in self.room.veiled and not self.row["chain"]:
            self.teller.pick(self._shown(before))
        lines = self.teller.tell(seen, view, info, self.n, self._word())
        self._begins.setdefault(int(self.row["hand_number"]), len(self.lines))
        if lines:
            self.lines += lines
            found.insert(0, Log(lines))  # so that who draws the view has its words
        self.accountant.note(seen, view, info)
        if self._count_hand():
            found.append(self.sheet())
            if self.game.seats > 1:
                last = self.rows[-1]
                found.append(self.accountant.close(self.n, last.hand, last.scores, last.totals))
        return found

    def show(self, tables: Tables, asked: list[int] | None) -> list[Message]:
        """Return the messages with the table after an answer of this seat that is kept aside until the others have answered.
        `tables`: masked."""
        self._show(self._viewer.view(tables, asked))
        self.n += 1
        return [View(self.n, self._drawn, None, 0)]

    def go_back(self, tables: Tables, text: str = TAKEN_BACK, asked: list[int] | None = None) -> list[Message]:
        """Return the messages with the table after choices were taken back, and the line of the log about that. `asked`: as
        for `take`."""
        tables = self.sight(tables)
        self.row = plain(tables)
        self.view = self._viewer.view(tables, asked)
        held = self.teller.forget()
        self.accountant.begin(self.view)
        found = self.show(tables, asked)
        line = LogLine(self.n, text)
        self.lines += [*held, line]
        found.append(Log([*held, line]))
        kept = [row for row in self.rows if row.hand < int(self.row["hand_number"])]
        if len(kept) < len(self.rows):
            self.rows = kept
            found.append(self.sheet())
        if self._count_hand():
            found.append(self.sheet())
        return found

    # inside

    def _show(self, view: TableView, body: bytes = b"") -> None:
        """Keep what is drawn from now on. body: in English, to be compared; a view with words is encoded for each reader."""
        self.body = body or in_english(view)
        words = self._viewer.reads and any(place.read for place in view.places.values())
        self._drawn: Raw | TableView = view if words else Raw(self.body)

    def sight(self, tables: Tables) -> Tables:
        """A copy of a table as this seat sees it: everything a feed tells is read off it."""
        return masked(tables, self.seat)

    def hides(self, mover: int) -> bool:
        """Whether a choice that is made in secret is a secret from this seat."""
        return mover != self.seat

    def _info(self, step: Step, before: Any) -> tuple[StepInfo, int]:
        """Return what a step says to this seat, and the code of what was chosen, NOBODY if it is not told."""
        word, figure = (int(x) for x in self.row["said"])
        # What nobody says tells this seat of itself as "you"; what a player says is heard by all in the same words.
        text = speech.spoken_text(self.room, word, figure, self.names if step.seat == NOBODY else self.public, step.seat)
        mover, code = noticed_choice(self.room, step, before, self.hides(step.seat), bool(text))
        if code == NOBODY:
            speaker = int(self.row["dealer"]) if self.dealer_speaks else self._speaker(word) if mover is None else mover
            return StepInfo(mover, None, "", text, speaker if text else None), code
        choice = self.room.choice_name(code)
        if self._pauses.is_no_answer(int(before["phase"]), code):
            return StepInfo(mover, choice, "", "", None), code
        chosen_on = self.sight(step.before)[0] if self.room.function("amount") else None
        words = speech.choice_text(self.room, code, chosen_on)
        speaker = int(self.row["dealer"]) if self.dealer_speaks else mover
        return StepInfo(mover, choice, words, text, speaker if text else None), code

    def _word(self) -> str:
        """The word of SAY that the latest step says."""
        word = int(self.row["said"][0])
        return str(self.room.words[word - 1]) if 1 <= word <= len(self.room.words) else ""

    def _speaker(self, word: int) -> int | None:
        """Return who says the words of a step that no player chooses, if the look names the field that tells (`[speakers]`)."""
        field = speech.english(self.room).get("speakers", {}).get(self.room.words[word - 1]) if word else None
        seat = NOBODY if field is None else int(self.row[field])
        return None if seat == NOBODY else seat

    def _shown(self, before: Any) -> list[str]:
        """The cards that were picked unseen and lie open now."""
        cards = known_cards(self.game, self.row) - known_cards(self.game, before)
        return [self.room.choice_name(card) for card in sorted(cards.elements())]

    def _read_openly(self, view: TableView) -> set[str]:
        """The places open to all whose cards the view reads."""
        zones = self.game.room.Table.zones
        return {name for name, place in view.places.items() if place.read and zones[name.partition(".")[0]].seen == ALL}

    def _shown_by(self, view: TableView) -> int | None:
        """Return the seat whose cards were shown and read: the words that follow are about them."""
        owners = {int(name.split(".")[1]) for name in self._read_openly(view) - self._open if "." in name}
        return owners.pop() if len(owners) == 1 else None

    def _count_hand(self) -> bool:
        """Enter a hand that has ended on the sheet."""
        row = self.row
        if not counts_hand(row, self.rows[-1].hand if self.rows else 0):
            return False
        totals = [int(score) for score in row["score"][: self.game.seats]]
        before = self.rows[-1].totals if self.rows else self.accountant.stakes or [0] * self.game.seats
        self.rows.append(SheetRow(int(row["hand_number"]), [a - b for a, b in zip(totals, before, strict=True)], totals))
        return True
