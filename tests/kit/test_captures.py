"""Captures against a brute force that looks at every subset of the table."""

import itertools
import random

import numpy as np
import pytest
from kit_table import cards_of, mask_of

from parlour.kit import INTERPRETED, PACK_40, PACK_52, points, rule
from parlour.kit.captures import can_split, catching, in_splits, in_sums, next_sum, pairing, run_from, sums

WORTHS = {
    "scopa": (points("A=1 2=2 3=3 4=4 5=5 6=6 7=7 J=8 Q=9 K=10"), PACK_40),
    "cassino": (points("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 10=10"), PACK_52),
    "royal": (points("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 10=10 J=11 Q=12 K=13"), PACK_52),
    "equal": (points("A=1 2=2 3=3 J=10 Q=10 K=10"), PACK_52),
}
TABLES = 300 if INTERPRETED else 2000


@pytest.fixture(params=WORTHS)
def game(request):
    return WORTHS[request.param]


def tables(pack, most, seed, times=TABLES):
    """Return random tables of up to a number of cards, half of them with few ranks so that equal cards are common."""
    rng = random.Random(seed)
    cards = sorted(cards_of(pack))
    for k in range(times):
        ranks = set(rng.sample(range(13), 5)) if k % 2 else set(range(13))
        choice = [c for c in cards if c % 13 in ranks]
        yield rng, set(rng.sample(choice, rng.randrange(min(most, len(choice)) + 1)))


def worth_of(cards, worth):
    return sum(int(worth[c % 13]) for c in cards)


def subsets(cards):
    """Every subset, the empty one too."""
    for n in range(len(cards) + 1):
        yield from map(set, itertools.combinations(sorted(cards), n))


def sums_of(cards, amount, worth):
    """Every subset of cards worth something that totals the amount."""
    counting = {c for c in cards if worth[c % 13]}
    return [s for s in subsets(counting) if s and worth_of(s, worth) == amount]


def splits(cards, amount, worth):
    """Whether a set falls into groups of the amount: every way to group its first card is tried."""
    if not cards:
        return True
    first, *others = sorted(cards)
    return any(
        splits(set(others) - group, amount, worth)
        for group in subsets(others)
        if worth[first % 13] and worth_of(group | {first}, worth) == amount and all(worth[c % 13] for c in group)
    )


def test_pairing():
    for rng, table in tables(PACK_52, 20, 1):
        card = rng.randrange(52)
        assert cards_of(pairing(mask_of(table), card)) == {c for c in table if c % 13 == card % 13}


def test_all_amounts(game):
    worth, pack = game
    for _, table in tables(pack, 8, 2):
        amounts = {worth_of(s, worth) for s in subsets(table)}
        assert cards_of(sums(mask_of(table), worth)) == {n for n in amounts if n <= 40}


def test_what_belongs_to_a_sum(game):
    worth, pack = game
    for rng, table in tables(pack, 9, 3):
        amount = rng.randrange(1, 15)
        found = cards_of(in_sums(mask_of(table), amount, worth))
        assert found == set().union(*sums_of(table, amount, worth), set())


def test_every_combination_comes_once(game):
    worth, pack = game
    for rng, table in tables(pack, 9, 4):
        amount = rng.randrange(1, 15)
        found, last = [], 0
        while last := next_sum(mask_of(table), amount, worth, last):
            found.append(int(last))
        assert len(set(found)) == len(found)
        assert set(found) == {mask_of(s) for s in sums_of(table, amount, worth)}


def test_a_long_table_has_as_many_combinations_as_a_count_says():
    """Forty cards: the combinations are counted as coefficients of the product of 1 + x^worth."""
    worth, pack = WORTHS["scopa"]
    ways = np.zeros(11, np.int64)
    ways[0] = 1
    for card in cards_of(pack):
        value = int(worth[card % 13])
        for n in range(10, value - 1, -1):
            ways[n] += ways[n - value]
    for amount in range(1, 11 if not INTERPRETED else 7):
        found, last = 0, 0
        while last := next_sum(pack, amount, worth, last):
            found += 1
        assert found == ways[amount]


def test_picks_in_any_order_can_be_completed(game):
    """One card after another of those that `in_sums` offers leads to a capture, and to every capture there is."""
    worth, pack = game
    for rng, table in tables(pack, 9, 5, TABLES // 4):
        amount = rng.randrange(2, 14)
        goals = sums_of(table, amount, worth)
        for _ in range(4):
            picked: set[int] = set()
            while worth_of(picked, worth) < amount:
                short = amount - worth_of(picked, worth)
                offered = cards_of(in_sums(mask_of(table - picked), short, worth))
                assert offered == set().union(*(g - picked for g in goals if picked < g), set())
                if not offered:
                    assert not goals
                    break
                left = [g for g in goals if picked < g]
                assert (worth_of(picked | offered, worth) == amount) == (len(left) == 1)
                picked.add(rng.choice(sorted(offered)))
            else:
                assert picked in goals


def test_which_cards_of_a_hand_can_take_something(game):
    worth, pack = game
    for rng, table in tables(pack, 7, 6):
        hand = set(rng.sample(sorted(cards_of(pack) - table), 4))
        catch = {
            card
            for card in hand
            if any(c % 13 == card % 13 for c in table) or (worth[card % 13] and sums_of(table, worth[card % 13], worth))
        }
        assert cards_of(catching(mask_of(hand), mask_of(table), worth)) == catch


def test_runs_go_up_round_the_circle():
    for rng, table in tables(PACK_52, 24, 7):
        card = rng.randrange(52)
        run, rank = set(), card % 13
        while len(run) < 13 and (equal := [c for c in table if c % 13 == rank]):
            run.add(min(equal))
            rank = (rank + 1) % 13
        assert cards_of(run_from(mask_of(table), card)) == run
    assert cards_of(run_from(PACK_52, 24)) == set(range(13))  # once round and no further


def test_groups_of_one_amount(game):
    worth, pack = game
    seen = {True: 0, False: 0}
    for rng, table in tables(pack, 7, 8):
        amount = rng.choice([6, 9, 10, 13])
        expected = splits(table, amount, worth)
        seen[expected] += 1
        assert bool(can_split(mask_of(table), 0, amount, worth)) == expected
    assert min(seen.values()) > 0


def test_what_may_join_groups(game):
    worth, pack = game
    joined = 0
    for rng, table in tables(pack, 7, 9, TABLES // 4):
        amount = rng.choice([6, 9, 10, 13])
        goals = [s for s in subsets(table) if splits(s, amount, worth)]
        picked = set(rng.sample(sorted(table), rng.randrange(min(3, len(table)) + 1)))
        left = table - picked
        assert bool(can_split(mask_of(picked), mask_of(left), amount, worth)) == any(picked <= g for g in goals)
        may = set().union(*(g - picked for g in goals if picked <= g), set())
        assert cards_of(in_splits(mask_of(picked), mask_of(left), amount, worth)) == may
        joined += len(may)
    assert joined > 20


@rule
def _all_sums(cards, amount, worth):  # type: ignore[no-untyped-def]
    """The combinations counted and put together in compiled code, as a room would."""
    n = union = last = 0
    while True:
        last = next_sum(cards, amount, worth, last)
        if last == 0:
            return n, union, in_splits(0, cards, amount, worth)
        n += 1
        union |= last


def test_called_from_compiled_code(game):
    worth, pack = game
    for rng, table in tables(pack, 7, 10, TABLES // 4):
        amount = rng.randrange(1, 15)
        goals = sums_of(table, amount, worth)
        n, union, joining = _all_sums(mask_of(table), amount, worth)
        assert (n, cards_of(union), cards_of(joining)) == (len(goals), set().union(*goals, set()), set().union(*goals, set()))
