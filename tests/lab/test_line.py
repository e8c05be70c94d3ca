"""`parlour study` on the command line: one line for anything that cannot be studied."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

import parlour
from parlour.cli import main
from parlour.cli.study import _seed
from parlour.engine.errors import BadInput
from parlour.lab.question import SEED, ask
from parlour.lab.store import QUESTION, Store

KNOCKS = str(Path(__file__).parent.parent / "rooms" / "knocks")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (["nonesuch"], "there is no game 'nonesuch'"),
        (["schnapsen", "--players", "5"], "is for 2 players"),
        (["schnapsen", "--set", "colour=red"], "has no house rule 'colour'"),
        (["schnapsen", "--vary", "target_vp"], "varied as rule=value,value"),
        (["schnapsen", "--vary", "target_vp=7", "--vary", "target_vp=9"], "varied twice"),
        (["schnapsen", "--vary", "target_vp=soon"], "house rule target_vp"),
        (["schnapsen", "--bots", "strong"], "thinks by the clock"),
        (["schnapsen", "--bots", "nobody"], "there is no bot 'nobody'"),
        (["schnapsen", "--cluster", "tcp://127.0.0.1:1", "--workers", "2"], "leave one of --workers and --cluster out"),
    ],
)
def test_what_cannot_be_studied(line: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", *line, "-o", str(tmp_path / "study")]) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)


@pytest.mark.parametrize(
    ("library", "extra", "more"), [("pyarrow.parquet", "lab", []), ("distributed", "cluster", ["--cluster", "tcp://x:1"])]
)
def test_an_extra_that_is_not_installed(
    library: str, extra: str, more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    assert main(["study", KNOCKS, *more, "-o", str(tmp_path / "study")]) == 2
    assert capsys.readouterr().err.endswith(f"is not installed: pip install 'parlour[{extra}]'\n")


def test_a_folder_of_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").touch()
    assert main(["study", KNOCKS, "-o", str(tmp_path)]) == 2
    assert "holds something else" in capsys.readouterr().err


def test_bots_from_files_do_not_know_the_deals(tmp_path: Path) -> None:
    """Under the usual seed a bot could deal all cards itself and look for its own hand among them."""
    folder = tmp_path / "study"
    given = {"seed": None, "output": str(folder), "all": False, "wish": [], "depth": False, "game": "schnapsen"}
    house, guests = Namespace(**given, bots="easy,chance"), Namespace(**given, bots="mine.py:Mine,chance")
    assert (_seed(house), _seed(Namespace(**given | {"seed": 7}, bots="mine.py:Mine"))) == (SEED, 7)
    first = _seed(guests)
    assert first not in (SEED, _seed(guests))
    Store(folder, ask(parlour.game("schnapsen"), ["chance"], {}, first))
    assert _seed(guests) == first, "a study that goes on has the same deals"
    question = folder / QUESTION
    for damaged in (question.read_bytes()[:40], question.read_bytes().replace(str(first).encode(), str(first ^ 1).encode())):
        question.write_bytes(damaged)
        with pytest.raises(BadInput, match="the seed of the deals is lost"):
            _seed(guests)
