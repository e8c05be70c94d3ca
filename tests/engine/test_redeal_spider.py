"""Redeals of Spider against an enumeration: equal cards may lie in any order, and what has been seen is not face down again."""

from __future__ import annotations

import parlour

from .harness import Deal, check_redeals

SEQUENCE = "A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠"


def late(**fields: str) -> parlour.Match:
    """With one suit; six sequences are off, so two cards of every rank are left."""
    done = {f"done.{k}": SEQUENCE for k in range(6)}
    columns = {key.replace("_", "."): cards for key, cards in fields.items()}
    return parlour.game("spider", suits=1).match_from(
        {**done, **columns, "phase": "play", "turn": 0, "hand_number": 1, "score": [6]}
    )


def test_equal_cards_are_as_likely_as_they_are_many() -> None:
    """Unseen are both kings, both aces, a 5 and a 6, three in a column: a pair and another card (6 ways) or three ranks (4)."""
    match = late(
        up_0="Q♠ J♠ 10♠ 9♠ 8♠ 7♠",
        down_1="K♠ A♠ 5♠",
        up_1="6♠ 5♠ 4♠ 3♠ 2♠",
        up_2="Q♠ J♠ 10♠ 9♠ 8♠ 7♠",
        up_3="4♠ 3♠ 2♠",
        stock="K♠ A♠ 6♠",
    )
    assert check_redeals(match.view(0, memory=True), 10) == 10


def test_a_card_turned_up_is_among_the_unseen_no_longer() -> None:
    """The 4 goes to the 5 and a 3 turns up: below it lies an ace, the 2 or the other 3, of which the stock holds the rest."""
    match = late(
        up_0="K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠",
        down_1="A♠ 3♠",
        up_1="4♠",
        up_2="K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠",
        up_3="2♠",
        up_4="5♠ 4♠",
        stock="A♠ 2♠ 3♠",
    )
    assert check_redeals(match.view(0, memory=True), 5) == 5  # A A, A 2, A 3, 2 3 or 3 3 in the column
    match.play("c2:1>c1")
    ace, three = 51, 40

    def allowed(deal: Deal) -> bool:
        piles = dict(deal)
        return sorted([*piles["down.1"], *piles["stock"]]) == sorted([39, three, ace, ace])

    assert check_redeals(match.view(0, memory=True), 3, allowed) == 3
