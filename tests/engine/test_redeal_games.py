"""Redeals of the real games against an enumeration: late positions, few cards unseen, some of them known from play."""

from __future__ import annotations

import pytest

import parlour
from parlour.kit.cards import PACK_20, PACK_52, card_set

from .harness import check_redeals, scene, text


def schnapsen() -> parlour.Match:
    """Four cards in the stock; a trick from hand 0 shows that hand 1 cannot head it once the stock is closed."""
    first, second, stock, upcard = card_set("A♠ 10♠ K♥ J♣ A♦"), card_set("K♠ Q♥ 10♦ Q♣ J♦"), "A♣ 10♣ K♣", "J♠"
    rest = PACK_20 & ~(first | second | card_set(stock) | card_set(upcard))
    match = parlour.game("schnapsen", show_points=True).match_from(
        {
            "phase": "lead",
            "turn": 0,
            "leader": 0,
            "hand_number": 1,
            "married": -1,
            "trumps": 3,
            "tricks": [3, 0],
            "hand.0": text(first),
            "hand.1": text(second),
            "stock": stock,
            "upcard": upcard,
            "won.0": text(rest),
        }
    )
    match.play("close")
    match.play("K♥")  # answered by Q♥: hand 1 holds nothing of hearts that heads it
    match.play("Q♥")
    match.play("continue")
    return match


def oh_hell() -> parlour.Match:
    """Five seats, the last two tricks: a void has been shown, one card of the stub is unseen."""
    hands = {"hand.0": "A♥ 2♠", "hand.1": "3♥ 4♣", "hand.2": "5♥ 6♦", "hand.3": "7♠ 8♦", "hand.4": "9♥ 10♣"}
    dealt = card_set(" ".join(hands.values()))
    stub = card_set("K♣")
    match = scene(
        parlour.game("oh_hell", seats=5),
        hands
        | {
            "phase": "play",
            "turn": 0,
            "leader": 0,
            "dealer": 4,
            "hand_number": 1,
            "hand_size": 10,
            "trumps": 1,
            "bids": [2, 2, 2, 2, 3],
            "tricks": [8, 0, 0, 0, 0],
            "stub": text(stub),
            "turned": text(PACK_52 & ~(dealt | stub)),  # what has been played lies open here, so that little is unseen
        },
    )
    for card in ("A♥", "3♥", "5♥", "7♠"):  # seat 3 has no heart
        match.play(card)
    return match


def klondike() -> parlour.Match:
    """Six cards face down; two cards of the stock have been seen and turned over again."""
    home = {
        f"foundations.{s}": " ".join(f"{rank}{sign}" for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9"])
        for s, sign in enumerate("♣♦♥♠")
    }
    match = parlour.game("klondike", draw=1).match_from(
        home
        | {
            "phase": "play",
            "turn": 0,
            "hand_number": 1,
            "pass_number": 1,
            "most_home": 36,
            "down.0": "K♠ J♥",
            "up.0": "Q♠",
            "down.1": "10♣",
            "up.1": "J♦",
            "up.2": "K♥ Q♣",
            "up.3": "10♦ ",
            "up.4": "10♥",
            "stock": "J♣ J♠ Q♦ Q♥",
            "up.5": "K♣",
            "up.6": "K♦",
            "down.6": "10♠",
        }
    )
    match.play("draw")
    match.play("draw")
    return match


def i_doubt_it() -> parlour.Match:
    """Three seats; seat 1 lays two cards that nobody doubts, seat 2 one that is doubted and shown."""
    others = {"hand.1": "2♣ 3♣ 4♣", "hand.2": "5♣ 6♣ 7♣"}
    mine = PACK_52 & ~card_set(" ".join(others.values()))
    match = parlour.game("i_doubt_it", seats=3).match_from(
        others
        | {
            "phase": "play",
            "turn": 1,
            "player": 1,
            "hand_number": 1,
            "rank": 12,
            "dealer": 0,
            "hand.0": text(mine),
            "doubter": -1,
        }
    )
    match.play("2♣", "3♣", "done")
    match.play("let")
    match.play("let")
    match.play("5♣", "done")
    match.play("doubt")
    return match


@pytest.mark.parametrize(
    ("make", "seat", "least"),
    [(schnapsen, 0, 20), (oh_hell, 4, 2), (klondike, 0, 24), (i_doubt_it, 0, 3)],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_redeals_are_as_frequent_as_an_enumeration_says(make, seat, least) -> None:  # type: ignore[no-untyped-def]
    check_redeals(make().view(seat, memory=True), least)
