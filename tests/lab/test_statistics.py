"""The arithmetic of studies against answers known by hand, from published tables or from made-up data with a known truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

from parlour.lab import statistics as st


def covered(figures: list[st.Figure], truth: float) -> float:
    """The share of intervals that hold the truth."""
    return float(np.mean([figure.low <= truth <= figure.high for figure in figures]))


def test_means_and_shares_by_hand() -> None:
    figure = st.mean([2.0, 4.0, 6.0])
    assert figure.value == 4.0
    assert figure.margin == pytest.approx(4.303 * 2 / math.sqrt(3), rel=1e-3)  # Student's t with two degrees of freedom
    assert st.mean([1.0, math.nan]).n == 1
    assert not st.mean([]).known
    wilson = st.share(3, 10)
    assert (wilson.low, wilson.high) == (pytest.approx(0.1078, abs=1e-4), pytest.approx(0.6032, abs=1e-4))
    assert st.share(10, 10).high == 1.0


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    draw = np.random.default_rng(1)
    chances = [draw.integers(1, 20, 60) for _ in range(400)]
    hits = [draw.binomial(n, 0.3) for n in chances]
    assert 0.92 < covered([st.ratio(k, n) for k, n in zip(hits, chances, strict=True)], 0.3) < 0.98
    assert 0.92 < covered([st.mean(draw.exponential(2.0, 80)) for _ in range(400)], 2.0) < 0.98
    assert 0.92 < covered([st.share(int(draw.binomial(40, 0.1)), 40) for _ in range(400)], 0.1) < 0.99


def test_few_deals_promise_little() -> None:
    """Three deals of two seatings may well agree; the truth is in the interval about as often as it says even so."""
    draw = np.random.default_rng(12)
    for deals in (2, 3, 5, 10, 40):
        for truth in (0.1, 0.5, 0.75, 0.95):
            points = draw.binomial(2, truth, (250, deals)) / 2
            assert covered([st.mean_share(one) for one in points], truth) > 0.92, (deals, truth)
            chances = draw.integers(1, 9, (250, deals))
            hits = draw.binomial(chances, truth)
            assert covered([st.rate(k, n) for k, n in zip(hits, chances, strict=True)], truth) > 0.92, (deals, truth)
    agreeing = st.mean_share([0.75] * 3)
    assert agreeing.margin > 0.3
    assert 0.001 < st.mean_share([0.75] * 1000).margin < 0.003
    assert not st.mean_share([0.75]).known
    assert not st.bootstrap([1.0] * 4, lambda rows: float(np.mean(rows)), seed=1).known


def test_a_long_match_is_one_draw() -> None:
    """Decisions of one match resemble each other: counted one by one they would promise too much."""
    draw = np.random.default_rng(2)
    level = draw.uniform(0, 1, 200)
    hits = draw.binomial(50, level)
    assert st.ratio(hits, np.full(200, 50)).margin > 4 * st.share(int(hits.sum()), 200 * 50).margin


def test_the_bootstrap_agrees_with_theory() -> None:
    values = np.random.default_rng(3).normal(5.0, 2.0, 400)
    found, known = st.bootstrap(values, lambda rows: float(np.mean(rows)), seed=4), st.mean(values)
    assert found.margin == pytest.approx(known.margin, rel=0.1)
    assert st.bootstrap(values, lambda rows: float(np.mean(rows)), seed=4) == found


def test_how_many_deals_a_width_needs() -> None:
    assert st.needed(st.Figure(0.5, 0.4, 0.6, 100), 0.05) == 400
    assert st.needed(st.Figure(0.5, 0.4, 0.6, 100), 0.1) == 100
    assert st.needed(st.NOTHING, 0.1) >= st.FEW
    with pytest.raises(ValueError, match="half the width"):
        st.needed(st.NOTHING, 0.0)
    draw = np.random.default_rng(5)
    first = st.mean(draw.normal(0, 3.0, 200))
    assert st.mean(draw.normal(0, 3.0, st.needed(first, 0.1))).margin == pytest.approx(0.1, rel=0.15)


def test_p_values() -> None:
    """Points of Student's t from its tables."""
    for freedom, point, p in ((1, 12.706, 0.05), (5, 4.032, 0.01), (30, 1.697, 0.1), (120, 1.980, 0.05), (10_000, 2.576, 0.01)):
        assert st.two_sided(point, freedom) == pytest.approx(p, rel=2e-3)
    assert st.p_value([0.0, 0.0, 0.0]) == 1.0
    assert st.p_value([1.0, 1.0]) == 0.0
    draw = np.random.default_rng(6)
    false = [st.p_value(draw.normal(0, 1, 12)) < 0.05 for _ in range(2000)]
    assert 0.035 < np.mean(false) < 0.065


def test_holm_by_hand() -> None:
    """The smallest is multiplied by 4, the next by 3 and so on, and none is below one before it."""
    found = st.holm({"a": 0.02, "b": 0.001, "c": 0.03, "d": 0.6, "none": math.nan})
    assert [round(found[name], 4) for name in "badc"[:2]] == [0.004, 0.06]
    assert found["c"] == pytest.approx(0.06)
    assert found["d"] == pytest.approx(0.6)
    assert math.isnan(found["none"])


@pytest.mark.parametrize(("player", "seat", "deal"), [(1.0, 0.5, 2.0), (0.0, 0.0, 1.0), (0.7, 0.0, 0.0)])
def test_variance_components_of_a_known_mixture(player: float, seat: float, deal: float) -> None:
    draw = np.random.default_rng(9)
    results = draw.normal(0, 1.0, (3000, 2, 4)) + deal * draw.normal(0, 1.0, (3000, 1, 4))
    results += player * np.array([-1.0, 1.0])[None, :, None] + seat * np.array([1.0, -1.0, 1.0, -1.0])
    whole = player**2 + seat**2 + deal**2 + 1.0
    found = st.components(results)
    assert found.player == pytest.approx(player**2 / whole, abs=0.02)
    assert found.seat == pytest.approx(seat**2 / whole, abs=0.02)
    assert found.deal == pytest.approx(deal**2 / whole, abs=0.02)
    assert found.player + found.seat + found.deal + found.rest == pytest.approx(1.0)


def test_components_of_two_who_win_what_the_other_loses() -> None:
    """The seats of a zero-sum match mirror each other; the shares are still those of one seat's result."""
    draw = np.random.default_rng(10)
    cards, noise = draw.normal(0, 2.0, 4000), draw.normal(0, 1.0, (2, 4000))
    strong_first, weak_first = 0.5 + cards + noise[0], -0.5 + cards + noise[1]
    results = np.stack([np.stack([weak_first, -strong_first], 1), np.stack([strong_first, -weak_first], 1)], 1)
    found = st.components(results)
    assert found.deal == pytest.approx(4 / 5.25, abs=0.03)
    assert found.player == pytest.approx(0.25 / 5.25, abs=0.01)


def test_regression_finds_what_columns_add() -> None:
    """Four of eight cards dealt: they always add up to four, so each is measured against the mean card."""
    draw = np.random.default_rng(11)
    truth = np.array([3.0, 1.0, 0.0, 0.0, 0.0, -1.0, -1.0, -2.0])
    hands = np.array([[1.0] * 4 + [0.0] * 4 for _ in range(4000)])
    hands = draw.permuted(hands, axis=1)
    found = st.regression(hands, hands @ truth + draw.normal(0, 1, 4000), np.arange(4000))
    for one, value in zip(found, truth, strict=True):
        assert one.figure.value == pytest.approx(value, abs=0.12)
    assert found[0].p < 1e-6
    # the two hands of a deal mirror each other: twice the rows, and no more known
    twice = st.regression(
        np.concatenate([hands, 1 - hands]),
        np.concatenate([hands @ truth, -(hands @ truth)]) + np.tile(draw.normal(0, 1, 4000), 2) * np.repeat([1, -1], 4000),
        np.tile(np.arange(4000), 2),
    )
    assert twice[0].figure.margin == pytest.approx(found[0].figure.margin, rel=0.1)
