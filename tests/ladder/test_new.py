"""A room that `parlour new` lays out: it passes, it bears its name, and nothing is written over."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.cli import main
from parlour.engine.rooms import room
from parlour.ladder.declared import open_unsaid
from parlour.ladder.laying_out import FILES, TEMPLATE


def test_a_new_room_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check all that needs no compiler here; the template itself climbs the whole ladder with the rooms of the house."""
    folder = tmp_path / "games" / "sift_smoke"
    assert main(["new", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    assert "Newgame" not in "".join(path.read_text(encoding="utf-8") for path in folder.iterdir())
    assert (folder / "rulebook.md").read_text(encoding="utf-8").startswith("# Sift Smoke\n")
    capsys.readouterr()
    assert main(["check", "--quick", str(folder)]) == 0, capsys.readouterr().out


def test_a_hand_that_nobody_hides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A new room whose hands lie open by mistake is refused in one line; an open hand has to be said."""
    folder = tmp_path / "wrap"
    assert main(["new", str(folder)]) == 0
    rules = folder / "rules.py"
    text = rules.read_text(encoding="utf-8")
    hidden = "Cards(per=SEATS, seen=OWNER, plays=True)"
    line = next(n for n, written in enumerate(text.splitlines(), 1) if hidden in written)
    rules.write_text(text.replace(hidden, hidden.replace(", seen=OWNER", "")), encoding="utf-8")
    capsys.readouterr()
    assert main(["check", "--quick", str(folder)]) == 1
    faults = [said for said in capsys.readouterr().out.splitlines() if said.startswith("wrap/")]
    assert [fault.partition(": hand: ")[0] for fault in faults] == [f"wrap/rules.py:{line}"]
    for said in ("Cards(per=SEATS, seen=ALL, plays=True)", "Cards(SEATS, ALL, True)"):
        rules.write_text(text.replace(hidden, said), encoding="utf-8")
        assert list(open_unsaid(room(str(folder)))) == []


@pytest.mark.parametrize("name", ["bura", "My Game", "3cards", "a.b", "", "nul\0"])
def test_names_that_cannot_be(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names of the house, and what Python could not import."""
    assert main(["new", str(tmp_path / name) if name else ""]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that holds something stays as it is, and so does a file."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    assert main(["new", str(folder)]) == 2
    assert main(["new", str(folder / "notes.txt")]) == 2
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]
    assert capsys.readouterr().err.count("\n") == 2


def test_the_template_is_packaged() -> None:
    """All of it lies in the package."""
    assert all((TEMPLATE / file).is_file() for file in FILES)
