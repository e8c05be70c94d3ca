"""Bots from files: anybody's class, named on the command line as `mine.py:MyBot`.

Its objects have a method `choose(view)`, which answers with a choice or a whole chain of them, by names or codes; nothing
else is asked of them. One that is a `parlour.bots.Bot`, a frozen dataclass, also has options and its budget set for it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import View

from .base import Bot


@dataclass(frozen=True)
class Guest(Bot):
    """A player who is no bot of the house. text: how it was named; player: who chooses."""

    name: ClassVar[str] = "guest"
    text: str = ""
    player: Any = None

    def choose(self, view: View) -> list[int]:
        """See `Bot.choose`."""
        answer = self.player.choose(view)
        chain = [answer] if isinstance(answer, str | int) else list(answer)
        return [view.game.code(choice) for choice in chain]

    def prepare(self, game: Game) -> None:
        """Whatever it prepares, it does so at its first answer."""

    def __str__(self) -> str:
        """As it was named."""
        return self.text


@cache
def load(path: str, name: str) -> type:
    """The class of this name in a Python file, which is run. BadInput where there is none."""
    file = Path(path).resolve()
    if not file.is_file():
        raise BadInput(f"there is no file {path} with a bot")
    module = f"parlour_bot_{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"
    if module not in sys.modules:
        spec = importlib.util.spec_from_file_location(module, file)
        if spec is None or spec.loader is None:
            raise BadInput(f"{path} is no Python file")
        sys.modules[module] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(sys.modules[module])
        except Exception as error:
            del sys.modules[module]
            raise BadInput(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    found = getattr(sys.modules[module], name, None)
    if not isinstance(found, type) or not hasattr(found, "choose"):
        raise BadInput(f"{path} has no class {name!r} with a method choose(view)")
    return found
