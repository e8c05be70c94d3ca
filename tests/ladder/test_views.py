"""Hidden information, for every game: what a seat sees, what it remembers, what may be dealt again."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parlour
from ladder.test_rules import random_walk, seen
from ladder_rooms import games, ladder_rooms, short, told
from parlour.engine.redeal import redealt
from parlour.kit.layout import NOBODY

ROOMS = pytest.mark.parametrize("name", ladder_rooms(), ids=short)
LADDER = settings(deadline=None, max_examples=8, suppress_health_check=list(HealthCheck), derandomize=True)


@ROOMS
@LADDER
@given(data=st.data())
def test_a_redeal_keeps_view_and_menu(name: str, data: st.DataObject) -> None:
    """With the unseen cards dealt again a seat sees the same table and has the same menu, whoever looks."""
    game = data.draw(games(name))
    match = game.start(seed=data.draw(st.integers(0, 2**40)))
    chooser = random.Random(data.draw(st.integers(0, 2**40)))
    for _ in range(6):
        random_walk(match, chooser, data.draw(st.integers(0, 25)))
        if match.over:
            break
        while match._picks:
            random_walk(match, chooser, 1)
            if match.over:
                return
        for seat in range(game.seats):
            view = match.view(seat, memory=True)
            again = redealt(view.tables, view.memory, seat, chooser.getrandbits(60))
            assert seen(again, seat) == view.tables.tobytes(), told(match)
            if view.tables[0].turn == seat:
                assert game.menu(again) == game.menu(match.view(seat).tables) == match.codes(seat)


@ROOMS
def test_a_spectator_sees_no_hidden_card(name: str) -> None:
    """Nobody's view shows no card of a zone that is not open to all."""
    game = parlour.Game(name)
    match = game.start(seed=2)
    view = match.view(NOBODY)
    for zone in game.room.Table.zones.values():
        if zone.seen in (-1, -3):
            for index in zone.indices(game.seats):
                item = view.tables[0][zone.name][index] if index else view.tables[0][zone.name]
                if zone.kind == "cards":
                    assert int(item) & ((1 << 54) - 1) == 0
                elif zone.kind == "bag":
                    assert all(int(plane) & ((1 << 54) - 1) == 0 for plane in item)
                else:
                    assert all(int(card) == -1 for card in item[1 : int(item[0]) + 1])
    assert not view.tables[0].rng.any()
