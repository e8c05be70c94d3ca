"""One scale of skill: games made up of play and lots in known parts, for any number of seats, partners and payments."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from parlour.lab.measures import BY_NAME, Figures, Setting
from parlour.lab.measures.base import Column
from parlour.lab.measures.skill import able
from parlour.lab.seated import plans
from parlour.lab.statistics import Figure

PAIR = "fair against easy"
Result = Callable[[np.random.Generator, list[int], int], tuple[list[float], int]]
"""(draws, side of each seat, the side that comes out best) to (payoff, winners as bits)."""


def winner_takes_all(draw: np.random.Generator, sides: list[int], best: int) -> tuple[list[float], int]:
    won = [side == best for side in sides]
    return [1.0 if one else -1.0 for one in won], sum(1 << seat for seat, one in enumerate(won) if one)


def one_loser(draw: np.random.Generator, sides: list[int], best: int) -> tuple[list[float], int]:
    """All sides but one win, the best among them."""
    loser = draw.choice([side for side in set(sides) if side != best])
    won = [side != loser for side in sides]
    return [1.0 if one else -3.0 for one in won], sum(1 << seat for seat, one in enumerate(won) if one)


def chips(draw: np.random.Generator, sides: list[int], best: int) -> tuple[list[float], int]:
    """All are paid differently, each side the same."""
    amounts = np.sort(draw.exponential(10, len(set(sides))))
    others = [side for side in set(sides) if side != best]
    paid = dict(zip(draw.permutation(others).tolist(), amounts[:-1].tolist(), strict=True)) | {best: float(amounts[-1])}
    return [paid[side] for side in sides], sum(1 << seat for seat, side in enumerate(sides) if side == best)


def rows(sides: list[int], decided: float, deals: int, result: Result, seed: int = 1) -> dict[str, Column]:
    """Matches that the better player wins for certain with the chance `decided`, and otherwise a side drawn by lot."""
    draw, told = np.random.default_rng(seed), list[tuple[int, int, list[int], list[float], int]]()
    for deal in range(deals):
        for number, seating in enumerate(plans(["easy", "fair"], sides)):
            better = sides[seating.index(1)]
            best = better if draw.random() < decided else int(draw.choice(sides))
            told.append((deal, number, seating, *result(draw, sides, best)))
    names = ("match", "seating", "players", "payoff", "winners")
    return {name: np.array(column) for name, column in zip(names, zip(*told, strict=True), strict=True)}


def figures(name: str, sides: list[int], found: dict[str, Column]) -> Figures:
    return BY_NAME[name](found, Setting("made up", len(sides), ("easy", "fair"), seed=1))


TABLES = [list(range(seats)) for seats in range(2, 9)] + [[0, 1, 0, 1], [0, 1, 2, 0, 1, 2], [0, 1, 0, 1, 0, 1]]
RESULTS = (winner_takes_all, one_loser, chips)


@pytest.mark.parametrize("sides", TABLES, ids=str)
@pytest.mark.parametrize("result", RESULTS)
def test_certainty_is_certainty_at_any_number_of_seats(sides: list[int], result: Result) -> None:
    found = rows(sides, 1.0, 60, result)
    skill = figures("skill", sides, found)[PAIR]
    assert (skill.value, skill.high) == (1.0, 1.0)
    assert skill.low > 0.8
    wins, by_lot = figures("wins", sides, found).values()
    number = len(set(sides))
    assert (wins.value, by_lot.value) == (1.0, pytest.approx((number - 1 if result is one_loser else 1) / number))
    assert math.isinf(figures("elo", sides, found)["fair"].high)
    if result is not one_loser:
        assert figures("lead", sides, found)[PAIR].value == 1
    if result is winner_takes_all:
        assert figures("variance", sides, found)["player"].value == pytest.approx(1.0)


@pytest.mark.parametrize("sides", TABLES, ids=str)
@pytest.mark.parametrize("result", RESULTS)
def test_the_scale_is_the_part_that_play_decides(sides: list[int], result: Result) -> None:
    for decided in (0.0, 0.4):
        found = rows(sides, decided, 200, result, seed=2)
        skill = figures("skill", sides, found)[PAIR]
        assert skill.low - 0.05 < decided < skill.high + 0.05
        wins, by_lot = figures("wins", sides, found).values()
        assert wins.value == pytest.approx(decided + (1 - decided) * by_lot.value, abs=0.06)


def test_who_does_worse_than_a_lot_is_below_zero() -> None:
    """The only one to lose of four falls by all that the three win."""
    for payoff, below in (((-3.0, 1.0), -3.0), ((-1.0, 0.0), -3.0)):
        lost = rows([0, 1, 2, 3], 0.0, 50, winner_takes_all)
        lost["payoff"] = np.where(lost["players"] == 1, *payoff)
        assert figures("skill", [0, 1, 2, 3], lost)[PAIR].value == pytest.approx(below)
        assert figures("elo", [0, 1, 2, 3], lost)["fair"].value < 0
        assert figures("lead", [0, 1, 2, 3], lost) == {}


def test_nobody_is_ahead_in_a_match_that_all_draw() -> None:
    found = rows([0, 1, 2], 1.0, 30, lambda draw, sides, best: ([0.0] * 3, 0b111))
    assert figures("skill", [0, 1, 2], found)[PAIR].value == 0.0
    assert "lead" not in figures("lead", [0, 1, 2], found)


@pytest.mark.parametrize(("chance", "truth"), [(1.0, 1), (0.95, 1), (0.9, 3), (0.75, 9), (0.6, 67)])
def test_matches_until_the_better_player_is_ahead(chance: float, truth: int) -> None:
    """Two play, and the better wins with this chance: the binomial distribution tells after how many matches that shows."""
    ahead = {
        n: sum(_binomial(n, k, chance) * (1.0 if 2 * k > n else 0.5 if 2 * k == n else 0.0) for k in range(n + 1))
        for n in range(1, 80)
    }
    assert min(n for n, found in ahead.items() if found >= 0.95) == truth
    found = figures("lead", [0, 1], rows([0, 1], 2 * chance - 1, 1000, winner_takes_all, seed=4))[PAIR]
    assert found.low <= truth <= found.high
    assert found.value == pytest.approx(truth, rel=0.25, abs=1)


def _binomial(n: int, k: int, chance: float) -> float:
    return math.comb(n, k) * chance**k * (1 - chance) ** (n - k)


@pytest.mark.parametrize("deals", [10, 60])
@pytest.mark.parametrize("decided", [0.0, 0.5, 0.9])
@pytest.mark.parametrize("sides", [[0, 1], [0, 1, 2, 3]], ids=str)
def test_intervals_hold_the_truth(sides: list[int], decided: float, deals: int) -> None:
    held = []
    for seed in range(40):
        skill = figures("skill", sides, rows(sides, decided, deals, winner_takes_all, seed))[PAIR]
        held.append(skill.low <= decided <= skill.high)
    assert np.mean(held) >= 0.85


def test_players_who_cannot_play_say_nothing() -> None:
    players = ("chance", "easy", "fair")
    better, not_better = Figure(0.2, 0.1, 0.3, 50), Figure(0.1, -0.1, 0.3, 50)
    assert able({"fair against chance": better}, players)
    assert not able({"fair against chance": not_better}, players)
    assert able({}, players)
    assert able({"fair against easy": not_better}, ("easy", "fair"))
