"""The way of one learner through a lesson at one match: what is shown, what the lesson plays, what the learner may choose.

A guide changes nothing at the match. The owner of the match asks it before a choice (`check`), tells it of each choice that was
made (`role`, then `note`), and makes the choices that it names (`next_choice`).
"""

from __future__ import annotations

from typing import Literal

from parlour.engine import steps
from parlour.engine.errors import BadInput
from parlour.engine.history import Chosen
from parlour.engine.match import Match
from parlour.languages import game_text, lazy_game_text, lazy_gettext, mark

from .lesson import Lesson, Step

OTHERWISE = mark("You may do that, but the lesson goes another way. Try something else.")
GIVING_UP = mark("You need not give up: the hint shows what to do.")
Role = Literal["", "script", "task", "pass"]
"""The meaning of a choice: one that the script names, the learner's answer, a window that passes, or none of these."""


class NotNow(BadInput):
    """The lesson asks for nothing now."""

    def __init__(self) -> None:
        super().__init__(lazy_gettext("read on first: the lesson asks for nothing yet"))


class WrongChoice(BadInput):
    """A choice that the rules allow and the lesson does not want. The text says why, in the reader's language."""


class Guide:
    """See the module. lesson: the lesson, at its beginning."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.at = 0
        """The number of the step, from 0; the number of all steps when the lesson is over."""
        self._made = 0  # of what the step plays
        self._starts = [0]  # by step how long the match's log was when it began, -1 if somebody had an answer kept aside

    @property
    def over(self) -> bool:
        """Whether the lesson has ended, and the rest is free play."""
        return self.at >= len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The present step. IndexError when the lesson is over."""
        return self.lesson.steps[self.at]

    @property
    def scripted(self) -> Chosen | None:
        """The choice that the step plays next; None if it has played all."""
        if self.over or self._made >= len(self.step.play):
            return None
        return self.step.play[self._made]

    @property
    def waits(self) -> bool:
        """Whether the step is shown, and the learner only has to go on."""
        return not self.over and self.scripted is None and not self.step.is_task

    def asks(self, match: Match, seat: int) -> bool:
        """Return whether a seat is asked for the answer to the step's task now."""
        if self.over or self.scripted is not None or not self.step.is_task or seat != self.lesson.seat or seat not in match.asked:
            return False
        room, phase = match.game.room, int(match.row.phase)
        if phase not in room.windows:
            return True
        right = self.step.choose  # a window that the task is not about passes by itself
        return not isinstance(right, str) and any(_allowed(match, seat, codes[0]) for codes in right)

    def next_choice(self, match: Match) -> Chosen | None:
        """Return the choice to make now for the lesson: what the step plays, or that a window passes; None if nothing is to be
        made."""
        scripted = self.scripted
        if scripted is not None and scripted.seat in match.asked and _allowed(match, scripted.seat, scripted.codes[0]):
            return scripted
        room, phase = match.game.room, int(match.row.phase)
        if phase not in room.windows or not match.asked or (scripted is None and (self.over or not self.step.is_task)):
            return None
        passing = [seat for seat in match.asked if not self.asks(match, seat)]
        return Chosen(passing[0], (room.windows[phase],)) if passing else None

    def role(self, match: Match, chosen: Chosen) -> Role:
        """Return what a choice is in the lesson. match: before it is made."""
        if self.over:
            return ""
        scripted = self.scripted
        if scripted is not None and (chosen.seat, chosen.codes) == (scripted.seat, scripted.codes):
            return "script"
        if self.asks(match, chosen.seat):
            return "task"
        return "pass" if chosen == self.next_choice(match) else ""

    def check(self, match: Match, chosen: Chosen) -> None:
        """Check a choice that the rules allow. NotNow if the lesson asks for none; WrongChoice if it wants another."""
        role = self.role(match, chosen)
        if self.over or role in ("script", "pass"):
            return
        if role != "task":
            raise NotNow
        if chosen.codes == (match.game.room.resign,):
            raise WrongChoice(lazy_gettext(GIVING_UP))
        if not self.step.accepts(match, chosen):
            reason = self.step.reason(match, chosen)
            raise WrongChoice(lazy_game_text(self.lesson.room.name, reason) if reason else lazy_gettext(OTHERWISE))

    def note(self, match: Match, role: Role) -> None:
        """Note that a choice was made. match: after it. role: of the choice."""
        if role == "script":
            self._made += 1
        elif role == "task":
            self._enter(match)

    def go_on(self, match: Match) -> None:
        """Go to the next step. NotNow unless the step only waits for that."""
        if not self.waits:
            raise NotNow
        self._enter(match)

    def back(self) -> int:
        """Go back to the beginning of the step before this one; the length of the match's log there, to undo to. BadInput at the
        first step, and when the lesson is over."""
        if self.over or not self.at:
            raise BadInput(lazy_gettext("there is no step to go back to"))
        self.at -= 1
        while self._starts[self.at] < 0:
            self.at -= 1
        del self._starts[self.at + 1 :]
        self._made = 0
        return self._starts[self.at]

    def skip(self) -> None:
        """End the lesson here."""
        self.at = len(self.lesson.steps)

    def words(self, text: str) -> str:
        """A text of the lesson in the reader's language."""
        return game_text(self.lesson.room.name, text)

    def _enter(self, match: Match) -> None:
        self.at += 1
        self._made = 0
        self._starts.append(-1 if match.answers else len(match.log))


def _allowed(match: Match, seat: int, code: int) -> bool:
    """Whether the rules let a seat that is asked begin with a choice."""
    return not int(steps.verdict_row(match.table_for(seat), 0, code))
