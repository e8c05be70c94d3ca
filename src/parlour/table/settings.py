"""What the people of a table have agreed on beside the house rules: nothing here touches a card."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

AWAY_SECONDS = (0, 15, 40, 120, 600)
"""How long somebody may be away before a bot plays on; 0: until the host lets one."""


class Settings(Struct, omit_defaults=True, frozen=True):
    """The settings of a table.

    away: seconds after which a bot plays for somebody who is away, 0 for never by itself. talk: whether people may write
    freely, say ready phrases, or nothing. bank, increment: seconds a player has for the match, and more with every choice; no
    clock where both are 0. open_after: whoever looks on sees all cards of a hand once it is over. host: the seat of whoever made
    the table, -1 where they have none. link: what whoever has the
    address of the match sees when it is over; as `open` where left empty and onlookers are welcome, otherwise as `public`.
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

    @property
    def clocks(self) -> bool:
        """Whether it is played by the clock."""
        return bool(self.bank or self.increment)


def read(text: str) -> Settings:
    """Settings as the file keeps them. msgspec.MsgspecError where they cannot be read."""
    return msgspec.json.decode(text, type=Settings)


def written(settings: Settings) -> str:
    """The same as JSON."""
    return msgspec.json.encode(settings).decode()
