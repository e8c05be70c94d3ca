"""The arithmetic of a study: figures with their intervals, comparisons and shares of a spread (ratings: `ratings`).

All measurements here are made deal by deal, and deals are the independent draws: matches of one deal (its seatings,
its house rules) are first gathered into one value of that deal. Intervals are 95 % wherever nothing else is said. NumPy and
the standard library only: SciPy, once it can be imported, is imported by the compiler too.

Sources: E. B. Wilson, "Probable inference", JASA 22 (1927); S. Holm, "A simple sequentially rejective multiple test procedure",
Scandinavian Journal of Statistics 6 (1979); S. R. Searle, G. Casella and C. E. McCulloch, "Variance components" (1992); B.
Efron and R. Tibshirani, "An introduction to the bootstrap" (1993); T. Hesterberg, "What teachers should know about the
bootstrap", The American Statistician 69 (2015); A. Agresti and B. Coull, "Approximate is better than 'exact' for interval
estimation of binomial proportions", The American Statistician 52 (1998).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots.arena import student

Floats = npt.NDArray[np.float64]

Z = NormalDist().inv_cdf(0.975)
RESAMPLES = 1000
SIMULATED = 4000
"""Draws from which the largest of several correlated variables is known to about two per cent."""
FEW = 30
"""Deals below which the spread of a ratio or a share is not trusted to a width."""
FEWEST = 5
"""Deals below which drawing them again says nothing."""
IMAGINED = (0.0, 0.0, 1.0, 1.0)
"""Deals added to those that were played before an interval of shares is taken (Agresti and Coull's "plus four"): a few deals that
happen to agree do not make a figure certain, and of many the four are not felt."""


@dataclass(frozen=True)
class Figure:
    """A measured value with its 95 % interval; n: the independent draws, deals mostly. What is not known is nan.

    An end that the results do not limit is infinite: the figure is then a bound.
    """

    value: float
    low: float
    high: float
    n: int

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def lopsided(self) -> bool:
        """Whether the value lies so far from the middle of its interval that value ± margin would mislead."""
        return self.bounded and abs(self.value - (self.low + self.high) / 2) > 0.2 * self.margin

    @property
    def known(self) -> bool:
        """Whether there is a value with an interval."""
        return math.isfinite(self.value) and not math.isnan(self.low) and not math.isnan(self.high)

    @property
    def bounded(self) -> bool:
        """Whether the interval is known and has two ends."""
        return self.known and math.isfinite(self.margin)

    def scaled(self, factor: float, shift: float = 0.0) -> Figure:
        """Return the figure in another unit."""
        ends = sorted((self.low * factor + shift, self.high * factor + shift))
        return Figure(self.value * factor + shift, ends[0], ends[1], self.n)

    def excludes(self, value: float) -> bool:
        """Whether the interval leaves a value out."""
        return self.known and not self.low <= value <= self.high

    def as_dict(self) -> dict[str, float | int | None]:
        """Return the value as data for JSON: not-a-number becomes None."""
        ends = {"value": self.value, "low": self.low, "high": self.high}
        return {key: float(x) if math.isfinite(x) else None for key, x in ends.items()} | {"n": int(self.n)}


NOTHING = Figure(math.nan, math.nan, math.nan, 0)


def mean(values: npt.ArrayLike) -> Figure:
    """The mean of independent values, by Student's t; those that are nan do not count.

    >>> figure = mean([1.0, 2.0, 3.0, 4.0])
    >>> figure.value, round(figure.margin, 2), figure.n
    (2.5, 2.05, 4)
    """
    kept = np.asarray(values, np.float64).ravel()
    kept = kept[np.isfinite(kept)]
    n = len(kept)
    if n < 2:
        return Figure(float(kept[0]), math.nan, math.nan, 1) if n else NOTHING
    value = float(kept.mean())
    margin = student(n - 1) * float(kept.std(ddof=1)) / math.sqrt(n)
    return Figure(value, value - margin, value + margin, n)


def mean_share(values: npt.ArrayLike) -> Figure:
    """The mean of values from 0 to 1, a deal's each; those that are nan do not count.

    The interval is Student's with two deals of nothing and two of everything more, so that it has a width also if all deals
    agree.

    >>> figure = mean_share([0.75, 0.75, 0.75])
    >>> figure.value, round(figure.low, 2), figure.high
    (0.75, 0.21, 1.0)
    """
    kept = np.asarray(values, np.float64).ravel()
    kept = kept[np.isfinite(kept)]
    return _widened(mean(kept), mean(np.append(kept, IMAGINED)))


def _widened(seen: Figure, with_imagined: Figure) -> Figure:
    """A share as it was seen, with the interval of the same after some deals more; not known from a single deal."""
    if seen.n < 2:
        return seen
    low, high = (min(max(end, 0.0), 1.0) for end in (with_imagined.low, with_imagined.high))
    return Figure(seen.value, min(low, seen.value), max(high, seen.value), seen.n)


def share(hits: float, n: int) -> Figure:
    """A share of n independent trials, by Wilson's score interval, which stays within 0 and 1.

    >>> figure = share(0, 10)
    >>> figure.value, figure.low, round(figure.high, 3)
    (0.0, 0.0, 0.278)
    """
    if n == 0:
        return NOTHING
    p, z2 = hits / n, Z * Z
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    margin = Z * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return Figure(p, 0.0 if hits == 0 else middle - margin, 1.0 if hits == n else middle + margin, n)


def largest_mean(columns: npt.ArrayLike, value: float, *, seed: int = 0) -> Figure:
    """Return the largest of several means with its interval; `value` is the estimate, which the interval includes.

    columns: float64[n, k], n independent rows. Which mean is the largest need not be known. The upper end is the largest upper
    end of any column's own interval: the interval of the column that is truly the largest reaches as far. The lower end is the
    largest lower end of intervals that hold for all columns at once, from simulated maxima of correlated normal variables.
    Source: R. L. Berger, "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24 (1982).
    """
    rows = np.asarray(columns, np.float64)
    n = len(rows)
    if n < 2:
        return Figure(value, math.nan, math.nan, n)
    means, spread = rows.mean(axis=0), rows.std(axis=0, ddof=1) / math.sqrt(n)
    together = np.nan_to_num(np.corrcoef(rows, rowvar=False).reshape(rows.shape[1], -1), nan=0.0)
    np.fill_diagonal(together, 1.0)
    draws = np.random.default_rng(seed).multivariate_normal(np.zeros(len(together)), together, SIMULATED, method="eigh")
    one, all_at_once = student(n - 1), float(np.quantile(draws.max(axis=1), 0.975))
    low = float((means - one * all_at_once / Z * spread).max())
    high = float((means + one * spread).max())
    return Figure(value, min(low, value), max(high, value), n)


def ratio(numerator: npt.ArrayLike, denominator: npt.ArrayLike) -> Figure:
    """Sum over sum, each value a deal's (hits and chances, say), by linearization (W. G. Cochran, "Sampling techniques", 1977).

    Right if the deals have different numbers of chances: a long match counts as one draw, however many it has.

    >>> figure = ratio([1, 2, 3, 2], [10, 20, 30, 40])
    >>> figure.value, figure.n
    (0.08, 4)
    """
    top, bottom = np.asarray(numerator, np.float64), np.asarray(denominator, np.float64)
    kept = bottom > 0
    top, bottom = top[kept], bottom[kept]
    n = len(top)
    if n == 0:
        return NOTHING
    value = float(top.sum() / bottom.sum())
    if n < 2:
        return Figure(value, math.nan, math.nan, n)
    rest = top - value * bottom
    margin = student(n - 1) * float(np.sqrt((rest**2).sum() / (n - 1) / n)) / float(bottom.mean())
    return Figure(value, value - margin, value + margin, n)


def rate(hits: npt.ArrayLike, chances: npt.ArrayLike) -> Figure:
    """The `ratio` of hits to chances, each deal's, with the interval of `mean_share`: the deals more have as many chances as the
    others on average.

    >>> figure = rate([10, 20], [10, 20])
    >>> figure.value, round(figure.low, 2), figure.high, figure.n
    (1.0, 0.12, 1.0, 2)
    """
    top, bottom = np.asarray(hits, np.float64), np.asarray(chances, np.float64)
    kept = bottom > 0
    if not kept.any():
        return NOTHING
    imagined = np.array(IMAGINED) * bottom[kept].mean()
    more = ratio(np.append(top[kept], imagined), np.append(bottom[kept], np.full(len(imagined), bottom[kept].mean())))
    return _widened(ratio(top, bottom), more)


def bootstrap(
    blocks: npt.ArrayLike, statistic: Callable[[npt.NDArray[Any]], float], *, seed: int, resamples: int = RESAMPLES
) -> Figure:
    """Return a statistic of blocks (deals) with the percentile interval over blocks drawn again with replacement.

    blocks: an array, one row per deal. The percentiles are further out if there are few (Hesterberg's expanded percentiles, by
    which the interval of a mean is about Student's); from fewer than FEWEST there is no interval.
    """
    rows = np.asarray(blocks)
    n = len(rows)
    value = statistic(rows) if n else math.nan
    if n < FEWEST:
        return Figure(value, math.nan, math.nan, n)
    draw = np.random.default_rng(seed)
    again = np.array([statistic(rows[draw.integers(0, n, n)]) for _ in range(resamples)])
    again = again[np.isfinite(again)]
    if len(again) < resamples / 2:
        return Figure(value, math.nan, math.nan, n)
    tail = NormalDist().cdf(-math.sqrt(n / (n - 1)) * student(n - 1))
    low, high = np.quantile(again, (tail, 1 - tail))
    return Figure(float(value), float(low), float(high), n)


def needed(figure: Figure, margin: float) -> int:
    """Return the number of draws needed for an interval of half the width `margin`, estimated from those so far.

    >>> needed(Figure(0.5, 0.4, 0.6, 100), 0.05)
    400
    """
    if not margin > 0:
        raise ValueError(f"an interval cannot have half the width {margin}")
    if not figure.bounded:
        return 2 * max(figure.n, FEW)
    return max(math.ceil(figure.n * (figure.margin / margin) ** 2 - 1e-9), FEW if figure.margin == 0 else 1)


def p_value(values: npt.ArrayLike) -> float:
    """Two-sided: how likely a mean at least so far from 0 is if the true one is 0, by Student's t. nan for fewer than two.

    >>> round(p_value([1.0, 2.0, 3.0, 4.0]), 4)
    0.0305
    """
    kept = np.asarray(values, np.float64).ravel()
    n = len(kept)
    if n < 2:
        return math.nan
    spread = float(kept.std(ddof=1)) / math.sqrt(n)
    if spread == 0.0:
        return 1.0 if kept.mean() == 0.0 else 0.0
    return two_sided(float(kept.mean()) / spread, n - 1)


def two_sided(t: float, freedom: int) -> float:
    """The probability of |T| > |t| for Student's T.

    >>> round(two_sided(2.228, 10), 4)
    0.05
    """
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function, by its continued fraction (NIST Handbook of Mathematical Functions, 8.17.22).

    >>> round(incomplete_beta(2.0, 3.0, 0.4), 4)
    0.5248
    """
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    tiny, c, d, fraction = 1e-300, 1.0, 0.0, 1.0
    for i in range(1000):
        m = i // 2
        if i == 0:
            term = 1.0
        elif i % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1.0 / (1.0 + term * d or tiny)
        c = 1.0 + term / c or tiny
        fraction *= c * d
        if i and abs(1.0 - c * d) < 1e-14:
            break
    return front * (fraction - 1.0)


def holm(probabilities: Mapping[str, float]) -> dict[str, float]:
    """p values of comparisons made together, corrected for their number: below 0.05 the chance of any false one is at most 5 %.

    >>> {name: round(p, 3) for name, p in holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005}).items()}
    {'a': 0.03, 'b': 0.06, 'c': 0.06, 'd': 0.02}
    """
    known = {name: p for name, p in probabilities.items() if not math.isnan(p)}
    corrected, least = dict.fromkeys(probabilities, math.nan), 0.0
    for rank, name in enumerate(sorted(known, key=lambda one: known[one])):
        least = max(least, min(1.0, (len(known) - rank) * known[name]))
        corrected[name] = least
    return corrected


@dataclass(frozen=True)
class Components:
    """Shares of the variance of a result, which add up to 1: what the player, the seat and the deal did, and the rest."""

    player: float
    seat: float
    deal: float
    rest: float


def components(results: Floats) -> Components:
    """The variance of one seat's result split into player, seat, deal and what is left (chance in the play, and what they did
    together).

    results: float64[deals, players, seats], the result of a player on a seat of a deal; every player once on every seat of
    every deal, against the same others. The method of moments of the analysis of variance, a component that comes out below 0
    being 0; "deal" is what a seat's cards were worth (deal and seat together), and needs every deal to be played by all
    players from all seats. nan for fewer than two deals or players.

    >>> shift = np.zeros((50, 2, 2)) + np.array([-1.0, 1.0])[None, :, None]
    >>> components(shift).player
    1.0
    """
    deals, players, seats = results.shape
    if deals < 2 or players < 2:
        return Components(math.nan, math.nan, math.nan, math.nan)
    grand = results.mean()
    by_player, by_seat = results.mean(axis=(0, 2)), results.mean(axis=(0, 1))
    by_cards = results.mean(axis=1)  # of a deal and seat, over players
    residual = results - by_player[None, :, None] - by_cards[:, None, :] + grand
    freedom = (players - 1) * (deals * seats - 1)
    rest = float((residual**2).sum() / freedom)
    cards = by_cards - by_seat[None, :]
    mean_square_cards = players * float((cards**2).sum()) / (seats * (deals - 1))
    deal = max(0.0, (mean_square_cards - rest) / players)
    # players and seats are all there are, not a sample of more: their variance is that of the means, less what noise adds to it
    noise = rest / (deals * seats)
    player = max(0.0, float(((by_player - grand) ** 2).mean()) - noise * (players - 1) / players)
    seat_noise = (rest / players + deal) / deals
    seat = max(0.0, float(((by_seat - grand) ** 2).mean()) - seat_noise * (seats - 1) / seats)
    whole = player + seat + deal + rest
    if whole <= 1e-12:
        return Components(math.nan, math.nan, math.nan, math.nan)
    if rest / whole < 1e-12:
        rest = 0.0
    return Components(player / whole, seat / whole, deal / whole, rest / whole)


@dataclass(frozen=True)
class Coefficient:
    """Of one column of a regression: its coefficient, and the p value of its being 0."""

    figure: Figure
    p: float


def regression(columns: Floats, results: Floats, groups: npt.NDArray[np.int64]) -> list[Coefficient]:
    """Return the contribution of each column to the result, by least squares with the columns' means taken out; intervals by
    groups (deals).

    columns: float64[rows, k]; results: float64[rows]; groups: int64[rows], rows of one deal being no independent draws (the
    sandwich of K.-Y. Liang and S. Zeger, Biometrika 73, 1986). Columns that always add up to the same (a hand's cards) are
    measured against their mean.
    """
    x, y = columns - columns.mean(axis=0), results - results.mean()
    inverse = np.linalg.pinv(x.T @ x)
    slopes = inverse @ (x.T @ y)
    scores = x * (y - x @ slopes)[:, None]
    _, number = np.unique(groups, return_inverse=True)
    n = int(number.max()) + 1
    by_group = np.zeros((n, x.shape[1]))
    np.add.at(by_group, number, scores)
    free = max(n - 1, 1)
    variances = np.diag(inverse @ (by_group.T @ by_group) @ inverse)
    spread = np.sqrt(np.maximum(variances, 0.0) * n / free)  # what is 0 may come out a rounding below it
    t = student(free)
    return [
        Coefficient(Figure(float(b), float(b - t * s), float(b + t * s), n), two_sided(float(b / s), free) if s > 0 else math.nan)
        for b, s in zip(slopes, spread, strict=True)
    ]
