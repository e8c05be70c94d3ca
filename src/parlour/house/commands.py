"""Lines that a player types in the terminal and in the command box of the web table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from parlour.engine import speech
from parlour.engine.errors import BadInput, shown
from parlour.engine.game import Game
from parlour.engine.positions import pack_of_table
from parlour.engine.reading import whole_number
from parlour.kit import FIRST_CALL, TEN
from parlour.kit.cards import BIG_JOKER, rank_of
from parlour.languages import (
    ENGLISH,
    OTHER_SYSTEMS,
    card_language,
    card_languages,
    cards_printed,
    has_own_letters,
    lazy_gettext,
    lettered,
    pgettext,
    read_card,
    speaking,
    spelled_out,
    written_cards,
)
from parlour.languages import gettext as _

from .questions import QUESTIONS
from .screen import Screen

ACTS = {"rules": "rules", "hint": "hint", "back": "back", "undo": "undo", "redo": "redo"} | dict.fromkeys(
    ("q", "quit", "exit"), "leave"
)
COLUMN = 32
"""Characters of the meaning of a command, if another stands beside it."""
_RULE = re.compile(r"rule \d+|[RF]\d+")


class Command(NamedTuple):
    """A command. act: one of ACTS, or "help", "rule", "why", "question", "choose"; text: what it is about."""

    act: str
    text: str = ""


def command_words() -> dict[str, str]:
    """The words of commands in the reader's language, by the English word; English words are understood too."""
    # TRANSLATORS: one word that a player types, in small letters: each command needs a word of its own
    return {
        "hand": pgettext("command", "hand"),
        "trick": pgettext("command", "trick"),
        "last": pgettext("command", "last"),
        "who": pgettext("command", "who"),
        "score": pgettext("command", "score"),
        "stakes": pgettext("command", "stakes"),
        "may": pgettext("command", "may"),
        "missed": pgettext("command", "missed"),
        "table": pgettext("command", "table"),
        "rules": pgettext("command", "rules"),
        "rule": pgettext("command", "rule"),
        "hint": pgettext("command", "hint"),
        "back": pgettext("command", "back"),
        "undo": pgettext("command", "undo"),
        "redo": pgettext("command", "redo"),
        "q": pgettext("command", "q"),
    }


def help_text() -> str:
    """Return the help on all that a player may type, in the reader's language."""
    words = command_words()
    rows = (
        (("? " + _("NAME"), _("why a choice is not allowed")), (f"? {words['rule']} 5", _("a rule of the rulebook"))),
        ((words["rules"], _("the whole rulebook")), (words["table"], _("the table again"))),
        ((words["hint"], _("what the strong bot would do, and why")),),
        ((words["back"], _("forget the picks of a chain")), (words["undo"], _("take back the last choice (alone only)"))),
        ((words["redo"], _("make it again (alone only)")), (words["q"], _("leave the table"))),
    )
    lines = [
        _("A choice is made by its name or its number in the menu (#7 if 7 is itself a name); several of one chain with commas.")
    ]
    letters, examples = written_cards()
    # TRANSLATORS: {letters} are the letters on the cards, "J Q K A"; {examples} ways to write a card, "Q♣ qc qd qh qs"
    lines.append(
        _(
            "Cards: {letters} with the sign of the suit or the beginning of its name ({examples}), or in words.",
            letters=letters,
            examples=examples,
        )
    )
    for (word, means), *others in rows:
        beside = "".join(f" {other:<8} {meaning}" for other, meaning in others)
        lines.append(f"  {word:<8} {means:<{COLUMN}}{beside}".rstrip())
    questions = ", ".join(f"{words[word]} ({_(means)})" for word, means in QUESTIONS.items() if word != "table")
    return "\n".join([*lines, _("Questions: {questions}", questions=questions)])


def _in_english(text: str) -> str:
    """A command in English, if it is one in the reader's language."""
    first, _space, number = text.partition(" ")
    if number.isdigit() and english_word(first, command_words()) == "rule":
        return f"rule {number}"
    return english_word(text, command_words())


def english_word(text: str, words: Mapping[str, str]) -> str:
    """Return the English word for one in the reader's language, or the text if it is none of these.

    words: in the reader's language, by the English word.
    """
    own = {word.casefold(): english for english, word in words.items()}
    return own.get(text if len(text) == 1 else text.casefold(), text)  # "Q" is a card, "q" a command


def read_command(text: str) -> Command:
    """Read a line of a player, with the words of the reader's language or English ones.

    >>> read_command("hint"), read_command("? rule 5"), read_command("?K♣")
    (Command(act='hint', text=''), Command(act='rule', text='rule 5'), Command(act='why', text='K♣'))
    >>> read_command("score"), read_command("kc, qd")
    (Command(act='question', text='score'), Command(act='choose', text='kc, qd'))
    """
    text = text.strip()
    if text.startswith("?"):
        about = _in_english(text[1:].strip())
        return Command("help") if not about else Command("rule" if _RULE.fullmatch(about) else "why", about)
    text = _in_english(text)
    if text in ACTS:
        return Command(ACTS[text])
    return Command("question" if text in QUESTIONS else "choose", text)


def read_choice(game: Game, screen: Screen, codes: Sequence[int], row: Any, text: str, letters: str = "", suits: str = "") -> int:
    """Read a choice given by its words as they are shown or heard, by a card in letters or words, by its name, or by its number.

    The reader's language comes before English. codes: the menu as it is shown. row: the table as the player sees it. letters: the
    language of the letters on the cards, by its code, if it is another: it comes first, as they are what the player sees.
    suits: the suit system of these cards, such as "german", if it is not French. BadInput if the text is not a choice, or may
    mean cards of several suits.
    """
    number = re.fullmatch(r"#?(\d+)", text)
    deck = _Deck(game, codes, row, suits)
    printed = deck.cards(text, letters) if letters in card_languages() and not number else []
    shown_card = printed[0] if len(printed) == 1 else None
    if shown_card is not None and shown_card in codes:
        return shown_card
    own = (lambda code: lettered(screen.choice(code, row)), lambda code: speech.choice_words(game.room, code, row))
    code = _called(text, codes, card_language(), own)
    read = deck.cards(text) if code is None and not number else []
    card = read[0] if len(read) == 1 else None
    if code is None and card not in codes:  # a call may be named like a card, such as the ace that Solo's declarer names
        english = (game.room.choice_name, lambda code: str.__str__(speech.choice_text(game.room, code, row)))
        code = _called(text, codes, ENGLISH, english)
    if code is None and max(len(printed), len(read)) > 1:
        raise _one_of_several(text, suits)
    code = next((one for one in (code, card, shown_card) if one is not None), None)
    if code is not None:
        return code
    if number:
        place = whole_number(number[1], range(1, len(codes) + 1))
        if place is None:
            raise BadInput(lazy_gettext("the menu goes from 1 to {n}", n=len(codes)))
        return codes[place - 1]
    try:
        code = game.room.read_choice(text)
    except BadInput:
        raise _no_choice(game, text) from None
    if code < FIRST_CALL and card_language() != ENGLISH:  # in the reader's language its suit may be one of two
        raise _no_choice(game, text)
    return code


class _Deck(NamedTuple):
    """The cards that a player sees. suits: their suit system, "" if it is French or not known."""

    game: Game
    menu: Sequence[int]
    row: Any
    suits: str

    def cards(self, text: str, code: str = "") -> list[int]:
        """Return the cards that a text may name, ascending. code: of another language than the reader's.

        What it means on cards with French suits counts on others only if that card is in the menu: then a letter that is the
        beginning of another suit of the deck names neither.
        """
        room = self.game.room
        card = read_card(text, room.Table.suited, code)
        printed: frozenset[int] = frozenset()
        if room.Table.suited and self.suits in OTHER_SYSTEMS:
            printed = cards_printed(text, self.suits, code)
        elif card is not None and self._is_missing_ten(card):
            printed = cards_printed(text, "spanish", code, named=True)
        if card is None or (len(printed) == 1 and card not in self.menu):
            return sorted(printed)
        return sorted(printed | {card})

    def _is_missing_ten(self, card: int) -> bool:
        """Whether a card is a ten and the game has none: then the jack may be meant, which is a 10 on Spanish cards."""
        if card >= BIG_JOKER or rank_of(card) != TEN or not self.game.room.Table.suited or self.row is None:
            return False
        return not pack_of_table(self.game.room, self.row)[card]


def parts(text: str, read: Callable[[str], object]) -> list[str]:
    """Return the choices that a line names: the whole line if it is one, otherwise what stands between its commas.

    read: reads one, and raises BadInput if it cannot.
    """
    try:
        read(text.strip())
    except BadInput:
        return [part.strip() for part in text.split(",")]
    return [text.strip()]


def _called(text: str, codes: Sequence[int], language: str, names: Sequence[Callable[[int], str]]) -> int | None:
    """Return the choice of the menu that has such a name, however cards and suits are written in it."""
    spoken = spelled_out(text, language)
    return next((code for code in codes if any(spelled_out(name(code), language) == spoken for name in names)), None)


def _one_of_several(text: str, suits: str = "") -> BadInput:
    """Return the refusal of a card whose suit may be several. suits: the suit system of the cards, if it is not French."""
    examples = written_cards(suits)[1]
    return BadInput(
        lazy_gettext("the suit of {text} is one of several; write the cards as {cards}", text=shown(text), cards=examples)
    )


def _no_choice(game: Game, text: str) -> BadInput:
    """Return the refusal of a text that is not a choice. If cards have other letters than in English it tells them."""
    values = {"text": shown(text), "game": speech.text(game.room, game.room.title)}
    if not has_own_letters():
        return BadInput(lazy_gettext("{text} is neither a card nor a call of {game}", **values))
    letters, _examples = written_cards()
    with speaking(None):
        in_english = read_card(text, game.room.Table.suited)
    if in_english is not None:
        return _one_of_several(text)
    # TRANSLATORS: {letters} are the letters on the cards: "J Q K A"
    return BadInput(
        lazy_gettext(
            "{text} is neither a card nor a call of {game}; the letters of the cards are {letters}", **values, letters=letters
        )
    )
