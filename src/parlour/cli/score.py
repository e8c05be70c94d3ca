"""parlour score: a score pad in the terminal, for people with real cards. Every line is kept before the next is asked for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.engine.errors import BadInput
from parlour.engine.files import write_bytes
from parlour.languages import gettext as _
from parlour.languages import in_language, in_series, listed, pgettext

from .arguments import Commands, Parser, add_game, command, game_of, print_json, refuse_with, tell_skipped

if TYPE_CHECKING:
    from parlour.house.pad import Form, HandOfPad, Pad, Sheet
    from parlour.house.pad.keeping import PadFile

ENDINGS = (".csv", ".json", ".txt", ".pdf")


def pad_words() -> dict[str, str]:
    """The words of commands in the reader's language, by the English word; English words are understood too."""
    # TRANSLATORS: one word that a player types, in small letters: each command needs a word of its own
    return {
        "help": pgettext("pad command", "help"),
        "hand": pgettext("pad command", "hand"),
        "undo": pgettext("pad command", "undo"),
        "note": pgettext("pad command", "note"),
        "sheet": pgettext("pad command", "sheet"),
        "account": pgettext("pad command", "account"),
        "stats": pgettext("pad command", "stats"),
        "end": pgettext("pad command", "end"),
        "export": pgettext("pad command", "export"),
        "form": pgettext("pad command", "form"),
        "next": pgettext("pad command", "next"),
        "q": pgettext("pad command", "q"),
        "quit": pgettext("pad command", "quit"),
    }


def help_text() -> str:
    """Return the help on all that may be typed, in the reader's language."""
    words = pad_words()
    rows = (
        (_("(empty)"), _("the next hand")),
        (f"{words['hand']} 3", _("back to a hand, to correct it")),
        (words["undo"], _("take the last line back")),
        (f"{words['note']} {_('TEXT')}", _("a word about this hand")),
        (words["sheet"], _("the whole sheet")),
        (words["account"], _("where the points of this hand come from")),
        (words["stats"], _("figures of the evening")),
        ("? 5", _("a rule of the rulebook")),
        (words["end"], _("leave this match off")),
        (f"{words['export']} F", _("write the file F: .csv, .json, .txt or .pdf")),
        (words["form"], _("the questions of a hand")),
        (words["q"], _("leave the pad; it is resumed from its file")),
    )
    first = _("A line enters values of the hand: `bid 3 nil 4 4`, `bid Ben 0`, `tricks 8 5`; without a name what is asked next.")
    return "\n".join([first, *(f"  {word:<14} {meaning}" for word, meaning in rows)])


def add(commands: Commands) -> None:
    made: Parser = command(commands, "score", run, _("keep score for people with real cards"))
    add_game(made)
    made.add_argument(
        "file", metavar="FILE", nargs="?", help=_("where the pad is kept, resumed if it is there (default: GAME.pad)")
    )
    made.add_argument("--players", metavar="A,B", help=_("the players in order of their seats, clockwise"))
    made.add_argument("--dealer", metavar="NAME", help=_("who deals first (default: the first player)"))
    made.add_argument("--show", action="store_true", help=_("print the sheet and leave"))
    made.add_argument(
        "--export", metavar="FILE", help=_("write the sheet there and leave: {endings}", endings=", ".join(ENDINGS))
    )
    made.add_argument("--json", action="store_true", help=_("print the sheet as JSON and leave"))

    made.parse_known_args = partial(names_anywhere, made)  # type: ignore[method-assign]


def names_anywhere(made: Parser, args: Sequence[str], namespace: Any = None) -> tuple[Any, list[str]]:
    """Parse GAME and FILE wherever they stand: argparse looks for no second name behind an option."""
    options: list[str] = []
    names: list[str] = []
    rest = list(args)
    while rest:
        word = rest.pop(0)
        (options if word.startswith("-") else names).append(word)
        action = made._option_string_actions.get(word)
        if action is not None and action.nargs is None and rest:
            options.append(rest.pop(0))
    return Parser.parse_known_args(made, [*options, *names], namespace)


def run(arguments: argparse.Namespace) -> int:
    from parlour.house.pad import fold
    from parlour.house.pad.exports import as_text

    if arguments.json:
        refuse_with(arguments, "--json", "show", "export")
    if arguments.show:
        refuse_with(arguments, "--show", "export")
    skipped: list[str] = []
    file = opened(arguments, skipped)
    status = tell_skipped(skipped)
    if arguments.json:
        print_json(fold(file.pad).as_dict())
    elif arguments.show:
        print(as_text(fold(file.pad)), end="")
    elif arguments.export:
        export(file.pad, arguments.export)
    else:
        Terminal(file).run()
    return status


def opened(arguments: argparse.Namespace, skipped: list[str]) -> PadFile:
    """The pad that is meant: resumed from its file, or a new one. BadInput if it is neither. skipped: as for `Pad.read`."""
    from parlour.house.pad import Pad
    from parlour.house.pad.keeping import PadFile, now

    given = arguments.game
    if given and arguments.file is None and (given.endswith(".pad") or Path(given).is_file()):
        arguments.file, arguments.game = given, None
    path = Path(arguments.file or f"{arguments.game or 'evening'}.pad")
    if path.exists():
        file = PadFile.resume(path, skipped=skipped)
        if arguments.game and file.pad.head.game != Path(arguments.game).name:
            there = file.pad.head.game
            raise BadInput(_("{path} is a pad of {game}, not of {wanted}", path=path, game=there, wanted=arguments.game))
        if arguments.players or arguments.set or arguments.house or arguments.seats or arguments.dealer:
            raise BadInput(
                _("{path} is there already and is resumed; players and house rules are settled when a pad begins", path=path)
            )
        return file
    if not (arguments.game or arguments.house):
        raise BadInput(_("{path}: there is no such pad; a new one needs a GAME", path=path))
    players = [name.strip() for name in (arguments.players or "").split(",") if name.strip()]
    if players and arguments.seats is None:
        arguments.seats = len(players)
    game = game_of(arguments)
    players = players or [_("Player {n}", n=n) for n in range(1, game.seats + 1)]
    dealer = 0
    if arguments.dealer:
        if arguments.dealer not in players:
            raise BadInput(_("--dealer {name}: the players are {names}", name=arguments.dealer, names=listed(players)))
        dealer = players.index(arguments.dealer)
    return PadFile.begin(Pad.of(game, players, dealer, now()), path)


def export(pad: Pad, name: str) -> None:
    """Write the sheet, by the ending of the file's name. BadInput if there is no such form."""
    from parlour.house.pad import fold
    from parlour.house.pad.exports import as_csv, as_json, as_text

    ending = Path(name).suffix.lower()
    sheet = fold(pad)
    if ending == ".pdf":
        from parlour.house.pad.paper import sheet_pdf

        write_bytes(name, sheet_pdf(pad, sheet))
        return
    forms = {".csv": as_csv, ".json": as_json, ".txt": as_text}
    if ending not in forms:
        raise BadInput(_("{name}: a sheet is written as {endings}", name=name, endings=listed(ENDINGS, either=True)))
    write_bytes(name, forms[ending](sheet).encode())


def in_english(line: str) -> str:
    """Return a line with its first word in English, if that is a command in the reader's language."""
    from parlour.house.commands import english_word

    first, space, rest = line.partition(" ")
    return english_word(first, pad_words()) + space + rest


class Terminal:
    """Lines read and answered. `at`: the match and hand that lines are about."""

    def __init__(self, file: PadFile) -> None:
        from parlour.house.pad.fold import Folding

        self.file, self.folding = file, Folding(file.pad)
        self.asks = sys.stdin.isatty()
        sheet = self.sheet()
        unsettled = [hand for hand in sheet.hands if hand.state in ("open", "differs", "refused")]
        self.at = (unsettled[0].match, unsettled[0].number) if unsettled else (sheet.next.match, sheet.next.hand)

    def sheet(self) -> Sheet:
        self.folding.refresh()
        return self.folding.sheet()

    def hand(self, sheet: Sheet) -> HandOfPad | None:
        """The hand that lines are about, None as long as nothing is entered for it."""
        return next((hand for hand in sheet.hands if (hand.match, hand.number) == self.at), None)

    def form(self) -> Form:
        """The questions about the hand."""
        self.folding.refresh()
        return self.folding.form(*self.at)

    def cells(self, sheet: Sheet) -> dict[str, Any]:
        """The answers so far."""
        hand = self.hand(sheet)
        return hand.cells if hand else {}

    def run(self) -> None:
        """Lines until there are no more."""
        from parlour.engine import speech

        print(
            _(
                "{title}, kept in {path}; {help} lists the entries.",
                help=pad_words()["help"],
                title=speech.title(self.file.pad.game.room),
                path=self.file.path,
            )
        )
        self.head(self.sheet())
        while True:
            line = self.line()
            if line is None or in_english(line) in ("q", "quit"):
                return
            try:
                self.do(line)
            except BadInput as why:
                print(f"  {in_language(str(why))}")

    def line(self) -> str | None:
        from parlour.house.pad.reading import prompt

        try:
            return input(f"{prompt(self.form(), self.cells(self.sheet()))}> " if self.asks else "").strip()
        except (EOFError, KeyboardInterrupt):
            if self.asks:
                print()
            return None

    def do(self, line: str) -> None:
        """One line. BadInput says what is wrong with it."""
        from parlour.house.pad.exports import as_text
        from parlour.house.pad.reading import read_line

        given, line = line, in_english(line)
        first, __, rest = line.partition(" ")
        match, number = self.at
        if first == "help":
            print(help_text())
        elif first == "?":
            self.paragraph(rest.strip())
        elif first == "form":
            self.describe()
        elif line == "sheet":
            print(as_text(self.sheet()), end="")
        elif line == "stats":
            self.figures()
        elif line == "account":
            self.account()
        elif line == "undo":
            self.undo()
        elif first == "export":
            export(self.file.pad, rest.strip())
        elif line == "end":
            self.file.add("end", match=match)
            self.next()
        elif first == "note":
            self.file.add("note", match=match, hand=number, text=rest.strip())
        elif first == "hand" and rest.strip().isdigit():
            self.go(int(rest))
        elif not line or line == "next":
            self.next()
        else:
            self.file.enter(match, number, read_line(self.form(), self.cells(self.sheet()), given))
            self.result(asked=True)

    def go(self, number: int) -> None:
        sheet = self.sheet()
        last = sheet.next.hand if sheet.next.match == self.at[0] else len(sheet.matches[self.at[0] - 1].hands)
        if not 1 <= number <= last:
            raise BadInput(_("hand {n}: the hands are 1 to {last}", n=number, last=last))
        self.at = (self.at[0], number)
        self.head(sheet)

    def next(self) -> None:
        """Go on to the next hand, after saying what is wrong with this one."""
        sheet = self.sheet()
        hand = self.hand(sheet)
        if hand is not None and hand.state in ("open", "refused", "differs"):
            self.result(asked=False)
        self.at = (sheet.next.match, sheet.next.hand)
        self.head(sheet)

    def head(self, sheet: Sheet) -> None:
        """Print which hand it is, who deals and leads, what is still to be reached."""
        match, number = self.at
        hand = self.hand(sheet) or sheet.next
        parts = [_("Match {match}, hand {hand}", match=match, hand=number) if match > 1 else _("Hand {n}", n=number)]
        if hand.dealer >= 0:
            parts.append(_("{name} deals", name=sheet.players[hand.dealer]))
        if hand.leader >= 0:
            parts.append(_("{name} begins", name=sheet.players[hand.leader]))
        print(". ".join(parts) + ".", *(f"{in_language(line)}." for line in sheet.left))

    def result(self, asked: bool) -> None:
        """Print the result of the hand, in words."""
        sheet = self.sheet()
        hand = self.hand(sheet)
        if hand is None:
            return
        if hand.state == "scored":
            points = ", ".join(f"{name} {points:+}" for name, points in self.by_side(sheet, hand.points))
            totals = ", ".join(f"{name} {total}" for name, total in self.by_side(sheet, hand.totals))
            print("  " + _("Hand {n}: {points}. Total: {totals}.", n=hand.number, points=points, totals=totals))
            match = sheet.matches[hand.match - 1]
            if match.over and match.hands[-1] is hand:
                won = [sheet.players[p] for p in match.winners]
                over = _("The match is over: {names} won.", names=listed(won)) if won else _("The match is over: nobody won.")
                print(f"  {over}")
        elif hand.state == "open":
            if not asked or not self.asks:
                labels = [self.label(key) for key in hand.missing]
                print("  " + _("Still missing: {entries}.", entries=in_language(in_series(labels))))
        else:
            for problem in hand.problems:
                text = in_language(problem.text)
                why = _("Not so far: {why}", why=text) if asked else _("It cannot be: {why}", why=text)
                print(f"  {why}")
        for difference in sheet.differences:
            if (difference.match, difference.hand) == self.at:
                claims = ", ".join(f"{claim.by} {in_language(claim.text or str(claim.value))}" for claim in difference.claims)
                print("  " + _("Entered differently: {entry}: {claims}", entry=in_language(difference.label), claims=claims))

    def by_side(self, sheet: Sheet, values: list[int]) -> list[tuple[str, int]]:
        from parlour.house.pad.exports import columns_of

        return [(name, values[side[0]]) for name, side in zip(columns_of(sheet), sheet.sides, strict=True)]

    def label(self, key: str) -> str:
        form = self.form()
        field = form.field(key)
        return key if field is None else form.label(field, field.asked[field.keys.index(key)])

    def undo(self) -> None:
        """Take the newest event back that still counts and was not taken back."""
        self.folding.refresh()
        counting = (event for event in reversed(self.file.pad.events) if event.kind != "undo" and self.folding.counts(event))
        last = next(counting, None)
        if last is None:
            raise BadInput(_("there is nothing to take back"))
        self.file.add("undo", of=last.id)
        if last.hand:
            self.at = (last.match, last.hand)
        self.head(self.sheet())

    def account(self) -> None:
        hand = self.hand(self.sheet())
        for line in [] if hand is None else hand.words:
            print(f"  {in_language(line)}")
        for entry in [] if hand is None else hand.account:
            points = ", ".join(f"{name} {points:+}" for name, points in self.by_side(self.sheet(), entry.points) if points)
            text = in_language(entry.text)
            print("  " + (_("{what}: {points}", what=text, points=points) if points else text))

    def figures(self) -> None:
        sheet = self.sheet()
        for figure in sheet.statistics:
            values = zip(sheet.players, map(str, figure.values), strict=True)
            figures = ", ".join(f"{name} {in_language(value)}" for name, value in values)
            print("  " + _("{what}: {points}", what=in_language(figure.label), points=figures))

    def describe(self) -> None:
        """Print what is entered for a hand: each name, what it means, and its values."""
        from parlour.house.pad.reading import entered_as, name_of

        for field in self.form().fields:
            for item in field.items:
                values = ", ".join(in_language(word) for _value, word in item.values) if len(item.values) <= 13 else ""
                print(f"  {entered_as(field, item)}{f' ({values})' if values else ''}")
            if field.kind != "course" or field.per == "seat":
                words = ", ".join(in_language(word) for _value, word in field.values)
                span = f"{field.low}..{field.high}" if field.kind == "number" else words
                usual = "" if field.usual is None else _("may be left out")
                text = in_language(field.text)
                about = [f"{text} ({span})" if span else text, usual, in_language(field.note)]
                named = "" if name_of(field) == text else f"{name_of(field)}: "
                print(f"  {named}{'; '.join(filter(None, about))}")

    def paragraph(self, label: str) -> None:
        from parlour.engine.rulebook import asked_for, paragraphs

        game = self.file.pad.game
        found = asked_for(game.room, game.blank()[0], label)
        if found is None:
            last = len(paragraphs(game.room, game.blank()[0]))
            raise BadInput(_("{label}: the rules are numbered 1 to {last}", label=label or "?", last=last))
        print("  " + _("Rule {number}: {text}", number=found.number, text=" ".join(found.text.split())))
