"""Redeals that fit what was chosen: a hand that bid much is dealt more than one that bid nothing, and can be switched off."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour import bots
from parlour.bots.base import Thought, shown
from parlour.bots.recall import faded
from parlour.bots.rollouts import deal_likely, likelihood
from parlour.engine.redeal import redeal
from parlour.kit import CARD_BITS, FIRST_CALL, RANKS, SUITS, count, rule, size_of

HIGH = int(RANKS[10] | RANKS[11] | RANKS[12])


@rule
def strength_of(deck, work, seat, deals):  # type: ignore[no-untyped-def]
    """The mean number of trumps and high cards that a seat gets."""
    cards = 0
    for _ in range(deals):
        deal_likely(deck, work)
        t = work.tables[0]
        cards += count(t.hand[seat] & (HIGH | SUITS[t.trumps]) & CARD_BITS)
    return cards / deals


@rule
def met(deck, work, seat, plain, weighed, deals):  # type: ignore[no-untyped-def]
    """Return by card how often a seat holds it in plain redeals, and in redeals that count as often as they are likely."""
    whole = 0.0
    for _ in range(deals):
        redeal(work.tables, 0, deck)
        weight = likelihood(work.tables[0], work)
        whole += weight
        for card in range(52):
            held = (work.tables[0].hand[seat] >> card) & 1
            plain[card] += held / deals
            weighed[card] += weight * held
    weighed /= whole


@rule
def held_in(deck, work, seat, found, deals):  # type: ignore[no-untyped-def]
    """By card how often a seat holds it in likely redeals."""
    for _ in range(deals):
        deal_likely(deck, work)
        for card in range(52):
            found[card] += ((work.tables[0].hand[seat] >> card) & 1) / deals


def after_bids(*bids: int) -> tuple[parlour.Match, int]:
    """A match of Oh Hell! in which the first seats bid so, and the first of them."""
    match = parlour.game("oh_hell").start(seed=5)
    first = match.turn
    for bid in bids:
        match.play(f"bid {bid}")
    return match, first


def dealt(bid: int, tries: int) -> float:
    """Return the mean number of trumps and high cards that the bidder gets in the redeals of the next seat."""
    match, first = after_bids(bid)
    thought = Thought(match.view(match.turn, memory=True), seed=1)
    thought.work.tries[0] = tries
    return float(strength_of(thought.deck, thought.work, first, 150))


def test_bids_tell_of_hands() -> None:
    """Six tricks are not bid on what no trick was bid on; without tries a bid tells nothing."""
    assert dealt(6, 12) > dealt(0, 12) + 0.5
    assert dealt(6, 0) == dealt(0, 0)


def test_every_deal_is_met_as_often_as_it_is_likely() -> None:
    """In the middle of a hand of Scopa, by the cards that an opponent may hold; what is played tells of them there."""
    match = parlour.game("scopa").start(seed=3)
    first = match.turn
    while count(int(match.row.hand[first])) > 1 or match.turn == first or match.picks(match.turn):
        match.play(match.codes()[0])
    thought = Thought(match.view(match.turn, memory=True), seed=1)
    assert thought.work.plays[:, 0].tolist() == [first, first]
    plain, weighed, found = np.zeros(52), np.zeros(52), np.zeros(52)
    met(thought.deck, thought.work, first, plain, weighed, 40_000)
    thought.work.tries[0] = 200  # so many that one is always found
    held_in(thought.deck, thought.work, first, found, 40_000)
    assert abs(found - weighed).max() < 0.01
    assert abs(plain - weighed).max() > 0.02


def test_what_a_seat_was_shown() -> None:
    """Others' bids of this hand, with what has gone from each hand since and what everybody saw before; one's own not."""
    match, first = after_bids(2, 3)
    match.play("bid 0")
    match.play("bid 7")
    card = match.codes()[0]
    match.play(card)
    told = shown(match.view(match.turn, memory=True))
    assert told.plays[:, 0].tolist() == [(first + 3) % 4, (first + 2) % 4, first]  # the latest first
    assert told.plays[:, 1].tolist() == [FIRST_CALL + bid for bid in (7, 0, 2)]
    assert told.plays[:, 2 + first].tolist() == [1 << card] * 3
    assert np.count_nonzero(told.plays[:, 2:]) == 3
    for table in told.tables:
        assert all(not count(int(hand) & CARD_BITS) and size_of(int(hand)) == 10 for hand in table.hand[:4])
    assert not len(shown(match.view(match.turn)).plays)
    with pytest.raises(parlour.BadInput, match="likely must not be below"):
        bots.make("search:likely=-1")


def test_new_cards_end_what_was_told() -> None:
    """At Scopa hands are dealt three times and more: what was played before tells nothing of the new cards. Nor does any card to
    somebody who forgets."""
    match = parlour.game("scopa").start(seed=3)
    while count(int(match.row.hand[match.turn])) > 1 or match.picks(match.turn):
        match.play(match.codes()[0])
    view = match.view(match.turn, memory=True)
    assert len(shown(view).plays)
    assert not len(shown(faded(view, 1, 1.0)).plays)
    while count(int(match.row.hand[match.turn])) < 3:
        match.play(match.codes()[0])
    assert not len(shown(match.view(match.turn, memory=True)).plays)


def test_tables_of_the_history() -> None:
    """Choices of the hand at play come with what spectators saw before them; nothing is kept of earlier hands."""
    match = parlour.game("oh_hell", start_cards=2).start(seed=5)
    spectator = match.view(parlour.kit.NOBODY)
    match.play(match.codes()[0])
    first = match.view(match.turn, memory=True).history[0]
    assert first.table.tobytes() == spectator.tables.tobytes()
    while int(match.row.hand_number) < 2:
        match.play(match.codes()[0])
    match.play(match.codes()[0])
    history = match.view(0, memory=True).history
    assert [move.table is None for move in history] == [move.hand < 2 for move in history]


def test_a_look_knows_when_a_chain_is_whole() -> None:
    """A pick that was offered and leaves nothing more to pick ends the chain; of one that was not offered nothing is known."""
    match = parlour.game("schnapsen").start(seed=1)
    thought = Thought(match.view(match.turn, memory=True), 1)
    codes = thought.offered()
    assert not thought.complete
    thought.take(int(codes[0]))
    assert thought.complete
    assert not len(thought.offered())
    other = Thought(match.view(match.turn, memory=True), 1)
    other.take(int(codes[0]))
    assert not other.complete
    assert not len(other.offered())
