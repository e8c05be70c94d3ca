"""Lines that a player types in the terminal and in the command box of the web table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from parlour.engine import speech
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.reading import whole_number
from parlour.engine.speech import RANKS, SIGNS, SUITS
from parlour.kit.cards import RANK_NAMES
from parlour.languages import gettext as _
from parlour.languages import pgettext, told

from .questions import QUESTIONS
from .screen import Screen

ACTS = {"rules": "rules", "hint": "hint", "back": "back", "undo": "undo", "redo": "redo"} | dict.fromkeys(
    ("q", "quit", "exit"), "leave"
)
COLUMN = 32
"""Characters of the meaning of a command, if another stands beside it."""
_CARD = re.compile(rf"(?<!\w)({'|'.join(RANK_NAMES)})([{SIGNS}])", re.IGNORECASE)
_SIGN = re.compile(f"[{SIGNS}]")
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
    said = command_words()
    rows = (
        (("? " + _("NAME"), _("why a choice is not allowed")), (f"? {said['rule']} 5", _("a rule of the rulebook"))),
        ((said["rules"], _("the whole rulebook")), (said["table"], _("the table again"))),
        ((said["hint"], _("what the strong bot would do, and why")),),
        ((said["back"], _("forget the picks of a chain")), (said["undo"], _("take back the last choice (alone only)"))),
        ((said["redo"], _("make it again (alone only)")), (said["q"], _("leave the table"))),
    )
    lines = [
        _("A choice is made by its name or its number in the menu (#7 if 7 is itself a name); several of one chain with commas.")
    ]
    for (word, means), *others in rows:
        beside = "".join(f" {other:<8} {meaning}" for other, meaning in others)
        lines.append(f"  {word:<8} {means:<{COLUMN}}{beside}".rstrip())
    questions = ", ".join(f"{said[word]} ({_(means)})" for word, means in QUESTIONS.items() if word != "table")
    return "\n".join([*lines, _("Questions: {questions}", questions=questions)])


def _in_english(text: str) -> str:
    """A command in English, if it is one in the reader's language."""
    own = {word.casefold(): english for english, word in command_words().items()}
    first, _space, number = text.partition(" ")
    if number.isdigit() and own.get(first.casefold()) == "rule":
        return f"rule {number}"
    return own.get(text.casefold(), text)


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


def as_heard(text: str) -> str:
    """Return a text with cards and suits in words, in small letters.

    >>> as_heard("Q♥ from column 2"), as_heard("Simple in ♠"), as_heard("10♦")
    ('queen of hearts from column 2', 'simple in spades', 'ten of diamonds')
    """
    cards = _CARD.sub(lambda card: f"{RANKS[RANK_NAMES.index(card[1].upper())]} of {card[2]}", text.lower())
    return _SIGN.sub(lambda sign: SUITS[SIGNS.index(sign[0])], cards)


def read_choice(game: Game, screen: Screen, codes: Sequence[int], row: Any, text: str) -> int:
    """Read a choice given by its name, its words as they are shown or heard, or its number in the menu. codes: the menu as it is
    shown. row: the table as the player sees it. BadInput if it is none.
    """
    heard = as_heard(text)
    for code in codes:
        english = str.__str__(speech.choice_text(game.room, code, row))
        names = (game.room.choice_name(code), screen.choice(code, row), english, speech.choice_words(game.room, code, row))
        if heard in map(as_heard, names):
            return code
    number = re.fullmatch(r"#?(\d+)", text)
    if number:
        place = whole_number(number[1], range(1, len(codes) + 1))
        if place is None:
            raise BadInput(told("the menu goes from 1 to {n}", n=len(codes)))
        return codes[place - 1]
    return game.room.read_choice(text)
