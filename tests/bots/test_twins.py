"""No bot of the house chooses by what its seat cannot know: in two worlds that look alike to the seat it chooses the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from interpreted import interpreted
from parlour import bots
from parlour.bots.reasons import Case, Reason, named, reasons
from parlour.bots.solver import forget_plans
from parlour.engine.view import View
from twins import Twins, twins

BUDGETS = {
    "chance": "chance",
    "easy": "easy:deals=1",
    "fair": "fair:iterations=6",
    "greedy": "greedy:deals=1,seconds=1e9",
    "nerve": "nerve:iterations=6",
    "search": "search:iterations=6",
    "solver": "solver:iterations=6",
    "strategy": "strategy",
    "strong": "strong:iterations=6",
}
"""Every bot of the house, with a budget that is not a time: how far it gets is then the same in both worlds."""
DAILY = ("cucumber", "khanhoo", "oh_hell", "porrazo", "scopa", "spades", "toepen")
PAUSES = (0, 8, 25)
NIGHTLY = (0, 3, 8, 15, 25, 40)


def choice_of(text: str, view: View, seed: int) -> list[int]:
    """Return the choice of a bot that has not seen the match before: the solver would keep its plan from the other world."""
    forget_plans()
    return [int(code) for code in bots.make(text, seed=seed).choose(view)]


def check(pair: Twins, seed: int) -> dict[str, int]:
    """Ask every bot that can play the game in both worlds; returns by bot how many choices it had at the first pick."""
    found = dict[str, int]()
    for name in bots.names(pair.worlds[0].game.room):
        first, second = (choice_of(BUDGETS[name], view, seed) for view in pair.views())
        assert first == second, f"{name} chooses by hidden cards after {pair.choices} choices"
        found[name] = len(pair.worlds[0].codes())
    first, second = (hint_words(view) for view in pair.views())
    assert first == second, f"a hint tells of hidden cards after {pair.choices} choices"
    return found


def hint_words(view: View) -> list[tuple[int, str, list[Reason]]]:
    """Return what a hint may say of all first picks of a view."""
    case = Case(view)
    return [(code, named(case, [code]), reasons(case, [code])) for code in case.menu]


def compare(name: str, pauses: tuple[int, ...], seeds: range) -> int:
    """The twin positions of a game in which all its bots were compared, with what was found in words."""
    found = [check(pair, seed) for seed in seeds for pair in twins(parlour.game(name), pauses, seed)]
    free = sum(max(asked.values()) > 1 for asked in found)
    print(
        f"{name}: {len(found)} twin positions, {free} with more than one choice, {sum(map(len, found))} pairs of choices compared"
    )
    return len(found)


def test_every_bot_has_a_budget() -> None:
    """So that none is left out."""
    assert sorted(BUDGETS) == bots.names()


@pytest.mark.parametrize("name", DAILY)
def test_bots_choose_the_same_in_worlds_that_look_alike(name: str) -> None:
    """Some rooms every day, interpreted: to compile every bot of a room takes longer than to ask them all."""
    call = f"from test_twins import *; assert compare({name!r}, PAUSES, range(1, 2)) > 0"
    interpreted("-c", call, folder=Path(__file__).parent)


@pytest.mark.soak
@pytest.mark.parametrize("name", parlour.game_names())
def test_bots_choose_the_same_in_many_worlds(name: str) -> None:
    """All rooms at night, from many matches."""
    assert compare(name, NIGHTLY, range(1, 11)) >= 20
