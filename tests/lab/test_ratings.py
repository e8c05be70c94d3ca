"""Ratings and their intervals on results whose truth is known."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest

from parlour.lab import ratings as rt
from parlour.lab.sentences import number
from parlour.lab.statistics import Figure, needed

Floats = npt.NDArray[np.float64]


def both_seatings(kind: str, chance: float, draw: np.random.Generator) -> int:
    """Return the matches of a deal that the better player wins, of two: independent, both or neither, or as the cards decide."""
    if kind == "independent":
        return int(draw.binomial(2, chance))
    if kind == "same":
        return 2 * int(draw.binomial(1, chance))
    luck = draw.random()
    return int(luck < chance) + int(1 - luck < chance)


def played(truth: Floats, deals: int, kind: str, draw: np.random.Generator) -> Floats:
    """The blocks of `elo`: every pair of players in this many deals."""
    players, blocks = len(truth), []
    for i in range(players):
        for j in range(i + 1, players):
            chance = 1 / (1 + 10 ** ((truth[i] - truth[j]) / 400))
            for _ in range(deals):
                block = np.zeros((players, players))
                block[j, i] = both_seatings(kind, chance, draw)
                block[i, j] = 2 - block[j, i]
                blocks.append(block)
    return np.array(blocks)


def covered(spread: float, deals: int, kind: str, tries: int, players: int = 4, seed: int = 1) -> float:
    """Return the share of tries in which the interval of the strongest player includes the truth."""
    draw, truth = np.random.default_rng(seed), np.linspace(0.0, spread, players)
    found = [rt.elo(played(truth, deals, kind, draw))[-1] for _ in range(tries)]
    return float(np.mean([one.low <= spread <= one.high for one in found]))


@pytest.mark.parametrize("kind", ["independent", "same", "cards decide"])
@pytest.mark.parametrize(("spread", "deals"), [(100, 10), (900, 10), (1500, 40)])
def test_intervals_hold_the_truth(spread: float, deals: int, kind: str) -> None:
    """Also if the first player hardly ever wins: resampled deals would then all agree, and a prior would pull the rating in."""
    assert covered(spread, deals, kind, 20) >= 0.8


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["independent", "same", "cards decide"])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("deals", [10, 40, 150])
def test_intervals_hold_a_range_of_truths(deals: int, players: int, kind: str) -> None:
    """Over a range of truths: of a single one, the steps of a binomial make more or less than 95."""
    shares = [covered(spread, deals, kind, 60, players, seed) for seed, spread in enumerate(range(50, 1550, 100))]
    assert np.mean(shares) >= 0.9


def test_the_estimate_is_in_the_middle_of_the_truth() -> None:
    draw, truth = np.random.default_rng(3), np.linspace(0.0, 900.0, 4)
    found = [rt.ratings(played(truth, 40, "independent", draw).sum(axis=0))[-1] for _ in range(40)]
    assert float(np.median(found)) == pytest.approx(900, rel=0.06)


def test_ratings_are_recovered() -> None:
    truth, draw = np.array([0.0, 120.0, 300.0, 420.0]), np.random.default_rng(7)
    found = rt.elo(played(truth, 400, "independent", draw))
    for figure, rating in zip(found[1:], truth[1:], strict=True):
        assert figure.low < rating < figure.high
        assert 5 < figure.margin < 40
    assert found[0].value == 0.0


def test_a_player_who_won_every_match_has_a_bound() -> None:
    """20 of 20: at least the rating whose probability of that is not below the interval's; no results say how much more."""
    figure = rt.elo(np.array([[[0.0, 0.0], [2.0, 0.0]]] * 10))[1]
    assert 200 < figure.low < figure.value < 1000
    assert math.isinf(figure.high)
    assert figure.known
    assert not figure.bounded
    assert number(figure) == f"at least {figure.low:.0f}"
    assert figure.as_dict()["high"] is None
    assert needed(figure, 50.0) == 60
    loser = rt.elo(np.array([[[0.0, 2.0], [0.0, 0.0]]] * 10))[1]
    assert (loser.low, loser.high) == (-math.inf, pytest.approx(-figure.low, abs=0.5))


def test_a_player_whom_no_match_connects_has_no_rating() -> None:
    blocks = np.array([[[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]] * 8)
    found = rt.elo(blocks)
    assert found[1].known
    assert not found[2].known
    assert math.isnan(rt.ratings(blocks.sum(axis=0))[2])


def test_uneven_intervals_are_printed_with_their_ends() -> None:
    assert number(Figure(245.0, 72.0, 263.0, 60)) == "245 (72 to 263)"
    assert number(Figure(245.0, 150.0, 340.0, 60)) == "245 ± 95"
