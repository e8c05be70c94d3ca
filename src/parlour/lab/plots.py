"""Plots of a study as SVG: readable in black and white (line styles, hatches, error bars), in the colour of the text around them.

matplotlib draws without a window; what it writes is the same for the same figures (no dates, a fixed salt for its ids).
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrow import wanted
from .measures import Figures
from .screen import Effect
from .statistics import Figure

INK = "#123456"
"""Stands for the text's colour in what matplotlib writes."""
WIDE, TALL = 6.4, 2.6
HATCHES = ("///", "", "xxx", "...")


def _drawn(draw: Callable[[Any], None], name: str, tall: float = TALL) -> str:
    matplotlib = wanted("matplotlib", "lab")
    figure_of = wanted("matplotlib.figure", "lab").Figure
    style = {
        "svg.hashsalt": name,
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 10.5,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": INK,
        "axes.labelcolor": INK,
        "text.color": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "hatch.color": INK,
        "hatch.linewidth": 0.6,
    }
    with matplotlib.rc_context(style):
        figure = figure_of(figsize=(WIDE, tall), layout="constrained")
        figure.patch.set_alpha(0.0)
        axes = figure.add_subplot()
        axes.patch.set_alpha(0.0)
        draw(axes)
        sink = io.StringIO()
        figure.savefig(sink, format="svg", metadata={"Date": None, "Creator": None})
    return _inline(sink.getvalue(), name)


def _inline(text: str, name: str) -> str:
    """The svg element alone, in the text's colour, with ids of its own and no size but its shape."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', text)
    text = re.sub(r'(href="#|url\(#)([^")]+)', rf"\g<1>{name}-\2", text)
    return text.replace(INK, "currentColor").replace("<svg ", '<svg role="img" ', 1).strip()


def _errors(figures: Sequence[Figure], factor: float = 1.0) -> list[list[float]]:
    return [[factor * (one.value - one.low) for one in figures], [factor * (one.high - one.value) for one in figures]]


def bars(figures: Mapping[str, Figure], name: str, label: str, factor: float = 1.0, even: float | None = None) -> str:
    """A bar a part with its interval, hatched in turn; even: a line at what would be even."""

    def draw(axes: Any) -> None:
        known = {part: one for part, one in figures.items() if one.known}
        values = [factor * one.value for one in known.values()]
        drawn = axes.bar(list(known), values, facecolor="none", edgecolor=INK, linewidth=1)
        for k, bar in enumerate(drawn):
            bar.set_hatch(HATCHES[k % len(HATCHES)])
        axes.errorbar(
            range(len(known)), values, _errors(list(known.values()), factor), fmt="none", ecolor=INK, capsize=4, linewidth=1.6
        )
        if even is not None:
            axes.axhline(even, color=INK, linewidth=0.8, linestyle="--")
        axes.set_ylabel(label)

    return _drawn(draw, name)


def course(series: Mapping[str, Figures], name: str, label: str, factor: float = 1.0) -> str:
    """Lines over the tenths of a match, each of a style of its own, with its interval as thin bars."""

    def draw(axes: Any) -> None:
        for k, (title, figures) in enumerate(series.items()):
            known = [(int(part), one) for part, one in figures.items() if one.known]
            ends = _errors([one for _, one in known], factor)
            style = ("-", "--", ":", "-.")[k % 4]
            axes.errorbar(
                [100 * (tenth - 0.5) / 10 for tenth, _ in known],
                [factor * one.value for _, one in known],
                ends,
                color=INK,
                linestyle=style,
                marker="os^D"[k % 4],
                markersize=4,
                markerfacecolor="none",
                capsize=2,
                linewidth=1,
                label=title,
            )
        axes.set_xlabel("how much of the match has been played, %")
        axes.set_ylabel(label)
        axes.set_ylim(bottom=0)
        if len(series) > 1:
            axes.legend(frameon=False)

    return _drawn(draw, name)


def dots(
    figures: Mapping[str, Figure],
    name: str,
    label: str,
    factor: float = 1.0,
    even: float | None = None,
    between: tuple[float, float] | None = None,
) -> str:
    """One dot per part with its interval, one below the other; an arrow if an interval has no end; between: a band for what
    is wished for.
    """

    def draw(axes: Any) -> None:
        known = [(part, one) for part, one in figures.items() if one.known]
        rows = range(len(known))
        values, ends = [factor * one.value for _, one in known], np.array(_errors([one for _, one in known], factor))
        axes.errorbar(values, rows, xerr=np.where(np.isinf(ends), 0.0, ends), fmt="o", color=INK, capsize=3, linewidth=1.2)
        arrow = {"arrowstyle": "<-", "color": INK}  # its head is where the text of a note would be
        for side, reach in zip((-1, 1), ends, strict=True):
            for row in np.flatnonzero(np.isinf(reach)).tolist():
                axes.annotate("", (values[row], row), (side * 30, 0), textcoords="offset points", arrowprops=arrow)
        axes.set_yticks(list(rows), [part for part, _ in known])
        axes.invert_yaxis()
        axes.margins(x=0.12 if np.isinf(ends).any() else None, y=0.3 / max(len(known), 1))
        if even is not None:
            axes.axvline(even, color=INK, linewidth=0.8, linestyle="--")
        if between is not None:
            axes.axvspan(factor * between[0], factor * between[1], facecolor=INK, alpha=0.1)
        axes.set_xlabel(label)

    return _drawn(draw, name, tall=1.0 + 0.24 * len(figures))


@dataclass(frozen=True)
class Axis:
    """An axis of a figure that is wished to lie from `low` to `high`."""

    label: str
    factor: float
    low: float
    high: float


def trade_offs(
    points: Mapping[str, tuple[Figure, Figure]], tried: Sequence[tuple[float, float]], across: Axis, up: Axis, name: str
) -> str:
    """Two figures of settings against each other: letters with both intervals, small dots for those that were tried, and bands
    for what is wished for.
    """

    def draw(axes: Any) -> None:
        axes.axvspan(across.factor * across.low, across.factor * across.high, facecolor=INK, alpha=0.1, linewidth=0)
        axes.axhspan(up.factor * up.low, up.factor * up.high, facecolor=INK, alpha=0.1, linewidth=0)
        near = [(x, y) for x, y in tried if math.isfinite(x) and math.isfinite(y)]
        axes.plot([across.factor * x for x, _ in near], [up.factor * y for _, y in near], ".", color=INK, markersize=3, alpha=0.6)
        for letter, (x, y) in points.items():
            if x.bounded and y.bounded:
                place = across.factor * x.value, up.factor * y.value
                reach = {"xerr": _errors([x], across.factor), "yerr": _errors([y], up.factor)}
                axes.errorbar(*place, **reach, fmt="o", color=INK, capsize=3, linewidth=1, markersize=4)
                axes.annotate(letter, place, (6, 5), textcoords="offset points", fontweight="bold")
        axes.set_xlabel(across.label)
        axes.set_ylabel(up.label)

    return _drawn(draw, name, tall=4.2)


def effects(found: Sequence[Effect], name: str, most: int = 15) -> str:
    """The largest effects of house rules, in standard deviations of a match."""
    chosen: dict[str, Figure] = {}
    for one in [effect for effect in found if effect.counts][:most]:
        scale = one.size / one.change.value if one.change.value else 0.0
        chosen[f"{one.option} = {one.value}: {one.what}"] = one.change.scaled(scale)
    return dots(chosen, name, "change in standard deviations of a match", even=0.0) if chosen else ""
