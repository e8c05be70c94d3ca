"""Bags against Python's Counter."""

import random
from collections import Counter

import pytest
from kit_table import cards_of, mask_of, pile_of, table

from parlour.kit import bag_add, bag_clear, bag_copies, bag_fill_pile, bag_pour, bag_put, bag_size, bag_take, smallest_bags


def copies(bag):
    return Counter({c: int(bag_copies(bag, c)) for c in range(54) if bag_copies(bag, c)})


def well_formed(bag):
    """Plane k holds what is held more than k times, so each plane lies within the one before."""
    return all(int(bag[k + 1]) & ~int(bag[k]) == 0 for k in range(len(bag) - 1))


@pytest.mark.parametrize("field", ["bag", "rack"])
def test_moves_of_a_bag(field):
    t = table()
    bag, planes = (t.bag, 3) if field == "bag" else (t.rack[1], 2)
    rng = random.Random(6)
    twin = Counter()
    for _ in range(1200):
        move = rng.randrange(8)
        card = rng.randrange(12) if rng.randrange(3) else rng.randrange(54)
        if move <= 3:
            bag_add(bag, card)
            twin[card] = min(planes, twin[card] + 1)
        elif move <= 5 and twin[card]:
            bag_take(bag, card)
            twin[card] -= 1
        elif move == 6:
            kinds = {c for c in rng.sample(range(54), 6) if twin[c] < planes}
            bag_put(bag, mask_of(kinds))
            twin.update(kinds)
        elif move == 7 and rng.randrange(40) == 0:
            bag_clear(bag)
            twin.clear()
        twin = +twin
        assert copies(bag) == twin
        assert well_formed(bag)
        assert bag_size(bag) == twin.total()


def test_pouring_and_laying_out():
    t = table()
    rng = random.Random(7)
    for _ in range(200):
        bag_clear(t.bag)
        bag_clear(t.rack[0])
        twin = Counter()
        for _ in range(rng.randrange(12)):
            card = rng.randrange(20)
            if twin[card] < 3:
                target = t.rack[0] if rng.randrange(2) and bag_copies(t.rack[0], card) < 2 else t.bag
                bag_add(target, card)
                twin[card] += 1
        bag_pour(t.rack[0], t.bag)
        assert copies(t.bag) == +twin
        assert well_formed(t.bag)
        assert bag_size(t.rack[0]) == 0
        t.stock[:] = 0
        bag_fill_pile(t.bag, t.stock)
        assert pile_of(t.stock) == sorted(twin.elements())
        assert copies(t.bag) == +twin


def test_unknown_cards_count():
    t = table()
    bag_add(t.bag, 3)
    t.bag[0] |= 17 << 56
    assert bag_size(t.bag) == 18


@pytest.mark.parametrize("sizes", [(3, 1, 4, 1), (0, 2, 0, 0), (2, 2, 2, 2), (5, 4, 3, 2), (1, 2, 3, 4)])
def test_smallest_of_some_bags(sizes):
    t = table()
    for p, size in enumerate(sizes):
        for _ in range(size):
            bag_add(t.rack[p], 7 + len(copies(t.rack[p])) // 2)
        t.rack[p, 0] |= (size - bag_size(t.rack[p])) << 56  # cards that are not known count, too
    for n in range(1, 5):
        assert cards_of(smallest_bags(t.rack, n)) == {p for p in range(n) if sizes[p] == min(sizes[:n])}
