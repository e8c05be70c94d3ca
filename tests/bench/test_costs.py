"""The table of what each game costs."""

import sys

import costs
import pytest


def test_what_is_measured_is_shared_out(monkeypatch):
    ticks = iter(range(100))
    monkeypatch.setattr(costs.time, "process_time", lambda: next(ticks))
    assert costs.each(lambda: None, 4) == 250_000


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--only", "play,luck"], "--only luck: the columns are play, start, vector, search, memory, cores, cold"),
        (["whist"], "there is no game 'whist'"),
    ],
)
def test_what_is_not_there_is_one_line(asked, told, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["costs.py", *asked])
    with pytest.raises(SystemExit) as ended:
        costs.main()
    assert ended.value.code == 2
    assert told in capsys.readouterr().err
