"""How somebody's matches of a game went, one after the other: graphs as SVG, and the same as tables for readers of text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from parlour.languages import gettext as _
from parlour.languages import ngettext

WIDTH, HEIGHT = 280.0, 90.0
MOST_POINTS, MOST_BLOCKS = 120, 10
LEAST = 3
"""Matches from which on there is a graph."""


class Played(NamedTuple):
    """One match of many: whether it was won, and its seconds."""

    won: bool
    seconds: float


class Block(NamedTuple):
    """Some matches in a row: their numbers, how many were won, and the mean seconds of these, 0 if there are none."""

    first: int
    last: int
    won: int
    seconds: float


class Times(NamedTuple):
    """The seconds of some wins in a row: the numbers of these wins, their mean, and the least."""

    first: int
    last: int
    mean: float
    best: float


def shares(played: Sequence[Played]) -> list[float]:
    """The share of matches won after each of them."""
    won, found = 0, []
    for k, one in enumerate(played, 1):
        won += one.won
        found.append(won / k)
    return found


def blocks(played: Sequence[Played]) -> list[Block]:
    """The matches in at most ten blocks of nearly the same length, in order."""
    found = []
    for low, high in _cut(len(played)):
        times = [one.seconds for one in played[low:high] if one.won]
        found.append(Block(low + 1, high, len(times), sum(times) / len(times) if times else 0.0))
    return found


def times_of_wins(played: Sequence[Played]) -> list[float]:
    """Return the seconds of each win in order, without those that nobody measured."""
    return [one.seconds for one in played if one.won and one.seconds > 0]


def times(played: Sequence[Played]) -> list[Times]:
    """Return the wins that have a time in at most ten blocks of nearly the same length, in order."""
    won = times_of_wins(played)
    return [Times(low + 1, high, sum(won[low:high]) / (high - low), min(won[low:high])) for low, high in _cut(len(won))]


def _cut(number: int) -> list[tuple[int, int]]:
    """Return the edges of at most ten blocks of nearly the same length."""
    parts = min(MOST_BLOCKS, number)
    return list(pairwise([number * k // parts for k in range(parts + 1)])) if parts else []


def clock(seconds: float) -> str:
    """Return a time as a clock shows it: minutes and seconds, with hours if there are any."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"


def graph(played: Sequence[Played]) -> Markup:
    """Draw the share of matches won so far, and below it a mark for each match that was won; "" if they are too few."""
    n = len(played)
    if n < LEAST:
        return Markup("")
    after = shares(played)
    points = sorted({round(k * (n - 1) / (min(n, MOST_POINTS) - 1)) for k in range(min(n, MOST_POINTS))})
    line = " ".join(f"{_x(k, n):.1f},{HEIGHT - HEIGHT * after[k]:.1f}" for k in points)
    ticks = "".join(f"M{_x(k, n):.1f} {HEIGHT + 5:.0f}v7" for k, one in enumerate(played) if one.won)
    half = f"M0 0H{WIDTH:.0f}M0 {HEIGHT / 2:.0f}H{WIDTH:.0f}M0 {HEIGHT:.0f}H{WIDTH:.0f}"
    label = _(
        "Share of matches won so far: {share} after {n}, {last} after all {all}",
        share=_percent(after[n // 2]),
        n=n // 2 + 1,
        last=_percent(after[-1]),
        all=n,
    )
    return Markup(
        '<svg class="course" role="img" aria-label="{}" viewBox="-46 -8 {} {}">'
        '<path class="grid" d="{}"/><path class="won" d="{}"/><polyline points="{}"/>'
        '<text x="-6" y="4">100 %</text><text x="-6" y="{}">50 %</text><text x="-6" y="{}">0 %</text></svg>'
    ).format(label, f"{WIDTH + 54:.0f}", f"{HEIGHT + 24:.0f}", half, ticks, line, f"{HEIGHT / 2 + 4:.0f}", f"{HEIGHT + 4:.0f}")


def times_graph(played: Sequence[Played]) -> Markup:
    """Draw the time of each win in order, the mean as a broken line and a mark on the best; "" if they are too few.

    From `MOST_POINTS` wins on, each point is the mean of its neighbours, so that the line stays readable.
    """
    won = times_of_wins(played)
    n = len(won)
    if n < LEAST:
        return Markup("")
    most, mean, best = max(won), sum(won) / n, min(range(n), key=won.__getitem__)
    parts = min(n, MOST_POINTS)
    cut = pairwise([n * k // parts for k in range(parts + 1)])
    shown = [((low + high - 1) / 2, sum(won[low:high]) / (high - low)) for low, high in cut]
    line = " ".join(f"{_x(k, n):.1f},{_height(seconds, most):.1f}" for k, seconds in shown)
    label = ngettext(
        "Time of {n} win: {first} at the first, {last} at the last; best {best}, on average {mean}",
        "Times of {n} wins: {first} at the first, {last} at the last; best {best}, on average {mean}",
        n,
        first=clock(won[0]),
        last=clock(won[-1]),
        best=clock(won[best]),
        mean=clock(mean),
    )
    return Markup(
        '<svg class="course" role="img" aria-label="{}" viewBox="-46 -8 {} {}"><path class="grid" d="{}"/>'
        '<path class="mean" d="M0 {}H{}"/><polyline points="{}"/><circle class="best" cx="{}" cy="{}" r="4"/>'
        '<text x="-6" y="4">{}</text><text x="-6" y="{}">0:00</text></svg>'
    ).format(
        label,
        f"{WIDTH + 54:.0f}",
        f"{HEIGHT + 16:.0f}",
        f"M0 0H{WIDTH:.0f}M0 {HEIGHT:.0f}H{WIDTH:.0f}",
        f"{_height(mean, most):.1f}",
        f"{WIDTH:.0f}",
        line,
        f"{_x(best, n):.1f}",
        f"{_height(won[best], most):.1f}",
        clock(most),
        f"{HEIGHT + 4:.0f}",
    )


def _height(seconds: float, most: float) -> float:
    return HEIGHT - HEIGHT * seconds / most


def _x(k: float, n: int) -> float:
    return WIDTH * k / (n - 1)


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"
