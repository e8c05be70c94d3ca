"""Where the chance of a match comes from, and deals of live matches: fixed before play by a published digest, and dealt again
from what they were dealt by."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import positions

if TYPE_CHECKING:
    from .history import Chance


@dataclass(frozen=True)
class Commitment:
    """A hand's deal, fixed before play: its digest is published before, salt and deal after the match."""

    hand: int
    digest: str
    salt: str


@dataclass(frozen=True)
class PastDeals:
    """The deals of a live match, once it is over.

    lots: the fields that were drawn by lot before the first hand. salts: by hand what it was dealt by; a hand that is not among
    them is dealt afresh. The same salt gives the same shuffle; who gets which cards of it also depends on who deals and who is
    in.
    """

    lots: Mapping[str, Any]
    salts: Mapping[int, str]


@dataclass(frozen=True)
class Randomness:
    """The chance of a match: a seed (`fixed`) and the number of the match, or in a live match the operating
    system, except for the deals of an earlier match that are dealt again."""

    fixed: int
    number: int = 0
    live: bool = False
    redealt: PastDeals | None = None

    def seed(self) -> int:
        """Return the seed for the next step: always the same, or in a live match a new one."""
        return secrets.randbits(63) if self.live else self.fixed

    def refresh(self, row: Any) -> None:
        """Give the table of a live match a new random state, so that nothing dealt later can be predicted."""
        if self.live:
            row["rng"][:] = np.frombuffer(secrets.token_bytes(32), np.int64)

    def salt(self, hand: int) -> str:
        """Return the salt of a deal: new, or the one of the earlier deal; "" if the match is not live."""
        if not self.live:
            return ""
        return (self.redealt and self.redealt.salts.get(hand)) or secrets.token_hex(16)


def dealt_by(salt: str) -> int:
    """The seed of a live deal, from its salt, which is secret until the match is over."""
    return int(salt[:16], 16) >> 1


def digest(deal: Chance, salt: str) -> str:
    """Return the digest of a deal to publish before play: the SHA-256 of the salt and the fields it sets, one per line."""
    return hashlib.sha256("\n".join([salt, *positions.toml_lines(deal.fields)]).encode()).hexdigest()
