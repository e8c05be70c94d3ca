"""Redeals of Scopa against an enumeration: captures are remembered; a player who trails when a capture is compulsory has none."""

from __future__ import annotations

import parlour
from parlour.kit.cards import PACK_40, card_set

from .harness import Deal, check_redeals, scene, text

HANDS = {"hand.0": "2♣ 7♥ Q♠", "hand.1": "5♣ 3♦ K♠"}
STOCK = "4♣ A♦ 6♦ A♥ 2♥ J♥"


def position(table: str) -> dict[str, object]:
    """Return a position in which all cards not named have been counted face up, so that little is unseen."""
    named = card_set(" ".join([*HANDS.values(), STOCK, table]))
    figures = {"phase": "play", "turn": 0, "dealer": 1, "hand_number": 1}
    return {**HANDS, **figures, "table": table, "stock": STOCK, "counted.0": text(PACK_40 & ~named)}


def test_captured_cards_are_remembered() -> None:
    """The cards of two captures lie in the piles and nowhere else; the rest of the hand may be any of the unseen cards."""
    match = scene(parlour.game("scopa"), position("5♦ 7♠ J♦"))
    match.play("7♥")
    match.play("5♣")
    view = match.view(0, memory=True)

    def allowed(deal: Deal) -> bool:
        piles = dict(deal)
        return piles["pile.0"] == tuple(sorted((31, 44))) and piles["pile.1"] == tuple(sorted((3, 16)))

    assert check_redeals(view, 28, allowed) == 28  # two of eight unseen cards in the hand


def test_whoever_trails_where_the_hand_must_capture_could_not_capture() -> None:
    """The king trails beside 4♥ and J♦: neither a four nor a jack stays in that hand."""
    match = scene(parlour.game("scopa", must_capture="hand"), position("7♠ 4♥ J♦"))
    match.play("7♥")
    match.play("K♠")
    view = match.view(0, memory=True)

    def allowed(deal: Deal) -> bool:
        return not {card % 13 for card in dict(deal)["hand.1"]} & {2, 9}

    assert check_redeals(view, 15, allowed) == 15  # two of the six that are neither
