"""Every page and every table, looked through by axe-core: names, roles, contrast, sizes of targets, what a keyboard can reach."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from browser.hands import AT_NIGHT, SMALL, asked, choose_if_still_asked, play_any, sit_down, table
from parlour.engine.rooms import room_names

if TYPE_CHECKING:
    from playwright.sync_api import Page

COMPILED = True
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RUN = "axe.run({resultTypes: ['violations'], rules: {'target-size': {enabled: true}}}).then(found => found.violations)"
DAILY = ("cucumber",)
CHOICES = 4
BY_DAY, AT_MOST = 1, 40
"""Pages of one kind (`/new/GAME` ...) that are looked at by day and at night."""


def faults(page: Page) -> list[str]:
    """Return the faults that axe finds on a page, one line for each element."""
    page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate(RUN)
    return [
        f"{fault['impact']}: {fault['id']} at {' '.join(map(str, element['target']))}: {element['html'][:200]}"
        for fault in found
        for element in fault["nodes"]
    ]


def kind_of(path: str) -> str:
    """A path without the name of its game, id or file: one kind of page for all of them."""
    head, *more = path.partition("?")[0].strip("/").split("/")
    return "/".join(
        [head, *("*" if re.fullmatch(r"[\w.-]{4,}", part) and part not in {"rules", "change"} else part for part in more)]
    )


def pages_of_the_house(page: Page, most: int) -> Iterator[str]:
    """Go from the lobby along all links to pages of this server; this many of a kind."""
    left, seen = ["/"], {"/"}
    kinds: Counter[str] = Counter()
    while left:
        path = left.pop(0)
        if kinds[kind_of(path)] >= most:
            continue
        answer = page.goto(path)
        assert answer is not None
        if "html" not in answer.headers.get("content-type", ""):
            continue
        kinds[kind_of(path)] += 1
        yield path
        links: list[str] = page.eval_on_selector_all("a[href]:not([download])", "all => all.map(a => a.pathname + a.search)")
        for link in links:
            if link.startswith("/") and not re.search(r"\.\w+$", link.partition("?")[0]) and link not in seen:
                seen.add(link)
                left.append(link)


def look_through(page: Page, most: int) -> None:
    """No page has a fault."""
    found = {path: faults(page) for path in pages_of_the_house(page, most)}
    assert len(found) > 10, found
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(("size", "scheme"), [("phone", "dark"), pytest.param("desktop", "light", marks=AT_NIGHT)])
def test_pages(visit: Callable[..., Page], size: str, scheme: Any) -> None:
    page = visit(size)
    page.emulate_media(color_scheme=scheme)
    look_through(page, BY_DAY)


@AT_NIGHT
def test_pages_of_all_games(visit: Callable[..., Page]) -> None:
    look_through(visit("desktop"), AT_MOST)


@SMALL
@pytest.mark.parametrize("game", [game if game in DAILY else pytest.param(game, marks=AT_NIGHT) for game in room_names()])
def test_a_table(visit: Callable[..., Page], game: str, size: str) -> None:
    """In the middle of a hand, and with the account of its end."""
    page = visit(size)
    if game in DAILY:  # elsewhere hands follow one another: some end after a choice or two
        page.add_init_script("try { localStorage.setItem('parlour.account', 'yes'); } catch {}")
    sit_down(page, game)
    for _ in range(CHOICES):
        if not asked(page):
            break
        play_any(page)
    assert faults(page) == []
    while game in DAILY and not table(page, "pace.sheet.open"):
        n = table(page, "chooser.menu?.n ?? -1")
        choose_if_still_asked(page)  # the account may open first
        page.wait_for_function(
            "n => { const t = document.querySelector('card-table'); return t.pace.sheet.open || t.chooser.menu?.n > n; }", arg=n
        )
    assert faults(page) == []


@pytest.mark.parametrize("game", [game if game == "solo" else pytest.param(game, marks=AT_NIGHT) for game in room_names()])
def test_a_table_at_400_percent(visit: Callable[..., Page], game: str) -> None:
    """Where not all has room, parts of the table scroll by keys too."""
    page = visit("desktop")
    page.set_viewport_size({"width": 320, "height": 640})
    sit_down(page, game)
    for _ in range(CHOICES):
        if not asked(page):
            break
        assert faults(page) == []
        scrolls = page.locator(".board > :is(.side, .centre)[tabindex]").all()
        for part in (part for part in scrolls if part.evaluate("part => part.scrollHeight > part.clientHeight + 8")):
            part.focus()
            page.keyboard.press("End")
            page.wait_for_function("() => document.activeElement.scrollTop > 0")
        play_any(page)
