"""Piles and sweeps that the pads of Cassino and Scopa take, against other ways to find out.

A model that follows one course after the other agrees with the sets of the pad. What the pad takes at Scopa can be played, card
by card. Hands of players who sweep if they can are never refused.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from house.test_pad_totals import choice, compare, games
from parlour.engine import steps
from parlour.house.pad.fishing import Fishing
from parlour.kit import NOBODY

TURNS, TABLE, MOST = 36, 4, 5
SCOPA = Fishing(tuple(n % 2 for n in range(TURNS)), TABLE, MOST)
Can = Callable[[int, int, int, int, int], bool]


def courses(fishing: Fishing, sweeps: Sequence[int], ranks: Sequence[int]) -> Can:
    """Whether a hand of two can go on: by turn, cards on the table, sweeps made, cards that side 0 still gets, last to capture.

    ranks: the different ranks that the sides need. Nobody has captured: -1.
    """
    most = fishing.most or 60

    @cache
    def can(turn: int, table: int, made: int, cards: int, last: int, *needed: int) -> bool:
        if cards < 0:
            return False
        if turn == len(fishing.turns):
            short = [max(0, n - table * (side == last)) for side, n in enumerate(needed)]
            return made == len(sweeps) and last >= 0 and cards == (table if last == 0 else 0) and not any(short)
        side = fishing.turns[turn]
        if can(turn + 1, table + 1, made, cards, last, *needed):
            return True
        for taken in range(1, min(table, most) + 1):
            gain = 1 if taken == 1 else taken + 1
            rest = [max(0, n - gain * (p == side)) for p, n in enumerate(needed)]
            after = cards - (taken + 1) * (side == 0)
            swept = made < len(sweeps) and sweeps[made] == side
            clears = fishing.clears == "any" or (fishing.clears == "last" and turn + 1 == len(fishing.turns))
            ways = [made] * (taken < table or clears) + [made + 1] * (taken == table and swept)
            if any(can(turn + 1, table - taken, done, after, side, *rest) for done in ways):
                return True
        return False

    return lambda turn, table, made, cards, last: can(turn, table, made, cards, last, *ranks)


def entries(chance: random.Random, turns: int, pack: int) -> tuple[list[int], int]:
    """Sweeps, and cards of side 0: often close to the fewest that either side can have."""
    sweeps = [chance.randint(0, 1) for _ in range(chance.choice((0, 1, 2, 3, turns // 4, turns // 3)))]
    own, other = (min(pack, 2 * sweeps.count(side) + chance.randint(0, 5)) for side in (0, 1))
    return sweeps, chance.choice((own, pack - other, chance.randint(0, pack)))


@pytest.mark.parametrize("clears", ["none", "last", "any"])
@pytest.mark.parametrize("most", [None, 3])
def test_a_model_of_single_courses_agrees(most: int | None, clears: str) -> None:
    chance = random.Random(f"fishing {most} {clears}")
    fishing = Fishing(tuple(n % 2 for n in range(12)), 3, most, clears)
    found = set()
    for _ in range(120):
        sweeps, cards = entries(chance, 12, 15)
        ranks = [chance.randint(0, min(4, n)) for n in (cards, 15 - cards)]
        can = courses(fishing, sweeps, ranks)(0, 3, 0, cards, -1)
        assert fishing.can_give(sweeps, {0: cards, 1: 15 - cards}, dict(enumerate(ranks))) == can, (sweeps, cards, ranks)
        found.add(can)
    assert found == {False, True}


def test_no_more_than_five_cards_are_captured_at_once_at_scopa() -> None:
    """Over all tables of up to ten points that cards can be dealt and added to, by rank: a card that captures is never added."""
    todo = {table for n in range(TABLE + 1) for table in combinations(sorted([*range(1, 11)] * 4), n) if sum(table) <= 10}
    most = 0
    while todo:
        table = todo.pop()
        most = max(most, len(table))
        totals = {sum(some) for n in range(len(table) + 1) for some in combinations(table, n)}
        todo |= {tuple(sorted((*table, card))) for card in range(1, 11 - sum(table)) if card not in totals}
    assert most == MOST


def moves(table: Sequence[int], pack: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The cards that can be played at Scopa, by rank, with all that each can capture; nothing if it can only be added."""
    for rank in range(1, 11):
        if pack[rank] and rank in table:
            yield rank, (rank,)
        elif pack[rank]:
            sums = {some for n in range(2, MOST + 1) for some in combinations(table, n) if sum(some) == rank}
            yield from ((rank, some) for some in sums or [()])


def played(sweeps: Sequence[int], cards: int, chance: random.Random) -> bool:
    """Whether a hand of real cards with these sweeps and cards of side 0 is found. Cards are dealt as the search needs them."""
    can, tries = courses(SCOPA, sweeps, []), 0

    def go_on(turn: int, table: list[int], pack: list[int], made: int, left: int, last: int) -> bool:
        nonlocal tries
        tries += 1
        if turn == TURNS or tries > 3000:
            return turn == TURNS
        side, order = turn % 2, []
        for rank, taken in moves(table, pack):
            empty = len(taken) == len(table) > 0
            if not empty or (made < len(sweeps) and sweeps[made] == side):
                order.append((pack[rank] % 2 - pack[rank] * (not taken) + chance.random(), rank, taken, made + empty))
        for _, rank, taken, done in sorted(order):
            after = [*table] if taken else [*table, rank]
            for one in taken:
                after.remove(one)
            now = left - (len(taken) + 1) * (side == 0) if taken else left
            who = side if taken else last
            if can(turn + 1, len(after), done, now, who):
                rest = [n - (r == rank) for r, n in enumerate(pack)]
                if go_on(turn + 1, sorted(after), rest, done, now, who):
                    return True
        return False

    for _ in range(60):
        tries, deck = 0, sorted([*range(1, 11)] * 4)
        table = sorted(chance.sample(deck, TABLE))
        if table.count(10) < 3 and go_on(0, table, [0, *(4 - table.count(r) for r in range(1, 11))], 0, cards, -1):
            return True
    return False


def hands_of_cards(number: int, seed: str) -> None:
    chance = random.Random(seed)
    taken = 0
    while taken < number:
        sweeps, cards = entries(chance, TURNS, 40)
        allowed = SCOPA.can_give(sweeps, {0: cards, 1: 40 - cards})
        assert allowed == courses(SCOPA, sweeps, [])(0, TABLE, 0, cards, -1), (sweeps, cards)
        if allowed:
            assert played(sweeps, cards, chance), (sweeps, cards)
            taken += 1


def test_what_the_pad_of_scopa_takes_can_be_played_with_real_cards() -> None:
    hands_of_cards(5, "scopa, cards")


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_hands_at_the_bounds_of_scopa_can_be_played() -> None:
    hands_of_cards(300, "scopa, many cards")


def cards_left(tables: Any, code: int) -> int:
    """Return how many cards lie on the table after a choice, less one if it goes on with a capture."""
    after = tables.copy()
    steps.act_row(after, 0, code)
    t = after[0]
    zones = [t[name] for name in ("table", "loose", "pair_builds", "sum_builds") if name in t.dtype.names]
    return sum(int(cards).bit_count() for zone in zones for cards in np.atleast_1d(zone)) - int(bool(t.played))


def sweeping(tables: Any, words: Any, n: int, chooser: random.Random) -> int:
    """Choose what leaves the fewest cards on the table, of five choices: hands with many sweeps and uneven piles."""
    choices = [choice(tables, words, n, chooser) for _ in range(5)]
    return min(choices, key=lambda code: cards_left(tables, code)) if chooser.random() < 0.9 else choices[0]


@pytest.mark.parametrize("name", ["cassino", "scopa"])
def test_hands_of_players_who_sweep_are_taken(name: str) -> None:
    swept = 0

    def counted(tables: Any, words: Any, n: int, chooser: random.Random) -> int:
        nonlocal swept
        swept += int(np.sum(tables[0].swept_by != NOBODY))
        return sweeping(tables, words, n, chooser)

    for game, chooser in games(name, 6):
        assert compare(game, chooser, counted) > 0
    assert swept > 100
