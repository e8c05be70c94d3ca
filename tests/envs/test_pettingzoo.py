"""The games of the house in PettingZoo: its own checks, and the rewards, masks and texts of a match."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.engine.errors import BadInput
from parlour.engine.rooms import room_names

pytest.importorskip("pettingzoo")

from parlour.envs import pettingzoo  # only if there is PettingZoo

HERE = Path(__file__).parent
WHISPERS = str(HERE.parent / "rooms" / "whispers")
DAILY = ["cucumber", "delphi", "klondike", WHISPERS]


def checked(cycles: int, *names: str) -> None:
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, str(HERE / "zoo_every_game.py"), str(cycles), *names]
    run = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-4000:]
    assert run.stdout.splitlines() == list(names)


def test_pettingzoos_own_checks() -> None:
    checked(40, *DAILY)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", [*room_names(), WHISPERS])
def test_pettingzoos_own_checks_of_every_game(name: str) -> None:
    checked(300, name)


def played(env, seed: int) -> tuple[list[tuple[str, int]], dict[str, float]]:
    """A match by the first legal action: what was done, and the sum of each agent's rewards as `last` hands them out."""
    env.reset(seed=seed)
    done, sums = [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        sums[agent] += reward
        assert not cut
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        action = None if over else int(seen["action_mask"].argmax())
        if action is not None:
            assert agent == f"player_{env.unwrapped.match.turn}"
            done.append((agent, action))
        env.step(action)
    return done, sums


@pytest.mark.parametrize(("name", "house"), [("cucumber", {}), (WHISPERS, {"hands": 1}), ("crash", {"target": 5})])
def test_the_same_match_as_without_pettingzoo(name: str, house: dict[str, int]) -> None:
    game = parlour.game(name, **house)
    done, sums = played(pettingzoo.env(name, **house), seed=5)
    match, actions = game.start(seed=5), parlour.envs.Actions(game)
    for agent, action in done:
        seat = match.turn
        assert agent == f"player_{seat}"
        match.play(actions.code(action, match.view(seat)))
    assert match.over
    assert list(sums.values()) == pytest.approx(match.payoff)


def test_rewards_by_score_add_up_to_the_score() -> None:
    for name, sign in (("polignac", -1), ("oh_hell", 1)):
        env = pettingzoo.env(name, rewards="score")
        _, sums = played(env, seed=2)
        assert env.unwrapped.game.room.low == (sign < 0)
        assert list(sums.values()) == [sign * score for score in env.unwrapped.match.score]


def test_render_shows_what_the_agent_sees() -> None:
    env = pettingzoo.env("schnapsen", render_mode="ansi")
    env.reset(seed=1)
    raw = env.unwrapped
    text = env.render()
    assert text == raw.match.view(raw.match.turn).position()
    assert "??" in text


def test_wrong_use_is_told_in_one_line() -> None:
    with pytest.raises(BadInput, match="Schnapsen is for 2 players, not 3"):
        pettingzoo.env("schnapsen", seats=3)
    with pytest.raises(BadInput, match="rewards is payoff or score, not 'fun'"):
        pettingzoo.env("schnapsen", rewards="fun")
    env = pettingzoo.env("schnapsen")
    env.reset(seed=1)
    illegal = int(env.last()[0]["action_mask"].argmin())
    with pytest.raises(BadInput, match="is not legal now"):
        env.step(illegal)
