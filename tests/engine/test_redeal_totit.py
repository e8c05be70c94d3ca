"""Totit: a player who trails when captures are compulsory holds no card that could have taken anything."""

from __future__ import annotations

import parlour

from .harness import check_redeals, scene


def test_a_trail_says_what_a_hand_cannot_take() -> None:
    """Sevens and the court lie on the table. Seat 1 trails a 2: it has no 7 left, and neither aces nor faces."""
    cards = {"hand.0": "3♦ 4♦", "hand.1": "2♦ 5♥ 6♥", "hand.2": "7♦ K♣ 8♥", "table": "7♠ A♦", "aside": "7♥ 9♥ J♣"}
    named = {name for zone in cards.values() for name in zone.split()}
    kinds = [f"{rank}{suit}" for suit in "♦♥♠" for rank in "A23456789"] + ["J♣", "Q♣", "K♣"]
    once = " ".join(kind for kind in kinds if kind not in named)
    match = scene(
        parlour.game("totit"),
        cards
        | {
            "phase": "play",
            "turn": 1,
            "dealer": 0,
            "hand_number": 1,
            "taker": -1,
            "counted.0": " ".join(kinds),  # one of each lies open, and the other of most, so that little is unseen
            "counted.1": once,
        },
    )
    match.play("2♦")
    assert (
        check_redeals(match.view(0, memory=True), 120) == 120
    )  # two of four cards in hand 1, any three of the other six in hand 2
