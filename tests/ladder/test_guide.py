"""The guide's other example: several cards laid aside by all players at once, set into the room that `parlour new` lays out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from interpreted import interpreted
from ladder_rooms import GUIDE
from parlour.ladder import Fault
from parlour.ladder.laying_out import lay_out

LOOK = """
[zones.aside]
area = "seat"
look = "row"
label = "aside"
"""
SCENARIOS = """
[[scenario]]
name = "Three cards are laid aside"
shows = ["R1"]
seats = 2
play = ["1: 2♣, 3♣, 4♣", "0: 2♥, 3♥, 4♥"]

[scenario.table]
phase = "lay aside"
turn = 0
asked = 3
hand.0 = "2♥ 3♥ 4♥ 5♥"
hand.1 = "2♣ 3♣ 4♣ 5♣"
rest = "stock"

[scenario.then]
phase = "play"
aside.0 = "2♥ 3♥ 4♥"
aside.1 = "2♣ 3♣ 4♣"
hand.1 = "5♣"
"""


def blocks() -> list[str]:
    """What the example declares and its `play`, without what stands elsewhere."""
    (block,) = (found for found in re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.M | re.S))
    declared, _, play = block.partition("# in the table: ")
    return [declared, play.partition("\n\n\n")[2]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The room, with the example in it."""
    made = lay_out(str(tmp_path / "three_aside"))
    declared, play = blocks()
    rules = (made / "rules.py").read_text(encoding="utf-8")
    rules = re.sub(r"PHASES = .*?\n.*? = PHASES\n", lambda _: declared, rules, count=1, flags=re.S)
    rules = re.sub(r"@rule\ndef play\(.*?\n\n\n", lambda _: f"{play}\n\n", rules, count=1, flags=re.S)
    asked = "    ask_all(t, (1 << t.seats) - 1, LAY_ASIDE)\n"
    for old, new in (
        ("range(3, 9)", "range(4, 9)"),
        ("    trick = Pile(6)", "    aside = Cards(per=SEATS, seen=OWNER)\n    trick = Pile(6)"),
        ("// t.cards + 1", "// (t.cards - 3) + 1"),
        ("t.cards)\n    lead(t, left_of(t, t.dealer), PLAY)\n", f"t.cards)\n{asked}"),
    ):
        assert old in rules
        rules = rules.replace(old, new)
    (made / "rules.py").write_text(rules, encoding="utf-8")
    look = (made / "table.toml").read_text(encoding="utf-8")
    (made / "table.toml").write_text(
        look.replace("[prompts]", f'{LOOK}\n[prompts]\n"lay aside" = "Three cards"'), encoding="utf-8"
    )
    (made / "scenarios.toml").write_text(SCENARIOS, encoding="utf-8")
    return made


def found(folder: Path) -> list[str]:
    """The faults of a room, but for rules that no scenario shows."""
    lines = interpreted(
        "-c", "import sys; from parlour.ladder.interpreted import run; run(sys.argv[1], 8)", str(folder)
    ).splitlines()
    faults = [str(Fault(**said)) for said in map(json.loads, lines) if "what" in said]
    return [fault for fault in faults if "no scenario" not in fault]


def test_the_example_works(folder: Path) -> None:
    """All players lay three cards aside at once, and then play the others."""
    assert found(folder) == []


def test_a_chain_that_is_not_counted_is_explained(folder: Path) -> None:
    """Whoever forgets `t.chain` is told of it."""
    rules = folder / "rules.py"
    text = rules.read_text(encoding="utf-8")
    assert "t.chain += 1" in text
    rules.write_text(text.replace("t.chain += 1", "pass"), encoding="utf-8")
    assert [fault.rpartition(": ")[2] for fault in found(folder)] == [
        "the choice was complete before it (where a choice goes on with another card, play counts t.chain up)"
    ]


def test_who_is_asked_at_once_is_explained(folder: Path) -> None:
    """A position in a phase of all players that says only whose turn it is."""
    file = folder / "scenarios.toml"
    file.write_text(SCENARIOS.replace("asked = 3\n", ""), encoding="utf-8")
    assert [fault.rpartition(": ")[2] for fault in found(folder)] == [
        "seat 1 is not asked now (asked in the table of the scenario says who are asked at once, one bit per seat)"
    ]
