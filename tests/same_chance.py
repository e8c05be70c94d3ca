"""Chance that comes out the same in every run: what the house draws from the operating system is drawn from a number instead.

Deals of live matches, seeds that nobody named, ids and keys: all of these come from `secrets`, and that is what is replaced here.
Shared by the tests' own process and by the servers they start.
"""

from __future__ import annotations

import base64
import random
import secrets
from collections.abc import Callable
from typing import Any


def draws(*what: object) -> dict[str, Callable[..., Any]]:
    """By name what stands in for the functions of `secrets`; the same draws for the same `what`."""
    chance = random.Random(" ".join(map(str, what)))

    def token_bytes(nbytes: int | None = None) -> bytes:
        return chance.randbytes(32 if nbytes is None else nbytes)

    return {
        "randbits": chance.getrandbits,
        "randbelow": chance.randrange,
        "choice": chance.choice,
        "token_bytes": token_bytes,
        "token_hex": lambda nbytes=None: token_bytes(nbytes).hex(),
        "token_urlsafe": lambda nbytes=None: base64.urlsafe_b64encode(token_bytes(nbytes)).rstrip(b"=").decode(),
    }


def fix(*what: object) -> None:
    """Replace them in this process for good."""
    for name, draw in draws(*what).items():
        setattr(secrets, name, draw)
