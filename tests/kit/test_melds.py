"""Melds against a brute force that knows nothing but what a meld is."""

import functools
import itertools
import random
from collections import Counter

import numpy as np
import pytest

from parlour.kit import INTERPRETED, card_set, read_card
from parlour.kit import splits as splits_module
from parlour.kit.melds import all_in_melds, best_melds, meld_rows, rows_by_card, runs_of, sets_of
from parlour.kit.splits import (
    MOST_MELDS,
    NOTHING_FIXED,
    can_meld,
    can_meld_with,
    hold_still,
    in_melds,
    is_run,
    is_set,
    meldable,
    run_row,
    split_melds,
    suit_row,
)

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A"
MELDS = sets_of(RANKS) + runs_of("A " + RANKS)
BY_CARD = [[meld for meld in MELDS if card in meld] for card in range(52)]
WORTH = [(meld, len(meld)) for meld in MELDS]


def planes(cards):
    one = two = 0
    for card in cards:
        two |= one & (1 << card)
        one |= 1 << card
    return one, two


def members(cards):
    return [card for card in range(52) if (int(cards) >> card) & 1]


def is_meld(cards):
    """List all melds of any length."""
    ranks, suits = {c % 13 for c in cards}, {c // 13 for c in cards}
    if len(set(cards)) != len(cards) or len(cards) < 3:
        return False
    if len(ranks) == 1:
        return True
    orders = [sorted((c + 1) % 13 for c in cards), sorted(c % 13 for c in cards)]
    return len(suits) == 1 and any(order == list(range(order[0], order[0] + len(order))) for order in orders)


@functools.lru_cache(100_000)
def splits(cards):
    """Whether a sorted tuple of cards splits: the lowest card goes into one of its melds."""
    if not cards:
        return True
    held = Counter(cards)
    return any(
        all(held[c] for c in meld) and splits(tuple(sorted((held - Counter(meld)).elements()))) for meld in BY_CARD[cards[0]]
    )


def some_cards(rng, most):
    """Melds thrown together, then at times a card taken out or a strange one put in."""
    cards = []
    for _ in range(rng.randrange(1, most)):
        meld = rng.choice(MELDS)
        if all(cards.count(c) < 2 for c in meld):
            cards += meld
    for _ in range(rng.randrange(3)):
        if rng.random() < 0.5 and cards:
            cards.remove(rng.choice(cards))
        else:
            card = rng.randrange(52)
            if cards.count(card) < 2:
                cards.append(card)
    return sorted(cards)


def test_one_meld():
    rng = random.Random(1)
    found = Counter()
    for _ in range(4000):
        cards = list(rng.choice(MELDS)) if rng.random() < 0.5 else rng.sample(range(52), rng.randrange(1, 5))
        if rng.random() < 0.3:
            order = runs_of("A " + RANKS, [rng.randrange(4)], [rng.randrange(3, 14)])
            cards = list(rng.choice(order))
        if rng.random() < 0.3:
            cards[rng.randrange(len(cards))] = rng.randrange(52)
        cards = sorted(set(cards))
        mask = sum(1 << c for c in cards)
        meld = is_meld(cards)
        found[meld] += 1
        assert bool(is_set(mask) or is_run(mask)) == meld
        assert not (is_set(mask) and is_run(mask))
    assert min(found.values()) > 500


def test_rows_of_a_suit():
    assert suit_row(card_set("A♦ 2♦ K♦ 5♥"), 1) == 0b11000000000011
    assert run_row(card_set("A♦ 2♦ 3♦")) == 0b111
    assert run_row(card_set("Q♦ K♦ A♦")) == 0b11100000000000
    assert run_row(card_set("A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦")) == 0b01111111111111
    assert in_melds(card_set("A♦ 2♦ 3♦ 5♦ A♥ A♠ 9♥ 9♣")) == card_set("A♦ 2♦ 3♦ A♥ A♠")
    assert in_melds(card_set("K♦ A♦ 2♦ Q♥ K♥ A♥")) == card_set("Q♥ K♥ A♥")


def test_split_is_exact():
    rng = random.Random(2)
    found = Counter()
    out = np.zeros(MOST_MELDS, np.int64)
    for _ in range(1500):
        cards = some_cards(rng, 9)
        one, two = planes(cards)
        expected = splits(tuple(cards))
        found[expected] += 1
        assert bool(can_meld(one, two)) == expected, cards
        n = split_melds(one, two, out)
        assert (n >= 0) == expected, cards
        if expected:
            melds = [members(meld) for meld in out[:n]]
            assert all(is_meld(meld) for meld in melds)
            assert sorted(itertools.chain(*melds)) == cards
    assert min(found.values()) > 500


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", True),
        ("K♠ A♠ 2♠", False),
        ("A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ A♠", True),
        ("3♥ 4♥ 5♥ 6♥ 7♥ 4♠ 4♦ 4♣", True),
        ("Q♥ K♥ A♥ A♥ 2♥ 3♥ A♠ A♦ A♣", True),
        ("Q♥ K♥ A♥ A♥ 2♥ 3♥ A♠ A♣ K♠", False),
        ("Q♥ K♥ A♥ A♥ 2♥ 3♥ A♠ 2♠ 3♠", True),
        ("7♣ 7♣ 7♦ 7♦ 7♥ 7♠", True),
        ("7♣ 7♣ 7♦ 7♦ 7♥", False),
    ],
)
def test_split_by_hand(text, expected):
    assert bool(can_meld(*planes([read_card(word) for word in text.split()]))) == expected


@pytest.mark.skipif(INTERPRETED, reason="thousands of states: minutes interpreted")
def test_a_full_pack_twice_splits():
    out = np.zeros(MOST_MELDS, np.int64)
    pack = (1 << 52) - 1
    n = split_melds(pack, pack, out)
    assert Counter(itertools.chain(*(members(meld) for meld in out[:n]))) == Counter(dict.fromkeys(range(52), 2))


def test_both_ways_to_the_answer_agree():
    """The walk over all cards, if it ends, and the fronts."""
    rng, seen = random.Random(12), Counter()
    for _ in range(60 if INTERPRETED else 4000):
        one, two = planes(some_cards(rng, 24))
        walked, found = int(splits_module._walk(one, two)), bool(can_meld_with(one, two, 0, 0, NOTHING_FIXED))
        assert walked < 0 or bool(walked) == found
        assert bool(can_meld(one, two)) == found
        seen[walked] += 1
        may = planes(rng.sample(range(52), 6))[0] & ~two
        held = bool(can_meld_with(one, two, may & ~one, 0, NOTHING_FIXED))
        assert held == (meldable(one, two, may & ~one, 0, NOTHING_FIXED) >= 0)
    assert min(seen[0], seen[1]) > 5, seen
    assert INTERPRETED or seen[-1] > 5, seen


def usable(must, may, works):
    """Return the optional kinds that are of use, None if nothing helps: by trying every choice of them."""
    found, any_ = set(), False
    for n in range(len(may), -1, -1):
        for chosen in set(itertools.combinations(may, n)):
            if not (any_ and set(chosen) <= found) and works(tuple(sorted(must + list(chosen)))):
                any_ = True
                found |= set(chosen)
    return found if any_ else None


def test_meldable_is_exact():
    rng = random.Random(3)
    found = Counter()
    for _ in range(300):
        cards = some_cards(rng, 5)
        rng.shuffle(cards)
        k = rng.randrange(0, 7)
        must = cards[k:]
        may = cards[:k] + [c for c in rng.sample(range(52), 2) if cards.count(c) < 2]
        expected = usable(must, may, splits)
        kinds = meldable(*planes(must), *planes(may), NOTHING_FIXED)
        assert (None if kinds < 0 else set(members(kinds))) == expected, (must, may)
        found[len(expected or ())] += 1
    assert len(found) > 4


def adds_up(fixed):
    """Whether cards can be added to melds that hold still, or form melds of their own: by adding one after another."""

    @functools.cache
    def works(cards, melds):
        if splits(cards):
            return True
        for card in set(cards):
            rest = list(cards)
            rest.remove(card)
            for k, meld in enumerate(melds):
                longer = (*meld, card)
                if is_meld(longer) and works(tuple(rest), (*melds[:k], longer, *melds[k + 1 :])):
                    return True
        return False

    return lambda cards: works(cards, fixed)


def test_melds_that_hold_still():
    rng = random.Random(4)
    found = Counter()
    fixed = np.zeros(NOTHING_FIXED.shape, np.int64)
    for _ in range(300):
        melds, cards = [], Counter()
        for _ in range(rng.randrange(1, 4)):
            meld = rng.choice(MELDS)
            if all(cards[c] < 2 for c in meld):
                melds.append(meld)
                cards.update(meld)
        near = [13 * s + meld[0] % 13 for meld in melds for s in range(4)]
        near += [(c + d) % 52 for meld in melds for c in meld for d in (1, 51)]
        may = []
        for card in [*rng.sample(near, min(4, len(near))), *rng.choice(MELDS), *rng.sample(range(52), 1)]:
            if cards[card] < 2 and len(may) < 7:
                may.append(card)
                cards[card] += 1
        must = may[: rng.randrange(0, 3)]
        may = may[len(must) :]
        expected = usable(must, may, adds_up(tuple(melds)))
        hold_still(np.array([planes(meld)[0] for meld in melds], np.int64), len(melds), fixed)
        kinds = meldable(*planes(must), *planes(may), fixed)
        assert (None if kinds < 0 else set(members(kinds))) == expected, (melds, must, may)
        found[len(expected or ())] += 1
    assert len(found) > 4


def dearest(cards, wilds, melds, whole):
    """Return the expected result of `best_melds`: the lowest card is left out or melded, any card of a meld may be wild."""

    @functools.cache
    def most(hand, left):
        if not hand:
            return 0 if not (whole and left) else -(10**6)
        best = -(10**6) if whole else most(hand[1:], left)
        held = Counter(hand)
        for meld, worth in melds:
            if hand[0] not in meld:
                continue
            for gone in range(min(left, len(meld) - 1) + 1):
                for wild in set(itertools.combinations(sorted(meld), gone)):
                    kept = Counter(meld) - Counter(wild)
                    if kept[hand[0]] and all(held[c] >= k for c, k in kept.items()):
                        best = max(best, worth + most(tuple(sorted((held - kept).elements())), left - gone))
        return best

    return max(-1, most(tuple(sorted(cards)), wilds))


def test_the_best_melds():
    rng = random.Random(5)
    doubles = [((c, c, c + 13, c + 13), 7) for c in range(0, 13, 3)]  # melds with equal cards
    melds = WORTH + doubles
    rows = [meld_rows(melds, wilds) for wilds in range(3)]
    chosen = np.zeros(MOST_MELDS + 1, np.int64)
    found = Counter()
    for _ in range(150):
        wilds, whole = rng.choice((0, 0, 1, 1, 2)), rng.random() < 0.5
        cards = some_cards(rng, 4)[: 12 - 3 * wilds]
        if rng.random() < 0.3 and all(cards.count(c) == 0 for c in doubles[0][0]):
            cards += doubles[0][0]
        best = best_melds(*planes(cards), wilds, rows[wilds], whole, chosen)
        assert best == dearest(cards, wilds, melds, whole), (cards, wilds, whole)
        if whole:
            first = rows_by_card(rows[wilds])
            assert bool(all_in_melds(*planes(cards), wilds, rows[wilds], first)) == (best >= 0)
        found[whole, bool(best > 0)] += 1
        if best > 0:
            taken = [rows[wilds][row] for row in chosen[1 : chosen[0] + 1]]
            assert sum(int(row[2]) for row in taken) == best
            used = Counter(c for row in taken for c in members(row[0]) + members(row[1]))
            assert used <= Counter(cards)
            assert sum(int(row[3]) for row in taken) <= wilds
            assert not whole or used == Counter(cards)
    assert len(found) == 4
