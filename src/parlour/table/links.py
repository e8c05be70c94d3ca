"""Links that work once: to a seat, to a membership of a group, to a scorekeeper's side of a pad.

A place has one holder. Its `key` makes the browser that brings it the holder and is replaced when it does, so a copy of a used
link is worth nothing. Once a place is held only its holder knows the key; a new link for it has a key of its own (`renewed`), so
that nobody ever knows another holder's. See docs/decisions/0375-seats-and-links.md.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Self


def new_key() -> str:
    """A key that nobody guesses."""
    return secrets.token_urlsafe(12)


class ByLink:
    """A place that is claimed by a link; the dataclass that has these fields says what the place is.

    holder: what shows that somebody holds the place, "" if it is free. key: lets one browser claim it; if it is held only its
    holder knows the key. renewed: the same for a new link to a place that is held, "" if there is none.
    """

    holder: str
    key: str
    renewed: str

    @property
    def invitation(self) -> str:
        """The key of the link that is handed out, "" if there is none: to a free place, or a new one to a place that is held."""
        return self.renewed if self.holder else self.key

    def opens(self, key: str) -> bool:
        """Whether a key claims this place."""
        given = key.encode("utf-8", "replace")
        return any(secrets.compare_digest(own.encode(), given) for own in (self.key, self.renewed) if own)

    def claimed(self, holder: str, **more: Any) -> Self:
        """The place with a new holder: the keys that led here are worth nothing any more."""
        return replace(self, holder=holder, key=new_key(), renewed="", **more)  # type: ignore[type-var]


def opened_by(places: Iterable[ByLink], key: str) -> int | None:
    """The number of the place that a key claims, None if there is none."""
    return next((number for number, place in enumerate(places) if place.opens(key)), None)
