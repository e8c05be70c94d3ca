"""Pictures of the table for docs/screens: the end of a hand of every game, made by `python scripts/screens.py [GAME ...]`.

A table is served with rules that are not compiled, chance plays at every seat, and a browser without a window takes the picture
when the account of the first hand stands (some games are given house rules by which it ends sooner). `--play` takes it in the
middle of that hand, `--size` on another screen (`each`: every game on one of them in turn; zoom: 1280x800 at 200 %), `--scheme
dark` in the dark, `--to` puts it elsewhere, to be looked at.
Needs playwright and a Chromium ($PARLOUR_CHROMIUM names one).
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as TooLate

from parlour.engine.rooms import room_names

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs/screens"
SIZES = {
    "desktop": (1280, 800),
    "phone": (390, 844),
    "landscape": (844, 390),
    "laptop": (1024, 768),
    "large": (1920, 1080),
    "4k": (3840, 2160),
    "zoom": (640, 400),
}
TURNS = 6
"""Own choices before a picture in the middle of a hand."""
SERVE = """
import sys, uvicorn
from parlour.table.app import create_app
app = create_app(sys.argv[2], tempo=0.01)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error", ws="websockets-sansio")
"""
PLAY = """
() => {
  const table = document.querySelector("card-table");
  if (table.pace.sheet.open || !document.querySelector(".sign:not(.awaited)")?.hidden) return;
  const menu = table.chooser.menu;
  if (!menu || table.chooser.waiting) return;
  const calls = menu.choices.filter((one) => one.kind !== "resign" && !["fold", "pass", "close"].includes(one.name));
  const own = menu.choices.filter((one) => one.kind !== "resign");
  const list = calls.length ? calls : own;
  const pick = list[Math.floor(Math.random() * list.length)];
  if (!pick) return;
  table.chooser.choose(pick.kind === "run" ? pick.names.join(String(pick.low)) : pick.name, 0);
}
"""
THINK = """
() => {
  const table = document.querySelector("card-table");
  const menu = table.chooser.menu;
  table.bench.point = (names) => table.chooser.menu && table.send({ do: "choose", n: table.chooser.menu.n, choices: names });
  if (!menu || table.pace.sheet.open || window.thought === menu.n) return;
  window.thought = menu.n;
  table.hint();
}
"""
"""Plays what a hint says: where chance plays, some games come to no end."""
LONG = ("delphi", "machiavelli")
SHORT = {"i_doubt_it": "max_turns=20&seats=3", "pirate": "max_ticks=200&tick_ms=300&target=3"}
"""House rules under which a hand that chance plays comes to its end."""
BRISK = "(later => { window.setTimeout = (then, ms, ...more) => later(then, ms / 12, ...more); })(window.setTimeout)"
"""Timers of a page run twelve times as fast with this script."""
OVER = """
() => {
  const table = document.querySelector("card-table");
  const sign = [...document.querySelectorAll(".sign")].some((one) => !one.hidden && one.textContent.trim());
  return table.pace.sheet.open || sign;
}
"""
SECONDS, ALONE = 400, 5
"""Seconds a game is played before the picture is taken as it is; a patience has no hands."""


def serve(folder: str, compiled: bool = False) -> tuple[subprocess.Popen[bytes], str]:
    """A server on a free port, and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "NUMBA_DISABLE_JIT": str(int(not compiled))}
    process = subprocess.Popen([sys.executable, "-c", SERVE, str(port), f"{folder}/tables.db"], env=environment)
    for _ in range(300):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            return process, f"http://127.0.0.1:{port}"
        except OSError:
            time.sleep(0.2)
    process.kill()
    raise SystemExit("the server does not answer")


def sit(page: Page, game: str, bots: str = "chance") -> None:
    """A new table with these bots."""
    page.goto(f"/new/{game}?{SHORT.get(game, '')}")
    page.evaluate(
        """(bots) => {
          for (const list of document.querySelectorAll("#seat-list select[name]:enabled"))
            if (list.value !== "you") list.value = `bot:${bots}`;
          document.querySelector("form.new-table").submit();
        }""",
        bots,
    )
    page.wait_for_selector("card-table .board .card", timeout=300_000)


def play_hand(page: Page, turns: int = 0, how: str = PLAY) -> None:
    """Until the account of a hand stands, or the match is over; or until one is asked after this many choices."""
    alone = page.evaluate("document.querySelector('card-table').hello.solitaire")
    until = time.monotonic() + (ALONE if alone else SECONDS)
    made, n = 0, -1
    while time.monotonic() < until and not page.evaluate(OVER):
        asked = page.evaluate("() => { const { chooser } = document.querySelector('card-table'); return chooser.menu?.n ?? -1; }")
        made, n = made + (asked > n), max(asked, n)
        if turns and made > turns:
            break
        page.evaluate(how)
        page.wait_for_timeout(40)
    page.wait_for_timeout(500)


def picture(browser: Browser, url: str, game: str, size: str, options: argparse.Namespace) -> Path:
    """One picture; its file."""
    width, height = SIZES[size]
    scale = 2 if size == "zoom" else 1
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        base_url=url,
        reduced_motion="reduce",
        color_scheme=options.scheme,
        has_touch=size in ("phone", "landscape"),
    )
    context.add_init_script(
        "try { localStorage.setItem('parlour.pace', 'quick'); localStorage.setItem('parlour.panel', 'closed'); } catch {}"
    )
    if game in SHORT and not options.play:
        context.add_init_script(BRISK)
    page = context.new_page()
    target = options.to / (f"{game}.jpg" if size == "desktop" else f"{game}-{size}.jpg")
    try:
        if game in LONG and not options.play:
            sit(page, game, "easy")
            play_hand(page, how=THINK)
        else:
            sit(page, game)
            play_hand(page, TURNS if options.play else 0)
        page.screenshot(path=str(target), type="jpeg", quality=62)
    finally:
        context.close()
    return target


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all games of the house if none is named")
    parser.add_argument("--size", choices=[*SIZES, "each"], default="desktop")
    parser.add_argument("--scheme", choices=["light", "dark"], default="light")
    parser.add_argument("--play", action="store_true")
    parser.add_argument("--to", type=Path, default=FOLDER)
    options = parser.parse_args()
    games: list[Any] = options.games or room_names()
    options.to.mkdir(exist_ok=True, parents=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        compiled = not options.play and not set(games).isdisjoint((*LONG, *SHORT))  # they think, or are long all the same
        process, url = serve(folder, compiled)
        browser = playwright.chromium.launch(executable_path=os.environ.get("PARLOUR_CHROMIUM") or None)
        try:
            for k, game in enumerate(games):
                size = list(SIZES)[k % len(SIZES)] if options.size == "each" else options.size
                try:
                    target = picture(browser, url, game, size, options)
                    print(f"{target}: {target.stat().st_size // 1024} KB", flush=True)
                except TooLate as error:
                    print(f"{game}: {str(error).splitlines()[0]}", flush=True)
        finally:
            browser.close()
            process.terminate()
            process.wait(10)


if __name__ == "__main__":
    main()
