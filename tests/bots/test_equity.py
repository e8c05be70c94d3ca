"""The worth of a score in the match: it is learned as it can be worked out by hand, and hands are judged by it."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import numpy as np
import pytest

import parlour
from interpreted import interpreted
from parlour.bots import heuristics
from parlour.bots.base import workspace_for
from parlour.bots.equity import learn_equity
from parlour.bots.heuristics import equity_features
from parlour.bots.rollouts import CHANGE, COUNTS, FINAL, LOSS, NOTHING, PAYOFF, judge, match_weight
from parlour.bots.weights import EQUITY_FILE, equity_of, write_value
from parlour.engine.rooms import GAMES, Room, room
from parlour.kit import DEAL, NOBODY

ROOMS = Path(__file__).parents[1] / "rooms"
SHIPPED = sorted(path.parent.name for path in GAMES.glob(f"*/{EQUITY_FILE}"))
KUHN = """
import math

from parlour.kit import rule

EQUITY_FEATURES = ("a chip ahead", "two chips ahead")


@rule
def equity_features(t, seat, found):
    lead = t.score[seat] - t.score[1 - seat]
    found[0], found[1] = lead == 2, lead == 4
    if t.hands != 2:
        found[0] = math.nan
"""
"""Kuhn poker of two hands: what is won of the first, twice the chips between the scores."""
CHANCES = (0.656, 0.906)
"""To win from there if both say anything with equal chances, worked out by hand; the first is the mean of eldest and dealer."""


def poker(folder: Path) -> Room:
    if not folder.exists():
        shutil.copytree(ROOMS / "kuhn", folder, ignore=shutil.ignore_patterns("__pycache__", "nerve.*"))
        (folder / "bot.py").write_text(KUHN)
    return room(str(folder))


def check_kuhn(folder: str) -> None:
    """Check that the chances come out, and that a hand is then worth a payoff, and its points no more than words."""
    kuhn = poker(Path(folder))
    game, names = parlour.Game(kuhn, house={"hands": 2}), heuristics.score_names(kuhn)
    learned = learn_equity([game], 1500, seed=2)
    assert learned.kind == PAYOFF
    found = [math.exp(weight) / (1 + math.exp(weight)) for weight in learned.weights]
    assert found == pytest.approx(CHANCES, abs=0.05)
    again, turned = learn_equity([game], 100, seed=3), learn_equity([game], 100, seed=3, loses=True)
    assert turned.kind == LOSS
    assert turned.weights == pytest.approx(-again.weights)
    with pytest.raises(parlour.BadInput, match="under these house rules"):
        learn_equity([parlour.Game(kuhn, house={"hands": 3})], 10)
    with pytest.raises(parlour.BadInput, match="has no features of scores"):
        learn_equity([parlour.game("cucumber")], 10)

    root = game.start(seed=1).tables
    ended = root.copy()
    ended[0].phase, ended[0].turn, ended[0].score[:] = DEAL, NOBODY, (2, -2)
    assert (judged := judged_by(kuhn, ended, root))[0] == [(4.0, 0.0), (-4.0, 0.0)]
    assert judged[1] == 8.0  # points count, and a match twice the most of them
    weights = np.array([0.7, math.log(9)])
    for tells, sign in ((PAYOFF, 1), (LOSS, -1)):
        write_value(kuhn.folder / EQUITY_FILE, kuhn, tells, sign * weights, names)
        worth, match = judged_by(kuhn, ended, root)
        assert [change for change, _ in worth] == [4.0, -4.0]
        assert [final for _, final in worth] == pytest.approx([0.8, -0.8], abs=0.001)
        assert match == 1.0  # points do not count
    longer = parlour.Game(kuhn, house={"hands": 5}).start(seed=1).tables
    longer[0].phase, longer[0].score[:] = DEAL, (2, -2)
    assert judged_by(kuhn, longer, root) == judged  # of other rules nothing is known


def judged_by(kuhn: Room, ended, root) -> tuple[list[tuple[float, float]], float]:  # type: ignore[no-untyped-def]
    """Return the worth of a table to both seats, and what a payoff counts."""
    work = workspace_for(parlour.Game(kuhn))
    judge(ended[0], root[0], work)
    if work.range[CHANGE, COUNTS]:
        judge(ended[0], root[0], work)
    return [(float(row[CHANGE]), float(row[FINAL])) for row in work.worth], float(match_weight(work.range))


def test_interpreted_what_a_score_of_kuhn_poker_is_worth(tmp_path: Path) -> None:
    """In a process of its own."""
    folder = str(tmp_path / "match_kuhn")
    interpreted("-c", f"from test_equity import *; check_kuhn({folder!r})", folder=Path(__file__).parent)


def chance(game: parlour.Game, **fields: object) -> float:
    """Return the chance of seat 0 and its partners to win the match, or not to lose it, from a score between two hands."""
    tells, weights = equity_of(game.room)
    tables = game.start(seed=1).tables
    for name, value in fields.items():
        tables[0][name] = value
    hopes, found = [], np.zeros(len(weights))
    for p in range(game.seats):
        equity_features(tables[0], p, found)
        hopes.append(math.exp(found @ weights))
    side = [p for p in range(game.seats) if tables[0].side[p] == tables[0].side[0]]
    share = sum(hopes[p] for p in side) / sum(hopes)
    return 1 - share if tells == LOSS else share


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_shipped_fits_the_rules(name: str) -> None:
    """Of today's rules and features."""
    tells, weights = equity_of(room(name))
    assert tells != NOTHING, f"python bench/equity.py {name}"
    assert np.count_nonzero(weights) == len(heuristics.score_names(room(name)))


def test_spades_scores() -> None:
    """Every point ahead is worth something, more so the fewer hands are left; nine bags are worse than none."""
    game = parlour.game("spades")
    early = [chance(game, score=[50 + k, 100] * 2, hand_number=2) for k in range(0, 101, 10)]
    late = [chance(game, score=[400 + k, 450] * 2, hand_number=8) for k in range(0, 101, 10)]
    for chances in (early, late):
        assert chances == sorted(chances)
        assert chances[5] == pytest.approx(0.5)
    assert late[0] < early[0] < 0.5 < early[-1] < late[-1] < 1
    assert chance(game, score=[300, 300] * 2, bags=[9, 0] * 2) < 0.4
    last = chance(game, score=[345, 300] * 2, hand_number=99)
    assert chance(game, score=[345, 300] * 2, hand_number=6) < last
