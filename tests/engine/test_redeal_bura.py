"""Redeals of Bura against an enumeration: what an announcement says of a hand, and a reply that only its owner has seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import parlour
from parlour.kit.cards import PACK_36, card_set

from .harness import Deal, check_redeals, scene, text


def position(cards: dict[str, str], **figures: object) -> dict[str, object]:
    """Spades are trumps; what is not named has been counted face up, so that little is unseen."""
    named = card_set(" ".join(cards.values()))
    defaults = {"hand_number": 1, "dealer": 1, "leader": 0, "trumps": 3, "counted.0": text(PACK_36 & ~named)}
    return defaults | {"claimant": -1, "winner": -1} | cards | figures


def a_bura(cards: tuple[int, ...]) -> bool:
    return all(card // 13 == 3 for card in cards)


def three_aces(cards: tuple[int, ...]) -> bool:
    return all(card % 13 == 12 for card in cards)


def a_molodka(cards: tuple[int, ...]) -> bool:
    return len({card // 13 for card in cards}) == 1 and not a_bura(cards)


@pytest.mark.parametrize(
    ("hand", "stock", "said", "fits", "ways"),
    [
        ("8♠ 9♠ J♠", "Q♠ 7♥ 8♥ 9♥", "bura", a_bura, 4),
        ("A♥ A♦ A♣", "7♥ 8♥ 9♥ A♠", "three aces", three_aces, 4),
        ("6♥ 8♥ Q♥", "7♥ 7♣ 8♣ 9♣ J♠ Q♠", "molodka", a_molodka, 5),  # one of four threes of hearts, or the clubs
    ],
)
def test_an_announcement_names_the_hand(
    hand: str, stock: str, said: str, fits: Callable[[tuple[int, ...]], bool], ways: int
) -> None:
    """The seat that may answer it deals the other hand accordingly, no matter what lies in the stock."""
    cards = {"hand.0": "6♠ 7♠ 10♠", "hand.1": hand, "stock": stock, "upcard": "K♠"}
    match = scene(parlour.game("bura"), position(cards, phase="announce", turn=1))
    match.play(said)
    assert match.turn == 0
    view = match.view(0, memory=True)

    def allowed(deal: Deal) -> bool:
        return fits(dict(deal)["hand.1"])

    assert check_redeals(view, ways, allowed) == ways


def test_the_announcement_still_binds_the_answer() -> None:
    """Overruled, the announced cards are the reply: the leader deals them as announced until they lie there."""
    cards = {"hand.0": "6♠ 7♠ 10♠", "hand.1": "8♠ 9♠ J♠", "stock": "Q♠ 7♥ 8♥ 9♥", "upcard": "K♠"}
    match = scene(parlour.game("bura"), position(cards, phase="announce", turn=1, tricks=[0, 1]))
    match.play("bura")
    match.play("bura")
    assert match.choices() == ["claim 31", "play all"]
    assert check_redeals(match.view(0, memory=True), 4, lambda deal: a_bura(dict(deal)["hand.1"])) == 4


@pytest.mark.parametrize(("seat", "ways"), [(0, 60), (1, 10)])
def test_a_reply_kept_face_down_is_known_to_its_owner(seat: int, ways: int) -> None:
    """To the winner six cards are unseen: the one taken, two in the other hand, three in the stock. Its owner misses five."""
    cards = {"hand.0": "9♦ J♦", "hand.1": "6♥ 7♦ A♣", "led": "8♥", "stock": "J♣ Q♣ K♣", "upcard": "9♠"}
    match = scene(parlour.game("bura", hidden_losing_reply=True, claim_after_trick=True), position(cards, phase="reply", turn=1))
    match.play("A♣")
    assert match.choices(0) == ["claim 31", "no claim"]
    assert check_redeals(match.view(seat, memory=True), ways) == ways
