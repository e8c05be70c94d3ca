"""Every option of the quick commands changes what comes out, or is refused by its name: found by going through the parser.

`tests/art/test_options.py` does the same for `parlour art`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from parlour.cli import main, parser

OTHER = {
    "family": "fishing",
    "options": "toepen",
    "players": "2",
    "by": "deuce_to_seven",
    "set": "aces=high",
    "jokers": "2",
    "board": "3♠ 2♥",
    "pot": "7",
    "low": "brag",
    "quiz": "2",
    "seed": "8",
    "teams": "3,1",
    "together": "Ann,Ben",
    "apart": "Ann,Cleo",
    "rating": "Ann=1,Ben=2,Cleo=3,Dan=9",
    "rounds": "2",
    "tables": "1",
    "game": "oh_hell",
    "format": "html",
    "packs": "1",
    "minutes": "5",
    "depth": "deep",
    "luck": "skill",
    "partners": "no",
    "mood": "quiet",
    "novelty": "new",
    "played": "spades",
    "liked": "toepen",
    "disliked": "toepen",
    "paper": "letter",
    "deals": "2",
    "file": "no.csv",
    "draw": "3",
    "suits": "4",
    "seconds": "1",
    "memory": "600",
    "threads": "1",
    "under": "target=9",
    "also": "3",
    "tremble": "5",
    "naive": "5",
    "seats": "3",
    "bots": "easy,fair",
    "width": "0.1",
}
"""For each option a value that is not the usual one; a new option needs one here. Flags need none."""
ELSEWHERE = {"help", "output", "house", "language", "group", "n", "deals", "draw", "game"}
"""Options whose effect other tests, or the contexts, show."""
HANDS = ["8s7d5hAc", "9s8h6d4c"]
SEATED = ["Ann", "Ben", "Cleo", "Dan"]
EIGHT = [*SEATED, "Eve", "Finn", "Gus", "Hal"]
CONTEXTS = [
    ["games"],
    ["games", "--json"],
    ["games", "--options", "toepen"],
    ["rank", *HANDS],
    ["rank", *HANDS, "--json"],
    ["rank", *HANDS, "--by", "badugi", "--pot", "10"],
    ["rank", "--quiz", "3", "--seed", "1", "--json"],
    ["seat", *SEATED, "--seed", "1", "--json"],
    ["seat", *EIGHT, "--seed", "1", "--rotations"],
    ["seat", *EIGHT, "--seed", "1", "--rotations", "--pairs"],
    ["seat", *SEATED, "--seed", "1", "--together", "Ann,Cleo"],
    ["suggest", "--json"],
    ["suggest", "--all"],
    ["suggest", "--group", "told.toml", "--liked", "spades"],
    ["rules", "schnapsen"],
    ["rules", "schnapsen", "--json"],
    ["rules", "schnapsen", "--format", "html"],
]
REFUSED = {
    "train": ("schnapsen", ["under", "tremble", "naive", "also"]),
    "train --value": ("schnapsen", ["under", "tremble", "naive"]),
    "study --games 5": ("schnapsen", ["bots", "minutes", "width", "isolated"]),
    "solve --file here.csv": ("klondike", ["deals", "seed"]),
    "solve --file here.toml": (
        "schnapsen",
        ["deals", "seed", "draw", "suits", "set", "seconds", "memory", "threads", "output", "difficulty", "line"],
    ),
}
"""Commands that take long: the options that have no effect there."""


def of_command(name: str) -> argparse.ArgumentParser:
    """The parser of a command."""
    found = next(action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)).choices[name]
    assert isinstance(found, argparse.ArgumentParser)
    return found


@pytest.mark.parametrize("words", CONTEXTS, ids=" ".join)
def test_an_option_changes_what_comes_out_or_is_refused(
    words: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def outcome(*more: str) -> tuple[int, str, str]:
        for path in tmp_path.iterdir():
            path.unlink()
        code, (out, err) = main([*words, *more]), capfd.readouterr()
        return code, "".join([out, *(path.read_text(encoding="utf-8") for path in tmp_path.iterdir())]), err

    usual = outcome()
    assert usual[0] == 0, usual
    for action in of_command(words[0])._actions:
        option = next((one for one in action.option_strings if one.startswith("--")), "")
        if not option or action.dest in ELSEWHERE or option in words:
            continue
        code, made, said = outcome(option, *([] if action.nargs == 0 else [OTHER[action.dest]]))
        if code == 0:
            assert made != usual[1], f"{option} changed nothing"
        else:
            assert code == 2, option
            assert said.count("\n") == 1


@pytest.mark.parametrize("command", REFUSED)
def test_options_that_only_another_way_uses_are_refused(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    game, options = REFUSED[command]
    words = command.split()
    for name in options:
        flag = next(one for one in of_command(words[0])._actions if one.dest == name).nargs == 0
        value = [] if flag else [OTHER.get(name, "out.csv")]
        assert main([words[0], game, *words[1:], f"--{name}", *value]) == 2
        assert f"--{name} has no effect" in capfd.readouterr().err


@pytest.mark.parametrize(
    "option", ["--seed=0", "--deal=1", "--seats=2", "--seat=1", "--bots=easy", "--set=target_vp=7", "--isolated", "--no-isolated"]
)
def test_a_lesson_refuses_what_it_decides_itself(option: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "schnapsen", "--lesson", option]) == 2
    assert "a lesson has its own cards and players" in capfd.readouterr().err


def test_an_option_written_together_with_its_value_is_noticed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "klondike", "--file", str(tmp_path / "here.csv"), "--deals=2"]) == 2
    assert "--deals has no effect" in capfd.readouterr().err
    assert parser().parse_args(["study", "toepen", "-ohere"]).given == {"output": "--output"}
