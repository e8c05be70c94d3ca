"""Check what `bench/speed.py` measures and writes, without measuring anything."""

import sys

import pages
import pytest
import speed


def cell(*cells, load=1.5):
    return {"cells": list(cells), "load": load}


def test_every_column_of_every_game_is_asked_for_once():
    jobs = list(speed.jobs_of(speed.PARTS, ["schnapsen", "spades"]))
    assert len(jobs) == len(set(jobs)) == 1 + 2 * len(speed.costs.GROUPS) + 1
    assert ("peers", "") in jobs
    assert ("batch", "schnapsen") in jobs
    assert all(column != "cold" for column, _ in speed.jobs_of(["games"], ["spades"]))


def test_tables_leave_blank_what_is_not_measured():
    kept = {"play": {"a": cell("8", "1 M"), "b": cell("9", "2 M", load=7)}, "start": {"b": cell("0.3")}}
    table, load = speed.tables(kept)
    assert table.splitlines()[2:] == ["| a | 8 | 1 M |  |", "| b | 9 | 2 M | 0.3 |"]
    assert load.startswith("Machine load 1.5 to 7")
    *_, peers, _ = speed.tables(kept | {"peers": {"": cell(["x", "1 k", "1 .. 2", ""])}})
    assert peers.splitlines()[-1] == "| x | 1 k | 1 .. 2 |  |"


def test_a_page_keeps_what_stands_around_the_marks(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before <a> old <b> after")
    pages.put(page, "<a>", "<b>", "new")
    assert page.read_text() == "before <a>\n\nnew\n\n<b> after"
    with pytest.raises(ValueError, match="there must be <a> and, after it, <c>"):
        pages.put(page, "<a>", "<c>", "new")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--parts", "luck"], "--parts luck: the parts are games, cold, batch, peers"),
        (["--jobs", "0"], "--jobs 0: at least one process is needed"),
        (["whist"], "there is no game 'whist'"),
    ],
)
def test_what_is_not_there_is_one_line(asked, told, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["speed.py", *asked])
    with pytest.raises(SystemExit) as ended:
        speed.main()
    assert ended.value.code == 2
    assert told in capsys.readouterr().err
