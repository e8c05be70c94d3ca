"""The example of training keeps its page's word: ten minutes of self-play at Toepen pass `fair`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from parlour.bots.arena import compare
from parlour.bots.guests import Guest, load

PPO = Path(__file__).parents[2] / "bench" / "ppo.py"


def trained(folder: Path, minutes: float) -> dict[str, object]:
    """The weights after some minutes of training at Toepen, with one small examination at each end."""
    learned = folder / "learned.npz"
    options = ["--seats", "3", "--minutes", str(minutes), "--every", "1000", "--exam", "2", "-o", str(learned)]
    subprocess.run([sys.executable, str(PPO), "toepen", *options], check=True, timeout=7000)
    return dict(np.load(learned))


def test_what_is_trained_plays(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    weights = trained(tmp_path, 0.02)
    assert weights["w1"].shape[1] == len(weights["columns"]) < 944  # type: ignore[attr-defined]
    player = load(str(PPO), "Learned")(weights)
    assert compare("toepen", [Guest(text="learned", player=player), "chance"], 4, seats=3, hands=True, seed=5).deals == 4


@pytest.mark.soak
def test_ten_minutes_pass_fair(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    player = load(str(PPO), "Learned")(trained(tmp_path, 10))
    found = compare("toepen", [Guest(text="learned", player=player), "fair"], 6000, seats=3, hands=True, seed=5).players[0]
    assert found.mean > found.margin
