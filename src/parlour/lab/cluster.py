"""A study on many machines, by Dask: a scheduler that others run, and workers that come and go.

The scheduler gives the tasks of a worker that is lost to another. A result counts once, from any worker, so totals stay the same.
"""

from __future__ import annotations

import itertools
import logging
import math
import time
from collections.abc import Iterable, Iterator
from typing import Any

from parlour.engine.errors import BadInput
from parlour.machine.cache import house_digest

from .arrow import wanted
from .tasks import Task
from .workers import AHEAD, Done, WorkersLost, do

ANSWER = 10
"""Seconds in which a scheduler must answer."""
ARRIVE = 60
"""Seconds in which its first worker must come."""
LOOK = 1.0
"""Seconds between two looks how many workers there are."""


class Cluster:
    """The workers of a Dask scheduler at an address (`tcp://host:8786`). BadInput if none answers or nobody works there."""

    def __init__(self, address: str) -> None:
        distributed = wanted("distributed", "cluster")
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is raised, in one line
        try:
            self._client: Any = distributed.Client(address, timeout=ANSWER, set_as_default=False)
        except (OSError, ValueError) as error:
            raise BadInput(f"--cluster {address}: no scheduler answers there ({error})") from None
        self._completed, self._killed = distributed.as_completed, distributed.KilledWorker
        self._address, self._counted, self._count = address, 0.0, 0
        try:
            self._client.wait_for_workers(1, timeout=ARRIVE)
        except TimeoutError:
            self.close()
            raise BadInput(f"--cluster {address}: no worker has come within {ARRIVE} s; start some with `dask worker`") from None

    @property
    def number(self) -> int:
        """Number of threads of its workers together, now or a moment ago."""
        if time.monotonic() - self._counted > LOOK:
            self._counted, self._count = time.monotonic(), sum(self._client.nthreads().values())
        return max(self._count, 1)

    def run(self, tasks: Iterable[Task], seconds: float = math.inf) -> Iterator[Done]:
        """See `workers.Workers.run`. BadInput if a worker has other code than this process, or not the room's folder."""
        waiting, running = iter(tasks), set[Any]()
        ended = self._completed(loop=self._client.loop, timeout=None if math.isinf(seconds) else seconds)
        try:
            while True:
                for task in itertools.islice(waiting, max(AHEAD * self.number - len(running), 0)):
                    future = self._client.submit(do_if_same_version, task, house_digest("lab"), key=f"parlour-{task.key}")
                    running.add(future)
                    ended.add(future)
                if not running:
                    return
                try:
                    future = next(ended)
                except TimeoutError:
                    return
                running.discard(future)
                yield self._result(future)
        finally:
            self._client.cancel(list(running))

    def _result(self, future: Any) -> Done:
        try:
            done: Done = future.result()
        except self._killed as error:
            raise WorkersLost(f"the cluster gave a task up: {error}") from None
        except ModuleNotFoundError as error:
            raise BadInput(f"--cluster {self._address}: a worker there has no Parlour to play with ({error})") from None
        return done

    def close(self) -> None:
        """Leave the cluster; its scheduler and workers go on."""
        self._client.close()


def do_if_same_version(task: Task, code: str) -> Done:
    """Do a task. BadInput if the code differs from that of the process that asks, because the result would differ too."""
    if house_digest("lab") != code:
        raise BadInput("a worker of the cluster has another version of Parlour than this process; all must have the same")
    return do(task)
