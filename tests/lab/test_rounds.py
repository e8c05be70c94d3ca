"""Numbers of matches to play, house rules on common deals, and the table of all games: on made-up results."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.house.suggest.facts import read_study
from parlour.lab import rounds, screen, summary
from parlour.lab.experiments import Experiment, half_width_wanted, pairs
from parlour.lab.measures.base import Column
from parlour.lab.question import Question, ask
from parlour.lab.statistics import Figure
from parlour.lab.store import sealed
from parlour.lab.tasks import CHUNK, Task

EXPERIMENT = Experiment("made up", "playouts", ("policy",), ("decisions",), ("decisions",), 1.0)


@cache
def deals() -> tuple[Column, Column]:
    draw = np.random.default_rng(1)
    return draw.normal(100, 20, 400_000), draw.integers(0, 4, 400_000)


def made_up(task: Task) -> dict[str, Column]:
    """Matches as long as their deal makes them; with the target lower they are shorter by ten decisions."""
    house = dict(task.house)
    numbers = np.arange(task.first, task.first + task.count)
    lengths, seats = deals()
    lengths = lengths[numbers] - 10 * (house.get("target") == 5)
    winners = 1 << seats[numbers]
    zeros = np.zeros(len(numbers), np.int64)
    return {
        "match": numbers,
        "decisions": lengths,
        "hands": zeros + 2,
        "choices_sum": 2 * lengths,
        "forced": zeros,
        "winners": winners,
        "dealer": numbers % 4,
        "halftime_leaders": winners,
        "lead_changes": zeros,
    }


class MadeUp(rounds.Conductor):
    """Plays by `made_up`, a hundredth of a second a task by its own clock."""

    def __init__(self, question: Question) -> None:
        self.clock, self.played = 0.0, set[str]()
        stand_in: Any = self
        super().__init__(question, stand_in, stand_in, None, lambda: self.clock)

    def missing(self, tasks: Sequence[Task]) -> list[Task]:
        return [task for task in tasks if task.key not in self.played]

    def have(self, tasks: Sequence[Task], seconds: float = math.inf) -> bool:
        for task in self.missing(tasks):
            self.played.add(task.key)
            self.clock += 0.01
        return True

    def rows(self, tasks: Sequence[Task]) -> dict[str, Column]:
        assert not self.missing(tasks)
        parts = [made_up(task) for task in tasks]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


@pytest.fixture
def question() -> Question:
    return ask(parlour.game("polignac"), ("chance", "easy", "fair"), width=0.001)


def test_rounds_end_when_intervals_are_narrow(question: Question) -> None:
    """20 in 100 to a thousandth: (1.96 · 0.2 / 0.001)² deals, and not many more."""
    conductor = MadeUp(question)
    found = conductor.answer(EXPERIMENT, float("inf"))
    assert found.ended == rounds.WIDE_ENOUGH
    assert found.figures["decisions"][""].margin < 0.1 * 1.02
    assert 150_000 <= found.matches <= 170_000
    assert len(conductor.played) == found.matches // CHUNK["playouts"]


def test_rounds_end_when_the_time_is_up(question: Question) -> None:
    found = MadeUp(question).answer(EXPERIMENT, 0.5)
    assert found.ended == rounds.SHORT_OF_TIME
    assert 49_000 <= found.matches <= 50_000
    assert MadeUp(question).answer(replace(EXPERIMENT, most=20_000), 9.0).ended == rounds.ALL_PLAYED
    assert MadeUp(question).answer(EXPERIMENT, 0.0).matches == question.games  # what was asked for is played at least


def test_what_is_there_costs_no_time(question: Question) -> None:
    """A study taken up again goes on from what it has, and is as it would have been."""
    conductor = MadeUp(question)
    conductor.answer(EXPERIMENT, 0.05)
    conductor.clock = 0.0
    again = conductor.answer(EXPERIMENT, float("inf"))
    whole = MadeUp(question).answer(EXPERIMENT, float("inf"))
    assert again.matches == whole.matches
    assert again.figures == whole.figures


def test_a_study_taken_up_with_less_time_says_no_less(question: Question) -> None:
    conductor = MadeUp(question)
    before = conductor.answer(EXPERIMENT, 0.5)
    played, conductor.clock = len(conductor.played), 0.0
    again = conductor.answer(EXPERIMENT, 0.0)
    assert before.ended == again.ended == rounds.SHORT_OF_TIME
    assert again.matches == before.matches > question.games
    assert len(conductor.played) == played


def test_house_rules_are_compared_deal_by_deal(question: Question) -> None:
    """A target of 5 costs ten decisions: on common deals that is known without any spread, and nothing else is made of noise."""
    found = screen.screened(replace(question, width=0.02), MadeUp(question), 10_000, float("inf"))
    told = [effect for effect in found if effect.counts]
    assert {(one.option, one.value, one.instead_of, one.what) for one in told} == {("target", 5, 10, "decisions in a match")}
    assert (told[0].change.value, told[0].size) == (pytest.approx(-10), pytest.approx(-0.5, abs=0.02))
    assert {one.option for one in found} == set(question.open().room.Table.options)


def test_values_worth_trying() -> None:
    game = parlour.game("polignac")
    assert screen.values(game, "target") == (5, 20)
    assert screen.values(game, "capot") == ("none", "bid", "unbid")
    asked = ask(game, ("chance", "easy"), {"target": ["7", "10"]})
    assert screen.variants(asked) == [("target", 7, 10)]


def test_who_plays_whom() -> None:
    assert pairs(2) == [(0, 1)]
    assert pairs(4) == [(0, 1), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert screen.duel_of(["chance", "easy", "fair", "strong"]) == ("easy", "fair")


def test_what_a_width_means() -> None:
    figure = Figure(50.0, 40.0, 60.0, 10)
    units = {"share": 0.02, "scale": 0.04, "gain": 0.08, "Elo": 14.0, "decisions": 1.0}
    assert {unit: half_width_wanted(unit, figure, 4, 0.02) for unit in units} == pytest.approx(units)


def studies() -> Iterator[dict[str, Any]]:
    for k, game in enumerate(("polignac", "toepen", "spades", "solo", "brag", "bura")):
        value = {"value": 0.5 + k / 20, "low": 0.48 + k / 20, "high": 0.52 + k / 20, "n": 100}
        figures = {
            "skill": {"fair against easy": value},
            "seat": {"": value},
            "minutes": {"": value},
            "choices": {"geometric": value},
        }
        played = {"pair 1 2": {"kind": "matches", "bots": [], "matches": 5, "ended": rounds.SHORT_OF_TIME if k else "x"}}
        told = {"game": game, "title": game.title(), "seats": 4, "width": 0.02, "players": ["chance", "easy", "fair"]}
        yield told | {"figures": figures, "played": played}


def test_the_table_of_all_games(tmp_path: Path) -> None:
    page, toml = tmp_path / "all.md", tmp_path / "all.toml"
    summary.write(list(studies()), page, toml, "parlour study --all")
    assert read_study(toml)["toepen"]["skill"] == 0.55
    text = page.read_text(encoding="utf-8")
    assert (
        "Play decides most in Bura (75.0 ± 2.0 %), Brag (70.0 ± 2.0 %), Solo (65.0 ± 2.0 %), least in Polignac (50.0 ± 2.0 %),"
        in text
    )
    assert "In 6 of 6 games it is shown that the best seat wins more than its share, most in Bura (18.8 ± 0.5 %)" in text
    rows = {line.split(" | ")[0]: line for line in text.splitlines() if line.startswith("| ")}
    assert "50.0 ± 2.0 % |" in rows["| Polignac"]
    assert "55.0 ± 2.0 % *" in rows["| Toepen"]
    file = tmp_path / summary.FIGURES
    assert summary.kept(tmp_path) is None
    file.write_text(json.dumps(sealed(next(studies()))), encoding="utf-8")
    assert summary.kept(tmp_path) == next(studies())
    for damaged in ("{", "[]", json.dumps(next(studies())), json.dumps(sealed(next(studies())) | {"seats": 5})):
        file.write_text(damaged, encoding="utf-8")
        told = list[str]()
        assert summary.kept(tmp_path, told.append) is None
        assert told == [f"{file}: it is damaged, or was written without a checksum; its figures are worked out again"]
