"""Layout shift of a hand, and the time from its last choice to its account: `python bench/steady.py [GAME ...]`.

Chance plays one hand of each game in a browser without a window, at the sizes of a desktop and of a phone. Reported are the sum
of all layout shifts of the hand, those after a press included (below 0.1 is good), and the seconds from the last choice, as it
is drawn, to the account. `--sources` lists what moved. Rules are interpreted, and timers run ten times as fast until the
account arrives. Needs playwright and a Chromium ($PARLOUR_CHROMIUM names one).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))
import screens

GAMES = ["spades", "oh_hell", "schnapsen", "khanhoo", "crash", "scopa", "brag", "cassino"]
WATCH = """
(() => {
  const seen = (window.seen = { shift: 0, sources: {}, drawn: {}, chosen: -1, account: -1, shown: 0 });
  const later = window.setTimeout;
  window.setTimeout = (then, ms, ...more) => later(then, seen.account < 0 ? ms / 10 : ms, ...more);
  const name = (node) => (node && node.closest ? `${node.tagName.toLowerCase()}.${[...node.classList].join(".")}` : "?");
  new PerformanceObserver((list) => {
    if (!seen.begun || seen.ended) return;
    for (const entry of list.getEntries()) {
      seen.shift += entry.value;
      const nodes = entry.sources.map((one) => name(one.node));
      for (const one of new Set(nodes)) seen.sources[one] = (seen.sources[one] ?? 0) + entry.value / new Set(nodes).size;
    }
  }).observe({ type: "layout-shift", buffered: true });
  window.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (seen.account >= 0) return;
        if (message.type === "view" && Number.isInteger(message.step?.seat)) seen.chosen = message.n;
        if (message.type === "account") seen.account = message.n;
      });
    }
  };
})();
"""
BEGIN = """
() => {
  const { queue, pace } = document.querySelector("card-table");
  const draw = queue.draw;
  queue.draw = (message, animate) => {
    seen.drawn[message.n] = performance.now();
    return draw(message, animate);
  };
  seen.drawn[queue.n] = performance.now();
  const look = () => pace.sheet.open && !seen.shown && (seen.shown = performance.now());
  new MutationObserver(look).observe(pace.sheet.element, { attributes: true });
  seen.begun = true;
}
"""
END = """
() => {
  seen.ended = true;
  const own = document.querySelector("card-table").pace.sheet.open;
  const dead = seen.shown && own ? (seen.shown - (seen.drawn[seen.chosen] ?? seen.shown)) / 1000 : null;
  return { shift: seen.shift, sources: seen.sources, dead };
}
"""


def hand(browser: Browser, url: str, game: str, size: str) -> dict[str, Any]:
    """Return the layout shift of one hand at this size, its sources, and the seconds to the account."""
    width, height = screens.SIZES[size]
    touch = size in ("phone", "landscape")
    context = browser.new_context(viewport={"width": width, "height": height}, base_url=url, has_touch=touch, is_mobile=touch)
    context.add_init_script("try { localStorage.setItem('parlour.panel', 'closed'); } catch {}")
    context.add_init_script(WATCH)
    page = context.new_page()
    try:
        screens.sit(page, game)
        page.evaluate(BEGIN)
        screens.play_hand(page)
        page.wait_for_timeout(3500)  # what comes after the account has come up
        found: dict[str, Any] = page.evaluate(END)
        return found
    finally:
        context.close()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--sizes", nargs="*", default=["desktop", "phone"], choices=list(screens.SIZES))
    parser.add_argument("--sources", action="store_true", help="what moved, by its share of the shift")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process, url = screens.serve(folder)
        browser = playwright.chromium.launch(executable_path=os.environ.get("PARLOUR_CHROMIUM") or None)
        try:
            for game in options.games:
                for size in options.sizes:
                    found = hand(browser, url, game, size)
                    dead = "-" if found["dead"] is None else f"{found['dead']:.1f} s"
                    print(f"{game:14} {size:9} shift {found['shift']:.3f}  to the account {dead}", flush=True)
                    if options.sources:
                        for name, share in sorted(found["sources"].items(), key=lambda one: -one[1])[:8]:
                            print(f"    {share:.3f} {name}")
        finally:
            browser.close()
            process.terminate()
            process.wait(10)


if __name__ == "__main__":
    main()
