"""`parlour score`: a pad in the terminal, line by line, kept and resumed; and the sheet in every form."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

import parlour
from parlour.cli import main
from parlour.cli.score import pad_words
from parlour.engine.errors import BadInput
from parlour.engine.rooms import room, room_names
from parlour.house.pad import Pad, Scorer
from parlour.house.pad.keeping import PadFile
from parlour.languages import game_text, language, languages, speaking
from parlour.translating.sources import entered

PLAYERS = "Anna,Ben,Cleo,Dan"
FIRST = "bid 3 nil 4 4\ntricks 8 6\ntricks 8 5\nown Ben 1\n"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """Run `parlour score` with lines typed in; what it printed, and its exit status."""

    def run(lines: str, *arguments: object) -> tuple[str, int]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        monkeypatch.setattr("builtins.input", lambda prompt="": _line())

        def _line() -> str:
            line = __import__("sys").stdin.readline()
            if not line:
                raise EOFError
            return str(line)

        status = main(["score", *map(str, arguments)])
        printed = capsys.readouterr()
        return printed.out + printed.err, status

    return run


def test_an_evening_of_lines(told, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "evening.pad"
    out, status = told(FIRST + "\n3 3 3 3\n7 6\n", "spades", "--players", PLAYERS, "--dealer", "Dan", file)
    assert status == 0
    assert "Not so far: Tricks: 14 entered, 13 in a hand" in out
    assert "Hand 1: Anna & Cleo +71, Ben & Dan -59. Total: Anna & Cleo 71, Ben & Dan -59." in out
    assert "Hand 2. Anna deals. Ben begins. To 500: Anna & Cleo 429, Ben & Dan 559 to go. Hand 2 of at most 100." in out
    out, _ = told(
        "hand 1\ntricks 7 6\nown Ben 0\nundo\nundo\nundo\n", file
    )  # resumed; corrected; taken back, the tricks of hand 2 too
    assert "Hand 1: Anna & Cleo +70, Ben & Dan -58" in out
    assert "Hand 1: Anna & Cleo +70, Ben & Dan +142" in out
    out, _ = told("", "--show", file)
    assert re.search(r"1\s+\+71\s+71\s+·-59\s+-59\s+2\s+values missing", out)


def test_a_line_costs_what_it_changes(told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    settled: list[str] = []
    settle = Scorer.settle
    monkeypatch.setattr(Scorer, "settle", lambda self, *hand: settled.append("") or settle(self, *hand))
    for hands in (3, 30):
        settled.clear()
        file = tmp_path / f"{hands} hands.pad"
        told("3 3 3 3\n7 6\n\n" * hands, "spades", "--players", PLAYERS, file)
        assert len(settled) == hands, "each hand is settled once"
        matches = json.loads(told("", "--json", file)[0])["matches"]
        assert sum(len(match["hands"]) for match in matches) == hands
        assert all(isinstance(hand["told_by"], list) for match in matches for hand in match["hands"]), (
            "the key of earlier versions"
        )


def test_what_is_kept_survives_a_line_cut_off(told, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "cut.pad"
    told(FIRST, "spades", "--players", PLAYERS, file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-15])
    assert len(PadFile.resume(file).pad.events) == 3
    assert file.read_bytes() == whole[: whole[:-1].rindex(b"\n") + 1]
    told("hand 1\nown Ben 1\n", file)
    assert json.loads(told("", "--json", file)[0])["matches"][0]["totals"] == [71, -59, 71, -59]


def test_a_course_is_told_as_it_happens(told, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    out, _ = told("pays Ben\nknocks Anna\nfolds Cleo\nknocks D\nDan\n", "toepen", "--players", PLAYERS, tmp_path / "t.pad")
    assert "Still missing: Last trick." in out
    assert "Total: Anna 7, Ben 6, Cleo 9, Dan 10." in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["schach"], "there is no game 'schach'"),
        (["spades", "--players", "A,B"], "Spades is for 4 players, not 2"),
        (["spades", "--players", "A,A,B,C"], "two have the same name"),
        (["spades", "--players", PLAYERS, "--dealer", "Eve"], "the players are Anna, Ben, Cleo and Dan"),
        (["nothing.pad"], "there is no such pad; a new one needs a GAME"),
    ],
)
def test_bad_input_is_a_line(told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], why: str) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    out, status = told("", *arguments)
    assert status == 2
    assert why in out
    assert out.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_sheet_in_every_form(told, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "evening.pad"
    forms = "".join(f"export {tmp_path}/sheet{ending}\n" for ending in (".csv", ".json", ".txt", ".pdf", ".doc"))
    out, _ = told(FIRST + "note Ben spilled\n\n" + forms, "spades", "--players", PLAYERS, "--dealer", "Dan", file)
    assert "a sheet is written as .csv, .json, .txt or .pdf" in out
    rows = list(csv.DictReader((tmp_path / "sheet.csv").read_text().splitlines()))
    assert [(row["dealer"], row["Anna points"], row["Ben total"]) for row in rows] == [("Dan", "71", "-59")]
    assert rows[0]["entries"].endswith("Ben spilled")
    assert json.loads((tmp_path / "sheet.json").read_text())["players"] == PLAYERS.split(",")
    assert "bags" in (tmp_path / "sheet.txt").read_text()
    from pypdf import PdfReader

    text = PdfReader(tmp_path / "sheet.pdf").pages[0].extract_text()
    assert "Ben spilled" in text
    assert "+71" in text


def test_a_pad_that_could_not_be_begun_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    pad = Pad.of(parlour.game("spades"), PLAYERS.split(","))
    with monkeypatch.context() as broken:
        broken.setattr("os.fsync", full)
        with pytest.raises(BadInput, match="the disk is full"):
            PadFile.begin(pad, tmp_path / "evening.pad")
    assert list(tmp_path.iterdir()) == []
    PadFile.begin(pad, tmp_path / "evening.pad")
    with pytest.raises(BadInput, match="there already"):
        PadFile.begin(pad, tmp_path / "evening.pad")
    assert (tmp_path / "evening.pad").stat().st_size


def test_commands_in_the_language_of_the_reader(told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    """German words do what the English ones do, which are understood, too; help tells the German ones."""
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    lines = "hilfe\nbid 3 4 4 4\nbid 3 3 3 3\nrückgängig\nundo\nspiel 1\nSPIEL 1\nfragen\nverlassen\nbid 1\n"
    out, status = told(lines, "spades", tmp_path / "abend.pad", "--players", PLAYERS)
    assert status == 0
    assert re.search(r"^  rückgängig +die letzte Zeile zurücknehmen$", out, re.MULTILINE)
    assert out.count("Spiel 1. Anna gibt.") == 5
    assert len(PadFile.resume(tmp_path / "abend.pad").pad.events) == 4


@pytest.mark.parametrize("code", languages())
def test_no_command_is_named_as_what_is_entered(code: str) -> None:
    """Every word is one command, and none is what a line of the pad begins with; `hand` has a number behind it."""
    with speaking(language(code)):
        words = {word.casefold() for word in pad_words().values()}
        assert len(words) == len(pad_words())
        for name in room_names():
            assert not (words - {pad_words()["hand"]}) & {game_text(name, text).casefold() for text in entered(room(name))}, name
