"""Medians of repeated measurements, and two contestants measured in turn.

A machine shared with others speeds up and slows down within seconds. So one figure is the median of several runs, given with
its range; and what is claimed of two contestants is the ratio of runs that stood side by side (A B A B ...), not the
ratio of two figures taken at different times. Where the machine is too busy even for that, `by_processor_time` counts what the
process was given of it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

Measured = tuple[int, float]  # decisions made, and the seconds they took
Run = Callable[[], Measured]


_clock: ContextVar[Callable[[], float]] = ContextVar("clock", default=time.perf_counter)


def now() -> float:
    """Seconds: of the clock, or of the processor within `by_processor_time`."""
    return _clock.get()()


@contextmanager
def by_processor_time() -> Iterator[None]:
    """Measure runs by the time that all threads of the process had the processor, inside the context."""
    before = _clock.set(time.process_time)
    try:
        yield
    finally:
        _clock.reset(before)


@dataclass(frozen=True)
class Spread:
    """The median of some runs and their range."""

    median: float
    low: float
    high: float
    runs: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Raises ValueError if there are no values."""
        if not values:
            raise ValueError("a median needs at least one run")
        return cls(statistics.median(values), min(values), max(values), len(values))


@dataclass(frozen=True)
class Pairs:
    """Two contestants measured in turn: the rate of each, and the ratio a / b pair by pair."""

    a: Spread
    b: Spread
    ratio: Spread


def clocked(work: Callable[[], int]) -> Run:
    """Makes a run of `work`, which returns how many decisions it made. Runs that must count after the clock has stopped, or
    prepare before it starts, read the clock themselves."""

    def run() -> Measured:
        start = now()
        decisions = work()
        return decisions, now() - start

    return run


def rate(run: Run) -> float:
    """Decisions per second of one run."""
    decisions, seconds = run()
    return decisions / seconds


def rates(run: Run, runs: int = 5, warm_up: bool = True) -> Spread:
    """Decisions per second: the median of `runs` runs. A warm-up run before them is not counted."""
    if warm_up:
        run()
    return Spread.of([rate(run) for _ in range(runs)])


def alternate(a: Run, b: Run, pairs: int = 5) -> Pairs:
    """Measures a, b, a, b ... after one warm-up run of each; a ratio above 1 says that a is the faster."""
    a(), b()
    both = [(rate(a), rate(b)) for _ in range(pairs)]
    return Pairs(Spread.of([x for x, _ in both]), Spread.of([y for _, y in both]), Spread.of([x / y for x, y in both]))


def short(figure: float) -> str:
    """Three figures: 48.7 M, 91.2 k, 3.14."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(figure) >= size:
            return f"{figure / size:#.3g}".rstrip(".") + unit
    return f"{figure:#.3g}".rstrip(".")


def row(name: str, spread: Spread) -> str:
    """One line of a table: what was measured, its median, its range, the number of runs."""
    return f"{name:<44} {short(spread.median):>8}   {short(spread.low):>8} .. {short(spread.high):<8} {spread.runs:>3} runs"


def table(title: str, rows: Sequence[tuple[str, Spread]]) -> str:
    """A heading (the unit goes into it) and its rows."""
    return "\n".join([title, *(row(name, spread) for name, spread in rows)])
