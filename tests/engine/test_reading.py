"""Input from outside is read, or refused in one line, no matter how long, deep or large it is."""

from __future__ import annotations

import ast
import gc
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import parlour
from parlour.cli import main
from parlour.engine import opening
from parlour.engine.errors import LONGEST
from parlour.engine.reading import parse_python
from parlour.engine.rooms import GAMES, Room, room
from parlour.ladder.laying_out import TEMPLATE

POSITION = 'game = "schnapsen"\n{head}\n[table]\nphase = "lead"\n{field}\n'
HUGE = "9" * 5000


def refusal(text: str) -> str:
    with pytest.raises(parlour.BadInput) as caught:
        parlour.from_position(text)
    line = str(caught.value)
    assert len(line.splitlines()) == 1
    assert len(line) <= LONGEST
    return line


@pytest.mark.parametrize(
    ("head", "field", "message"),
    [
        (f"seats = {HUGE}", "", "a number or a date in it is not valid"),
        (f"rules = 0x{HUGE}", "", "'rules' is a number of more than 64 bits"),
        (f"house.target_vp = 0x{HUGE}", "", "'house.target_vp' is a number of more than 64 bits"),
        (f'house.target_vp = "{HUGE}"', "", "house rule target_vp: '9999"),
        (f'house.target_vp = "{"x" * 5000}"', "", "house rule target_vp: 'xxxx"),
        ("", f'"hand.{HUGE}" = "A♠"', "the name 'hand.9999"),
        ("", 'hand.99999 = "A♠"', "hand.99999: '99999' is not an index"),
        ("", f'{"a." * 900}b = "A♠"', "nests too deep"),
        ("", f"{'a' * 5000} = 1", "is too long"),
        ("", f"trumps = {'[' * 20}{']' * 20}", "'table.trumps' nests too deep"),
        ("", "hand.0 = 2020-13-41", "not readable as TOML"),
        ("", 'hand.0 = "A♠\\u0000 \\u2028"', "hand.0: 'A♠\\x00' is not a card"),
        ("", f'stock = "??×{HUGE}"', "stock: more cards than any pack has"),
        ("", "payoff = [nan, inf]", "payoff: nan is not a result"),
        ("x\0 = 1", "", "not readable as TOML"),
    ],
)
def test_positions(head: str, field: str, message: str) -> None:
    assert message in refusal(POSITION.format(head=head, field=field))


@pytest.mark.parametrize(
    "entry", [f'"{HUGE}: K♣"', f'"1: K♣ @{HUGE}"', f'"1: {HUGE}"', f'"1: bid {HUGE}"', "{ dealer = 1, x.y.z = 2 }"]
)
def test_records(entry: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = parlour.game("schnapsen").start(seed=7)
    match.play("K♣")
    file = tmp_path / "record.toml"
    file.write_text(match.record().replace('"1: K♣"', entry), encoding="utf-8")
    assert main(["replay", str(file)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"parlour: {file}: ")
    assert len(line) <= LONGEST + 20


def test_files_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The byte and the line; a mark at the beginning that some editors write is none of the text."""
    file = tmp_path / "some.toml"
    file.write_bytes(b'game = "schnapsen"\n# \xff\n')
    for command in ("replay", "check"):
        assert main([command, str(file)]) == 2
        assert capsys.readouterr().err == f"parlour: {file}: not UTF-8 text (byte 21, line 2); save it as UTF-8\n"
    file.write_bytes(b"\xef\xbb\xbf" + parlour.game("schnapsen").start(seed=7).record().encode())
    assert main(["replay", str(file)]) == 0


def test_codes_that_there_are_not() -> None:
    match = parlour.game("schnapsen").start(seed=7)
    for code in (-1, 54, 63, 9999, 2**70):
        for ask in (match.play, match.why_not):
            with pytest.raises(parlour.BadInput, match="schnapsen has no choice with the code"):
                ask(code)


@pytest.mark.parametrize("amount", ["1/3", "1_0,0", "1e-300", "9" * 5000, "nan", "²"])
def test_amounts_of_hand_histories(amount: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fields = {
        "antes": "[0, 0]",
        "blinds_or_straddles": "[1, 2]",
        "small_bet": "2",
        "big_bet": "4",
        "starting_stacks": "[100, 100]",
    }
    file = tmp_path / "hand.phh"
    for field, value in [("actions", f'["p2 cbr {amount}"]'), ("small_bet", amount), ("starting_stacks", f"[{amount}, 100]")]:
        lines = {"variant": '"F2L3D"'} | fields | {"actions": "[]"} | {field: value}
        file.write_text("".join(f"{name} = {value}\n" for name, value in lines.items()), encoding="utf-8")
        assert main(["replay", str(file)]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert len(line) <= LONGEST + 20


@pytest.mark.parametrize("name", ["x" * 5000, "a/" * 3000, "a\0b"])
def test_names_that_no_folder_has(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for line in (["rules", name], ["simulate", name, "-n", "1"], ["check", "--room", name], ["replay", name]):
        assert main(line) == 2, line
        (said,) = capsys.readouterr().err.splitlines()
        assert len(said) <= LONGEST + 20


def test_python_is_parsed_in_one_place() -> None:
    """The parser of Python before 3.11.8 is disturbed by other threads, `parse_python` is not."""
    source = Path(parlour.__file__).parent
    around = {path.name for path in source.rglob("*.py") if "ast.parse(" in path.read_text(encoding="utf-8")}
    assert around == {"reading.py"}


def test_threads_that_parse_at_once_do_not_disturb_each_other() -> None:
    text = (GAMES / "cucumber" / "rules.py").read_text(encoding="utf-8")
    wanted, switching = ast.dump(parse_python(text)), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    gc.callbacks.append(_python_in_between)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert {ast.dump(tree) for tree in threads.map(parse_python, [text] * 200)} == {wanted}
    finally:
        gc.callbacks.remove(_python_in_between)
        sys.setswitchinterval(switching)


def _python_in_between(phase: str, info: dict[str, int]) -> None:
    """The garbage collector calls this as it calls all that is told of the end of an object: here threads may change."""
    sum(range(300))


def test_threads_that_open_a_room_at_once_get_the_same_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread opens the room; the others wait for it."""
    shutil.copytree(TEMPLATE, tmp_path / "together")
    opened, real = [], opening.check

    def check(made: Room) -> None:
        opened.append(made)
        time.sleep(0.05)
        real(made)

    monkeypatch.setattr(opening, "check", check)
    with ThreadPoolExecutor(4) as threads:
        found = set(threads.map(room, [str(tmp_path / "together")] * 8))
    assert [made.folder for made in opened] == [tmp_path / "together"]
    assert found == set(opened)
