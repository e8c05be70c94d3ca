"""Shared by all tests: how Hypothesis runs, the browser, and the last word on what could not be checked."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

import same_chance
from parlour.engine.rooms import room_names

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHANCE = os.environ.get("PARLOUR_CHANCE", "")
"""Seed of all random draws in tests; the same in every run unless the environment says otherwise."""
ROOMS = room_names()
"""Asked for once: each time it is looked up on the disk, and there are thousands of tests to put into groups."""

# The first example of a game compiles it, so time limits an example would only measure the compiler.
settings.register_profile(
    "parlour", deadline=None, print_blob=True, derandomize=not CHANCE, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("parlour")


def _chromium() -> str | None:
    """The browser `make test` found; outside of it, one on the path. PARLOUR_CHROMIUM=none means there is none."""
    named = os.environ.get("PARLOUR_CHROMIUM")
    if named:
        return None if named == "none" else named
    known = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, known)), None)


def _notices() -> list[str]:
    path = os.environ.get("PARLOUR_NOTICES")
    return Path(path).read_text(encoding="utf-8").splitlines() if path and os.path.exists(path) else []


def pytest_report_header() -> str:
    return f"PARLOUR_CHANCE={CHANCE}"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    same_chance.fix(CHANCE, item.nodeid)


def _group(nodeid: str) -> str:
    """Return the group of tests that one process runs alone: all about a room, which it compiles once; else a file, which starts
    its server and its browser once.
    """
    file, _, test = nodeid.partition("::")
    if file.startswith("tests/browser/"):
        return file
    parameters = test.partition("[")[2].removesuffix("]").split("-")
    about = (Path(file).stem.removeprefix("test_redeal_"), *(part.rpartition("/")[2] for part in parameters))
    return next((name for name in reversed(about) if name in ROOMS), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Whole groups for each process. xdist 3.8 marks groups in a private part of a test's id, which pytest 9.2 does not read."""
    if config.getvalue("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class ByGroup(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return _group(nodeid)

    return ByGroup(config, log)


def _in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """By group, the long ones first, so that no process is left with one at the end: rooms, which are compiled, and files marked
    slow or browser, which often wait, in equal measure; then all else. Of the files those with a server of compiled rules come
    last: by then the rooms are compiled.
    """
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        groups.setdefault(_group(item.nodeid), []).append(item)
    long = [name for name, group in groups.items() if any(map(_takes_long, group)) and name not in ROOMS]
    long.sort(key=lambda name: any(getattr(getattr(item, "module", None), "COMPILED", False) for item in groups[name]))
    place = {name: (k + 0.5) / len(kind) for kind in (long, ROOMS) for k, name in enumerate(kind)}
    return [item for name in sorted(groups, key=lambda name: place.get(name, 1)) for item in groups[name]]


def _takes_long(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(marker) for marker in ("browser", "slow"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep Python's search for garbage away from what stays until the end: the tests, the modules, and later what is compiled.

    While tests are collected it takes a fifth of the time and finds nothing. Later it looks less often than Python does for
    processes that have less to look through.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        items[:] = _in_order(items)
    if _chromium() is None:
        told = (line for line in _notices() if "BROWSER" in line)
        skip = pytest.mark.skip(reason=next(told, "no Chromium on this machine"))
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(skip)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in _notices():
        terminalreporter.write_line(f"!!!! {line}", red=True, bold=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A running Chromium. One a module: while Playwright runs, no other test of the process may start an event loop."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=_chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page that reaches this machine only; a script error on it, or a request elsewhere, fails the test."""
    context = browser.new_context()
    wrong: list[str] = []

    def elsewhere(route):  # type: ignore[no-untyped-def]
        wrong.append(f"request to {route.request.url}")
        route.abort()

    context.route(lambda url: not url.startswith(("http://127.0.0.1:", "http://localhost:", "data:", "blob:")), elsewhere)
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(f"script error: {error}"))
    yield page
    context.close()
    assert not wrong, wrong
