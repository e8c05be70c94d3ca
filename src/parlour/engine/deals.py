"""Deals of live matches: fixed before play by a published digest, and dealt again from what they were dealt by."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import positions

if TYPE_CHECKING:
    from .match import Chance


@dataclass(frozen=True)
class Commitment:
    """A hand's deal, fixed before play: its digest is published before, salt and deal after the match."""

    hand: int
    digest: str
    salt: str


@dataclass(frozen=True)
class PastDeals:
    """How the hands of a live match were dealt, once it is over.

    lots: the fields that were drawn by lot before the first hand. salts: by hand what it was dealt by; a hand that is not among
    them is dealt afresh. The same salt gives the same shuffle; who gets which cards of it also depends on who deals and who is
    in.
    """

    lots: Mapping[str, Any]
    salts: Mapping[int, str]


def dealt_by(salt: str) -> int:
    """The seed of a live deal, from its salt, which is secret until the match is over."""
    return int(salt[:16], 16) >> 1


def digest(deal: Chance, salt: str) -> str:
    """Return the digest of a deal to publish before play: the SHA-256 of the salt and the fields it sets, one per line."""
    return hashlib.sha256("\n".join([salt, *positions.toml_lines(deal.fields)]).encode()).hexdigest()
