"""The marked texts of a script: what translators get, and what a browser gets the translations of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from .catalogue import Language

_LITERAL = r'("(?:[^"\\\n]|\\.)*")'
_TEXT = re.compile(rf"(?<![\w$.])(?:(?:_|mark)\({_LITERAL}|ngettext\({_LITERAL}, {_LITERAL}|pgettext\({_LITERAL}, {_LITERAL})")
"""A text that is marked in a script. Expressions in backquotes are read as other code is."""
BETWEEN = "\x04"
"""Stands between a context and a text in the table of a script, as in the files of gettext."""


class Marked(NamedTuple):
    """A text of a script. many: its form for several, "" if it has one form. context: its sense, "" if it has no other."""

    text: str
    many: str = ""
    context: str = ""

    @property
    def key(self) -> str:
        """The name of the text in the table of the script."""
        return f"{self.context}{BETWEEN}{self.text}" if self.context else self.text

    def translated(self, reader: Language) -> str | list[str] | None:
        """The text in a language, or its plural forms by number; None if it stays as it is."""
        if self.many:
            return reader.forms(self.text, self.many)
        found = (self.context and reader.texts.pgettext(self.context, self.text)) or reader.texts.gettext(self.text)
        return None if found == self.text else found


def marked_in(script: str) -> Iterator[Marked]:
    """Yield the marked texts of a script in their order.

    >>> list(marked_in('_("Close"); ngettext("{n} card", "{n} cards", n); `${pgettext("of a card", "Back")}`'))
    [Marked(text='Close', many='', context=''), Marked(text='{n} card', many='{n} cards', context=''), \
Marked(text='Back', many='', context='of a card')]
    """
    for match in _TEXT.finditer(script):
        text, one, many, context, other = (json.loads(part) if part else "" for part in match.groups())
        yield Marked(text or one or other, many, context)
