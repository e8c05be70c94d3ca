"""The errors a user of the house can meet."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MOST_SHOWN = 60
"""The length, in characters, of a value that an error repeats."""
LONGEST = 500
"""The length of a whole error in characters. It may repeat text from outside, and that may be of any length."""


class BadInput(ValueError):
    """Something given to the house cannot be used: one clear line says what and where. The command line exits with 2."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


_SPACES = {0xA0: " ", 0x202F: " "}
"""The spaces at which no line breaks, as ordinary ones."""


class IllegalChoice(BadInput):
    """A choice the rules forbid now. `paragraph` is the number of the rulebook paragraph, or below 0 a reason of the house."""

    def __init__(self, message: str, paragraph: int) -> None:
        super().__init__(message)
        self.paragraph = paragraph


def is_printable(text: str) -> bool:
    """Whether a text has nothing but what can be read on one line. Spaces at which no line breaks, as French has them, can.

    >>> is_printable("Qui\\u00a0?"), is_printable("a\\nb")
    (True, False)
    """
    return text.translate(_SPACES).isprintable()


def one_line(text: str) -> str:
    """A text as one line of what can be printed, without its middle if it is long.

    >>> one_line("a\\nb\\0"), len(one_line("9" * 5000))
    ('a\\\\nb\\\\x00', 500)
    """
    if len(text) > LONGEST:
        head = LONGEST * 2 // 3
        text = f"{text[:head]} ... {text[head + 5 - LONGEST :]}"
    if not is_printable(text):
        text = "".join(c if is_printable(c) else repr(c)[1:-1] for c in text)
        return text[:LONGEST]
    return text


def shown(value: object) -> str:
    """Return a given value as an error message repeats it, shortened.

    >>> shown("10♣"), shown(["♣"] * 9000), shown(10**9999)
    ("'10♣'", "['♣', '♣', '♣', '♣', '♣', '♣', '♣', '♣', '♣', '♣', '♣', ' ...", 'a number of 33216 bits')
    """
    if isinstance(value, str):
        text = repr(value[: MOST_SHOWN + 1])
    elif isinstance(value, int) and value.bit_length() > 4 * MOST_SHOWN:
        text = f"a number of {value.bit_length()} bits"
    else:
        try:
            text = repr(value)
        except (ValueError, RecursionError):  # a figure too long to be written, a list in a list in a list
            text = f"a {type(value).__name__}"
    return text if len(text) <= MOST_SHOWN + 2 else f"{text[: MOST_SHOWN - 3]} ..."


def meant(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'trick'?` if one of the known words is like this one, otherwise nothing.

    >>> meant("tirck", ["hand", "trick"]), meant("xyz", ["hand", "trick"])
    ("; did you mean 'trick'?", '')
    """
    found = difflib.get_close_matches(word[:MOST_SHOWN], sorted(set(known) - {word}), 1, 0.6)
    return f"; did you mean {found[0]!r}?" if found else ""
