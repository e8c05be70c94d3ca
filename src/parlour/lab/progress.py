"""Progress of a study in one line on a terminal, with the time left, estimated from the tasks so far."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from shutil import get_terminal_size
from typing import TextIO

from parlour.engine.counting import counted

from .tasks import Task

WIDTH = 24
"""Characters of the bar."""
QUIET = 60.0
"""Seconds between two lines if nobody looks on: in a file, or another program's pipe."""
OFTEN = 0.2
"""Seconds between two looks on a terminal."""

Sort = tuple[str, str, tuple[str, ...]]
"""Tasks of one sort take about as long as each other: kind, game, bots."""


class Progress:
    """Tells of tasks as they are done. now: the clock, in seconds.

    A study plans its tasks round by round, so what is planned is not all there is: then `study` says what is studied, and when
    its time is up by that clock.
    """

    def __init__(self, stream: TextIO, now: Callable[[], float] = time.monotonic) -> None:
        self.stream, self.now, self.workers = stream, now, 1
        self.live = stream.isatty()
        self.of = 0
        self.left: Counter[Sort] = Counter()
        self.times: defaultdict[Sort, list[float]] = defaultdict(list)
        self._shown_at = now()
        self._studied: str | None = None
        self._ends = 0.0

    def study(self, studied: str, ends: float) -> None:
        """Set the name of the tasks that follow ("" for none), and the end of the time, 0 for no limit."""
        self._studied, self._ends = studied, ends

    def begin(self, tasks: Iterable[Task], workers: int) -> None:
        """Note that this many tasks more begin, done by this many at a time."""
        added = Counter(_sort(task) for task in tasks)
        self.left += added
        self.of += added.total()
        self.workers = max(workers, 1)
        self._tell(at_once=self.live)

    def done(self, task: Task, seconds: float, workers: int) -> None:
        """One of them is done, and took its worker this many seconds; workers: how many there are now."""
        self.left[_sort(task)] -= 1
        self.times[_sort(task)].append(seconds)
        self.workers = max(workers, 1)
        self._tell()

    def give_up(self, tasks: Iterable[Task]) -> None:
        """These will not be done now."""
        those = Counter(_sort(task) for task in tasks)
        self.left -= those
        self.of -= those.total()

    def print_line(self, line: str) -> None:
        """Print something else, on a line of its own."""
        clear = "\r\033[K" if self.live else ""
        print(f"{clear}parlour: {line}", file=self.stream, flush=True)

    def end(self) -> None:
        """Leave the terminal as it was."""
        if self.live and self.of:
            print("\r\033[K", end="", file=self.stream, flush=True)

    def remaining(self) -> tuple[float, bool]:
        """Seconds that are left, by the mean of each sort of task so far; whether each has been seen: otherwise it is more."""
        known = [(n, self.times[sort]) for sort, n in self.left.items() if n > 0]
        seconds = sum(n * sum(times) / len(times) for n, times in known if times)
        return seconds / self.workers, all(times for _, times in known)

    def line(self) -> str:
        """Return the line to show."""
        done = self.of - self.left.total()
        filled = WIDTH * done // max(self.of, 1)
        seconds, known = self.remaining()
        when = (
            f"{duration(seconds)} left" if known else f"more than {duration(seconds)} left" if seconds else "time not known yet"
        )
        bar, tasks = f"[{'#' * filled}{'.' * (WIDTH - filled)}] ", f"{done} of {counted(self.of, 'task')}"
        if self._studied is None:
            return f"{bar}{tasks}, {when}"
        to_go = f"{duration(max(self._ends - self.now(), 0.0))} to go" if self._ends else ""
        head = ", ".join(filter(None, (self._studied, to_go)))
        whole = f"{head}{': ' if head else ''}{bar}{tasks} so far, {when}"
        columns = get_terminal_size().columns
        if not self.live or len(whole) < columns:
            return whole
        return whole.replace(bar, "")[: columns - 1]  # a line that is broken could not be written over

    def _tell(self, at_once: bool = False) -> None:
        now = self.now()
        if at_once or now - self._shown_at >= (OFTEN if self.live else QUIET):
            self._shown_at = now
            text = f"\r\033[K{self.line()}" if self.live else f"{self.line()}\n"
            print(text, end="", file=self.stream, flush=True)


def _sort(task: Task) -> Sort:
    return task.kind, task.game, task.bots


def duration(seconds: float) -> str:
    """A time as people say it.

    >>> duration(7.2), duration(150), duration(7500)
    ('8 s', '3 min', '2 h 5 min')
    """
    if seconds < 60:
        return f"{int(seconds + 0.999)} s"
    minutes = round(seconds / 60 + 0.49)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
