"""A value learned from matches: what is known comes out, the same every time; what does not fit is not used."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import parlour
from interpreted import interpreted
from parlour import bots
from parlour.bots import heuristics
from parlour.bots.base import workspace_for
from parlour.bots.rollouts import CHANGE, FINAL, NOTHING, PAYOFF, POINTS, judge
from parlour.bots.values import Watched, _fit_points, fit_payoff, learn_value
from parlour.bots.weights import VALUE_FILE, read_value, value_of, write_value
from parlour.engine.rooms import GAMES, Room, room

ROOMS = Path(__file__).parents[1] / "rooms"
SHIPPED = sorted(path.parent.name for path in GAMES.glob(f"*/{VALUE_FILE}"))
KUHN = """
from parlour.kit import rule

HORIZON = 1
POSITION_FEATURES = (
    "first, higher", "first, lower", "after a check, higher", "after a check, lower", "asked, higher", "asked, lower"
)


@rule
def position_features(t, seat, found):
    found[:] = 0.0
    if t.hand[seat] > t.hand[1 - seat]:
        state = 2 if t.pot[0] != t.pot[1] else 1 if t.checked else 0
        found[2 * state + (t.turn != seat)] = 1.0
"""
"""Kuhn poker: who has the higher card, and what was said."""
CHIPS = (2.25, 1.75, 2.5, 1.5, 1.0, 3.0)
"""The expected chips against the other if both say anything with equal chances, worked out by hand."""


def poker(folder: Path) -> Room:
    """Return a room of Kuhn poker that distinguishes positions."""
    if not folder.exists():
        shutil.copytree(ROOMS / "kuhn", folder, ignore=shutil.ignore_patterns("__pycache__", "nerve.*"))
        (folder / "bot.py").write_text(KUHN)
    return room(str(folder))


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory: pytest.TempPathFactory) -> Room:
    return poker(tmp_path_factory.mktemp("rooms") / "bare_kuhn")


def check_known_worth(folder: str, matches: int) -> None:
    """Check that the values of random Kuhn poker are learned, the same with equal arguments, and that a workspace uses them."""
    game = parlour.Game(poker(Path(folder)))
    value_kind = learn_value([game], matches, seed=2)
    assert value_kind.kind == POINTS
    assert value_kind.weights == pytest.approx(CHIPS, abs=0.5)
    assert 0.3 < value_kind.explained < 0.8
    small = [learn_value([game], 60, seed=2).weights.tolist() for _ in range(2)]
    assert small[0] == small[1] != learn_value([game], 60, seed=3).weights.tolist()

    assert workspace_for(game).horizon[0] == heuristics.HORIZON  # nothing to judge by
    write_value(game.room.folder / VALUE_FILE, game.room, POINTS, np.array(CHIPS))
    work, match = workspace_for(game), game.start(seed=1)
    assert work.horizon[0] == 1
    root, tables = match.tables.copy(), match.tables.copy()
    tables[0].score[1] += 5
    judge(tables[0], root[0], work)
    higher = int(root[0].hand[1] > root[0].hand[0])
    first = CHIPS[0] if higher == root[0].turn else CHIPS[1]
    assert work.worth[1].tolist() == [5 + first * (1 if higher else -1), 0.0]
    assert work.worth[0, CHANGE] == -work.worth[1, CHANGE]
    work.value_kind[0] = PAYOFF
    judge(tables[0], root[0], work)
    assert work.worth[higher].tolist() == pytest.approx([0.0, np.tanh(first / 2)])
    assert work.worth[:, FINAL].sum() == pytest.approx(0.0)


def check_house_rules() -> None:
    """Where Crazy Eights is played for points nothing is expected of the rest of a hand, which is played out."""
    game = parlour.game("crazy_eights", scoring="points")
    with pytest.raises(parlour.BadInput, match="under these house rules"):
        learn_value([game], 20)
    work, match = workspace_for(game), game.start(seed=1)
    assert work.horizon[0] == heuristics.horizon(game.room)
    judge(match.tables[0], match.tables[0], work)
    assert not work.worth.any()
    assert work.horizon[0] == heuristics.HORIZON


@pytest.mark.parametrize("matches", [800, pytest.param(2500, marks=pytest.mark.soak)])
def test_interpreted_the_worth_of_kuhn_poker(matches: int, tmp_path: Path) -> None:
    """In a process of its own."""
    folder = str(tmp_path / "bare_kuhn")
    call = f"from test_values import *; check_known_worth({folder!r}, {matches}); check_house_rules()"
    interpreted("-c", call, folder=Path(__file__).parent)


def seen(tells: int, weights: np.ndarray, n: int = 4000) -> Watched:
    """Three positions of two against one, or four everybody by himself, and what comes of them by known weights."""
    rng = np.random.default_rng(1)
    seats = 3 if tells == POINTS else 4
    sides = np.tile([0, 1, 1] if tells == POINTS else [0, 1, 2, 3], (n, 1))
    found, results = rng.normal(size=(n, seats, len(weights))), np.zeros((n, seats, 2))
    if tells == POINTS:
        results[:, :, CHANGE] = found @ weights + 7.0  # what all get is nobody's gain
    else:
        results[:, :, FINAL] = -1 / 3
        won = (found @ weights + rng.gumbel(size=(n, seats))).argmax(axis=1)
        results[np.arange(n), won, FINAL] = 1.0
    return Watched(found, sides, results, np.arange(n))


def test_known_weights_come_out() -> None:
    """Exactly if points are linear in the features; nearly if the winner is random. One that is always 0 gets 0."""
    weights = np.array([1.5, -2.0, 0.25])
    assert _fit_points([seen(POINTS, weights)], False) == pytest.approx(weights, rel=0.005)
    assert _fit_points([seen(POINTS, weights)], True) == pytest.approx(-weights, rel=0.005)
    assert fit_payoff([seen(PAYOFF, weights)]) == pytest.approx(weights, abs=0.15)
    blank = seen(POINTS, weights)
    blank.found[:, :, 2] = 0.0
    assert _fit_points([blank], False)[2] == 0


def test_a_value_of_other_rules_or_features_counts_for_nothing(kuhn: Room, tmp_path: Path) -> None:
    """Written and read; what is no such file is refused in a line."""
    path = tmp_path / VALUE_FILE
    write_value(path, kuhn, PAYOFF, np.arange(6) / 3)
    tells, weights = read_value(path, kuhn)
    assert tells == PAYOFF
    assert weights == pytest.approx(np.arange(6) / 3, rel=0.001)
    text = path.read_text()
    for stale in (text.replace('"rules": 1', '"rules": 0'), text.replace("asked, lower", "asked")):
        path.write_text(stale)
        tells, weights = read_value(path, kuhn)
        assert (tells, weights.tolist()) == (NOTHING, [0.0] * 6)
    path.write_text("[1]")
    with pytest.raises(parlour.BadInput, match="holds no learned value"):
        read_value(path, kuhn)
    with pytest.raises(parlour.BadInput, match="has no features of positions"):
        learn_value([parlour.game("schnapsen")], 10)


def test_a_search_may_judge_by_a_file(tmp_path: Path) -> None:
    """By the room's own value as without one, by another otherwise; one that does not fit is refused."""
    game = parlour.game("crazy_eights")
    tells, weights = value_of(game.room)
    own, other, stale = (tmp_path / f"{name}.json" for name in ("own", "other", "stale"))
    write_value(own, game.room, tells, weights)
    write_value(other, game.room, tells, -3 * weights)
    stale.write_text(own.read_text().replace('"rules": ', '"rules": 9'))
    match = game.start(seed=1)
    view = match.view(match.turn, memory=True)
    plain, same, unlike = (
        [(option.code, option.worth) for option in bots.make(f"search:iterations=40,seed=1{value}").consider(view)[1]]
        for value in ("", f",value={own}", f",value={other}")
    )
    assert plain == same != unlike
    with pytest.raises(parlour.BadInput, match="holds no learned value for crazy_eights as it is now"):
        bots.make(f"search:iterations=40,value={stale}").choose(view)
    policy = tmp_path / "policy.json"
    policy.write_text('{"rules": 1, "features": 1, "weights": {}}')
    with pytest.raises(parlour.BadInput, match="holds no weights for crazy_eights as it is now"):
        bots.make(f"search:iterations=40,weights={policy}").choose(view)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_shipped_fits_the_rules(name: str) -> None:
    """Of today's rules and features."""
    tells, weights = value_of(room(name))
    assert tells != NOTHING, f"parlour train {name} --value"
    assert np.count_nonzero(weights) == len(heuristics.position_names(room(name)))
