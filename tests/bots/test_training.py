"""Self-play learns, the same every time; the result is written and read again, and the shipped results fit."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.bots.training import train
from parlour.bots.weights import FILE, Policy, policy_by, read_policy, weights_of, write_policy
from parlour.cli import main
from parlour.engine.rooms import GAMES, room
from parlour.kit import FIRST_CALL
from parlour.kit.features import FEATURES, NO_FEATURE

SHIPPED = sorted(path.parent.name for path in GAMES.glob(f"*/{FILE}"))


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_shipped_fits_the_rules(name: str) -> None:
    """Of today's rules and features, small, and not empty."""
    path = GAMES / name / FILE
    head = json.loads(path.read_text(encoding="utf-8"))
    assert (head["rules"], head["features"]) == (room(name).rules_version, FEATURES), f"parlour train {name}"
    assert path.stat().st_size < 500_000
    policy = read_policy(path, room(name))
    for weights in (policy.usual, *(weights for _, weights in policy.under)):
        assert weights[NO_FEATURE] == 0
        assert weights.any()


@pytest.mark.parametrize("name", SHIPPED)
def test_every_policy_plays_under_its_house_rules(name: str) -> None:
    """The house rules of each are some that the game has, written as it writes them, and not the usual ones."""
    policy = read_policy(GAMES / name / FILE, room(name))
    assert (weights_of(parlour.game(name)) == policy.usual).all()
    for house, weights in policy.under:
        assert (weights_of(parlour.game(name, **house)) == weights).all()
        assert not (weights == policy.usual).all()


def test_weights_are_written_and_read(tmp_path: Path) -> None:
    """Rounded; those of other rules are none; what is no such file is refused in a line."""
    opened, path = room("schnapsen"), tmp_path / FILE
    weights = np.zeros(FEATURES)
    weights[[3, 40]] = 1.234, -0.5
    write_policy(path, opened, Policy(weights))
    assert read_policy(path, opened).usual[[3, 40]].tolist() == [1.23, -0.5]
    path.write_text(path.read_text().replace('"rules":1', '"rules":0'))
    assert not read_policy(path, opened).usual.any()
    for malformed in ([1], {"rules": 1, "features": FEATURES, "weights": {}, "under": [1]}):
        path.write_text(json.dumps(malformed))
        with pytest.raises(parlour.BadInput, match="holds no weights of a policy"):
            read_policy(path, opened)


def test_a_game_is_played_by_the_policy_of_its_house_rules(tmp_path: Path) -> None:
    """Of those whose rules hold the one that names most, and the usual one if none does."""
    path, numbered = tmp_path / FILE, [np.zeros(FEATURES) for _ in range(4)]
    for k, weights in enumerate(numbered, 1):
        weights[1] = k
    both = {"dealer_rule": "not_equal", "miss_score": "none"}
    under = (({"dealer_rule": "not_equal"}, numbered[1]), (both, numbered[2]), ({"zero_points": 5}, numbered[3]))
    write_policy(path, room("oh_hell"), Policy(numbered[0], under))
    for house, which in (({}, 1), ({"dealer_rule": "none"}, 1), (under[0][0], 2), (both, 3), (both | {"zero_points": 5}, 3)):
        assert policy_by(path, parlour.game("oh_hell", **house))[1] == which


def test_schnapsen_learns_when_to_claim() -> None:
    """A little practice: with 66 points one declares, with few one goes on. The same arguments learn the same."""
    game, gains = parlour.game("schnapsen"), []
    learned = train(game, 12, 256, seed=3, progress=lambda lesson: gains.append(lesson.gain))
    assert (learned == train(game, 12, 256, seed=3)).all()
    assert len(gains) == 12
    assert np.mean(gains[-3:]) > gains[0]
    declare = game.room.calls.code("declare")
    from parlour.kit.features import _CALLS, STRENGTHS

    at = _CALLS + (declare - FIRST_CALL) * STRENGTHS  # the stage counts for four, trumps in hand for up to three
    assert learned[at + 12] + learned[at + 13] > learned[at] + learned[at + 1]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Writes where it is told."""
    path = tmp_path / "weights.json"
    assert main(["train", "schnapsen", "-n", "1", "--seed", "1", "-o", str(path)]) == 0
    assert capsys.readouterr().out.strip() == str(path)
    assert read_policy(path, room("schnapsen")).usual.any()


def test_the_command_learns_under_house_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Into the room's own file, beside what was learned before, which it replaces only under the same rules."""
    folder = tmp_path / "polignac"
    shutil.copytree(GAMES / "polignac", folder)
    path, seeds = folder / FILE, iter("1234")

    def learn(*rules: str) -> Policy:
        assert main(["train", str(folder), "-n", "1", "--seed", next(seeds), *rules]) == 0
        assert capsys.readouterr().out.strip() == str(path)
        return read_policy(path, room(str(folder)))

    usual = learn()
    first, second = learn("--set", "capot=bid"), learn("--set", "queen_of_spades=true", "--set", "capot=bid")
    third = learn("--set", "capot=bid")
    assert (third.usual == usual.usual).all()
    others = [house for house, _ in usual.under if house not in ({"capot": "bid"}, {"capot": "bid", "queen_of_spades": True})]
    assert [house for house, _ in third.under] == [*others, {"capot": "bid", "queen_of_spades": True}, {"capot": "bid"}]
    assert (third.under[-2][1] == second.under[-1][1]).all()
    assert not (third.under[-1][1] == first.under[-1][1]).all()
