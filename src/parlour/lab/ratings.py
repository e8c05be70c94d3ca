"""Ratings of players on Elo's scale, with intervals that hold if a player wins nearly all matches, or all.

The model is Bradley and Terry's. The estimate maximizes the likelihood with Jeffreys' prior, so it is finite and nearly unbiased
for a player who never lost. The interval is that of the profile likelihood without a prior: all ratings that the results do not
contradict. If the results set no limit (a player won every match), an end of the interval is infinite, and the figure is a bound.

Sources: R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952); D. Firth, "Bias
reduction of maximum likelihood estimates", Biometrika 80 (1993); D. J. Venzon and S. H. Moolgavkar, "A method for computing
profile-likelihood-based confidence intervals", Applied Statistics 37 (1988); the dispersion of matches of one deal: P. McCullagh
and J. A. Nelder, "Generalized linear models" (1989), 4.5.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from parlour.bots.arena import student

from .statistics import Figure, Floats

ELO = 400 / math.log(10)
"""Points of Elo's scale per unit of the logistic."""
FARTHEST = 25.0
"""A difference in units of the logistic at which a likelihood that still accepts it accepts any: some 4,300 points of Elo."""
PRIOR, DOUBLED = 2.0, 2.0
"""Weight and value of the dispersion assumed before it is known: matches, counted by their variance, that agree in pairs."""
STEPS = 100
"""Newton steps at most; a fit takes about six."""


def ratings(wins: npt.ArrayLike) -> Floats:
    """Return the Elo of each player, with the first at 0.

    wins: float64[players, players], how often the row's player beat the column's; a tie counts half a win for both. A player
    whom no chain of matches connects with the first has nan.

    >>> [round(x) for x in ratings([[0, 250], [750, 0]])]
    [0, 191]
    """
    won = np.array(wins, np.float64)
    linked = _linked(won)
    strength = np.full(len(won), math.nan)
    strength[linked] = _fit(won[np.ix_(linked, linked)], prior=True)
    return strength * ELO


def elo(blocks: Floats) -> list[Figure]:
    """Return each player's Elo, with the first at 0, and its interval.

    blocks: float64[deals, players, players], the wins of `ratings` deal by deal. Matches of one deal need not be independent:
    the interval is as wide as the results of deals vary about what the ratings expect.
    """
    deals, players = len(blocks), blocks.shape[1]
    won = blocks.sum(axis=0) if deals else np.zeros((players, players))
    linked = _linked(won)
    found = [Figure(math.nan, math.nan, math.nan, deals)] * players
    found[0] = Figure(0.0, 0.0, 0.0, deals)
    if len(linked) < 2:
        return found
    some = blocks[:, linked][:, :, linked]
    won = won[np.ix_(linked, linked)]
    value, best = _fit(won, prior=True), _fit(won)
    cut = _dispersion(some, value) * student(max(deals - len(linked) + 1, 1)) ** 2
    for i, player in enumerate(linked.tolist()):
        if i:
            low, high = (_end(won, best, i, side, cut) for side in (-1.0, 1.0))
            figure = Figure(float(value[i]), min(low, float(value[i])), max(high, float(value[i])), deals)
            found[player] = figure.scaled(ELO)
    return found


def _linked(won: Floats) -> npt.NDArray[np.int64]:
    """The numbers of the players whom matches connect with the first, and the first."""
    met, linked = won + won.T > 0, np.zeros(len(won), bool)
    linked[0] = True
    for _ in range(len(won)):
        linked |= met[linked].any(axis=0)
    return np.flatnonzero(linked)


def _expected(strength: Floats) -> Floats:
    """The probability that the row's player beats the column's."""
    return np.asarray(1.0 / (1.0 + np.exp(np.clip(strength[None, :] - strength[:, None], -500.0, 500.0))))


def _fit(won: Floats, *, prior: bool = False, held: int = 0, start: Floats | None = None) -> Floats:
    """The strengths of the largest likelihood, with the first at 0 and `held` where it starts, by Newton's method.

    With `prior`, each pair's score is shifted by its leverage times (1/2 - p), which is Jeffreys' prior for a logistic model.
    """
    met, players = won + won.T, len(won)
    strength = np.zeros(players) if start is None else start.copy()
    free = np.array([i for i in range(1, players) if i != held or start is None], np.int64)
    if not len(free):
        return strength
    square = np.ix_(free, free)
    for _ in range(STEPS):
        p = _expected(strength)
        weights = met * p * (1 - p)
        score = (won - met * p).sum(axis=1)
        curve = (np.diag(weights.sum(axis=1)) - weights)[square] + 1e-9 * np.eye(len(free))
        if prior:
            spread = np.zeros((players, players))
            spread[square] = np.linalg.inv(curve)
            of_one = np.diag(spread)
            score += (weights * (of_one[:, None] + of_one[None, :] - 2 * spread) * (0.5 - p)).sum(axis=1)
        move = np.linalg.solve(curve, score[free])
        largest = float(np.abs(move).max())
        strength[free] = np.clip(strength[free] + move * min(1.0, 2.0 / max(largest, 1e-12)), -2 * FARTHEST, 2 * FARTHEST)
        if largest < 1e-8:
            break
    return strength


def _deviance(won: Floats, strength: Floats) -> float:
    """-2 times the logarithm of the likelihood."""
    return float(2 * (won * np.logaddexp(0.0, strength[None, :] - strength[:, None])).sum())


def _dispersion(blocks: Floats, strength: Floats) -> float:
    """The variance of a deal's score in proportion to that of as many independent matches.

    Above 1 if one player wins a deal from every seat, below 1 if the cards decide it.
    """
    met, p = blocks + blocks.transpose(0, 2, 1), _expected(strength)
    pairs = np.triu_indices(len(p), 1)
    seen = float(((blocks - met * p) ** 2)[:, *pairs].sum())
    independent = float((met * p * (1 - p))[:, *pairs].sum())
    return (seen + PRIOR * DOUBLED) / (independent + PRIOR)


def _end(won: Floats, best: Floats, player: int, side: float, cut: float) -> float:
    """Return where the profile likelihood of a player's strength leaves the interval, upwards or downwards; infinite if
    nowhere."""
    top, fitted = _deviance(won, best), best

    def beyond(at: float) -> bool:
        nonlocal fitted
        start = fitted.copy()
        start[player] = at
        fitted = _fit(won, held=player, start=start)
        return _deviance(won, fitted) - top > cut

    inside, step = float(best[player]), 0.3
    if side * inside > FARTHEST:
        return side * math.inf
    while not beyond(outside := inside + side * step):
        inside, step = outside, 1.6 * step
        if side * inside > FARTHEST:
            return side * math.inf
    while abs(outside - inside) > 1e-3:
        middle = (inside + outside) / 2
        inside, outside = (inside, middle) if beyond(middle) else (middle, outside)
    return (inside + outside) / 2
