"""The errors a user of the house can meet."""

from __future__ import annotations


class BadInput(ValueError):
    """Something given to the house cannot be used: one clear line says what and where. The command line exits with 2."""


class IllegalChoice(BadInput):
    """A choice the rules forbid now. `paragraph` is the number of the rulebook paragraph, or below 0 a reason of the house."""

    def __init__(self, message: str, paragraph: int) -> None:
        super().__init__(message)
        self.paragraph = paragraph
