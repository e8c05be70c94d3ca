"""Redeals of Solo against an enumeration: what the auction, an ace named and a hand not yet decided tell of the hands."""

from __future__ import annotations

from typing import Any

import parlour
from parlour.kit.cards import PACK_32, card_set, cards_in, read_card

from .harness import Deal, check_redeals, scene, text

QUEENS = set(cards_in(card_set("Q♣ Q♠")))
ACES = set(cards_in(card_set("A♣ A♦ A♥ A♠")))


def late(cards: dict[str, str], house: dict[str, Any], *choices: str) -> parlour.Match:
    """From the start of the auction, with a few cards each; the others lie in the open. Seat 3 has dealt."""
    gone = text(PACK_32 & ~card_set(" ".join(cards.values())))
    figures = {"phase": "open", "turn": 0, "leader": 0, "dealer": 3, "hand_number": 1, "trumps": 4, "named": -1, "shown.3": gone}
    nobody = dict.fromkeys(("declarer", "challenger", "partner"), -1)
    match = scene(parlour.game("solo", **house), cards | figures | nobody)
    for choice in choices:
        match.play(choice)
    return match


HANDS = {"hand.0": "Q♠ A♥", "hand.1": "K♦ A♦", "hand.2": "Q♣ A♣", "hand.3": "9♠ 8♦"}


def queens_together(deal: Deal, *seats: int) -> bool:
    lies = dict(deal)
    return any(set(lies.get(f"hand.{seat}", ())) >= QUEENS for seat in seats)


def test_who_passed_at_a_solo_or_less_does_not_hold_both_black_queens() -> None:
    view = late(HANDS, {}, "ask", "pass", "inquire in color").view(3, memory=True)
    assert check_redeals(view, 84, lambda deal: not queens_together(deal, 1)) == 84  # 6! / 2! 2! 2! less 4! / 2! 2!


def test_without_the_rule_a_pass_tells_nothing() -> None:
    view = late(HANDS, {"queens_rule": False}, "ask", "pass", "inquire in color").view(3, memory=True)
    assert check_redeals(view, 90) == 90


def test_who_named_a_simple_game_does_not_hold_both_either() -> None:
    view = late(HANDS, {}, "ask", "pass", "pass", "pass", "simple ♥", "ace ♣").view(1, memory=True)
    assert check_redeals(view, 72, lambda deal: not queens_together(deal, 0, 2, 3)) == 72  # 90 less three times 6


def test_a_queen_played_counts_for_the_hand_it_came_from() -> None:
    cards = {"hand.0": "Q♠ A♥", "hand.1": "K♦ A♦", "hand.2": "Q♣ 7♥", "hand.3": "9♠ 8♦"}
    match = late(cards, {}, "pass", "ask", "pass", "pass", "simple ♥", "ace ♥", "Q♠")
    view = match.view(1, memory=True)  # hand 0 has passed and played Q♠: the last card there is not Q♣
    assert check_redeals(view, 24, lambda deal: read_card("Q♣") not in dict(deal)["hand.0"]) == 24


def test_an_ace_named_is_not_the_declarers_where_that_is_forbidden() -> None:
    house = {"own_ace": False, "queens_rule": False}
    view = late(HANDS, house, "ask", "pass", "pass", "pass", "simple ♥", "ace ♣", "A♥").view(1, memory=True)
    assert check_redeals(view, 24, lambda deal: read_card("A♣") not in dict(deal)["hand.0"]) == 24


def test_who_can_name_no_ace_holds_them_all() -> None:
    cards = {"hand.0": "A♣ A♦ A♥ A♠", "hand.1": "K♦ 7♦ 8♦ 9♦", "hand.2": "K♣ 7♣ 8♣ 9♣", "hand.3": "K♠ 7♠ 8♠ 9♠"}
    match = late(cards, {"own_ace": False, "queens_rule": False}, "ask", "pass", "pass", "pass", "simple ♥", "alone", "A♣")
    view = match.view(1, memory=True)
    assert check_redeals(view, 70, lambda deal: ACES - {read_card("A♣")} <= set(dict(deal)["hand.0"])) == 70  # 8!/4!4!


def test_a_hand_that_goes_on_is_not_decided() -> None:
    cards = {"hand.0": "Q♣ 8♦", "hand.1": "9♥ 9♠", "hand.2": "8♥ K♠", "hand.3": "10♥ A♦"}
    figures = {"phase": "play", "turn": 0, "leader": 0, "dealer": 3, "hand_number": 1, "trumps": 2, "named": 1, "partner": -1}
    figures |= {"declarer": 0, "challenger": -1, "contract": 1, "tricks": [3, 1, 2, 0]}
    gone = text(PACK_32 & ~card_set(" ".join(cards.values())))
    match = scene(parlour.game("solo", stop_when_decided=True), cards | figures | {"shown.3": gone})
    view = match.view(1, memory=True)
    # the partner is not seat 2, whose two tricks would make five: a third of the 90 ways
    assert check_redeals(view, 60, lambda deal: read_card("A♦") not in dict(deal)["hand.2"]) == 60
