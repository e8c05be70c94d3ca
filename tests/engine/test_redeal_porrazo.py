"""Porrazo: a player who has declared a pair was dealt one, no matter what has been played since."""

from __future__ import annotations

import pytest

import parlour
from parlour.kit.cards import ACE, FOUR, JACK, PACK_52, card_set

from .harness import Deal, check_redeals, text


def after_a_ronda(**house: str) -> parlour.Match:
    """Three seats in the last deal, few cards unseen: seat 1 has declared a ronda and played one of its pair, seat 2 a 4."""
    hands = {"hand.0": "8♣ 9♦", "hand.1": "J♣ 7♣", "hand.2": "4♣ 7♦", "won.0": "J♦ 7♥"}
    lying = card_set(" ".join(hands.values()))
    return parlour.game("porrazo", seats=3, **house).match_from(
        hands
        | {
            "phase": "play",
            "turn": 0,
            "dealer": 2,
            "player": 2,
            "hand_number": 1,
            "deal_number": 5,
            "declared": [0, 1, 0],
            "shown": [[8, 0, 0], [11, 0, 0], [4, 0, 0]],
            "table": text(PACK_52 & ~lying),  # open, so that little is unseen
        }
    )


def ranks(deal: Deal, seat: int, shown: int) -> int:
    """Return how many different ranks a seat was dealt, one of which has been played."""
    return len({shown, *(card % 13 for card in dict(deal)[f"hand.{seat}"])})


@pytest.mark.parametrize("declare", ["optional", "automatic"])
def test_what_was_declared_was_dealt(declare: str) -> None:
    """Seat 1 has a jack left, but not both, or two sevens. Where all must declare, seat 2 has neither a 4 nor two sevens."""
    view = after_a_ronda(declare=declare).view(0, memory=True)

    def allowed(deal: Deal) -> bool:
        return ranks(deal, 1, JACK) == 2 and (declare == "optional" or ranks(deal, 2, FOUR) == 3)

    check_redeals(view, 10, allowed)


def test_the_card_whose_use_is_asked_for_is_of_the_pair_declared() -> None:
    """Seat 1 has declared a ronda and laid an ace, which could capture or be played in place."""
    hands = {"hand.0": "8♣ 9♦", "hand.1": "A♣ 7♣", "hand.2": "4♣ 7♦ 5♥", "won.0": "J♦ 7♥", "laid": "A♦"}
    lying = card_set(" ".join(hands.values()))
    match = parlour.game("porrazo", seats=3).match_from(
        hands
        | {
            "phase": "use",
            "turn": 1,
            "dealer": 2,
            "hand_number": 1,
            "deal_number": 5,
            "declared": [0, 1, 0],
            "shown": [[8, 0, 0], [0, 0, 0], [0, 0, 0]],
            "table": text(PACK_52 & ~lying),
        }
    )
    check_redeals(match.view(0, memory=True), 10, lambda deal: ranks(deal, 1, ACE) == 2)
