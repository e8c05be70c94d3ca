"""The policy that plays Klondike on from the leaves of the tree: what it looks at, and that it plays well."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator

import numpy as np
import pytest

import parlour
from parlour.engine.match import Match
from parlour.solve import klondike
from parlour.solve import klondike_play as inner
from parlour.solve.klondike_policy import (
    CHANCES,
    FILE,
    STEPS,
    WEIGHTS,
    Player,
    chance,
    drawn,
    played_out,
    player,
    playing_by,
    weigh,
)
from parlour.solve.klondike_search import do, moves, workspace
from parlour.solve.klondike_state import DEEP, RANDOM, Position, name


def taken(match: Match) -> Position:
    """The position of a match, as the policy is given it."""
    p = klondike.blank()
    inner.take(p, match.tables)
    name(p)
    return p


def on_the_way(draw: int) -> Iterator[Position]:
    """Return positions of random matches, after all forced moves."""
    chance = random.Random(draw)
    for deal in range(10):
        match = parlour.game("klondike", draw=draw).start(seed=deal)
        for _ in range(chance.randrange(20)):
            if match.turn == 0:
                match.play(chance.choice(match.choices()))
        p, w = taken(match), workspace()
        while moves(p, w.menu, 0, -1, 0) == 1:
            do(p, w.menu[0], w.saved, 0)
        yield p


def lying(p: Position) -> list[list[int]]:
    """Return where cards lie: columns, how much of each is face down, foundations, waste, stock and the place in the stock."""
    columns = [p.cards[c * DEEP : c * DEEP + int(p.size[c])].tolist() for c in range(7)]
    return [*columns, p.down.tolist(), p.home.tolist(), p.talon[: int(p.figures[0])].tolist(), p.figures[:9].tolist()]


def odds(p: Position, who: Player) -> dict[int, float]:
    """How likely each move is."""
    w = workspace()
    n = int(moves(p, w.menu, 0, -1, 0))
    weigh(p, w, who, n)
    return dict(zip(w.menu[:n].tolist(), who.odds[:n].tolist(), strict=True))


@pytest.mark.parametrize("draw", [1, 3])
def test_hidden_cards_make_no_difference(draw: int) -> None:
    """But for whether a king lies at the bottom, by which the solver leaves moves out: so the bottom stays."""
    chance, compared = random.Random(3), 0
    for p in on_the_way(draw):
        expected = odds(p, player(draw))
        hidden = [c * DEEP + i for c in range(7) for i in range(1, int(p.down[c]))]
        cards = [int(p.cards[k]) for k in hidden]
        chance.shuffle(cards)
        p.cards[hidden] = cards
        assert odds(p, player(draw)) == expected
        compared += len(expected) > 1 and len(hidden) > 3
    assert compared > 3


@pytest.mark.parametrize("draw", [1, 3])
def test_looking_at_moves_makes_none(draw: int) -> None:
    for p in on_the_way(draw):
        before = lying(p)
        found = odds(p, player(draw))
        assert lying(p) == before
        assert sum(found.values()) == pytest.approx(1 if found else 0)


def test_without_weights_all_is_equal_and_drawn_as_often() -> None:
    p = next(p for p in on_the_way(3) if len(odds(p, player(3))) > 2)
    who = playing_by(np.zeros(WEIGHTS))
    found = odds(p, who)
    assert list(found.values()) == pytest.approx([1 / len(found)] * len(found))
    p.figures[RANDOM] = 5
    times = np.bincount([int(drawn(p, who, len(found))) for _ in range(3000)])
    assert len(times) == len(found)
    assert abs(times - 3000 / len(found)).max() < 150


@pytest.mark.parametrize(("draw", "most", "least"), [(1, 400, 240), (3, 400, 100)])
def test_it_plays_well(draw: int, most: int, least: int) -> None:
    """Of 400 deals: it wins about 68 % with draw 1 and 33 % with draw 3, at random some 12 and 3 %."""
    who, w, won = player(draw), workspace(), 0
    game = parlour.game("klondike", draw=draw)
    for deal in range(most):
        p = taken(game.start(seed=deal))
        p.figures[RANDOM] = deal + 1
        won += played_out(p, w, who, -1) == 1.0
    assert won >= least


def test_there_is_a_weight_for_everything() -> None:
    with np.load(FILE) as file:
        shapes = {name: weights.shape for name, weights in file.items()}
    assert shapes == {f"{name}_{draw}": (n,) for draw in (1, 3) for name, n in (("draw", WEIGHTS), ("chance", CHANCES))}


def test_units_are_rectified_sums() -> None:
    """A score is that of a layer of units, written down with arrays."""
    rng = np.random.default_rng(1)
    who = playing_by(rng.normal(size=WEIGHTS))
    p = next(p for p in on_the_way(3) if len(odds(p, player(3))) > 2)
    found = list(odds(p, who).values())
    given, state = who.given[: len(found)], np.tile(who.state, (len(found), 1))
    units = np.maximum(np.hstack([given, state]) @ who.inner + who.bias, 0)
    scores = np.exp(given @ who.direct + units @ who.outer)
    assert found == pytest.approx(scores / scores.sum())


def test_chances_are_told_by_units_too() -> None:
    """As with arrays; without weights half of all positions are won."""
    rng = np.random.default_rng(2)
    chances = rng.normal(size=CHANCES) / 5
    who = playing_by(rng.normal(size=WEIGHTS), chances)
    p = next(p for p in on_the_way(3) if len(odds(p, player(3))) > 2)
    told = chance(who, len(odds(p, who)))
    said = np.maximum(who.glance @ who.sight + who.even, 0)
    assert told == pytest.approx(1 / (1 + np.exp(-(said @ who.tell + who.usual[0]))))
    assert played_out(p, workspace(), playing_by(np.zeros(WEIGHTS)), 0) == 0.5


@pytest.mark.parametrize("draw", [1, 3])
def test_chances_come_true(draw: int) -> None:
    """After some choices of 600 matches as many more are won as it says, and more of the better half than of the worse."""
    who, w, told = player(draw), workspace(), []
    game = parlour.game("klondike", draw=draw)
    for deal in range(600):
        p = taken(game.start(seed=deal))
        p.figures[RANDOM] = deal + 1
        expected = played_out(copy.deepcopy(p), w, who, STEPS)
        told.append((expected, played_out(p, w, who, -1) == 1.0))
    told.sort()
    won = np.array([won for _, won in told])
    assert abs(won.mean() - np.mean([expected for expected, _ in told])) < 0.08
    assert won[300:].mean() > won[:300].mean() + 0.1
