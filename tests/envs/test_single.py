"""One match as a Gymnasium environment: Gymnasium's own checker passes, and it is the match of that seed."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour import envs
from parlour.engine.rooms import room_names

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402, an extra

MOST = 100
"""Choices of an episode that are looked at."""
KNOCKS = str(Path(__file__).resolve().parent.parent / "rooms" / "knocks")


def passes(name: str, **arguments) -> None:
    """Gymnasium's checker, and its passive one through legal choices: to the end of an episode, or a good many of them."""
    env = gymnasium.make(envs.spec(name, **arguments))
    check_env(env.unwrapped)
    chooser = np.random.default_rng(1)
    for seed in (1, None):
        seen, info = env.reset(seed=seed)
        for _ in range(MOST):
            assert env.observation_space.contains(seen)
            assert info["action_mask"].any()
            seen, reward, terminated, truncated, info = env.step(chooser.choice(np.flatnonzero(info["action_mask"])))
            over = terminated or truncated
            assert over == ("results" in info)
            if over:
                assert env.observation_space.contains(seen)
                assert reward in info["results"].astype(float)
                break
    env.close()


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("cucumber", {"seats": 3, "opponents": "chance"}),
        ("schnapsen", {"hands": True, "opponents": "easy"}),
        (KNOCKS, {"opponents": "chance", "memory": True}),
    ],
)
def test_gymnasium_checks_it(name: str, arguments: dict) -> None:
    passes(name, **arguments)


@pytest.mark.soak
@pytest.mark.parametrize("name", room_names())
def test_gymnasium_checks_every_game(name: str) -> None:
    passes(name)
    passes(name, opponents="chance", hands=True)


def test_it_is_the_lane_of_a_vector_of_one() -> None:
    one, many = envs.single("cucumber", seats=3, opponents="chance"), envs.vector("cucumber", 1, seats=3, opponents="chance")
    seen, info = one.reset(seed=5)
    rows, _ = many.reset(seed=5)
    ended = 0
    for _ in range(200):
        assert np.array_equal(seen, rows[0])
        assert info["seat"] == many.seat[0]
        action = int(np.flatnonzero(info["action_mask"])[-1])
        seen, reward, terminated, truncated, info = one.step(action)
        rows, rewards, terminations, _, found = many.step([action])
        assert (reward, terminated, truncated) == (rewards[0], terminations[0], False)
        if terminated:
            assert np.array_equal(seen, found["final_obs"][0])
            assert np.array_equal(info["results"], found["results"][0])
            seen, info = one.reset()  # goes on with the next match of the seed
            ended += 1
    assert ended > 1


def test_what_is_not_legal_loses_or_is_refused() -> None:
    env = envs.single("cucumber", seats=2, opponents="chance", illegal=-3)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, _ = env.step(wrong)
    assert (reward, terminated) == (-3.0, True)
    with pytest.raises(parlour.BadInput, match="reset begins the next"):
        env.step(0)
    again, _ = env.reset()
    env.reset(seed=1)
    env.step(wrong)
    assert np.array_equal(again, env.reset()[0])  # a fresh seed, settled by the last one given
    strict = envs.single("cucumber", seats=2, opponents="chance", illegal=None)
    _, info = strict.reset(seed=1)
    with pytest.raises(parlour.BadInput, match=f"action {wrong} is not legal"):
        strict.step(wrong)
    assert np.array_equal(strict.action_mask, info["action_mask"])


def test_a_patience_has_no_opponents() -> None:
    env = envs.single("klondike", memory=True)
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert info["seat"] == 0


def test_bad_arguments_are_one_line() -> None:
    with pytest.raises(parlour.BadInput, match="played against others"):
        envs.single("cucumber", opponents="self")
    with pytest.raises(parlour.BadInput, match="where the policy does not play"):
        envs.single("cucumber", memory=True)
    with pytest.raises(parlour.BadInput, match="not drawn"):
        envs.single("cucumber", render_mode="human")
    with pytest.raises(parlour.BadInput, match="there is no game"):
        envs.spec("whist")


def test_a_specification_can_be_sent() -> None:
    sent = pickle.loads(pickle.dumps(envs.spec("cucumber", seats=2, opponents="chance", limit=30)))
    env = gymnasium.make(sent)
    assert env.unwrapped.many.game.house["limit"] == 30
    assert "parlour/cucumber-v0" not in gymnasium.registry
