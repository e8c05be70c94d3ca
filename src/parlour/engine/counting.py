"""A number before its noun, in what is said: one card, two cards."""

from __future__ import annotations


def counted(number: float, one: str, more: str = "", form: str = "") -> str:
    """The number with its noun. more: the plural if it is not `one` with an s. form: how the number is written.

    >>> counted(1, "card"), counted(0, "card"), counted(1200, "match", "matches", ",")
    ('1 card', '0 cards', '1,200 matches')
    """
    return f"{number:{form}} {one if number == 1 else more or f'{one}s'}"
