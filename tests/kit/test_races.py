"""Races: two answer at once, and who was quicker comes first."""

import numpy as np
import pytest
from kit_table import Stream, chi_square, stream_of, word

from parlour.kit import INTERPRETED, NOBODY, SEATS, UNKNOWN, Cards, Layout
from parlour.kit.races import Racing, answer, carried, open_tick, presume_waiting, quicker, react, reactions, same_time

TICK, CARRY = 1, 2
HIT, MISS, WAIT = 64, 65, 66


class Table(Racing, Layout, seats=2):
    hand = Cards(per=SEATS)


def table(seed=1, **house):
    t = Table.blank(1)[0]
    t.rng[:] = [word(w) for w in Stream(seed, 0, 0).state]
    for name, value in house.items():
        t[name] = value
    return t


def tick(t, one, other, first=0):
    """A whole tick of answers: (choice, elapsed) or a choice alone."""
    open_tick(t, TICK)
    for given in (one, other):
        choice, t.elapsed = given if isinstance(given, tuple) else (given, 0)
        answer(t, choice, WAIT, CARRY, first)
    t.elapsed = 0
    return t


def carry_out(t):
    """The actions in the order in which they are carried out."""
    found = []
    while (seat := quicker(t)) != NOBODY:
        found.append((int(seat), int(carried(t, seat))))
    return found


def test_a_tick_asks_both_and_then_nobody():
    t = table()
    open_tick(t, TICK)
    assert (t.turn, t.asked, t.phase) == (0, 3, TICK)
    answer(t, HIT, WAIT, CARRY, 0)
    assert (t.turn, t.asked, t.phase) == (1, 2, TICK)
    answer(t, WAIT, WAIT, CARRY, 0)
    assert (t.turn, t.asked, t.phase) == (NOBODY, 0, CARRY)


def test_the_next_tick_knows_nothing_of_the_last():
    t = tick(table(), (HIT, 300), (MISS, 310))
    open_tick(t, TICK)
    assert not t.action.any()
    assert not t.latency.any()
    assert not same_time(t)
    assert quicker(t) == NOBODY


@pytest.mark.parametrize(
    ("one", "other", "order"),
    [
        ((HIT, 300), (MISS, 412), [(0, HIT), (1, MISS)]),
        ((HIT, 412), (MISS, 300), [(1, MISS), (0, HIT)]),
        ((HIT, 300), (MISS, 300), [(0, HIT), (1, MISS)]),
        (WAIT, (MISS, 900), [(1, MISS)]),
        ((HIT, 900), WAIT, [(0, HIT)]),
        (WAIT, WAIT, []),
    ],
)
def test_the_quicker_action_is_carried_out_first(one, other, order):
    assert carry_out(tick(table(), one, other)) == order


def test_what_was_measured_is_kept_and_moves_no_chance():
    t = table()
    before = t.rng.copy()
    tick(t, (HIT, 300), (MISS, 412))
    assert list(t.latency) == [300, 412]
    assert (t.rng == before).all()
    assert list(t.took) == [0, 0]
    carried(t, 0)
    assert list(t.took) == [300, 0]
    assert list(t.action) == [0, MISS]
    assert list(t.latency) == [300, 412]  # to tell what is at the same time


@pytest.mark.parametrize(
    ("window", "gap", "same"), [(25, 25, True), (25, 26, False), (0, 0, True), (0, 1, False), (200, 200, True)]
)
def test_the_same_time(window, gap, same):
    for one, other in ((500, 500 + gap), (500 + gap, 500)):
        t = tick(table(tie_window=window), (HIT, one), (MISS, other))
        assert same_time(t) == same
        carried(t, quicker(t))
        assert same_time(t) == same


def test_whoever_waits_is_not_there_at_the_same_time():
    assert not same_time(tick(table(tie_window=200), (HIT, 10), WAIT))
    assert not same_time(tick(table(tie_window=200), WAIT, (HIT, 10)))
    assert not same_time(tick(table(), WAIT, WAIT))


@pytest.mark.parametrize(
    ("median", "spread", "low", "high"),
    [
        (550, 350, 200, 899),
        (300, 0, 300, 300),
        (300, 1, 299, 300),
        (100, 400, 1, 499),
        (1, 0, 1, 1),
        (10_000, 5000, 5000, 14_999),
    ],
)
def test_the_latencies_a_seat_can_have(median, spread, low, high):
    t = table(median_1=median, spread_1=spread)
    assert tuple(reactions(t, 0)) == (low, high - low + 1)
    assert tuple(reactions(t, 1)) == (200, 700)  # each seat by its own figures
    t = table(median_2=median, spread_2=spread)
    assert tuple(reactions(t, 1)) == (low, high - low + 1)
    assert tuple(reactions(t, 0)) == (200, 700)


def test_latencies_are_drawn_uniformly():
    t = table()
    found = np.zeros((2, 700), np.int64)
    for _ in range(7_000 if INTERPRETED else 35_000):
        tick(t, HIT, HIT)
        found[0, t.latency[0] - 200] += 1
        found[1, t.latency[1] - 200] += 1
    assert abs(chi_square(found[0])) < 5
    assert abs(chi_square(found[1])) < 5


@pytest.mark.parametrize("first", [0, 1])
def test_one_number_is_drawn_for_each_action_in_the_order_of_the_rules(first):
    t = table(seed=3, median_2=300, spread_2=100)
    stream = stream_of(t)
    tick(t, HIT, MISS, first)
    drawn = {}
    for seat in (first, 1 - first):
        drawn[seat] = 200 + stream.below(700) if seat == 0 else 200 + stream.below(200)
    assert list(t.latency) == [drawn[0], drawn[1]]
    tick(t, WAIT, MISS, first)
    assert list(t.latency) == [0, 200 + stream.below(200)]
    tick(t, WAIT, WAIT, first)
    tick(t, (HIT, 77), MISS, first)
    assert list(t.latency) == [77, 200 + stream.below(200)]
    assert [int(w) for w in t.rng] == [word(w) for w in stream.state]


def test_one_number_even_where_there_is_nothing_to_choose():
    t = table(median_1=300, spread_1=0)
    stream = stream_of(t)
    tick(t, HIT, WAIT)
    stream.below(1)
    assert t.latency[0] == 300
    assert [int(w) for w in t.rng] == [word(w) for w in stream.state]


def test_who_does_nothing_needs_no_time():
    t = table()
    before = t.rng.copy()
    open_tick(t, TICK)
    react(t, 0)
    assert t.latency[0] == 0
    assert (t.rng == before).all()


def test_an_answer_not_seen_is_taken_for_waiting():
    t = tick(table(), (HIT, 300), (MISS, 412))
    t.action[1] = t.latency[1] = UNKNOWN
    presume_waiting(t)
    assert list(t.action) == [HIT, 0]
    assert list(t.latency) == [300, 0]
