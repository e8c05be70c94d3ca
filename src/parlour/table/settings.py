"""The settings of a table beside the house rules: nothing here touches a card."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

AWAY_SECONDS = (0, 15, 40, 120, 600)
"""Seconds that a player may be away before a bot plays on; 0: until the host lets one."""


class Settings(Struct, omit_defaults=True, frozen=True):
    """The settings of a table.

    away: seconds after which a bot plays for a player who is away, 0 for never by itself. talk: whether people may write
    freely, say ready phrases, or nothing. bank, increment: seconds a player has for the match, and more with every choice; no
    clock if both are 0. open_after: spectators see all cards of a hand once it is over. host: the seat of the player who
    made the table, -1 if they have none. link: what anyone with the address of the match sees when it is over; if empty, as
    `open` if spectators are welcome, otherwise as `public`.
    daily: the day whose deal it is, such as 2026-11-27; "" for no daily deal.
    lesson: whether the game's lesson is played here.
    difficulty: how hard a deal that was looked for should be, one of the words of `parlour.solve.difficulty`; "" for no matter.
    winnable: of a patience, whether a deal that can be won is `wanted`, was found (`yes`), or was not found in time (`unknown`).
    """

    away: int = 40
    talk: Literal["free", "phrases", "off"] = "free"
    bank: int = 0
    increment: int = 0
    open_after: bool = False
    host: int = -1
    link: Literal["", "closed", "public", "open"] = ""
    winnable: Literal["", "wanted", "yes", "unknown"] = ""
    daily: str = ""
    difficulty: str = ""
    lesson: bool = False

    @property
    def clocks(self) -> bool:
        """Whether it is played by the clock."""
        return bool(self.bank or self.increment)


def read(text: str) -> Settings:
    """Return settings as the file keeps them. Raise msgspec.MsgspecError if they cannot be read."""
    return msgspec.json.decode(text, type=Settings)


def written(settings: Settings) -> str:
    """Return the settings as JSON."""
    return msgspec.json.encode(settings).decode()
