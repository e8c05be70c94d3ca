"""Positions in which the score decides: the bots play the match, not the hand."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from parlour import bots
from parlour.engine.positions import flat

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from score_positions import Scored, games, scored

ALL = [pytest.param(one, id=f"{game}-{k}") for game in games() for k, one in enumerate(scored(game), 1)]
DAILY = [
    pytest.param(scored(game)[k - 1], id=f"{game}-{k}")
    for game, k in (("spades", 2), ("spades", 8), ("schnapsen", 1), ("schnapsen", 2))
]


@pytest.mark.parametrize("game", games())
def test_the_score_decides(game: str) -> None:
    """Each game has ten positions or more, each can be, says why and has the shares of the choices that there are; and the same
    cards come with scores at which other choices are best."""
    found = scored(game)
    assert len(found) >= 10
    assert len({one.position.reason for one in found}) == len(found)
    for one in found:
        view = one.position.view()
        assert len(one.position.reason) > 20
        assert len(one.won) > 1
        assert set(one.won) <= set(view.choices())
        assert any(not one.good(choice) for choice in one.won)
    best = {(table[f"hand.{table['turn']}"], one.best) for one in found for table in [flat(one.position.table)]}
    assert len(best) > len({hand for hand, _ in best})


def chosen_well(one: Scored) -> None:
    choice = one.position.chosen(bots.make("strong:iterations=4000,seed=1"))
    assert one.good(choice), f"{choice}, though {one.position.reason}: {one.won}"


@pytest.mark.parametrize("one", DAILY)
def test_strong_plays_the_match(one: Scored) -> None:
    """Choices that are wrong at other scores."""
    chosen_well(one)


@pytest.mark.soak
@pytest.mark.parametrize("one", ALL)
def test_strong_finds_them_all(one: Scored) -> None:
    """In each position the choice of the bot wins as often as the best one, within noise."""
    chosen_well(one)
