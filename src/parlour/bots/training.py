"""A policy learned by self-play: weights of the features by which a room distinguishes choices.

The policy plays matches against itself. Now and then every choice of the table at hand is tried: after each, the policy plays on
to the end of the hand, always with the same luck. The weights then follow the gradient of what the policy may expect there, the
sum over the choices of their probability times their worth, with a little of the policy's entropy added so that it does not stop
trying (Sutton and others, "Policy Gradient Methods", 1999, with all actions instead of the one taken; steps by Adam, Kingma and
Ba, 2015). Thousands of tables a second on one thread.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from parlour.engine.dispatch import choices, play
from parlour.engine.game import Game
from parlour.engine.steps import step
from parlour.kit import FIRST_CALL, NOBODY, random_below, rule
from parlour.kit.features import FEATURES, NO_FEATURE, WIDTH

from .base import workspace_for
from .rollouts import AT_HAND, CHANGE, FINAL, Floats, begin_next, joined, judge, offer_codes, roll_out, usual, weigh

MOST_TRIED = 32
"""Choices of a table; one with more is passed over."""
OFTEN = 6
"""One choice in this many, on average, is made into a lesson."""
TABLES, SPREAD, GAIN = range(3)
LESSON = 2
"""The row of a run for the choice that a lesson is made of."""
_FADES, _SQUARES_FADE, _MOST = 0.9, 0.99, 6.0


@rule
def lessons(run, work, seed, match, tables, gradient, totals, entropy):
    """Add the contribution of this many tables to the gradient. run: [3] the current match, a blank table, the current table.

    totals: tables, the sum of the variance of their choices' worth, of what the policy gains on choosing at random. Returns the
    number of the next match.
    """
    t, last, done = run[AT_HAND], -1, 0
    worths = np.zeros(MOST_TRIED)
    while done < tables:
        if t.over or t.hand_number == 0:
            match = begin_next(run, seed, match)
        if t.turn == NOBODY:
            step(t, seed, match - 1)
            last = -1
            continue
        n = choices(t, work.menu)
        if n > 1 and random_below(t, OFTEN) == 0:
            offered = offer_codes(t, work, last)
            if 1 < offered <= MOST_TRIED:
                run[LESSON] = run[AT_HAND]
                try_out(run[LESSON], work, offered, worths, gradient, totals, entropy)
                done += 1
            n = choices(t, work.menu)
        code = usual(t, work.menu, n, work)
        play(t, code)
        last = code if t.chain > 0 and code < FIRST_CALL else -1
    return match


@rule
def try_out(root, work, n, worths, gradient, totals, entropy):
    """One table: every choice offered is played out, and the gradient at the policy's probabilities added."""
    codes = work.offered[:n].copy()
    for k in range(n):
        work.tables[0] = root
        t = work.tables[0]
        play(t, codes[k])
        roll_out(t, work)
        judge(t, root, work)
        worths[k] = joined(work.range, work.worth[root.turn, CHANGE], work.worth[root.turn, FINAL])
    whole = weigh(root, codes, n, work)
    mean = average = spread = chaos = 0.0
    for k in range(n):
        share = work.odds[k] / whole
        mean += worths[k] * share
        average += worths[k] / n
        chaos -= share * math.log(share + 1e-9)
    for k in range(n):
        spread += (worths[k] - average) ** 2 / n
    totals[TABLES] += 1.0
    totals[SPREAD] += spread
    totals[GAIN] += mean - average
    scale = 1.0 / math.sqrt(totals[SPREAD] / totals[TABLES] + 1e-9)
    for k in range(n):
        share = work.odds[k] / whole
        slope = share * ((worths[k] - mean) * scale - entropy * (math.log(share + 1e-9) + chaos))
        for j in range(WIDTH):
            gradient[work.found[k, j]] += slope


@dataclass(frozen=True)
class Lesson:
    """The progress of learning: batches done, matches played, and by how many standard deviations of a choice's worth the policy
    does better than chance, over the last batch."""

    batch: int
    matches: int
    gain: float


def train(
    game: Game,
    batches: int = 300,
    tables: int = 512,
    *,
    seed: int = 1,
    rate: float = 0.08,
    entropy: float = 0.05,
    progress: Callable[[Lesson], None] | None = None,
) -> Floats:
    """Return the weights learned in this many batches of this many tables, float64[FEATURES]; the mean of those of the later
    half.

    Equal arguments learn the same. `progress` is called after each batch.
    """
    work = workspace_for(game, np.zeros(FEATURES))
    run = game.blank(3)
    weights, mean, square, average = (np.zeros(FEATURES) for _ in range(4))
    totals, match = np.zeros(3), 0
    for batch in range(batches):
        gradient, before = np.zeros(FEATURES), totals.copy()
        match = int(lessons(run, work, seed, match, tables, gradient, totals, entropy))
        gradient /= tables
        gradient[NO_FEATURE] = 0.0
        mean = _FADES * mean + (1 - _FADES) * gradient
        square = _SQUARES_FADE * square + (1 - _SQUARES_FADE) * gradient**2
        step_size = rate * (1 - 0.9 * batch / batches) / (1 - _FADES ** (batch + 1))
        weights += step_size * mean / (np.sqrt(square / (1 - _SQUARES_FADE ** (batch + 1))) + 1e-5)
        np.clip(weights, -_MOST, _MOST, out=weights)
        work.factors[:] = np.exp(weights)
        if batch >= batches // 2:
            average += weights / (batches - batches // 2)
        if progress is not None:
            new = totals - before
            progress(Lesson(batch + 1, match, new[GAIN] / new[TABLES] / math.sqrt(new[SPREAD] / new[TABLES] + 1e-9)))
    return average
