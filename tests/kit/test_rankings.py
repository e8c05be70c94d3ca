"""Rankings of hands: every hand there is, counted by category and class, and against evaluations that count and sort."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from parlour.kit import ACE, INTERPRETED, JOKERS, SMALL_JOKER, card_set, cards_in, rule
from parlour.kit.rankings import (
    A23_HIGHEST,
    A23_LOWEST,
    A23_NO_RUN,
    A23_SECOND,
    BRAG_FLUSH,
    BRAG_HIGH_CARD,
    BRAG_PAIR,
    BRAG_PRIAL,
    BRAG_RUN,
    BRAG_RUNNING_FLUSH,
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
    ace_to_five,
    ace_to_six,
    aces_low,
    badugi,
    badugi_cards,
    badugi_ranks,
    brag,
    category_of,
    deuce_to_seven,
    eight_or_better,
    in_one_suit,
    low_category_of,
    poker_high,
    ranks_held,
    straight_top,
    strength_of,
)

counting = pytest.mark.skipif(INTERPRETED, reason="goes through all hands: compiled only")

Key = tuple[int, ...]
Counts = dict[int, tuple[int, int]]  # hands and classes by category
Classes = dict[str, tuple[np.ndarray, np.ndarray]]

HIGH: Counts = {
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
TO_FIVE: Counts = {
    NO_PAIR: (1317888, 1287),
    ONE_PAIR: (1098240, 2860),
    TWO_PAIR: (123552, 858),
    TRIPS: (54912, 858),
    FULL_HOUSE: (3744, 156),
    QUADS: (624, 156),
}
TO_SEVEN: Counts = {
    NO_PAIR: (1303560, 1278),
    ONE_PAIR: (1098240, 2860),
    TWO_PAIR: (123552, 858),
    TRIPS: (54912, 858),
    STRAIGHT: (9180, 9),
    FLUSH: (5112, 1278),
    FULL_HOUSE: (3744, 156),
    QUADS: (624, 156),
    STRAIGHT_FLUSH: (36, 9),
}
WITH_JOKERS = {  # hands by category
    ("ace_to_five", 1): {NO_PAIR: 1500928, ONE_PAIR: 1180608, TWO_PAIR: 126360, TRIPS: 57408, FULL_HOUSE: 3744, QUADS: 637},
    ("ace_to_five", 2): {NO_PAIR: 1702272, ONE_PAIR: 1266720, TWO_PAIR: 129168, TRIPS: 59956, FULL_HOUSE: 3744, QUADS: 650},
} | {
    (game, jokers): dict(zip(range(9), hands, strict=True))
    for game in ("deuce_to_seven", "ace_to_six")
    for jokers, hands in (
        (1, (1486600, 1180608, 126360, 57408, 9180, 5112, 3744, 637, 36)),
        (2, (1687944, 1266720, 129168, 59956, 9180, 5112, 3744, 650, 36)),
    )
}


@rule
def write_hands(hands, pack):  # type: ignore[no-untyped-def]
    """Every hand of five cards out of the first this many cards (jokers the last); returns how many."""
    n = 0
    for a in range(pack):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        hands[n] = (1 << a) | (1 << b) | (1 << c) | (1 << d) | (1 << e)
                        n += 1
    return n


@rule
def write_strengths(hands, strengths):  # type: ignore[no-untyped-def]
    for k in range(len(hands)):
        cards = hands[k]
        strengths[0, k] = poker_high(cards)
        strengths[1, k] = ace_to_five(cards)
        strengths[2, k] = deuce_to_seven(cards)
        strengths[3, k] = ace_to_six(cards)
        strengths[4, k] = eight_or_better(cards)
        strengths[5, k] = badugi(cards, True, True)
        strengths[6, k] = badugi(cards, False, False)


RANKINGS = {"poker_high": poker_high, "ace_to_five": ace_to_five, "deuce_to_seven": deuce_to_seven, "ace_to_six": ace_to_six}
GAMES = ("poker_high", "ace_to_five", "deuce_to_seven", "ace_to_six", "eight_or_better", "badugi", "badugi high")


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    """All hands of five cards of the pack with two jokers; interpreted, some of them."""
    if INTERPRETED:
        draw = random.Random(3)
        return np.array([sum(1 << card for card in draw.sample(range(54), 5)) for _ in range(3000)])
    every = np.zeros(3_162_510, np.int64)
    assert write_hands(every, 54) == len(every)
    return every


@pytest.fixture(scope="module")
def strengths(hands: np.ndarray) -> dict[str, np.ndarray]:
    """The strengths of all hands by ranking."""
    found = np.zeros((len(GAMES), len(hands)), np.int64)
    write_strengths(hands, found)
    return dict(zip(GAMES, found, strict=True))


@pytest.fixture(scope="module")
def classes(hands: np.ndarray, strengths: dict[str, np.ndarray]) -> Classes:
    """By ranking: the classes of the pack of 52, the best first, and the place of a hand of each."""
    places = np.flatnonzero(with_no_more_jokers(hands, 0))
    found = {}
    for game in KEYS:
        strength, first = np.unique(strengths[game][places], return_index=True)
        found[game] = (strength[::-1], places[first[::-1]])
    return found


def with_no_more_jokers(hands: np.ndarray, jokers: int) -> np.ndarray:
    """Return which hands come from a pack with this number of jokers."""
    return (hands & (JOKERS, 1 << SMALL_JOKER, 0)[jokers]) == 0


# What the rankings say, by counting and sorting


def groups(ranks: list[int]) -> tuple[Key, Key]:
    """Return how often ranks occur, and the ranks in that order."""
    copies = Counter(ranks)
    order = sorted(copies, key=lambda rank: (copies[rank], rank), reverse=True)
    return tuple(copies[rank] for rank in order), tuple(order)


def five_key(ranks: list[int], flush: bool, straights: dict[Key, int]) -> Key:
    """Category and compared ranks; `straights` says which five ranks, sorted, are one, and their top."""
    shape, order = groups(ranks)
    top = straights.get(tuple(sorted(ranks)))
    if top is not None:
        return (8 if flush else 4, top)
    if flush:
        return (5, *order)
    return ({(5,): 9, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}[shape], *order)


RUNS = {tuple(range(low, low + 5)): low + 4 for low in range(9)}
WHEEL = {(0, 1, 2, 3, 12): 3}


def high_key(cards: list[int]) -> Key:
    return five_key([c % 13 for c in cards], len({c // 13 for c in cards}) == 1, RUNS | WHEEL)


def low_key(cards: list[int], low_ace: bool, counts: bool) -> Key:
    """Return the smallest key that any ranks for the jokers give; they take any suit that makes no flush."""
    shown = [((c % 13) + 1) % 13 if low_ace else c % 13 for c in cards if c < 52]
    wild = len(cards) - len(shown)
    flush = counts and len({c // 13 for c in cards}) == 1
    readings = itertools.combinations_with_replacement(range(13), wild)
    return min(five_key([*shown, *ranks], flush, RUNS if counts else {}) for ranks in readings)


KEYS: dict[str, tuple[int, Callable[[list[int]], Key]]] = {  # whether the larger key wins (1) or the smaller (-1)
    "poker_high": (1, high_key),
    "ace_to_five": (-1, lambda cards: low_key(cards, True, False)),
    "deuce_to_seven": (-1, lambda cards: low_key(cards, False, True)),
    "ace_to_six": (-1, lambda cards: low_key(cards, True, True)),
}


def badugi_key(cards: list[int], low_ace: bool, highest_first: bool) -> Key:
    """The largest key of any cards that share no rank and no suit."""
    best: Key = ()
    for size in range(1, 5):
        for some in itertools.combinations(cards, size):
            ranks = sorted(((c + 1) % 13 if low_ace else c % 13 for c in some), reverse=highest_first)
            if len(set(ranks)) == size == len({c // 13 for c in some}):
                best = max(best, (size, *(-rank for rank in ranks)))
    return best


# Five cards


@counting
@pytest.mark.parametrize(
    ("game", "counts", "category"),
    [
        ("poker_high", HIGH, category_of),
        ("ace_to_five", TO_FIVE, low_category_of),
        ("deuce_to_seven", TO_SEVEN, low_category_of),
        ("ace_to_six", TO_SEVEN, low_category_of),
    ],
)
def test_every_hand_of_five(
    game: str, counts: Counts, category: Any, hands: np.ndarray, strengths: dict[str, np.ndarray]
) -> None:
    """Hands and classes of each category over all 2,598,960."""
    each, numbers = np.unique(strengths[game][with_no_more_jokers(hands, 0)], return_counts=True)
    found: dict[int, list[int]] = {}
    for strength, number in zip(each.tolist(), numbers.tolist(), strict=True):
        found.setdefault(category(strength), []).append(number)
    assert {kind: (sum(each), len(each)) for kind, each in found.items()} == counts


@counting
@pytest.mark.parametrize(("game", "jokers"), WITH_JOKERS)
def test_every_hand_with_jokers(
    game: str,
    jokers: int,
    hands: np.ndarray,
    strengths: dict[str, np.ndarray],
    classes: Classes,
) -> None:
    """Hands by category in packs of 53 and 54. No class is new: what a joker makes ties with the same hand without one."""
    each, numbers = np.unique(strengths[game][with_no_more_jokers(hands, jokers)], return_counts=True)
    found: Counter[int] = Counter()
    for strength, number in zip(each.tolist(), numbers.tolist(), strict=True):
        found[low_category_of(strength)] += number
    assert found == WITH_JOKERS[game, jokers]
    assert np.array_equal(each, classes[game][0][::-1])


@counting
def test_the_best_and_the_worst_class(hands: np.ndarray, strengths: dict[str, np.ndarray]) -> None:
    assert strengths["poker_high"].max() == ROYAL_FLUSH
    assert (strengths["poker_high"][with_no_more_jokers(hands, 0)] == ROYAL_FLUSH).sum() == 4


@counting
@pytest.mark.parametrize(
    ("game", "number", "cards"),
    [
        ("poker_high", 1, "A♠ K♠ Q♠ J♠ 10♠"),
        ("poker_high", 10, "5♠ 4♠ 3♠ 2♠ A♠"),
        ("poker_high", 166, "2♠ 2♦ 2♥ 2♣ 3♠"),
        ("poker_high", 1609, "5♠ 4♠ 3♠ 2♠ A♦"),
        ("poker_high", 3325, "3♠ 3♥ 2♠ 2♥ 4♠"),
        ("poker_high", 7462, "7♠ 5♠ 4♠ 3♠ 2♥"),
        ("ace_to_five", 1, "5♠ 4♠ 3♠ 2♠ A♠"),
        ("ace_to_five", 2, "6♠ 4♥ 3♠ 2♠ A♠"),
        ("ace_to_five", 1287, "K♠ Q♠ J♠ 10♠ 9♠"),
        ("ace_to_five", 1288, "A♠ A♥ 2♠ 3♠ 4♠"),
        ("ace_to_five", 6175, "K♠ K♥ K♣ K♦ Q♠"),
        ("deuce_to_seven", 1, "7♠ 5♥ 4♠ 3♠ 2♠"),
        ("deuce_to_seven", 2, "7♠ 6♥ 4♠ 3♠ 2♠"),
        ("deuce_to_seven", 3, "7♠ 6♥ 5♠ 3♠ 2♠"),
        ("deuce_to_seven", 4, "7♠ 6♥ 5♠ 4♠ 2♠"),
        ("deuce_to_seven", 5, "8♠ 5♥ 4♠ 3♠ 2♠"),
        ("deuce_to_seven", 785, "A♠ 2♥ 3♠ 4♠ 5♠"),
        ("deuce_to_seven", 1278, "A♠ K♥ Q♠ J♠ 9♠"),
        ("deuce_to_seven", 1279, "2♠ 2♥ 3♠ 4♠ 5♠"),
        ("deuce_to_seven", 5855, "6♠ 5♥ 4♠ 3♠ 2♠"),
        ("deuce_to_seven", 7462, "A♠ K♠ Q♠ J♠ 10♠"),
        ("ace_to_six", 1, "6♠ 4♠ 3♠ 2♥ A♠"),
        ("ace_to_six", 1278, "K♠ Q♠ J♠ 10♥ 8♠"),
        ("ace_to_six", 1279, "A♠ A♥ 2♠ 3♠ 4♠"),
        ("ace_to_six", 5855, "5♠ 4♠ 3♠ 2♥ A♠"),
        ("ace_to_six", 7462, "K♠ Q♠ J♠ 10♠ 9♠"),
        ("deuce_to_seven", 1, "7♠ 5♠ 4♠ ★ 2♠"),
        ("ace_to_six", 7, "7♠ 5♠ 4♠ ★ 2♠"),
        ("deuce_to_seven", 9, "3♠ 4♠ 5♠ 6♠ ★"),
        ("ace_to_six", 9, "2♠ 3♠ 4♠ 5♠ ☆"),
        ("deuce_to_seven", 1, "2♠ 3♠ 4♠ ★ ☆"),
        ("ace_to_five", 1, "2♠ 4♠ 5♠ ★ ☆"),
    ],
)
def test_class_numbers(game: str, number: int, cards: str, classes: Classes) -> None:
    """The place of a hand's class among all, from 1 for the best."""
    assert classes[game][0][number - 1] == RANKINGS[game](card_set(cards))


@pytest.mark.parametrize("game", KEYS)
def test_classes_compare_as_their_cards_do(game: str, hands: np.ndarray, classes: Classes) -> None:
    """One hand of each class: in order of strength they are in the order of counting and sorting."""
    sign, key = KEYS[game]
    strengths, places = classes[game]
    keys = [key(cards_in(hands[n])) for n in places]
    assert keys == sorted(set(keys), reverse=sign > 0)
    kinds = [category_of(int(s)) if sign > 0 else low_category_of(int(s)) for s in strengths]
    assert [key[0] for key in keys] == kinds


@pytest.mark.parametrize("game", KEYS)
def test_hands_of_one_class_tie(game: str, hands: np.ndarray, strengths: dict[str, np.ndarray]) -> None:
    """Among them hands with jokers, which are read in every way there is."""
    key = KEYS[game][1]
    jokers = 0 if game == "poker_high" else 2
    fitting = np.flatnonzero(with_no_more_jokers(hands, jokers))
    wild = np.flatnonzero(hands & JOKERS)
    draw = random.Random(1)
    some = draw.sample(fitting.tolist(), 500 if INTERPRETED else 5000)
    if jokers:
        some += draw.sample(wild.tolist(), 200 if INTERPRETED else 1000)
    known: dict[int, Key] = {}
    for n in some:
        found = key(cards_in(hands[n]))
        assert known.setdefault(int(strengths[game][n]), found) == found
    assert len(set(known.values())) == len(known)


@pytest.mark.parametrize("low_ace", [False, True])
def test_jokers_that_must_avoid_a_straight(low_ace: bool) -> None:
    """All ranks that can be held with jokers: each hand is the best that any reading makes it."""
    strength = ace_to_six if low_ace else deuce_to_seven
    best: dict[Key, int] = {}
    for naturals, jokers in ((4, "★"), (3, "★ ☆")):
        for ranks in itertools.combinations(range(13), naturals):
            cards = sum(1 << (rank + 13 * (n == 0)) for n, rank in enumerate(ranks)) | card_set(jokers)
            key = low_key(cards_in(cards), low_ace, True)
            assert best.setdefault(key, strength(cards)) == strength(cards)
    keys = sorted(best)
    assert [best[key] for key in keys] == sorted(best.values(), reverse=True)


@counting
@pytest.mark.parametrize("game", ["deuce_to_seven", "ace_to_six"])
def test_how_often_a_joker_avoids_a_straight(game: str, hands: np.ndarray, strengths: dict[str, np.ndarray]) -> None:
    """In 1,280 of the hands with one joker it is not the lowest rank that the others lack."""
    held = [int(hand) for hand in hands[(hands & JOKERS) == 1 << SMALL_JOKER]]
    assert len(held) == 270_725
    found = strengths[game][(hands & JOKERS) == 1 << SMALL_JOKER].tolist()
    evaded = 0
    for cards, strength in zip(held, found, strict=True):
        ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & 0x1FFF
        ranks = aces_low(ranks) if game == "ace_to_six" else ranks
        if ranks.bit_count() == 4:
            evaded += strength != strength_of(STRAIGHT_FLUSH, 0x1FFF, 0x1FFF) - ((ranks | (ranks + 1)) << 13)
    assert evaded == 1280


@counting
@pytest.mark.parametrize(("jokers", "qualify"), [(0, 57_344), (1, 75_264), (2, 96_768)])
def test_eight_or_better(jokers: int, qualify: int, hands: np.ndarray, strengths: dict[str, np.ndarray]) -> None:
    found = strengths["eight_or_better"][with_no_more_jokers(hands, jokers)]
    assert (found > 0).sum() == qualify
    classes = np.unique(found[found > 0])
    assert len(classes) == 56
    assert (classes[0], classes[-1]) == (ace_to_five(card_set("8♠ 7♠ 6♠ 5♠ 4♠")), ace_to_five(card_set("5♠ 4♠ 3♠ 2♠ A♠")))


def test_what_does_not_qualify() -> None:
    assert eight_or_better(card_set("9♠ 4♠ 3♠ 2♠ A♠")) == 0
    assert eight_or_better(card_set("A♠ A♥ 3♠ 2♠ 4♠")) == 0
    assert eight_or_better(card_set("8♠ 7♠ ★ 5♠ 4♠")) == ace_to_five(card_set("8♠ 7♠ A♠ 5♠ 4♠"))


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
    assert low_category_of(deuce_to_seven(card_set(around))) == NO_PAIR
    assert low_category_of(ace_to_six(card_set(around))) == NO_PAIR


def test_what_a_ranking_is_made_of() -> None:
    """Check the parts of a ranking, for any number of cards: ranks held, one suit, straights; and the number made of them."""
    cards = card_set("2♣ 2♦ 2♥ 2♠ 7♥ 7♠ 7♦ K♣ K♥ A♠")
    held = ranks_held(cards)
    assert held == (1 << 0 | 1 << 5 | 1 << 11 | 1 << 12, 1 << 0 | 1 << 5 | 1 << 11, 1 << 0 | 1 << 5, 1 << 0)
    assert [in_one_suit(card_set(text)) for text in ("9♣ 2♣ A♣", "2♦ A♦", "2♥ A♥ 3♥", "2♠ A♠")] == [True] * 4
    assert [in_one_suit(card_set(text)) for text in ("9♣ 2♣ 2♦", "A♣ A♦", "2♥ A♥ 3♠", "2♠ A♠ ★", "2♣ ☆")] == [False] * 5
    assert straight_top(0b0_0111_1110_0000) == 0b0_0110_0000_0000  # six in a row end in two straights
    assert straight_top(0b1_0000_0000_1111) == 1 << 3
    assert aces_low(1 << ACE | 1 << 11 | 1) == 1 << 12 | 0b11
    assert strength_of(TRIPS, 1 << 4, 0b11) == 3 << 26 | 1 << 17 | 3


# Badugi


@rule
def write_badugi(strengths):  # type: ignore[no-untyped-def]
    """The strengths of all hands of four cards, in each of the four ways."""
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    cards = (1 << a) | (1 << b) | (1 << c) | (1 << d)
                    for way in range(4):
                        strengths[way, n] = badugi(cards, way & 1, way >> 1)
                    n += 1
    return n


def sizes(strengths: np.ndarray) -> dict[int, tuple[int, int]]:
    """Hands and classes by the number of cards that count."""
    classes, numbers = np.unique(strengths, return_counts=True)
    return {n: (int(numbers[classes >> 26 == n].sum()), int((classes >> 26 == n).sum())) for n in range(1, 5)}


@counting
def test_every_badugi_hand(hands: np.ndarray, strengths: dict[str, np.ndarray]) -> None:
    four = np.zeros((4, 270_725), np.int64)
    assert write_badugi(four) == 270_725
    for found in four:
        assert sizes(found) == {4: (17_160, 715), 3: (154_440, 286), 2: (96_252, 78), 1: (2_873, 13)}
    for game in ("badugi", "badugi high"):
        found = strengths[game][with_no_more_jokers(hands, 0)]
        assert sizes(found) == {4: (514_800, 715), 3: (1_647_360, 286), 2: (431_652, 78), 1: (5_148, 9)}
    classes = np.unique(four[3])  # aces low, the highest card first
    for number, cards in (
        (1, "4♠ 3♥ 2♦ A♣"),
        (715, "K♠ Q♥ J♦ 10♣"),
        (716, "3♥ 2♦ A♣ 9♣"),
        (1001, "K♥ Q♦ J♣ K♣"),
        (1002, "2♦ A♣ 2♣ A♦"),
        (1079, "K♦ Q♣ K♣ Q♦"),
        (1080, "A♣ 2♣ 5♣ K♣"),
        (1092, "K♣ K♦ K♥ K♠"),
    ):
        assert 1092 - np.searchsorted(classes, badugi(card_set(cards), True, True)) == number
    assert badugi(card_set("5♠ 4♥ 3♦ 2♣"), False, True) == np.unique(four[2])[-1]


@pytest.mark.parametrize("number", [4, 5])
def test_badugi_finds_the_best_cards(number: int) -> None:
    """In each way of comparing: equal strengths are equal keys, and in the same order. The ranks kept are always the same."""
    draw = random.Random(number)
    drawn = [draw.sample(range(52), number) for _ in range(300 if INTERPRETED else 1500)]
    for low_ace, highest_first in itertools.product((False, True), (False, True)):
        order: dict[Key, int] = {}
        for cards in drawn:
            hand = sum(1 << card for card in cards)
            key = badugi_key(cards, low_ace, highest_first)
            assert order.setdefault(key, badugi(hand, low_ace, highest_first)) == badugi(hand, low_ace, highest_first)
            assert badugi_ranks(hand, low_ace) == sum(1 << -rank for rank in key[1:])
            assert category_of(badugi(hand, low_ace, highest_first)) == key[0]
            best = cards_in(badugi_cards(hand, low_ace))
            assert set(best) <= set(cards)
            assert len(best) == len({card // 13 for card in best}) == key[0]
            assert badugi_ranks(sum(1 << card for card in best), low_ace) == badugi_ranks(hand, low_ace)
        assert [order[key] for key in sorted(order)] == sorted(order.values())


def test_which_card_is_compared_first() -> None:
    long, even = card_set("2♣ 3♦ 4♥ K♠"), card_set("2♣ 3♦ 5♥ 6♠")
    assert badugi(long, False, False) > badugi(even, False, False)
    assert badugi(long, False, True) < badugi(even, False, True)


# Brag

A23_RULES = (A23_HIGHEST, A23_SECOND, A23_LOWEST, A23_NO_RUN)


@rule
def write_brag(hands, strengths):  # type: ignore[no-untyped-def]
    """All hands of three cards and their strengths under each of the eight rules."""
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                hands[n] = (1 << a) | (1 << b) | (1 << c)
                for way in range(8):
                    strengths[way, n] = brag(hands[n], way >> 1, way & 1)
                n += 1
    return n


def brag_key(cards: list[int], a23: int, threes_best: int) -> Key:
    ranks = sorted((card % 13 + 2 for card in cards), reverse=True)
    flush = len({card // 13 for card in cards}) == 1
    shape, order = groups(ranks)
    if shape == (3,):
        return (BRAG_PRIAL, 15 if ranks[0] == 3 and threes_best else ranks[0])
    if shape == (2, 1):
        return (BRAG_PAIR, *order)
    top = {0: 15.0, 1: 13.5, 2: 3.0, 3: None}[a23] if ranks == [14, 3, 2] else ranks[0] if ranks[0] - ranks[2] == 2 else None
    if top is not None:
        return (BRAG_RUNNING_FLUSH if flush else BRAG_RUN, top)  # type: ignore[return-value]
    return (BRAG_FLUSH if flush else BRAG_HIGH_CARD, *ranks)


@counting
@pytest.mark.parametrize("way", range(8))
def test_every_hand_of_brag(way: int) -> None:
    """Hands and classes of each category over all 22,100, and every one of them compared by its sorted ranks."""
    hands, strengths = np.zeros(22_100, np.int64), np.zeros((8, 22_100), np.int64)
    assert write_brag(hands, strengths) == 22_100
    no_run = way >> 1 == A23_NO_RUN
    expected = {
        BRAG_PRIAL: (52, 13),
        BRAG_RUNNING_FLUSH: (44, 11) if no_run else (48, 12),
        BRAG_RUN: (660, 11) if no_run else (720, 12),
        BRAG_FLUSH: (1100, 275) if no_run else (1096, 274),
        BRAG_PAIR: (3744, 156),
        BRAG_HIGH_CARD: (16_500, 275) if no_run else (16_440, 274),
    }
    classes, numbers = np.unique(strengths[way], return_counts=True)
    kinds = classes >> 26
    assert {int(kind): (int(numbers[kinds == kind].sum()), int((kinds == kind).sum())) for kind in set(kinds)} == expected
    assert len(classes) == 741
    keys: dict[Key, int] = {}
    for cards, strength in zip(hands, strengths[way].tolist(), strict=True):
        assert keys.setdefault(brag_key(cards_in(cards), way >> 1, way & 1), strength) == strength
    assert [keys[key] for key in sorted(keys)] == classes.tolist()


BRAG_ORDER = [  # class numbers by default
    (1, "3♠ 3♥ 3♦"),
    (2, "A♠ A♥ A♦"),
    (13, "2♠ 2♥ 2♦"),
    (14, "A♠ 2♠ 3♠"),
    (15, "A♠ K♠ Q♠"),
    (26, "A♠ 2♠ 3♥"),
    (37, "4♠ 3♠ 2♥"),
    (38, "A♠ K♠ J♠"),
    (312, "A♠ A♥ K♠"),
    (467, "2♠ 2♥ 3♠"),
    (468, "A♠ K♠ J♥"),
    (741, "5♠ 3♠ 2♥"),
]


@counting
@pytest.mark.parametrize(("number", "cards"), BRAG_ORDER)
def test_class_numbers_at_brag(number: int, cards: str) -> None:
    hands, strengths = np.zeros(22_100, np.int64), np.zeros((8, 22_100), np.int64)
    write_brag(hands, strengths)
    classes = np.unique(strengths[1])
    assert len(classes) - np.searchsorted(classes, brag(card_set(cards), A23_HIGHEST, True)) == number


def test_house_rules_of_brag() -> None:
    def order(a23: int, threes_best: bool, *texts: str) -> bool:
        found = [brag(card_set(text), a23, threes_best) for text in texts]
        return found == sorted(set(found), reverse=True)

    assert order(A23_HIGHEST, True, *(cards for _, cards in BRAG_ORDER))
    assert order(A23_SECOND, True, "A♠ K♠ Q♦", "A♠ 2♠ 3♦", "K♠ Q♠ J♦", "A♠ K♠ J♠")
    assert order(A23_LOWEST, True, "A♠ K♠ Q♦", "4♠ 3♠ 2♦", "A♠ 2♠ 3♦", "A♠ K♠ J♠")
    assert order(
        A23_NO_RUN, True, "4♠ 3♠ 2♦", "A♠ 2♠ 4♠", "A♠ 2♠ 3♠", "K♠ Q♠ 10♠", "2♠ 2♥ 3♠", "A♠ 4♠ 2♥", "A♠ 3♠ 2♥", "K♠ Q♠ 10♥"
    )
    assert order(A23_HIGHEST, False, "A♠ A♥ A♦", "4♠ 4♥ 4♦", "3♠ 3♥ 3♦", "2♠ 2♥ 2♦")
    assert all(category_of(brag(card_set("K♠ A♠ 2♦"), a23, True)) == BRAG_HIGH_CARD for a23 in A23_RULES)
