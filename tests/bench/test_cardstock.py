"""CardStock's figures as `bench/cardstock.py` works them out: at their ends, and of hands whose winner is known."""

import random
from pathlib import Path

import cardstock
import pytest

import parlour

KUHN = str(Path(__file__).parent.parent / "rooms" / "kuhn")


@pytest.mark.parametrize("players", [2, 4])
def test_their_formulas_at_the_ends(players):
    assert cardstock.fairness(1 / players, players) == cardstock.order(1, players) == 1
    assert cardstock.fairness(0, players) == cardstock.fairness(1, players) == cardstock.order(1 / players, players) == 0
    assert cardstock.fairness(0.5 / players, players) == pytest.approx(0.5)


def test_a_hand_is_won_by_who_gains_by_it():
    """At Kuhn poker the eldest, across from the dealer, chooses first; either wins single hands of a longer match."""
    game, player = parlour.game(KUHN, hands=3), cardstock.at_random(random.Random(1))
    for number in range(20):
        match = game.start(5, number)
        dealer = int(match.row.dealer)
        first, won = cardstock.hand(match, [player] * 2)
        assert (first, int(match.row.hand_number)) == (1 - dealer, 2)
        assert sorted(won) == [0, 1]
        best = max(range(2), key=lambda seat: match.score[seat])
        assert won[best] == 1


def test_wins_are_counted_with_intervals():
    game = parlour.game(KUHN, hands=1)
    figure = cardstock.first_wins(game, 60, 1)
    assert figure.n == 60
    assert 0 < figure.low < figure.value < figure.high < 1
    bot = parlour.bots.make("chance")
    assert cardstock.row(cardstock.thinker_wins(game, bot, 4, 1), cardstock.order, 2).endswith("; 4 hands)")
