"""The order of turns, and who has won."""

import itertools

import pytest
from kit_table import cards_of, mask_of, table

from parlour.kit import (
    DEAL,
    NOBODY,
    answered,
    ask,
    ask_all,
    best_seats,
    end_match,
    highest_of,
    left_of,
    lowest_seats,
    next_hand,
    next_seat_in,
    next_step,
    nobody_wins,
    pick_from_hand,
    plays_off_tie,
    say,
    score_side,
    seats_above,
    seats_in,
    share_win,
    side_of,
    top_score,
    win,
    win_or_deal,
    win_or_draw,
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
    next_step(t, 6)
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
            assert cards_of(t.winners) == set(winners)


@pytest.mark.parametrize("seats", [2, 3])
def test_level_at_the_end_is_a_draw_where_the_rules_say_so(seats):
    for seats_of in range(1, 1 << seats):
        t = table(seats)
        t.turn, t.asked, t.payoff[:seats] = 1, 2, 9.0
        win_or_draw(t, seats_of)
        all_level = seats_of == (1 << seats) - 1
        assert t.winners == (0 if all_level else seats_of)
        assert (t.payoff[:seats].tolist() == [0.0] * seats) == all_level
        assert (t.over, t.turn, t.asked) == (1, NOBODY, 0)


def test_nobody_wins_and_a_room_of_its_own_mind():
    t = table(3)
    t.payoff[:3] = 9.0
    nobody_wins(t)
    assert (t.over, t.winners, t.payoff[:3].tolist()) == (1, 0, [0.0] * 3)
    t = table(3)
    t.payoff[:3], t.turn, t.asked = [2.5, -1.0, -1.5], 2, 4
    end_match(t, 0b001)
    assert (t.over, t.winners, t.turn, t.asked, t.payoff[:3].tolist()) == (1, 1, NOBODY, 0, [2.5, -1.0, -1.5])


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


@pytest.mark.parametrize("seats", [2, 3])
def test_figures_of_a_set_of_seats(seats):
    for figures in itertools.product((-3, 0, 5), repeat=seats):
        t = table(seats)
        t.score[:5] = [*figures, *[99] * (5 - seats)]  # nobody sits there
        assert top_score(t) == max(figures)
        for limit in (-4, -3, 0, 5):
            assert cards_of(seats_above(t, t.score, limit)) == {p for p in range(seats) if figures[p] > limit}
        for chosen in range(1 << seats):
            among = [figures[p] for p in range(seats) if chosen >> p & 1]
            assert highest_of(t, t.score, chosen) == max(among, default=0)
            lowest = {p for p in range(seats) if chosen >> p & 1 and figures[p] == min(among)}
            assert cards_of(lowest_seats(t, t.score, chosen)) == lowest


def test_the_match_ends_or_the_deal_passes():
    t = table(3)
    t.score[:3] = [4, 9, 9]
    t.dealer, t.phase = 2, 6
    win_or_deal(t, False, True)
    assert (t.over, t.dealer, t.phase) == (0, 0, DEAL)
    win_or_deal(t, True, False)
    assert t.over == 1
    assert t.payoff[:3].tolist() == [-1, 0.5, 0.5]


def test_a_tie_is_played_off_so_often_and_no_more():
    t = table(3)
    t.score[:3] = [4, 9, 9]
    assert not plays_off_tie(t, True, 2, 5)  # the lowest is alone
    assert (t.extra, t.said.tolist()) == (0, [0, 0])
    for hand in (1, 2):
        assert plays_off_tie(t, False, 2, 5)
        assert (t.extra, t.said.tolist()) == (hand, [5, 0])
    assert not plays_off_tie(t, False, 2, 5)
    assert t.extra == 2


@pytest.mark.parametrize("out", range(31))
def test_who_is_still_in(out):
    t = table(5)
    for p in range(5):
        t.out[p] = out >> p & 1
    left = [p for p in range(5) if not out >> p & 1]
    assert cards_of(seats_in(t)) == set(left)
    for p in range(5):
        assert next_seat_in(t, p) == next(q % 5 for q in range(p + 1, p + 6) if q % 5 in left)


def test_cards_picked_one_by_one():
    t = table()
    t.hand[1], t.hand[2] = mask_of([3, 9, 20]), mask_of([5])
    ask(t, 1, 4)
    for n, card in enumerate([20, 3], 1):
        pick_from_hand(t, 1, card)
        assert t.chain == n
    assert (cards_of(t.hand[1]), cards_of(t.picked[1])) == ({9}, {3, 20})
    assert (cards_of(t.hand[2]), t.picked[2]) == ({5}, 0)
