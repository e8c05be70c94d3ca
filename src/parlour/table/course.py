"""How somebody's matches of a game went, one after the other: a graph as SVG, and the same as a table for readers of text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

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


def shares(played: Sequence[Played]) -> list[float]:
    """The share of matches won after each of them."""
    won, found = 0, []
    for k, one in enumerate(played, 1):
        won += one.won
        found.append(won / k)
    return found


def blocks(played: Sequence[Played]) -> list[Block]:
    """The matches in at most ten blocks of nearly the same length, in order."""
    number = min(MOST_BLOCKS, len(played))
    edges = [len(played) * k // number for k in range(number + 1)] if number else []
    found = []
    for low, high in pairwise(edges):
        times = [one.seconds for one in played[low:high] if one.won]
        found.append(Block(low + 1, high, len(times), sum(times) / len(times) if times else 0.0))
    return found


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
    label = f"Share of matches won so far: {_percent(after[n // 2])} after {n // 2 + 1}, {_percent(after[-1])} after all {n}"
    return Markup(
        '<svg class="course" role="img" aria-label="{}" viewBox="-46 -8 {} {}">'
        '<path class="grid" d="{}"/><path class="won" d="{}"/><polyline points="{}"/>'
        '<text x="-6" y="4">100 %</text><text x="-6" y="{}">50 %</text><text x="-6" y="{}">0 %</text></svg>'
    ).format(label, f"{WIDTH + 54:.0f}", f"{HEIGHT + 24:.0f}", half, ticks, line, f"{HEIGHT / 2 + 4:.0f}", f"{HEIGHT + 4:.0f}")


def _x(k: int, n: int) -> float:
    return WIDTH * k / (n - 1)


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"
