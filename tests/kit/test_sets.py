"""Sets of cards against Python's sets."""

import itertools
import random

import numpy as np
from kit_table import cards_of, chi_square, mask_of, stream_of, table

from parlour.kit import (
    INTERPRETED,
    PACK_52,
    first_cards,
    holds,
    next_cards,
    nth,
    random_card,
    random_cards,
    ranks_in,
    rule,
    size_of,
    total,
    unknown_count,
)

WORTH = np.arange(13, dtype=np.int64) ** 2 + 1


def hands(n=150):
    rng = random.Random(5)
    return [[]] + [rng.sample(range(54), rng.randrange(1, 55)) for _ in range(n)]


def test_members_and_sizes():
    for cards in hands():
        mask = mask_of(cards)
        assert [bool(holds(mask, c)) for c in range(54)] == [c in cards for c in range(54)]
        assert [cards_of(nth(mask, k)) for k in range(len(cards))] == [{c} for c in sorted(cards)]
        for unknown in (0, 1, 54, 127):
            assert size_of(mask | unknown << 56) == len(cards) + unknown
            assert unknown_count(mask | unknown << 56) == unknown


def test_worth_and_ranks():
    for cards in hands():
        suited = [c for c in cards if c < 52]
        assert total(mask_of(suited), WORTH) == sum(int(WORTH[c % 13]) for c in suited)
        assert cards_of(ranks_in(mask_of(suited))) == {c % 13 for c in suited}


def test_sets_of_some_cards_come_in_order():
    for cards in [hand[:13] for hand in hands(40)] + [list(range(54))]:
        for n in (1, 2, 3):
            found, some = [], first_cards(mask_of(cards), n)
            while some:
                found.append(cards_of(some))
                some = next_cards(mask_of(cards), some)
            assert found == [set(chosen) for chosen in itertools.combinations(sorted(cards), n)]
    assert first_cards(0b1011, 0) == 0
    assert first_cards(0b1011, 4) == 0
    assert next_cards(0b1011, 0) == 0


def test_a_random_card_is_the_one_the_stream_says():
    t = table(seed=8)
    for cards in hands()[1:]:
        k = stream_of(t).below(len(cards))
        assert cards_of(random_card(t, mask_of(cards))) == {sorted(cards)[k]}


def test_random_sets_have_the_right_size_and_come_from_the_set():
    t = table(seed=9)
    for cards in hands():
        for n in {0, len(cards) // 3, len(cards)}:
            drawn = cards_of(random_cards(t, mask_of(cards), n))
            assert len(drawn) == n
            assert drawn <= set(cards)


@rule
def _tally(t, cards, n, times, counts):
    for _ in range(times):
        counts[random_cards(t, cards, n)] += 1


def test_no_random_set_is_favoured():
    t = table(seed=10)
    for n in (1, 2, 4):
        counts = np.zeros(64, np.int64)
        _tally(t, 0b111011, n, 3000 if INTERPRETED else 60_000, counts)
        sets = [mask_of(cards) for cards in itertools.combinations([0, 1, 3, 4, 5], n)]
        assert counts.sum() == counts[sets].sum()
        assert abs(chi_square(counts[sets])) < 4.5


def test_every_card_is_drawn_alike_from_the_whole_pack():
    t = table(seed=12)
    counts = np.zeros(52, np.int64)
    for _ in range(1500):
        for card in cards_of(random_cards(t, PACK_52, 13)):
            counts[card] += 1
    assert counts.sum() == 13 * 1500
    assert chi_square(counts) < 4.5
