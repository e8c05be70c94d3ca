"""Rankings of hands, against full enumerations and against an evaluation that counts and sorts."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from parlour.kit import (
    FLUSH,
    FULL_HOUSE,
    NO_PAIR,
    ONE_PAIR,
    QUADS,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    card_set,
    cards_in,
    category_of,
    in_one_suit,
    poker_high,
    ranks_held,
    rule,
    straight_top,
    strength_of,
)

FREQUENCIES = {  # hands and classes
    STRAIGHT_FLUSH: (40, 10),
    QUADS: (624, 156),
    FULL_HOUSE: (3744, 156),
    FLUSH: (5108, 1277),
    STRAIGHT: (10200, 10),
    TRIPS: (54912, 858),
    TWO_PAIR: (123552, 858),
    ONE_PAIR: (1098240, 2860),
    NO_PAIR: (1302540, 1277),
}


@rule
def all_strengths(hands, strengths):  # type: ignore[no-untyped-def]
    """Every hand of five cards and its strength; returns how many."""
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        hands[n] = (1 << a) | (1 << b) | (1 << c) | (1 << d) | (1 << e)
                        strengths[n] = poker_high(hands[n])
                        n += 1
    return n


@pytest.fixture(scope="module")
def every_hand() -> tuple[np.ndarray, np.ndarray]:
    hands, strengths = np.zeros(2_598_960, np.int64), np.zeros(2_598_960, np.int64)
    assert all_strengths(hands, strengths) == 2_598_960
    return hands, strengths


def counted(cards: int) -> tuple[int, ...]:
    """Category and compared ranks, by counting and sorting."""
    ranks = sorted((card % 13 for card in cards_in(cards)), reverse=True)
    copies = Counter(ranks)
    groups = sorted(copies, key=lambda rank: (copies[rank], rank), reverse=True)
    shape = sorted(copies.values(), reverse=True)
    flush = len({card // 13 for card in cards_in(cards)}) == 1
    top = ranks[0] if len(copies) == 5 and ranks[0] - ranks[4] == 4 else 3 if ranks == [12, 3, 2, 1, 0] else None
    if top is not None:
        return (8 if flush else 4, top)
    if flush:
        return (5, *groups)
    category = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}[tuple(shape)]
    return (category, *groups)


def test_every_hand_of_five(every_hand: tuple[np.ndarray, np.ndarray]) -> None:
    """Hands and classes of each category over all 2,598,960."""
    strengths, hands = np.unique(every_hand[1], return_counts=True)
    for category, (number, classes) in FREQUENCIES.items():
        these = strengths >> 26 == category
        assert (hands[these].sum(), these.sum()) == (number, classes), category
    assert len(strengths) == 7462
    assert hands[strengths == ROYAL_FLUSH].sum() == 4
    assert strengths.max() == ROYAL_FLUSH


def test_classes_compare_as_their_cards_do(every_hand: tuple[np.ndarray, np.ndarray]) -> None:
    """One hand of each of the 7,462 classes: in order of strength they are in the order of counting and sorting."""
    strengths, first = np.unique(every_hand[1], return_index=True)
    keys = [counted(int(every_hand[0][n])) for n in first]
    assert keys == sorted(set(keys))
    assert [key[0] for key in keys] == [category_of(int(strength)) for strength in strengths]


def test_hands_of_one_class_tie(every_hand: tuple[np.ndarray, np.ndarray]) -> None:
    hands, strengths = every_hand
    known: dict[int, tuple[int, ...]] = {}
    for n in random.Random(1).sample(range(len(hands)), 20_000):
        assert known.setdefault(int(strengths[n]), counted(int(hands[n]))) == counted(int(hands[n]))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6♣ 5♦ 4♦ 3♦ 2♠", "A♣ 2♦ 3♦ 4♦ 5♠"),  # the wheel is the lowest straight
        ("A♣ 2♦ 3♦ 4♦ 5♠", "A♣ A♦ A♥ K♦ Q♠"),
        ("2♣ 2♦ 3♦ 4♦ 5♠", "A♣ K♦ Q♥ J♦ 9♠"),
        ("K♣ K♦ 2♦ 2♥ 3♠", "Q♣ Q♦ J♦ J♥ A♠"),
        ("2♣ 2♦ 2♥ 3♥ 3♠", "A♦ K♦ Q♦ J♦ 9♦"),
        ("A♣ K♣ Q♣ J♣ 10♣", "K♦ Q♦ J♦ 10♦ 9♦"),
    ],
)
def test_who_wins(better: str, worse: str) -> None:
    assert poker_high(card_set(better)) > poker_high(card_set(worse))


@pytest.mark.parametrize("around", ["J♣ Q♦ K♦ A♦ 2♠", "Q♣ K♦ A♦ 2♦ 3♠", "K♣ A♦ 2♦ 3♦ 4♠"])
def test_no_straight_goes_round_the_ace(around: str) -> None:
    assert category_of(poker_high(card_set(around))) == NO_PAIR


def test_what_a_ranking_is_made_of() -> None:
    """How often ranks are held, one suit, straights: of any number of cards; and the number made of it."""
    cards = card_set("2♣ 2♦ 2♥ 2♠ 7♥ 7♠ 7♦ K♣ K♥ A♠")
    held = ranks_held(cards)
    assert held == (1 << 0 | 1 << 5 | 1 << 11 | 1 << 12, 1 << 0 | 1 << 5 | 1 << 11, 1 << 0 | 1 << 5, 1 << 0)
    assert in_one_suit(card_set("9♠ 3♠ 3♥"), 1 << 7 | 1 << 1)
    assert not in_one_suit(card_set("9♠ 3♦ 3♥"), 1 << 7 | 1 << 1)
    assert straight_top(0b0_0111_1110_0000) == 0b0_0110_0000_0000  # six in a row end in two straights
    assert straight_top(0b1_0000_0000_1111) == 1 << 3
    assert strength_of(TRIPS, 1 << 4, 0b11) == 3 << 26 | 1 << 17 | 3
