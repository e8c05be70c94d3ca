"""Whose turn it is, and who has won."""

import itertools

import pytest
from kit_table import cards_of, table

from parlour.kit import (
    DEAL,
    NOBODY,
    answered,
    ask,
    ask_all,
    best_seats,
    left_of,
    next_hand,
    rest,
    say,
    score_side,
    share_win,
    side_of,
    win,
)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_round_the_table(seats):
    t = table(seats)
    assert [left_of(t, p) for p in range(seats)] == [(p + 1) % seats for p in range(seats)]
    t.dealer, t.phase = seats - 1, 6
    next_hand(t)
    assert (t.dealer, t.phase) == (0, DEAL)
    next_hand(t)
    assert t.dealer == 1


def test_asking_one_and_resting():
    t = table()
    t.chain = 3
    ask(t, 2, 5)
    assert (t.turn, t.phase, t.asked, t.chain) == (2, 5, 4, 0)
    t.chain = 2
    rest(t, 6)
    assert (t.turn, t.phase, t.asked, t.chain) == (NOBODY, 6, 0, 0)
    say(t, 3, -70_000)
    assert t.said.tolist() == [3, -70_000]


@pytest.mark.parametrize("asked", range(1, 32))
def test_asking_many(asked):
    t = table(5)
    ask_all(t, asked, 4)
    for seat in sorted(cards_of(asked)):
        assert (t.turn, t.phase) == (seat, 4)
        t.chain = 2
        answered(t)
        assert t.chain == 0
    assert (t.turn, t.asked) == (NOBODY, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_best_share_the_win(seats):
    for scores in itertools.product((-3, 0, 5), repeat=seats):
        for low in (False, True):
            t = table(seats)
            t.score[:seats] = scores
            best = min(scores) if low else max(scores)
            winners = [p for p in range(seats) if scores[p] == best]
            assert cards_of(best_seats(t, low)) == set(winners)
            t.turn, t.asked = 1, 2
            share_win(t, low)
            payoff = t.payoff[:seats].tolist()
            if len(winners) == seats:
                assert payoff == [0] * seats
            else:
                losers = seats - len(winners)
                assert payoff == [1 / len(winners) if p in winners else -1 / losers for p in range(seats)]
                assert abs(sum(payoff)) < 1e-12
            assert (t.over, t.turn, t.asked) == (1, NOBODY, 0)


def test_a_lone_loser_pays_alone():
    t = table(4)
    win(t, 0b1101)
    assert t.payoff[:4].tolist() == [1 / 3, -1, 1 / 3, 1 / 3]


def test_sides_score_together():
    t = table(5)
    t.side[:5] = [0, 1, 0, 1, 4]
    t.score[:5] = [10, 20, 10, 20, 5]
    assert [side_of(t, p) for p in range(5)] == [0b00101, 0b01010, 0b00101, 0b01010, 0b10000]
    score_side(t, 2, 7)
    score_side(t, 4, -6)
    assert t.score[:5].tolist() == [17, 20, 17, 20, -1]
