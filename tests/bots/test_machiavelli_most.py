"""The most cards that can go down at Machiavelli: against integer programming, and against trying every part of a hand."""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path

import numpy as np
import pytest

import parlour
from interpreted import interpreted
from parlour import bots
from parlour.games.machiavelli.most import most_cards
from parlour.kit import card_set, cards_in
from parlour.kit.melds import runs_of
from parlour.kit.splits import NOTHING_FIXED, can_meld, can_meld_with, hold_still

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from machiavelli_most import Situation, integer, most_with, ours, planes, situation


def tried(case: Situation, fixed: np.ndarray) -> int:
    """The same by trying every part of the hand, the largest first."""
    hand = [card for card in range(52) for _ in range(case.hand[card])]
    for n in range(len(hand), -1, -1):
        for chosen in set(itertools.combinations(hand, n)):
            one, two = planes(case.table + np.bincount(chosen, minlength=52) if n else case.table)
            if can_meld_with(one, two, 0, 0, fixed) if fixed.any() else can_meld(one, two):
                return n
    raise AssertionError("not even the table splits")


def test_as_integer_programming_says() -> None:
    pytest.importorskip("scipy.optimize")
    rng = random.Random(2)
    found = [(ours(case)[0], integer(case)[0]) for case in (situation(rng) for _ in range(40))]
    assert [ours for ours, _ in found] == [theirs for _, theirs in found]
    assert len(set(found)) > 5


def test_as_trying_every_part_of_a_hand_says() -> None:
    rng, found = random.Random(3), set()
    for _ in range(12):
        case = situation(rng, on_table=20, held=7)
        found.add(ours(case)[0])
        assert ours(case)[0] == tried(case, NOTHING_FIXED)
    assert len(found) > 2


def test_melds_that_hold_still_may_be_added_to() -> None:
    """Two runs lie there for good; what can join them or make melds of its own goes down."""
    rng, fixed, none = random.Random(4), np.empty(NOTHING_FIXED.shape, np.int64), np.zeros(52, np.int64)
    runs, found = runs_of("3 4 5 6 7 8 9 10 J", lengths=[3]), set()
    for _ in range(12):
        melds = rng.sample(runs, 2)
        hold_still(np.array([sum(1 << c for c in meld) for meld in melds], np.int64), 2, fixed)
        near = [c + step for meld in melds for c, step in ((meld[0], -1), (meld[-1], 1))]
        cards = near + rng.sample([c for c in range(52) if c not in near], 4)
        case, most = Situation(none, np.bincount(cards, minlength=52)), np.zeros(2, np.int64)
        number = most_with(0, 0, *planes(case.hand), fixed, most)
        assert number == tried(case, fixed)
        assert can_meld_with(int(most[0]), int(most[1]), 0, 0, fixed)
        found.add(number)
    assert len(found) > 2


def check_house_rules() -> None:
    """R8: a first play needs a meld of the hand's own; what the strategy lays is legal, and the most, to the end of a match."""
    table = {"phase": "play", "turn": 0, "player": 0, "dealer": 1, "hand_number": 1, "hand.1": "2♣", "rest": "stock"}
    table |= {"melds.0": "6♣ 7♣ 8♣ 9♣", "melds.1": "7♥ 8♥ 9♥"}
    for hand, own, cards in (
        ("9♠ 9♦ 6♥ 10♥ K♠", False, "9♠ 9♦ 6♥ 10♥"),
        ("9♠ 9♦ 6♥ 10♥ K♠", True, ""),
        ("9♠ 9♦ 3♥ 4♥ 5♥ K♠", True, "9♠ 9♦ 3♥ 4♥ 5♥"),
    ):
        match = parlour.game("machiavelli", 2, own_first_meld=own).match_from(table | {"hand.0": hand})
        assert most_cards(match.tables[0]) == (card_set(cards), 0)
    match, bot = parlour.game("machiavelli", 2).start(seed=2), bots.make("strategy:-hold", seed=1)
    while not match.over:
        view = match.view(match.turn, memory=True)
        one, two = most_cards(view.tables[0])
        chain = bot.choose(view)
        assert sorted(code for code in chain if code < 54) == sorted([*cards_in(int(one)), *cards_in(int(two))])
        match.play(*chain)


def test_interpreted_whoever_lays_the_most_keeps_the_house_rules() -> None:
    """In a process of its own: compiled, the bot alone would take most of a minute."""
    call = "from test_machiavelli_most import check_house_rules; check_house_rules()"
    interpreted("-c", call, folder=Path(__file__).parent)
