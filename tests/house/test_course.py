"""The course of a hand: what the rules say can follow what, what play shows, and the picture of both."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from parlour.cli import main
from parlour.engine.game import Game
from parlour.engine.leads import END, leads
from parlour.engine.rooms import room
from parlour.house.course import Course, course_of
from parlour.house.course_drawing import course_svg, course_text, in_order, in_words

CUCUMBER = {
    ("deal", "play"),
    ("play", "gather"),
    ("play", "score"),
    ("gather", "play"),
    ("score", "overrun"),
    ("score", "next"),
    ("overrun", "next"),
    ("overrun", "end of the match"),
    ("next", "deal"),
    ("next", "end of the match"),
}


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few matches are enough here."""
    monkeypatch.setattr("parlour.house.course.CHOICES", 150)


def test_what_the_rules_of_cucumber_say() -> None:
    """Phases named at a phase and in the rules called from there, `win` and the deal; not those that are only compared with."""
    cucumber = room("cucumber")
    names = [*cucumber.phases, "end of the match"]
    assert {(names[at], names[to]) for at, after in leads(cucumber).items() for to in after.phases} == CUCUMBER


def test_play_shows_nothing_that_the_rules_do_not_say() -> None:
    """And a phase that asks one seat after another follows itself."""
    game = Game("cucumber")
    course, found = course_of(game), leads(game.room)
    for at, to in course.seen | course.rare:
        assert at == to or (END if to == course.end else to) in found[at].phases
    assert course.lasting(course.names.index("play"))
    assert not course.lasting(course.names.index("gather"))


def drawn_by_lot(number: int) -> Course:
    """A course of up to 18 phases with random arrows."""
    chance = random.Random(number)
    count = chance.randint(3, 18)
    pairs = {(chance.randrange(count - 1), chance.randrange(count)) for _ in range(3 * count)}
    seen = frozenset(pair for pair in pairs if chance.random() < 0.7)
    offers = tuple(("card", "pass") if chance.random() < 0.5 else () for _ in range(count))
    return Course("Any & all", tuple(f"phase <{k}>" for k in range(count)), offers, seen, frozenset(pairs - seen))


@pytest.mark.parametrize("number", range(12))
def test_no_two_lines_are_confused(number: int) -> None:
    """Every pair has its arrow, inside the picture; lines that lead to different phases never run on top of each other."""
    course = drawn_by_lot(number)
    svg = ET.fromstring(course_svg(course))
    wide = float(svg.get("width", "0"))
    lanes: dict[float, list[tuple[float, float, float]]] = {}
    lines = [path for path in svg.iter("{http://www.w3.org/2000/svg}path") if path.get("fill") == "none"]
    assert len(lines) == sum(len(course.after(phase)) + course.lasting(phase) for phase in range(course.end))
    whole = [path.get("d", "") for path in lines if path.get("marker-end")]
    for path in (path for path in whole if "H" in path):
        lane, bend = (float(x) for x in path.split("Q")[1].split("V")[0].split()[2:4])
        end = float(path.split("Q")[2].split("H")[0].split()[3])
        assert 0 < lane < wide
        for top, bottom, other in lanes.setdefault(lane, []):
            assert other == end or max(bend, end) < top or bottom < min(bend, end)
        lanes[lane].append((min(bend, end), max(bend, end), end))
    for path in (path.get("d", "") for path in lines if not path.get("marker-end") and "H" in path.get("d", "")):
        lane, bend = (float(x) for x in path.split("Q")[1].split()[2:4])
        assert any(top <= bend <= bottom for top, bottom, _ in lanes[lane]), "it joins no line"
    assert sorted(in_order(course)) == list(range(course.end + 1))


@pytest.mark.parametrize(
    ("offers", "line"),
    [
        (("card",), "a card"),
        (("pass", "bid {0..13}"), "pass, bid 0–13"),
        (tuple(f"call {k}" for k in range(9)), "call 0, call 1, call 2, call 3, 5 more"),
        (("x" * 60,), "x" * 37 + "..."),
        (("pass", "bump aces {♦♦♥,♦♦♠}", "bump royal {JQK,QK★}"), "pass, bump aces ..., bump royal ..."),
        (("{clause,and,or}", "plain"), "clause, and, or, plain"),
    ],
)
def test_what_is_offered_fits_its_box(offers: tuple[str, ...], line: str) -> None:
    assert in_words(offers) == line


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As a text, as a diagram, and refused as anything else."""
    assert main(["rules", "cucumber", "--course"]) == 0
    out = capsys.readouterr().out
    assert out == course_text(course_of(Game("cucumber")))
    assert "→ itself, gather, score" in out
    assert main(["rules", "cucumber", "--course", "-o", str(tmp_path / "course.svg")]) == 0
    assert ET.fromstring((tmp_path / "course.svg").read_text(encoding="utf-8")).tag.endswith("svg")
    for more in (["--format", "pdf"], ["-o", str(tmp_path / "course.pdf")]):
        assert main(["rules", "cucumber", "--course", *more]) == 2
        assert capsys.readouterr().err.count("\n") == 1
