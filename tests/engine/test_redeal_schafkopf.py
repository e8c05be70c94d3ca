"""Redeals of Schafkopf against an enumeration: a void that says nothing of the cards laid aside, and what may lie there."""

from __future__ import annotations

import parlour
from parlour.kit.cards import PACK_32, card_set

from .harness import Deal, check_redeals, scene, text

TRUMPS = card_set("Q♣ Q♠ Q♥ Q♦ J♣ J♠ J♥ J♦ A♦ 10♦ K♦ 9♦ 8♦ 7♦")


def late(**house: bool) -> parlour.Match:
    """Three cards each and the widow: seat 2 takes it, lays two aside, shows a void in spades and leads a trump."""
    cards = {"hand.0": "K♠ 8♥ 7♦", "hand.1": "9♠ A♥ Q♣", "hand.2": "J♦ Q♥ 8♣", "widow": "10♠ 9♦"}
    gone = text(PACK_32 & ~card_set(" ".join(cards.values())))
    figures = {"phase": "take", "turn": 1, "leader": 1, "dealer": 0, "hand_number": 1, "declarer": -1, "turned": gone}
    match = scene(parlour.game("schafkopf", **house), cards | figures)
    for choice in ("pass", "take", "10♠", "8♣", "9♠", "J♦", "K♠", "Q♥"):
        match.play(choice)
    return match


def test_a_void_is_one_of_the_hand_and_not_of_what_was_laid_aside() -> None:
    view = late().view(0, memory=True)
    assert check_redeals(view, 24) == 24  # 5! / (2! 1! 2!), less the six with the ten of spades in hand 2


def test_trumps_lie_aside_only_where_fewer_than_two_cards_were_plain() -> None:
    def allowed(deal: Deal) -> bool:
        lies = dict(deal)
        trumps = sum((TRUMPS >> card) & 1 for card in lies["aside.2"])
        plain = sum(not (TRUMPS >> card) & 1 for card in lies["aside.2"] + lies["hand.2"])
        return trumps == 0 or plain < 2

    view = late(lay_aside_trumps=False).view(0, memory=True)
    assert check_redeals(view, 16, allowed) == 16


def test_the_declarer_knows_what_lies_aside() -> None:
    view = late().view(2, memory=True)
    assert view.tables[0].aside[2] == card_set("10♠ 8♣")
    assert check_redeals(view, 3) == 6  # Q♣, A♥ in hand 1; 8♥, 7♦ in hand 0: which two are whose
