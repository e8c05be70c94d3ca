"""A match: one table, played by choices in text or code. Everything that happened is its list of choices.

    game = parlour.game("schnapsen", target_vp=9)
    match = game.start(seed=7)
    match.turn, match.choices()
    match.play("K♠")

The real table changes only when a whole chain is in, or if several seats are asked at once when the last has answered.
A live table also asks all at once who may press in a window (`at_once`); there time can be up (`close`).

A match is made of three parts: its history (`history.py`), the round of answers that is being collected (`rounds.py`), and a
light state on which plain play runs ahead of both (`ahead.py`).
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from parlour.kit.layout import NOBODY, copy_of
from parlour.machine import Records, in_a_hurry

from . import positions, steps
from .ahead import Ahead
from .deals import Commitment, Randomness
from .errors import BadInput
from .history import Chance, Chosen, History, Moment, Step, Turn
from .rounds import Round
from .rulebook import explain, label
from .state import State
from .view import Tables, View, plain

if TYPE_CHECKING:
    from .game import Game
    from .memory import Memory

__all__ = ["OFTEN", "PLAYED", "Chance", "Chosen", "Match", "Moment", "Objection", "Step", "replay_log"]

OFTEN = 200
"""Choices at a game, of all its matches, after which plain play is made on light states, which have to be compiled."""
PLAYED: weakref.WeakKeyDictionary[Game, int] = weakref.WeakKeyDictionary()
"""The number of choices made on the tables of a game's matches. The game does not hold it: views lead there, and it would reveal
whether others have chosen."""


@dataclass(frozen=True)
class Objection:
    """A reason why a choice is not allowed. `paragraph` says which paragraph of the rulebook's source forbids it, below 0 a
    reason of the house; `text` is for people and begins with the number in print, which depends on the house rules: "Rule 2:
    ..."."""

    paragraph: int
    text: str

    @property
    def label(self) -> str:
        """The identifier of the paragraph, `R5`, the same under all house rules; nothing for a reason of the house."""
        return label(self.paragraph) if self.paragraph > 0 else ""


class Match:
    """A match of a game. Made by `Game.start`, `Game.position` or `parlour.replay`.

    randomness: from the operating system before every choice, so that nothing dealt later can be predicted (`live`); or from a
    seed, the number of the match and the hand. None: the seed 0. at_once: a window asks all seats that may press in it at once,
    not one after another, and a quiet phase lasts until `close`.

    >>> import parlour
    >>> match = parlour.game("schnapsen", target_vp=9).start(seed=7)
    >>> match
    parlour.game('schnapsen', target_vp=9).start(seed=7)
    >>> match.play(match.choices()[0])
    >>> eval(repr(match)).position() == match.position()
    True
    """

    def __init__(
        self,
        game: Game,
        tables: Tables,
        randomness: Randomness | None = None,
        *,
        at_once: bool = False,
        start_position: str | None = None,
        memory: Memory | None = None,
    ) -> None:
        chance = randomness or Randomness(0)
        self.game, self.start_position = game, start_position
        self.seed, self.number, self.live = chance.fixed, chance.number, chance.live
        tables = np.ndarray(tables.shape, tables.dtype, tables)  # a recarray takes ten times as long to copy, and at every call
        self._history = History(game, tables, chance, start_position, memory)
        self._round = Round(game, at_once)
        self._rigged = False
        self._ahead: Ahead | None = None

    def __repr__(self) -> str:
        """Return the expression that makes it again: by its seed before the first choice, then the table as it stands."""
        begun = self.live or self._rigged or self.start_position is not None
        if begun or any(isinstance(entry, Chosen) for entry in self.log):
            return f"{self.game!r}.match_from({positions.fields_of(self.game.room, self.row)!r})"
        number = f", number={self.number}" if self.number else ""
        return f"{self.game!r}.start(seed={self.seed}{number})"

    # the whole table and what happened at it, for which choices made ahead are made here too

    @property
    def tables(self) -> Tables:
        """The table itself, hidden cards and all: a record array of shape (1,)."""
        return self._now().tables

    @property
    def origin(self) -> Tables:
        """A copy of the table that the match was made with."""
        return copy_of(self._history.origin)

    @property
    def is_ahead(self) -> bool:
        """Whether choices have been made on a light state and not yet on the table (see `_go_ahead`)."""
        return self._ahead is not None

    @property
    def log(self) -> list[Chosen | Chance]:
        """All that was chosen and all that chance set, in order: `Chosen` and `Chance` entries."""
        return self._now().log

    @property
    def commitments(self) -> list[Commitment]:
        """The deals of a live match whose digests are published, in order."""
        return self._history.commitments

    @commitments.setter
    def commitments(self, commitments: Sequence[Commitment]) -> None:
        self._history.commitments[:] = commitments

    @property
    def watchers(self) -> list[Callable[[Step], None]]:
        """Functions that are called with a `Step` after each change of the table. Append to the list to watch."""
        return self._now().watchers

    @property
    def at_once(self) -> bool:
        """Whether a window asks all seats that may press in it at once, and a quiet phase lasts until `close`. It can be set."""
        return self._round.at_once

    @at_once.setter
    def at_once(self, at_once: bool) -> None:
        self._now()
        self._round.at_once = at_once

    @property
    def row(self) -> Any:
        """The record of the table, hidden cards and all: `match.row.trick` is a field of the rules."""
        return self._now().tables[0]

    # what there is to see

    @property
    def turn(self) -> int:
        """The seat to choose next (the first of those asked who have not answered), NOBODY when the match is over."""
        if self._ahead is not None:
            return self._ahead.state.player
        waiting = self._round.asked(self._history.tables)
        return waiting[0] if waiting else NOBODY

    @property
    def asked(self) -> list[int]:
        """The seats that may choose now."""
        if self._ahead is not None:
            return [] if self._ahead.state.over else [self._ahead.state.player]
        return self._round.asked(self._history.tables)

    @property
    def window(self) -> list[int]:
        """The seats that an open window asks at once, in the rules' order, whether they have answered or not."""
        return self._round.window(self.tables)

    @property
    def answers(self) -> Mapping[int, Chosen]:
        """Answers by seat that are kept aside until the others have answered too, or time is up."""
        return self._round.answers

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(plain(self.tables)["over"]) if self._ahead is None else self._ahead.state.over

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
        history = self._now()
        if history.memory is None:
            from .memory import Memory  # compiled engine code that only matches with bots need

            origin = self.origin
            twin = Match(self.game, origin, memory=Memory.fresh(origin, self.game.room))
            replay_log(twin, history.log)
            history.memory = twin.memory
        return history.memory

    def view(self, seat: int, memory: bool = False) -> View:
        """Return what a seat sees; if it is asked, it is on turn there. seat: the viewer; NOBODY (-1) for a spectator. memory:
        whether the view has what the seat remembers. A seat that has answered while others are still asked sees its own answer on
        the table, except in windows and races: there it may come to nothing."""
        front = self._ahead.state if self._ahead is not None else None
        if front is not None and not memory and not front.elsewhere and (seat == front.player or not front.chain):
            return front.view(seat)
        seen = self._round.sight(self.tables, seat).view(Records)
        return View(self.game, seat, seen, self.memory.of(seat) if memory else None)

    def codes(self, seat: int | None = None) -> list[int]:
        """Return the codes of everything that a seat may choose after the picks it has made, giving up included. seat: the seat
        on turn by default."""
        if self._ahead is not None and seat in (None, self._ahead.state.player):
            codes, resign = self._ahead.state.legal(), self._ahead.state.resign
            return [*codes, resign] if resign >= 0 and resign not in codes else [*codes]
        return self.game.menu(self.table_for(seat)) if self.asked else []

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
        return list(self._round.picks.get(seat, ()))

    @property
    def unfinished(self) -> bool:
        """Whether somebody has begun a chain and has not completed it."""
        return bool(self._round.picks or (self._ahead is not None and self._ahead.picks))

    def why_not(self, choice: str | int, seat: int | None = None) -> Objection | None:
        """Return what forbids a choice now, or None if it is allowed. choice: its name or its code. seat: the seat on turn by
        default. BadInput: the game has no such choice, or the seat is not asked."""
        code = self.game.code(choice)
        reason = int(steps.verdict_row(self.table_for(seat), 0, code))
        return Objection(reason, explain(self.game.room, self.row, reason)) if reason else None

    def table_for(self, seat: int | None = None, picked: bool = True) -> Tables:
        """A copy of the whole table, hidden cards and all, on which a seat that is asked (default: on turn) chooses: it is on
        turn there and, if `picked`, has made the picks of its unfinished chain. BadInput if it is not asked."""
        tables = self.tables
        return self._round.table_for(tables, self._round.mover(tables, seat), picked)

    def position(self) -> str:
        """Return the whole table as a position, hidden cards and all."""
        return self.game.write_position(self.tables)

    def record(self) -> str:
        """Return the match so far as a record that `parlour.replay` reads. It shows every card, so it is for after the match."""
        from .records import write_record  # which reads records into matches

        return write_record(self)

    # what changes it

    def play(self, *choices: str | int, seat: int | None = None, elapsed: int = 0, until: str | None = None) -> None:
        """Make one or more choices of one chain, and go on to the next choice. choices: names or codes. seat: the seat on turn by
        default. elapsed: the milliseconds it took, in a race. until: see `settle`. IllegalChoice: which paragraph forbids a
        choice; then nothing has changed. BadInput: the seat is not asked."""
        if elapsed == 0 and until is None and self._go_ahead(choices, seat):
            return
        tables = self.tables
        seat = self._round.mover(tables, seat)
        picks, whole = self._round.picked(tables, seat, choices)
        if whole:
            self.accept(Chosen(seat, tuple(picks), elapsed), until)
        else:
            self._round.picks[seat] = picks

    def check(self, seat: int, choices: Sequence[str | int], elapsed: int = 0) -> Chosen | None:
        """Return the answer that these choices make, for `accept`, or None if the chain is not complete yet. seat: that chooses.
        choices: names or codes. elapsed: the milliseconds it took. IllegalChoice: as by `play`."""
        tables = self.tables
        picks, whole = self._round.picked(tables, self._round.mover(tables, seat), choices)
        return Chosen(seat, tuple(picks), elapsed) if whole else None

    def accept(self, chosen: Chosen, until: str | None = None) -> None:
        """Make a choice that is known to be allowed. chosen: from `check`. until: see `settle`."""
        self._now().branch()
        self._take(chosen, until)

    def close(self, *answers: Chosen) -> None:
        """End a window, a race or a quiet phase whose time is up; a seat that has not answered lets it pass. answers: to be added
        to those given. BadInput: nothing waits for the time."""
        history = self._now()
        self._round.close(history.tables, answers, self.at_once and history.stands())
        self._carry_out(None)

    def take_back(self, seat: int | None = None) -> None:
        """Forget the picks of a chain that is not complete. seat: the seat on turn by default."""
        self._round.picks.pop(self._round.mover(self.tables, seat), None)

    def undo(self) -> bool:
        """Go back before the last choice, or those of all who were asked at once; False if there is none. The same cards lie
        where they lay."""
        if not self._now().undo():
            return False
        self._round.clear()
        return True

    def before_choice_of(self, seat: int) -> Moment | None:
        """Return the moment before a seat's last choice, to which repeated `undo` leads; None if it has made no choice."""
        return self._now().before_choice_of(seat)

    def since(self, moment: Moment) -> list[Moment]:
        """Return the moments to which `undo` leads, back to `moment`, the oldest first."""
        return self._now().since(moment)

    def retract(self, seat: int) -> bool:
        """Forget an answer that is kept aside until others have answered; False if there is none."""
        return self._round.answers.pop(seat, None) is not None

    def redo(self) -> bool:
        """Make again what was undone last, with the same chance. Return False if there is nothing to redo."""
        turn = self._now().undone()
        if turn is None:
            return False
        self._make(turn)
        return True

    def stand_as(self, other: Match) -> None:
        """Take over the position of `other`, a match of the same game, with its unfinished and kept answers but not its log."""
        self.tables[:] = other.tables
        self._round.stand_as(other._round)

    @contextmanager
    def following(self, script: list[Chance]) -> Iterator[None]:
        """Return a context in which chance sets what a script says. script: entries of another log, in order; those that are used
        are taken off the list. BadInput: the script has run out."""
        with self._now().following(script):
            yield

    def happen(self, fields: Mapping[str, Any]) -> None:
        """Make the next step that nobody chooses, with given fields in place of what chance would set. fields: of the table after
        the step, for example a shuffle that was recorded elsewhere."""
        self._now().happen(fields)

    def retrace(self, watcher: Callable[[Step], None]) -> None:
        """Play the log again on a second table. watcher: called with a `Step` after each change, from the first on."""
        twin = Match(self.game, self.origin, start_position=self.start_position)
        twin.watchers.append(watcher)
        replay_log(twin, self.log)

    def go_to(self, way: Sequence[Chosen | Chance]) -> None:
        """Go where another log of this match led: back to where the two part, then on by the same choices and chance. way: the
        log. Choices that lie ahead on the same way can still be redone."""
        log = self.log
        common = next((k for k, (one, other) in enumerate(zip(log, way, strict=False)) if one != other), min(len(log), len(way)))
        while len(self.log) > common and self.undo():
            pass
        rest = way[len(self.log) :]
        starts = [k for k, entry in enumerate(rest) if isinstance(entry, Chosen)]
        for start, end in pairwise([*starts, len(rest)]):
            turn = Turn.of(rest[start:end])
            self._history.branch(turn)
            self._make(turn)

    def begin(self, script: list[Chance] | None = None, free_after: bool = False) -> None:
        """Begin the match: draw the first dealer at random and deal. Called once, by the code that makes the match. script: what
        chance sets, instead of by the seed. free_after: whether the seed goes on where the script ends."""
        if script is not None:
            self._rigged = True
            with self._history.following(script, free_after):
                self.begin()
            return
        if self._plain():
            self._ahead = Ahead.of(State(self.game, self.seed, self.number), begins=True)
        if self._ahead is None:
            self._begin()

    def settle(self, until: str | None = None, leaving: int = NOBODY) -> None:
        """Let happen what nobody chooses, until somebody is asked, the match is over or the phase of this name is reached. until:
        the name of a phase; None: stop at none. leaving: the number of a quiet phase whose time is over, if windows ask all at
        once; otherwise the match stands in a quiet phase."""
        self._now().settle(until, leaving, self.at_once)

    def check_commitments(self) -> None:
        """Check that every deal in the log is the one whose digest was published. BadInput: the first hand that is not."""
        self._now().check_commitments()

    # inside

    def _begin(self) -> None:
        self._history.begin()
        self._history.settle(None, NOBODY, self.at_once)

    def _make(self, turn: Turn) -> None:
        """Make choices again, with the same chance."""
        with self._history.following(list(turn.chances)):
            for each in turn.chosen:
                self._take(each)

    def _take(self, chosen: Chosen, until: str | None = None) -> None:
        """Add an answer to the round, and carry the round out if that settles it."""
        self._round.add(chosen)
        if self._round.settled(self._history.tables):
            self._carry_out(until)

    def _carry_out(self, until: str | None) -> None:
        """Give the answers to the table, then let happen what nobody chooses."""
        history, room = self._history, self.game.room
        history.mark()
        leaving = int(history.row.phase) if room.is_quiet(history.row) else NOBODY
        answers = dict(self._round.answers)
        noticed = self._round.give(history)
        plain(history.tables)["elapsed"] = 0
        try:
            history.settle(until, NOBODY if noticed else leaving, self.at_once)
        except BadInput as error:
            if self.start_position is None:
                raise
            names = ", ".join(room.choice_name(code) for seat in sorted(answers) for code in answers[seat].codes)
            raise BadInput(f"after {names} the position cannot be played on, so the one before cannot exist: {error}") from None

    # ahead

    def _now(self) -> History:
        """The history, with what was chosen ahead."""
        if self._ahead is not None:
            self._catch_up()
        return self._history

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
            self._history.branch()
        return True

    def _plain(self) -> bool:
        """Whether nothing needs every step of the table as it happens, and the game is played so much that a light state pays."""
        if PLAYED.get(self.game, 0) < OFTEN or in_a_hurry() or self.game.room.races:
            return False
        history, pending = self._history, self._round
        if self.live or pending.at_once or self.start_position is not None or history.follows:
            return False
        return not history.watchers and history.memory is None and not pending.picks and not pending.answers

    def _new_ahead(self) -> Ahead | None:
        """The table as a light state; None if choices have to be made on it."""
        PLAYED[self.game] = PLAYED.get(self.game, 0) + 1
        tables = self._history.tables
        if not self._plain() or tables[0].turn == NOBODY or tables[0].over:
            return None
        return Ahead.of(State(self.game, self.seed, self.number, tables), begins=False)

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
            self._round.picks[self.turn] = ahead.picks


def replay_log(match: Match, log: list[Chosen | Chance]) -> None:
    """Bring a fresh match where a log ends. BadInput names the first entry that cannot be."""
    script = [entry for entry in log if isinstance(entry, Chance)]
    with match.following(script):
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
    if script:
        raise BadInput("the record says more of what chance set than happened")
