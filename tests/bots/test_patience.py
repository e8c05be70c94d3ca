"""What the bots of the patiences know: better than chance, and never forever."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.bots import make
from parlour.bots.strategy import contested


def sequences(deals: range) -> list[int]:
    """How many sequences the strategy takes off in deals of Spider with one suit."""
    game, bot = parlour.game("spider", suits=1, stall=100), make("strategy")
    return [int(contested(game, [bot], deal, 0, False)[0][0].score[0]) for deal in deals]


def by_chance(deals: int) -> float:
    game = parlour.game("spider", suits=1, stall=100)
    tables, chance = game.tables(deals, seed=1), np.random.default_rng(1)
    while not tables.over.all():
        menus, sizes = tables.menus()
        tables.play(menus[np.arange(deals), (chance.random(deals) * np.maximum(sizes, 1)).astype(int)])
    return float(tables.array.score[:, 0].mean())


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_strategy_of_spider_takes_off_far_more_than_chance() -> None:
    """Deals 101 to 108: in one of them it meets more positions than it can remember, and goes on."""
    assert np.mean(sequences(range(101, 109))) > by_chance(200) + 3
