"""The writes of rules are found however their author calls other rules."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from parlour.engine.leads import leads
from parlour.engine.rooms import room
from parlour.engine.written import written_by

ROOM = Path(__file__).parent.parent / "rooms" / "knocks"


@pytest.mark.parametrize(
    ("name", "above"),
    [("kit.score_side", "import parlour.kit as kit"), ("WAYS[0]", "WAYS = (score_side, score_side)")],
    ids=["with its module", "in a row"],
)
def test_rules_called_in_another_way(name: str, above: str, tmp_path: Path) -> None:
    """A rule is called with its module before it, or as one of a row: what it writes and where it leads is found all the same."""
    shutil.copytree(ROOM, tmp_path / "knocks")
    path = tmp_path / "knocks" / "rules.py"
    text = path.read_text(encoding="utf-8")
    assert "score_side(" in text
    changed = text.replace("score_side(", f"{name}(").replace("import *\n", f"import *\n{above}\n", 1)
    path.write_text(changed, encoding="utf-8")
    plain, other = room(str(ROOM)), room(str(tmp_path / "knocks"))
    assert written_by(other) == written_by(plain)
    assert {number: found.phases for number, found in leads(other).items()} == {
        number: found.phases for number, found in leads(plain).items()
    }
