"""Self-play learns, the same every time; the result is written and read again, and the shipped results fit."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.bots.training import train
from parlour.bots.weights import FILE, read_weights, weights_of, write_weights
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
    weights = weights_of(room(name))
    assert weights[NO_FEATURE] == 0
    assert weights.any()


def test_weights_are_written_and_read(tmp_path: Path) -> None:
    """Rounded; those of other rules are none; what is no such file is refused in a line."""
    opened, path = room("schnapsen"), tmp_path / FILE
    weights = np.zeros(FEATURES)
    weights[[3, 40]] = 1.234, -0.5
    write_weights(path, opened, weights)
    assert read_weights(path, opened)[[3, 40]].tolist() == [1.23, -0.5]
    path.write_text(path.read_text().replace('"rules":1', '"rules":0'))
    assert not read_weights(path, opened).any()
    path.write_text("[1]")
    with pytest.raises(parlour.BadInput, match="holds no weights of a policy"):
        read_weights(path, opened)


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
    assert read_weights(path, room("schnapsen")).any()
