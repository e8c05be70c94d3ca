"""How long it takes from a press on Play in the lobby to the first choice: `python bench/first_choice.py [GAME ...] [--cold]`.

A house of its own runs the compiled rules; a browser without a window presses Play on a game's card and waits until the cards lie
there and the page offers a choice, or shows whose choice it is if a bot begins. Two who race may press as soon as chance has
turned up something to press: there it waits until the first cards that are turned lie in sight. Warm: the game has been opened in
this house before, and the best of `--runs` counts: what else the machine does only ever adds to it. `--cold`: a new house with an
empty compile cache for each game, so that nothing has ever been compiled, and one run. Prints each game's seconds, the slowest
first, which are above the aim, and how busy the machine was. Needs playwright and a Chromium ($PARLOUR_CHROMIUM names one).
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import TimeoutError as TooLate

from parlour.engine.rooms import room_names

SRC = Path(__file__).resolve().parents[1] / "src"
MOST = 240
"""Seconds that are waited for."""
WARM, COLD = 2.0, 6.0
"""Seconds: what is aimed at."""
OFFERED = """() => {
  const table = document.querySelector("card-table");
  const view = table?.cloth?.message?.view;
  if (!view?.hand_number) return false;
  const others = view.turn >= 0 ? view.turn !== table.hello.you : view.asked.some((seat) => seat !== table.hello.you);
  const turned = table.hello.game.races?.length && view.phase !== "deal" && table.cloth.message.n > 2;
  return table.chooser.menu !== null || others || turned || view.over;
}"""


@contextmanager
def house(cache: str | None) -> Iterator[str]:
    """A server of its own, and its address; with this folder for what it compiles."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        environment = {**os.environ, "PYTHONPATH": str(SRC)} | (
            {"PARLOUR_CACHE_DIR": cache, "NUMBA_CACHE_DIR": cache} if cache else {}
        )
        command = [sys.executable, "-m", "parlour", "serve", "--no-open", "--port", str(port), "--db", f"{folder}/tables.db"]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def first_choice(browser: Browser, url: str, game: str) -> float:
    """Seconds from the press to a menu; infinite if none comes."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=url)
    try:
        page = context.new_page()
        page.goto("/")
        begun = time.perf_counter()
        page.locator(f'form[action="/new/{game}"] button').first.click()
        page.wait_for_function(OFFERED, timeout=1000 * MOST)
        return time.perf_counter() - begun
    except TooLate:
        return float("inf")
    finally:
        context.close()


def report(found: dict[str, float], aim: float) -> None:
    """The table: the slowest first, and what is to be known to judge it."""
    order = sorted(found, key=lambda one: -found[one])
    for game in order:
        print(f"{game:20} {found[game]:6.1f} s")
    late = [game for game in order if found[game] > aim]
    middle = statistics.median(found.values())
    load = os.getloadavg()[0]
    print(f"{len(found)} games, median {middle:.1f} s, slowest {order[0]} {found[order[0]]:.1f} s; machine load {load:.1f}")
    print(f"above {aim:.0f} s: {', '.join(late) or 'none'}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all games if none is named")
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--runs", type=int, default=3, help="warm runs of a game, the best of which counts (3)")
    options = parser.parse_args()
    found: dict[str, float] = {}
    games = options.games or room_names()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("PARLOUR_CHROMIUM") or None)
        if options.cold:
            for game in games:
                with tempfile.TemporaryDirectory() as cache, house(cache) as url:
                    found[game] = first_choice(browser, url, game)
                    print(f"{game}: {found[game]:.1f} s", file=sys.stderr, flush=True)
        else:
            with house(None) as url:
                for game in games:
                    first_choice(browser, url, game)
                    found[game] = min(first_choice(browser, url, game) for _ in range(options.runs))
                    print(f"{game}: {found[game]:.1f} s", file=sys.stderr, flush=True)
        browser.close()
    report(found, COLD if options.cold else WARM)


if __name__ == "__main__":
    main()
