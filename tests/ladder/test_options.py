"""Every value of every house rule is in force in a scenario, and in one that starts with the deal if the rule acts there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.engine import steps
from parlour.engine.rooms import Room, room, room_names
from parlour.engine.scenarios import Scenario, read_scenarios
from parlour.kit.layout import DEAL, NOBODY, Option

FEW = 6
"""A rule with more values is tried at both ends and at its default."""
DEALS, DECISIONS = 4, 3


def tried(option: Option) -> list[int]:
    """The codes of the values that must be in force somewhere."""
    codes = [option.codes[0], option.codes[-1], option.default] if len(option.codes) > FEW else option.codes
    return sorted({code for code in codes if not option.auto or code != option.default})


def possible(opened: Room, name: str, value: Any) -> bool:
    """Whether there is a game with this value, by itself or with one other rule at an end of its range."""
    ends = [
        {other: o.write(code)} for other, o in opened.Table.options.items() for code in (o.codes[0], o.codes[-1]) if other != name
    ]
    for house in [{}, *ends]:
        try:
            parlour.Game(opened, None, {name: value} | house)
        except parlour.BadInput:
            continue
        return True
    return False


def values(opened: Room) -> Iterator[tuple[str, Any]]:
    """Every house rule with each of the values tried, as people write them."""
    for name, option in opened.Table.options.items():
        for code in tried(option):
            if possible(opened, name, option.write(code)):
                yield name, option.write(code)


def seen_first(game: parlour.Game, seed: int) -> list[tuple[bytes, bytes]]:
    """The first deal of a seed and what may be chosen there, for a few decisions, the lowest choice made each time."""
    tables, menu = game.blank(), np.zeros(game.room.menu_size, np.int64)
    found = []
    steps.begin_row(tables, 0, seed, 0)
    for _ in range(DECISIONS):
        for _ in range(100):
            if tables[0].turn != NOBODY or tables[0].over:
                break
            steps.step_row(tables, 0, seed, 0)
        if tables[0].turn == NOBODY:
            break
        n = int(steps.menu_row(tables, 0, menu))
        found.append((without_rules(game, tables), menu[:n].tobytes()))
        steps.act_row(tables, 0, int(menu[0]) & 0xFFFFFFFF)
    return found


def without_rules(game: parlour.Game, tables: np.ndarray) -> bytes:
    """A table without its house rules."""
    row = tables.copy()
    for name in game.room.Table.options:
        row[name] = 0
    return row.tobytes()


def acts_from_the_deal(opened: Room, name: str, value: Any) -> bool:
    """Whether the first deal or the first choices are others than by default. Where it needs another rule, that is not asked."""
    low, high = opened.Table.seats_range
    for seats in {low, opened.Table.default_seats, high}:
        try:
            usual, changed = parlour.Game(opened, seats), parlour.Game(opened, seats, {name: value})
        except parlour.BadInput:
            continue
        if any(seen_first(usual, seed) != seen_first(changed, seed) for seed in range(DEALS)):
            return True
    return False


def in_force(scenario: Scenario, name: str, value: Any) -> bool:
    """Whether a rule has this value in a scenario."""
    option = scenario.room.Table.options[name]
    return int(scenario.game().blank()[0][name]) == option.read(value)


def lacking(opened: Room) -> Iterator[str]:
    """The values for which there is no scenario, or none from the deal if they act there."""
    scenarios = read_scenarios(opened.folder / "scenarios.toml").scenarios
    dealt = [scenario for scenario in scenarios if int(scenario.start().row.phase) == DEAL]
    for option, value in values(opened):
        if not any(in_force(scenario, option, value) for scenario in scenarios):
            yield f"{option} = {value} is in no scenario"
        elif not any(in_force(scenario, option, value) for scenario in dealt) and acts_from_the_deal(opened, option, value):
            yield f"{option} = {value} acts from the deal, and no scenario starts there"


@pytest.mark.parametrize("name", room_names())
def test_every_value_is_in_force_where_it_acts(name: str) -> None:
    """A scenario for each value; one that begins with the deal, or with a new match, if the value changes what comes first."""
    assert list(lacking(room(name))) == []
