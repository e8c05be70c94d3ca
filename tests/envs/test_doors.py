"""The same match through every door: `Match`, `State`, lanes (and so Gymnasium), PettingZoo and OpenSpiel."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from parlour.engine.game import Game
from parlour.engine.rooms import room_names
from parlour.envs import openspiel, pettingzoo
from parlour.envs.actions import Actions
from parlour.envs.course import parts_of
from parlour.envs.lanes import ManyMatches
from parlour.envs.tensors import Tensors
from parlour.kit.layout import DEAL, NOBODY

pytest.importorskip("pyspiel")
pytest.importorskip("pettingzoo")

SEED = 77


def dealt(state: Any) -> Any:
    """Let chance decide by the seed: the lot and every deal of a match of that seed come of it alone.

    Returns the state; None if chance is to decide in the middle of a hand.
    """
    while state.is_chance_node():
        if state.walk.begun and int(state.walk.row.phase) != DEAL:
            return None
        for part in parts_of(SEED):
            state.apply_action(part)
    return state


def through_every_door(name: str, most: int) -> int:
    """Random play of one match through all doors, compared at every choice; returns how many were made.

    OpenSpiel leaves the comparison when chance decides in the middle of a hand: there it draws by another seed.
    """
    game, chooser, made = Game(name), random.Random(name), 0
    actions, tensors, seats = Actions(game), Tensors(game), range(game.seats)
    match, state, lanes = game.start(SEED), game.new_state(SEED), ManyMatches(Game(name), 1, "self")
    zoo, spiel = pettingzoo.raw_env(name), dealt(openspiel.load(name).new_initial_state())
    out = lanes.begin(SEED)
    zoo.reset(seed=SEED)
    while not match.over and made < most:
        seat = match.turn
        view = match.view(seat)
        legal = actions.mask(view)
        assert (state.player, int(out.seat[0]), zoo.seat_of[zoo.agent_selection]) == (seat, seat, seat)
        assert np.array_equal(legal, out.legal[0])
        assert np.array_equal(legal, zoo.observe(zoo.agent_selection)["action_mask"])
        seen = tensors.of(view)
        assert np.array_equal(seen, out.seen[0])
        assert np.array_equal(seen, zoo.observe(zoo.agent_selection)["observation"])
        if not (match.answers or match.unfinished or len(match.asked) > 1):
            assert all(state.view(p).tables.tobytes() == match.view(p).tables.tobytes() for p in (*seats, NOBODY))
        action = int(chooser.choice(np.flatnonzero(legal)))
        code = actions.code(action, view)
        if spiel is not None:
            assert spiel.current_player() == seat
            assert spiel.legal_actions() == np.flatnonzero(legal).tolist()
            assert spiel.walk.view(seat).tables.tobytes() == view.tables.tobytes()
            spiel.apply_action(action)
            spiel = dealt(spiel)
        match.play(code, seat=seat)
        state.apply(code)
        zoo.step(action)
        out = lanes.step([action])
        made += 1
    assert match.over == state.over == bool(out.ended[0])
    if match.over:
        assert match.payoff == state.payoffs == [zoo.rewards[agent] for agent in zoo.possible_agents]
        assert np.array_equal(np.float32(match.payoff), out.results[0])
        assert spiel is None or spiel.returns() == match.payoff
    return made


@pytest.mark.parametrize("name", ["schnapsen", "cucumber"])
def test_the_same_match_through_every_door(name: str) -> None:
    assert through_every_door(name, 60) > 20


@pytest.mark.soak
@pytest.mark.parametrize("name", room_names())
def test_the_same_match_of_every_game_through_every_door(name: str) -> None:
    assert through_every_door(name, 400)
