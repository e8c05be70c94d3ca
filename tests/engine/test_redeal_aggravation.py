"""Aggravation: what has not been turned up may lie anywhere in either pack, and nobody knows more than the other."""

from __future__ import annotations

import parlour

from .harness import check_redeals


def test_packs_are_unknown_to_both() -> None:
    """Three cards in one pack and four in the other: all 35 deals; after a cover two and four, 15."""
    match = parlour.game("aggravation").match_from(
        {
            "phase": "turn",
            "hand_number": 1,
            "stock.0": "8♣ 5♣ 9♦ 7♦",
            "stock.1": "10♥ 6♥ 4♠ J♣ 2♠",
            "row.0.0": "7♣",
            "row.1.0": "3♥",
            "rest": "covered",
        }
    )
    assert match.asked == [0, 1]
    for seat in (0, 1):
        assert check_redeals(match.view(seat, memory=True), 35) == 35
    match.play("cover p1:1", seat=0, elapsed=300)
    # nobody sees it before the tick closes, for it may come to nothing
    assert match.view(0).tables[0].action.tolist()[0] == match.view(1).tables[0].action.tolist()[1] == 0
    assert check_redeals(match.view(1, memory=True), 35) == 35
    match.play("wait", seat=1)
    assert check_redeals(match.view(1, memory=True), 15) == 15
