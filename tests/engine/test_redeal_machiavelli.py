"""Machiavelli: cards of a play that failed went back to a hand before everybody's eyes."""

from __future__ import annotations

import parlour
from parlour.kit.cards import card_set, cards_in

from .harness import check_redeals


def test_what_was_taken_back_is_known() -> None:
    """Seat 1 holds the two cards it tried and three others of six."""
    match = parlour.game("machiavelli", seats=2, attempts="free", penalty=1).match_from(
        {
            "phase": "play",
            "turn": 1,
            "player": 1,
            "dealer": 0,
            "hand_number": 1,
            "hand.1": "5♦ 6♦ 9♠ K♥",
            "stock": "7♥ 8♠ Q♣ J♦",
            "rest": "hand.0",
        }
    )
    match.play("5♦", "6♦", "done")
    view = match.view(0, memory=True)
    tried = set(cards_in(card_set("5♦ 6♦")))
    assert check_redeals(view, 20, lambda deal: tried <= set(dict(deal)["hand.1"])) == 20
