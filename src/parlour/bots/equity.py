"""The worth of a score in the match: the chance of each seat to win it, or to lose it, by the score between two hands.

A player who is far behind must risk what nobody else should, and one who needs three more points has no use for thirty. So a
hand that was played to its end is worth the payoff that is to be expected of the rest of the match, not its points (see
`rollouts.weigh_score`). Backgammon programs do the same by a table of match equity.

A room names what the rest of a match depends on (`equity_features`). The policy plays matches against itself, at the beginning of
every hand but the first the features are noted for every seat, and at the end of the match who has won or lost it. The chance is
a softmax of the weighted features over the seats (McFadden, "Conditional Logit Analysis", 1974; between two sides logistic
regression), found by Newton's method (see `values`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parlour.engine.dispatch import choices, play
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.steps import GIVEN_UP, step
from parlour.kit import DEAL, NOBODY, rule

from . import heuristics
from .base import workspace_for
from .heuristics import equity_features
from .rollouts import AT_HAND, FINAL, LOSS, PAYOFF, Floats, begin_next, usual
from .values import Watched, fit_payoff

BINS = 10
"""Groups of scores by what is expected of them, for the calibration."""


@rule
def watch_scores(run, work, seed, match, found, sides, results, numbers):
    """Play matches by the policy from number `match` on until `found` is full, and the last match to its end.

    run: [2] the current match, a blank table. found: float64[n, seats, features]. sides: int64[n, seats]. results: float64[n,
    seats, 2], of which FINAL is the payoff. numbers: int64[n], the match. Return how many matches began.
    """
    t, menu = run[AT_HAND], work.menu
    first = n = chosen = 0
    begun = match
    while n < len(found) or not t.over:
        if t.over or t.hand_number == 0:
            first, chosen = n, 0
            match = begin_next(run, seed, match)
        if t.turn == NOBODY:
            if t.phase == DEAL and chosen and n < len(found):
                numbers[n], chosen = match, 0
                for p in range(t.seats):
                    equity_features(t, p, found[n, p])
                    sides[n, p] = t.side[p]
                n += 1
            step(t, seed, match - 1)
        else:
            play(t, usual(t, menu, choices(t, menu), work))
            chosen = 1
        if t.over:
            if t.over == GIVEN_UP:
                n = first
            for k in range(first, n):
                for p in range(t.seats):
                    results[k, p, FINAL] = t.payoff[p]
    return match - begun


@dataclass(frozen=True)
class Equity:
    """kind: PAYOFF or LOSS. weights: by feature. scores, matches: how many were looked at. calibration: of scores held out,
    rising, rows of the chance expected, how often it came true and of how many seats."""

    kind: int
    weights: Floats
    scores: int
    matches: int
    calibration: Floats


def learn_equity(games: Sequence[Game], scores: int = 100_000, *, seed: int = 1, loses: bool = False) -> Equity:
    """Return what scores are worth, learned from this many of them in matches of these games, all of one room. Equal arguments
    learn the same. BadInput if the room has no features of scores.

    loses: learn who loses the match, for games in which all others win.
    """
    room = games[0].room
    if not heuristics.score_names(room):
        raise BadInput(f"{room.name} has no features of scores: its bot.py has no equity_features")
    watched, matches = [], 0
    for game in games:
        seen, begun = observe(game, scores // len(games), seed)
        watched.append(seen.turned() if loses else seen)
        matches += begun
    early, late = zip(*(seen.parts() for seen in watched), strict=True)
    weights, looked_at = fit_payoff(early), sum(len(seen.numbers) for seen in watched)
    return Equity(LOSS if loses else PAYOFF, weights, looked_at, matches, _calibration(late, weights))


def observe(game: Game, scores: int, seed: int) -> tuple[Watched, int]:
    """Return so many scores of matches by the policy that the room has, and how many matches were begun for them."""
    work, features = workspace_for(game), len(heuristics.score_names(game.room))
    seen = Watched.empty(scores, game.seats, features)
    matches = watch_scores(game.blank(2), work, seed, 0, seen.found, seen.sides, seen.results, seen.numbers)
    if np.isnan(seen.found).any():
        raise BadInput(f"{game.room.name} has no features of scores under these house rules")
    return seen, int(matches)


def _calibration(watched: Sequence[Watched], weights: Floats) -> Floats:
    """See `Equity`; [BINS, 3]. A seat's chance is that of its whole side."""
    pairs = []
    for seen in watched:
        friends = (seen.sides[:, :, None] == seen.sides[:, None, :]).astype(np.float64)
        outcomes, expected = (
            np.einsum("npq,nq->np", friends, f) for f in (seen.outcomes(PAYOFF, False), seen.expected(PAYOFF, weights))
        )
        pairs.append(np.stack([expected.ravel(), outcomes.ravel()]))
    expected, outcomes = np.concatenate(pairs, axis=1)
    groups = np.array_split(np.argsort(expected, kind="stable"), BINS)
    return np.array([[expected[group].mean(), outcomes[group].mean(), len(group)] for group in groups])
