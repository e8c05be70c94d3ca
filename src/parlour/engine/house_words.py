"""House rules in words: what people read where files and command lines have identifiers.

The words of a value stand in the room's table.toml, `[options.ending] first_out = "when the first player is out"`; a figure that
means something of its own has words there too, `0 = "no limit"`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from parlour.kit.layout import AUTO
from parlour.languages import current, game_text, number
from parlour.languages import gettext as _

from .rooms import Room
from .speech import look


def about(room: Room, name: str) -> str:
    """Return the subject of a house rule: its text up to a colon or semicolon. The rest explains its values, which have words."""
    return game_text(room.name, re.split("[:;]", room.Table.options[name].text)[0])


def words(room: Room, name: str, code: int) -> str:
    """A value of a house rule as people read it, by its stored code."""
    written = room.Table.options[name].write(code)
    if isinstance(written, bool):
        return _("yes") if written else _("no")
    shown = _table(room, name).get(str(written))
    if shown is not None:
        return shown
    return number(written) if isinstance(written, int) else str(written).replace("_", " ")


def value_words(room: Room, name: str, value: Any) -> str:
    """A value of a house rule as people read it, given as files and command lines write it; also one that there is not."""
    option = room.Table.options.get(name)
    try:
        return words(room, name, option.read(value)) if option else str(value).replace("_", " ")
    except ValueError:
        return str(value).replace("_", " ")


def choices(room: Room, name: str) -> str:
    """The values that a house rule can have, as people read them: of some rules thousands, and each rulebook prints them."""
    return _choices(room, name, current().code)


@lru_cache(maxsize=1024)
def _choices(room: Room, name: str, code: str) -> str:
    option = room.Table.options[name]
    if option.boolean:
        return _("yes or no")
    named = [code for code in option.codes[:1000] if code in option.words or str(code) in _table(room, name)]
    figures = [code for code in option.codes if code not in named] if named or not option.plain_range else option.codes
    if len(figures) > 2 and figures[-1] - figures[0] == len(figures) - 1:
        listing = [_("{low} to {high}", low=number(figures[0]), high=number(figures[-1]))]
    else:
        listing = [number(figure) for figure in figures]
    listing = [*([words(room, name, AUTO)] if option.auto else []), *(words(room, name, code) for code in named), *listing]
    return _("{several} or {last}", several=", ".join(listing[:-1]), last=listing[-1]) if len(listing) > 1 else listing[0]


def spelled(room: Room, name: str) -> dict[str, str]:
    """The values that are not said as files write them, and how they are said."""
    option = room.Table.options[name]
    return {word: words(room, name, code) for code, word in option.words.items()} | _table(room, name)


def named(room: Room, name: str) -> dict[int, str]:
    """The figures among a house rule's values that mean something of their own, in words."""
    return {int(value): text for value, text in _table(room, name).items() if value.isdigit()}


def _table(room: Room, name: str) -> dict[str, str]:
    return dict(look(room).get("options", {}).get(name, {}))
