"""Bookmarks of a game for one: places on its ways, to which the player can go and come back."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.engine.errors import BadInput
from parlour.engine.match import Chance, Chosen, Match
from parlour.languages import lazy_gettext

MOST_MARKS, LONGEST_MARK = 99, 40
WHERE_YOU_WERE = "where you were"
"""The bookmark that is set by itself when going to another leaves a way to which redoing would not lead back."""

Way = list[Chosen | Chance]
"""The choices and deals that lead from the start of a match to a bookmark."""


class Bookmarks:
    """The bookmarks of a match, by name."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._ways: dict[str, Way] = {}

    def set(self, name: str) -> str:
        """Set a bookmark here, without a name under the lowest number that is free; its name. BadInput says what is wrong."""
        name = name or next(text for text in map(str, range(1, MOST_MARKS + 3)) if text not in self._ways)
        if len(name) > LONGEST_MARK or not name.isprintable() or name != name.strip():
            raise BadInput(
                lazy_gettext("a bookmark's name has 1 to {longest_mark} characters on one line", longest_mark=LONGEST_MARK)
            )
        if len(self._ways) >= MOST_MARKS and name not in self._ways:
            raise BadInput(lazy_gettext("there are {most_marks} bookmarks; take one away first", most_marks=MOST_MARKS))
        self._ways[name] = list(self._match.log)
        return name

    def drop(self, name: str) -> None:
        """Remove a bookmark. Raise BadInput if there is none of this name."""
        if self._ways.pop(name, None) is None:
            raise BadInput(lazy_gettext("there is no bookmark {name}", name=repr(name)))

    def go_to(self, name: str) -> None:
        """Take the match to a bookmark; without a name, to its beginning. Raise BadInput if there is none of this name."""
        if name and name not in self._ways:
            raise BadInput(lazy_gettext("there is no bookmark {name}", name=repr(name)))
        here, way = list(self._match.log), self._ways[name] if name else self._beginning()
        if here[: len(way)] != way[: len(here)]:
            self._ways[WHERE_YOU_WERE] = here
        self._match.go_to(way)

    def all(self) -> Iterator[tuple[str, int, bool]]:
        """Name, how many choices lead there, and whether the match stands there; first the beginning, which has no name."""
        for name, way in ({"": self._beginning()} | self._ways).items():
            yield name, sum(isinstance(entry, Chosen) for entry in way), way == self._match.log

    def _beginning(self) -> Way:
        log = self._match.log
        return log[: next((k for k, entry in enumerate(log) if isinstance(entry, Chosen)), len(log))]
