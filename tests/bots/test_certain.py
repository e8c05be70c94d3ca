"""Every level bids what is certain, and takes it: tricks that no deal can take away."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour import bots
from parlour.engine.view import View
from parlour.kit import PACK_52, SUITS
from parlour.kit.cards import card_set
from parlour.kit.features import certain_tricks

LEVELS = ("easy", "fair", "strong")


def first_bid(game: str, hand: str, **fields: Any) -> View:
    """Return the view of the player on the dealer's left, who bids first at a table of four."""
    size = len(hand.split())
    table = {"hand_number": 1, "dealer": 0, "turn": 1, "phase": "bid", "bids": [-1] * 4, "hand.1": hand}
    table |= {f"hand.{seat}": f"??×{size}" for seat in (0, 2, 3)}
    return parlour.game(game, 4).match_from(table | fields).view(1, memory=True)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("hand", "tricks"),
    [
        ("5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣", 10),
        ("A♣ K♣ Q♣ J♣ 10♣ 9♣ 8♣ A♠ A♥ A♦", 10),
        ("A♣ K♣ Q♣ J♣ 10♣ 9♣ A♠ K♠ Q♠ A♦", 10),
        ("A♣ K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 2♠", 9),
        ("2♠ 3♠ 4♠ 2♥ 3♥ 4♥ 2♦ 3♦ 4♦ 5♦", 0),
    ],
)
def test_certain_tricks_are_bid_at_oh_hell(level: str, hand: str, tricks: int) -> None:
    view = first_bid("oh_hell", hand, stub="??×11", turned="2♣", hand_size=10, leader=1)
    bot = bots.make(level, seed=1) if level != "strong" else bots.make("strong:iterations=400", seed=1)
    assert [view.game.room.choice_name(code) for code in bot.choose(view)] == [f"bid {tricks}"]


@pytest.mark.parametrize("hand", ["2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ A♠", "A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ A♥ K♥ Q♥ A♦ K♦ A♣"])
@pytest.mark.parametrize("level", LEVELS[1:])
def test_thirteen_certain_tricks_are_bid_at_spades(level: str, hand: str) -> None:
    view = first_bid("spades", hand, side=[0, 1, 0, 1])
    bot = bots.make(level, seed=1) if level != "strong" else bots.make("strong:iterations=400", seed=1)
    assert [view.game.room.choice_name(code) for code in bot.choose(view)] == ["bid 13"]


@pytest.mark.parametrize(
    ("hand", "trumps", "tricks"),
    [
        ("A♠ K♠", 3, 2),
        ("A♠ Q♠", 3, 1),
        ("A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ A♥ Q♥", 3, 8),
        ("A♠ K♠ Q♠ J♠ 10♠ 8♠ A♥", 3, 5),  # the nine may be left when the ace of hearts is led
        ("K♠ Q♠ A♥", 3, 0),
        ("A♠ K♠ A♥ Q♥", None, 3),
    ],
)
def test_certain_tricks(hand: str, trumps: int | None, tricks: int) -> None:
    cards = card_set(hand)
    assert certain_tricks(cards, 0 if trumps is None else int(SUITS[trumps]), PACK_52 & ~cards) == tricks
