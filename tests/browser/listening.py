"""A player who sees nothing of the page: hears the live regions, knows the name of what has the focus, and presses keys.

Nothing here reads the page in any other way. What the regions say is gathered as a screen reader would, when it is added to them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from browser.hands import sit_down
from parlour.languages import spelled_out

if TYPE_CHECKING:
    from playwright.sync_api import Page

DAILY = ("cucumber", "schnapsen", "klondike")
MOST = {"klondike": 12, "spider": 12, "aggravation": 40, "machiavelli": 25, "pirate": 40, "spite_and_malice": 40}
"""Choices after which a deal of a patience is given up, and a game is left that chance does not bring to its end."""
LONG = 120
SHORT = {
    "crazy_eights": {"deal": 5, "draw_rule": "one", "max_turns": 20},
    "delphi": {"cards": 8},
    "i_doubt_it": {"max_turns": 20},
    "khanhoo": {"turn_limit": 5},
}
"""House rules by which a game ends sooner if all choose at random."""
NEXT_HAND = "Hand 2"

HEARS = """(() => {
  const live = '[aria-live]:not([aria-live="off"]), [role="status"], [role="log"], [role="alert"]';
  const last = new Map();
  globalThis.heard = [];
  const hear = (element) => {
    const region = element?.closest?.(live);
    if (!region || region.closest('[aria-hidden="true"]')) return;
    const text = (element === region || region.getAttribute('role') !== 'log' ? region : element).textContent.trim();
    if (text && !(last.get(region) === text && element === region)) globalThis.heard.push(text);
    last.set(region, text);
  };
  new MutationObserver((changes) => {
    const said = new Set();
    for (const { target, addedNodes } of changes)
      for (const node of addedNodes) said.add(node.nodeType === 1 ? node : node.parentElement ?? target);
    for (const element of said) if (element.isConnected) hear(element);
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()"""
"""A screen reader hears text that is added to a live region."""

WAIT = 240_000
"""Milliseconds to wait for something to be said."""
OFFER = re.compile(r"You may choose: (.*?)\.(?: You may also|$)")
OVER = "The match is over"
GIVE_UP = "Give up"


class Listener:
    """Ears and fingers at one page. told: all that was heard, in order."""

    def __init__(self, page: Page) -> None:
        page.add_init_script(HEARS)
        self.page, self.told = page, list[str]()
        self._read = 0

    def listen(self) -> list[str]:
        """Return what was said since the last time."""
        news: list[str] = self.page.evaluate("from => globalThis.heard.slice(from)", self._read)
        self._read += len(news)
        self.told += news
        return news

    def wait(self, *words: str) -> str:
        """Wait until something with one of these words is said from here on, and return it."""
        for text in self.listen():
            if any(word in text for word in words):
                return text
        self.page.wait_for_function(
            "([from, words]) => globalThis.heard.slice(from).some(text => words.some(word => text.includes(word)))",
            arg=[self._read, list(words)],
            timeout=WAIT,
        )
        return next(text for text in self.listen() if any(word in text for word in words))

    def arrive(self) -> None:
        """Another page has been loaded."""
        self._read = 0

    def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.page.keyboard.press(key)

    def ask(self, key: str) -> str:
        """Press the key of a question and return the answer."""
        self.listen()
        self.press(key)
        self.page.wait_for_function("from => globalThis.heard.length > from", arg=self._read, timeout=WAIT)
        return self.listen()[-1]

    def focus(self) -> str:
        """Return role and name of what has the focus, as a screen reader would say it."""
        return self.state().partition("\n")[0].removeprefix("- ").removesuffix(":")

    def state(self) -> str:
        """Return all that is said of what has the focus, the value of a field too."""
        return self.page.locator(":focus").aria_snapshot()

    def tab_to(self, found: Callable[[str], bool], most: int = 200) -> str:
        """Press Tab until the focus is on something that fits, and return it."""
        for _ in range(most):
            self.press("Tab")
            if self.page.locator(":focus").count() and found(name := self.focus()):
                return name
        raise AssertionError(f"the Tab key leads nowhere near it; the focus is on {self.focus()}")

    def command(self, text: str) -> None:
        """Type into the command box."""
        if not self.focus_is("Command"):
            self.press("/")
        self.page.keyboard.insert_text(text)
        self.press("Enter")

    def focus_is(self, name: str) -> bool:
        """Whether the focus is on something of this name."""
        return self.page.locator(":focus").count() > 0 and f'"{name}"' in self.focus()


def options(offer: str) -> list[str]:
    """The choices that an answer to "what may I choose" names."""
    found = OFFER.search(offer)
    if found is None:
        return []
    parts = [part for half in found[1].split("; or ") for part in half.split(", ")]
    return [part.partition(" up to ")[0] for part in parts]


def play_match(player: Listener, rng: random.Random, most: int, until: str) -> int:
    """Choose at random among what is offered, in the command box, until a line is heard or the match is over.

    After the most choices a deal of a patience is given up, and a game of `MOST` is left.
    """
    made = 0
    while True:
        heard = player.wait("Your turn", "Picked", OVER)  # a chain is chosen pick by pick
        if OVER in heard or until in player.told:
            return made
        player.command("may")
        choices = options(player.wait("You may choose", "You are not asked"))
        if not choices:  # somebody else was quicker
            continue
        made += 1
        if made > most and GIVE_UP not in choices and most < LONG:
            return made
        assert made <= most or GIVE_UP in choices, player.told[-20:]
        going_on = [choice for choice in choices if choice != GIVE_UP]
        player.command(GIVE_UP if made > most else rng.choice(going_on or choices))


def play_by_ear(page: Page, game: str) -> None:
    """Play a hand, or a match of one. The log, which is read only then, says what was heard, and each thing once."""
    player = Listener(page)
    sit_down(page, game, **SHORT.get(game, {}))
    made = play_match(player, random.Random(game), MOST.get(game, LONG), NEXT_HAND)
    assert made > 0
    log = [_plainly(text) for text in _log_of(page)]
    told = [text for text in map(_plainly, player.told) if text in log]
    first = log.index(told[0])
    assert told == log[first : first + len(told)]


def _plainly(text: str) -> str:
    """A line without the signs that are read as words or pauses."""
    return spelled_out(text, "en").replace(",", "")


def _log_of(page: Page) -> list[str]:
    """The lines of the log as a sighted player reads them, each as often as it stands there."""
    lines: list[tuple[str, int]] = page.eval_on_selector_all(
        ".log li", "all => all.map(item => [item.dataset.text, Number(item.dataset.times)])"
    )
    return [text for text, times in lines for _ in range(times)]
