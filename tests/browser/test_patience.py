"""The time of a patience, scores, cards that go home, and questions after the end, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import COMPILING, sideways
from browser.test_solitaire import after, lying, sit_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

COMPILED = True
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
RUNS = """() => {
  const told = document.querySelector('.badge.time b').textContent;
  return new Promise(done => setInterval(() => document.querySelector('.badge.time b').textContent !== told && done(true), 50));
}"""


def choose(page: Page, name: str) -> None:
    after(page, lambda: page.evaluate("name => document.querySelector('card-table').chooser.choose(name, 0)", name))


def test_the_time_runs_while_the_page_is_seen_and_money_is_carried_on(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    sit_at(page, "klondike", 9, scoring="vegas")
    assert page.inner_text(".badge.time b") == "0:00"
    choose(page, "c3>f")
    assert page.evaluate(RUNS)
    page.evaluate(HIDE, True)
    page.wait_for_timeout(50)
    page.evaluate(HIDE, False)
    assert page.evaluate(RUNS), "it goes on when the page is seen again"
    choose(page, "resign")
    page.wait_for_selector(".sign:not([hidden])")
    assert page.locator(".sign .results dt").all_inner_texts() == ["Score", "Time", "All deals together"]
    assert page.locator(".sign .results dd").all_inner_texts()[::2] == ["−47", "−$47"]
    page.get_by_role("button", name="Another deal").click()
    page.wait_for_function("() => document.querySelector('.centre-figures')?.textContent.includes('All deals−$99')")


def test_cards_go_home_by_themselves_if_that_is_wanted(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_at(page, "klondike", 9)
    page.evaluate("document.querySelector('side-panel').toggle(true)")
    page.get_by_label("Cards go home by themselves").select_option(label="if they are not needed any more")
    choose(page, "draw")
    page.wait_for_function("() => document.querySelector('card-table').cloth.message.view.places['foundations.2']?.cards.length")
    before = lying(page)
    page.reload()
    page.wait_for_selector("card-table .board .card")
    assert page.evaluate("localStorage.getItem('parlour.home')") == "safe"
    assert before


def test_the_move_that_lost_is_named_marked_and_taken_back(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    sit_at(page, "klondike", 69, passes=1)
    for name in ("draw", "draw", "draw", "resign"):
        choose(page, name)
    page.get_by_role("button", name="Which move lost it?").click()
    page.wait_for_selector(".lost-by .doors", timeout=COMPILING)
    assert page.inner_text(".lost-by").startswith("Move 3 lost the deal: Turn the stock.")
    assert not sideways(page)
    page.get_by_role("link", name="See that move").click()
    page.wait_for_selector(".verdict a")
    assert "This move lost the deal" in page.inner_text(".replay-said")
    assert page.input_value(".replay-slider") == "3"
    assert not sideways(page)
    page.go_back()
    page.get_by_role("button", name="Which move lost it?").click()
    page.get_by_role("button", name="Go back to before it").click()
    page.wait_for_selector(".sign", state="hidden")
    page.wait_for_function("() => document.querySelector('card-table').cloth.message.view.places.waste.cards.length === 2")
