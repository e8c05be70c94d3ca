"""Numbered deals: deal N of a patience has the same cards on every machine and in every version, so its digest never changes."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

import parlour

DEALT = ("stock", "down", "up")


def digest(game: str, number: int, **house: Any) -> str:
    """Return the first half of the SHA-256 of all piles of a deal, one line per pile."""
    lines = parlour.game(game, **house).start(seed=number).position().splitlines()
    piles = sorted(line for line in lines if line.startswith(DEALT))
    return hashlib.sha256("\n".join(piles).encode()).hexdigest()[:32]


DEALS: list[tuple[str, int, dict[str, Any], str]] = [
    ("klondike", 1, {}, "e7ffa13d371b2b0848a87121724691de"),
    ("klondike", 2, {}, "a1f88a779d16d4fd70de333205acddba"),
    ("klondike", 1_000_000, {}, "f8ea106f002958c5c4b683719c03266a"),
    ("klondike", 999_999_999, {}, "cfa7ab056f12a4c64efc73e310840596"),
    ("spider", 1, {"suits": 1}, "946eca4f4b6956690702ca6abf6a237b"),
    ("spider", 2, {"suits": 1}, "fce22b25d6dc8381c36fae2a41bd92b3"),
    ("spider", 1_000_000, {"suits": 1}, "78283c4c92bab565db2c92cafe51bb1a"),
    ("spider", 999_999_999, {"suits": 1}, "bdeba06ad0e2ebed11402006d878df10"),
    ("spider", 1, {"suits": 2}, "afd7d16dcdcc335cba42f58e939d9897"),
    ("spider", 1_000_000, {"suits": 2}, "fcd5bada000b96e9c45098d5bc7ba5fa"),
    ("spider", 1, {}, "3c428898ad3e5a3b6b318479e46f01f9"),
    ("spider", 2, {}, "1abe50c86ba5c86a09e3ee8ccba4e0c6"),
    ("spider", 1_000_000, {}, "a4064e86adaa636a75e9b39f55455f74"),
    ("spider", 999_999_999, {}, "e011f854c0b5fc00b860eb12531e9d04"),
]


@pytest.mark.parametrize(("game", "number", "house", "expected"), DEALS)
def test_a_deal_never_changes(game: str, number: int, house: dict[str, Any], expected: str) -> None:
    assert digest(game, number, **house) == expected


def test_a_deal_written_out() -> None:
    """The open cards of deal 1 of each, so that a change can be read and not only noticed."""
    for game, columns in (("klondike", "10♦ 4♦ 4♥ 9♠ 3♠ 5♥ Q♠"), ("spider", "5♦ 8♣ 8♥ 6♠ K♦ 7♥ 8♠ 6♥ J♦ 5♠")):
        position = parlour.game(game).start(seed=1).position()
        assert [line.split('"')[1] for line in position.splitlines() if line.startswith("up.")] == columns.split()


def test_house_rules_that_say_nothing_of_the_pack_leave_the_deal_alone() -> None:
    assert digest("klondike", 7, draw=3, scoring="vegas") == digest("klondike", 7)
    assert digest("spider", 7, deal_on_spaces=True, scoring="points") == digest("spider", 7)
    assert digest("spider", 7, suits=2) != digest("spider", 7)
