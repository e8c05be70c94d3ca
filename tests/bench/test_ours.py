"""The measurement of rooms: real plays, beside the peer that plays the same."""

import os
import subprocess
import sys
from pathlib import Path

import ours
import pytest
import schnapsen_c

from parlour.engine.errors import BadInput

SCRIPT = Path(ours.__file__)


def test_a_rate_is_a_median_with_its_range():
    spread = ours.decisions_per_second("schnapsen", 500, 3)
    assert spread.runs == 3
    assert 0 < spread.low <= spread.median <= spread.high


def test_the_same_seed_is_the_same_work():
    first, second = ours.playing("schnapsen", 300, seed=4), ours.playing("schnapsen", 300, seed=4)
    assert first()[0] == second()[0]
    assert ours.playing("schnapsen", 300, {"target_vp": 21}, seed=4)()[0] > 2 * first()[0]


@pytest.mark.skipif(schnapsen_c.compiler() is None, reason="no C compiler here")
def test_both_of_a_pair_play_the_same_matches():
    assert ours.playing("schnapsen", 2000, seed=6)()[0] == schnapsen_c.run(6, 2000).decisions
    (peer,) = ours.peers(6)["schnapsen"]
    assert peer.name == "C"
    pairs = ours.beside("schnapsen", peer, 1, 6)
    assert pairs.ratio.median == pytest.approx(pairs.a.median / pairs.b.median)


def test_an_unknown_room_is_one_clear_line():
    with pytest.raises(BadInput, match="there is no game 'snap_dragon'"):
        ours.playing("snap_dragon", 1)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, str(SCRIPT), "snap_dragon"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("ours.py: error: there is no game 'snap_dragon'")


def test_a_missing_peer_is_said(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    schnapsen_c.library.cache_clear()
    try:
        printed = [ours.line(row) for row in ours.measured("schnapsen", 1, 1)]
    finally:
        schnapsen_c.library.cache_clear()
    assert len(printed) == 2
    assert "no C compiler" in printed[1]
