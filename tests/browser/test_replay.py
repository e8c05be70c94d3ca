"""A match that is over, looked at again in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.hands import asked, play_any

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def play_out(page: Page) -> str:
    """A hand of Schnapsen from the lobby's form, given up to the end by first choices; the address of the match."""
    page.goto("/new/schnapsen?option.target_vp=3")
    page.locator("#seat-list select[name]:enabled").last.select_option("bot:chance")  # who thinks takes a minute
    page.locator("form.new-table button.primary").click()
    page.wait_for_url(re.compile("/table/"))
    while asked(page):  # however long the others think: what is waited for is one's own turn, or the end
        play_any(page)
    page.wait_for_selector(".sign-box .results")
    page.get_by_role("link", name="Look at it again").click()
    page.wait_for_url(re.compile("/match/"))
    return page.url


def test_a_match_is_looked_at_again(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    url = play_out(page)
    page.wait_for_selector(".board .card")
    slider = page.get_by_label("Step", exact=True)
    last = int(slider.get_attribute("max") or 0)
    assert last > 10
    page.keyboard.press("End")
    expect(slider).to_have_value(str(last))
    told = page.locator(".replay-panel .log li").count()
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    assert page.locator(".replay-panel .log li").count() < told, "the log is in step"
    ask = page.get_by_role("button", name="What would the strong player do?")
    for step in range(1, last + 1):
        if ask.is_enabled():
            break
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value(str(step))
    hidden = page.locator(".board card-face[card='-1']")
    assert hidden.count()
    page.keyboard.press("w")
    page.wait_for_selector(".verdict .verdict-head")
    assert "You chose" in page.locator(".verdict").inner_text()
    page.keyboard.press("r")
    page.wait_for_selector(".verdict strong:has-text('Review')", timeout=120_000)
    assert re.search("level “fair”|too few for a rating", page.locator(".verdict").inner_text())
    costly = page.locator(".verdict .costly li")
    if costly.count():
        page.keyboard.press("End")
        expect(page.locator(".verdict")).to_be_hidden()
        page.keyboard.press("r")
        costly.first.get_by_role("button").click(timeout=120_000)
        expect(slider).not_to_have_value(str(last))
        expect(costly.first).to_be_visible()
    page.keyboard.press("o")
    expect(page.get_by_label("Whose view")).to_have_value("open")
    expect(hidden).to_have_count(0)
    stranger = visit("phone")
    stranger.goto(url)
    stranger.wait_for_selector(".board .card")
    assert stranger.get_by_label("Whose view").is_hidden()
    assert stranger.locator(".ask:visible").count() == 0
    stranger.get_by_role("button", name="Play", exact=True).click()
    expect(stranger.get_by_label("Step", exact=True)).to_have_value(re.compile("[4-9]|.."))
