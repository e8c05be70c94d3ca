"""Redeals of Cassino against an enumeration: a build tells what its maker holds, a trail beside it what its owner lacks."""

from __future__ import annotations

import parlour
from parlour.kit.cards import PACK_52, card_set

from .harness import Deal, check_redeals, scene, text


def position(cards: dict[str, str], **figures: object) -> dict[str, object]:
    """Return a position in which all cards not named have been counted face up, so that little is unseen."""
    named = card_set(" ".join(cards.values()))
    defaults = {"phase": "play", "turn": 1, "dealer": 0, "hand_number": 1}
    return {**defaults, **cards, "counted.0": text(PACK_52 & ~named), **figures}


def test_a_builder_holds_the_card_of_the_build() -> None:
    """Building seven, and then a queen trails: one of the sevens is still in that hand."""
    cards = {"hand.0": "K♣ J♠ 10♠ 4♣", "hand.1": "2♠ Q♣ 7♦ A♥", "loose": "5♣", "stock": "7♥ 8♦ 9♦ 3♥ 6♥"}
    match = scene(parlour.game("cassino", build_obligation="free"), position(cards))
    match.play("2♠", "build 7")
    match.play("K♣")
    match.play("Q♣")
    view = match.view(0, memory=True)

    def allowed(deal: Deal) -> bool:
        return 5 in {card % 13 for card in dict(deal)["hand.1"]}

    assert check_redeals(view, 11, allowed) == 11  # of 21 pairs the 10 without a seven drop out


def test_an_owner_who_trails_can_capture_nothing() -> None:
    """The king trails beside a seven of the same player's and a loose jack: no seven and no jack in that hand."""
    cards = {"hand.0": "10♣ 9♣ 8♣", "hand.1": "K♣ Q♣ A♥", "loose": "J♣", "sum_builds.5": "5♣ 2♠", "stock": "7♥ J♦ 9♦ 3♥ 6♥"}
    owner = [1 if rank == 5 else -1 for rank in range(13)]
    match = scene(parlour.game("cassino"), position(cards, sum_owner=owner))
    match.play("K♣")
    view = match.view(0, memory=True)

    def allowed(deal: Deal) -> bool:
        return not {card % 13 for card in dict(deal)["hand.1"]} & {5, 9}

    assert check_redeals(view, 10, allowed) == 10  # two of the five that are neither
