"""The random numbers are those of the published generators, and none is favoured."""

import numpy as np
import pytest
from kit_table import Stream, chi_square, splitmix, state_of, stream_of, table, unsigned, word

from parlour.kit import INTERPRETED, next_word, random_below, random_unit, rule, seed_random, shuffle
from parlour.kit import splitmix as kit_splitmix
from parlour.kit.random import advance_seed

MANY = 1 if INTERPRETED else 20


def test_splitmix_gives_the_published_numbers():
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    x = state = 1234567
    for expected in published:
        assert unsigned(kit_splitmix(x)) == expected
        x = advance_seed(x)
        state, output = splitmix(state)
        assert (unsigned(x), output) == (state, expected)


def test_xoshiro_gives_the_published_numbers():
    published = [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625,
        8476171486693032832,
        10595114339597558777,
        2904607092377533576,
    ]
    t = table()
    t.rng[:] = [1, 2, 3, 4]
    stream = stream_of(t)
    assert [unsigned(next_word(t)) for _ in published] == published
    assert [stream.next() for _ in published] == published
    assert state_of(t) == stream.state


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63 - 1, -(2**63), 987654321987654321])
def test_a_hand_has_its_own_stream(seed):
    t = table()
    states = set()
    for match in (0, 1, 2**40, -5):
        for hand in (0, 1, 2, 1000):
            seed_random(t, seed, match, hand)
            stream = Stream(seed, match, hand)
            assert state_of(t) == stream.state
            assert [unsigned(next_word(t)) for _ in range(20)] == [stream.next() for _ in range(20)]
            states.add(tuple(state_of(t)))
    assert len(states) == 16


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 1000, 2**16, 3 * 2**29, 2**31 - 1])
def test_bounded_numbers(n):
    """For the largest n a quarter of all words are thrown away."""
    t = table(seed=n)
    stream = stream_of(t)
    for _ in range(400):
        assert random_below(t, n) == stream.below(n)
    assert state_of(t) == stream.state


@rule
def _tally(t, n, draws, counts):
    for _ in range(draws):
        counts[random_below(t, n)] += 1


@pytest.mark.parametrize("n", [2, 3, 6, 7, 10, 13, 52])
def test_no_number_is_favoured(n):
    t = table(seed=100 + n)
    counts = np.zeros(n, np.int64)
    _tally(t, n, 20_000 * MANY, counts)
    assert counts.sum() == 20_000 * MANY
    assert abs(chi_square(counts)) < 4.5


def test_units_are_even_and_have_53_bits():
    t = table(seed=5)
    stream = stream_of(t)
    found = [random_unit(t) for _ in range(5000)]
    assert found == [(stream.next() >> 11) / 2**53 for _ in range(5000)]
    assert abs(chi_square(np.histogram(found, 20, (0, 1))[0])) < 4.5


@rule
def _tally_orders(t, pile, n, times, counts):
    for _ in range(times):
        pile[0] = n
        for i in range(n):
            pile[i + 1] = i
        shuffle(t, pile)
        code = 0
        for i in range(1, n + 1):
            code = code * n + pile[i]
        counts[code] += 1


def test_no_order_is_favoured():
    t = table(seed=11)
    counts = np.zeros(4**4, np.int64)
    _tally_orders(t, t.stock, 4, 5000 * MANY, counts)
    orders = counts[counts > 0]
    assert orders.size == 24
    assert abs(chi_square(orders)) < 4.5


def test_signed_words():
    t = table()
    t.rng[:] = [word(2**63), word(2**64 - 1), 0, word(2**63 + 5)]
    stream = stream_of(t)
    for _ in range(50):
        assert unsigned(next_word(t)) == stream.next()
