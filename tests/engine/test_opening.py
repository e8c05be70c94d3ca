"""Opening a room: each fault in its declarations is one line with its file and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ladder_rooms import guide_room
from parlour.engine.errors import BadInput
from parlour.engine.former import BECAME, PHASES
from parlour.engine.rooms import room
from parlour.kit.phases import PARTS

SLIPS = {
    "a declaration misspelt": (
        "RULES_VERSION = 1\n",
        "RULE_VERSION = 1\n",
        "RULE_VERSION",
        "nobody reads RULE_VERSION; did you mean 'RULES_VERSION'?",
    ),
    "a function with a capital": (
        "def bound(t):",
        "def Bound(t):",
        "",
        "there is no function bound; did you mean 'Bound'?",
    ),
    "phases as a list": (
        'PHASES = phases(asks("play", CARD), steps("gather", "score", "next"))\nPLAY, GATHER, SCORE, NEXT = PHASES',
        'PHASES = ("play", "gather", "score", "next")\nPLAY, GATHER, SCORE, NEXT = range(1, 5)',
        "@PLAY.allowed",
        f"allowed is written at a phase, and this is a number; phases are unpacked from PHASES: {PHASES}",
    ),
    "calls of the first rooms": (
        'PHASES = phases(asks("play", CARD), steps("gather", "score", "next"))\nPLAY, GATHER, SCORE, NEXT = PHASES',
        'PLAY, GATHER, SCORE, NEXT = range(1, 5)\nPHASES = ("play", "gather", "score", "next")\nCALLS = calls({PLAY: (CARD,)})',
        "CALLS = calls",
        f"there is no calls any more: {BECAME['calls']}",
    ),
    "words as a list": (
        'SAY = words("hand won")',
        'SAY = ("hand won",)',
        "SAY = (",
        'SAY is made by words(...): SAY = words("trick", "hand won")',
    ),
    **{
        f"{name} of the first rooms": (
            "STRENGTH = ",
            f"{name} = (PLAY,)\nSTRENGTH = ",
            f"{name} =",
            f"nobody reads {name} any more: {BECAME[name]}",
        )
        for name in sorted(BECAME)
        if name.isupper()
    },
    "a function of the first rooms": (
        "@PLAY.play",
        "@rule\ndef misfit(t, seat):\n    return 0\n\n\n@PLAY.play",
        "def misfit",
        "nobody reads misfit any more: it is called contradictions(t, seat)",
    ),
    "a function left out": ("def deal(t):", "def dael(t):", "", "there is no function deal; did you mean 'dael'?"),
    "a function given too much": ("def bound(t):", "def bound(t, seat):", "def bound", "bound is given (t)"),
    "phases in another order": (
        "PLAY, GATHER, SCORE, NEXT = PHASES",
        "PLAY, SCORE, GATHER, NEXT = PHASES",
        "PLAY, SCORE",
        "GATHER is 3, and the phase 'gather' is 2",
    ),
    "a phase too many": (
        "GATHER, SCORE, NEXT = PHASES",
        "GATHER, NEXT = PHASES",
        "= PHASES",
        "too many values to unpack (expected 3)",
    ),
    "asked in a step": (
        "    ask(t, t.leader, PLAY)\n\n\n@PLAY.allowed",
        "    ask(t, t.leader, GATHER)\n\n\n@PLAY.allowed",
        "ask(t, t.leader, GATHER)",
        "ask: the phase 'gather' offers nothing to choose",
    ),
    "asked together": (
        "ask(t, left_of(t, t.turn), PLAY)",
        "ask_all(t, 3, PLAY)",
        "ask_all(",
        "ask_all: the phase 'play' is not declared with together=True",
    ),
    "a keyword misspelt": (
        'asks("play", CARD)',
        'asks("play", CARD, vieled=True)',
        "vieled",
        "TypeError: asks() got an unexpected keyword argument 'vieled'",
    ),
    "a word of the kit misspelt": ('pack_of("3 4', 'pak_of("3 4', "pak_of", "there is no pak_of; did you mean 'pack_of'?"),
    "NumPy that is not imported": (
        "STRENGTH = ",
        "WORTH = np.zeros(13)\nSTRENGTH = ",
        "np.zeros",
        "np is not imported: import numpy as np",
    ),
    "a kit that is not imported": (
        "from parlour.kit import *",
        "from parlour.kit import CARD, asks, pack_of",
        "PHASES = phases(",
        "phases is not imported: from parlour.kit import *",
    ),
    "not Python": ("def deal(t):", "def deal(t)", "def deal(t)", "not Python: expected ':'"),
}
LOOKS = {
    "prompts": ('play = "Play a card"', 'paly = "Play a card"', "there is no phase 'paly'; did you mean 'play'?"),
    "words": ('"hand won" =', '"hand one" =', "there is no word 'hand one'; did you mean 'hand won'?"),
}


PLAIN = """\
from parlour.kit import *

PHASES = phases(asks("choose", CARD), steps("next"))
CHOOSE, NEXT = PHASES
PACK = 3


class Table(Layout, seats=2):
    hand = Cards(per=SEATS, plays=True)


@rule
def bound(t):
    return 1


@rule
def deal(t):
    ask(t, 0, CHOOSE)
"""


def spoilt(folder: Path, file: str, before: str, after: str) -> Path:
    """The guide's game with one thing changed, in a folder of its own."""
    made = folder / "agram"
    shutil.copytree(guide_room(), made)
    rules = (made / "rules.py").read_text(encoding="utf-8").replace("PACK = pack_of", "RULES_VERSION = 1\nPACK = pack_of")
    (made / "rules.py").write_text(rules, encoding="utf-8")
    text = (made / file).read_text(encoding="utf-8")
    assert before in text
    (made / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    return made


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_the_rules(slip: str, tmp_path: Path) -> None:
    before, after, at, what = SLIPS[slip]
    folder = spoilt(tmp_path, "rules.py", before, after)
    lines = (folder / "rules.py").read_text(encoding="utf-8").splitlines()
    place = f":{next(n for n, line in enumerate(lines, 1) if at in line)}" if at else ""
    with pytest.raises(BadInput) as found:
        room(str(folder))
    assert str(found.value) == f"{folder}/rules.py{place}: {what}"


@pytest.mark.parametrize("table", LOOKS)
def test_a_slip_in_the_look(table: str, tmp_path: Path) -> None:
    before, after, what = LOOKS[table]
    folder = spoilt(tmp_path, "table.toml", before, after)
    lines = (folder / "table.toml").read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, 1) if after in text)
    with pytest.raises(BadInput) as found:
        room(str(folder))
    assert str(found.value) == f"{folder}/table.toml:{line}: {what}"


@pytest.mark.parametrize("part", PARTS)
def test_a_room_with_functions_of_all_phases(part: str, tmp_path: Path) -> None:
    """A function of the module, as rooms once wrote them, is answered with how it is written at a phase."""
    name = "proceed" if part == "step" else part
    (tmp_path / "rules.py").write_text(f"{PLAIN}\n\n@rule\ndef {name}({PARTS[part]}):\n    return 0\n", encoding="utf-8")
    with pytest.raises(BadInput) as found:
        room(str(tmp_path))
    line = PLAIN.count("\n") + 4
    assert str(found.value) == f"{tmp_path}/rules.py:{line}: nobody reads {name} any more: {BECAME[name]}"
    assert BECAME[name].endswith(f".{part} above a function ({PARTS[part]})")


NO_TEXT = {
    "UTF-16": ("PACK = 1\n".encode("utf-16"), "not UTF-8 text but UTF-16; save it as UTF-8"),
    "zero bytes": (b"PACK = 1\n\0", "not text: it has a zero byte (byte 9, line 2)"),
    "another encoding": (b"# G\xfcnter\n", "not UTF-8 text (byte 3, line 1); save it as UTF-8"),
}


@pytest.mark.parametrize("data", NO_TEXT)
def test_rules_that_are_no_text(data: str, tmp_path: Path) -> None:
    written, what = NO_TEXT[data]
    (tmp_path / "rules.py").write_bytes(written)
    with pytest.raises(BadInput) as found:
        room(str(tmp_path))
    assert str(found.value) == f"{tmp_path}/rules.py: {what}"


def test_without_a_slip_it_opens(tmp_path: Path) -> None:
    assert room(str(spoilt(tmp_path, "rules.py", "R1", "R1"))).phases == ("deal", "play", "gather", "score", "next")
