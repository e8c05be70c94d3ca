"""The contestants of `bench/peers.py` play: what is counted is decisions, and the same game is as long everywhere."""

import peers
import pytest


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(peers, "SECONDS", 0.05)


def test_ours_in_whole_matches_and_one_by_one():
    decisions, seconds = peers.whole(peers.KUHN, 50, hands=1)()
    assert 2 * 50 <= decisions <= 3 * 50
    assert seconds > 0


@pytest.mark.parametrize(
    ("module", "make"),
    [
        ("pyspiel", lambda: peers.spiel_of_ours(peers.KUHN, hands=1)),
        ("pyspiel", lambda: peers.spiel("kuhn_poker")),
        ("pettingzoo", lambda: peers.aec_of_ours(peers.KUHN, hands=1)),
    ],
)
def test_loops_in_python(module, make):
    pytest.importorskip(module)
    decisions, seconds = make()()
    assert decisions > 0
    assert seconds >= 0.05


def test_what_is_missing_is_told(capsys):
    def missing():
        raise ImportError("No module named 'nowhere'")

    assert peers._made("nowhere", missing) is None
    assert capsys.readouterr().out == "nowhere: left out: No module named 'nowhere'\n"
