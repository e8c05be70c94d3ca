"""A match at a live table: who may answer, what each seat is told, and the rows that bring it back after a restart.

Everything here is plain computing with no clock, no file and no socket; `tables.py` gives it those. What was done to the
match is a list of rows. Applied in order to a fresh match they give the same match and, because the messages are made on
the way, the same numbers of views, log and score sheet at every seat.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from parlour.bots import knowledge
from parlour.engine import speech, steps
from parlour.engine.errors import BadInput, IllegalChoice
from parlour.engine.game import Game
from parlour.engine.match import Chance, Chosen, Commitment, Match, Step, Tables, View, pick
from parlour.engine.rulebook import explain, label
from parlour.kit.layout import NOBODY

from . import words
from .moves import calls_of
from .streams import Stream, masked
from .views import asked_seats, chosen_from
from .wire import Mark, Marks, Menu, Message, Move, Seal, Seals

MOST_MARKS, LONGEST_MARK = 99, 40
WHERE_YOU_WERE = "where you were"
"""The bookmark that is set by itself when going to another leaves a way to which redoing would not lead back."""


@dataclass(frozen=True)
class Row:
    """One entry of a table's log on disk.

    kind: `chance` (fields that chance set), `commit` (the seal of a deal), `choice` (a seat's choice or chain), `answer`
    (kept aside until a window or a tick closes), `tick` (the answers of a race, carried out), `undo`, `redo`, `mark`, `unmark`,
    `goto` (bookmarks). body: JSON.
    """

    kind: str
    body: str = ""

    @property
    def data(self) -> Any:
        """The body, read."""
        return json.loads(self.body)


@dataclass
class Beat:
    """The messages of one step by seat (NOBODY: onlookers)."""

    messages: dict[int, list[Message]]
    ends_quiet: bool = False
    """A phase in which nobody may know who is asked has shown an effect; until then it takes its fixed time."""
    begins_quiet: bool = False


@dataclass
class Change:
    """What came of something done at the table: rows to keep, then messages to send."""

    rows: list[Row] = field(default_factory=list)
    beats: list[Beat] = field(default_factory=list)
    moved: bool = False
    """Whether the match went on, so that others may be asked now."""


@dataclass(frozen=True)
class Answer:
    """What a seat said in a window that is still open."""

    codes: tuple[int, ...]
    elapsed: int


class LiveMatch:
    """A match, what its seats were told, and the answers of an open window. `names`: by seat, as the others read them.

    deal: the number of a numbered deal, 0 for one that nobody can know.
    """

    def __init__(
        self, game: Game, names: Sequence[str], own: str = "You", live: bool = True, match: Match | None = None, deal: int = 0
    ) -> None:
        self.game, self.room = game, game.room
        self.match = match or (game.fresh(deal) if deal else game.fresh(live=live))
        self.match.watchers.append(self._watch)
        self.streams = {seat: Stream(game, seat, names, own, self.match.tables) for seat in range(NOBODY, game.seats)}
        self.answers: dict[int, Answer] = {}
        self.begun = False
        self._change = Change()
        self._window: list[tuple[int, Tables]] | None = None
        self._ways: dict[str, list[Chosen | Chance]] = {}
        self._unseen = False  # while going to a bookmark

    # what may be done

    def rename(self, seat: int, name: str) -> None:
        """Somebody sits down here, before the match begins."""
        for stream in self.streams.values():
            stream.rename(seat, name)

    def begin(self) -> Change:
        """The first deal."""
        self.begun = True
        return self._do(self.match.begin, None)

    def choose(self, seat: int, choices: Sequence[str | int], elapsed: int = 0) -> Change | None:
        """A seat's choice or whole chain; None where the chain is not whole yet. BadInput says why it is refused."""
        codes, whole = pick(self.game, self.scratch(seat), choices)
        if not whole:
            return None
        if self.racing():
            if self.asked() != [seat]:
                return self._keep(seat, codes, elapsed)
            self.answers[seat] = Answer(tuple(codes), elapsed)
            return self.close_race()
        if not self.window():
            raced = len(asked_seats(self.match.row)) > 1
            return self._play(seat, codes, elapsed if raced else 0)
        answers = {**self.answers, seat: Answer(tuple(codes), elapsed)}
        if self.closing(answers):
            self.answers = answers
            return self.close_window()
        return self._keep(seat, codes, elapsed)

    def closing(self, answers: dict[int, Answer]) -> bool:
        """Whether these answers settle the window. One in a quiet phase is always left open for its whole time."""
        if int(self.match.row.phase) in self.room.quiet:
            return False
        for seat, _ in self.window():
            if seat not in answers:
                return False
            if answers[seat].codes != (self._passing(),):
                return True
        return True

    def close_window(self, wished: Mapping[int, Sequence[int]] | None = None) -> Change:
        """Feed the answers in the rules' order; who has said nothing lets it pass. wished: answers of others, if they may."""
        change = Change()
        phase = int(self.match.row.phase)
        answers = {seat: Answer(tuple(codes), 0) for seat, codes in (wished or {}).items()} | self.answers
        self.answers = {}
        for seat in [seat for seat, _ in self.window()]:
            if self.match.over or self.match.turn != seat or int(self.match.row.phase) != phase:
                break
            answer = answers.get(seat, Answer((self._passing(),), 0))
            try:
                part = self._play(seat, answer.codes, 0)
            except IllegalChoice:
                part = self._play(seat, (self._passing(),), 0)
            change.rows += part.rows
            change.beats += part.beats
        change.moved = True
        return change

    def close_race(self) -> Change:
        """Carry out a tick: those who have not answered do nothing."""
        silent = Answer((self._silence(),), 0)
        return self._carry_out({seat: self.answers.get(seat, silent) for seat in self.match.asked})

    def undo(self) -> Change:
        """Take the last choice back. BadInput where there is none, or others sit at the table."""
        return self._wind(self.match.undo, Row("undo"), "there is nothing to take back")

    def redo(self) -> Change:
        """Make it again. BadInput where nothing was taken back."""
        return self._wind(self.match.redo, Row("redo"), "there is nothing to do again")

    def finish(self) -> Change:
        """Play a game for one that is decided to its end. BadInput where it is not decided."""
        if self.certain() < 0:
            raise BadInput("it is not decided yet")
        change = Change(moved=True)
        while (code := self.certain()) >= 0:
            part = self._play(self.match.turn, [code], 0)
            change.rows += part.rows
            change.beats += part.beats
        return change

    def mark(self, name: str = "") -> Change:
        """Set a bookmark here; without a name it gets the lowest number that is free. BadInput where others play too."""
        self._alone("bookmarks are set")
        name = name or next(text for text in map(str, range(1, MOST_MARKS + 3)) if text not in self._ways)
        if len(name) > LONGEST_MARK or not name.isprintable() or name != name.strip():
            raise BadInput(f"a bookmark's name has 1 to {LONGEST_MARK} characters on one line")
        if len(self._ways) >= MOST_MARKS and name not in self._ways:
            raise BadInput(f"there are {MOST_MARKS} bookmarks; take one away first")
        self._ways[name] = list(self.match.log)
        return Change([Row("mark", _json({"name": name}))])

    def unmark(self, name: str) -> Change:
        """Take a bookmark away. BadInput where there is none of this name."""
        if self._ways.pop(name, None) is None:
            raise BadInput(f"there is no bookmark {name!r}")
        return Change([Row("unmark", _json({"name": name}))])

    def go_to(self, name: str = "") -> Change:
        """Go to a bookmark, without a name to the beginning. BadInput where there is none of this name."""
        self._alone("one goes back")
        if name and name not in self._ways:
            raise BadInput(f"there is no bookmark {name!r}")
        here, way = list(self.match.log), self._ways[name] if name else self._beginning()
        if here[: len(way)] != way[: len(here)]:
            self._ways[WHERE_YOU_WERE] = here
        self._unseen = True
        try:
            self.match.go_to(way)
        finally:
            self._unseen = False
            self._window = None
        text = f"Back to “{name}”" if name else "Back to the beginning"
        beat = Beat({seat: stream.go_back(self.match.tables, text) for seat, stream in self.streams.items()})
        return Change([Row("goto", _json({"name": name}))], [beat], True)

    def resume(self, rows: Sequence[Row]) -> None:
        """Bring a fresh match where its rows end. BadInput names the first row that cannot be."""
        script = [Chance(row.data) for row in rows if row.kind == "chance"]
        with self.match.following(script):
            if rows:
                self.begin()
            for number, row in enumerate(rows):
                try:
                    self._again(row)
                except BadInput as error:
                    raise BadInput(f"row {number + 1}: {error}") from None
        if script:
            raise BadInput("there is more of chance than happened")

    # what there is to see

    def asked(self) -> list[int]:
        """The seats that may answer now and have not."""
        if not self.begun:
            return []
        if self.window():
            return [seat for seat, _ in self.window() if seat not in self.answers]
        return [seat for seat in self.match.asked if seat not in self.answers]

    def answered(self) -> list[int]:
        """Who has answered of those who are all asked at once, where that may be seen: not in races, windows and quiet phases."""
        row = self.match.row
        if not self.begun or self.window() or self.racing() or int(row.phase) in self.room.quiet:
            return []
        return [seat for seat in asked_seats(row) if seat not in self.match.asked]

    def racing(self) -> bool:
        """Whether a tick is open in which two race."""
        return self.begun and bool(self.match.asked) and int(self.match.row.phase) in self.room.races

    def acted(self) -> list[int]:
        """Who has answered in an open tick, and not by doing nothing."""
        return [seat for seat, answer in self.answers.items() if answer.codes != (self._silence(),)]

    def may_act(self, seat: int) -> bool:
        """Whether a seat that is asked in a tick may do anything."""
        return self.match.codes(seat) != [self._silence()]

    def window(self) -> list[tuple[int, Tables]]:
        """The seats an open window asks, in the rules' order, each with the table as it is if all before it let it pass."""
        if self._window is None:
            self._window = self._open(self.match.tables) if not self.match.over and self.begun else []
        return self._window

    def scratch(self, seat: int) -> Tables:
        """A copy of the table on which a seat that is asked is on turn. BadInput where it is not asked."""
        if seat not in self.asked():
            if self.match.over:
                raise BadInput("the match is over")
            if seat in self.answers or seat in asked_seats(self.match.row):
                raise BadInput("you have answered; the others are still choosing")
            raise BadInput("it is not your turn")
        tables: Tables = next((tables for s, tables in self.window() if s == seat), self.match.tables).copy()
        tables[0].turn = seat
        return tables

    def menu(self, seat: int, prefix: Sequence[str] = ()) -> Menu:
        """What a seat may choose after some picks of a chain. BadInput where it is not asked, or the rules forbid a pick."""
        tables = self.scratch(seat)
        phase = int(tables[0].phase)
        _, complete = pick(self.game, tables, prefix)
        seen = masked(tables, seat)
        found = [] if complete else self.game.entries(seen)
        if self.racing():  # doing nothing needs no button
            found = [run for run in found if self._silence() not in run]
        entries = words.entries(self.game, found, seat, seen[0])
        places = [] if complete else chosen_from(self.room, self.game.seats, seat, int(tables[0].phase))
        text = speech.prompt(self.room, phase if complete else int(tables[0].phase))  # a chain may lead through several phases
        finish = not prefix and self.certain() >= 0
        note = self._note(phase, prefix)
        unordered = phase in self.room.unordered
        return Menu(self.streams[seat].n, list(prefix), text, entries, complete, places, unordered, finish=finish, note=note)

    def read(self, seat: int, text: str) -> list[str]:
        """The names of the chain that a seat's text stands for. BadInput says why it stands for none now."""
        phase = int(self.scratch(seat)[0].phase)
        if not self._written(phase):
            raise BadInput("nothing can be written here")
        try:
            names: list[str] = self.room.writing.read(self.room.phases[phase], text, self.game.options)  # type: ignore[union-attr]
        except ValueError as error:
            raise BadInput(str(error)) from None
        pick(self.game, self.scratch(seat), names)
        return names

    def why(self, seat: int, choice: str | Move, prefix: Sequence[str] = ()) -> tuple[str, str, str]:
        """What forbids a choice, given by name or as a hand makes it: its name, the label of the paragraph and the text, both
        "" where nothing does.

        BadInput as `menu`, and where no call is made so.
        """
        tables = self.scratch(seat)
        if pick(self.game, tables, prefix)[1]:
            raise BadInput("the choice was complete before it")
        codes = calls_of(self.game, seat, choice) if isinstance(choice, Move) else [self.game.code(choice)]
        if not codes:
            raise BadInput("nothing is done so in this game")
        seen = masked(tables, seat)
        # of several calls that a press may mean the one that is not out of the question now
        reasons = {code: int(steps.verdict_row(seen, 0, code)) for code in codes}
        code = max(codes, key=lambda code: (reasons[code] == 0, reasons[code]))
        name, reason = self.room.choice_name(code), reasons[code]
        if reason == 0:
            return name, "", ""
        return name, label(reason) if reason > 0 else "", explain(self.room, seen[0], reason)

    def certain(self) -> int:
        """The choice by which a decided game for one goes on, -1 where it is not decided."""
        if self.game.seats > 1 or not self.asked() or not knowledge.can_finish(self.room):
            return -1
        return int(knowledge.finish_row(masked(self.match.tables, self.match.turn), 0))

    def marks(self) -> Marks:
        """The bookmarks, the beginning first."""
        ways = {"": self._beginning()} | self._ways
        here = self.match.log
        return Marks([Mark(name, sum(isinstance(e, Chosen) for e in way), way == here) for name, way in ways.items()])

    def thought(self, seat: int) -> View:
        """What a bot at this seat is given: its view and memory."""
        return View(self.game, seat, masked(self.scratch(seat), seat), self.match.memory.copy())

    def allows(self, seat: int, code: int) -> bool:
        """Whether a seat that is asked may choose this."""
        return int(steps.verdict_row(masked(self.scratch(seat), seat), 0, code)) == 0

    def seals(self, first: int = 0) -> Seals:
        """The digests of the deals from the one with this index on."""
        return Seals([Seal(c.hand, c.digest) for c in self.match.commitments[first:]])

    def summary(self) -> dict[str, Any]:
        """How the match stands, for the lobby: nothing in it is hidden from anybody but who is asked in a quiet phase."""
        match = self.match
        found: dict[str, Any] = {"hand": int(match.row.hand_number), "asked": self.asked(), "over": match.over}
        return found | ({"winners": match.winners} if match.over else {})

    # inside

    def _written(self, phase: int) -> bool:
        return self.room.phases[phase] in speech.look(self.room).get("writing", {})

    def _note(self, phase: int, prefix: Sequence[str]) -> str:
        """What the room says of the picks so far, where they may be written."""
        if not self._written(phase):
            return ""
        return str(self.room.writing.note(self.room.phases[phase], prefix, self.game.options))  # type: ignore[union-attr]

    def _passing(self) -> int:
        return self.room.windows[int(self.match.row.phase)]

    def _silence(self) -> int:
        return self.room.races[int(self.match.row.phase)]

    def _carry_out(self, answers: Mapping[int, Answer]) -> Change:
        """The answers of a tick, to the match at once: one row, and the steps that follow."""

        def play() -> None:
            for seat, answer in sorted(answers.items()):
                self.match.play(*answer.codes, seat=seat, elapsed=answer.elapsed)

        body = [[s, [self.room.choice_name(code) for code in a.codes], a.elapsed] for s, a in sorted(answers.items())]
        self.answers = {}
        return self._do(play, Row("tick", _json(body)))

    def _open(self, tables: Tables) -> list[tuple[int, Tables]]:
        """Who is asked in a window, found by letting it pass on a copy."""
        found: list[tuple[int, Tables]] = []
        phase = int(tables[0].phase)
        if phase not in self.room.windows or tables[0].turn == NOBODY or len(asked_seats(tables[0])) > 1:
            return found
        tables = tables.copy()
        while tables[0].turn != NOBODY and int(tables[0].phase) == phase and len(found) < self.game.seats:
            found.append((int(tables[0].turn), tables.copy()))
            steps.act_row(tables, 0, self.room.windows[phase])
        return found

    def _play(self, seat: int, codes: Sequence[int], elapsed: int) -> Change:
        names = [self.room.choice_name(code) for code in codes]
        body = {"seat": seat, "names": names} | ({"elapsed": elapsed} if elapsed else {})
        self.answers = {}
        change = self._do(lambda: self.match.play(*codes, seat=seat, elapsed=elapsed), Row("choice", _json(body)))
        if not change.moved:  # sealed: the others are still choosing
            asked = [other for other in asked_seats(self.match.row) if other != seat]
            self._tell(seat, self.match.view(seat).tables, asked, change)
        return change

    def _keep(self, seat: int, codes: Sequence[int], elapsed: int) -> Change:
        """An answer in a window or a tick that is not settled yet."""
        names = [self.room.choice_name(code) for code in codes]
        change = Change([Row("answer", _json({"seat": seat, "names": names, "elapsed": elapsed}))])
        self.answers[seat] = Answer(tuple(codes), elapsed)
        order = [] if int(self.match.row.phase) in self.room.quiet else [s for s, _ in self.window()] or self.match.asked
        self._tell(seat, masked(self.match.tables, seat), [s for s in order if s != seat], change)
        return change

    def _tell(self, seat: int, tables: Tables, asked: list[int], change: Change) -> None:
        change.beats.append(Beat({seat: self.streams[seat].show(tables, asked)}))

    def _alone(self, done: str) -> None:
        if self.game.seats > 1 or not self.begun:
            raise BadInput(f"only in games for one {done}")

    def _beginning(self) -> list[Chosen | Chance]:
        log = self.match.log
        return log[: next((k for k, entry in enumerate(log) if isinstance(entry, Chosen)), len(log))]

    def _wind(self, act: Any, row: Row, nothing: str) -> Change:
        self._alone("is a choice taken back")
        self._change = Change(moved=True)
        beats = self._change.beats
        if not act():
            raise BadInput(nothing)
        self._window = None
        if not beats:
            beats.append(Beat({seat: stream.go_back(self.match.tables) for seat, stream in self.streams.items()}))
        return Change([row], beats, True)

    def _do(self, act: Any, row: Row | None) -> Change:
        """Do something to the match; the rows say what, and what chance added."""
        self._change = change = Change([row] if row else [])
        match = self.match
        entries, commitments = len(match.log), len(match.commitments)
        try:
            act()
        finally:
            self._window = None
        change.rows += [Row("chance", _json(entry.fields)) for entry in match.log[entries:] if isinstance(entry, Chance)]
        sealed = match.commitments[commitments:]
        change.rows += [Row("commit", _json([c.hand, c.digest, c.salt])) for c in sealed]
        if sealed:
            change.beats.append(Beat({seat: [self.seals(commitments)] for seat in self.streams}))
        change.moved = row is None or len(match.log) > entries
        return change

    def _watch(self, step: Step) -> None:
        """Tell every seat of a step."""
        if self._unseen:
            return
        row = step.after[0]
        step = self._as_told(step)
        order = [seat for seat, _ in self._open(step.after)]
        before_quiet, quiet = (int(tables[0].phase) in self.room.quiet for tables in (step.before, step.after))
        messages = {}
        for seat, stream in self.streams.items():
            asked = None if not order else order if not quiet else [seat] if seat in order else []
            messages[seat] = stream.take(step, asked)
        shown = bool(messages[NOBODY])
        ends = before_quiet and (shown or not quiet)
        self._change.beats.append(Beat(messages, ends, quiet and not row.over and (shown or not before_quiet)))

    def _as_told(self, step: Step) -> Step:
        """In a race the step that carries out somebody's action, and only then may be known, is told as theirs."""
        if not self.room.races or step.seat != NOBODY:
            return step
        done = [p for p in range(self.game.seats) if step.before[0].action[p] and not step.after[0].action[p]]
        return replace(step, seat=done[0], choice=int(step.before[0].action[done[0]])) if len(done) == 1 else step

    def _again(self, row: Row) -> None:
        """Do what a row says once more."""
        if row.kind == "choice":
            data = row.data
            self._play(data["seat"], [self.game.code(name) for name in data["names"]], data.get("elapsed", 0))
        elif row.kind == "answer":
            data = row.data
            self._keep(data["seat"], [self.game.code(name) for name in data["names"]], data["elapsed"])
        elif row.kind == "tick":
            answers = {s: Answer(tuple(self.game.code(name) for name in names), ms) for s, names, ms in row.data}
            self._carry_out(answers)
        elif row.kind == "undo":
            self.undo()
        elif row.kind == "redo":
            self.redo()
        elif row.kind == "mark":
            self.mark(row.data["name"])
        elif row.kind == "unmark":
            self.unmark(row.data["name"])
        elif row.kind == "goto":
            self.go_to(row.data["name"])
        elif row.kind == "commit":
            self.match.commitments.append(Commitment(*row.data))
        elif row.kind != "chance":
            raise BadInput(f"{row.kind!r} is no kind of row")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
