"""The errors a user of the house can meet."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class BadInput(ValueError):
    """Something given to the house cannot be used: one clear line says what and where. The command line exits with 2."""


class IllegalChoice(BadInput):
    """A choice the rules forbid now. `paragraph` is the number of the rulebook paragraph, or below 0 a reason of the house."""

    def __init__(self, message: str, paragraph: int) -> None:
        super().__init__(message)
        self.paragraph = paragraph


MOST_SHOWN = 60


def shown(value: object) -> str:
    """What was given, as an error repeats it: on one line, and not at length.

    >>> shown("10♣"), shown(["♣"] * 9000), shown(10**9999)
    ("'10♣'", "['♣', '♣', '♣', '♣', '♣', '♣', '♣', '♣', '♣', '♣', '♣', ' ...", 'a number of 33216 bits')
    """
    if isinstance(value, str):
        text = repr(value[: MOST_SHOWN + 1])
    elif isinstance(value, int) and value.bit_length() > 4 * MOST_SHOWN:
        text = f"a number of {value.bit_length()} bits"
    else:
        try:
            text = " ".join(repr(value).split())
        except ValueError:  # a figure too long to be written
            text = f"a {type(value).__name__}"
    return text if len(text) <= MOST_SHOWN + 2 else f"{text[: MOST_SHOWN - 3]} ..."


def meant(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'trick'?` where one of the known words is like this one, else nothing.

    >>> meant("tirck", ["hand", "trick"]), meant("xyz", ["hand", "trick"])
    ("; did you mean 'trick'?", '')
    """
    found = difflib.get_close_matches(word, sorted(set(known) - {word}), 1, 0.6)
    return f"; did you mean {found[0]!r}?" if found else ""
