"""A file names games of the house. A room outside it runs only if the user of the command has named it."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

import parlour
from parlour.cli import main
from parlour.engine.rooms import GAMES, room

RULES = """
from pathlib import Path

Path(__file__).with_name("ran").touch()

from parlour.kit import *

PHASES = phases(asks("choose", CARD))
(CHOOSE,) = PHASES
PACK = 3


class Table(Layout, seats=1):
    stock = Cards(per=SEATS, plays=True)


@rule
def bound(t):
    return 1


@rule
def deal(t):
    ask(t, 0, CHOOSE)


@CHOOSE.allowed
def any_card(t):
    return t.stock[t.turn]


@CHOOSE.play
def end(t, choice):
    t.over = 1
"""
POSITION = 'game = "{name}"\n\n[table]\nphase = "choose"\nturn = 0\nstock.0 = "2♣ 3♣"\n'
RECORD = 'game = "{name}"\nlog = []\n\n[start]\nphase = "choose"\nturn = 0\nstock.0 = "2♣ 3♣"\n'
SCENARIO = '{head}\n[[scenario]]\nname = "one"\nthen.turn = 0\n[scenario.table]\nphase = "choose"\nturn = 0\nstock.0 = "2♣ 3♣"\n'


@pytest.fixture
def trap(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder of a name of its own whose rules write a file when they run."""
    folder = tmp_path / f"trap_{zlib.crc32(request.node.name.encode())}"
    folder.mkdir()
    (folder / "rules.py").write_text(RULES, encoding="utf-8")
    (folder / "table.toml").write_text('title = "Trap"\n', encoding="utf-8")
    return folder


@pytest.mark.parametrize("command", [["replay"], ["check"]])
def test_a_file_cannot_run_a_folder(trap: Path, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """By a path in it, by its name, or by where it lies."""
    file = trap / "some.toml"
    text = RECORD if command == ["replay"] else SCENARIO.replace("{head}", 'game = "{name}"')
    heads = [str(trap), f"{trap.parent.name}/{trap.name}", f"./{trap.name}", f"../{trap.name}", trap.name, f"{GAMES}/schnapsen"]
    texts = [text.replace("{name}", head) for head in heads] + [SCENARIO.replace("{head}", "")] * (command == ["check"])
    for each in texts:
        file.write_text(each, encoding="utf-8")
        assert main([*command, str(file)]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "there is no game" in line or f"which is named with --room {trap}" in line
        assert not (trap / "ran").exists()


def test_a_position_cannot_run_a_folder(trap: Path) -> None:
    for name in (trap, trap.name):
        with pytest.raises(parlour.BadInput, match="there is no game"):
            parlour.from_position(POSITION.replace("{name}", str(name)))
    assert not (trap / "ran").exists()


def test_a_room_named_on_the_command_line_is_known_to_files(trap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenarios, record = trap / "scenarios.toml", trap.parent / "record.toml"
    scenarios.write_text(SCENARIO.replace("{head}", ""), encoding="utf-8")
    assert main(["check", "--room", str(trap), str(scenarios)]) == 0
    assert (trap / "ran").exists()
    record.write_text(RECORD.replace("{name}", trap.name), encoding="utf-8")
    assert main(["replay", "--room", str(trap), str(record)]) == 0
    assert main(["replay", "--room", str(trap.parent), str(record)]) == 2
    assert "no folder of a room" in capsys.readouterr().err


def test_a_folder_named_like_a_game_of_the_house(trap: Path) -> None:
    """Files that say klondike go on meaning the game of the house."""
    like = trap.with_name("klondike")
    trap.rename(like)
    opened = room(str(like))
    assert opened.folder == like
    position = parlour.game("klondike").start(seed=1).position()
    assert parlour.from_position(position).game.room.folder == GAMES / "klondike"
