"""A value function learned from matches: what the rest of a hand may bring, by the features with which a room distinguishes
positions.

The policy plays matches against itself. At some choices the features of the position are noted for every seat, and at the end of
the hand its result. A hand begins with a few random choices, because a search looks at positions that the policy would not reach;
after them the policy plays.

Points: the change of score, own side against the mean of the others, is linear in the difference of the features; ridge
regression. A match of one hand: the chance that a seat wins is a softmax of the weighted features (McFadden, "Conditional Logit
Analysis", 1974; between two seats logistic regression), found by Newton's method.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from parlour.engine.counting import counted
from parlour.engine.dispatch import choices, play
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.steps import GIVEN_UP, step
from parlour.kit import DEAL, NOBODY, pick_random, random_below, rule

from . import heuristics
from .base import workspace_for
from .heuristics import position_features
from .rollouts import AT_HAND, CHANGE, FINAL, PAYOFF, POINTS, Floats, Ints, begin_next, usual

OFTEN = 8
"""One choice in this many, on average, is noted."""
WHIM = 4
"""At the beginning of a hand one choice in this many is random."""
SEVERAL = 1.5
"""Hands of a match, on average, from which on points are learned and not the result of the match."""
HELD_OUT = 0.2
"""The share of the positions, those of the last matches, that nothing is learned from."""
RIDGE = 1e-3
"""Strength of the penalty on a weight, as a share of what the positions say of its feature."""
STEPS = 30
"""Most steps of Newton's method."""


@rule
def watch(run, work, seed, match, found, sides, results, numbers):
    """Play matches by the policy from number `match` on until `found` is full. run: [2] the current match, a blank table.

    found: float64[n, seats, features]. sides: int64[n, seats]. results: float64[n, seats, 2], by how much a seat's score rose to
    the end of the hand, and its payoff if that ended the match. numbers: int64[n], the match. Returns how many matches began, and
    how many hands ended.
    """
    t, menu = run[AT_HAND], work.menu
    first = n = hands = choice = cut = 0
    begun = match
    while n < len(found) or first < n:
        if t.over or (t.turn == NOBODY and t.phase == DEAL and choice > 0):
            hands += 1
            if t.over == GIVEN_UP:
                n = first
            for k in range(first, n):
                for p in range(t.seats):
                    results[k, p, CHANGE] = t.score[p] - results[k, p, CHANGE]
                    results[k, p, FINAL] = t.payoff[p] if t.over else 0.0
            first, cut, choice = n, random_below(t, choice + 1), 0
        if t.over or t.hand_number == 0:
            match = begin_next(run, seed, match)
        if t.turn == NOBODY:
            step(t, seed, match - 1)
            continue
        entries = choices(t, menu)
        choice += 1
        if choice <= cut and random_below(t, WHIM) == 0:
            play(t, pick_random(t, menu, entries))
            continue
        if choice > cut and n < len(found) and random_below(t, OFTEN) == 0:
            numbers[n] = match
            for p in range(t.seats):
                position_features(t, p, found[n, p])
                sides[n, p], results[n, p, CHANGE] = t.side[p], t.score[p]
            n += 1
        play(t, usual(t, menu, entries, work))
    return match - begun, hands


@dataclass(frozen=True)
class Watched:
    """Positions and their results. found: float64[n, seats, features]; sides, results, numbers: see `watch`."""

    found: Floats
    sides: Ints
    results: Floats
    numbers: Ints
    hands_a_match: float = 0.0

    @classmethod
    def empty(cls, n: int, seats: int, features: int) -> Watched:
        """Return room for this many positions or scores, to be filled."""
        found, results = np.zeros((n, seats, features)), np.zeros((n, seats, 2))
        return cls(found, np.zeros((n, seats), np.int64), results, np.zeros(n, np.int64))

    def parts(self) -> tuple[Watched, Watched]:
        """Those to learn from, and those of the last matches."""
        late = self.numbers > self.numbers[int((1.0 - HELD_OUT) * (len(self.numbers) - 1))]
        early, last = (
            replace(self, found=self.found[k], sides=self.sides[k], results=self.results[k], numbers=self.numbers[k])
            for k in (~late, late)
        )
        return early, last

    def turned(self) -> Watched:
        """Return the same with every payoff negated, so that losing wins."""
        return replace(self, results=-self.results)

    def lead(self, figures: Floats) -> Floats:
        """Return what a seat's side has more on average than the others (`rollouts.lead`). figures: by seat, [n, seats, ...]."""
        friends = (self.sides[:, :, None] == self.sides[:, None, :]).astype(np.float64)
        foes = 1.0 - friends
        friends /= friends.sum(axis=2, keepdims=True)
        foes /= np.maximum(foes.sum(axis=2, keepdims=True), 1.0)
        return np.einsum("npq,nq...->np...", friends - foes, figures)

    def outcomes(self, kind: int, low: bool) -> Floats:
        """Return the results of the positions by seat: the gain in score, or who won, in equal parts of 1."""
        if kind == POINTS:
            return -self.results[:, :, CHANGE] if low else self.results[:, :, CHANGE]
        paid = self.results[:, :, FINAL] > 0.0
        paid |= ~paid.any(axis=1, keepdims=True)
        return paid / paid.sum(axis=1, keepdims=True)

    def expected(self, kind: int, weights: Floats) -> Floats:
        """Return what the value function predicts for them."""
        hope = self.found @ weights
        if kind == POINTS:
            return hope
        share = np.exp(hope - hope.max(axis=1, keepdims=True))
        return share / share.sum(axis=1, keepdims=True)


@dataclass(frozen=True)
class ValueFunction:
    """A value function. kind: POINTS or PAYOFF. weights: by feature. explained: the share of the variance of the results that it
    predicts on positions held out. positions, matches: how many were looked at."""

    kind: int
    weights: Floats
    explained: float
    positions: int
    matches: int


def learn_value(
    games: Sequence[Game],
    positions: int = 150_000,
    *,
    seed: int = 1,
    progress: Callable[[str], None] | None = None,
) -> ValueFunction:
    """Return the weights of the features of positions, learned from this many of them in matches of these games, all of one room.
    Equal arguments learn the same. BadInput if the room has no features of positions."""
    room = games[0].room
    if not heuristics.position_names(room):
        raise BadInput(f"{room.name} has no features of positions: its bot.py defines no position_features")
    watched, matches = [], 0
    for game in games:
        seen, begun = observe(game, positions // len(games), seed)
        watched.append(seen)
        matches += begun
        if progress is not None:
            progress(
                f"{counted(game.seats, 'seat')}: {counted(len(seen.numbers), 'position')} in {counted(begun, 'match', 'matches')}"
            )
    kind = POINTS if watched[0].hands_a_match > SEVERAL else PAYOFF
    early, late = zip(*(seen.parts() for seen in watched), strict=True)
    weights = _fit_points(early, room.low) if kind == POINTS else fit_payoff(early)
    missed = _error(late, weights, kind, room.low) / _error(late, np.zeros(len(weights)), kind, room.low)
    return ValueFunction(kind, weights, 1.0 - missed, sum(len(seen.numbers) for seen in watched), matches)


def observe(game: Game, positions: int, seed: int) -> tuple[Watched, int]:
    """Return the positions of matches by the policy that the room has, and how many matches were begun for them."""
    work, features = workspace_for(game), len(heuristics.position_names(game.room))
    seen = Watched.empty(positions, game.seats, features)
    matches, hands = watch(game.blank(2), work, seed, 0, seen.found, seen.sides, seen.results, seen.numbers)
    if np.isnan(seen.found).any():
        raise BadInput(f"{game.room.name} has no features of positions under these house rules")
    return replace(seen, hands_a_match=hands / max(matches, 1)), int(matches)


def _fit_points(watched: Sequence[Watched], low: bool) -> Floats:
    """Ridge regression of the change of score on what a seat's side has more of each feature than the others."""
    features = watched[0].found.shape[2]
    squares, products = np.zeros((features, features)), np.zeros(features)
    for seen in watched:
        more = seen.lead(seen.found).reshape(-1, features)
        squares += more.T @ more
        products += more.T @ seen.lead(seen.outcomes(POINTS, low)).ravel()
    return _solved(squares + _held_back(squares), products)


def fit_payoff(watched: Sequence[Watched]) -> Floats:
    """Return the weights of a conditional logit of who wins, by Newton's method."""
    features = watched[0].found.shape[2]
    weights = np.zeros(features)
    for _ in range(STEPS):
        slope, bend = np.zeros(features), np.zeros((features, features))
        for seen in watched:
            share = seen.expected(PAYOFF, weights)
            middle = np.einsum("np,npf->nf", share, seen.found)
            spread = (seen.found - middle[:, None, :]).reshape(-1, features)
            slope += ((seen.outcomes(PAYOFF, False) - share)[:, :, None] * seen.found).sum(axis=(0, 1))
            bend += spread.T @ (share.reshape(-1, 1) * spread)
        ridge = _held_back(bend)
        move = _solved(bend + ridge, slope - ridge @ weights)
        weights += move
        if np.abs(move).max() < 1e-6 * (1.0 + np.abs(weights).max()):
            break
    return weights


def _solved(matrix: Floats, right: Floats) -> Floats:
    return np.linalg.solve(matrix, right).astype(np.float64)


def _held_back(squares: Floats) -> Floats:
    """The ridge: every feature by its own measure; a little for one that is always 0."""
    ridge: Floats = np.diag(RIDGE * np.diag(squares) + 1e-9)
    return ridge


def _error(watched: Sequence[Watched], weights: Floats, kind: int, low: bool) -> float:
    """The sum of the squares by which the value misses what came of the positions, own side against the others."""
    return sum(float((seen.lead(seen.outcomes(kind, low) - seen.expected(kind, weights)) ** 2).sum()) for seen in watched)
