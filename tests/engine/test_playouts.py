"""Random matches in bulk."""

from __future__ import annotations

import pytest

import parlour


@pytest.mark.parametrize("matches", [1, 63, 500])
def test_sums_do_not_depend_on_the_threads(matches: int) -> None:
    """To the last bit, also at Toepen, whose payoffs are thirds."""
    game = parlour.game("toepen")
    one = game.playouts(matches, seed=3, threads=1)
    assert [game.playouts(matches, seed=3, threads=threads) for threads in (2, 3, 5)] == [one] * 3
    assert one.matches == matches


def test_no_matches_have_no_sums() -> None:
    totals = parlour.game("toepen").playouts(0)
    assert (totals.hands, totals.decisions, set(totals.payoff)) == (0, 0, {0.0})
