"""Measure what a slow phone loads, and how long it waits for a card: `python bench/first_minute.py [GAME ...] [--runs 3]`.

A house of its own, and a browser without a window of the size of a phone, behind a line of 1.6 Mbit/s with 150 ms per request
and on a processor four times slower. Each run begins with an empty cache and goes the way of a new player: the lobby, a press on
Play, the table. Then the same again with what the browser has kept ("again"), and the table alone with nothing kept ("by link",
as a friend comes to it). Counted are the bytes on the wire with their headers, those of the WebSocket before the first card,
the requests that reached the server, and the seconds from the press (by link: from the beginning of the navigation) to the first
own card that shows its face; at the lobby, to the end of its loading. Prints medians, and beside them the shortest time, since
what else the machine does only adds to it; `--requests` lists what was asked for. Needs playwright and a Chromium
($PARLOUR_CHROMIUM names one).
"""

from __future__ import annotations

import argparse
import os
import statistics
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from first_choice import house
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms until an answer begins: what Chromium's tools call "slow 4G"."""
SLOWER = 4
MOST = 60_000
"""Milliseconds that are waited for."""
GAMES = ["schnapsen", "spades", "klondike"]
SEEN = """
new MutationObserver((_, watching) => {
  const faces = [...document.querySelectorAll(".seat.own card-face")];
  if (!faces.some((face) => Number(face.getAttribute("card")) >= 0) || !document.querySelector(".deck-sprite")) return;
  watching.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.firstCard = performance.now())));
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Notes when the first own card has been painted with its face: after the next frame."""


@dataclass
class Load:
    """Answers that came over the line, for one page or several."""

    requests: list[str] = field(default_factory=list)
    http: int = 0
    socket: int = 0
    milliseconds: float = 0

    @property
    def kilobytes(self) -> float:
        """Everything, in units of 1,000 bytes."""
        return (self.http + self.socket) / 1000


@contextmanager
def phone(browser: Browser, url: str, cookies: Any = ()) -> Iterator[BrowserContext]:
    """A phone with nothing kept but these cookies."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, base_url=url)
    context.set_default_timeout(MOST)
    context.add_init_script(SEEN)
    context.add_cookies(cookies)
    try:
        yield context
    finally:
        context.close()


class Counter:
    """One page behind the slow line, and what it loads."""

    def __init__(self, page: Page) -> None:
        self.load = Load()
        self._asked: dict[str, str] = {}
        self._deflates: dict[str, Any] = {}
        line = page.context.new_cdp_session(page)
        line.on("Network.requestWillBeSent", self._ask)
        line.on("Network.loadingFinished", self._finish)
        line.on("Network.webSocketFrameReceived", self._frame)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", LINE)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def _ask(self, event: dict[str, Any]) -> None:
        if answer := event.get("redirectResponse"):
            self._count(self._asked[event["requestId"]], answer["encodedDataLength"])
        self._asked[event["requestId"]] = event["request"]["url"]

    def _finish(self, event: dict[str, Any]) -> None:
        self._count(self._asked.get(event["requestId"], ""), event["encodedDataLength"])

    def _count(self, url: str, size: float) -> None:
        if size:  # nothing comes over the line for what the browser has kept
            self.load.requests.append(url)
            self.load.http += int(size)

    def _frame(self, event: dict[str, Any]) -> None:
        # Chromium tells what a message says, not what came: it is compressed once more, as the server does it.
        deflate = self._deflates.setdefault(event["requestId"], zlib.compressobj(wbits=-12, memLevel=5))
        packed = deflate.compress(event["response"]["payloadData"].encode()) + deflate.flush(zlib.Z_SYNC_FLUSH)
        self.load.socket += len(packed)

    def taken(self) -> Load:
        """The load since the last call."""
        found, self.load = self.load, Load()
        return found


def to_first_card(page: Page, counter: Counter) -> Load:
    """Wait for the first own card, then until nothing more is loaded."""
    page.wait_for_function("() => window.firstCard > 0")
    socket = counter.load.socket
    page.wait_for_timeout(1500)
    found = counter.taken()
    found.socket, found.milliseconds = socket, page.evaluate("window.firstCard")
    return found


def through_the_lobby(page: Page, counter: Counter, game: str) -> tuple[Load, Load]:
    """The loads of the lobby and of a new table."""
    page.goto("/")
    page.wait_for_timeout(1000)
    lobby = counter.taken()
    lobby.milliseconds = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    page.locator(f'form[action="/new/{game}"] button').first.click()
    return lobby, to_first_card(page, counter)


def visits(browser: Browser, url: str, game: str) -> dict[str, Load]:
    """The loads of one run, by name."""
    found: dict[str, Load] = {}
    with phone(browser, url) as context:
        page = context.new_page()
        counter = Counter(page)
        found["lobby"], found["table"] = through_the_lobby(page, counter, game)
        found["lobby again"], found["table again"] = through_the_lobby(page, counter, game)
        address, cookies = page.url, context.cookies()
    with phone(browser, url, cookies) as context:
        page = context.new_page()
        counter = Counter(page)
        page.goto(address, wait_until="commit")
        found["by link"] = to_first_card(page, counter)
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--requests", action="store_true", help="print what was asked for")
    options = parser.parse_args()
    with sync_playwright() as playwright, house(None) as url:
        browser = playwright.chromium.launch(executable_path=os.environ.get("PARLOUR_CHROMIUM") or None)
        for game in options.games:
            visits(browser, url, game)  # the rules are compiled, or read from the disk
            runs = [visits(browser, url, game) for _ in range(options.runs)]
            for name in runs[0]:
                loads = [run[name] for run in runs]
                kilobytes = statistics.median(load.kilobytes for load in loads)
                requests = statistics.median(len(load.requests) for load in loads)
                times = [load.milliseconds / 1000 for load in loads]
                seconds = f"{statistics.median(times):5.2f} s (shortest {min(times):.2f})"
                print(f"{game:12} {name:12} {kilobytes:6.1f} kB {requests:3.0f} requests {seconds}", flush=True)
                if options.requests:
                    print("   ", *sorted(request.removeprefix(url) for request in loads[0].requests), sep="\n    ")
        browser.close()
    print(f"machine load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
