"""Games that a company has played and liked: a list that only grows, kept in a file or by the server."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomli_w

from parlour.engine.errors import BadInput, shown
from parlour.engine.files import read_text, write_text
from parlour.engine.rooms import named
from parlour.engine.toml import TomlLines, parse_toml
from parlour.languages import gettext as _
from parlour.languages import listed

WORDS = ("played", "liked", "disliked")


@dataclass(frozen=True)
class Entry:
    """Something said of a game. word: one of WORDS. day: ISO date."""

    game: str
    word: str
    day: str

    def __post_init__(self) -> None:
        if self.word not in WORDS:
            raise BadInput(_("a game was {words}, not {word}", words=listed(WORDS, either=True), word=shown(self.word)))
        try:
            dt.date.fromisoformat(self.day)
        except (ValueError, TypeError):
            raise BadInput(_("{day} is not a day: it is written 2026-02-28", day=shown(str(self.day)))) from None
        named(self.game)


@dataclass
class Memory:
    """All that was said, oldest first."""

    entries: list[Entry] = field(default_factory=list)
    unread: list[Any] = field(default_factory=list)
    """Entries of the file that cannot be read, such as those of a game that is not here today."""

    def add(self, games: Iterable[str], word: str, day: str = "") -> None:
        """Somebody says something of games, today unless a day is given. BadInput for a game that there is not."""
        when = day or dt.date.today().isoformat()
        self.entries += [Entry(named(game).name, word, when) for game in games]

    def known(self) -> set[str]:
        """The games that were played, or of which somebody had a view."""
        return {entry.game for entry in self.entries}

    def last(self, game: str) -> str:
        """The day when it was played last, "" for never."""
        return max((entry.day for entry in self.entries if entry.game == game and entry.word == "played"), default="")

    def liking(self, game: str) -> int:
        """1 liked, -1 disliked, 0 neither: what was said last counts."""
        for entry in reversed(self.entries):
            if entry.game == game and entry.word != "played":
                return 1 if entry.word == "liked" else -1
        return 0

    @classmethod
    def read(cls, path: Path, skipped: list[str] | None = None) -> Memory:
        """Read the memory from a file; empty if there is none yet. BadInput, with the file's name and the line, for another file.

        skipped: if it is given, an entry that cannot be read is noted there and the others are read. It stays in the file.
        """
        if not path.exists():
            return cls()
        text = read_text(path)
        lines, refused, found = TomlLines(text), [], cls()
        try:
            given = parse_toml(text, "it")
            entries = given.get("said", [])
            if not isinstance(entries, list) or set(given) - {"said"}:
                raise BadInput(_("it holds a list `said` and nothing else"))
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from None
        for number, entry in enumerate(entries):
            try:
                found.entries.append(_read_entry(entry))
            except BadInput as error:
                found.unread.append(entry)
                refused.append(f"{path}:{lines.line(('said', number))}: {error}")
        if refused and skipped is None:
            raise BadInput(refused[0])
        if skipped is not None:
            skipped += refused
        return found

    def write(self, path: Path) -> None:
        """Write the memory to a file. BadInput says why it cannot be written."""
        lines = [{"game": entry.game, "word": entry.word, "day": entry.day} for entry in self.entries]
        write_text(path, tomli_w.dumps({"said": [*self.unread, *lines]}))


def _read_entry(entry: Any) -> Entry:
    """An entry of a file. BadInput says what is wrong with it."""
    try:
        return Entry(str(entry["game"]), str(entry["word"]), str(entry["day"]))
    except (KeyError, TypeError):
        raise BadInput(_("what was said has a game, a word and a day")) from None
