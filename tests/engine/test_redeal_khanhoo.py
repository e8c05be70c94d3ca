"""Khanhoo: a player who has claimed a discard holds cards that make a meld of it, though no other player has seen which."""

from __future__ import annotations

from typing import Any

import parlour
from parlour.engine.deals import Randomness
from parlour.engine.match import Match
from parlour.games.khanhoo.melds import TRIPLET
from parlour.kit.cards import read_card

from .harness import Deal, check_redeals

SEAT_1_DISCARDS = {"phase": "discard", "turn": 1, "player": 1, "dealer": 0, "hand_number": 1, "turns": 3}


def begun(fields: dict[str, Any]) -> Match:
    """A match of so few cards that what is unseen can be told: read as scenarios are, since it cannot be played to its end."""
    game = parlour.game("khanhoo")
    return Match(game, game.read_fields(fields), Randomness(1), start_position="example")


def test_a_sealed_claim_can_be_laid() -> None:
    """Of the unseen cards only J♣ and the other 7♦ make a meld of a 7♦ that is not a sequence: seat 0 holds both."""
    match = begun(
        {
            **SEAT_1_DISCARDS,
            "hand.0": "J♣ 7♦ 5♥",
            "hand.1": "7♦ 9♠ 2♦",
            "stock": "4♠ 6♥",
            "rest": "hand.2",
        }
    )
    match.play("7♦")
    match.play("bump court J77")
    assert match.turn == 2
    needed = {read_card("J♣"), read_card("7♦")}

    def allowed(deal: Deal) -> bool:
        return needed <= set(dict(deal)["hand.0"])

    assert check_redeals(match.view(2, memory=True), 30, allowed) == 30


def test_whoever_won_a_challenge_made_the_meld_of_the_discard_and_the_hand() -> None:
    """Seat 2 names a court with the 7♦ and draws it. The court is J♣ 7♦ 7♦: the other 7♦ was in the hand before."""
    match = begun(
        {
            **SEAT_1_DISCARDS,
            "hand.0": "7♠ 7♥ 5♥",
            "hand.1": "7♦",
            "hand.2": "J♣ 7♦ 9♠",
            "stock": "4♠ 6♥",
            "rest": "hand.1",
        }
    )
    match.play("7♦")
    match.play(next(name for name in match.choices() if name.startswith("bump triplet")))
    match.play("challenge court")
    assert match.turn == 2
    seven, jack, theirs = read_card("7♦"), read_card("J♣"), {read_card("7♠"), read_card("7♥")}

    def allowed(deal: Deal) -> bool:
        piles = dict(deal)
        return piles["hand.2"].count(seven) == 2 and jack in piles["hand.2"] and theirs <= set(piles["hand.0"])

    assert check_redeals(match.view(1, memory=True), 12, allowed) == 12


def test_a_later_claim_may_be_of_another_kind_than_what_was_named() -> None:
    """Seat 0 named a triplet with the 9♠ and did not get it. It claims the 7♦ for a court, and is known to be able to do both."""
    match = begun(
        {
            **SEAT_1_DISCARDS,
            "hand.0": "J♣ 7♦ 9♥ 9♦",
            "hand.1": "7♦ 4♠ 2♦",
            "stock": "3♠ 6♥",
            "named": [TRIPLET + 1, 0, 0],
            "named_with": [read_card("9♠"), -1, -1],
            "rest": "hand.2",
        }
    )
    match.play("7♦")
    match.play("bump court J77")
    assert match.turn == 2
    needed = {read_card(card) for card in ("J♣", "7♦", "9♥", "9♦")}

    def allowed(deal: Deal) -> bool:
        return needed <= set(dict(deal)["hand.0"])

    assert check_redeals(match.view(2, memory=True), 6, allowed) == 6
