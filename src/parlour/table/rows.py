"""The rows of a table as they are kept: one per action, of a kind, with a body in JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec import Struct

from parlour.engine.errors import BadInput
from parlour.languages import gettext as _


class ChoiceRow(Struct):
    """The body of a `choice`: a seat's whole chain, and the milliseconds it took if that matters."""

    seat: int
    names: list[str]
    elapsed: int = 0


class SeatBody(Struct):
    """The body of what a seat does without choosing."""

    seat: int


class RewindRow(Struct):
    """The body of a `rewind`: how much of the match's log is left."""

    after: int


class LessonRow(Struct):
    """The body of a `lesson`: what the learner did without choosing."""

    act: Literal["next", "back", "skip"]


class BookmarkRow(Struct):
    """The body of what is done with a bookmark."""

    name: str


_BODIES: dict[str, Any] = {
    "chance": dict[str, Any],
    "commit": tuple[int, str, str],
    "choice": ChoiceRow,
    "close": list[tuple[int, list[str]]],
    "mark": BookmarkRow,
    "unmark": BookmarkRow,
    "goto": BookmarkRow,
    "rewind": RewindRow,
    "lesson": LessonRow,
    "take_back": SeatBody,
    "retract": SeatBody,
}
"""By kind of row what its body holds; the others have none."""


@dataclass(frozen=True)
class Row:
    """One entry of a table's log on disk.

    kind: `chance` (fields that chance set), `commit` (the seal of a deal), `choice` (a seat's choice or chain), `close` (time was
    up in a window, a race or a quiet phase; answers added to those given), `undo`, `redo`, `take_back` (before a seat's last
    choice, if others play), `retract` (an answer kept aside is taken back), `mark`, `unmark`, `goto` (bookmarks), `lesson` (the
    learner goes on, back or out of a lesson), `rewind` (in a game for one that was over, back to a position after this many
    entries of the match's log).
    body: JSON.
    """

    kind: str
    body: str = ""

    @property
    def data(self) -> Any:
        """Read the body. Raise BadInput if it cannot be read."""
        try:
            return msgspec.json.decode(self.body, type=_BODIES[self.kind])
        except (KeyError, msgspec.MsgspecError):
            raise BadInput(_("this is not a row of kind {kind}", kind=repr(self.kind[:40]))) from None


def written(value: Any) -> str:
    """The body of a row: JSON as short as it goes."""
    return msgspec.json.encode(value).decode()
