"""Piles against Python lists, over many random moves."""

import random

import pytest
from kit_table import cards_of, mask_of, pile_of, set_pile, stream_of, table

from parlour.kit import clear, draw, fill, gather, lay, lay_top, pile_size, pop, pour, push, put, shuffle, top


@pytest.fixture(params=["stock", "long", "column"])
def piles(request):
    """Two piles: of small integers, of wider ones, and rows of a field with several piles."""
    t = table()
    if request.param == "column":
        return t.column[0], t.column[2], 13
    other = t.long if request.param == "stock" else t.stock
    return t[request.param], other, 54


def test_moves_of_a_pile(piles):
    pile, other, room = piles
    rng = random.Random(1)
    mine, others = [], []
    for _ in range(1500):
        move = rng.randrange(9)
        card = rng.randrange(54)
        if move <= 2 and len(mine) < room:
            push(pile, card)
            mine.append(card)
        elif move == 3 and mine:
            assert top(pile) == mine[-1]
            assert pop(pile) == mine.pop()
        elif move == 4 and len(mine) + len(others) <= room:
            pour(pile, other)
            others += reversed(mine)
            mine = []
        elif move == 5 and len(mine) + len(others) <= room:
            lay(other, pile)
            mine += others
            others = []
        elif move == 6:
            n = rng.randrange(len(mine) + 1)
            if len(others) + n <= room:
                lay_top(pile, n, other)
                others += mine[len(mine) - n :]
                mine = mine[: len(mine) - n]
        elif move == 7 and rng.randrange(10) == 0:
            clear(other)
            others = []
        elif move == 8 and len(mine) + 5 <= room:
            more = sorted(rng.sample(range(54), 5))
            put(pile, mask_of(more))
            mine += more
        assert pile_of(pile) == mine
        assert pile_size(pile) == len(mine)
        assert pile_of(other) == others


def test_sets_and_piles(piles):
    pile, _, room = piles
    rng = random.Random(2)
    for _ in range(100):
        cards = rng.sample(range(54), rng.randrange(room + 1))
        set_pile(pile, rng.sample(range(54), rng.randrange(room + 1)))  # what lay there before
        fill(pile, mask_of(cards))
        assert pile_of(pile) == sorted(cards)
        rng.shuffle(cards)
        set_pile(pile, cards)
        assert cards_of(gather(pile)) == set(cards)
        n = rng.randrange(len(cards) + 1)
        assert cards_of(draw(pile, n)) == set(cards[len(cards) - n :])
        assert pile_of(pile) == cards[: len(cards) - n]


def test_shuffle_is_fisher_and_yates_from_the_top():
    t = table(seed=3)
    for size in (0, 1, 2, 3, 20, 52, 54):
        expected = list(range(size))
        set_pile(t.stock, expected)
        stream = stream_of(t)
        shuffle(t, t.stock)
        for i in range(size - 1, 0, -1):
            j = stream.below(i + 1)
            expected[i], expected[j] = expected[j], expected[i]
        assert pile_of(t.stock) == expected
