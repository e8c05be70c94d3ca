"""Deals that can be won, and whether one could have been, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.hands import sideways

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
DEAL = 5
"""A deal of Klondike that is settled within some positions."""
READY = """() => {
  const table = document.querySelector('card-table');
  return Boolean(table?.chooser?.menu) && table.queue.settled;
}"""
GIVE_UP = """() => {
  const { chooser, queue } = document.querySelector('card-table');
  document.querySelector('card-table').send({ do: 'choose', n: queue.n, choices: ['resign'] });
}"""


def test_a_deal_given_up_is_shown_as_the_solver_wins_it(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    page.goto("/new/klondike?winnable=true")
    wanted = page.get_by_label("Any deal that can be won")
    expect(page.get_by_label("Deal number")).to_be_disabled()
    wanted.uncheck()
    page.get_by_label("Deal number").fill(str(DEAL))
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_function(READY)
    page.evaluate(GIVE_UP)
    page.get_by_role("button", name="Was it winnable?").click()
    ways = page.get_by_role("link", name="Show how")
    expect(ways).to_have_count(2)
    assert re.findall("Yes, in [0-9]+ moves", page.locator(".could-be-won").inner_text())
    assert not sideways(page)
    ways.first.click()

    page.wait_for_url(re.compile("line="))
    note = page.locator(".line-note")
    expect(note).to_contain_text("What the solver found")
    slider = page.get_by_label("Step", exact=True)
    expect(slider).not_to_have_value(str(slider.get_attribute("max")))
    page.keyboard.press("End")
    expect(slider).to_have_value(str(slider.get_attribute("max")))
    expect(page.locator('[data-pad^="foundations"] .card')).not_to_have_count(0)
    expect(page.locator(".replay-said")).to_contain_text("Won")
    note.get_by_role("link", name="Back to the match").click()

    page.wait_for_function("() => !location.search")
    page.wait_for_selector(".board .card")
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator(".verdict .settled")).to_contain_text("Yes, in")
    page.get_by_role("button", name="Close").last.click()
    expect(page.locator(".verdict")).to_be_hidden()
    assert not sideways(page)
