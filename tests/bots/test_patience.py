"""The bots of the patiences play better than chance, and never forever."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots import make
from parlour.bots.strategy import contested


def sequences(deals: range) -> list[int]:
    """Return how many sequences the strategy takes off in deals of Spider with one suit."""
    game, bot = parlour.game("spider", suits=1, stall=100), make("strategy")
    return [int(contested(game, [bot], deal, 0, False)[0][0].score[0]) for deal in deals]


def by_chance(deals: int) -> float:
    game = parlour.game("spider", suits=1, stall=100)
    tables, chance = game.tables(deals, seed=1), np.random.default_rng(1)
    while not tables.over.all():
        menus, sizes = tables.menus()
        tables.play(menus[np.arange(deals), (chance.random(deals) * np.maximum(sizes, 1)).astype(int)])
    return float(tables.array.score[:, 0].mean())


@pytest.mark.parametrize("name", ["klondike", "spider"])
def test_the_strategy_gives_up(name: str) -> None:
    """After a hundred choices without progress, by itself and if matches are played compiled."""
    game, bot = parlour.game(name), make("strategy")
    for deal in range(1, 20):
        table = contested(game, [bot], deal, 0, False)[0][0]
        assert table.over
        if table.idle == 100:
            break
    assert table.idle == 100
    match = game.start(seed=deal)
    while not match.over:
        match.play(*bot.choose(match.view(0, memory=True)))
    assert (match.row.idle, match.row.moves) == (100, table.moves)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_strategy_of_spider_takes_off_far_more_than_chance() -> None:
    """Deals 101 to 108: in one of them it meets more positions than it can remember, and goes on."""
    assert np.mean(sequences(range(101, 109))) > by_chance(200) + 3


@pytest.mark.slow
def test_a_hint_at_spider_says_what_its_moves_lead_to() -> None:
    """What it will do is spoken of first, and a move that turns up a card by itself is not said to do less."""
    game, bot = parlour.game("spider", suits=1), make("strategy")
    match, turned = game.start(seed=5), 0
    for _ in range(25):
        view = match.view(0, memory=True)
        codes, options = bot.consider(view)
        assert not options or options[0].code == codes[0]
        for option in options:
            hidden = match.row.down[:, 0].sum()
            match.play(option.code)
            if match.row.down[:, 0].sum() < hidden:
                turned += 1
                assert "a card turned up" in option.words or "a sequence complete" in option.words
            match.undo()
        match.play(*codes)
    assert turned > 5


def test_a_hint_at_klondike_says_what_its_moves_bring() -> None:
    """A hint says that a card is turned up, or that a column finds a place, exactly if that happens."""
    game, bot = parlour.game("klondike"), make("strategy")
    match, turned, placed = game.start(seed=2), 0, 0
    for _ in range(150):
        codes, options = bot.consider(match.view(0, memory=True))
        assert not options or options[0].code == codes[0]
        for option in options:
            hidden, column = match.row.down[:, 0].sum(), game.room.choice_name(option.code).partition(">")[2]
            match.play(option.code)
            assert (match.row.down[:, 0].sum() < hidden) == ("turned up" in option.words)
            turned += "turned up" in option.words
            if "a place" in option.words:
                placed += 1
                assert hiding(match, column)
            match.undo()
        match.play(*codes)
        if match.over:
            break
    assert turned > 5
    assert placed


def hiding(match: Any, column: str) -> int:
    """Return how many whole units that hide cards can be moved onto a column."""
    up, down = match.row.up, match.row.down
    whole = {f"c{c + 1}:{up[c, 0]}" for c in range(7) if down[c, 0]}
    return sum(unit in whole and onto == column for unit, _, onto in (name.partition(">") for name in match.choices()))
