"""The bot that follows advice: which pieces it is told to follow, and that matches played as a whole are the same matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

import parlour
from parlour import bots
from parlour.bots import Bot, arena
from parlour.bots.held import homes, may_hold
from parlour.bots.strategy import Strategy, plays_through
from parlour.engine.rooms import room
from parlour.engine.view import View
from parlour.kit import SUITS, card_set

HOUSES = ({}, {"blind_nil": True, "set_penalty": "minus_bid", "first_lead": "two_of_clubs"}, {"nil": False, "breaking": False})


@dataclass(frozen=True)
class Asked(Bot):
    """Another bot, asked for each choice by itself."""

    name: ClassVar[str] = "asked"
    bot: Bot | None = None

    def choose(self, view: View) -> list[int]:
        assert self.bot is not None
        return self.bot.choose(view)


def test_only_rooms_with_a_strategy_have_the_bot() -> None:
    """It is not in the list of the others, and they say so in a line if it is asked for anyway."""
    assert "strategy" in bots.names(room("spades"))
    assert set(bots.names(room("schnapsen"))) == set(bots.names()) - {"strategy", "solver", "nerve"}
    with pytest.raises(parlour.BadInput, match="schnapsen has no strategy"):
        arena.compare("schnapsen", ["strategy"], 1)


def test_pieces_of_advice() -> None:
    """All but one, one alone, and an error for pieces that do not exist."""
    spades = room("spades")
    everything = Strategy().followed(spades)
    less, alone = bots.make("strategy:-counting"), bots.make("strategy:-all+counting,seed=3")
    assert isinstance(less, Strategy)
    assert isinstance(alone, Strategy)
    assert less.followed(spades) ^ alone.followed(spades) == everything
    assert alone.followed(spades).bit_count() == 1
    assert alone.seed == 3
    for bot in (less, alone, Strategy(), Strategy(seed=2)):
        assert bots.make(str(bot)) == bot
    assert bots.split("strategy:-counting,seed=2, strategy,chance") == ["strategy:-counting,seed=2", "strategy", "chance"]
    with pytest.raises(parlour.BadInput, match="has no advice 'luck'; it has bags, set"):
        arena.compare("spades", ["strategy:-luck"], 1)
    with pytest.raises(parlour.BadInput, match="advice is written"):
        bots.make("strategy:advice=counting")
    with pytest.raises(parlour.BadInput, match="no option 'advice'"):
        bots.make("chance:-luck")


def test_a_seat_may_hold_what_its_memory_says() -> None:
    """Its own cards itself; the others anything unseen, but nothing of a suit they did not follow."""
    hands = {"hand.0": "A♥ 2♠", "hand.1": "3♥ 4♣", "hand.2": "7♠ 8♦", "hand.3": "9♥ 10♣"}
    late = {"phase": "play", "turn": 0, "leader": 0, "dealer": 3, "hand_number": 1, "bids": [3, 3, 3, 3], "rest": "won.0"}
    late |= {"contract": [6, 6, 6, 6], "tricks": [11, 0, 0, 0], "side": [0, 1, 0, 1]}
    match = parlour.game("spades").match_from(hands | late)
    before = match.view(3, memory=True)
    for card in ("A♥", "3♥", "8♦"):
        match.play(card)
    view = match.view(3, memory=True)
    assert before.memory is not None
    assert view.memory is not None
    may = np.zeros(4, np.int64)
    may_hold(view.memory.kind, view.memory.may, homes(view.game.room, 4), may)
    assert may[3] == card_set("9♥ 10♣")
    assert may[2] & SUITS[2] == 0
    assert may[2] & card_set("7♠ 2♠ 4♣") == card_set("7♠ 2♠ 4♣")
    for p in range(3):
        assert may[p] & card_set("9♥ 10♣ A♥ 3♥ 8♦") == 0
        assert may[p] & match.row.hand[p] == match.row.hand[p]


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_a_match_played_as_a_whole_is_the_same_match(house: dict[str, Any]) -> None:
    """Compiled in one go, or every bot asked for every choice: the same scores after the same number of choices."""
    game = parlour.game("spades", **house)
    assert plays_through(game.room)
    seated = [Strategy(), Strategy(advice="-counting"), Strategy(), Strategy(advice="-all")]
    for deal in range(3):
        whole = arena._play(game, list(seated), arena.sides(game), 5, deal, hands=True)
        asked = arena._play(game, [Asked(bot=bot) for bot in seated], arena.sides(game), 5, deal, hands=True)
        assert whole.results == asked.results
        assert whole.moves == asked.moves


def test_following_the_advice_pays() -> None:
    """Beats chance in a few deals, and without the piece that loses (docs/bots/spades.md) the same bot without any advice."""
    for pair, deals, hands in ((["strategy", "chance"], 16, True), (["strategy:-third", "strategy:-all"], 500, False)):
        best = arena.compare("spades", pair, deals, hands=hands, seed=1).players[0]
        assert best.mean - best.margin > 0
