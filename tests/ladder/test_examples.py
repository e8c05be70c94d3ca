"""The rooms in docs/examples pass `parlour check`, and docs/new-game.md quotes them as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parlour.ladder import climb
from parlour.ladder.interpreted import faults_of

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = sorted(path.parent for path in DOCS.glob("examples/*/rules.py"))
QUOTED = re.compile(r"^```\w+ title=\"(?P<file>\w+/[\w.]+)\"\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)


def test_without_the_compiler(folder: Path) -> None:
    """The part of the ladder that `parlour check --quick` climbs."""
    assert [str(fault) for fault in faults_of(folder, lambda rung: None, seconds=30)] == []


@pytest.mark.soak
def test_the_whole_ladder(folder: Path) -> None:
    report = climb(str(folder))
    assert [str(fault) for fault in report.faults + report.remarks] == []


def test_the_guide_quotes_it(folder: Path) -> None:
    """Each block of the guide that names one of its files stands in that file."""
    blocks = QUOTED.findall((DOCS / "new-game.md").read_text(encoding="utf-8"))
    own = [(DOCS / "examples" / file, text) for file, text in blocks if file.startswith(f"{folder.name}/")]
    assert own
    assert [text for file, text in own if text not in file.read_text(encoding="utf-8")] == []
