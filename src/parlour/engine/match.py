"""A match: one table, played by choices in text or code. Everything that happened is its list of choices.

    game = parlour.game("schnapsen", target_vp=9)
    match = game.start(seed=7)
    match.turn, match.choices()
    match.play("K♠")

The real table changes only when a whole chain is in, and where several seats are asked at once when the last has answered.
A live table also asks all at once who may press in a window (`at_once`); there time can be up (`close`).
"""

from __future__ import annotations

import secrets
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from parlour.kit.layout import DEAL, NOBODY, copy_of
from parlour.machine import in_a_hurry

from . import positions, steps, windows
from .ahead import Ahead
from .deals import Commitment, PastDeals, dealt_by, digest
from .errors import BadInput
from .picks import pick
from .rulebook import explain, label
from .soundness import check_asked, check_table, check_trick, check_with_rules
from .state import State
from .view import Tables, View

if TYPE_CHECKING:
    from .game import Game
    from .memory import Memory


OFTEN = 200
"""Choices at a game, of all its matches, after which plain play is made on light states, which have to be compiled."""
PLAYED: weakref.WeakKeyDictionary[Game, int] = weakref.WeakKeyDictionary()
"""The number of choices made on the tables of a game's matches. The game does not hold it: views lead there, and it would reveal
whether others have chosen."""


@dataclass(frozen=True)
class Step:
    """One change of the table: a choice of a seat, or what happened by itself (seat and choice NOBODY)."""

    before: Tables
    after: Tables
    seat: int
    choice: int
    shuffled: bool
    """Whether chance was in it; a deal from a pack that is not shuffled has none."""


@dataclass(frozen=True)
class Chosen:
    """A log entry: a seat's whole chain of choices, with the milliseconds it took where that matters."""

    seat: int
    codes: tuple[int, ...]
    elapsed: int = 0


@dataclass(frozen=True)
class Chance:
    """A log entry: the fields that a step set in which the random state moved."""

    fields: dict[str, Any]


@dataclass(frozen=True)
class Objection:
    """Why a choice is not allowed. `paragraph` says which paragraph of the rulebook's source forbids it, below 0 a reason of the
    house; `text` is for people and begins with the number in print, which depends on the house rules: "Rule 2: ..."."""

    paragraph: int
    text: str

    @property
    def label(self) -> str:
        """The identifier of the paragraph, `R5`, the same under all house rules; nothing for a reason of the house."""
        return label(self.paragraph) if self.paragraph > 0 else ""


@dataclass
class Moment:
    """A state of the match that undo can go back to."""

    tables: Tables
    entries: int
    commitments: int


class Match:
    """A match of a game. Made by `Game.start`, `Game.position` or `parlour.replay`.

    live: randomness comes from the operating system before every choice, so that nothing dealt later can be predicted; otherwise
    from the seed, the match number and the hand. at_once: a window asks all seats that may press in it at once, not one after
    another, and a quiet phase lasts until `close`.

    >>> import parlour
    >>> match = parlour.game("schnapsen", target_vp=9).start(seed=7)
    >>> match
    parlour.game('schnapsen', target_vp=9).start(seed=7)
    >>> match.play(match.choices()[0])
    >>> eval(repr(match)).position() == match.position()
    True
    """

    plays_ahead = True
    """Whether choices may be made on a light state first (see `_go_ahead`)."""

    def __init__(
        self,
        game: Game,
        tables: Tables,
        seed: int = 0,
        number: int = 0,
        live: bool = False,
        *,
        at_once: bool = False,
        start_position: str | None = None,
        watchers: Sequence[Callable[[Step], None]] = (),
        memory: Memory | None = None,
    ) -> None:
        self.game, self.seed, self.number, self.live, self.start_position = game, seed, number, live, start_position
        self.at_once = at_once
        self.commitments: list[Commitment] = []
        self.redealt: PastDeals | None = None
        """Of a live match: deals that are dealt again."""
        self._tables, self._origin = tables, copy_of(tables)
        self._log: list[Chosen | Chance] = []
        self._watchers = list(watchers)
        self._picks: dict[int, list[int]] = {}
        self._aside: dict[int, Chosen] = {}
        self._window: list[tuple[int, Tables]] | None = None
        self._past: list[Moment] = []
        self._future: list[tuple[list[Chosen], list[Chance]]] = []
        self._memory = memory
        self._script: list[Chance] | None = None
        self._rigged = False
        self._ahead: Ahead | None = None

    def __repr__(self) -> str:
        """How to have it again: by its seed before the first choice, then the table as it stands."""
        begun = self.live or self._rigged or self.start_position is not None
        if begun or any(isinstance(entry, Chosen) for entry in self.log):
            return f"{self.game!r}.match_from({positions.fields_of(self.game.room, self.row)!r})"
        number = f", number={self.number}" if self.number else ""
        return f"{self.game!r}.start(seed={self.seed}{number})"

    # the whole table and what happened at it, for which choices made ahead are made here too

    @property
    def tables(self) -> Tables:
        """The table itself, hidden cards and all: a record array of shape (1,)."""
        self._catch_up()
        return self._tables

    @tables.setter
    def tables(self, tables: Tables) -> None:
        self._catch_up()
        self._tables = tables

    @property
    def origin(self) -> Tables:
        """A copy of the table that the match was made with."""
        return copy_of(self._origin)

    @property
    def is_ahead(self) -> bool:
        """Whether choices have been made on a light state and not yet on the table (see `_go_ahead`)."""
        return self._ahead is not None

    @property
    def log(self) -> list[Chosen | Chance]:
        """All that was chosen and all that chance set, in order: `Chosen` and `Chance` entries."""
        self._catch_up()
        return self._log

    @property
    def watchers(self) -> list[Callable[[Step], None]]:
        """Functions that are called with a `Step` after each change of the table. Append to the list to watch."""
        self._catch_up()
        return self._watchers

    @property
    def row(self) -> Any:
        """The record of the table, hidden cards and all: `match.row.trick` is a field of the rules."""
        return self.tables[0]

    # what there is to see

    @property
    def turn(self) -> int:
        """The seat to choose next (the first of those asked who have not answered), NOBODY when the match is over."""
        if self._ahead is not None:
            return self._ahead.state.player
        waiting = self.asked
        return waiting[0] if waiting else NOBODY

    @property
    def asked(self) -> list[int]:
        """The seats that may choose now."""
        if self._ahead is not None:
            return [] if self._ahead.state.over else [self._ahead.state.player]
        row = self.row
        if row.over or row.turn == NOBODY:
            return []
        asked = int(row.asked) | 1 << int(row.turn)
        seats = self.window or [p for p in range(int(row.seats)) if (asked >> p) & 1]
        return [p for p in seats if p not in self._aside]

    @property
    def window(self) -> list[int]:
        """The seats that an open window asks at once, in the rules' order, whether they have answered or not."""
        return [seat for seat, _ in self._open_window()]

    @property
    def answers(self) -> Mapping[int, Chosen]:
        """Answers by seat that are kept aside until the others have answered too, or time is up."""
        return self._aside

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.row.over) if self._ahead is None else self._ahead.state.over

    @property
    def phase(self) -> str:
        """The name of the phase, as the room declares it."""
        return self.game.room.phases[int(self.row.phase)]

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.game.seats

    @property
    def score(self) -> list[int]:
        """The scores by seat, as the score sheet shows them."""
        if self._ahead is not None:
            return self._ahead.state.score
        return [int(score) for score in self.row.score[: self.seats]]

    @property
    def payoff(self) -> list[float]:
        """The results by seat, in the unit of the game's payoff; zeros until the match is over."""
        if self._ahead is not None:
            return self._ahead.state.payoffs
        return [float(payoff) for payoff in self.row.payoff[: self.seats]]

    @property
    def winners(self) -> list[int]:
        """The seats that have won, as the rules say; none while the match is not over, or if nobody has won."""
        return positions.seats_of(int(self.row.winners) if self._ahead is None else self._ahead.state.winners)

    @property
    def memory(self) -> Memory:
        """The memory of every seat, computed from the whole log when first asked for, then kept up to date. It holds the true
        table: `view` copies one seat's part."""
        self._catch_up()
        if self._memory is None:
            self._memory = self._remember()
        return self._memory

    def view(self, seat: int, memory: bool = False) -> View:
        """Return what a seat sees; if it is asked, it is on turn there. seat: the viewer; NOBODY (-1) for a spectator. memory:
        whether the view has what the seat remembers. A seat that has answered while others are still asked sees its own answer on
        the table, except in windows and races: there it may come to nothing."""
        front = self._ahead.state if self._ahead is not None else None
        if front is not None and not memory and not front.elsewhere and (seat == front.player or not front.chain):
            return front.view(seat)
        room, waits = self.game.room, seat in self.asked
        tables = self.table_for(seat) if waits else copy_of(self.tables)
        if seat in self._aside and not self.window and int(self.row.phase) not in room.races:
            tables[0].turn = seat
            for code in self._aside[seat].codes:
                steps.act_row(tables, 0, code)
        elif self.window and not waits and room.is_quiet(self.row):
            tables[0].turn, tables[0].asked = NOBODY, 0  # also for who is first in order: all who are asked are asked alike
        elif seat in self._aside:  # whether the others have answered is not known
            others = [p for p in self.window[:2] or positions.seats_of(int(self.row.asked)) if p != seat]
            tables[0].turn, tables[0].asked = others[0] if others else NOBODY, sum(1 << p for p in others)
        steps.mask_row(tables, 0, seat)
        return View(self.game, seat, tables, self.memory.of(seat) if memory else None)

    def codes(self, seat: int | None = None) -> list[int]:
        """Return the codes of everything that a seat may choose after the picks it has made, giving up included. seat: the seat
        on turn by default."""
        if self._ahead is not None and seat in (None, self._ahead.state.player):
            codes, resign = self._ahead.state.legal(), self._ahead.state.resign
            return [*codes, resign] if resign >= 0 and resign not in codes else [*codes]
        if not self.asked:
            return []
        return self.game.menu(self.table_for(seat))

    def menu(self, seat: int | None = None) -> list[int]:
        """Return what the seat (default: on turn) may choose next as the rules write it, without giving up. See
        `Game.packed_menu`."""
        if self._ahead is not None and seat in (None, self._ahead.state.player):
            return self._ahead.state.menu
        return self.game.packed_menu(self.table_for(seat)) if self.asked else []

    def choices(self, seat: int | None = None) -> list[str]:
        """Return the names of everything that a seat may choose, in the order of `codes`. seat: the seat on turn by default."""
        return [self.game.room.choice_name(code) for code in self.codes(seat)]

    def picks(self, seat: int) -> list[int]:
        """Return the codes that a seat has picked of a chain that is not complete. seat: any seat."""
        if self._ahead is not None and seat == self._ahead.state.player:
            return list(self._ahead.picks)
        return list(self._picks.get(seat, ()))

    @property
    def unfinished(self) -> bool:
        """Whether somebody has begun a chain and has not completed it."""
        return bool(self._picks or (self._ahead is not None and self._ahead.picks))

    def why_not(self, choice: str | int, seat: int | None = None) -> Objection | None:
        """Return what forbids a choice now, or None if it is allowed. choice: its name or its code. seat: the seat on turn by
        default. BadInput: the game has no such choice, or the seat is not asked."""
        code = self.game.code(choice)
        reason = int(steps.verdict_row(self.table_for(seat), 0, code))
        return Objection(reason, explain(self.game.room, self.row, reason)) if reason else None

    def table_for(self, seat: int | None = None) -> Tables:
        """A copy of the whole table, hidden cards and all, on which a seat that is asked (default: on turn) chooses: it is on
        turn there and has made the picks of its unfinished chain. BadInput if it is not asked."""
        seat = self._mover(seat)
        tables: Tables = copy_of(next((tables for p, tables in self._open_window() if p == seat), self.tables))
        tables[0].turn = seat
        for code in self._picks.get(seat, ()):
            steps.act_row(tables, 0, code)
        return tables

    def position(self) -> str:
        """Return the whole table as a position, hidden cards and all."""
        return self.game.write_position(self.tables)

    def record(self) -> str:
        """Return the match so far as a record that `parlour.replay` reads. It shows every card, so it is for after the match."""
        from .records import write_record

        return write_record(self)

    # what changes it

    def play(self, *choices: str | int, seat: int | None = None, elapsed: int = 0, until: str | None = None) -> None:
        """Make one or more choices of one chain, and go on to the next choice. choices: names or codes. seat: the seat on turn by
        default. elapsed: the milliseconds it took, in a race. until: see `settle`. IllegalChoice: which paragraph forbids a
        choice; then nothing has changed. BadInput: the seat is not asked."""
        if elapsed == 0 and until is None and self._go_ahead(choices, seat):
            return
        seat = self._mover(seat)
        picks, whole = pick(self.game, self.table_for(seat), choices)
        picks = [*self._picks.get(seat, ()), *picks]
        if whole:
            self.accept(Chosen(seat, tuple(picks), elapsed), until)
        else:
            self._picks[seat] = picks

    def check(self, seat: int, choices: Sequence[str | int], elapsed: int = 0) -> Chosen | None:
        """Return the answer that these choices make, for `accept`, or None if the chain is not complete yet. seat: that chooses.
        choices: names or codes. elapsed: the milliseconds it took. IllegalChoice: as by `play`."""
        picks, whole = pick(self.game, self.table_for(seat), choices)
        return Chosen(seat, (*self._picks.get(seat, ()), *picks), elapsed) if whole else None

    def accept(self, chosen: Chosen, until: str | None = None) -> None:
        """Make a choice that is known to be allowed. chosen: from `check`. until: see `settle`."""
        self._catch_up()
        self._picks.pop(chosen.seat, None)
        self._future.clear()
        self._take(chosen, until)

    def close(self, *answers: Chosen) -> None:
        """End a window, a race or a quiet phase whose time is up; a seat that has not answered lets it pass. answers: to be added
        to those given. BadInput: nothing waits for the time."""
        room, phase = self.game.room, int(self.row.phase)
        for answer in answers:
            self._aside.setdefault(answer.seat, answer)
        if self.asked and phase in room.races:
            for seat in self.asked:
                self._aside[seat] = Chosen(seat, (room.races[phase],))
        elif not self.window and not self._stands():
            raise BadInput("nothing waits for the time")
        self._carry_out(None)

    def take_back(self, seat: int | None = None) -> None:
        """Forget the picks of a chain that is not complete. seat: the seat on turn by default."""
        self._catch_up()
        self._picks.pop(self._mover(seat), None)

    def undo(self) -> bool:
        """Go back before the last choice, or those of all who were asked at once; False if there is none. The same cards lie
        where they lay."""
        self._catch_up()
        if not self._past:
            return False
        moment = self._past.pop()
        undone = self.log[moment.entries :]
        chances = [entry for entry in undone if isinstance(entry, Chance)]
        chosen = [entry for entry in undone if isinstance(entry, Chosen)]
        self._future.append((chosen, chances))
        del self.log[moment.entries :]
        del self.commitments[moment.commitments :]
        self.tables, self._window = moment.tables, None
        self._picks.clear()
        self._aside.clear()
        self._memory = None
        return True

    def before_choice_of(self, seat: int) -> Moment | None:
        """Return the moment before a seat's last choice, to which repeated `undo` leads; None if it has made no choice."""
        end = len(self.log)
        for moment in reversed(self._past):
            if any(isinstance(entry, Chosen) and entry.seat == seat for entry in self._log[moment.entries : end]):
                return moment
            end = moment.entries
        return None

    def since(self, moment: Moment) -> list[Moment]:
        """Return the moments to which `undo` leads, back to `moment`, the oldest first."""
        return [past for past in self._past if past.entries >= moment.entries]

    def retract(self, seat: int) -> bool:
        """Forget an answer that is kept aside until others have answered; False if there is none."""
        return self._aside.pop(seat, None) is not None

    def redo(self) -> bool:
        """Make again what was undone last, with the same chance. Return False if there is nothing to redo."""
        self._catch_up()
        if not self._future:
            return False
        chosen, chances = self._future.pop()
        with self.following(list(chances)):
            for each in chosen:
                self._take(each)
        return True

    def stand_as(self, other: Match) -> None:
        """Take over the position of `other`, a match of the same game, with its unfinished and kept answers but not its log."""
        self.tables[:] = other.tables
        self._picks = {seat: list(picks) for seat, picks in other._picks.items()}
        self._aside = dict(other._aside)
        self._window = None

    @contextmanager
    def following(self, script: list[Chance]) -> Iterator[None]:
        """Return a context in which chance sets what a script says. script: entries of another log, in order; those that are used
        are taken off the list. BadInput: the script has run out."""
        before, self._script = self._script, script
        try:
            yield
        finally:
            self._script = before

    def happen(self, fields: Mapping[str, Any]) -> None:
        """Make the next step that nobody chooses, with given fields in place of what chance would set. fields: of the table after
        the step, for example a shuffle that was recorded elsewhere."""
        after = copy_of(self.tables)
        steps.step_row(after, 0, self._seed(), self.number)
        positions.set_fields(self.game.room, after[0], fields)
        with self.following([Chance(self._difference(self.tables, after))]):
            self._change(NOBODY, NOBODY)

    def retrace(self, watcher: Callable[[Step], None]) -> None:
        """Play the log again on a second table. watcher: called with a `Step` after each change, from the first on."""
        twin = Match(self.game, copy_of(self._origin), start_position=self.start_position, watchers=[watcher])
        replay_log(twin, self.log)

    def go_to(self, way: Sequence[Chosen | Chance]) -> None:
        """Go where another log of this match led: back to where the two part, then on by the same choices and chance. way: the
        log. What lies ahead on the same way can still be redone."""
        pairs = zip(self.log, way, strict=False)
        common = next((k for k, (one, other) in enumerate(pairs) if one != other), min(len(self.log), len(way)))
        while len(self.log) > common and self.undo():
            pass
        ahead = list(way[len(self.log) :])
        while ahead:
            chosen = ahead.pop(0)
            assert isinstance(chosen, Chosen)
            chances: list[Chance] = []
            while ahead and isinstance(entry := ahead[0], Chance):
                chances.append(entry)
                ahead.pop(0)
            if self._future and self._future[-1] == ([chosen], chances):
                self._future.pop()
            else:
                self._future.clear()
            with self.following(chances):
                self._take(chosen)

    # ahead

    def _go_ahead(self, choices: Sequence[str | int], seat: int | None) -> bool:
        """Make the choices on a light state; False, and nothing has happened, if they have to be made here.

        The log, undo and all that watches cost a hundred times what a choice costs. So a game that is played much goes on without
        them as long as no one asks for them: the choices made ahead are kept, and made again here when somebody does
        (`_catch_up`). What is not plain play is made here in any case: several who are asked at once, races, choices that are
        refused.
        """
        if self._ahead is not None and self._ahead.state.elsewhere:
            self._catch_up()
        ahead = self._ahead or self._new_ahead()
        if ahead is None or seat not in (None, ahead.state.player):
            return False
        try:
            codes = [self.game.code(choice) for choice in choices]
        except BadInput:
            codes = []
        if not ahead.make(codes):
            self._catch_up()
            return False
        self._ahead = ahead
        if not ahead.picks:
            self._future.clear()
        return True

    def _plain(self) -> bool:
        """Whether nothing needs every step of the table as it happens, and the game is played so much that a light state pays."""
        if PLAYED.get(self.game, 0) < OFTEN or in_a_hurry() or self.game.room.races or not self.plays_ahead:
            return False
        if self.live or self.at_once or self.start_position is not None or self._script is not None:
            return False
        return not self._watchers and self._memory is None and not self._picks and not self._aside

    def _new_ahead(self) -> Ahead | None:
        """The table as a light state; None if choices have to be made on it."""
        PLAYED[self.game] = PLAYED.get(self.game, 0) + 1
        row = self._tables[0]
        if not self._plain() or row.turn == NOBODY or row.over:
            return None
        return Ahead.of(State(self.game, self.seed, self.number, self._tables), begins=False)

    def _catch_up(self) -> None:
        """Make here what was chosen ahead."""
        if self._ahead is None:
            return
        ahead, self._ahead = self._ahead, None
        if ahead.begins:
            self._begin()
        for seat, codes in ahead.made:
            self._take(Chosen(seat, codes))
        if ahead.picks:
            self._picks[self.turn] = ahead.picks

    # inside

    def _mover(self, seat: int | None) -> int:
        asked = self.asked
        if not asked:
            raise BadInput("the match is over" if self.over else "nobody is asked")
        if seat is None:
            return asked[0]
        if seat not in asked:
            raise BadInput(f"seat {seat} is not asked now")
        return seat

    def _open_window(self) -> list[tuple[int, Tables]]:
        if not self.at_once or self.over:
            return []
        if self._window is None:
            self._window = windows.in_order(self.game.room, self.tables)
        return self._window

    def _stands(self) -> bool:
        """Whether the table stands in a quiet phase that asks nobody, until its time is over."""
        return self.at_once and windows.stands(self.game.room, self.tables, self._seed(), self.number)

    def _take(self, chosen: Chosen, until: str | None = None) -> None:
        self._aside[chosen.seat] = chosen
        if self._settled():
            self._carry_out(until)

    def _settled(self) -> bool:
        """Whether nothing that may still be answered counts. In a quiet phase only the time says so."""
        order = self.window
        if not order:
            return not self.asked
        if self.game.room.is_quiet(self.row):
            return False
        passing = (self.game.room.windows[int(self.row.phase)],)
        pressed = next((k for k, p in enumerate(order) if p not in self._aside or self._aside[p].codes != passing), len(order))
        return pressed == len(order) or order[pressed] in self._aside

    def _carry_out(self, until: str | None) -> None:
        """Give the answers to the table, then let happen what nobody chooses."""
        self._past.append(Moment(copy_of(self.tables), len(self.log), len(self.commitments)))
        answers, self._aside = self._aside, {}
        order, leaving = self.window, int(self.row.phase) if self.game.room.is_quiet(self.row) else NOBODY
        heard = self._in_order(order, answers) if order else False
        if not order:
            for seat in sorted(answers):
                self._make(answers[seat])
        self.row.elapsed = 0
        try:
            self.settle(until, NOBODY if heard else leaving)
        except BadInput as error:
            if self.start_position is None:
                raise
            names = ", ".join(self.game.room.choice_name(code) for seat in sorted(answers) for code in answers[seat].codes)
            raise BadInput(f"after {names} the position cannot be played on, so the one before cannot exist: {error}") from None

    def _in_order(self, order: Sequence[int], answers: Mapping[int, Chosen]) -> bool:
        """Play the answers of a window in the rules' order, up to the first that is heard; then the others are asked again.
        Return whether one was heard."""
        room, phase, quiet = self.game.room, int(self.row.phase), self.game.room.is_quiet(self.row)
        passing = Chosen(NOBODY, (room.windows[phase],))
        for seat in order:
            if self.over or int(self.row.turn) != seat or int(self.row.phase) != phase:
                break
            before, codes = copy_of(self.tables), answers.get(seat, passing).codes
            if steps.verdict_row(before, 0, codes[0]):  # a silent answer before it can have changed what is allowed
                codes = passing.codes
            self._make(Chosen(seat, codes))
            if windows.noticed(before, self.tables) if quiet else codes != passing.codes:
                return True
        return False

    def _make(self, answer: Chosen) -> None:
        self.log.append(answer)
        self.row.turn = answer.seat
        self.row.elapsed = answer.elapsed
        for code in answer.codes:
            self._fresh_bits()
            self._change(answer.seat, code)

    def begin(self, script: list[Chance] | None = None) -> None:
        """Begin the match: draw the first dealer by lot and deal. Called once, by the code that makes the match. script: what
        chance sets, instead of by the seed."""
        if script is not None:
            self._rigged = True
            with self.following(script):
                self.begin()
            return
        if self._plain():
            self._ahead = Ahead.of(State(self.game, self.seed, self.number), begins=True)
        if self._ahead is None:
            self._begin()

    def _begin(self) -> None:
        blank = copy_of(self.tables)
        if self._scripted(blank):
            self.settle()
            return
        steps.begin_row(self.tables, 0, self._seed(), self.number)
        if self.redealt:
            positions.set_fields(self.game.room, self.row, self.redealt.lots)
        self.log.append(Chance(self._difference(blank, self.tables)))
        self.settle()

    def settle(self, until: str | None = None, leaving: int = NOBODY) -> None:
        """Let happen what nobody chooses, until somebody is asked, the match is over or the phase of this name is reached. until:
        the name of a phase; None: stop at none. leaving: the number of a quiet phase whose time is over, if windows ask all at
        once; otherwise the match stands in a quiet phase."""
        met = b""
        for taken in range(steps.MOST_STEPS):
            if self.over or self.row.turn != NOBODY or self.phase == until:
                self._check_asked()
                return
            if int(self.row.phase) != leaving:
                leaving = NOBODY
                if self._stands():
                    return
            if self.start_position is not None:
                check_with_rules(self.game.room, self.row)  # a position may lack what only this step needs
            before = copy_of(self.tables) if leaving != NOBODY else None
            self._change(NOBODY, NOBODY)
            if before is not None and windows.noticed(before, self.tables):
                leaving = NOBODY
            if self.tables.tobytes() == met:
                break
            if taken & (taken + 1) == 0:  # a table to look out for, an older one ever more seldom
                met = self.tables.tobytes()
        raise BadInput("nobody is ever asked again: the position cannot be played on")

    def _check_asked(self) -> None:
        """Check that the match can go on: a start position may lead to states that never arise in play. BadInput if no seat has a
        choice.
        """
        if self.start_position is None or self.over or self.row.turn == NOBODY:
            return
        check_asked(self.game.room, self.row)
        if not self.game.entries(self.tables):
            check_trick(self.game.room, self.row)  # it may say why
            raise BadInput(f'turn: seat {self.turn} has nothing to choose in this position (phase "{self.phase}")')

    def _change(self, seat: int, code: int) -> None:
        """Make one step on the real table, and update the log, the memory and the watchers."""
        before, self._window = copy_of(self.tables), None
        dealing = seat == NOBODY and int(before[0].phase) == DEAL
        salt = self._salt(int(before[0].hand_number) + 1) if dealing and self.live else ""
        seed = dealt_by(salt) if salt else self._seed()
        if seat != NOBODY:
            steps.act_row(self.tables, 0, code)
        else:
            steps.step_row(self.tables, 0, seed, self.number)
        shuffled = bool(steps.used_chance_row(copy_of(before), 0, self.tables, 0, seed, self.number))
        if dealing or shuffled:
            if self._script is not None:
                drawn = self.row.rng.copy()
                self.tables[:] = before
                if not self._scripted(before):
                    raise BadInput("the record does not say what chance set here")
                self.row.rng[:] = drawn  # it is by the moving state that the next step of chance is noticed
            else:
                chance = Chance(self._difference(before, self.tables))
                self.log.append(chance)
                if salt:
                    self.commitments.append(Commitment(int(self.row.hand_number), digest(chance, salt), salt))
        step = Step(before, copy_of(self.tables), seat, code, shuffled)
        if self._memory is not None:
            self._memory.watch(step.before, step.after, seat, code, shuffled)
        for watcher in self._watchers:
            watcher(step)

    def _scripted(self, before: Tables) -> bool:
        """Set the outcome of chance from the script; False if there is no script or nothing is left in it."""
        if not self._script:
            return False
        chance = self._script.pop(0)
        positions.set_fields(self.game.room, self.tables[0], chance.fields)
        if self.row.hand_number:
            check_table(self.game.room, self.row)
        self.log.append(chance)
        return True

    def _difference(self, before: Tables, after: Tables) -> dict[str, Any]:
        """The fields that differ, as text; an emptied field stands there empty. In the order in which a record reads them back:
        what belongs to one field stands together, or the digest of the deal would be another."""
        room = self.game.room
        old, new = positions.fields_of(room, before[0]), positions.fields_of(room, after[0])
        changed = {key: value for key, value in new.items() if old.get(key) != value}
        for key in old:
            if key not in new:
                changed[key] = positions.empty_value(room, key, int(after[0].seats))
        names = [key.partition(".")[0] for key in changed]
        return {key: changed[key] for key in sorted(changed, key=lambda key: names.index(key.partition(".")[0]))}

    def _seed(self) -> int:
        return secrets.randbits(63) if self.live else self.seed

    def _fresh_bits(self) -> None:
        if self.live:
            self.row.rng[:] = np.frombuffer(secrets.token_bytes(32), np.int64)

    def _salt(self, hand: int) -> str:
        """Return the salt of a deal: fresh from the operating system, or the one of the earlier deal."""
        return (self.redealt and self.redealt.salts.get(hand)) or secrets.token_hex(16)

    def check_commitments(self) -> None:
        """Check that every deal in the log is the one whose digest was published. BadInput: the first hand that is not."""
        dealt = {int(e.fields["hand_number"]): e for e in self.log if isinstance(e, Chance) and "hand_number" in e.fields}
        for commitment in self.commitments:
            deal = dealt.get(commitment.hand)
            if deal is None or digest(deal, commitment.salt) != commitment.digest:
                raise BadInput(f"hand {commitment.hand} was not dealt as its published digest says")

    def _remember(self) -> Memory:
        """Play the log again on a second table and watch it."""
        from .memory import Memory  # compiled engine code that only matches with bots need

        twin = Match(self.game, copy_of(self._origin))
        twin._memory = memory = Memory.fresh(twin.tables, self.game.room)
        replay_log(twin, self.log)
        return memory


def replay_log(match: Match, log: list[Chosen | Chance]) -> None:
    """Bring a fresh match where a log ends. BadInput names the first entry that cannot be."""
    match._script = [entry for entry in log if isinstance(entry, Chance)]
    if match.start_position is None and int(match.row.hand_number) == 0:
        match.begin()
    else:
        match.settle()
    for number, entry in enumerate(log):
        if isinstance(entry, Chosen):
            try:
                match.play(*entry.codes, seat=entry.seat, elapsed=entry.elapsed)
            except BadInput as error:
                raise BadInput(f"entry {number + 1}: {error}") from None
            if match.picks(entry.seat):
                raise BadInput(f"entry {number + 1}: the choice is not complete")
    if match._script:
        raise BadInput("the record says more of what chance set than happened")
    match._script = None
