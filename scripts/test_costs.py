"""Where the time of tests goes: processor seconds of each test, in this process and in those it starts, and what is compiled.

    .venv/bin/python scripts/test_costs.py tests/engine -k cucumber

The arguments are pytest's. With PARLOUR_CACHE_DIR set to an empty folder it shows what a new machine compiles. Processor time
is the same on a busy machine, time by the clock is not. A process counts for the test in which it ends.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

MOST = 30


class Costs:
    """A plugin of pytest that adds up processor seconds."""

    def __init__(self) -> None:
        self.tests: list[tuple[float, float, float, str]] = []
        self.functions: Counter[str] = Counter()
        self.below: list[float] = []
        """The time of functions below those that are being compiled, one figure per level."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Measure a test with its fixtures."""
        before, compiled = used(), self.functions.total()
        result = yield
        own, others = (now - then for now, then in zip(used(), before, strict=True))
        self.tests.append((own, others, self.functions.total() - compiled, item.nodeid))
        return result

    def pytest_collection_finish(self) -> None:
        """Measure what is compiled from now on."""
        from parlour.machine.dispatcher import Rule

        made: Any = Rule._made

        def measured(rule: Any, args: Any, return_type: Any, compiler: Any) -> Any:
            self.below.append(0.0)
            start = time.thread_time()
            try:
                return made(rule, args, return_type, compiler)
            finally:
                whole = time.thread_time() - start
                self.functions[f"{rule.py_func.__module__}.{rule.py_func.__qualname__}"] += whole - self.below.pop()
                if self.below:
                    self.below[-1] += whole

        Rule._made = measured  # type: ignore[method-assign]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the tables."""
        line = terminalreporter.write_line
        files: dict[str, list[float]] = {}
        for own, others, compiled, test in self.tests:
            sums = files.setdefault(test.partition("::")[0], [0.0, 0.0, 0.0])
            sums[:] = sums[0] + own, sums[1] + others, sums[2] + compiled
        for title, rows in (
            ("file", [(*sums, name) for name, sums in files.items()]),
            ("test", self.tests),
        ):
            line(f"\n{'seconds':>8} {'others':>8} {'compiled':>8}  {title}")
            for own, others, compiled, name in sorted(rows, key=lambda row: -row[0] - row[1])[:MOST]:
                line(f"{own:8.1f} {others:8.1f} {compiled:8.1f}  {name}")
        line(f"\n{'seconds':>8}  function compiled or read from the disk, without those it calls")
        for name, seconds in self.functions.most_common(MOST):
            line(f"{seconds:8.1f}  {name}")


def used() -> tuple[float, float]:
    """Processor seconds of this process and of those it started that have ended."""
    mine, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime, others.ru_utime + others.ru_stime


if __name__ == "__main__":
    sys.exit(pytest.main(["-p", "no:xdist", *sys.argv[1:]], plugins=[Costs()]))
