"""Choices that are played on: the cards that a seat does not see are dealt again, and no player at the table knows it."""

import numpy as np
import pytest
from played_on import dealt_anew, excluded, fits, summed_up

import parlour
from parlour import bots


def after(game, number, plays):
    """Return a random match after a number of plays."""
    match, player = game.start(seed=number), bots.make("chance:seed=1")
    for _ in range(plays):
        match.play(*player.choose(match.view(match.turn, memory=True)))
    return match


@pytest.mark.parametrize(("name", "plays"), [("scopa", 2), ("cassino", 6), ("porrazo", 4)])
def test_a_seat_sees_and_remembers_the_same_after_a_new_deal(name, plays):
    match = after(parlour.game(name), 3, plays)
    seat = match.turn
    before = match.view(seat, memory=True)
    others = [other for other in range(match.seats) if other != seat]
    moved = 0
    for seed in range(1, 6):
        again = dealt_anew(match, seat, seed)
        assert again is not None
        after_it = again.view(seat, memory=True)
        assert after_it.tables.tobytes() == before.tables.tobytes()
        assert after_it.codes() == before.codes()
        assert np.array_equal(again.memory.of(seat).may, match.memory.of(seat).may)
        moved += any(int(again.row.hand[other]) != int(match.row.hand[other]) for other in others)
    assert moved


def test_a_new_deal_leaves_the_match_alone():
    match = after(parlour.game("scopa"), 3, 5)
    before = match.tables.tobytes()
    dealt_anew(match, match.turn, 1)
    assert match.tables.tobytes() == before


def test_cards_fit_where_each_has_a_place_of_its_own():
    first = np.minimum(np.arange(55), 2)  # one card of kind 0, one of kind 1
    first[2:] = 2
    assert fits(first, [0b01, 0b10], [0, 1])
    assert not fits(first, [0b01, 0b10], [1, 0])
    twins = np.full(55, 2)
    twins[0] = 0  # two cards of kind 0
    assert fits(twins, [0b01, 0b10], [1, 0])
    assert not fits(twins, [0b01, 0b01], [1, 0])
    assert fits(twins, [0b01, 0b01], [-1, 0])


def test_of_twins_only_that_neither_is_there_is_known():
    twins = np.full(55, 2)
    twins[0] = 0
    seen = np.array([0b111, 0b111])
    assert excluded(twins, seen, np.array([0b110, 0b011])).tolist() == [0, 0]
    assert excluded(twins, seen, np.array([0b110, 0b110])).tolist() == [0b001, 0b001]


def test_what_was_found_is_a_mean_over_all_choices():
    found = summed_up("scopa", [(True, 0.0), (False, 2.0), (True, 0.0), (False, 0.0)], 50, 1.0)
    assert (found.choices, found.same, found.ahead) == (4, 0.5, 0.5)
    assert found.half == pytest.approx(3.182 * 1.0 / 2, rel=0.01)  # Student's, three degrees of freedom
