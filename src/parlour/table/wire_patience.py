"""The messages between a browser and the server that only a game for one has, as types; docs/wire.md explains them."""

from __future__ import annotations

from msgspec import Struct


class Time(Struct, tag_field="type", tag="time", omit_defaults=True):
    """The time a deal has taken, in seconds. `runs`: it goes on by itself.

    bonus: the points for it once the deal is won. bank: the money of all other deals, null if money does not count.
    counted: the deal has ended before, and goes on; its first end counts, and is in the bank already.
    """

    seconds: float
    runs: bool = False
    bonus: int = 0
    bank: int | None = None
    counted: bool = False


class Seen(Struct, tag_field="do", tag="seen"):
    """Whether the page shows the table now. The time of a game for one runs only while one does."""

    on: bool


class Rewind(Struct, tag_field="do", tag="rewind"):
    """Go back to where the log had this many entries, once the deal is over."""

    after: int


Message = Time
Request = Seen | Rewind
