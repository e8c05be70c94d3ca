"""A match at a live table: who may answer, what each seat is told, and the rows that bring it back after a restart.

Everything here is plain computing with no clock, no file and no socket; `tables.py` gives it those. What was done to the
match is a list of rows. Applied in order to a fresh match they give the same match and, because the messages are made on
the way, the same numbers of views, log and score sheet at every seat.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from msgspec import UNSET, structs

from parlour.bots import heuristics, reasons
from parlour.bots.reasons import Case
from parlour.engine import speech, steps, windows
from parlour.engine.deals import Commitment
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Chance, Chosen, Match, Step
from parlour.engine.picks import pick
from parlour.engine.rooms import Room
from parlour.engine.rulebook import explain, label
from parlour.engine.view import Tables, View, plain
from parlour.house.lessons import Guide
from parlour.kit.layout import NOBODY, copy_of
from parlour.languages import lazy_gettext
from parlour.machine import Records

from . import words
from .bookmarks import Bookmarks
from .feeds import TAKEN_BACK, Feed
from .gallery import Gallery
from .moves import calls_of, chosen_from, move_of
from .pauses import Timekeeper
from .refusals import sentence
from .rows import ChoiceRow, Row, written
from .views import asked_seats, masked, table_view
from .wire import Mark, Marks, Menu, Message, Move, Seal, Seals

Act = TypeVar("Act", bound=Callable[..., Any])


def brief(act: Act) -> Act:
    """A method that takes less than a millisecond once the rules are compiled: a server needs no thread for it."""
    act.brief = True  # type: ignore[attr-defined]
    return act


@dataclass
class Beat:
    """The messages of one step by seat (NOBODY: onlookers).

    pause: the milliseconds for which onlookers see it, whether any are there or not. account: whether the account of a hand comes
    with it.
    """

    messages: dict[int, list[Message]]
    pause: int = 0
    account: bool = False


@dataclass
class Change:
    """The result of an action at the table: rows to keep, messages to send, and the choices that were made."""

    rows: list[Row] = field(default_factory=list)
    beats: list[Beat] = field(default_factory=list)
    moved: bool = False
    """Whether the match went on, so that others may be asked now."""
    made: list[Chosen] = field(default_factory=list)


OWN = lazy_gettext("You")
"""The name of a player in the log of the own seat."""
STEPPED_BACK = lazy_gettext("Back one step")
"""The line of the log when a learner goes one step back in a lesson."""


class Feeds:
    """The feeds by seat, NOBODY for onlookers. A seat that nobody followed until now gets one when it is asked for.

    A feed that nobody reads now is brought up to date when somebody does: what it is to be told waits. The match keeps a copy of
    the table for every choice as it is, so what waits takes hardly more memory than the lines of a log.
    """

    def __init__(self, live: LiveMatch, names: Sequence[str]) -> None:
        self._live = live
        blank = live.match.tables
        self._feeds = {seat: Feed(live.game, seat, names, OWN, blank) for seat in range(NOBODY, live.game.seats)}
        self._later: dict[int, list[Callable[[int, Feed], object]]] = {}

    def __getitem__(self, seat: int) -> Feed:
        feed = self._feeds.get(seat) or self._begun(seat)
        if self._later:
            for act in self._later.pop(seat, ()):
                act(seat, feed)
        return feed

    def __iter__(self) -> Iterator[int]:
        return iter(self._feeds)

    def _begun(self, seat: int) -> Feed:
        live = self._live
        quiet, match = live.quiet(), live.match  # in a quiet phase the table itself says who is asked
        tables = match.view(seat).tables if quiet else masked(match.tables, seat)
        self._feeds[seat] = feed = self[NOBODY].seen_by(seat, OWN, tables, None if quiet else match.window or None)
        return feed

    def follow(self) -> None:
        """Keep the feeds of people and that of onlookers; drop the others."""
        for seat in range(self._live.game.seats):
            if not self._live.follows(seat):
                self._feeds.pop(seat, None)
                self._later.pop(seat, None)
            elif seat not in self._feeds:
                self._begun(seat)

    def tell(self, act: Callable[[int, Feed], list[Message]], *seats: int) -> dict[int, list[Message]]:
        """Do something to the feeds of these seats, by default of all, and return what those get who read one now."""
        readers, found = self._live.readers(), {}
        for seat in seats or self._feeds:
            if seat in readers:
                found[seat] = act(seat, self[seat])
            elif seat in self._feeds:
                self._later.setdefault(seat, []).append(act)
        return found

    def behind(self, seats: Iterable[int]) -> int:
        """The number of steps that the feeds of these seats have not been told yet. One that is still to begin is made from that
        of onlookers."""
        return sum(len(self._later.get(seat, ())) for seat in {seat if seat in self._feeds else NOBODY for seat in seats})


class LiveMatch:
    """A match and what its seats have been shown. match: from its beginning on. names: by seat, as the others read them."""

    def __init__(self, match: Match, names: Sequence[str]) -> None:
        self.match, self.game, self.room = match, match.game, match.game.room
        self.match.at_once = True
        self.match.watchers.append(self._watch)
        self.feeds = Feeds(self, names)
        self.follows: Callable[[int], bool] = lambda seat: True
        """Whether somebody looks on from a seat, or may come back to it; nothing is told to the other seats."""
        everybody = range(NOBODY, self.game.seats)
        self.readers: Callable[[], Collection[int]] = lambda: everybody
        """The seats whose messages are needed now: somebody looks on from there, or has made a premove; NOBODY if there are
        onlookers. The others are told later, if at all."""
        self._time = Timekeeper(self.game, match.tables)
        self.begun = False
        self.bookmarks = Bookmarks(self.match)
        self._change = Change()
        self._closing = False
        self._unseen = False  # while going to a bookmark
        self.gallery: Gallery | None = None
        self.guide: Guide | None = None
        """Leads a learner through a lesson; None at other tables."""
        self.reopened = False
        """Whether it has gone on after its end, when all cards could be looked at: only the first end counts."""

    # what may be done

    def open_gallery(self, names: Sequence[str]) -> None:
        """Show onlookers all cards of a hand once it is over. Call it before the match begins."""
        self.gallery = Gallery(self.game, names, self.match.tables)

    def behind(self, seats: Collection[int]) -> int:
        """The number of steps that `catch_up` tells these seats."""
        return self.feeds.behind(seats) + (self.gallery.behind if self.gallery and NOBODY in seats else 0)

    def newcomers(self) -> list[int]:
        """The seats that are followed from the next change on and have no feed yet."""
        return [seat for seat in range(self.game.seats) if seat not in self.feeds and self.follows(seat)]

    def catch_up(self, seats: Collection[int]) -> None:
        """Tell the feeds of these seats what they have not been told yet."""
        for seat in seats:
            self.feeds[seat]
        if self.gallery and NOBODY in seats:
            self.gallery.catch_up()

    def rename(self, seat: int, name: str) -> None:
        """Somebody else sits here from now on: in the lines of the log that are told from now on, this is the name."""

        def act(_viewer: int, feed: Feed) -> list[Message]:
            feed.rename(seat, name)
            return []

        self.feeds.tell(act)
        if self.gallery:
            self.gallery.rename(seat, name)

    def begin(self) -> Change:
        """The first deal: of a lesson the one that it has chosen."""
        return self._begin(self.guide.lesson.opening(self.game) if self.guide else None)

    def _begin(self, script: list[Chance] | None) -> Change:
        self.begun = True
        return self._do(lambda: self.match.begin(script), None)

    @brief
    def choose(self, seat: int, choices: Sequence[str | int], elapsed: int = 0, drop: str = "") -> Change | None:
        """Make a seat's choice or whole chain; return None if the chain is not complete yet. BadInput says why it is refused.

        drop: in a game for one, which cards go home after it: those that are not needed any more (`safe`), or all (`always`).
        """
        self._must_be_asked(seat)
        sealed = len(asked_seats(self._row)) > 1
        chosen = self.match.check(seat, choices, elapsed if sealed else 0)
        if chosen is None:
            return None
        if self.guide:
            self.guide.check(self.match, chosen)
        change = self._choose(chosen)
        if drop and not self.guided and self.game.seats == 1 and not self._from_home(chosen):
            self._send_home(change, drop == "safe")
        return change

    @brief
    def close(self, premoves: Mapping[int, Sequence[int]] | None = None) -> Change:
        """Time is up. In a window or a quiet phase, players who have not answered pass; in a race they do nothing.

        premoves: by seat what others have said before who may say it now; what is not allowed any more is left out.
        """
        waiting = [(seat, codes) for seat, codes in (premoves or {}).items() if seat in self.asked() and codes]
        answers = []
        for seat, codes in waiting:
            with contextlib.suppress(BadInput):
                answers.append(self._checked(seat, codes))
        return self._close(answers)

    @property
    def guided(self) -> bool:
        """Whether a lesson decides who may choose what."""
        return self.guide is not None and not self.guide.over

    def must_be_free(self) -> None:
        """BadInput while a lesson goes on."""
        if self.guided:
            raise BadInput(lazy_gettext("this is a lesson: go back a step, or skip the rest of it"))

    def offers(self, seat: int) -> bool:
        """Whether a seat that is asked may choose now: during a lesson only the learner, if the step asks for something."""
        return not self.guided or self.guide.asks(self.match, seat)  # type: ignore[union-attr]

    def learn(self, act: str) -> Change:
        """Go on in a lesson (`next`), one step back (`back`) or out of it (`skip`). BadInput if that cannot be now."""
        guide = self.guide
        if guide is None or guide.over or not self.begun:
            raise BadInput(lazy_gettext("there is no lesson here"))
        change = Change([Row("lesson", written({"act": act}))], moved=True)
        if act == "skip":
            guide.skip()
        elif act == "next":
            guide.go_on(self.match)
        else:
            self._step_back(change, guide.back())
        return change

    def _step_back(self, change: Change, entries: int) -> None:
        """Undo to where the match's log had so many entries, and show it."""
        for seat in list(self.match.answers):
            self.match.retract(seat)
        while len(self.match.log) > entries and self.match.undo():
            pass
        change.beats.append(self._back(STEPPED_BACK, self._order() or None))

    def undo(self) -> Change:
        """Take the last choice back. Raise BadInput if there is none, or if other people sit at the table."""
        return self._wind(self.match.undo, Row("undo"), lazy_gettext("there is nothing to take back"))

    def redo(self) -> Change:
        """Make the choice again. Raise BadInput if none was taken back."""
        return self._wind(self.match.redo, Row("redo"), lazy_gettext("there is nothing to do again"))

    def sealed(self, seat: int) -> bool:
        """Whether an answer of a seat is kept aside in which it may still be taken back: all choose at once, and nobody
        hurries."""
        match = self.match
        return self.begun and seat in match.answers and not (match.window or self.racing() or self.quiet())

    def retract(self, seat: int) -> Change:
        """Take back an answer that is kept aside."""
        if not self.sealed(seat):
            raise BadInput(lazy_gettext("there is nothing of yours to take back"))
        self.match.retract(seat)
        tables = self.match.view(seat).tables
        beat = Beat(self.feeds.tell(lambda _, feed: feed.show(tables, None), seat))
        return Change([Row("retract", written({"seat": seat}))], [beat])

    def must_take_back(self, seat: int) -> None:
        """BadInput says why the last choice of a seat cannot be taken back, agreed or not."""
        match, room = self.match, self.room
        moment = match.before_choice_of(seat) if self.begun else None
        if moment is None:
            raise BadInput(lazy_gettext("there is nothing of yours to take back"))
        if match.over or len(match.commitments) > moment.commitments or match.row.hand_number != moment.tables[0].hand_number:
            raise BadInput(lazy_gettext("the hand in which you chose is over"))
        since = [past.tables[0] for past in match.since(moment)] + [match.row]
        if any(room.is_quiet(row) or int(row.phase) in room.races for row in since):
            raise BadInput(lazy_gettext("no choice can be taken back if players answer in secret or at the same time"))

    def take_back(self, seat: int) -> Change:
        """Go back before the last choice of a seat and drop all later choices. Raise BadInput if that is not allowed."""
        self.must_take_back(seat)
        moment = self.match.before_choice_of(seat)
        while self.match.undo() and len(self.match.log) > moment.entries:  # type: ignore[union-attr]
            pass

        def text(feed: Feed) -> str:
            name = feed.names[seat]
            if name == "You":
                return lazy_gettext("You take back a choice")
            return lazy_gettext("{player} takes back a choice", player=name)

        order = self._order() or None
        beat = self._back(text, order)
        if self.gallery:
            self.gallery.go_back(self.match.tables, text, order)
        return Change([Row("take_back", written({"seat": seat}))], [beat], True)

    def finish(self) -> Change:
        """Play a decided game for one to its end. Raise BadInput if it is not decided."""
        if self.certain() < 0:
            raise BadInput(lazy_gettext("it is not decided yet"))
        change = Change(moved=True)
        while (code := self.certain()) >= 0:
            part = self._choose(Chosen(self.match.turn, (code,)))
            change.rows += part.rows
            change.beats += part.beats
        return change

    def drop(self) -> Change:
        """Move all cards that can go to the zone that the look calls `home`, in a game for one. Raise BadInput if none can."""
        self._alone(lazy_gettext("only in games for one are cards sent home"))
        change = Change(moved=True)
        self._send_home(change)
        if not change.rows:
            raise BadInput(lazy_gettext("no card can go home now"))
        return change

    def _send_home(self, change: Change, safe: bool = False) -> None:
        """Send cards home one after the other, and add that to a change. safe: only those that are not needed any more."""
        while (code := self._home_code(safe)) is not None:
            part = self._choose(Chosen(self.match.turn, (code,)))
            change.rows += part.rows
            change.beats += part.beats

    def _home_code(self, safe: bool) -> int | None:
        """A call that brings a card to the zone where all cards want to be."""
        home = speech.look(self.room).get("home")
        if home is None or not self.asked():
            return None
        seat = self.match.turn
        tables = masked(self.match.tables, seat)
        case = Case(View(self.game, seat, tables, None))
        for code in (code for run in self.game.entries(tables) for code in run if code >= speech.CARDS):
            move = move_of(self.room, code, seat)
            if move is not None and move.to == home and (not safe or reasons.is_spare(case, code)):
                return code
        return None

    def _from_home(self, chosen: Chosen) -> bool:
        """Whether a choice took a card back from where all cards want to be: it would be sent there again at once."""
        move = move_of(self.room, chosen.codes[0], chosen.seat)
        return move is not None and str(move.from_).partition(".")[0] == speech.look(self.room).get("home")

    def rewind(self, after: int) -> Change:
        """Once a game for one is over, go back to where its log had this many entries. It counts no more: by now the player may
        have seen all cards. BadInput if it is not over.
        """
        self._alone(lazy_gettext("only in games for one one goes back"))
        if not self.match.over:
            raise BadInput(lazy_gettext("the deal is not over"))
        self._reopen()
        while len(self.match.log) > max(0, after) and self.match.undo():
            pass
        beat = self._back(lazy_gettext("Back to an earlier move"))
        return Change([Row("rewind", written({"after": after}))], [beat], True)

    def mark(self, name: str = "") -> Change:
        """Set a bookmark here; without a name it gets the lowest free number. Raise BadInput if other people play too."""
        self._alone(lazy_gettext("only in games for one bookmarks are set"))
        return Change([Row("mark", written({"name": self.bookmarks.set(name)}))])

    def unmark(self, name: str) -> Change:
        """Remove a bookmark. Raise BadInput if there is none of this name."""
        self.bookmarks.drop(name)
        return Change([Row("unmark", written({"name": name}))])

    def go_to(self, name: str = "") -> Change:
        """Go to a bookmark; without a name, to the beginning. Raise BadInput if there is none of this name."""
        self._alone(lazy_gettext("only in games for one one goes back"))
        self._reopen()
        self._unseen = True
        try:
            self.bookmarks.go_to(name)
        finally:
            self._unseen = False
        text = lazy_gettext("Back to “{bookmark}”", bookmark=name) if name else lazy_gettext("Back to the beginning")
        beat = self._back(text)
        return Change([Row("goto", written({"name": name}))], [beat], True)

    def resume(self, rows: Sequence[Row]) -> None:
        """Bring a fresh match where its rows end. BadInput names the first row that cannot be."""
        script: list[Chance] = []
        at = 0
        try:
            for at, row in enumerate(rows, 1):  # noqa: B007  (the row that cannot be is named)
                script += [Chance(row.data)] if row.kind == "chance" else []
            with self.match.following(script):
                if rows:
                    self._begin(None)
                for at, row in enumerate(rows, 1):  # noqa: B007
                    self._again(row)
        except BadInput as error:
            raise BadInput(f"row {at}: {error}") from None
        if script:
            raise BadInput(lazy_gettext("there is more of chance than happened"))

    # what there is to see

    def asked(self) -> list[int]:
        """The seats that may answer now and have not."""
        return self.match.asked if self.begun else []

    def answered(self) -> list[int]:
        """Return who has answered when all are asked at once, if that is public: not in races, windows and quiet phases."""
        if not self.match.answers or not self.begun or self.match.window or self.racing() or self.quiet():
            return []
        return [seat for seat in asked_seats(self._row) if seat in self.match.answers]

    def racing(self) -> bool:
        """Whether a tick is open in which two race."""
        return self.begun and int(self._row["phase"]) in self.room.races and bool(self.match.asked)

    def quiet(self) -> bool:
        """Whether a phase goes on in which nobody may know who is asked."""
        return self.begun and bool(self.room.quiet) and not self.match.over and self.room.is_quiet(self._row)

    def window(self) -> list[int]:
        """The seats that an open window asks, in the rules' order, whether they have answered or not."""
        return self.match.window if self.begun else []

    def acted(self) -> list[int]:
        """Return who has answered in an open tick with more than "do nothing"."""
        return [seat for seat, answer in self.match.answers.items() if answer.codes != (self._silence(),)]

    def may_act(self, seat: int) -> bool:
        """Whether a seat that is asked in a tick may do anything."""
        return self.match.codes(seat) != [self._silence()]

    def table_for(self, seat: int) -> Tables:
        """Return a copy of the table on which a seat that is asked is on turn. Raise BadInput if it is not asked."""
        self._must_be_asked(seat)
        return self.match.table_for(seat)

    @brief
    def menu(self, seat: int, prefix: Sequence[str] = ()) -> Menu:
        """Return a seat's choices after some picks of a chain. Raise BadInput if it is not asked, or the rules forbid a pick."""
        tables = self.table_for(seat)
        phase = int(tables[0].phase)
        _, complete = pick(self.game, tables, prefix)
        seen = masked(tables, seat)
        found = [] if complete else self.game.entries(seen)
        if self.racing() and not self.guided:  # doing nothing needs no button where a clock runs
            found = [run for run in found if self._silence() not in run]
        entries = words.entries(self.game, found, seat, seen[0])
        places = [] if complete else chosen_from(self.room, self.game.seats, seat, int(tables[0].phase))
        text = speech.prompt(self.room, phase if complete else int(tables[0].phase))  # a chain may lead through several phases
        finish = not prefix and self.certain() >= 0
        note = self._note(phase, prefix)
        unordered = phase in self.room.unordered
        lets = "" if prefix or self.quiet() else self._lets(phase)
        n = self.feeds[seat].n
        return Menu(n, list(prefix), text, entries, complete, places, unordered, finish=finish, note=note, lets=lets)

    def _lets(self, phase: int) -> str:
        """The name of the answer that lets a window pass, if it is one."""
        return self.room.choice_name(self.room.windows[phase]) if phase in self.room.windows else ""

    @brief
    def by_chance(self, seat: int) -> list[int]:
        """The codes of a whole chain, each at random of what the seat may choose: for a bot that has no answer in time."""
        codes: list[int] = []
        while True:
            tables = self.match.table_for(seat)
            if pick(self.game, tables, codes)[1]:
                return codes
            runs = self.game.entries(masked(tables, seat))
            playing_on = [run for run in runs if self.room.resign not in run]
            codes.append(secrets.choice(secrets.choice(playing_on or runs)))

    def is_written(self, seat: int) -> bool:
        """Whether the choice that a seat is asked for may be written. BadInput if it is not asked."""
        return self._written(int(self.table_for(seat)[0].phase))

    def read(self, seat: int, text: str) -> list[str]:
        """The names of the chain that a seat's text stands for. BadInput says why it stands for none now."""
        if not self.is_written(seat):
            raise BadInput(lazy_gettext("nothing can be written here"))
        phase = int(self.table_for(seat)[0].phase)
        try:
            names: list[str] = self.room.writing.read(self.room.phases[phase], text, self.game.options)  # type: ignore[union-attr]
        except ValueError as error:
            raise BadInput(str(error)) from None
        pick(self.game, self.table_for(seat), names)
        return names

    def why(self, seat: int, choice: str | Move, prefix: Sequence[str] = ()) -> tuple[str, str, str]:
        """Say what forbids a choice, given by name or as a hand makes it: its name, the label of the paragraph and the text, both
        "" if nothing does. If no call moves as many cards, it is about the last of them.

        BadInput as `menu`, if no call is made so, and if the last card could go there alone.
        """
        tables = self.table_for(seat)
        if pick(self.game, tables, prefix)[1]:
            raise BadInput(lazy_gettext("the choice was complete before it"))
        codes = [self.game.code(choice)] if isinstance(choice, str) else calls_of(self.game, seat, choice)
        too_many = False
        if isinstance(choice, Move) and not codes:  # no call moves as many cards as this; could the last of them go there?
            too_many, codes = True, calls_of(self.game, seat, structs.replace(choice, cards=UNSET))
        if not codes:
            raise BadInput(lazy_gettext("this game has no such action"))
        seen = masked(tables, seat)
        # of several calls that a press may mean the one that is not out of the question now
        reasons = {code: int(steps.verdict_row(seen, 0, code)) for code in codes}
        if too_many and 0 in reasons.values():
            raise BadInput(lazy_gettext("these cards cannot go there together"))
        code = max(reasons, key=lambda code: (reasons[code] == 0, reasons[code]))
        name, reason = self.room.choice_name(code), reasons[code]
        if reason == 0:
            return name, "", ""
        return name, label(reason) if reason > 0 else "", explain(self.room, seen[0], reason)

    def about(self, seat: int, name: str, prefix: Sequence[str] = ()) -> str:
        """Return why a choice is refused, in a sentence about it; "" if the paragraph says it all. BadInput as `why`."""
        tables = self.table_for(seat)
        pick(self.game, tables, prefix)
        seen = masked(tables, seat)
        allowed = [code for run in self.game.entries(seen) for code in run]
        return sentence(self.game, table_view(self.game, seen), self.game.code(name), allowed)

    def certain(self) -> int:
        """Return the choice by which a decided game for one goes on, -1 if it is not decided."""
        if self.game.seats > 1 or not self.asked() or not heuristics.can_finish(self.room):
            return -1
        return int(heuristics.finish_row(masked(self.match.tables, self.match.turn), 0))

    def marks(self) -> Marks:
        """The bookmarks, the beginning first."""
        return Marks([Mark(name, choices, here) for name, choices, here in self.bookmarks.all()])

    def thought(self, seat: int, memory: bool = True, prefix: Sequence[str] = ()) -> View:
        """Return the input of a bot at this seat: its view after these picks of a chain and, if asked for, its memory. Raise
        BadInput if the seat is not asked, if the rules forbid a pick, or if nothing is left to choose.
        """
        tables = self.table_for(seat)
        if pick(self.game, tables, prefix)[1]:
            raise BadInput(lazy_gettext("the choice is complete"))
        return View(self.game, seat, masked(tables, seat).view(Records), self.match.memory.of(seat) if memory else None)

    def seals(self, first: int = 0) -> Seals:
        """The digests of the deals from the one with this index on."""
        return Seals([Seal(c.hand, c.digest) for c in self.match.commitments[first:]])

    def summary(self) -> dict[str, Any]:
        """Return how the match stands, for the lobby: nothing in it is hidden from anybody but who is asked in a quiet phase."""
        match = self.match
        found: dict[str, Any] = {"hand": int(self._row["hand_number"]), "asked": self.asked(), "over": match.over}
        found |= {"lesson": self.guided} if self.guide else {}
        return found | ({"winners": match.winners} if match.over else {})

    # inside

    @property
    def _row(self) -> Any:
        """The record of the table, read much faster than `Match.row`."""
        return plain(self.match.tables)

    def _written(self, phase: int) -> bool:
        return self.room.phases[phase] in speech.look(self.room).get("writing", {})

    def _note(self, phase: int, prefix: Sequence[str]) -> str:
        """Return the room's note about the picks so far, if they may be written."""
        if not self._written(phase):
            return ""
        return str(self.room.writing.note(self.room.phases[phase], prefix, self.game.options))  # type: ignore[union-attr]

    def _silence(self) -> int:
        return self.room.races[int(self._row["phase"])]

    def _must_be_asked(self, seat: int) -> None:
        if seat not in self.asked():
            if self.match.over:
                raise BadInput(lazy_gettext("the match is over"))
            if seat in self.match.answers:
                raise BadInput(lazy_gettext("you have answered; the others are still choosing"))
            raise BadInput(lazy_gettext("it is not your turn"))

    def _choose(self, chosen: Chosen) -> Change:
        """A choice that is allowed: made, or kept aside until the others have answered."""
        body = {"seat": chosen.seat, "names": self._names(chosen)} | ({"elapsed": chosen.elapsed} if chosen.elapsed else {})
        asked = self.match.window or asked_seats(self._row)
        others = [] if self.quiet() else [seat for seat in asked if seat != chosen.seat]
        role = self.guide.role(self.match, chosen) if self.guide else ""
        change = self._do(lambda: self.match.accept(chosen), Row("choice", written(body)))
        if self.guide:
            self.guide.note(self.match, role)
        if not change.moved:
            change.beats.append(self._beside(chosen.seat, others))
        return change

    def _close(self, answers: Sequence[Chosen]) -> Change:
        row = Row("close", written([[chosen.seat, self._names(chosen)] for chosen in answers]))
        late = self.match.asked if self.quiet() else []
        answered = {chosen.seat for chosen in answers}
        for seat in late:  # as if they had answered: the messages about the others' answers must not show that this one is late
            if seat not in answered:
                self.match.accept(Chosen(seat, (self.room.windows[int(self._row["phase"])],)))
        beats = [self._beside(seat, []) for seat in late]
        self._closing = True
        try:
            change = self._do(lambda: self.match.close(*answers), row)
        finally:
            self._closing = False
        return replace(change, beats=[*beats, *change.beats], moved=True)

    def _beside(self, seat: int, others: Sequence[int]) -> Beat:
        """Return the beat that a seat sees whose answer is kept aside."""
        if seat not in self.feeds:
            return Beat({})
        tables = self.match.view(seat).tables
        return Beat(self.feeds.tell(lambda _, feed: feed.show(tables, list(others)), seat))

    def _order(self) -> list[int]:
        """Return the seats that may answer, in a window."""
        return [asked for asked, _ in windows.in_order(self.room, self.match.tables)]

    def _back(self, text: str | Callable[[Feed], str], order: list[int] | None = None) -> Beat:
        """Return the beat in which all see the table as it was before. text: the line of the log about that, or makes it."""
        tables = copy_of(self.match.tables)
        self._time.go_back(tables, order)
        words = text if callable(text) else lambda feed: text
        return Beat(self.feeds.tell(lambda _, feed: feed.go_back(tables, words(feed), order)))

    def _names(self, chosen: Chosen) -> list[str]:
        return [self.room.choice_name(code) for code in chosen.codes]

    def _alone(self, done: str) -> None:
        if self.game.seats > 1 or not self.begun:
            raise BadInput(done)

    def _reopen(self) -> None:
        """Note that the match may go on after its end. Every way back comes through here."""
        self.reopened = self.reopened or self.match.over

    def _wind(self, act: Any, row: Row, nothing: str) -> Change:
        self._alone(lazy_gettext("only in games for one is a choice taken back"))
        self._reopen()
        self._change = Change(moved=True)
        beats = self._change.beats
        if not act():
            raise BadInput(nothing)
        if not beats:
            beats.append(self._back(TAKEN_BACK))
        return Change([row], beats, True)

    def _do(self, act: Any, row: Row | None) -> Change:
        """Do something to the match; the rows say what, and what chance added."""
        self._change = change = Change([row] if row else [])
        self.feeds.follow()
        match = self.match
        entries, commitments = len(match.log), len(match.commitments)
        act()
        change.made = [entry for entry in match.log[entries:] if isinstance(entry, Chosen)]
        change.rows += [Row("chance", written(entry.fields)) for entry in match.log[entries:] if isinstance(entry, Chance)]
        sealed = match.commitments[commitments:]
        change.rows += [Row("commit", written([c.hand, c.digest, c.salt])) for c in sealed]
        if sealed:
            change.beats.append(Beat({seat: [self.seals(commitments)] for seat in self.readers()}))
        change.moved = row is None or len(match.log) > entries
        return change

    def _watch(self, step: Step) -> None:
        """Tell every seat of a step."""
        if self._unseen:
            return
        step = attributed(self.game, step)
        if self.gallery:
            self.gallery.take(step, None)
        after, room, closing = plain(step.after), self.room, self._closing
        if room.is_quiet(after) and not after["over"]:  # the seats asked now or before see it
            # while answers are given to the table nobody is asked, until one of them is heard
            pause, account = self._time.take(quiet_step(room, step, NOBODY, closing), None)
            messages = self.feeds.tell(lambda seat, feed: feed.take(quiet_step(room, step, seat, closing), None))
        else:
            order = [seat for seat, _ in windows.in_order(room, step.after)] or None
            pause, account = self._time.take(step, order)
            messages = self.feeds.tell(lambda _, feed: feed.take(step, order))
        self._change.beats.append(Beat(messages, pause, account))

    def _again(self, row: Row) -> None:
        """Do what a row says once more."""
        acts: dict[str, Callable[[], object]] = {
            "choice": lambda: self._choose_again(row.data),
            "close": lambda: self._close([self._checked(seat, names) for seat, names in row.data]),
            "undo": self.undo,
            "redo": self.redo,
            "mark": lambda: self.mark(row.data.name),
            "unmark": lambda: self.unmark(row.data.name),
            "goto": lambda: self.go_to(row.data.name),
            "take_back": lambda: self.take_back(row.data.seat),
            "rewind": lambda: self.rewind(row.data.after),
            "lesson": lambda: self.learn(row.data.act),
            "retract": lambda: self.retract(row.data.seat),
            "commit": lambda: self.match.commitments.append(Commitment(*row.data)),
            "chance": lambda: None,
        }
        if row.kind not in acts:
            raise BadInput(f"{row.kind[:40]!r} is not a kind of row")
        acts[row.kind]()

    def _choose_again(self, row: ChoiceRow) -> None:
        self._must_be_asked(row.seat)
        self._choose(self._checked(row.seat, row.names, row.elapsed))

    def _checked(self, seat: int, choices: Sequence[str | int], elapsed: int = 0) -> Chosen:
        chosen = self.match.check(seat, choices, elapsed)
        if chosen is None:
            raise BadInput(lazy_gettext("the choice is incomplete"))
        return chosen


def attributed(game: Game, step: Step) -> Step:
    """Return the step as one of its player, if it carries out an action of a race: only then may others know who acted."""
    if not game.room.races or step.seat != NOBODY:
        return step
    done = [p for p in range(game.seats) if step.before[0].action[p] and not step.after[0].action[p]]
    return replace(step, seat=done[0], choice=int(step.before[0].action[done[0]])) if len(done) == 1 else step


def quiet_step(room: Room, step: Step, seat: int, closing: bool) -> Step:
    """A step into or within a quiet phase as a seat may know it: it is on turn if it is asked itself, otherwise nobody is.

    closing: whether answers are being given to the table; then nobody is asked until one of them is heard.
    """
    same = step.before[0].phase == step.after[0].phase
    waits = closing and same and not windows.noticed(step.before, step.after)
    order = [] if waits else [asked for asked, _ in windows.in_order(room, step.after)]
    after = step.after.copy()
    after[0].turn, after[0].asked = (seat if seat in order else NOBODY), 0
    return replace(step, after=after)
