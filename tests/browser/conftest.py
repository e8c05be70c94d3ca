"""A real server with a file of its own, and pages of both sizes that watch for all kinds of errors."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

ROOT = Path(__file__).resolve().parents[2]
ROOMS = [ROOT / "tests" / "rooms" / "knocks"]
SETTINGS = """
try {
  const settings = [["account", "no"], ["windows", "yes"], ["only", "no"]];
  for (const [name, value] of settings) localStorage.setItem(`parlour.${name}`, value);
} catch {}
"""
"""Hands follow one another, windows wait and tests make every choice, unless a test looks at just that."""
BRISK = """(later => {
  window.setTimeout = (then, ms, ...more) => later(then, ms < 9000 ? ms / 12 : ms, ...more);
})(window.setTimeout)"""
"""Timers of a second, for people to read, last a twelfth of that: half of all the time was spent on them.

What stands for long, such as a refusal, is there to be pressed: on a busy machine a twelfth is not enough for that.
"""
PATIENCE = 60_000
"""Milliseconds: a page may have to wait until a game has been compiled."""
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "landscape": (844, 390)}
START = """
import sys, uvicorn
import same_chance
same_chance.fix(sys.argv[3])
from parlour.engine.rooms import invite
from parlour.table.app import create_app
for folder in sys.argv[4:]:  # made for tests: offered beside those of the house
    invite(folder)
app = create_app(sys.argv[2], tempo=0.05)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", ws="websockets-sansio")
"""


class Server:
    """The web table in a process of its own, which can be stopped and started again. The rules run compiled or interpreted."""

    def __init__(self, folder: Path, compiled: bool, name: str) -> None:
        self.compiled, self.name = compiled, name
        self.db, self.log = folder / "tables.db", folder / "server.log"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.starts = 0
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        path = os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests")))
        environment = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "0" if self.compiled else "1"}
        self.starts += 1  # ids that it draws once more would be there already
        chance = f"{os.environ.get('PARLOUR_CHANCE', '')} {self.name} {self.starts}"
        command = [sys.executable, "-c", START, str(self.port), str(self.db), chance, *map(str, ROOMS)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        until = time.monotonic() + 90
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log.read_text()
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=5).close()
                return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.2)
        pytest.fail(f"the server does not answer: {self.log.read_text()}")

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Pages look the same with rules that are not compiled, and come sooner; a module with COMPILED = True sees the whole."""
    running = Server(tmp_path_factory.mktemp("table"), getattr(request.module, "COMPILED", False), request.node.name)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Opens pages: `visit("phone")`. A script error, a console error or a request elsewhere fails the test.

    On the pages of a module with REAL_TIME = True nothing is hurried. Elsewhere nothing glides or fades unless the test asks for
    motion: a page without a graphics card spends a third of its time on that.
    """
    wrong: list[str] = []
    contexts = []

    def told(message: ConsoleMessage) -> None:
        lost = "WebSocket connection" in message.text or "net::ERR_" in message.text
        dropped = lost and "wanted: dropped lines" in wrong
        refused = re.search("status of (400|404|413|429|503)", message.text) and "wanted: refusals" in wrong
        if message.type == "error" and not dropped and not refused:
            wrong.append(f"console: {message.text}")

    def open_page(size: str, dropped_lines: bool = False, refusals: bool = False, motion: bool = False) -> Page:
        from playwright.sync_api import expect

        width, height = SIZES[size]
        phone = size != "desktop"
        real_time = getattr(request.module, "REAL_TIME", False)
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=phone,
            is_mobile=phone,
            base_url=server.url,
            reduced_motion="no-preference" if motion or real_time else "reduce",
        )
        contexts.append(context)
        if not getattr(request.module, "ACCOUNTS", False):
            context.add_init_script(SETTINGS)
        if not real_time:
            context.add_init_script(BRISK)
        if dropped_lines:
            wrong.append("wanted: dropped lines")
        if refusals:
            wrong.append("wanted: refusals")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.on("console", told)
        page.on("pageerror", lambda error: wrong.append(f"script error: {error}"))
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith((server.url, "data:", f"blob:{server.url}")) else wrong.append(request.url)
            ),
        )
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [line for line in wrong if not line.startswith("wanted")] == []
