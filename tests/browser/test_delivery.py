"""Few files come over the line, each once, and almost nothing at the second visit. They are counted, not timed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from browser.hands import MODULES, open_rules, sit_down
from parlour.table.delivery import FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser]
FIRST, AGAIN = 120_000, 15_000
"""Bytes, with all headers: the most that the lobby and a table may take at a first visit, and at a second."""
SHOWN = """() => document.querySelector(".deck-sprite")
  && [...document.querySelectorAll(".seat.own card-face")].some((face) => Number(face.getAttribute("card")) >= 0)"""
SAME = """async () => {
  const bare = (code) => String(code)
    .replace(/\\/\\*([^*]|\\*(?!\\/))*\\*\\/|^\\s*\\/\\/.*$/gm, "")
    .replace(/\\s\\/\\/ [^\\n"'`]*$/gm, "").replace(/\\s+/g, "");
  const told = [];
  for (const [path, module] of Object.entries(MODULES)) {
    const source = await (await fetch(`/static/js/${path}`)).text();
    const named = [...source.matchAll(/^export (?:async )?(?:function|class|const) (\\w+)/gm)].map((found) => found[1]);
    if (named.sort().join() !== Object.keys(module).sort().join()) told.push(`${path} exports ${Object.keys(module)}`);
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === "function" && !bare(source).includes(bare(value))) told.push(`${path}: ${name}`);
    }
  }
  return told;
}""".replace("MODULES", MODULES)
"""Names what differs between the modules of a page and their sources."""


SENT = """async () => {
  const text = await (await fetch(document.querySelector("script[type=module]").src)).text();
  return [text, Object.keys(MODULES)];
}""".replace("MODULES", MODULES)
"""The script of a page as it came over the line, and the names of its modules in their order."""
TOLD = re.compile(
    r"""^[ \t]*/\*.*?\*/|^[ \t]*//[^\n]*|(?<=\s)//[ ][^\n"'`]*$|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`)""",
    re.MULTILINE | re.DOTALL,
)
"""A comment, or a text in quotation marks."""
TIED = re.compile(r'^import .*?"\.[^"]+";$|^  "[\w/.-]+\.js": ?\$\w+,$', re.MULTILINE | re.DOTALL)
"""Imports of a source, and names of modules in a script made of them."""


def quoted(script: str) -> list[str]:
    """All texts in quotation marks, as they are written. In lines with regular expressions others may be found, but alike."""
    return [found[1] for found in TOLD.finditer(TIED.sub("", script)) if found[1]]


class Line:
    """Each answer that comes over the line of a page."""

    def __init__(self, page: Page) -> None:
        self.asked: dict[str, str] = {}
        self.answers: list[tuple[str, int]] = []
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._ask)
        session.on("Network.loadingFinished", self._finish)
        session.send("Network.enable")

    def _ask(self, event: dict[str, Any]) -> None:
        if before := event.get("redirectResponse"):
            self._count(self.asked[event["requestId"]], before)
        self.asked[event["requestId"]] = event["request"]["url"]

    def _finish(self, event: dict[str, Any]) -> None:
        if url := self.asked.get(event["requestId"]):  # what was on its way before somebody looked is not counted
            self._count(url, event)

    def _count(self, url: str, event: dict[str, Any]) -> None:
        if event["encodedDataLength"]:  # nothing came for what the browser had kept
            self.answers.append((re.sub("^https?://[^/]+", "", url), int(event["encodedDataLength"])))

    def taken(self) -> tuple[list[str], int]:
        """The addresses of what came since the last call, and its bytes; asking whether the server is there is left out."""
        found = [one for one in self.answers if one[0] != "/healthz"]
        self.answers.clear()
        return [path for path, _ in found], sum(size for _, size in found)


def visit_a_table(page: Page, line: Line) -> tuple[list[str], int]:
    """From the lobby to the first card; then the line rests."""
    page.goto("/")
    page.wait_for_selector(".deck-sprite", state="attached")
    page.locator('form[action="/new/schnapsen"] button').first.click()
    page.wait_for_function(SHOWN)
    page.wait_for_timeout(300)
    return line.taken()


def test_a_first_and_a_second_visit(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    line = Line(page)
    came, size = visit_a_table(page, line)
    assert len(came) == len(set(came)) <= 11, came
    assert size <= FIRST, came
    assert [path for path in came if path.startswith("/deck.svg")] == ["/deck.svg"]
    assert not any("/rules/" in path for path in came)
    came, size = visit_a_table(page, line)
    assert len(came) == 3, f"the lobby, the answer to the form, the table, but {came}"
    assert size <= AGAIN, came
    open_rules(page)
    page.wait_for_selector(".rulebook #R1", state="attached")
    page.wait_for_timeout(300)
    assert line.taken()[0] == ["/rules/schnapsen?fragment=1"], "asked for, the rulebook comes; its cards are those on the table"
    page.get_by_role("tab", name="Log").click()
    roles = page.locator('[role="tablist"] > *').evaluate_all("found => found.map(one => one.getAttribute('role'))")
    assert roles == ["tab"] * 3, "a list of tabs has no other control in it"
    open_rules(page)
    assert line.taken()[0] == []


@pytest.mark.parametrize("late", ["table.js", "early.js"])
def test_a_table_has_one_line_whichever_of_its_scripts_comes_first(visit: Callable[..., Page], late: str) -> None:
    """The line is opened before the script of the table is there; what came on it meanwhile is shown."""
    page = visit("phone")
    sit_down(page, "schnapsen")
    opened: list[str] = []
    heard: list[bool] = []
    held: list[Any] = []

    def open_line(socket: Any) -> None:
        opened.append(socket.url)
        socket.on("framereceived", lambda _: heard.append(True))

    def hold(route: Any) -> None:
        held.append(route)

    page.on("websocket", open_line)
    page.context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.route(f"**/{late}", hold)
    page.reload(wait_until="commit")
    if late == "table.js":
        while len(heard) < 2:
            page.wait_for_timeout(50)
        assert not page.evaluate("Boolean(customElements.get('card-table'))")
        held.pop().continue_()
        page.wait_for_function(SHOWN)
    else:
        page.wait_for_function(SHOWN)
        held.pop().continue_()
        page.wait_for_timeout(300)
    assert len(opened) == 1, opened


def test_another_deck_comes_once_and_is_kept(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    page.goto("/")
    page.evaluate("localStorage.setItem('parlour.deck', 'four-colour')")
    line = Line(page)
    sit_down(page, "schnapsen")
    page.wait_for_selector(".deck-sprite[data-deck=four-colour]", state="attached")
    assert [path for path in line.taken()[0] if "deck" in path].count("/deck.svg?deck=four-colour") == 1
    page.reload()
    page.wait_for_selector(".deck-sprite[data-deck=four-colour]", state="attached")
    assert not [path for path in line.taken()[0] if "deck" in path]


def test_the_usual_deck_is_the_servers(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_down(page, "schnapsen")
    usual = page.evaluate(f"async () => {MODULES}['cards.js'].USUAL_DECK")
    choices = page.evaluate("JSON.parse(document.querySelector('card-table').dataset.cards)")
    assert usual == {key: next(iter(choices[key])) for key in usual}
    address = f"async wanted => {MODULES}['cards.js'].deckAddress(wanted)"
    assert page.evaluate(address, usual) == page.evaluate(address, {}) == "/deck.svg"
    assert page.evaluate(address, usual | {"back": "vase"}) == "/deck.svg?back=vase"


def test_a_page_runs_its_modules_as_they_are_written(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_down(page, "schnapsen")
    assert page.evaluate(SAME) == []
    assert len(page.evaluate(f"async () => Object.keys({MODULES})")) > 30
    assert_quoted_alike(page)
    page.goto("/")
    assert page.evaluate(SAME) == []
    assert_quoted_alike(page)


def assert_quoted_alike(page: Page) -> None:
    """Spaces in texts count: nothing that is shown or looked for is sent otherwise than it is written."""
    sent, modules = page.evaluate(SENT)
    sources = [(FOLDER / "js" / path).read_text(encoding="utf-8") for path in modules]
    assert len(quoted(sent)) > 100
    assert quoted(sent) == [text for source in sources for text in quoted(source)]
