"""A letter that no font has is never printed as a box: every printer refuses it in one line that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parlour.cli import main
from parlour.ladder.laying_out import lay_out

SOURCE = Path(__file__).parent.parent.parent / "src" / "parlour"
DOORS = {"art/paper.py": "check_letters", "art/lettering.py": "check_letters", "house/press.py": "MissingLetter"}
"""The modules that set letters on paper, and what each refuses a letter by."""
SETS = re.compile(r"\.draw(?:Centred|Right)?String\b|\.beginText\b|textOut\b|platypus import.*Paragraph|typst\.Compiler\b")
COMMANDS = {
    "score sheet": ["art", "score", "{li}", "-o", "{out}"],
    "names of a score sheet": ["art", "score", "cucumber", "--names", "Ann,李", "-o", "{out}"],
    "quick cards": ["art", "quick", "{li}", "-o", "{out}"],
    "rulebook": ["rules", "{li}", "-o", "{out}"],
    "booklet": ["rules", "{li}", "--booklet", "-o", "{out}"],
    "seats": ["seat", "Ann", "\U00012345", "Bob", "--seed", "1", "-o", "{out}"],
}


@pytest.fixture(scope="module")
def li(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room whose title no font of ours has, nor any other."""
    folder = lay_out(str(tmp_path_factory.mktemp("room") / "li"))
    for name in ("table.toml", "rulebook.md"):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").replace("Li", "\U00012345"), encoding="utf-8")
    return folder


@pytest.mark.parametrize("what", COMMANDS)
def test_a_command_that_prints(what: str, li: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.pdf"
    assert main([word.format(li=li, out=out) for word in COMMANDS[what]]) == 2
    said = capfd.readouterr().err
    assert "a letter that no font here can print" in said
    assert "('李')" in said or "('\U00012345')" in said
    assert said.count("\n") == 1
    assert not out.exists()


def test_all_text_goes_through_a_door() -> None:
    found = {path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")}
    assert {name for name, text in found.items() if SETS.search(text)} == {*DOORS, "art/stationery.py"}
    assert "Paragraph(markup(" in found["art/stationery.py"]
    assert all(refusing in found[name] for name, refusing in DOORS.items())
