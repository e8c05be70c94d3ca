"""What play reaches is a position that can exist, under any house rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import parlour
from ladder_rooms import short
from parlour.engine.rooms import GAMES
from parlour.engine.soundness import check_table

NAMES = sorted(folder.name for folder in GAMES.iterdir() if (folder / "rules.py").is_file())
ROOMS = pytest.mark.parametrize("name", NAMES, ids=short)


def some_game(name: str, rng: random.Random) -> parlour.Game:
    """A game with seats and house rules by chance."""
    room = parlour.Game(name).room
    fewest, most = room.Table.seats_range
    for _ in range(100):
        house = {key: option.write(rng.choice(option.codes)) for key, option in room.Table.options.items() if rng.random() < 0.25}
        try:
            return parlour.Game(name, rng.randint(fewest, most), house)
        except parlour.BadInput:
            continue
    return parlour.Game(name)


def reachable(game: parlour.Game, rng: random.Random, choices: int) -> Iterator[parlour.Match]:
    """A match of random play, after the deal and after each choice that completes a chain."""
    match = game.start(seed=rng.randrange(10**6))
    yield match
    for _ in range(choices):
        codes = [code for code in match.codes() if code != game.room.resign]
        if match.over or not codes:
            return
        match.play(rng.choice(codes))
        if not match._picks and not match._aside:
            yield match


def all_sound(name: str, seed: int, matches: int, choices: int) -> None:
    rng = random.Random(f"{name} {seed}")
    for _ in range(matches):
        game = some_game(name, rng)
        for match in reachable(game, rng, choices):
            check_table(game.room, match.row)


@ROOMS
def test_reached_positions_are_sound(name: str) -> None:
    all_sound(name, 1, 3, 40)


@pytest.mark.soak
@ROOMS
def test_many_reached_positions_are_sound(name: str) -> None:
    all_sound(name, 2, 60, 300)
