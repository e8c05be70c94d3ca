"""Everything in the documents is run: examples of positions, views, records and scenarios, the names of choices, the commands."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

import parlour
from parlour.cli import COMMANDS, parser
from parlour.engine.rooms import room
from parlour.engine.scenarios import check_file
from parlour.house import phh
from parlour.house.agreement_toml import read_agreement, write_agreement

DOCS = Path(__file__).parent.parent / "docs"
FORMATS = (DOCS / "formats.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```toml (?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
GAMES = ("schnapsen", "oh_hell", "i_doubt_it", "klondike")


def examples(kind: str) -> dict[str, str]:
    """The examples of a kind in docs/formats.md, by game."""
    texts = [match["text"] for match in _BLOCK.finditer(FORMATS) if match["kind"] == kind]
    found = {re.findall(r'^game = "(\w+)"', text, re.MULTILINE)[0]: text for text in texts}
    assert len(found) == len(texts), f"two examples of a {kind} for one game"
    return found


def test_every_game_has_an_example_of_each() -> None:
    for kind in ("position", "view", "record", "scenarios"):
        assert tuple(examples(kind)) == GAMES
    assert len(_BLOCK.findall(FORMATS)) == 4 * len(GAMES) + 2 == FORMATS.count("```") / 2  # and those below


@pytest.mark.parametrize("name", GAMES)
def test_positions_and_views(name: str) -> None:
    """A position is written as it was read; the view is what its seat on turn sees, and reads back to itself."""
    position, view = examples("position")[name], examples("view")[name]
    match = parlour.from_position(position)
    assert match.position() == position
    assert match.view(match.turn).position() == view
    assert "?" in view
    dealt = parlour.from_position(view)
    assert dealt.view(dealt.turn).position() == view
    assert dealt.choices() == match.choices()


@pytest.mark.parametrize("name", GAMES)
def test_records(name: str) -> None:
    match = parlour.replay(examples("record")[name])
    assert match.over
    assert match.record() == examples("record")[name]


def test_the_hand_history() -> None:
    (text,) = (match["text"] for match in _BLOCK.finditer(FORMATS) if match["kind"] == "phh")
    (hand,) = phh.read_hands(text)
    assert phh.write_hands(hand.match) == text


def test_the_house_rules() -> None:
    (text,) = (match["text"] for match in _BLOCK.finditer(FORMATS) if match["kind"] == "agreement")
    assert write_agreement(read_agreement(text)) == text


@pytest.mark.parametrize("name", GAMES)
def test_scenarios(name: str, tmp_path: Path) -> None:
    file = tmp_path / "some.toml"
    file.write_text(examples("scenarios")[name], encoding="utf-8")
    assert check_file(file) == []


@pytest.mark.parametrize("name", GAMES)
def test_calls_are_named(name: str) -> None:
    """Every call in the list is one of the game's, and no kind of call is left out."""
    opened = room(name)
    line = next(line for line in FORMATS.splitlines() if line.startswith(f"| {opened.title} | "))
    named = {opened.calls.pattern(opened.calls.code(text)).text for text in re.findall(r"`([^`]+)`", line)}
    back = {f"f-{suit}>c{{1..7}}" for suit in "cds"}  # one of four stands for all
    assert named == {pattern.text for pattern in opened.calls.patterns} - back


def options_of(command: argparse.ArgumentParser) -> set[str]:
    """The options of a command and of what it is followed by."""
    found = set()
    for action in command._actions:
        found |= set(action.option_strings)
        if isinstance(action, argparse._SubParsersAction):
            found |= {option for each in action.choices.values() for option in options_of(each)}
    return found


def test_every_command_is_described() -> None:
    """docs/cli.md has a section for each command that names every option of it, and no other."""
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## parlour (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert tuple(sections) == COMMANDS
    commands = next(action for action in parser()._actions if action.dest == "command").choices
    assert commands is not None
    for name, section in sections.items():
        options = options_of(commands[name]) - {"-h", "--help"}
        assert set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", section)) == options, name
