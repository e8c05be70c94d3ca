"""Redeals of Spite and Malice, enumerated: eight equal cards, completed piles, and duties that say what a hand lacks."""

from __future__ import annotations

import parlour

from .harness import Deal, check_redeals, fitting

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def position(cards: dict[str, str], **figures: object) -> dict[str, object]:
    """Return a position in which all cards not named lie open on the last discard piles."""
    named = " ".join(cards.values()).split()
    rest = [rank for rank in RANKS for _ in range(8 - named.count(rank))]
    defaults = {"phase": "move", "turn": 1, "player": 1, "dealer": 0, "hand_number": 1}
    open_cards = {"discards.0.3": " ".join(rest[:50]), "discards.0.2": " ".join(rest[50:])}
    return {**defaults, **cards, **open_cards, **figures}


def deals(match: parlour.Match, least: int) -> list[Deal]:
    """All deals of what seat 0 does not see, at least this many, that redeals give as often as they should."""
    view = match.view(0, memory=True)
    check_redeals(view, least)
    return list(fitting(view))


def hand(deal: Deal, seat: int) -> list[str]:
    """The unseen cards of a hand."""
    return [RANKS[card] for card in dict(deal)[f"held.{seat}"]]


def test_a_king_discarded_from_a_hand_of_kings() -> None:
    """Kings may only go from a hand of nothing but kings: the other card there is one, too."""
    cards = {"held.0": "2 2 3 3 4", "held.1": "K K", "up.0": "9", "up.1": "9", "down.1": "5 6 K", "stock": "J J Q 10"}
    house = {"discard_kings": False, "king_as_ace": False}
    match = parlour.Game("spite_and_malice", 2, house).match_from(position(cards))
    assert {tuple(hand(deal, 1)) for deal in deals(match, 100)} > {("K", "K"), ("5", "K"), ("J", "J")}
    match.play("K")
    assert {tuple(hand(deal, 1)) for deal in deals(match, 25)} == {("K",)}  # three of 5 6 10 J J Q K are in the talon


def test_whoever_plays_something_else_has_no_ace() -> None:
    """An ace would have had to be played: all three that are unseen are in the stock or the talon."""
    cards = {"held.0": "2 2 3 3 4", "held.1": "J Q 10", "up.0": "9", "up.1": "9", "down.1": "A 5", "stock": "A A 8"}
    match = parlour.Game("spite_and_malice", 2, {"must_play_ace": True}).match_from(position(cards))
    assert any("A" in hand(deal, 1) for deal in deals(match, 100))
    match.play("J")
    assert not any("A" in hand(deal, 1) for deal in deals(match, 24))  # two of 5 8 10 Q, and for each four kinds of talon


def test_a_completed_pile_is_in_the_stock_or_was_drawn() -> None:
    """The twelve cards are shuffled in and five of all are drawn: none of them is in a talon."""
    cards = {"held.0": "2 2 3 3 4", "held.1": "Q", "up.0": "9", "up.1": "9", "down.1": "J 5", "stock": ""}
    pile = {"builds.0": "K K K K K K K K 9 10 J"}
    match = parlour.Game("spite_and_malice", 2).match_from(position(cards | pile))
    match.play("Q", "build 1")
    for deal in deals(match, 10):
        assert [RANKS[card] for card in dict(deal)["down.1"]] == ["5", "J"]
        assert set(hand(deal, 1)) <= {"K", "9", "10", "J", "Q"}
