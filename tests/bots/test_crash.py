"""Settings of Crash: against a separate enumeration, the worth of a point, and that good settings pay."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import parlour
from parlour import bots
from parlour.bots import arena
from parlour.games.crash.rules import strength
from parlour.games.crash.setting import LIKELY, chance_to_win, choose_setting, grade
from parlour.games.crash.standing import expected, result_of_void, results
from parlour.kit import card_set, cards_in
from parlour.kit.rankings import BRAG_PAIR

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from by_policy import ByPolicy

HANDS = 4
HOUSES = (
    {},
    {"a23": "lowest", "prial_threes": False, "target": 2},
    {"fouls": "allowed", "a23": "not_a_run", "max_deals": 10},
    {"crash_wins": False, "four_kind_bonus": False, "a23": "second", "target": 30},
    {"six_pairs": False, "thirteen_wins": False},
)


def most_by_trying(t: Any, cards: int, laid: list[int], picked: int, weights: list[float], bonus: float, others: int) -> float:
    """The most that any setting brings, hand by hand over all ways to take three cards."""
    ranks = [sum(1 << (13 * suit + rank) for suit in range(4)) for rank in range(13)]
    used = sum(laid)
    best = -1.0 if picked else bonus * any(used & four == four for four in ranks)
    if len(laid) == HANDS:
        return best
    k, before = len(laid), int(strength(t, laid[-1])) if laid else 1 << 40
    for three in combinations(cards_in(cards), 3):
        hand = sum(1 << card for card in three)
        value = int(strength(t, hand))
        if picked & ~hand == 0 and BRAG_PAIR << 26 <= value <= before:
            won = weights[k] * float(chance_to_win(value, k, others, LIKELY))
            best = max(best, won + most_by_trying(t, cards & ~hand, [*laid, hand], 0, weights, bonus, others))
    return best


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_no_setting_brings_more(house: dict[str, Any]) -> None:
    """Of eight to ten cards, with a fourth card of a rank among them, with hands set before and cards picked already."""
    t, random, found = parlour.game("crash", **house).start(seed=1).tables[0], Random(str(house)), 0
    for trial in range(30):
        deck = random.sample(range(52), 13)
        if trial % 3 == 0:
            deck = [13 * suit + trial % 13 for suit in range(4)] + [card for card in deck if card % 13 != trial % 13]
        hand = deck[: random.choice((8, 9, 10))]
        t.hand[0], t.picked[0], t.laid[0], laid = sum(1 << card for card in hand), 0, 0, []
        if trial % 2:  # of cards of their own, which nothing beats
            laid = [card_set("A♠ K♠ Q♠") if t.prial_threes == 0 else card_set("3♠ 3♥ 3♦")]
            t.hand[0] &= ~laid[0]
            t.laid[0, 0] = laid[0]
        if trial % 5 == 4:
            t.picked[0] = int(t.hand[0]) & -int(t.hand[0])
            t.hand[0] &= ~t.picked[0]
        picked, cards = int(t.picked[0]), int(t.hand[0] | t.picked[0])
        weights, bonus, plan = [random.random() for _ in range(HANDS)], random.choice((0.0, 0.7)), np.zeros(HANDS, np.int64)
        some = choose_setting(t, 0, np.array(weights), bonus, 2, LIKELY, plan)
        most = most_by_trying(t, cards, laid, picked, weights, bonus, 2)
        assert bool(some) == (most >= 0)
        if not some:
            continue
        found += 1
        new = [int(one) for one in plan[len(laid) :] if one]
        assert sum(new) & ~cards == 0
        assert sum(one.bit_count() for one in new) == sum(new).bit_count() == 3 * len(new)
        strengths = [int(strength(t, one)) for one in [*laid, *new]]
        assert strengths == sorted(strengths, reverse=True)
        assert not picked or picked & ~new[0] == 0
        used = sum(laid) + sum(new)
        worth = sum(weights[k] * float(chance_to_win(strengths[k], k, 2, LIKELY)) for k in range(len(laid), len(strengths)))
        four = any(all(used >> (13 * suit + rank) & 1 for suit in range(4)) for rank in range(13))
        assert worth + bonus * four == pytest.approx(most)
    assert found > 20


def test_stronger_hands_win_more_often() -> None:
    """Grades follow strengths, chances grade, and fewer win against more."""
    t = parlour.game("crash").start(seed=1).tables[0]
    strengths = sorted({int(strength(t, sum(1 << c for c in three))) for three in combinations(range(52), 3)})
    strengths = [one for one in strengths if one >= BRAG_PAIR << 26]
    grades = [int(grade(one)) for one in strengths]
    assert grades == sorted(grades)
    for k in range(HANDS):
        chances = [float(chance_to_win(one, k, 1, LIKELY)) for one in strengths]
        assert chances == sorted(chances)
        assert 0 < chances[0] < 0.2
        assert 0.9 < chances[-1] <= 1
        assert chance_to_win(strengths[30], k, 3, LIKELY) == pytest.approx(chances[30] ** 3)


@cache
def first_to_have_enough(needs: tuple[int, ...]) -> Fraction:
    """Return the chance of the first player to win if every point goes to each player with equal chances."""
    if 0 in needs:
        return Fraction(needs[0] == 0)
    after = [tuple(need - (p == who) for p, need in enumerate(needs)) for who in range(len(needs))]
    return sum((first_to_have_enough(one) for one in after), Fraction(0)) / len(needs)


@pytest.mark.parametrize("scores", [(6, 5), (0, 3), (3, 3, 6), (6, 6, 0, 5), (2, 0, 1, 4)])
def test_the_problem_of_points(scores: tuple[int, ...]) -> None:
    """Against fractions, worked out point by point."""
    t = parlour.game("crash", len(scores)).start(seed=1).tables[0]
    t.score[: len(scores)] = scores
    for seat in range(len(scores)):
        needs = [7 - score for score in scores]
        needs.insert(0, needs.pop(seat))
        assert result_of_void(t, seat, len(scores) - 1) == pytest.approx(float(first_to_have_enough(tuple(needs))), abs=0.01)


def test_results_of_a_deal() -> None:
    """The first to reach the target has won, four points are a crash, the bonus comes last; in the last deal totals count."""
    t = parlour.game("crash", 2, max_deals=10).start(seed=1).tables[0]
    t.score[:2], t.hand_number = (5, 6), 1
    values = results(t, 0, 1, False)
    assert values[0b1100] == 1  # own, own, other, other
    assert values[0b0001] == 0
    t.score[:2] = 0, 0
    assert results(t, 0, 1, False)[0b0000] == 1
    assert results(t, 0, 1, False)[0b1111] == 0
    t.score[:2], t.hand_number = (2, 1), 10
    values = results(t, 0, 1, False)
    assert [values[0b0011], values[0b0111], values[0b1111]] == [1, 0, 0]
    t.score[:2] = 1, 1
    assert results(t, 0, 1, False)[0b0011] == 0.5
    assert results(t, 0, 1, True)[0b0011] == 1
    t.score[:2], t.hand_number = (4, 1), 1
    assert results(t, 0, 1, False)[0b1100] < results(t, 0, 1, True)[0b1100] == 1


def test_slopes_are_what_a_point_adds() -> None:
    """The expectation with a point taken for certain less the one with it lost."""
    t = parlour.game("crash", 3).start(seed=1).tables[0]
    t.score[:3] = 2, 5, 4
    values, chances, slopes = results(t, 0, 2, False), np.array([0.5, 0.2, 0.7, 0.4]), np.zeros(HANDS)
    whole = expected(values, chances, 2, slopes)
    for k in range(HANDS):
        taken, lost, unused = chances.copy(), chances.copy(), np.zeros(HANDS)
        taken[k], lost[k] = 1.0, 0.0
        won, gone = expected(values, taken, 2, unused), expected(values, lost, 2, unused)
        assert slopes[k] == pytest.approx(won - gone)
        assert whole == pytest.approx(chances[k] * won + (1 - chances[k]) * gone)


def test_who_needs_one_point_sets_the_strongest_hand_first() -> None:
    """Where the first point wins; in a long match a weaker one is set now and then for the sake of the others."""
    weaker = {1: 0, 50: 0}
    for target in weaker:
        game = parlour.game("crash", 2, target=target, six_pairs=False, thirteen_wins=False)
        for deal in range(30):
            match = game.start(seed=7, number=deal)
            codes = bots.make("strategy").choose(match.view(match.turn, memory=True))
            t = match.row
            three = combinations(cards_in(int(t.hand[match.turn])), 3)
            strongest = max(int(strength(match.tables[0], sum(1 << card for card in cards))) for cards in three)
            set_first = int(strength(match.tables[0], sum(1 << card for card in codes[:3])))
            weaker[target] += set_first < strongest
    assert weaker[1] == 0
    assert weaker[50] > 3


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_it_plays_under_all_house_rules(house: dict[str, Any]) -> None:
    """Whole chains, to the end of the match; nobody fouls."""
    for seats in (2, 3, 4):
        match = parlour.game("crash", seats, **house).start(seed=seats)
        bot = bots.make("strong", seed=1)
        while not match.over:
            match.play(*bot.choose(match.view(match.turn, memory=True)))
        assert not match.row.out.any()


def test_a_foul_that_is_picked_already_is_finished() -> None:
    """Where the person who asks has picked what may not come here, the hand is made all the same."""
    game = parlour.game("crash", 2, fouls="allowed")
    table = {"phase": "set", "turn": 0, "asked": 3, "dealer": 1, "hand_number": 1, "declared": [1, 1], "chain": 5}
    hands = {"hand.0": "K♦ 9♣ 9♦ 7♥ 5♣ J♠ 2♦ Q♣", "picked.0": "K♠ K♥", "laid.0.0": "4♠ 4♥ 3♦", "hand.1": "??×13", "stub": "??×26"}
    match = game.match_from(table | hands)
    codes = bots.make("strong", seed=1).choose(match.view(0, memory=True))
    assert game.room.choice_name(codes[0]) == "K♦"


def test_a_hint_says_how_often_hands_win() -> None:
    """Six pairs leave an even match even; the prial goes first, and what is set later is told too."""
    game = parlour.game("crash", 2)
    table = {"phase": "declare", "turn": 0, "asked": 3, "dealer": 1, "hand_number": 1, "hand.1": "??×13", "stub": "??×26"}
    match = game.match_from(table | {"hand.0": "2♣ 2♦ 4♣ 4♠ 5♦ 5♥ 7♣ 7♠ 9♦ 9♥ J♣ J♠ K♦"})
    codes, options = bots.make("strong", seed=1).consider(match.view(0, memory=True))
    assert [game.room.choice_name(code) for code in codes] == ["six pairs"]
    assert options[0].words == "wins 50 of 100 matches"
    assert options[1].words.startswith("wins 13 of 100 matches, the first hand ")
    match = game.match_from(table | {"phase": "set", "declared": [1, 1], "hand.0": "3♣ 3♦ 3♥ K♣ K♦ 9♠ 9♥ 7♣ 7♦ J♠ 5♥ Q♦ 2♠"})
    codes, options = bots.make("strong", seed=1).consider(match.view(0, memory=True))
    assert {game.room.choice_name(code)[0] for code in codes[:3]} == {"3"}
    assert ", the first hand 9" in options[0].words or ", the first hand 10" in options[0].words
    assert ", the fourth " in options[0].words


def test_a_hint_names_the_hand_that_is_set_next() -> None:
    """The choice goes on with all four hands; the sentence is about the first of them that is not set."""
    game = parlour.game("crash", 2)
    table = {
        "phase": "set",
        "turn": 0,
        "asked": 3,
        "dealer": 1,
        "hand_number": 1,
        "hand.1": "??×13",
        "stub": "??×26",
        "declared": [1, 1],
    }
    match = game.match_from(table | {"hand.0": "3♣ 3♦ 3♥ K♣ K♦ 9♠ 9♥ 7♣ 7♦ J♠ 5♥ Q♦ 2♠"})
    codes, said = bots.make("strong", seed=1).advise(match.view(0, memory=True))
    assert len(codes) == 12
    assert str(said).startswith("3♣, 3♦ and 3♥ set three threes as your first hand")


def test_it_pays() -> None:
    """Against who makes the strongest hand that is left, time after time."""
    best = arena.compare("crash", [bots.make("strategy"), ByPolicy(seed=1)], 60, seats=2, hands=True, seed=1).players[0]
    assert best.mean > best.margin
