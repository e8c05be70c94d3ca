"""Machiavelli's tables in random play against a plain program: what may go down, what is complete, what is regrouped."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter

import numpy as np
import pytest

from parlour.engine import steps
from parlour.engine.dispatch import random_choice
from parlour.engine.game import Game
from parlour.games.machiavelli.rules import DONE, PLAY
from parlour.kit import FIRST_CALL, INTERPRETED, NOBODY, bag_size, cards_in, rule
from parlour.kit.melds import runs_of, sets_of

ORDER = "2 3 4 5 6 7 8 9 10 J Q K A"
MELDS = [tuple(sorted(meld)) for meld in sets_of(ORDER) + runs_of("A " + ORDER)]
WITH = [[meld for meld in MELDS if card in meld] for card in range(52)]


@functools.lru_cache(200_000)
def splits(cards: tuple[int, ...]) -> bool:
    """Whether sorted cards split: the one with fewest melds goes into one of them."""
    if not cards:
        return True
    held = Counter(cards)
    ways = [[meld for meld in WITH[card] if all(held[c] for c in meld)] for card in held]
    for meld in min(ways, key=len):
        rest = held.copy()
        rest.subtract(meld)
        if splits(tuple(sorted(rest.elements()))):
            return True
    return False


def of_bag(bag: np.ndarray) -> list[int]:
    return [*cards_in(int(bag[0])), *cards_in(int(bag[1]))]


def may_follow(table: list[int], hand: list[int]) -> set[int]:
    """The cards of the hand that some valid play holds: by trying every part of the hand, the largest first."""
    found: set[int] = set()
    for n in range(len(hand), 0, -1):
        for chosen in set(itertools.combinations(sorted(hand), n)):
            if not set(chosen) <= found and splits(tuple(sorted(table + list(chosen)))):
                found |= set(chosen)
    return found


def can_join(melds: tuple[int, ...], new: list[int]) -> bool:
    """Whether these melds, taken apart, can be grouped with the new cards."""
    return splits(tuple(sorted([card for meld in melds for card in cards_in(meld)] + new)))


def check_taken_up(before: list[int], after: list[int], new: list[int]) -> int:
    """Check that fewer melds would not do, if at most two do; else that none of them could have stayed. Return their number."""
    up = list((Counter(before) - Counter(after)).elements())
    for fewer in range(min(len(up), 3)):
        assert not any(can_join(melds, new) for melds in itertools.combinations(before, fewer))
    for k in range(len(up)):
        assert not can_join((*up[:k], *up[k + 1 :]), new)
    return len(up)


def test_menus_and_groups_of_random_play() -> None:
    check_random_play(2)


@pytest.mark.soak
def test_menus_and_groups_of_more_random_play() -> None:
    check_random_play(12)


def check_random_play(matches: int) -> None:
    """Compare what the rules offer and regroup in the first matches of random play with the plain program."""
    game = Game("machiavelli", 4, {"cards": 7})
    rng, seen = random.Random(7), Counter[str]()
    menu = np.zeros(game.room.menu_size, np.int64)
    for seed in range(matches):
        tables = game.blank()
        steps.begin_row(tables, 0, seed, 0)
        while not tables[0].over and bag_size(tables[0].hand[0]) < 12:
            t = tables[0]
            before = [int(meld) for meld in t.melds if meld]
            new = of_bag(t.picked)
            if t.turn == NOBODY:
                steps.step_row(tables, 0, seed, 0)
                after = [int(meld) for meld in tables[0].melds if meld]
                if new and not of_bag(tables[0].picked):
                    seen["regrouped" if check_taken_up(before, after, new) else "kept"] += 1
                    loose = Counter(c for meld in before for c in cards_in(meld)) + Counter(new)
                    assert Counter(c for meld in after for c in cards_in(meld)) == loose
                continue
            codes = [int(entry) & 0xFFFFFFFF for entry in menu[: steps.menu_row(tables, 0, menu)]]
            hand = of_bag(t.hand[t.turn])
            if t.phase == PLAY and len(hand) <= 8:
                on_table = [card for meld in before for card in cards_in(meld)] + new
                assert {code for code in codes if code < 54} == may_follow(on_table, hand)
                seen["menus"] += 1
                if new:
                    assert (DONE in codes) == splits(tuple(sorted(on_table)))
                    seen["complete" if DONE in codes else "not yet"] += 1
            plays = [code for code in codes if code < 54]
            steps.act_row(tables, 0, rng.choice(plays if plays and rng.random() < 0.8 else codes))
    assert min(seen[what] for what in ("menus", "complete", "not yet", "kept", "regrouped")) > 1, seen


@rule
def tally(tables, menu, times, counts):  # type: ignore[no-untyped-def]
    """Add up what chance chooses at tables[0], which it leaves as it was but for the random state."""
    for _ in range(times):
        counts[random_choice(tables[0], menu)] += 1


def test_chance_favours_no_choice() -> None:
    """Random choices, which list no menu, are spread over it evenly: 200 positions under four sets of house rules."""
    square, freedom, times = 0.0, 0, 30 if INTERPRETED else 600
    for options in ({}, {"rearrange": False}, {"own_first_meld": True}, {"draw_then_play": True, "attempts": "free"}):
        game = Game("machiavelli", 3, options)
        menu = np.zeros(game.room.menu_size, np.int64)
        tables, positions = game.blank(), 0
        steps.begin_row(tables, 0, 11, 0)
        while positions < (5 if INTERPRETED else 50) and not tables[0].over:
            if tables[0].turn == NOBODY:
                steps.step_row(tables, 0, 11, 0)
                continue
            counts = np.zeros(FIRST_CALL + 8)
            tally(tables, menu, times, counts)
            n = steps.menu_row(tables, 0, menu)
            expected = times / n
            assert {int(entry) for entry in menu[:n]} >= set(np.flatnonzero(counts))
            square += sum((counts[int(entry)] - expected) ** 2 / expected for entry in menu[:n])
            freedom += n - 1
            positions += 1
            steps.act_row(tables, 0, int(np.argmax(counts)))
    assert abs(square - freedom) < 5 * (2 * freedom) ** 0.5
