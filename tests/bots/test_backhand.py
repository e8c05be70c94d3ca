"""Backhand's odds: against chances worked out with fractions, what it bets, and that it pays."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import parlour
from parlour import bots
from parlour.bots import arena
from parlour.games.backhand.bot import odds_of_cards, write_odds
from parlour.games.backhand.rules import WORTH
from parlour.kit import rank_of

TENTH = 4  # ranks that count ten


def win(size: int, value: int) -> Fraction:
    """How likely a hand wins, if every card comes as often as in a whole pack."""
    worths = [1, 2, 3, 4, 5, 6, 7, 8, 9, *[10] * TENTH]
    if size == 5:
        return Fraction(1)
    hit = sum((win(size + 1, value + worth) for worth in worths if value + worth <= 21), Fraction(0)) / 13
    over = Fraction(sum(value + worth > 21 for worth in worths), 13)
    return hit if value <= 11 else max(hit, over)


def test_chances_are_those_of_fractions() -> None:
    wins, totals = np.zeros((6, 22)), np.zeros(21)
    fresh = write_odds(parlour.game("backhand").blank()[0], np.zeros(11), wins, totals)
    for size in range(2, 5):
        for value in range(2 * (size - 1), 22):
            assert wins[size, value] == pytest.approx(float(win(size, value)))
    assert totals.sum() == pytest.approx(1)
    assert totals[20] == pytest.approx((TENTH / 13 * 14 / 13) ** 2)
    fixed = sum(
        Fraction(totals[value]) * (max(Fraction(21 - value, 13), Fraction(fresh)) if value >= 17 else win(2, value))
        for value in range(2, 21)
    )
    assert fresh == pytest.approx(float(fixed), abs=1e-3)  # pushed as long as it is better


@pytest.mark.parametrize(
    ("chips", "hand", "bet"), [(100, 3, "bet 10"), (25, 3, "bet 10"), (15, 3, "bet 6"), (2, 3, "bet 1"), (9, 20, "bet 9")]
)
def test_it_bets_what_it_can_afford(chips: int, hand: int, bet: str) -> None:
    """The most as long as there are chips for more of the same, two fifths of fewer, and all of them in the last round."""
    game = parlour.game("backhand", mode="betting")
    table = {"hand_number": hand, "phase": "bet", "dealer": 1, "turn": 0, "player": 0, "score": [chips, 90], "stock": "??×52"}
    match = game.match_from(table)
    chosen = bots.make("strong", seed=1).choose(match.view(0, memory=True))
    assert [game.room.choice_name(code) for code in chosen] == [bet]


def test_it_wins_more_than_by_chance() -> None:
    found = arena.compare("backhand", ["strategy", "chance:seed=1"], 400, hands=True, seed=1)
    assert found.players[0].mean > found.players[0].margin


@pytest.mark.parametrize("shuffle", ["every_hand", "when_low"])
def test_what_lies_nowhere_open_is_the_stock(shuffle: str) -> None:
    """Wherever a choice is made: the odds are those of the cards that the stock holds, told by all others."""
    game, asked = parlour.game("backhand", 3, shuffle=shuffle), 0
    match, chance = game.start(seed=4), bots.make("chance", seed=4)
    while not match.over and asked < 60:
        stock, odds = match.row.stock, np.zeros(11)
        odds_of_cards(match.tables[0], odds)
        if held := int(stock[0]):
            asked += 1
            worths = [int(WORTH[rank_of(int(card))]) for card in stock[1 : held + 1]]
            assert odds.tolist() == pytest.approx([worths.count(worth) / held for worth in range(11)])
        match.play(*chance.choose(match.view(match.turn, memory=True)))
    assert asked > 20


def test_a_hint_says_how_often_each_choice_wins() -> None:
    """Eighteen on two cards: to play wins by a three or less, to push by what a fresh hand wins."""
    game = parlour.game("backhand")
    match = game.match_from(
        {"hand_number": 1, "phase": "push", "turn": 0, "player": 0, "hand.0": "10♣ 8♦", "value": [18, 0], "rest": "stock"}
    )
    codes, options = bots.make("strong", seed=1).consider(match.view(0, memory=True))
    assert [game.room.choice_name(code) for code in codes] == ["push"]
    assert options[0].words.startswith("wins ")
    assert options[1].words == f"wins {round(100 * 12 / 50)} of 100"
