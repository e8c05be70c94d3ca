"""Depth on a made-up ladder of searches whose strengths are known."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.cli import main
from parlour.lab import depth
from parlour.lab.experiments import Experiment
from parlour.lab.measures.skill import skill
from parlour.lab.question import ask
from parlour.lab.rounds import WIDE_ENOUGH, Answer
from parlour.lab.statistics import NOTHING, Figure

DECIDED = (0.6, 0.5, 0.4, 0.35, 0.05, 0.3, 0.0, 0.0)
"""The part that play decides between neighbours: four steps win 60 % in a row, the fifth does not."""


def step(decided: float, deals: int, draw: np.random.Generator) -> Figure:
    """Deals of two seatings that the better of two players wins, or a lot decides."""
    won = (draw.random((deals, 2)) < decided) | (draw.random((deals, 2)) < 0.5)
    return skill(np.where(won, 1.0, -1.0))


class MadeUp:
    """Plays the steps of DECIDED, a minute for each."""

    def __init__(self, minutes: float, deals: int = 400) -> None:
        self.left, self.deals, self.played, self.draw = 60 * minutes, deals, list[tuple[str, ...]](), np.random.default_rng(3)

    def answer(self, experiment: Experiment, seconds: float) -> Answer | None:
        if self.left < 60:
            return None
        figure = step(DECIDED[len(self.played)], self.deals, self.draw)
        self.left, self.played = self.left - 60, [*self.played, experiment.bots]
        return Answer(experiment, {}, {"skill": {"one against other": figure}}, self.deals, 60.0, WIDE_ENOUGH)


def found(minutes: float) -> tuple[depth.Depth, MadeUp]:
    conductor: Any = MadeUp(minutes)
    return depth.measured(ask(parlour.game("schnapsen"), depth.ladder()), conductor), conductor


def test_the_depth_of_a_known_ladder() -> None:
    told, conductor = found(30)
    figure = told.figure
    assert (figure.value, figure.low, figure.high) == (4, 4, 4)
    assert conductor.played[-1] == ("search:iterations=256", "search:iterations=512")  # a step that does not win ends it
    assert depth.lines(told)[0].startswith("4 doublings of the search budget in a row still win 60 %")


def test_a_ladder_whose_end_is_not_reached_is_a_bound() -> None:
    told, _ = found(3)
    assert (told.figure.value, told.figure.low, told.figure.high) == (3, 3, math.inf)
    assert "(3 or more)" in depth.lines(told)[0]
    nothing, _ = found(0)
    assert nothing.figure == NOTHING
    assert "too short" in depth.lines(nothing)[0]


@pytest.mark.parametrize("deals", [10, 60])
def test_intervals_hold_the_truth(deals: int) -> None:
    draw = np.random.default_rng(deals)
    held = []
    for _ in range(200):
        figure = depth.depth([step(decided, deals, draw) for decided in DECIDED])
        held.append(figure.low <= 4 <= figure.high)
    assert np.mean(held) >= 0.93


def test_the_report(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    told, _ = found(30)
    text = depth.write(told, tmp_path).read_text(encoding="utf-8")
    assert text.count('<svg role="img"') == 1
    assert "32 iterations against 16" in text


def test_what_has_no_depth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    for line, why in ((["klondike"], "needs a game for two or more"), (["schnapsen", "--bots", "easy,fair"], "leave --all")):
        assert main(["study", *line, "--depth", "-o", str(tmp_path / "study")]) == 2
        assert why in capsys.readouterr().err
