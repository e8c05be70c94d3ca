"""Whom a refusal blames: one thing in a scenario is spoilt, and the message names it with its line."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import parlour
from ladder_rooms import short
from parlour.engine.rooms import GAMES
from parlour.engine.scenarios import check_file

NAMES = sorted(path.parent.name for path in GAMES.glob("*/scenarios.toml"))
ENTRY = re.compile(r"([a-z_0-9.]+) = (.*)")
PLAYED = re.compile(r'"([0-9]+): ')
CARDS = re.compile(r'"(\S*[♣♦♥♠])( .*)?"')


def blocks(name: str) -> list[list[str]]:
    """The lines of each scenario of a game."""
    text = (GAMES / name / "scenarios.toml").read_text(encoding="utf-8")
    return [("[[scenario]]" + block).split("\n") for block in text.split("[[scenario]]")[1:]]


def entries(block: list[str], table: str) -> Iterator[tuple[int, str, str]]:
    """(number of the line, key, value) of what stands on a line of its own below a heading of this kind."""
    at = ""
    for number, line in enumerate(block):
        if line.startswith("["):
            at = line.strip("[]").partition(".")[2]
        elif (entry := ENTRY.fullmatch(line)) and at == table:
            yield number, entry[1], entry[2]


def spoilt_position(block: list[str]) -> Iterator[tuple[int, str, str]]:
    """A card twice in its place, a figure beyond every range, a phase that there is not."""
    for number, key, value in entries(block, "table"):
        if key == "rest":
            yield number, key, '"nowhere"'
        elif key == "phase":
            yield number, key, '"nothing"'
        elif cards := CARDS.fullmatch(value):
            yield number, key, f'"{cards[1]} {cards[1]} {cards[1]}{cards[2] or ""}"'
        elif re.fullmatch(r"-?[0-9]+", value):
            yield number, key, "999999999999999"


def spoilt_choice(block: list[str]) -> Iterator[tuple[int, str, str]]:
    """A choice of a seat that there is not, and one that nobody knows."""
    for table in ("", "then"):
        for number, key, value in entries(block, table):
            if key == "play" and PLAYED.search(value):
                yield number, key, PLAYED.sub('"77: ', value, count=1)
                yield number, key, PLAYED.sub(r'"\1: somersault, ', value, count=1)


def spoilt_expectation(block: list[str]) -> Iterator[tuple[int, str, str]]:
    """Other winners, another menu, a figure or cards other than there are."""
    for table in ("", "then"):
        for number, key, value in entries(block, table):
            if key == "choices" and value.startswith('["'):
                yield number, key, "[]"
            elif table and key == "winners":
                yield number, key, "[0, 1]" if value != "[0, 1]" else "[0]"
            elif table and key in ("turn", "hand_number", "over"):
                yield number, key, "1" if value in ("0", "-1", "false") else "0"
            elif table and value == '""' and "." in key:
                yield number, key, '"2♥"'


KINDS: dict[str, Callable[[list[str]], Iterator[tuple[int, str, str]]]] = {
    "position": spoilt_position,
    "choice": spoilt_choice,
    "expectation": spoilt_expectation,
}


def told(file: Path, name: str, block: list[str]) -> list[str]:
    """Return the report on a file with this scenario alone: its differences, or the refusal."""
    file.write_text("\n".join([f'game = "{name}"', *block]), encoding="utf-8")
    try:
        return check_file(file)
    except parlour.BadInput as error:
        return [str(error)]


def blames(tmp_path: Path, name: str, kind: str, number: int) -> int:
    """This many scenarios of a game are spoilt once each; returns how many there were that could be."""
    rng, file, done = random.Random(f"{name} {kind}"), tmp_path / "spoilt.toml", 0
    for block in rng.sample(found := blocks(name), len(found)):
        ways = list(KINDS[kind](block))
        if not ways or done == number or told(file, name, block):
            continue
        line, key, value = rng.choice(ways)
        lines = told(file, name, [f"{key} = {value}" if n == line else text for n, text in enumerate(block)])
        where = f"{file}:{line + 2}: "  # from 1, below the line that names the game
        assert lines, f"{name}: nothing is said of {key} = {value} in {block}"
        assert lines[0].startswith(where), f"{key} = {value} on line {line + 2}: {lines[0]}"
        assert "\n" not in lines[0]
        assert key in lines[0] or kind == "choice", f"{key} = {value}: {lines[0]}"
        done += 1
    return done


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES, ids=short)
def test_what_is_spoilt_is_blamed(tmp_path: Path, name: str, kind: str) -> None:
    assert blames(tmp_path, name, kind, 2) == 2


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES, ids=short)
def test_all_that_is_spoilt_is_blamed(tmp_path: Path, name: str, kind: str) -> None:
    assert blames(tmp_path, name, kind, 1000)


BOTIFARRA = """game = "botifarra"
[[scenario]]
name = "the next trick"
play = ["0: 9♣", "1: 4♣", "2: 6♣", "3: 8♣"]

[scenario.table]
phase = "play"
turn = 0
leader = 0
hand.0 = "9♣ 3♣"
hand.1 = "4♣ 5♣"
hand.2 = "6♣ 7♣"
hand.3 = "8♣ 2♣"
tricks = [5, 5, 5, 5]
rest = "won.0"

[scenario.then]
turn = 0
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('hand.1 = "4♣ 5♣"', 'hand.1 = "4♣"', 11, "hand.1: 1 card"),
        ("tricks = [5, 5, 5, 5]", "tricks = [6, 6, 6, 6]", 14, "tricks: 12 are taken"),
        ("leader = 0", "leader = 1", 8, "turn: seat 0, but seat 1 plays to the trick of 0 cards that seat 1 led"),
        ('"1: 4♣"', '"1: 9♣"', 4, 'play is refused: "1: 9♣"'),
        ("[scenario.then]\nturn = 0", "[scenario.then]\nturn = 2", 18, "turn is 0, expected 2"),
    ],
)
def test_a_choice_is_not_blamed_for_the_position(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    file = tmp_path / "botifarra.toml"
    file.write_text(BOTIFARRA, encoding="utf-8")
    assert check_file(file) == []
    file.write_text(BOTIFARRA.replace(old, new), encoding="utf-8")
    try:
        lines = check_file(file)
    except parlour.BadInput as error:
        lines = [str(error)]
    assert lines[0].startswith(f'{file}:{line}: scenario "the next trick": ')
    assert message in lines[0]


def test_a_position_that_cannot_go_on_is_blamed_after_the_choice(tmp_path: Path) -> None:
    """All cards in one hand are enough for who names trumps, and not for the first trick."""
    file = tmp_path / "botifarra.toml"
    text = 'game = "botifarra"\n[[scenario]]\nname = "spades"\nplay = ["0: trump ♠"]\nhouse = { doubling = false }\n'
    text += '[scenario.table]\nphase = "name"\nturn = 0\ndealer = 0\nleader = 1\nmultiplier = 1\nrest = "hand.0"\n'
    file.write_text(text + '[scenario.then]\nphase = "play"\n', encoding="utf-8")
    with pytest.raises(parlour.BadInput, match=r"hand\.1: it is empty, and seat 1 is asked for a card$") as caught:
        check_file(file)
    assert str(caught.value).startswith(
        f'{file}:6: scenario "spades": play "0: trump ♠": after trump ♠ the position cannot be played on'
    )
