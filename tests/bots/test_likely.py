"""Redeals that fit what was called: a hand that bid much is dealt more than one that bid nothing, and can be switched off."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour import bots
from parlour.bots.base import Thought, heard
from parlour.bots.rollouts import deal_likely
from parlour.kit import CARD_BITS, FIRST_CALL, RANKS, SUITS, count, rule

HIGH = int(RANKS[10] | RANKS[11] | RANKS[12])


@rule
def strength_of(deck, desk, seat, deals):  # type: ignore[no-untyped-def]
    """The mean number of trumps and high cards that a seat gets."""
    cards = 0
    for _ in range(deals):
        deal_likely(deck, desk)
        t = desk.tables[0]
        cards += count(t.hand[seat] & (HIGH | SUITS[t.trumps]) & CARD_BITS)
    return cards / deals


def after_bids(*bids: int) -> tuple[parlour.Match, int]:
    """A match of Oh Hell! in which the first seats bid so, and the first of them."""
    match = parlour.game("oh_hell").start(seed=5)
    first = match.turn
    for bid in bids:
        match.play(f"bid {bid}")
    return match, first


def dealt(bid: int, tries: int) -> float:
    """What the one who bid is dealt in the redeals of the next."""
    match, first = after_bids(bid)
    thought = Thought(match.view(match.turn, memory=True), seed=1)
    thought.desk.tries[0] = tries
    return float(strength_of(thought.deck, thought.desk, first, 150))


def test_bids_tell_of_hands() -> None:
    """Six tricks are not bid on what no trick was bid on; without tries a bid tells nothing."""
    assert dealt(6, 12) > dealt(0, 12) + 0.5
    assert dealt(6, 0) == dealt(0, 0)


def test_what_a_seat_has_heard() -> None:
    """Others' calls of this hand with their alternatives, and the cards they have laid; one's own not."""
    match, first = after_bids(2, 3)
    match.play("bid 0")
    match.play("bid 7")
    card = match.codes()[0]
    match.play(card)
    view = match.view(match.turn, memory=True)
    told = heard(view)
    assert told.calls[:, 0].tolist() == [first, (first + 2) % 4, (first + 3) % 4]
    assert told.calls[:, 3].tolist() == [FIRST_CALL + bid for bid in (2, 0, 7)]
    assert (told.calls[:, 2] == 12).all()
    assert told.laid[first] == 1 << card
    assert np.count_nonzero(told.laid) == 1
    assert not len(heard(match.view(match.turn)).calls)
    with pytest.raises(parlour.BadInput, match="likely must not be below"):
        bots.make("search:likely=-1")
