"""Wishes for a game, as a designer states them: `minutes=20`, `luck=0.3..0.4`, `seats=0.02`.

A wish is a range. What is measured meets it, misses it, or cannot be told from either, by its 95 % interval.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parlour.engine.errors import BadInput, shown

from .measures import BY_NAME, Columns, Setting
from .measures.skill import duels, skill
from .statistics import NOTHING, Figure

MET, MISSED, OPEN = "met", "missed", "open"
LIKELY, UNLIKELY = "likely", "unlikely"
RELATIVE, ABSOLUTE = 0.1, 0.05
"""Half of the range that a single value stands for: part of the value of a length, and so much of a share."""
_NUMBER = r"\d{1,9}(?:\.\d{1,9})?%?"


@dataclass(frozen=True)
class Kind:
    """Something that one can wish for. title: over a column; unit: "share" or a word for what is counted; most: the largest
    value there can be; several: whether it needs a game of several seats.
    """

    title: str
    unit: str
    most: float
    several: bool = False


KINDS = {
    "minutes": Kind("minutes", "minutes", 100_000.0),
    "decisions": Kind("decisions", "decisions", 10_000_000.0),
    "luck": Kind("luck", "share", 1.0, several=True),
    "seats": Kind("best seat above its share", "share", 1.0, several=True),
}


@dataclass(frozen=True)
class Wish:
    """A figure that is to lie from `low` to `high`. text: as it was asked."""

    name: str
    low: float
    high: float
    text: str

    @property
    def kind(self) -> Kind:
        """The kind of figure that is wished for."""
        return KINDS[self.name]

    def figure(self, rows: Columns, setting: Setting) -> Figure:
        """The figure that matches give; NOTHING if they say nothing of it."""
        if self.name == "luck":
            found = list(duels(rows, setting.seats).values())
            return skill(found[0].standings()).scaled(-1.0, 1.0) if found else NOTHING
        if self.name == "seats":
            return BY_NAME["seat"](rows, setting).get("", NOTHING).scaled(1 / setting.seats)
        by_deal = _by_deal(rows, ("decisions", "forced", "hands"))
        return BY_NAME[self.name](by_deal, setting)[""]

    def verdict(self, figure: Figure) -> str:
        """MET if the whole interval lies in the range, MISSED if none of it does; otherwise by the value LIKELY or UNLIKELY, or
        OPEN if the interval is more than twice as wide as the range and takes in all of it.
        """
        if not figure.known:
            return OPEN
        if self.low <= figure.low and figure.high <= self.high:
            return MET
        if figure.high < self.low or self.high < figure.low:
            return MISSED
        if figure.low < self.low and self.high < figure.high and figure.margin > self.high - self.low:
            return OPEN
        return LIKELY if self.low <= figure.value <= self.high else UNLIKELY

    def distance(self, figure: Figure) -> float:
        """Return how far a figure is from the middle of the range, in halves of the range.

        The less is known of the figure, the less it counts. A bound (`low` is 0, as for seats) is best kept at 0.
        """
        if not math.isfinite(figure.value):
            return math.inf
        middle = 0.0 if self.name == "seats" and self.low == 0 else (self.low + self.high) / 2
        tolerance = max(self.high - middle, 1e-9)
        noise = figure.margin / 2 if figure.bounded else 10 * tolerance
        return abs(figure.value - middle) / math.hypot(tolerance, noise)


def _by_deal(rows: Columns, names: Sequence[str]) -> Columns:
    """Means over the matches of each deal."""
    _, number = np.unique(rows["match"], return_inverse=True)
    times = np.bincount(number)
    return {name: np.bincount(number, np.asarray(rows[name], np.float64)) / times for name in names}


def wish(text: str, seats: int) -> Wish:
    """The wish of a text for a game of so many seats. BadInput says what is wrong with it."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value:
        raise BadInput(f"--wish {shown(text)}: wishes are name=value or name=low..high, such as minutes=20 or luck=0.3..0.4")
    kind = KINDS.get(name)
    if kind is None:
        raise BadInput(f"--wish {shown(text)}: there is no wish {shown(name)}; there are {', '.join(KINDS)}")
    if kind.several and seats < 2:
        raise BadInput(f"--wish {shown(text)}: a game for one player has neither luck between players nor seats")
    ends = re.fullmatch(rf"({_NUMBER})(?:\.\.({_NUMBER}))?", value)
    if ends is None:
        raise BadInput(f"--wish {shown(text)}: {shown(value)} is neither a number nor a range such as 15..25")
    one, other = _number(ends[1]), _number(ends[2]) if ends[2] else None
    low, high = (one, other) if other is not None else _around(name, one)
    if high < low:
        raise BadInput(f"--wish {shown(text)}: the range ends before it begins; write the smaller number first")
    if one > kind.most or high <= 0 or (other or 0.0) > kind.most:
        limits = "from 0 to 1" if kind.most == 1.0 else f"above 0 and at most {kind.most:,.0f}"
        raise BadInput(f"--wish {shown(text)}: {name} must be {limits}")
    return Wish(name, low, min(high, kind.most), text.strip())


def _number(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def _around(name: str, value: float) -> tuple[float, float]:
    """The range that a single value stands for."""
    if name == "seats":
        return 0.0, value
    half = ABSOLUTE if KINDS[name].unit == "share" else RELATIVE * value
    return max(value - half, 0.0), value + half


def wishes(texts: Sequence[str], seats: int) -> tuple[Wish, ...]:
    """The wishes of texts. BadInput says what is wrong with one, or that one is stated twice."""
    found = tuple(wish(text, seats) for text in texts)
    for k, one in enumerate(found):
        if one.name in [other.name for other in found[:k]]:
            raise BadInput(f"--wish {shown(one.text)}: {one.name} is wished for twice")
    return found
