"""Snip Snap Snorem: a pass shows that nothing of the rank is there; and the cards are dealt as evenly as can be."""

from __future__ import annotations

import pytest

import parlour
from parlour.kit.cards import PACK_52, card_set

from .harness import check_redeals, text


def test_a_pass_shows_a_hand_without_the_rank() -> None:
    """The 7♠ is led and seat 1 passes: the three other sevens are in hand 2, with any three of the other cards."""
    cards = {"hand.0": "7♠ 2♣ 4♣", "hand.1": "2♦ 2♥ 4♦", "hand.2": "7♥ 7♦ 7♣ 2♠ 4♥ 4♠"}
    fields = {"phase": "lead", "turn": 0, "dealer": 2, "hand_number": 1}
    finished = PACK_52 & ~card_set(" ".join(cards.values()))
    match = parlour.Game("snip_snap_snorem", 3).match_from({**cards, **fields, "finished": text(finished)})
    match.play("7♠")
    assert check_redeals(match.view(0, memory=True), 84) == 84  # nothing is known yet: six of nine
    match.play("pass")
    assert check_redeals(match.view(0, memory=True), 20) == 20


def test_one_who_has_only_one_may_have_had_two() -> None:
    """Playing a seven excludes no other seven."""
    cards = {"hand.0": "7♠ 2♣ 2♦", "hand.1": "2♥ 7♥ 7♦", "hand.2": "7♣ 2♠"}
    fields = {"phase": "lead", "turn": 0, "dealer": 2, "hand_number": 1}
    finished = PACK_52 & ~card_set(" ".join(cards.values()))
    match = parlour.Game("snip_snap_snorem", 3).match_from({**cards, **fields, "finished": text(finished)})
    match.play("7♠")
    match.play("7♥")
    assert check_redeals(match.view(0, memory=True), 6) == 6


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_pack_is_dealt_out_evenly(seats: int) -> None:
    """The first players from the dealer's left have the odd cards."""
    match = parlour.Game("snip_snap_snorem", seats).start(seed=seats)
    first = int(match.row.dealer) + 1
    sizes = [int(match.row.hand[(first + k) % seats]).bit_count() for k in range(seats)]
    assert sizes == [52 // seats + (k < 52 % seats) for k in range(seats)]
