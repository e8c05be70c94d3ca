"""parlour play GAME --lesson: a guided first hand in the terminal, then free play against easy bots."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput, IllegalChoice
from parlour.engine.match import Match
from parlour.house.lessons import Guide, Lesson, WrongChoice, lesson_of

from .arguments import game_of
from .play import Session

if TYPE_CHECKING:
    from parlour.bots import Bot

ALONE = ("seed", "deal", "house", "seats", "set", "bots", "seat", "record")
"""Options that a lesson decides itself."""
LEVELS = ("easy", "chance")
HELP = """\
The lesson: an empty line or `next` goes on, `back` goes one step back, `skip` ends the lesson, `hint` helps with a task."""


def run_lesson(arguments: argparse.Namespace) -> int:
    """Play the lesson of a game. BadInput if it has none, or if an option says what only the lesson decides."""
    given = next((name for name in ALONE if getattr(arguments, name)), "")
    if given:
        raise BadInput(f"--{given}: a lesson has its own cards and players")
    room = game_of(arguments).room
    lesson = lesson_of(room)
    if lesson is None:
        raise BadInput(f"{room.name} has no lesson")
    match = lesson.start()
    LessonSession(lesson, match, _bots(lesson, match), arguments.lines).play()
    return 0


def _bots(lesson: Lesson, match: Match) -> dict[int, Bot]:
    from parlour import bots

    kind = next(level for level in LEVELS if level in bots.names(lesson.room))
    bot = bots.make(kind)
    if match.seats > 1:
        bot.prepare(match.game)
    return {seat: bot for seat in range(match.seats) if seat != lesson.seat}


class LessonSession(Session):
    """A learner at the match of a lesson; when the lesson is over, a session as any other."""

    def __init__(self, lesson: Lesson, match: Match, bots: dict[int, Bot], lines: bool) -> None:
        super().__init__(match.game, match, lesson.seat, bots, lines)
        self.guide = Guide(lesson)
        self._shown = -1

    def open(self) -> None:
        """Lead the learner through the lesson."""
        self.print_line(f"{self.guide.lesson.title}. {HELP}")
        while not self.guide.over and not self.match.over:
            self._play_script()
            if not self.guide.over:
                self._teach()
        self.print_line("The lesson is over. Play on: `hint` says what a strong player would do.")

    def _play_script(self) -> None:
        while (chosen := self.guide.next_choice(self.match)) is not None:
            if self.guide.asks(self.match, chosen.seat):
                return
            role = self.guide.role(self.match, chosen)
            self.match.accept(chosen)
            self.guide.note(self.match, role)

    def _teach(self) -> None:
        """Show a step, and do what the learner says until it is over."""
        at, step = self.guide.at, self.guide.step
        if not self.lines:
            self.show_table()
        self._say([f"Step {at + 1} of {len(self.guide.lesson.steps)}.", *map(self.guide.words, step.say)])
        if step.is_task:
            self.print_line(self.answer("hand") if self.lines else "")
            self.print_line(self.answer("may"))
        self._shown = at
        while self._shown == self.guide.at:
            text = self.read_line(empty=True)
            try:
                self.run_command(text)
            except WrongChoice as error:
                self._say([f"Not this time. {error}"])
            except IllegalChoice as error:
                self.print_line(f"  No. {error}")
            except BadInput as error:
                self.print_line(f"  {error} (? for help)")

    def _say(self, paragraphs: list[str]) -> None:
        width = shutil.get_terminal_size().columns - 1
        for text in paragraphs:
            for line in [text] if self.lines else textwrap.wrap(text, max(30, min(width, 90))):
                self.print_line(line)

    def run_command(self, text: str) -> bool:
        """Do what the learner says; whether there is something new to ask."""
        if self.guide.over:
            return super().run_command(text)
        if text in ("", "next"):
            self.guide.go_on(self.match)
        elif text == "back" and not self.match.picks(self.seat):
            self._back()
        elif text == "skip":
            self.guide.skip()
        elif text in ("undo", "redo"):
            raise BadInput("`back` goes one step back in the lesson")
        else:
            return super().run_command(text)
        return True

    def advise(self) -> None:
        """Say the hint of the step, or when the lesson is over what the strong bot would choose."""
        if self.guide.over:
            super().advise()
        elif self.guide.step.hint:
            self._say([self.guide.words(self.guide.step.hint)])
        else:
            raise BadInput("there is nothing to choose here: an empty line goes on")

    def choose(self, text: str) -> None:
        """Play a choice if the lesson wants it; of a chain only the whole is judged."""
        if self.guide.over:
            super().choose(text)
            return
        if not self.guide.asks(self.match, self.seat):
            raise BadInput("read on first: an empty line goes on")
        codes = [self.read(part.strip()) for part in text.split(",")]
        chosen = self.match.check(self.seat, codes)
        if chosen is None:
            self.match.play(*codes, seat=self.seat)
            self.print_line("  so far: " + ", ".join(self.screen.choice(code) for code in self.match.picks(self.seat)))
            return
        try:
            self.guide.check(self.match, chosen)
        except WrongChoice:
            if self.match.picks(self.seat):
                self.match.take_back(self.seat)
            raise
        role = self.guide.role(self.match, chosen)
        self.match.accept(chosen)
        self.guide.note(self.match, role)

    def _back(self) -> None:
        entries = self.guide.back()
        for seat in list(self.match.answers):
            self.match.retract(seat)
        while len(self.match.log) > entries and self.match.undo():
            pass
        self.feed.go_back(self.match.tables, "Back one step")
        self._shown = -1
