"""Players for every game of the house. A module of this package names those it holds as `BOT` or `BOTS`; there is no list.

bots.names()                      chance, easy, fair, greedy, search, strategy, strong
bots.names(room)                  those that can play this room
bots.make("search", seconds=0.2)
bots.make("search:iterations=2000,seed=1")
bots.make("mine.py:MyBot")        anybody's: a class in a file, whose objects have a method choose(view)
"""

from __future__ import annotations

import importlib
import pkgutil
import typing
from dataclasses import fields
from functools import cache
from typing import Any

from parlour.engine.errors import BadInput
from parlour.engine.rooms import Room

from .base import Bot
from .guests import Guest, load, made, of_file

__all__ = ["Bot", "make", "names", "split"]


@cache
def _bots() -> dict[str, type[Bot]]:
    modules = (importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    found: list[type[Bot]] = []
    for module in modules:
        found += [module.BOT] if hasattr(module, "BOT") else getattr(module, "BOTS", ())
    return {bot.name: bot for bot in sorted(found, key=lambda bot: bot.name)}


def names(room: Room | None = None) -> list[str]:
    """Return the names of all bots, in alphabetical order.

    room: only those that can play it.
    """
    return [name for name, bot in _bots().items() if room is None or bot.plays(room)]


def make(text: str, **options: Any) -> Bot:
    """Return a bot.

    text: its name, or `FILE.py:CLASS` for a bot that is not part of the house; then, after a colon, options as `option=value`,
    separated by commas. options: the same as keywords, which take precedence.

    BadInput: says which bots or options there are.
    """
    name, _, rest = text.strip().partition(":")
    if of_file(name):
        kind, _, rest = rest.partition(":")
        loaded = load(name, kind)
        if not issubclass(loaded, Bot):
            if rest or options:
                raise BadInput(f"{name}:{kind} is no {Bot.__module__}.Bot, so it takes no options")
            return made(name, kind, lambda: Guest(text=f"{name}:{kind}", player=loaded()))
        bot = loaded
    elif name not in _bots():
        raise BadInput(f"there is no bot {name!r}; the bots are {', '.join(names())}, or FILE.py:CLASS")
    else:
        bot = _bots()[name]
    types = {key: kind for key, kind in typing.get_type_hints(bot).items() if key in {field.name for field in fields(bot)}}
    given: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals and part.strip()[0:1] in ("+", "-"):
            key, equals, value = "advice", "=", part
        if not equals:
            raise BadInput(f"bot {name}: {part!r} is not written option=value")
        given[key.strip()] = value.strip()
    read = {key: _read(name, key, value, types) for key, value in (given | options).items()}
    return made(name, kind, lambda: bot(**read)) if of_file(name) else bot(**read)


def split(text: str) -> list[str]:
    """Return the bots of a list in one text, in which commas also separate the options of a bot.

    text: as on the command line.

    >>> split("search:seconds=0.1,seed=2,mine.py:MyBot,chance")
    ['search:seconds=0.1,seed=2', 'mine.py:MyBot', 'chance']
    """
    found: list[str] = []
    for part in text.split(","):
        if found and ":" not in part and ("=" in part or part.strip()[0:1] in ("+", "-")):
            found[-1] += "," + part.strip()
        else:
            found.append(part.strip())
    return found


def _read(bot: str, key: str, value: Any, types: dict[str, Any]) -> Any:
    if key not in types:
        raise BadInput(f"bot {bot} has no option {key!r}; it has {', '.join(types)}")
    if value is None or value == "none":
        if types[key] == int | None:
            return None
    elif types[key] is str:
        return str(value)
    else:
        kind = float if types[key] is float else int
        try:
            return kind(value)
        except (TypeError, ValueError):
            pass
    raise BadInput(f"bot {bot}: {key}={value} is not a {'number' if types[key] is float else 'whole number'}")
