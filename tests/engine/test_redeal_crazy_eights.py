"""Redeals of Crazy Eights against an enumeration: what a pass says, where renewed discards are, and a buried eight."""

from __future__ import annotations

import parlour
from parlour.kit.cards import PACK_52, card_set

from .harness import Deal, check_redeals, text


def position(cards: dict[str, str], upcard: str, **figures: object) -> dict[str, object]:
    """Return a position in which all cards not named lie in the discards, below the upcard."""
    named = card_set(" ".join([*cards.values(), upcard]))
    defaults = {"phase": "play", "turn": 1, "dealer": 0, "hand_number": 1, "demand": 4}
    return {**defaults, **cards, "discards": f"{text(PACK_52 & ~named)} {upcard}", **figures}


def test_whoever_passes_holds_nothing_that_fits() -> None:
    """The upcard is the 5♠ and nothing is left to draw: the spades and the fives are in hand 2."""
    hands = {"hand.1": "6♦ 7♣ 9♥ K♥", "hand.2": "5♦ 6♠ J♣ Q♦ A♥ 2♣"}
    held = card_set(" ".join([*hands.values(), "5♠"]))
    match = parlour.Game("crazy_eights", 3).match_from(
        {**hands, "hand.0": text(PACK_52 & ~held), "discards": "5♠", "phase": "play", "turn": 1, "demand": 4, "hand_number": 1}
    )
    match.play("pass")
    assert check_redeals(match.view(0, memory=True), 70) == 70  # four of the eight cards that do not fit


CARDS = {"hand.0": "2♥ 3♥", "hand.1": "6♦ 7♣", "stock": "9♥ K♦ 5♦ 6♠ J♣ Q♦"}


def test_who_draws_where_only_the_unable_may() -> None:
    """Draws on the 5♠: what was in the hand before each did not fit. The card drawn last may be any, and when it is played
    what is left does not fit.

    Memory is kept card by card; that the hand cannot hold both the 5♦ and the 6♠ is said by the room's `contradictions`.
    """
    match = parlour.Game("crazy_eights", 2, {"draw_when_able": False}).match_from(position(CARDS, "5♠"))
    fits = {card for card in range(52) if card % 13 == 3 or card >= 39}

    def allowed(deal: Deal) -> bool:
        return len(set(dict(deal)["hand.1"]) & fits) <= might

    match.play("draw")
    match.play("draw")
    might = 1
    assert check_redeals(match.view(0, memory=True), 55, allowed) == 55  # four of eight: one of the two that fit, or neither
    match.play("draw")
    match.play("6♠")
    might = 0
    assert check_redeals(match.view(0, memory=True), 15, allowed) == 15  # four of seven, one of which fits


def test_renewed_discards_are_in_the_stock_or_with_who_drew() -> None:
    """The stock is made of three discards, and seat 1 draws one: hand 2 has none of them, and hand 1 exactly one."""
    cards = {"hand.1": "6♦ 7♣", "hand.2": "J♣ Q♦"}
    rest = text(PACK_52 & ~card_set("6♦ 7♣ J♣ Q♦ 9♥ 2♠ K♠ 5♠"))
    fields = {**cards, "hand.0": rest, "discards": "9♥ 2♠ K♠ 5♠", "phase": "play", "turn": 1, "demand": 4, "hand_number": 1}
    match = parlour.Game("crazy_eights", 3).match_from(fields)
    match.play("draw")
    assert check_redeals(match.view(0, memory=True), 18) == 18  # two of the four old cards, one of the three new


def test_a_buried_eight_is_in_the_stock() -> None:
    """Everybody saw the 8♠ go back: it is in no hand."""
    cards = {"hand.0": "2♥ 3♥", "hand.1": "6♦ 7♣ K♥", "stock": "9♣ 9♥ 8♠"}
    others = text(PACK_52 & ~card_set(" ".join(cards.values())))
    fields = {**cards, "discards": others, "phase": "turn up", "turn": -1, "dealer": 1, "hand_number": 1}
    match = parlour.Game("crazy_eights", 2).match_from(fields)
    upcard = match.row.discards[match.row.discards[0]]
    assert upcard in {7, 33}  # one of the nines
    assert match.row.stock[0] == 2
    assert check_redeals(match.view(0, memory=True), 4) == 4  # one of four cards is beside it
