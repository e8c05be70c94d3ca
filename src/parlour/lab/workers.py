"""Workers for the tasks of a study: threads of this process, processes of this machine, or a cluster.

All of them answer `run(tasks)` with what is done, as it ends, in no order, until the tasks or the seconds for them are up. A
result depends on its task alone, so totals do not depend on who did the work, in which order, or on how often some of it had to
be done again.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, NamedTuple, Protocol

from parlour.engine.counting import counted

from .arrow import Rows
from .play import perform
from .tasks import Task

if TYPE_CHECKING:
    from .progress import Progress
    from .store import Store

AHEAD = 2
"""Tasks handed out for each worker: one to do, one to go on with."""
BY_BOTS = ("matches", "decisions")
"""Kinds of tasks that go through Python choice by choice."""
PATIENCE = 3
"""Number of times in a row that workers may die before a study gives up."""


class Done(NamedTuple):
    """A task with its result, and the seconds that its worker took."""

    task: Task
    rows: Rows
    seconds: float


def do(task: Task) -> Done:
    """Do a task, here and now."""
    began = time.perf_counter()
    return Done(task, perform(task), time.perf_counter() - began)


class Workers(Protocol):
    """A worker that does tasks."""

    @property
    def number(self) -> int:
        """Number of workers now."""
        ...

    def run(self, tasks: Iterable[Task], seconds: float = math.inf) -> Iterator[Done]:
        """Do the tasks, and hand out what is done as it ends. What goes wrong in a task is raised here.

        After so many seconds it stops: tasks that are not done by then are given up.
        """
        ...

    def close(self) -> None:
        """Let the workers go."""
        ...


class WorkersLost(RuntimeError):
    """Those who did the work died of it, again and again."""


class Threads:
    """Threads of this process: right for compiled work, which holds no interpreter lock. number: of threads; 0: one per core."""

    def __init__(self, number: int = 0) -> None:
        self._number = number or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._number)

    @property
    def number(self) -> int:
        """See `Workers.number`."""
        return self._number

    def run(self, tasks: Iterable[Task], seconds: float = math.inf) -> Iterator[Done]:
        """See `Workers.run`. A thread cannot be stopped: it finishes the task that it is at, for nobody."""
        waiting, running, ends = iter(tasks), set[Future[Done]](), time.monotonic() + seconds
        try:
            while True:
                running |= {self._pool.submit(do, task) for task in itertools.islice(waiting, AHEAD * self.number - len(running))}
                if not running:
                    return
                ended, running = wait(running, left_of(ends), return_when=FIRST_COMPLETED)
                if not ended:
                    return
                for future in ended:
                    yield future.result()
        finally:
            for future in running:
                future.cancel()

    def close(self) -> None:
        """See `Workers.close`."""
        self._pool.shutdown(cancel_futures=True)


class Processes:
    """Processes of this machine: right for what bots play, much of which is Python. One that dies is replaced, and what it had to
    do is done again; WorkersLost if that keeps happening and nothing gets done. number: of them; 0: one per core.

    Each has a pipe of its own. (The pool of the standard library shares one: a process that dies while it writes a result leaves
    the others, and the reader, waiting forever.)
    """

    def __init__(self, number: int = 0) -> None:
        self._number = number or os.cpu_count() or 1
        # begun afresh, not forked: this process has threads, and locks that a copy would find taken forever
        self._context = multiprocessing.get_context("spawn")
        self._idle: list[_Hand] = []

    @property
    def number(self) -> int:
        """See `Workers.number`."""
        return self._number

    def run(self, tasks: Iterable[Task], seconds: float = math.inf) -> Iterator[Done]:
        """See `Workers.run`."""
        waiting, deaths, ends = deque(tasks), 0, time.monotonic() + seconds
        busy: dict[Connection, tuple[_Hand, Task]] = {}
        try:
            while waiting or busy:
                while waiting and len(busy) < self._number:
                    hand, task = self._idle.pop() if self._idle else self._begun(), waiting.popleft()
                    busy[hand.line] = hand, task
                    with contextlib.suppress(OSError):  # it has died since: that is noticed below
                        hand.line.send(task)
                answers = connection.wait(list(busy), left_of(ends))
                if not answers:
                    return
                for line in answers:
                    assert isinstance(line, Connection)
                    hand, task = busy.pop(line)
                    try:
                        done = line.recv()
                    except (EOFError, OSError):
                        hand.end()
                        waiting.append(task)
                        deaths += 1
                        if deaths > PATIENCE:
                            raise WorkersLost(
                                f"the worker processes died {counted(deaths, 'time')} without a task done; "
                                f"is there memory enough?"
                            ) from None
                        continue
                    self._idle.append(hand)
                    if isinstance(done, BaseException):
                        raise done
                    deaths = 0
                    yield done
        finally:  # what others are at is not wanted any more
            for hand, _ in busy.values():
                hand.end()

    def close(self) -> None:
        """See `Workers.close`."""
        while self._idle:
            self._idle.pop().end()

    def _begun(self) -> _Hand:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work_loop, args=(theirs,), daemon=True)
        process.start()
        theirs.close()  # so that its end is the end of the line
        return _Hand(process, ours)


class _Hand(NamedTuple):
    """A worker process, and the line to it."""

    process: BaseProcess
    line: Connection

    def end(self) -> None:
        """End the worker at once; its present task is not needed any more."""
        self.line.close()
        self.process.kill()
        self.process.join()


def _work_loop(line: Connection) -> None:
    """Do task after task, until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that hands out the work
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = line.recv()
            try:
                done: Done | Exception = do(task)
            except Exception as error:
                done = error
            line.send(done)


class Local:
    """This machine: threads for what is compiled as a whole, then processes for what bots play. number: of them; 0: one per
    core."""

    def __init__(self, number: int = 0) -> None:
        self._threads = Threads(number)
        self._processes: Processes | None = None

    @property
    def number(self) -> int:
        """See `Workers.number`."""
        return self._threads.number

    def run(self, tasks: Iterable[Task], seconds: float = math.inf) -> Iterator[Done]:
        """See `Workers.run`."""
        those, ends = list(tasks), time.monotonic() + seconds
        by_bots = [task for task in those if task.kind in BY_BOTS]
        yield from self._threads.run([task for task in those if task.kind not in BY_BOTS], seconds)
        if not by_bots:
            return
        few = self.number == 1 or len(by_bots) < 2
        if few and math.isinf(seconds):  # another process would only have to begin; but it can be stopped
            yield from self._threads.run(by_bots)
            return
        self._processes = self._processes or Processes(self.number)
        yield from self._processes.run(by_bots, max(ends - time.monotonic(), 0.0))

    def close(self) -> None:
        """See `Workers.close`."""
        self._threads.close()
        if self._processes is not None:
            self._processes.close()


def left_of(ends: float) -> float | None:
    """Seconds until a time by the monotonic clock, as functions that wait take them; None if there is no end."""
    return None if math.isinf(ends) else max(ends - time.monotonic(), 0.0)


def run_missing(
    tasks: Iterable[Task], store: Store, workers: Workers, progress: Progress | None = None, seconds: float = math.inf
) -> None:
    """Have all of these tasks done whose results are not in the store yet, as far as the seconds allow, and keep them there."""
    missing = store.missing(tasks)
    if progress is not None:
        progress.begin(missing, workers.number)
    given_up = {task.key: task for task in missing}
    try:
        for task, rows, taken in workers.run(missing, seconds):
            store.keep(task, rows)
            del given_up[task.key]
            if progress is not None:
                progress.done(task, taken, workers.number)
    finally:
        if progress is not None:
            progress.give_up(given_up.values())
