"""The history of a match: its table, and everything that brought it there. Choices, deals, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.kit.layout import DEAL, NOBODY, copy_of

from . import positions, steps, windows
from .deals import Commitment, Randomness, dealt_by, digest
from .errors import BadInput
from .soundness import check_asked, check_table, check_trick, check_with_rules
from .view import Tables, plain

if TYPE_CHECKING:
    from .game import Game
    from .memory import Memory


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
    """A log entry: a seat's whole chain of choices, with the milliseconds it took if that matters."""

    seat: int
    codes: tuple[int, ...]
    elapsed: int = 0


@dataclass(frozen=True)
class Chance:
    """A log entry: the fields that a step set in which the random state moved."""

    fields: dict[str, Any]


@dataclass
class Moment:
    """A state of the match that undo can go back to."""

    tables: Tables
    entries: int
    commitments: int


class Turn(NamedTuple):
    """The entries between two moments: the choices that were made together, and what chance set after them."""

    chosen: list[Chosen]
    chances: list[Chance]

    @classmethod
    def of(cls, entries: Sequence[Chosen | Chance]) -> Turn:
        """The turn that these log entries make."""
        chosen = [entry for entry in entries if isinstance(entry, Chosen)]
        return cls(chosen, [entry for entry in entries if isinstance(entry, Chance)])


class History:
    """The table of a match and how it came to be.

    tables: the table to begin with; it is changed in place. start_position: the text it comes from, if it does not come from
    play: then each step is checked, because a position may be one that play never reaches. memory: what all seats remember, kept
    up to date with every step if it is there.
    """

    def __init__(
        self,
        game: Game,
        tables: Tables,
        randomness: Randomness,
        start_position: str | None = None,
        memory: Memory | None = None,
    ) -> None:
        self.game, self.randomness, self.start_position = game, randomness, start_position
        self.tables, self.origin = tables, copy_of(tables)
        self.memory = memory
        self.log: list[Chosen | Chance] = []
        self.commitments: list[Commitment] = []
        self.watchers: list[Callable[[Step], None]] = []
        self._script: list[Chance] | None = None
        self._free_after = False
        self._past: list[Moment] = []
        self._undone: list[Turn] = []

    @property
    def row(self) -> Any:
        """The record of the table."""
        return self.tables[0]

    @property
    def follows(self) -> bool:
        """Whether a script says what chance sets."""
        return self._script is not None

    # how the table goes on

    def begin(self) -> None:
        """Draw the first dealer at random."""
        if self._follow():
            return
        blank = copy_of(self.tables)
        steps.begin_row(self.tables, 0, self.randomness.seed(), self.randomness.number)
        if self.randomness.redealt:
            positions.set_fields(self.game.room, self.row, self.randomness.redealt.lots)
        self.log.append(Chance(self._difference(blank, self.tables)))

    def choose(self, answer: Chosen) -> None:
        """Make a seat's choices, which are known to be allowed."""
        row = plain(self.tables)
        self.log.append(answer)
        row["turn"], row["elapsed"] = answer.seat, answer.elapsed
        for code in answer.codes:
            self.randomness.refresh(row)
            self.change(answer.seat, code)

    def settle(self, until: str | None, leaving: int, at_once: bool) -> None:
        """Let happen what nobody chooses, until a seat is asked, the match is over or the phase `until` is reached. at_once:
        whether to stand in a quiet phase, except in the one whose number is `leaving`: its time is over."""
        room, row, met = self.game.room, plain(self.tables), b""
        for taken in range(steps.MOST_STEPS):
            if row["over"] or row["turn"] != NOBODY or (until is not None and room.phases[int(row["phase"])] == until):
                self._check_asked()
                return
            if int(row["phase"]) != leaving:
                leaving = NOBODY
                if at_once and self.stands():
                    return
            if self.start_position is not None:
                check_with_rules(room, self.row)  # a position may lack what only this step needs
            before = copy_of(self.tables) if leaving != NOBODY else None
            self.change(NOBODY, NOBODY)
            if before is not None and windows.noticed(before, self.tables):
                leaving = NOBODY
            if self.tables.tobytes() == met:
                break
            if taken & (taken + 1) == 0:  # a table to look out for, an older one ever more seldom
                met = self.tables.tobytes()
        raise BadInput("nobody is ever asked again: the position cannot be played on")

    def stands(self) -> bool:
        """Whether the table stands in a quiet phase that asks nobody, until its time is over."""
        return windows.stands(self.game.room, self.tables, self.randomness.seed(), self.randomness.number)

    def _check_asked(self) -> None:
        """Check that the match can go on: a start position may lead to states that never arise in play. BadInput if no seat has a
        choice.
        """
        room, row = self.game.room, self.row
        if self.start_position is None or row.over or row.turn == NOBODY:
            return
        check_asked(room, row)
        if not self.game.packed_menu(self.tables):  # without giving up: if nothing else is left, the rules end the match
            check_trick(room, row)  # it may say why
            phase = room.phases[int(row.phase)]
            raise BadInput(f'turn: seat {int(row.turn)} has nothing to choose in this position (phase "{phase}")')

    def change(self, seat: int, code: int) -> None:
        """Make one step on the table, and tell the log, the memory and the watchers. seat, code: NOBODY for a step that nobody
        chooses."""
        before, randomness = copy_of(self.tables), self.randomness
        dealing = seat == NOBODY and int(plain(before)["phase"]) == DEAL
        salt = randomness.salt(int(plain(before)["hand_number"]) + 1) if dealing else ""
        seed = dealt_by(salt) if salt else randomness.seed()
        if seat != NOBODY:
            steps.act_row(self.tables, 0, code)
        else:
            steps.step_row(self.tables, 0, seed, randomness.number)
        shuffled = bool(steps.used_chance_row(copy_of(before), 0, self.tables, 0, seed, randomness.number))
        if dealing or shuffled:
            self._note_chance(before, salt)
        step = Step(before, copy_of(self.tables), seat, code, shuffled)
        if self.memory is not None:
            self.memory.watch(step.before, step.after, seat, code, shuffled)
        for watcher in self.watchers:
            watcher(step)

    def happen(self, fields: Mapping[str, Any]) -> None:
        """Make the next step that nobody chooses, with given fields in place of what chance would set."""
        after = copy_of(self.tables)
        steps.step_row(after, 0, self.randomness.seed(), self.randomness.number)
        positions.set_fields(self.game.room, after[0], fields)
        with self.following([Chance(self._difference(self.tables, after))]):
            self.change(NOBODY, NOBODY)

    # chance

    @contextmanager
    def following(self, script: list[Chance], free_after: bool = False) -> Iterator[None]:
        """Return a context in which chance sets what a script says, entry by entry, taken off the list. free_after: whether
        chance goes on by itself when the script is at its end; otherwise that is an error."""
        before = self._script, self._free_after
        self._script, self._free_after = script, free_after
        try:
            yield
        finally:
            self._script, self._free_after = before

    def _note_chance(self, before: Tables, salt: str) -> None:
        """Log what chance has set in the step from `before`, or let the script set it. salt: of a deal published before play."""
        if self._script or (self.follows and not self._free_after):
            drawn = self.row.rng.copy()
            self.tables[:] = before
            if not self._follow():
                raise BadInput("the record does not say what chance set here")
            self.row.rng[:] = drawn  # it is by the moving state that the next step of chance is noticed
            return
        chance = Chance(self._difference(before, self.tables))
        self.log.append(chance)
        if salt:
            self.commitments.append(Commitment(int(self.row.hand_number), digest(chance, salt), salt))

    def _follow(self) -> bool:
        """Set the outcome of chance from the script; False if there is no script or nothing is left in it."""
        if not self._script:
            return False
        chance = self._script.pop(0)
        positions.set_fields(self.game.room, self.row, chance.fields)
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

    def check_commitments(self) -> None:
        """Check that every deal in the log is the one whose digest was published. BadInput: the first hand that is not."""
        dealt = {int(e.fields["hand_number"]): e for e in self.log if isinstance(e, Chance) and "hand_number" in e.fields}
        for commitment in self.commitments:
            deal = dealt.get(commitment.hand)
            if deal is None or digest(deal, commitment.salt) != commitment.digest:
                raise BadInput(f"hand {commitment.hand} was not dealt as its published digest says")

    # back and forth

    def mark(self) -> None:
        """Remember this moment, for undo."""
        self._past.append(Moment(copy_of(self.tables), len(self.log), len(self.commitments)))

    def undo(self) -> bool:
        """Go back to the moment marked last; False if there is none."""
        if not self._past:
            return False
        moment = self._past.pop()
        self._undone.append(Turn.of(self.log[moment.entries :]))
        del self.log[moment.entries :]
        del self.commitments[moment.commitments :]
        self.tables, self.memory = moment.tables, None
        return True

    def undone(self) -> Turn | None:
        """Take the turn that was undone last, to make it again; None if there is none."""
        return self._undone.pop() if self._undone else None

    def branch(self, turn: Turn | None = None) -> None:
        """Go another way than the one that was undone, unless `turn` is its next one."""
        if turn is not None and self._undone and self._undone[-1] == turn:
            self._undone.pop()
        else:
            self._undone.clear()

    def before_choice_of(self, seat: int) -> Moment | None:
        """The moment before a seat's last choice; None if it has made none."""
        end = len(self.log)
        for moment in reversed(self._past):
            if any(isinstance(entry, Chosen) and entry.seat == seat for entry in self.log[moment.entries : end]):
                return moment
            end = moment.entries
        return None

    def since(self, moment: Moment) -> list[Moment]:
        """The moments that were marked from `moment` on, the oldest first."""
        return [past for past in self._past if past.entries >= moment.entries]
