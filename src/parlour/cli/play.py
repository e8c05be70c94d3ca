"""parlour play: a game in the terminal, against bots. It also plays what is piped in, and ends quietly with it."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import secrets
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from parlour.engine.errors import BadInput, IllegalChoice
from parlour.engine.files import check_target, write_bytes
from parlour.languages import gettext as _
from parlour.languages import in_language, in_list, lazy_gettext, lazy_ngettext, lettered, pgettext

from .arguments import LARGEST_SEED, Commands, Parser, add_game, add_isolated, add_seed, command, game_of, whole

if TYPE_CHECKING:
    from parlour.bots import Bot
    from parlour.bots.isolated import BotProcesses
    from parlour.engine.game import Game
    from parlour.engine.match import Match, Step
    from parlour.table.feeds import Feed

USUAL_BOT = "strong"
HAS_CHOSEN = lazy_gettext("has chosen")
_RED = re.compile(r"(?:(?<!\w)\w{1,2})?[♥♦]")
USUAL_DEALS = 1_000_000
"""A deal that nobody asks for is among the first this many: a number to be told to a friend."""


def add(commands: Commands) -> None:
    made: Parser = command(commands, "play", run, _("play a game in the terminal"))
    add_game(made)
    made.add_argument(
        "--bots", metavar="A,B", help=_("who plays the other seats, in order, from the first on again ({bot})", bot=USUAL_BOT)
    )
    made.add_argument("--seat", type=int, default=0, metavar="N", help=_("your seat (default 0)"))
    made.add_argument(
        "--lines", action="store_true", help=_("one line per event and nothing drawn, for screen readers and braille")
    )
    add_isolated(made)
    add_seed(made)
    made.add_argument("--deal", type=whole(1, LARGEST_SEED), metavar="N", help=_("number of the deal, in a game for one"))
    made.add_argument(
        "--lesson",
        action="store_true",
        help=_("the game's lesson, a guided first hand; `next`, `back` and `skip` lead through it"),
    )
    made.add_argument("--record", metavar="FILE", help=_("write the record there when the match is over"))


def run(arguments: argparse.Namespace) -> int:
    from parlour import bots
    from parlour.bots.guests import asked, called, named
    from parlour.bots.isolated import BotProcesses

    if arguments.lesson:
        from .lessons import run_lesson

        return run_lesson(arguments)
    game = game_of(arguments)
    if not 0 <= arguments.seat < game.seats:
        raise BadInput(_("--seat {seat}: the seats are 0..{last}", seat=arguments.seat, last=game.seats - 1))
    alone = game.seats == 1
    if arguments.deal is not None and not alone:
        raise BadInput(_("--deal: deals have numbers only in games for one"))
    if arguments.deal is not None and arguments.seed is not None:
        raise BadInput(_("--deal: --seed says the same"))
    seed = arguments.seed if arguments.deal is None else arguments.deal
    if seed is None:
        seed = 1 + secrets.randbelow(USUAL_DEALS) if alone else secrets.randbits(62)
    if not alone and sys.stderr.isatty():
        print(_("the others take their seats (the first time this may take a minute)"), file=sys.stderr)
    if arguments.record:
        check_target(arguments.record)
    with BotProcesses() as processes:
        kinds = [_bot(text, game, processes, arguments.isolated) for text in bots.split(arguments.bots or USUAL_BOT)]
        others = [seat for seat in range(game.seats) if seat != arguments.seat]
        players = [kinds[n % len(kinds)] for n in range(len(others))]
        for bot in set(players):
            with named(called(bot)):
                asked(bot, partial(bot.prepare, game))
        with processes.seated(players, "") as seated:
            session = Session(game, game.fresh(seed), arguments.seat, dict(zip(others, seated, strict=True)), arguments.lines)
            if not session.play():
                return 0
    if arguments.record:
        write_bytes(arguments.record, session.match.record().encode())
    number = "deal" if alone else "seed"
    # TRANSLATORS: {option} is what is typed on the command line: "--seed 5"
    session.print_line(_("{option} deals the same cards again", option=f"--{number} {seed}"))
    return 0


def level_word(bot: str) -> str:
    """Return a bot's level in the reader's language; a bot that has options or comes from elsewhere as it was asked for."""
    levels = {
        "easy": pgettext("bot", "easy"),
        "fair": pgettext("bot", "fair"),
        "strong": pgettext("bot", "strong"),
        # TRANSLATORS: a bot that plays at random, beside "easy" and "strong"
        "chance": pgettext("bot", "chance"),
    }
    return levels.get(bot, bot)


def _bot(text: str, game: Game, processes: BotProcesses, isolated: bool | None) -> Bot:
    from parlour import bots
    from parlour.bots.isolated import wanted

    return processes.invite(game, text) if wanted(text, isolated) else bots.make(text)


def _follow(feed: Feed, step: Step) -> None:
    """Give a seat's feed a step."""
    from parlour.engine import windows
    from parlour.engine.view import plain
    from parlour.table.live import attributed, quiet_step

    step, room, after = attributed(feed.game, step), feed.room, plain(step.after)
    if room.is_quiet(after) and not after["over"]:
        feed.take(quiet_step(room, step, feed.seat, False), None)
    else:
        feed.take(step, [seat for seat, _ms in windows.in_order(room, step.after)] or None)


class Leaves(Exception):
    """The player leaves the table."""


class Session:
    """A person and bots at one match. lines: whether events are told in a line each and nothing is drawn."""

    def __init__(self, game: Game, match: Match, seat: int, bots: dict[int, Bot], lines: bool = False) -> None:
        from parlour.house.questions import Questions
        from parlour.table.feeds import Feed

        self.game, self.match, self.seat, self.bots, self.lines = game, match, seat, bots, lines
        numbers = {bot: n + 1 for n, bot in enumerate(sorted(bots))}
        names = [lazy_gettext("You") if p == seat else lazy_gettext("Bot {n}", n=numbers[p]) for p in range(game.seats)]
        self.names = names
        self.questions = Questions(game, names, seat)
        self.screen = self.questions.screen
        self.feed = Feed(game, seat, names, lazy_gettext("You"), match.tables)
        self._hand_shown = 0
        self.colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self._draw = True
        self._opening = False
        match.watchers.append(self.hear)
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  lines may be edited and had again

    def play(self) -> bool:
        """The whole match; False if the player leaves before its end."""
        if self.bots:
            players = ", ".join(f"{in_language(self.names[p])} ({level_word(str(self.bots[p]))})" for p in sorted(self.bots))
            self.print_line(_("At the table: {players}", players=players))
        try:
            self.open()
            while not self.match.over:
                waiting = [seat for seat in self.match.asked if seat in self.bots]
                if waiting:
                    self.answer_for(waiting[0])
                else:
                    self.ask()
        except (Leaves, EOFError):
            self.print_line("")
            return False
        if not self.lines:
            self.show_table()
        self.print_line(self.result())
        return True

    def open(self) -> None:
        """Begin, and show what a player sees before the first choice."""
        self._opening = True
        self.match.begin()
        self._opening = False
        if self.seat not in self.match.asked and not self.lines:
            self.show_table()

    def answer_for(self, seat: int) -> None:
        """A bot sees its view and chooses."""
        from parlour.bots.arena import play_whole
        from parlour.bots.guests import asked, blamed

        bot = self.bots[seat]
        with blamed(bot, seat):
            play_whole(self.match, seat, asked(bot, partial(bot.choose, self.match.view(seat, memory=True))))

    def result(self) -> str:
        """Return the winners in one line."""
        if len(self.names) == 1:
            return _("The end. Result {result}, score {score}", result=f"{self.match.payoff[0]:g}", score=self.match.score[0])
        winners = [self.names[seat] for seat in self.match.winners]
        if not winners:
            return _("The end. Nobody won.")
        if winners == ["You"]:
            return _("The end. You won.")
        return str(
            in_language(
                lazy_ngettext("The end. {players} won.", "The end. {players} won.", len(winners), players=in_list(winners))
            )
        )

    # what the player is told

    def print_line(self, text: str) -> None:
        """A line for the player, with the letters of the reader's cards; hearts and diamonds in red on a terminal."""
        text = lettered(text)
        print(_RED.sub("\033[31m\\g<0>\033[39m", text) if self.colours else text, flush=True)

    def show_table(self) -> None:
        """The table as the player sees it."""
        self.print_line("")
        for line in self.screen.table(self.match.view(self.seat).tables[0]):
            self.print_line(line)

    def hear(self, step: Step) -> None:
        """Tell what others did, what was said, and what has come to light."""
        from parlour.engine import steps

        shown_lines = len(self.feed.lines)
        _follow(self.feed, step)
        if self._opening and (not self.lines or self.game.seats == 1):  # what is shown first tells it
            return
        if self.lines:
            for line in self.feed.lines[shown_lines:]:
                self.print_line(in_language(line.text))
            return
        row = step.after[0]
        before, after = step.before.copy(), step.after.copy()
        for tables in (before, after):
            steps.mask_row(tables, 0, self.seat)
        self._print_choice(step, before[0])
        if step.seat == -1 and not step.shuffled:
            self._print_changes(before[0], after[0])
        scores = [int(score) for score in row.score[: self.game.seats]]
        if scores != [int(score) for score in step.before[0].score[: self.game.seats]]:
            listing = ", ".join(f"{in_language(name)} {score}" for name, score in zip(self.names, scores, strict=True))
            self.print_line("  " + _("Score: {scores}", scores=listing))

    def _print_choice(self, step: Step, before: Any) -> None:
        """Print the choices and words that the player may know; of a hidden chain only its end. `before` is masked."""
        room, row, phase = self.game.room, step.after[0], int(step.before[0].phase)
        quiet = room.is_quiet(step.before[0])
        words = ""
        if step.seat not in (-1, self.seat):
            if phase not in room.veiled and not quiet:
                words = self.screen.choice(step.choice, before)
            elif not quiet and row.chain == 0:
                words = HAS_CHOSEN
        spoken = self.screen.spoken_text(int(row.said[0]), int(row.said[1]), step.seat)
        if spoken and spoken not in (words, self.screen.choice(step.choice, before) if step.seat == self.seat else ""):
            quoted = _("“{said}”", said=spoken)
            words = f"{words} {quoted}" if words not in ("", HAS_CHOSEN) else quoted
        if words:
            what = in_language(words)
            self.print_line(
                "  " + (_("{player}: {what}", player=in_language(self.names[step.seat]), what=what) if step.seat != -1 else what)
            )

    def _print_changes(self, before: Any, after: Any) -> None:
        """Cards that a step nobody chose brought to light."""
        from parlour.house.screen import seen_cards

        room = self.game.room
        old = {card for _place, cards in seen_cards(room, before) for card in cards}
        for place, cards in seen_cards(room, after):
            new = [self.screen.choice(card) for card in cards if card not in old]
            if new and room.look.get("zones", {}).get(place.zone.name, {}).get("look") != "hidden":
                self.print_line(f"  {self.screen.place(place)}: {' '.join(new)}")

    # what the player says

    def ask(self) -> None:
        """One choice of the player (of a chain: one or more picks), asked for until there is one."""
        self.show_question()
        ask_again = False
        while not ask_again:
            text = self.read_line()
            try:
                ask_again = self.run_command(text)
            except IllegalChoice as error:
                self.print_line("  " + _("No. {why}", why=in_language(str(error))))
            except BadInput as error:
                self.print_line("  " + _("{why} (? for help)", why=in_language(str(error))))

    def show_question(self) -> None:
        """Show what the player may choose from."""
        if self.lines:
            self._tell_hand()
        elif self._draw:
            self.show_table()
        picks = self.match.picks(self.seat)
        if picks:
            self.print_line("  " + _("so far: {picks}", picks=", ".join(self.screen.choice(code) for code in picks)))
        if self.lines:
            self.print_line(self.answer("may"))
        else:
            self._show_menu()

    def _show_menu(self) -> None:
        prompt = self.screen.prompt(self.match.phase)
        self.print_line(prompt if prompt[-1:] in ".?!…:" else _("{prompt}:", prompt=prompt))
        for line in self.screen.menu(self.codes(), self._seen()):
            self.print_line(line)

    def _tell_hand(self) -> None:
        """Name the cards of the player once in each hand."""
        hand = int(self.match.row.hand_number)
        if hand != self._hand_shown:
            self._hand_shown = hand
            self.print_line(self.answer("hand"))

    def answer(self, question: str) -> str:
        """Return the answer to a question about the table."""
        from parlour.house.questions import Sight

        asked = self.match.asked
        codes = self.codes() if self.seat in asked else []
        return self.questions.answer(question, Sight(self._seen(), asked, codes, self.feed.lines))

    def read_line(self, empty: bool = False) -> str:
        """Return what the player types. empty: whether an empty line is something."""
        while True:
            text = input("> ").strip()
            if not sys.stdin.isatty():
                print(text)  # a transcript shows what was piped in
            if text or empty:
                return text

    def run_command(self, text: str) -> bool:
        """Do what the player says; whether there is something new to ask."""
        from parlour.house.commands import Command, help_text, read_command

        command = read_command(text)
        says: dict[str, Callable[[], None]] = {
            "help": lambda: self.print_line(help_text()),
            "rule": lambda: self._show_rule(command.text),
            "why": lambda: self._explain(command.text),
            "rules": lambda: self.print_line(self.game.rulebook()),
            "hint": self.advise,
        }
        if command.act == "leave":
            raise Leaves
        if command.act in says:
            says[command.act]()
            return False
        if command.act == "question" and (command.text != "table" or self.lines):
            self.print_line(self.answer(command.text))
            return False
        if command.act == "back":
            self.match.take_back(self.seat)
        elif command.act == "undo":
            self._wind(self.match.undo, lazy_gettext("there is nothing to take back"))
        elif command.act == "redo":
            self._wind(self.match.redo, lazy_gettext("there is nothing to do again"))
        elif command.act == "choose":
            self.choose(text)
        again = command == Command("question", "table")
        self._draw = again or not (self.match.picks(self.seat) or command.act == "back")
        return True

    def advise(self) -> None:
        """Say what the strong bot would choose in the player's place, and why."""
        from parlour import bots
        from parlour.house.commands import command_words

        if self.match.picks(self.seat):
            raise BadInput(lazy_gettext("a hint is for a whole choice: `{back}` forgets the picks", back=command_words()["back"]))
        codes, why = bots.make("strong").advise(self.match.view(self.seat, memory=True))
        self.print_line("  " + ", ".join(self.screen.choice(code) for code in codes))
        self.print_line(f"    {in_language(why)}")

    def choose(self, text: str) -> None:
        """Play a choice, or several of a chain; up to the first that is refused."""
        from parlour.house.commands import parts

        for part in parts(text, self.read):
            if self.seat not in self.match.asked:
                raise BadInput(lazy_gettext("{choice}: the choice was complete before it", choice=part))
            self.match.play(self.read(part), seat=self.seat)

    def _wind(self, act: Callable[[], bool], nothing: str) -> None:
        if self.game.seats > 1:
            raise BadInput(lazy_gettext("choices are taken back only if one plays alone"))
        if not act():
            raise BadInput(nothing)
        self.feed.go_back(self.match.tables)

    def codes(self) -> list[int]:
        """The player's menu in the order it is shown."""
        return self.screen.sorted(self.match.codes(self.seat))

    def _seen(self) -> Any:
        """The table as the player sees it."""
        return self.match.view(self.seat).tables[0]

    def read(self, text: str) -> int:
        """Read a choice. BadInput if it is none."""
        from parlour.house.commands import read_choice

        return read_choice(self.game, self.screen, self.codes(), self._seen(), text)

    def _explain(self, text: str) -> None:
        """Say what forbids a choice."""
        objection = self.match.why_not(self.read(text), self.seat)
        self.print_line(f"  {objection.text}" if objection else "  " + _("That is allowed."))

    def _show_rule(self, text: str) -> None:
        """Show a paragraph of the rulebook, and the group's ruling on it."""
        from parlour.engine.rulebook import asked_for

        found = asked_for(self.game.room, self.match.row, text)
        self.print_line(
            "  " + _("Rule {number}: {text}", number=found.number, text=found.text)
            if found
            else "  " + _("the rulebook has no {rule}", rule=text)
        )
        if found and self.game.agreed and found.identifier in self.game.agreed.rulings:
            self.print_line("  " + _("our ruling: {text}", text=self.game.agreed.rulings[found.identifier]))
