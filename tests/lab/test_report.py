"""The report: one file that needs nothing else, with everything in it; whole studies in their folders."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.lab import plots, report, rounds, studies
from parlour.lab.experiments import Experiment
from parlour.lab.measures import Setting
from parlour.lab.question import ask
from parlour.lab.rounds import Answer, Study
from parlour.lab.screen import Effect
from parlour.lab.statistics import Figure

pytest.importorskip("matplotlib")


def some(value: float) -> Figure:
    return Figure(value, value - 0.02, value + 0.02, 500)


@pytest.fixture
def study() -> Study:
    asked = ask(parlour.game("polignac"), ("chance", "easy", "fair"))
    parts = ("player", "seat", "deal", "rest")
    figures = {
        "places": {str(k): some(k / 10 - 0.15) for k in range(4)},
        "skill": {"fair against <easy>": some(0.6)},
        "elo": {"easy": some(100.0), "fair": some(200.0)},
        "variance": {part: some(0.2) for part in parts},
        "choices_by_tenth": {str(k): some(3.0) for k in range(1, 11)},
        "matters_by_tenth": {str(k): some(0.3) for k in range(1, 11)},
    }
    answer = Answer(Experiment("policy", "playouts", ("policy",), (), (), 1.0), {}, {}, 12_000, 1.0, rounds.SHORT_OF_TIME)
    made = Study(asked, "Polignac", Setting("polignac", 4), [answer], figures)
    made.effects = [Effect("target", 5, 10, "hands in a match", "hands", 4.0, 2.0, Figure(-2.0, -2.1, -1.9, 900), -1.5, 0.0)]
    made.cards, made.card_probabilities = {"J♠": some(-1.0), "7♣": some(0.5)}, {"J♠": 0.0, "7♣": 0.0}
    return made


def test_one_file_says_everything(study: Study, tmp_path: Path) -> None:
    text = report.write(study, tmp_path).read_text(encoding="utf-8")
    assert report.render(study) == text  # the same figures, the same file
    assert not re.search(r"<script|<link|<img|@import|url\(http|src=", text)
    assert not [link for link in re.findall(r'href="([^"]*)"', text) if not link.startswith("#")]
    assert text.count('<svg role="img"') == 7
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)
    for said in ("Wished for was", "12,000", "short of time", "J♠", "&lt;easy&gt;", "With target = 5 instead of 10"):
        assert said.lower() in text.lower()
    assert "#123456" not in text
    assert "<easy>" not in text


def test_black_and_white_is_enough(study: Study) -> None:
    """Nothing is told by colour: all ink is that of the text, bars are hatched and lines of styles of their own."""
    both = {"one": study.figures["choices_by_tenth"], "other": study.figures["matters_by_tenth"]}
    svg = plots.course(both, "two", "both")
    assert set(re.findall(r"(?:stroke|fill): ?([^;\"]+)", svg)) <= {"none", "currentColor", "#ffffff", "inherit"}
    assert "stroke-dasharray" in svg
    assert "pattern" in plots.bars({"a": some(1.0), "b": some(2.0)}, "bars", "gain")


def test_all_games_go_on_where_they_were(study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [replace(study.question, game=name) for name in ("polignac", "toepen")]
    done: list[tuple[str, float]] = []

    def conduct(question: Any, *given: Any, **named: Any) -> Study:
        done.append((question.game, question.minutes))
        if len(done) == 2:
            raise KeyboardInterrupt
        return replace(study, question=question, title=question.game.title())

    monkeypatch.setattr(studies, "conduct", conduct)
    nobody: Any = None
    with pytest.raises(KeyboardInterrupt):
        studies.every(asked, tmp_path, nobody, minutes=30, command="made", now=lambda: 0.0)
    found = studies.every(asked, tmp_path, nobody, minutes=30, command="made", now=lambda: 0.0)
    assert done == [("polignac", 15.0), ("toepen", 30.0), ("toepen", 30.0)]
    assert [one["title"] for one in found] == ["Polignac", "Toepen"]
    assert (tmp_path / "polignac" / report.REPORT).exists()
    assert "| Toepen |" in (tmp_path / studies.PAGE).read_text(encoding="utf-8")


def test_a_game_that_goes_wrong_does_not_cost_the_others(study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [replace(study.question, game=name) for name in ("polignac", "toepen", "spades")]
    lost: list[str] = []

    def conduct(question: Any, *given: Any, **named: Any) -> Study:
        if question.game == "toepen" and not lost:
            raise RuntimeError("something that nobody thought of")
        return replace(study, question=question, title=question.game.title())

    def failed(game: str, error: Exception) -> None:
        lost.append(f"{game}: {error}")

    monkeypatch.setattr(studies, "conduct", conduct)
    nobody: Any = None
    found = studies.every(asked, tmp_path, nobody, minutes=30, command="made", failed=failed)
    assert [one["title"] for one in found] == ["Polignac", "Spades"]
    assert lost == ["toepen: something that nobody thought of"]
    found = studies.every(asked, tmp_path, nobody, minutes=30, command="made", failed=failed)  # again: only what is missing
    assert [one["title"] for one in found] == ["Polignac", "Toepen", "Spades"]
    assert len(lost) == 1
    assert "| Toepen |" in (tmp_path / studies.PAGE).read_text(encoding="utf-8")
    changed = [replace(question, code="newer") for question in asked]
    with pytest.raises(BadInput, match="started with another version of the bots"):
        studies.every(changed, tmp_path, nobody, minutes=30, command="made", failed=failed)


@pytest.mark.parametrize(
    "line",
    ["", "schnapsen --all", "--all --players 4", "schnapsen --width 2", "schnapsen --minutes -1", "schnapsen --bots fair,strong"],
)
def test_bad_input_is_a_line(line: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    try:
        status = main(["study", *line.split(), "-o", str(tmp_path / "study")])
    except SystemExit as left:
        status = int(str(left.code))
    assert status == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert np.size(list(tmp_path.iterdir())) == 0
