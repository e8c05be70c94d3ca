"""Machiavelli's tables in random play against a plain program: what may go down, what is complete, what is regrouped."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter

import numpy as np

from parlour.engine import steps
from parlour.engine.game import Game
from parlour.games.machiavelli.rules import DONE, PLAY
from parlour.kit import NOBODY, bag_size, cards_in
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


def kept(melds: list[int], new: list[int]) -> list[int]:
    """The melds that stay: one after another is held still if the others can be grouped with the new cards."""
    left = [card for meld in melds for card in cards_in(meld)] + new
    stay = []
    for meld in melds:
        others = Counter(left)
        others.subtract(cards_in(meld))
        if splits(tuple(sorted(others.elements()))):
            stay.append(meld)
            left = list(others.elements())
    return stay


def test_menus_and_groups_of_random_play() -> None:
    game = Game("machiavelli", 4, {"cards": 7})
    rng, seen = random.Random(7), Counter[str]()
    menu = np.zeros(game.room.menu_size, np.int64)
    for seed in range(4):
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
                    stay = kept(before, new)
                    seen["kept" if stay == before else "regrouped"] += 1
                    assert not Counter(stay) - Counter(after)
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
