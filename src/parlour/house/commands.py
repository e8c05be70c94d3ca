"""Lines that a player types in the terminal and in the command box of the web table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.reading import whole_number
from parlour.engine.speech import RANKS, SIGNS, SUITS
from parlour.kit.cards import RANK_NAMES

from .questions import QUESTIONS
from .screen import Screen

HELP = """\
A choice is made by its name or its number in the menu (#7 if 7 is itself a name); several of one chain with commas.
  ? NAME   why a choice is not allowed      ? rule 5    a rule of the rulebook
  rules    the whole rulebook               table   the table again
  hint     what the strong bot would do, and why
  back     forget the picks of a chain      undo    take back the last choice (alone only)
  redo     make it again (alone only)       q       leave the table
Questions: """ + ", ".join(f"{word} ({means})" for word, means in QUESTIONS.items() if word != "table")
ACTS = {"rules": "rules", "hint": "hint", "back": "back", "undo": "undo", "redo": "redo"} | dict.fromkeys(
    ("q", "quit", "exit"), "leave"
)
_CARD = re.compile(rf"(?<!\w)({'|'.join(RANK_NAMES)})([{SIGNS}])", re.IGNORECASE)
_SIGN = re.compile(f"[{SIGNS}]")
_RULE = re.compile(r"rule \d+|[RF]\d+")


class Command(NamedTuple):
    """A command. act: one of ACTS, or "help", "rule", "why", "question", "choose"; text: what it is about."""

    act: str
    text: str = ""


def read_command(text: str) -> Command:
    """Read a line of a player.

    >>> read_command("hint"), read_command("? rule 5"), read_command("?K♣")
    (Command(act='hint', text=''), Command(act='rule', text='rule 5'), Command(act='why', text='K♣'))
    >>> read_command("score"), read_command("kc, qd")
    (Command(act='question', text='score'), Command(act='choose', text='kc, qd'))
    """
    text = text.strip()
    if text.startswith("?"):
        about = text[1:].strip()
        return Command("help") if not about else Command("rule" if _RULE.fullmatch(about) else "why", about)
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
        if heard in (as_heard(game.room.choice_name(code)), as_heard(screen.choice(code, row))):
            return code
    number = re.fullmatch(r"#?(\d+)", text)
    if number:
        place = whole_number(number[1], range(1, len(codes) + 1))
        if place is None:
            raise BadInput(f"the menu goes from 1 to {len(codes)}")
        return codes[place - 1]
    return game.room.read_choice(text)
