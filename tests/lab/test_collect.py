"""The notes on each match, against a match played step by step and looked at from outside."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.bots.base import workspace_for
from parlour.engine import steps
from parlour.engine.dispatch import random_choice
from parlour.engine.game import Game
from parlour.kit import DEAL, NOBODY, rule
from parlour.lab.collect import FIGURES, LOGS, collect_chance, collect_policy, sheet

KNOCKS = str(Path(__file__).parent.parent / "rooms" / "knocks")
SEED = 11


@rule
def by_chance(tables, menu):  # type: ignore[no-untyped-def]
    return random_choice(tables[0], menu)


def watched(game: Game, number: int) -> dict[str, Any]:
    """The notes of a match, taken by counting."""
    tables, menu = game.blank(), np.zeros(game.room.menu_size, np.int64)
    steps.begin_row(tables, 0, SEED, number)
    row = tables[0]
    sizes, movers, scores, dealer = [], [], [], NOBODY
    while not row.over:
        if row.turn != NOBODY:
            sizes.append(len(game.menu(tables)))
            movers.append(int(row.turn))
            steps.act_row(tables, 0, by_chance(tables, menu))
            continue
        if row.phase == DEAL and row.hand_number:
            scores.append([int(score) for score in row.score[: game.seats]])
        steps.step_row(tables, 0, SEED, number)
        dealer = int(row.dealer) if dealer == NOBODY else dealer
    scores.append([int(score) for score in row.score[: game.seats]])
    tenths = np.arange(len(sizes)) * 10 // len(sizes)
    return {
        "match": number,
        "decisions": len(sizes),
        "hands": len(scores),
        "choices_sum": sum(sizes),
        "forced": sizes.count(1),
        "winners": int(row.winners),
        "halftime_leaders": best(scores[len(scores) // 2 - 1]) if len(scores) > 1 else -1,
        "lead_changes": changes([best(score) for score in scores], [int(side) for side in row.side[: game.seats]]),
        "first_seat": movers[0],
        "dealer": dealer,
        "last_seat": movers[-1],
        "logs": sum(math.log(size) for size in sizes),
        "payoff": [float(payoff) for payoff in row.payoff[: game.seats]],
        "first_score": scores[0],
        "sides": [int(side) for side in row.side[: game.seats]],
        "choices_by_tenth": [sum(size for size, tenth in zip(sizes, tenths, strict=True) if tenth == j) for j in range(10)],
        "count_by_tenth": [int(np.sum(tenths == j)) for j in range(10)],
    }


def best(scores: list[int]) -> int:
    return sum(1 << p for p, score in enumerate(scores) if score == max(scores))


def changes(leads: list[int], sides: list[int]) -> int:
    """Return how often the one side that leads alone is another than the last one that did."""
    leading = [{side for p, side in enumerate(sides) if ahead >> p & 1} for ahead in leads]
    alone = [next(iter(each)) for each in leading if len(each) == 1]
    return sum(one != other for one, other in itertools.pairwise(alone))


@pytest.mark.parametrize(("seats", "house"), [(3, {}), (4, {"partners": True, "hands": 5}), (3, {"hands": 1})])
def test_every_column(seats: int, house: dict[str, Any]) -> None:
    game = Game(KNOCKS, seats, house)
    found = sheet(30, seats)
    menu = np.zeros(game.room.menu_size, np.int64)
    assert collect_chance(game.blank(2), 5, SEED, 0, menu, LOGS, found) == -1
    for k in range(30):
        told = {name: int(value) for name, value in zip(FIGURES, found.figures[k], strict=True)}
        told |= {name: column[k].tolist() for name, column in found._asdict().items() if name != "figures"}
        seen = watched(game, 5 + k)
        assert told.pop("logs") == pytest.approx(seen.pop("logs"))
        assert told == seen


def test_chance_chooses_as_in_playouts_and_the_policy_does_not() -> None:
    game = Game(KNOCKS)
    found, learned = sheet(200, game.seats), sheet(200, game.seats)
    collect_chance(game.blank(2), 0, SEED, 0, np.zeros(game.room.menu_size, np.int64), LOGS, found)
    totals = game.playouts(200, SEED, 1)
    assert totals.decisions == found.figures[:, 1].sum()
    assert totals.hands == found.figures[:, 2].sum()
    assert totals.payoff == pytest.approx(found.payoff.sum(axis=0))
    assert collect_policy(game.blank(2), 0, SEED, 0, workspace_for(game), LOGS, learned) == -1
    assert (learned.figures[:, 9] == found.figures[:, 9]).all()  # the same deals, so the same dealers
    assert (learned.figures[:, 1] != found.figures[:, 1]).any()
