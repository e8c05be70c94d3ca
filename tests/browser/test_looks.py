"""Pages in every language, at every size: no word is cut, covered or English, and what fingers press is large enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import AT_NIGHT, asked
from browser.looking import LANGUAGES, SCREENS, looks_wrong
from browser.test_long_texts import PAGES
from parlour.engine.rooms import room_names

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
BY_DAY = ("/", "/new/schnapsen", "/print", "/house/new/spades", "/score/new/spades", "/suggest?players=4&minutes=60")
TABLES_BY_DAY = {"schnapsen"}


def read_in(page: Page, code: str) -> Page:
    """Let this page's reader have a language."""
    page.goto("/")
    page.context.add_cookies([{"name": "parlour-language", "value": code, "url": page.url}])
    return page


def faults(page: Page, code: str, where: str, touch: bool) -> list[str]:
    """Return what is wrong with a page at every size of screen."""
    found = []
    for screen, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{where}, {code}, {screen}: {fault}" for fault in looks_wrong(page, code, touch)]
    return found


@pytest.mark.parametrize(("code", "paths"), [("de", BY_DAY), *(pytest.param(code, PAGES, marks=AT_NIGHT) for code in LANGUAGES)])
def test_pages_look_right(visit: Callable[..., Page], code: str, paths: tuple[str, ...]) -> None:
    page, wrong = read_in(visit("phone"), code), []
    for path in paths:
        page.goto(path)
        wrong += faults(page, code, path, touch=True)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", [game if game in TABLES_BY_DAY else pytest.param(game, marks=AT_NIGHT) for game in room_names()])
def test_tables_look_right(visit: Callable[..., Page], game: str) -> None:
    """Each table is opened once; then what it shows is put into each language again."""
    page, wrong = visit("phone"), []
    page.goto(f"/new/{game}")
    page.locator("form.new-table button.primary").first.click()
    page.wait_for_selector("card-table .card, card-table .slot")
    assert asked(page)
    table = page.url
    for code in LANGUAGES if game not in TABLES_BY_DAY else ("de", "fr"):
        read_in(page, code).goto(table)
        assert asked(page)
        page.wait_for_selector(".deck-sprite", state="attached")
        page.wait_for_function("() => document.querySelector('card-table').queue.settled")
        wrong += faults(page, code, game, touch=True)
    assert not wrong, "\n".join(wrong)
