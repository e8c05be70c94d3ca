"""What a company has played and liked: a list that only grows, kept in a file or by the server."""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import tomli_w

from parlour.engine.errors import BadInput, shown
from parlour.engine.reading import decode
from parlour.engine.rooms import named

WORDS = ("played", "liked", "disliked")


@dataclass(frozen=True)
class Said:
    """Something said of a game. word: one of WORDS. day: ISO date."""

    game: str
    word: str
    day: str

    def __post_init__(self) -> None:
        if self.word not in WORDS:
            raise BadInput(f"a game was {', '.join(WORDS[:-1])} or {WORDS[-1]}, not {shown(self.word)}")
        try:
            dt.date.fromisoformat(self.day)
        except (ValueError, TypeError):
            raise BadInput(f"{shown(str(self.day))} is no day: it is written 2026-02-28") from None
        named(self.game)


@dataclass
class Memory:
    """All that was said, oldest first."""

    said: list[Said] = field(default_factory=list)

    def add(self, games: Iterable[str], word: str, day: str = "") -> None:
        """Somebody says something of games, today unless a day is given. BadInput for a game that there is not."""
        when = day or dt.date.today().isoformat()
        self.said += [Said(named(game).name, word, when) for game in games]

    def known(self) -> set[str]:
        """The games that were played, or of which somebody had a view."""
        return {said.game for said in self.said}

    def last(self, game: str) -> str:
        """The day when it was played last, "" for never."""
        return max((said.day for said in self.said if said.game == game and said.word == "played"), default="")

    def liking(self, game: str) -> int:
        """1 liked, -1 disliked, 0 neither: what was said last counts."""
        for said in reversed(self.said):
            if said.game == game and said.word != "played":
                return 1 if said.word == "liked" else -1
        return 0

    @classmethod
    def read(cls, path: Path) -> Memory:
        """From a file; empty where there is none yet. BadInput, with the file's name, for what is none."""
        if not path.exists():
            return cls()
        try:
            found = tomllib.loads(decode(path.read_bytes()))
            lines = found.get("said", [])
            if not isinstance(lines, list) or set(found) - {"said"}:
                raise BadInput("it holds a list `said` and nothing else")
            return cls([Said(str(line["game"]), str(line["word"]), str(line["day"])) for line in lines])
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None
        except (KeyError, TypeError):
            raise BadInput(f"{path}: what was said has a game, a word and a day") from None
        except (tomllib.TOMLDecodeError, BadInput) as error:
            raise BadInput(f"{path}: {error}") from None

    def write(self, path: Path) -> None:
        """To a file. BadInput says why it cannot be written."""
        lines = [{"game": said.game, "word": said.word, "day": said.day} for said in self.said]
        try:
            path.write_text(tomli_w.dumps({"said": lines}), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None
