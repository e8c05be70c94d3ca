"""parlour play GAME --lesson: a guided first hand in the terminal, then free play against easy bots."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING

from parlour.engine import speech
from parlour.engine.errors import BadInput, IllegalChoice
from parlour.engine.match import Match
from parlour.house.lessons import Guide, Lesson, WrongChoice, lesson_of
from parlour.languages import gettext as _
from parlour.languages import in_language, lazy_gettext, mark, pgettext

from .arguments import game_of, refuse
from .play import Session

if TYPE_CHECKING:
    from parlour.bots import Bot
    from parlour.bots.coach import Mistake
    from parlour.engine.view import View

ALONE = ("seed", "deal", "house", "seats", "set", "bots", "seat", "record", "isolated")
"""Options that a lesson decides itself."""
LEVELS = ("easy", "chance")
WORDS_SECONDS = 0.25
"""Seconds that the strong bot thinks about mistakes while the learner reads the menu."""


def lesson_words() -> dict[str, str]:
    """The words of a lesson's own commands in the reader's language, by the English word; English words are understood too."""
    # TRANSLATORS: one word that a player types, in small letters: each command needs a word of its own
    return {
        "next": pgettext("command", "next"),
        "skip": pgettext("command", "skip"),
        "yes": pgettext("command", "yes"),
        "no": pgettext("command", "no"),
        "never": pgettext("command", "never"),
    }


def own_word(text: str) -> str:
    """Return a line in English, if it is a command of lessons in the reader's language."""
    from parlour.house.commands import english_word

    return english_word(text, lesson_words())


def help_on_lessons() -> str:
    """Return the help on a lesson's own commands."""
    from parlour.house.commands import command_words

    return _(
        "The lesson: an empty line or `{next}` goes on, `{back}` goes one step back, `{skip}` ends the lesson,"
        " `{hint}` helps with a task.",
        **(command_words() | lesson_words()),
    )


def run_lesson(arguments: argparse.Namespace) -> int:
    """Play the lesson of a game. BadInput if it has none, or if an option says what only the lesson decides."""
    refuse(arguments, mark("--{name}: a lesson has its own cards and players"), *ALONE)
    room = game_of(arguments).room
    lesson = lesson_of(room)
    if lesson is None:
        raise BadInput(_("{game} has no lesson", game=speech.title(room)))
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
    """A learner at the match of a lesson; when the lesson is over there are reasons and questions (`parlour.bots.coach`)."""

    def __init__(self, lesson: Lesson, match: Match, bots: dict[int, Bot], lines: bool) -> None:
        super().__init__(match.game, match, lesson.seat, bots, lines)
        self.guide = Guide(lesson)
        self.coach: Coach | None = Coach()
        self._shown = -1
        self._asked = ""  # the choice that the learner is asked about

    def open(self) -> None:
        """Lead the learner through the lesson."""
        self.print_line(f"{self.guide.words(self.guide.lesson.title)}. {help_on_lessons()}")
        while not self.guide.over and not self.match.over:
            self._play_script()
            if not self.guide.over:
                self._teach()
        self.print_line(_("The lesson is over. Play on: `{hint}` says what a strong player would do.", hint=_word("hint")))

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
        self._say([_("Step {n} of {all}.", n=at + 1, all=len(self.guide.lesson.steps)), *map(self.guide.words, step.say)])
        if step.is_task:
            self.print_line(self.answer("hand") if self.lines else "")
            self.print_line(self.answer("may"))
        self._shown = at
        while self._shown == self.guide.at:
            text = self.read_line(empty=True)
            try:
                self.run_command(text)
            except WrongChoice as error:
                self._say([_("Not this time. {why}", why=in_language(str(error)))])
            except IllegalChoice as error:
                self.print_line("  " + _("No. {why}", why=in_language(str(error))))
            except BadInput as error:
                self.print_line("  " + _("{why} (? for help)", why=in_language(str(error))))

    def _say(self, paragraphs: list[str]) -> None:
        width = shutil.get_terminal_size().columns - 1
        for text in paragraphs:
            for line in [text] if self.lines else textwrap.wrap(text, max(30, min(width, 90))):
                self.print_line(line)

    def run_command(self, text: str) -> bool:
        """Do what the learner says; whether there is something new to ask."""
        from parlour.house.commands import read_command

        if self.guide.over:
            return self._play_on(text)
        word, act = own_word(text), read_command(text).act
        if word == "" or (word == "next" and not self.guide.step.is_task):  # a button may have the word for "next"
            if self.guide.step.is_task:
                raise BadInput(lazy_gettext("now it is your turn to choose: `{hint}` helps", hint=_word("hint")))
            self.guide.go_on(self.match)
        elif act == "back" and not self.match.picks(self.seat):
            self._back()
        elif word == "skip":
            self.guide.skip()
        elif act in ("undo", "redo"):
            raise BadInput(lazy_gettext("`{back}` goes one step back in the lesson", back=_word("back")))
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
            raise BadInput(lazy_gettext("there is nothing to choose here: an empty line goes on"))

    def choose(self, text: str) -> None:
        """Play a choice if the lesson wants it; of a chain only the whole is judged. After the lesson ask before a mistake."""
        if self.guide.over:
            if not self._asks_about(text):
                super().choose(text)
            return
        if not self.guide.asks(self.match, self.seat):
            raise BadInput(lazy_gettext("read on first: an empty line goes on"))
        codes = [self.read(part) for part in self._parts(text)]
        chosen = self.match.check(self.seat, codes)
        if chosen is None:
            self.match.play(*codes, seat=self.seat)
            self.print_line("  " + _("so far: {picks}", picks=", ".join(map(self.screen.choice, self.match.picks(self.seat)))))
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
        self.feed.go_back(self.match.tables, lazy_gettext("Back one step"))
        self._shown = -1

    # after the lesson

    def show_question(self) -> None:
        """Show what the player may choose from, and in the match after a lesson what speaks for each choice."""
        super().show_question()
        if self.coach is None or self.game.room.races or not self.guide.over or self.match.picks(self.seat):
            return
        for why in self.coach.look(self.match.view(self.seat, memory=True)):
            self.print_line(f"  {in_language(why)}")

    def _play_on(self, text: str) -> bool:
        """Do what the learner says after the lesson: it may be the answer to a question."""
        asked, self._asked, word = self._asked, "", own_word(text)
        if asked and word == "no":
            return True
        if asked and word in ("yes", "never"):
            if word == "never":
                self.coach = None
            super().choose(asked)
            return True
        again = super().run_command(text)
        return again and not self._asked

    def _parts(self, text: str) -> list[str]:
        from parlour.house.commands import parts

        return parts(text, self.read)

    def _asks_about(self, text: str) -> bool:
        """Ask about a choice that is a mistake; whether it was one."""
        if self.coach is None or self.match.picks(self.seat) or len(self._parts(text)) > 1 or self.seat not in self.match.asked:
            return False
        ask = self.coach.question(self.read(text.strip()))
        if not ask:
            return False
        lost, better = (in_language(one) for one in ask)
        self._say([_("Are you sure?") + f" {lost}", _("Better: {choice}", choice=better)])
        self._say([_("Type `{yes}` to play it anyway, `{never}` to hear no more of this, or another choice.", **lesson_words())])
        self._asked = text
        return True


class Coach:
    """The reasons and questions at a match after a lesson. Mistakes are looked for while the learner reads: a choice that is made
    before that is not asked about."""

    def __init__(self) -> None:
        self._mistakes: Future[dict[int, Mistake]] | None = None

    def look(self, view: View) -> list[str]:
        """Look at what the learner is asked, and return what speaks for the choices. view: of the learner's seat, with memory."""
        from parlour.bots.coach import reasons_in

        found: Future[dict[int, Mistake]] = Future()
        self._mistakes = found

        def think() -> None:
            from parlour import bots
            from parlour.bots.coach import mistakes_in

            try:
                found.set_result(mistakes_in(bots.make("strong", seconds=WORDS_SECONDS), view))
            except Exception:  # no question is asked; the game goes on
                found.set_result({})

        Thread(target=think, daemon=True).start()
        return list(reasons_in(view).values())

    def question(self, code: int) -> tuple[str, ...]:
        """Return what a choice would cost and what would be better, if it is known to be a mistake; otherwise nothing."""
        if self._mistakes is None or not self._mistakes.done():
            return ()
        mistake = self._mistakes.result().get(code)
        return mistake.ask if mistake else ()


def _word(english: str) -> str:
    """A command in the reader's language."""
    from parlour.house.commands import command_words

    return command_words()[english]
