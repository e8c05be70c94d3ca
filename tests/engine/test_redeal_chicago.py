"""Redeals of Chicago against an enumeration: what declarations, comparisons, shown and unshown hands and voids say."""

from __future__ import annotations

import parlour
from parlour.kit.cards import HEARTS, KING, PACK_52, card_set, cards_in

from .harness import Deal, check_redeals, text

NOTHING = "A♠ J♥ 10♦ 8♥ 6♦"
A_PAIR = "K♠ K♥ 9♦ 7♠ 5♥"


def match_of(seats: int, cards: dict[str, str], **figures: object) -> parlour.Match:
    """The last seat deals. What is not named lies open before it, so that little is unseen."""
    named = card_set(" ".join(cards.values()))
    defaults = {"hand_number": 1, "dealer": seats - 1, "turn": 0, "player": 0, f"exposed.{seats - 1}": text(PACK_52 & ~named)}
    return parlour.game("chicago", seats=seats).match_from(defaults | cards | figures)


def shape(cards: tuple[int, ...]) -> list[int]:
    """Return how many of each rank there are, most first."""
    held = [card % 13 for card in cards]
    return sorted((held.count(rank) for rank in set(held)), reverse=True)


def pair_of(cards: tuple[int, ...]) -> int:
    """Return the rank of the pair, -1 if the cards are not one pair and three others."""
    held = [card % 13 for card in cards]
    return next(rank for rank in held if held.count(rank) == 2) if shape(cards) == [2, 1, 1, 1] else -1


def test_a_declared_hand_is_of_that_kind() -> None:
    """Of the 56 hands that eight cards of four ranks allow, 4 * 2 * 2 * 2 are a pair, the others two."""
    match = match_of(2, {"hand.0": A_PAIR, "hand.1": NOTHING, "stock": "9♥ 7♦ 5♠"}, phase="speak", draws=1)
    match.play("declare")
    view = match.view(1, memory=True)
    assert check_redeals(view, 32, lambda deal: pair_of(dict(deal)["hand.0"]) >= 0) == 32


def test_ranks_named_in_a_comparison() -> None:
    """Kings were named, and the other pair passed: to a third player it is a pair of anything lower."""
    cards = {"hand.0": A_PAIR, "hand.1": "Q♠ Q♥ 9♣ 7♣ 5♣", "hand.2": NOTHING, "stock": "K♦"}
    match = match_of(3, cards, phase="speak", draws=1)
    match.play("declare")
    match.play("declare")
    view = match.view(2, memory=True)

    def allowed(deal: Deal) -> bool:
        first, second = (pair_of(dict(deal)[name]) for name in ("hand.0", "hand.1"))
        return first == KING and 0 <= second < KING

    assert check_redeals(view, 50, allowed) > 50


def test_a_shown_hand_lies_in_the_hand_or_among_the_discards() -> None:
    """Two of the five shown went, and two of four cards came: 10 * 6 deals."""
    cards = {"hand.0": A_PAIR, "hand.1": NOTHING, "stock": "K♦ 2♣ 3♣ 4♣"}
    match = match_of(2, cards, phase="discard", draws=2, standing=[1, 0], declared=[[1, 0], [0, 0]])
    match.play("K♠", "5♥", "done")
    assert match.row.proven[0].tolist() == [1, 0]
    assert check_redeals(match.view(1, memory=True), 60) == 60
    assert check_redeals(match.view(0, memory=True), 21) == 21  # five and two are unseen to seat 0, who knows the discards


def test_a_pair_that_was_not_shown_is_still_there() -> None:
    """Seat 1 stood with a pair, drew three cards and showed nothing; now a heart is not followed.

    Of the last card it holds, a queen or a two makes the pair; the three of hearts cannot be it in any case.
    """
    match = match_of(
        3,
        {"hand.0": "K♥ 9♦", "hand.1": "Q♠ Q♣", "hand.2": "A♥ J♥", "stock": "4♣ 3♥ 2♠ 2♣"}
        | {"played.0": "8♥ 3♣ 5♦", "played.1": "5♠ 7♦ 2♦", "played.2": "4♠ 6♠ 8♠"},
        phase="play",
        turn=2,
        leader=2,
        draws=3,
        standing=[0, 2],
        declared=[[0, 0], [0, 1], [0, 0]],
        drew=[[0, 0, 0], [0, 0, 3], [0, 0, 0]],
    )
    for card in ("A♥", "K♥", "Q♠"):
        match.play(card)
    view = match.view(2, memory=True)
    played = tuple(cards_in(int(view.tables[0].played[1])))

    def allowed(deal: Deal) -> bool:
        (last,) = dict(deal)["hand.1"]
        return shape((last, *played))[0] >= 2 and last // 13 != HEARTS

    assert check_redeals(view, 15, allowed) == 15  # three cards that make a pair, and any of the other five in hand 0
