"""Many matches at once: compiled and plain lanes agree, and Gymnasium finds what it expects."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour import envs
from parlour.engine.rooms import room_names

gymnasium = pytest.importorskip("gymnasium")
HERE = Path(__file__).parent
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_lanes_are_matches_interpreted(part: int) -> None:
    held_to_matches(list(room_names())[part::PARTS], "1")


def test_lanes_are_matches_compiled() -> None:
    """A room of the house, and a small one in which several seats are asked at once."""
    held_to_matches(["cucumber", str(HERE.parent / "rooms" / "whispers")], "0")


@pytest.mark.soak
@pytest.mark.parametrize("name", room_names())
def test_lanes_are_matches_compiled_all(name: str) -> None:
    held_to_matches([name], "0")


def test_lanes_of_ones_own_rooms_are_matches() -> None:
    held_to_matches([str(HERE.parent / "rooms" / name) for name in ("knocks", "whispers")], "1")


def held_to_matches(names: list[str], interpreted: str) -> None:
    env = {**os.environ, "NUMBA_DISABLE_JIT": interpreted}
    script = [sys.executable, str(HERE / "lanes_as_matches.py"), *names]
    run = subprocess.run(script, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.split() == names


def random_actions(env, chooser) -> np.ndarray:
    return np.array([chooser.choice(np.flatnonzero(legal)) for legal in env.action_mask])


def test_gymnasium_interface() -> None:
    env = envs.vector("cucumber", 8, seats=3, opponents="chance", threads=2)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    assert env.observation_space.shape == (8, env.single_observation_space.shape[0])
    seen, info = env.reset(seed=3)
    chooser, ended = np.random.default_rng(1), 0
    learners = set()
    for _ in range(150):
        assert env.observation_space.contains(seen)
        assert np.array_equal(info["action_mask"], env.action_mask)
        assert info["action_mask"].any(axis=1).all()
        learners |= set(info["seat"].tolist())
        before = info["seat"]
        seen, reward, terminated, truncated, info = env.step(random_actions(env, chooser))
        assert not truncated.any()
        assert np.all(info["results"][~terminated] == 0)
        assert np.array_equal(reward, np.where(terminated, info["results"][np.arange(8), before], 0))
        assert ("final_obs" in info) == terminated.any()
        if terminated.any():
            assert np.array_equal(info["_final_obs"], terminated)
            assert np.abs(info["results"][terminated].sum(axis=1)).max() < 1e-6
            ended += int(terminated.sum())
    assert ended > 8
    assert learners == {0, 1, 2}
    env.close()


def test_equal_seeds_give_equal_episodes() -> None:
    def played(seed: int, threads: int) -> list[np.ndarray]:
        env = envs.vector("cucumber", 5, opponents="chance", threads=threads, hands=True)
        kept, chooser = [env.reset(seed=seed)[0]], np.random.default_rng(2)
        for _ in range(40):
            kept += env.step(random_actions(env, chooser))[:2]
        env.close()
        return kept

    one = played(4, 1)
    assert all(np.array_equal(a, b) for a, b in zip(one, played(4, 3), strict=True))
    assert not all(np.array_equal(a, b) for a, b in zip(one, played(5, 1), strict=True))


def test_nothing_is_copied_if_so_wished() -> None:
    env = envs.vector("cucumber", 2, copy=False)
    seen, info = env.reset(seed=1)
    again, *_ = env.step(info["action_mask"].argmax(axis=1))
    assert np.shares_memory(seen, again)
    assert np.shares_memory(seen, np.from_dlpack(seen))
    torch = pytest.importorskip("torch")
    tensor = torch.from_dlpack(seen)
    seen[0, 0] = 0.25
    assert float(tensor[0, 0]) == 0.25


@pytest.mark.parametrize("opponents", ["self", "chance"])
def test_arrays_begin_where_other_libraries_share_them(opponents: str) -> None:
    """For any number of environments; an array elsewhere is copied silently by JAX and then shows an old step."""
    for n in (1, 2, 3, 7, 64):
        env = envs.vector("cucumber", n, opponents=opponents, copy=False)
        seen, info = env.reset(seed=1)
        arrays = [seen, info["action_mask"], env.many.out.reward, env.many.out.results, env.many.out.ended]
        assert [array.ctypes.data % 64 for array in arrays] == [0] * len(arrays), n


def test_any_bot_may_play_against_the_learner() -> None:
    class First:
        def choose(self, view):
            return [view.codes()[0]]

    env = envs.vector("cucumber", 2, opponents=First(), seat=1, memory=True)
    _, info = env.reset(seed=1)
    for _ in range(10):
        assert set(info["seat"]) == {1}
        _, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))


def test_bad_input_is_one_line() -> None:
    env = envs.vector("cucumber", 2)
    seen, info = env.reset(seed=1)
    illegal = info["action_mask"].argmin(axis=1)
    for wrong in (illegal, [-1, 0], [10**6, 0], [0]):
        with pytest.raises(parlour.BadInput):
            env.step(wrong)
    assert np.array_equal(env.many.out.seen, seen)
    for given in ({"opponents": "nobody"}, {"seat": 9}, {"threads": 0}):
        with pytest.raises(parlour.BadInput):
            envs.vector("cucumber", 2, **given)
    with pytest.raises(parlour.BadInput):
        envs.vector("cucumber", 0)
