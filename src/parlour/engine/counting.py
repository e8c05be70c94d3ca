"""A number before its noun, in what is said: one card, two cards."""

from __future__ import annotations

import re

NOUNS = (
    "action|bot|capture|card|challenge|character|chip|choice|claim|column|counter|deal|decision|diamond|difference|draw|duel|event"
    "|fault|file|game|group|hand|jack|meld|move|node|pack|pair|part|pile|place|player|point|position|pot|question|round|row|rung"
    "|scenario|seat|ship|situation|spade|state|step|sweep|table|task|team|tick|time|token|trick|turn|twin|way|win"
)
"""Nouns that messages count; the plural adds an s."""
_NO_NAME = r"(?<![\w.,:−-])(?<!seat )(?<!player )(?<!side )"
_ONE = re.compile(rf"{_NO_NAME}1 ((?:more |other |odd )?)({NOUNS})s\b( are\b| were\b| have\b)?")
_VERBS = {" are": " is", " were": " was", " have": " has"}


def counted(number: float, one: str, more: str = "", form: str = "") -> str:
    """The number with its noun. more: the plural if it is not `one` with an s. form: how the number is written.

    >>> counted(1, "card"), counted(0, "card"), counted(1200, "match", "matches", ",")
    ('1 card', '0 cards', '1,200 matches')
    """
    return f"{number:{form}} {one if number == 1 else more or f'{one}s'}"


def in_singular(text: str) -> str:
    """A message of a room in which a single thing stands in the plural, as `f"{n} cards are held"` writes it, put right.

    >>> in_singular("hand.1: 1 cards, and 2 cards are dealt"), in_singular("1 cards are held, and seat 1 draws")
    ('hand.1: 1 card, and 2 cards are dealt', '1 card is held, and seat 1 draws')
    """
    return _ONE.sub(lambda found: f"1 {found[1]}{found[2]}{_VERBS.get(found[3] or '', '')}", text)
