"""Bots from files: any class, named on the command line as `mine.py:MyBot`.

Its objects have a method `choose(view)`, which answers with a choice or a whole chain of them, by names or codes; nothing else is
required. One that is a `parlour.bots.Bot`, a frozen dataclass, also has options and its budget set for it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from numbers import Integral
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from parlour.engine.errors import BadInput, shown
from parlour.engine.game import Game
from parlour.engine.view import View

from .base import Bot

MOST_PICKS = 1024
"""Picks of a chain at most: an answer may be something that never ends."""
_MODULE = "parlour_bot_"
Found = TypeVar("Found")


@dataclass(frozen=True)
class Guest(Bot):
    """A player who is not a bot of the house. text: how it was named; player: who chooses."""

    name: ClassVar[str] = "guest"
    text: str = ""
    player: Any = field(default=None, compare=False)

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`. BadInput if the answer is not a choice."""
        answer = self.player.choose(view)
        chain = [answer] if isinstance(answer, str | Integral) or not hasattr(answer, "__iter__") else answer
        picks = list(islice(chain, MOST_PICKS + 1))
        if not 0 < len(picks) <= MOST_PICKS or not all(isinstance(pick, str | Integral) for pick in picks):
            raise BadInput(f"it answered {shown(answer)}, which is not a choice")
        return [view.game.code(pick if isinstance(pick, str) else int(pick)) for pick in picks]

    def prepare(self, game: Game) -> None:
        """Do nothing: a guest prepares itself at its first answer."""

    def __str__(self) -> str:
        """Return the bot as it was named."""
        return self.text


@cache
def load(path: str, name: str) -> type:
    """Return the class of this name in a Python file, which is run. BadInput if there is none."""
    file = Path(path).resolve()
    if not file.is_file():
        raise BadInput(f"there is no file {path} with a bot")
    module = f"{_MODULE}{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"
    if module not in sys.modules:
        spec = importlib.util.spec_from_file_location(module, file)
        if spec is None or spec.loader is None:
            raise BadInput(f"{path} is not a Python file")
        sys.modules[module] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(sys.modules[module])
        except (Exception, SystemExit) as error:
            del sys.modules[module]
            raise BadInput(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    found = getattr(sys.modules[module], name, None)
    if not isinstance(found, type) or not hasattr(found, "choose"):
        raise BadInput(f"{path} has no class {name!r} with a method choose(view)")
    return found


def of_file(text: str) -> bool:
    """Whether a text names a bot by its file."""
    return text.strip().partition(":")[0].endswith(".py")


def made(file: str, name: str, build: Callable[[], Found]) -> Found:
    """A bot from a file. BadInput says what its class raised instead."""
    try:
        return build()
    except BadInput:
        raise
    except (Exception, SystemExit) as error:
        raise BadInput(f"{file}:{name} cannot be made: {fault(error, str(Path(file).resolve()))}") from error


def asked(bot: Bot, answer: Callable[[], Found]) -> Found:
    """Return the answer of a bot. If the bot raises an error, raise BadInput with that error and, for a bot from a file, the
    line."""
    try:
        return answer()
    except BadInput:
        raise
    except (Exception, SystemExit) as error:
        kind = type(bot.player if isinstance(bot, Guest) else bot)
        if not kind.__module__.startswith(_MODULE):
            raise
        raise BadInput(fault(error, str(sys.modules[kind.__module__].__file__))) from error


def fault(error: BaseException, file: str) -> str:
    """Return the message of an error, with the last line of a file that led to it."""
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    place = f" in line {lines[-1]} of {Path(file).name}" if lines else ""
    return f"it raised {''.join(traceback.format_exception_only(error)).strip()}{place}"


def called(bot: Bot) -> str:
    """Return the name of a bot for messages: its file and class, if it comes from a file."""
    kind = type(bot)
    if kind.__module__.startswith(_MODULE):
        return f"{sys.modules[kind.__module__].__file__}:{kind.__name__}"
    return getattr(bot, "file", "") or str(bot)


@contextmanager
def named(text: str) -> Iterator[None]:
    """Name the bot in any BadInput raised while it is made. text: its name as it was given."""
    try:
        yield
    except BadInput as error:
        if text.strip().partition(":")[0] in str(error):
            raise
        raise BadInput(f"bot {text}: {error}") from error


@contextmanager
def blamed(bot: Bot, seat: int, match: int | None = None) -> Iterator[None]:
    """Name the bot, its seat and the number of the match in any BadInput raised by its choice."""
    try:
        yield
    except BadInput as error:
        where = f"seat {seat}" if match is None else f"seat {seat}, match {match}"
        raise BadInput(f"{called(bot)} ({where}): {error}") from error
